"""Matches of the greedy agent's styles, for statements about strength: every choice is made from its seat's view."""

from dataclasses import dataclass

import numpy as np

from splendor.agents import make
from splendor.agents.greedy_core import choose_at, new_work
from splendor.agents.greedy_weights import weights
from splendor.game import Game, fill_setup
from splendor.rules import doors
from splendor.rules.layout import new_games, new_legal, with_attributes
from splendor.table.setup import Setup


@dataclass(frozen=True)
class Result:
    """What came out of a match."""

    share: float
    """Victories of the first player named, a shared one counting in part."""
    rounds: float
    """Average length."""
    stalled: int
    """Games that ended because nothing happened for 25 rounds."""


def match(setup: Setup, games: int, *players: str | None, seed: int = 0) -> Result:
    """Games of styles (None plays at random); the players change seats from game to game, on the same deals."""
    styles = [None if style is None else weights(style) for style in players]
    records, work, legal, spare = new_games(2), new_work(), new_legal(), new_legal()
    game = with_attributes(records)[0]
    lots = np.random.default_rng(seed)
    share, rounds, stalled = 0.0, 0, 0
    for number in range(games):
        fill_setup(game, setup)
        seats = [(seat + number) % len(players) for seat in range(setup.players)]
        choices = doors.deal(records, 0, seed + number // len(players), legal)
        while choices:
            player = int(records["player"][0])
            style = styles[seats[player]]
            if style is None:
                place = int(lots.integers(choices))
            else:
                doors.view(records, 0, player, records, 1)
                place = choose_at(records, 1, legal, choices, style, work, spare) if choices > 1 else 0
            choices = doors.play(records, 0, int(legal[place]), legal)
        winners = int(game.winners)
        share += sum(winners >> seat & 1 for seat in range(setup.players) if seats[seat] == 0) / winners.bit_count()
        rounds += int(game.rounds)
        stalled += int(game.quiet_rounds) >= 25
    return Result(share / games, rounds / games, stalled)


def contest(setup: Setup, games: int, first: str, others: str, seed: int = 0) -> float:
    """The share of victories of an agent against others of one kind; it changes seats on the same deals."""
    share = 0.0
    agents = [make(first), *(make(others) for _ in range(setup.players - 1))]
    for number in range(games):
        game = Game(setup, seed=seed + number // setup.players)
        shift = number % setup.players
        while not game.is_over:
            agent = agents[(game.player - shift) % setup.players]
            game.play(agent.choose(game.view(game.player), game.legal_actions))
        share += (shift in game.winners) / len(game.winners)
    return share / games
