"""One group of games: a deal, played in all its seatings.

A game that an agent forfeits is lost for it. Where two or more others are left they play on, and a stand-in plays the
seat: the game of the others is still worth something. Where one is left, that one has won and the game ends.
"""

import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from splendor.agents import Agent, Follows, GetsReady, make
from splendor.arena.plan import Plan, Seats
from splendor.arena.results import Group, Result, Times
from splendor.errors import IllegalAction
from splendor.foreign import Forfeit
from splendor.foreign.messages import one_line
from splendor.game import Game
from splendor.position import SEAT_LETTERS
from splendor.records import GameRecord
from splendor.records.record import result_of

STAND_IN = "greedy"
NAME_LENGTH = 200  # characters of a spec and of a reason in a record


def play_group(plan: Plan, group: int) -> Group:
    """Play a deal in all its seatings; the result depends on nothing but plan and number."""
    for spec in plan.specs:
        _warm_up(spec)
    times = tuple(Times() for _ in plan.specs)
    results, records = [], []
    with ExitStack() as stack:
        bench = _Bench(plan, stack)
        for number, seats in enumerate(plan.seatings(group)):
            seeds = [plan.agent_seed(group, number, seat) for seat in range(len(seats))]
            table = _Table(Game(plan.setup, seed=plan.deal_seed(group)), bench.seated(seats, seeds))
            table.play(seeds, [times[agent] for agent in seats])
            result = table.result(seats)
            results.append(result)
            records.append(_record(plan, group, number, table.game, result).json())
    return Group(group, tuple(results), times, tuple(records))


@cache
def _warm_up(spec: str) -> None:
    """Once in a process: machine code is loaded at its first use, which is nobody's time to think."""
    agent, game = make(spec, seed=0), Game(seed=0)
    if not isinstance(agent, Follows):
        agent.choose(game.view(0), game.legal_actions)


class _Bench:
    """The agents of a group. Those who follow games play all of them, the others are made for each."""

    def __init__(self, plan: Plan, stack: ExitStack) -> None:
        self._plan = plan
        self._stack = stack
        self._kept: dict[tuple[int, int], Follows] = {}

    def seated(self, seats: Seats, seeds: Sequence[int]) -> list[Agent]:
        return [self._agent(who, seats[:seat].count(who), seeds[seat]) for seat, who in enumerate(seats)]

    def _agent(self, who: int, copy: int, seed: int) -> Agent:
        """An agent may sit at several seats of a table: each copy is one of its own."""
        if (who, copy) in self._kept:
            return self._kept[who, copy]
        limit = {} if self._plan.limit is None else {"limit": self._plan.limit}
        agent = make(self._plan.specs[who], seed=seed, **limit)
        if isinstance(agent, GetsReady):
            agent.get_ready()
        if isinstance(agent, Follows):
            self._stack.callback(agent.close)
            self._kept[who, copy] = agent
        return agent


@dataclass
class _Table:
    """One game with an agent at each seat."""

    game: Game
    agents: list[Agent]
    forfeits: dict[int, str] = field(default_factory=dict)

    def play(self, seeds: Sequence[int], times: Sequence[Times]) -> None:
        """To the end, or until only one player is left."""
        self._begin(seeds)
        while not self.decided and len(legal := self.game.legal_actions):
            seat = self.game.player
            view = self.game.view(seat)
            start = time.perf_counter()
            try:
                action = self.agents[seat].choose(view, legal)
                seconds = time.perf_counter() - start
                self.game.play(action)
            except (Forfeit, IllegalAction) as error:
                self._forfeit(seat, error)
                continue
            if seat not in self.forfeits:
                times[seat].add(seconds)
        self._end()

    @property
    def decided(self) -> bool:
        """Whether only one player has not forfeited."""
        return len(self.forfeits) >= len(self.agents) - 1

    def _begin(self, seeds: Sequence[int]) -> None:
        for seat, agent in enumerate(self.agents):
            if isinstance(agent, Follows) and not self.decided:
                try:
                    agent.begin(self.game.setup, seat, seeds[seat])
                except Forfeit as error:
                    self._forfeit(seat, error)

    def _forfeit(self, seat: int, reason: Exception) -> None:
        self.forfeits[seat] = str(reason)
        self.agents[seat] = make(STAND_IN)

    def _end(self) -> None:
        places = self.places()
        winners = [seat for seat, place in enumerate(places) if place == 1]
        for agent in self.agents:
            if isinstance(agent, Follows):
                agent.over(winners, self._prestige())

    def places(self) -> tuple[int, ...]:
        """By seat: as in the game's ranking, but whoever forfeited is last."""
        last, place = len(self.agents), 1
        places = dict.fromkeys(self.forfeits, last)
        for group in self.game.ranking:
            stayed = [seat for seat in group if seat not in self.forfeits]
            places |= dict.fromkeys(stayed, place)
            place += len(stayed)
        return tuple(places[seat] for seat in range(last))

    def _prestige(self) -> list[int]:
        return list(result_of(self.game).prestige)

    def result(self, seats: Seats) -> Result:
        """What came of it."""
        game = self.game
        prestige = tuple(self._prestige())
        return Result(seats, self.places(), prestige, game.rounds, len(game.actions), self.forfeits)


def _record(plan: Plan, group: int, number: int, game: Game, result: Result) -> GameRecord:
    """The game for the archive: who sat where, and the forfeits, which the rules know nothing of."""
    names = [plan.labels[agent][:NAME_LENGTH].strip() for agent in result.seats]
    forfeits = [f"{SEAT_LETTERS[seat]} {reason}"[:NAME_LENGTH] for seat, reason in result.forfeits.items()]
    meta: dict[str, Any] = {"arena_group": group, "arena_game": number, "deal_seed": plan.deal_seed(group)}
    meta |= {"forfeits": one_line("; ".join(forfeits))} if forfeits else {}
    return GameRecord.of(game, names, **meta)
