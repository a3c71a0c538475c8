"""Matches in compiled code, for statements about strength. Every choice is made from the view of its seat."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from splendor.agents import greedy_core
from splendor.agents.greedy_weights import weights
from splendor.game import fill_setup
from splendor.rules import chance, turn, views
from splendor.rules.deal import deal
from splendor.rules.jit import compiled
from splendor.rules.layout import new_games, new_legal, with_attributes
from splendor.table.setup import Setup

RANDOM = -1


@compiled  # type: ignore[misc]
def play(games, seed, lineup, styles, works, legal, lots):  # type: ignore[no-untyped-def]
    """Deal games[0] and play it to the end; lineup[seat] is a row of `styles`, or RANDOM. games[1] holds views."""
    game = games[0]
    deal(game, seed)
    chance.seed(lots, seed + 1)
    number = turn.legal_actions(game, legal)
    while not game.over:
        style = lineup[game.player]
        place = 0
        if style < 0:
            place = chance.below(lots, number)
        elif number > 1:
            views.show(game, game.player, games[1])
            place = greedy_core.choose(games[1], legal, number, styles[style], works[0])
        number = turn.play(game, int(legal[place]), legal)


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
    """Games of styles of the greedy agent (None plays at random), who change seats from game to game."""
    styles = np.concatenate([weights(style or "balanced") for style in players])
    rows = [RANDOM if style is None else row for row, style in enumerate(players)]
    records, works, legal, lots = new_games(2), greedy_core.new_work(), new_legal(), np.zeros(2, dtype=np.int64)
    game = with_attributes(records)[0]
    share, rounds, stalled = 0.0, 0, 0
    for number in range(games):
        fill_setup(game, setup)
        seats = [(seat + number) % len(players) for seat in range(setup.players)]
        lineup = np.array([rows[player] for player in seats])
        play(records, seed + number // len(players), lineup, styles, works, legal, lots)
        share += _share(int(game.winners), [seat for seat, player in enumerate(seats) if player == 0])
        rounds += int(game.rounds)
        stalled += int(game.quiet_rounds) >= 25
    return Result(share / games, rounds / games, stalled)


def _share(winners: int, seats: list[int]) -> Any:
    return sum(winners >> seat & 1 for seat in seats) / winners.bit_count()
