"""A batch on the processor: runs of games on threads; the compiled code holds no lock of Python."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from splendor.observation import SCALE, SIZE
from splendor.rules.layout import new_legal
from splendor.sim.batch import kernels, playing
from splendor.sim.batch.kernels import Table


class Cpu:
    """Runs the kernels over all games."""

    def __init__(self, games: int, threads: int) -> None:
        edges = [games * part // threads for part in range(threads + 1)]
        self.runs = list(pairwise(edges))
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._room: playing.Room | None = None
        self._legal = np.stack([new_legal()] * threads)
        self._numbers = np.empty((threads, SIZE), dtype=np.int8)
        self._scale = np.array(SCALE)

    def put(self, array: Any) -> Any:
        """An array where the kernels can reach it."""
        return array

    def get(self, array: Any) -> Any:
        """An array where Python can read it."""
        return array

    def actions(self, actions: Any) -> Any:
        """Actions from anywhere, as the kernels take them."""
        return np.ascontiguousarray(actions, dtype=np.int64)

    def _each(self, work: Callable[[int, int, int], object]) -> None:
        """A piece of work for each thread: its number, its first game and the one after its last."""
        if self._pool is None:
            work(0, *self.runs[0])
        else:
            for done in [self._pool.submit(work, thread, *run) for thread, run in enumerate(self.runs)]:
                done.result()

    def first_refused(self, table: Table, actions: Any) -> int:
        """The first game whose action is not legal, or −1."""
        return int(kernels.first_refused(table, actions, 0, len(actions)))

    def step(self, table: Table, actions: Any, mode: int, stride: int) -> None:
        """One action in every game."""
        self._each(lambda _, first, last: kernels.step(table, actions, mode, stride, first, last))

    def start(self, table: Table, marked: Any, seeds: Any) -> None:
        """Deal anew the games that are marked."""
        legal = self._legal
        self._each(lambda thread, first, last: kernels.start_marked(table, marked, seeds, legal[thread], first, last))

    def look(self, table: Table) -> None:
        """Find the legal actions of all games."""
        legal = self._legal
        self._each(lambda thread, first, last: kernels.look(table, legal[thread], first, last))

    def sample(self, table: Table, actions: Any) -> None:
        """A random legal action for every game."""
        self._each(lambda _, first, last: kernels.sample(table, actions, first, last))

    def observe(self, games: Any, seats: Any, out: Any) -> None:
        """What a seat of each game sees."""
        if out.dtype == np.int8:
            self._each(lambda _, first, last: kernels.observe(games, seats, out, first, last))
        else:
            self._each(
                lambda thread, first, last: kernels.observe_scaled(
                    games, seats, out, self._scale, self._numbers[thread], first, last
                )
            )

    def play_on(self, table: Table, players: playing.Players, until: Any) -> None:
        """Agents play until a certain seat decides."""
        if not players.kinds.any():
            legal = self._legal
            self._each(lambda thread, first, last: playing.play_on_at_random(table, until, legal[thread], first, last))
            return
        if self._room is None:
            self._room = playing.new_room(len(self.runs))
        room = self._room
        self._each(lambda thread, first, last: playing.play_on(table, players, room, until, thread, first, last))
