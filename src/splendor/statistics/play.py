"""Play some games of a run and write them down: in compiled code where all agents can, else through `Game`."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple

import numpy as np

from splendor.action import Action
from splendor.agents import Agent, Follows
from splendor.agents.greedy_core import new_work
from splendor.errors import SplendorError
from splendor.game import Game, as_action, fill_setup
from splendor.position import SEAT_LETTERS
from splendor.rules.layout import new_games, new_legal
from splendor.statistics import kernels, players
from splendor.statistics.rows import EVENT_ROW, Sheet, new_rows
from splendor.table.setup import Setup


class Chunk(NamedTuple):
    """Some games of a run, in a row: what one job plays. Small, and it can be sent to another machine."""

    setup: Setup
    setup_number: int
    agents: tuple[str, ...]
    rotate: bool
    first: int
    """Number of its first game among those of its set-up; game n is dealt from `seed` + n."""
    number: int
    before: int
    """How many games of the run belong to the set-ups before."""
    seed: int

    def seating(self, place: int) -> list[int]:
        """The agents' numbers by seat in one of its games."""
        return players.seating(self.setup.players, self.first + place, self.rotate)

    def specs(self, place: int) -> list[str]:
        """The agents by seat in one of its games."""
        return [self.agents[agent] for agent in self.seating(place)]


def play_chunk(chunk: Chunk, compiled: bool | None = None) -> Sheet:
    """Play the games of a chunk; `compiled` False takes the long way even where compiled code could do it."""
    sheet = Sheet.empty(chunk.setup, chunk.number)
    numbers = chunk.first + np.arange(chunk.number)
    sheet.games["game"] = chunk.before + numbers
    sheet.games["setup"] = chunk.setup_number
    sheet.games["seed"] = chunk.seed + numbers
    seats = sheet.seats.reshape(chunk.number, chunk.setup.players)
    seats["agent"] = [chunk.seating(place) for place in range(chunk.number)]
    if compiled is None:
        compiled = all(map(players.is_compiled, chunk.agents))
    cursor = np.zeros(1, np.int64)
    (_play_compiled if compiled else _play_agents)(chunk, sheet, seats, cursor)
    return sheet._replace(events=sheet.events[: cursor[0]].copy())


def _play_compiled(chunk: Chunk, sheet: Sheet, seats: Any, cursor: Any) -> None:
    games, scratch, stamp = _records(chunk.setup)
    kinds, weights = players.compiled_players(chunk.agents)
    legal, spare, work = new_legal(), new_legal(), new_work()
    for place in range(chunk.number):
        row = sheet.games[place : place + 1]
        order = seats["agent"][place]
        dice = players.dice(chunk.specs(place), int(row["seed"][0]))
        kernels.play_game(
            games, scratch, row, seats[place], sheet.events, cursor, stamp,
            kinds[order], legal, spare, weights[order], work, dice,
        )  # fmt: skip


def _play_agents(chunk: Chunk, sheet: Sheet, seats: Any, cursor: Any) -> None:
    _, scratch, stamp = _records(chunk.setup)
    legal = new_legal()
    for place in range(chunk.number):
        row = sheet.games[place : place + 1]
        seed = int(row["seed"][0])
        game = Game(chunk.setup, seed)
        with _seated(chunk, chunk.specs(place), seed) as agents:
            kernels.start_at(game.record, row, seats[place], sheet.events, cursor, stamp, legal)
            while not game.is_over:
                chosen = _choice(game, agents[game.player], seed)
                kernels.play(
                    game.record, scratch, chosen.number, len(game.legal_actions), row, seats[place],
                    sheet.events, cursor, stamp, legal,
                )  # fmt: skip
                game.refresh()
            kernels.finish_at(game.record, row, seats[place])
            for agent in agents:
                if isinstance(agent, Follows):
                    agent.over(sorted(game.winners), [player.prestige for player in game.players])


@contextmanager
def _seated(chunk: Chunk, specs: list[str], seed: int) -> Iterator[list[Agent]]:
    """Fresh agents for one game; those that want to know (programs of others) hear when it begins and ends."""
    with ExitStack() as stack:
        agents = []
        for seat, spec in enumerate(specs):
            agent = players.agent_for(spec, seed, seat)
            if isinstance(agent, Follows):
                stack.callback(agent.close)
                agent.begin(chunk.setup, seat, players.seed_for(seed, seat))
            agents.append(agent)
        yield agents


def _choice(game: Game, agent: Agent, seed: int) -> Action:
    """The agent's choice; an illegal one stops the run, since its figures would mean nothing."""
    legal = game.legal_actions
    chosen = as_action(agent.choose(game.view(game.player), legal))
    if chosen not in legal:
        seat = SEAT_LETTERS[game.player]
        raise SplendorError(
            f"{agent.name} at seat {seat} answered '{chosen}', which is not legal, in the game of "
            f"{game.setup.name} dealt from seed {seed}; the agent is at fault."
        )
    return chosen


def _records(setup: Setup) -> tuple[Any, Any, Any]:
    """A record to play in, two to look at, and the stamp of the events."""
    games = new_games(1)
    fill_setup(games[0], setup)
    return games, new_games(2), new_rows(1, EVENT_ROW)
