"""A batch on a GPU: a thread for each game, the functions of the CPU, all arrays on the device."""

from typing import Any

import numpy as np

from splendor.errors import SplendorError
from splendor.observation import SCALE, SIZE
from splendor.rules.layout import MAX_LEGAL
from splendor.sim.batch import kernels, playing
from splendor.sim.batch.kernels import Table
from splendor.sim.cuda import kernel, require_device

from numba import cuda, int8, int16, int64  # isort: skip — after sim.cuda, which mends what numba-cuda misses in numpy

THREADS_PER_BLOCK = 128
REGISTERS = 128


@kernel("sim", REGISTERS)
def _refused(table, actions, lowest):  # type: ignore[no-untyped-def]
    index = cuda.grid(1)
    if index < len(actions) and kernels.first_refused(table, actions, index, index + 1) >= 0:
        cuda.atomic.min(lowest, 0, index)


@kernel("sim", REGISTERS)
def _step(table, actions, mode, stride):  # type: ignore[no-untyped-def]
    index = cuda.grid(1)
    legal = cuda.local.array(MAX_LEGAL, int16)
    if index < len(actions):
        kernels.step_on_gpu(table, index, int64(actions[index]), mode, stride, legal)


@kernel("sim", REGISTERS)
def _start(table, marked, seeds):  # type: ignore[no-untyped-def]
    index = cuda.grid(1)
    legal = cuda.local.array(MAX_LEGAL, int16)
    if index < len(marked):
        kernels.start_marked(table, marked, seeds, legal, index, index + 1)


@kernel("sim", REGISTERS)
def _look(table):  # type: ignore[no-untyped-def]
    index = cuda.grid(1)
    legal = cuda.local.array(MAX_LEGAL, int16)
    if index < len(table.numbers):
        kernels.look(table, legal, index, index + 1)


@kernel("sim")
def _sample(table, actions):  # type: ignore[no-untyped-def]
    index = cuda.grid(1)
    if index < len(actions):
        kernels.sample(table, actions, index, index + 1)


@kernel("sim", REGISTERS)
def _observe(games, seats, out):  # type: ignore[no-untyped-def]
    index = cuda.grid(1)
    if index < len(games):
        kernels.observe(games, seats, out, index, index + 1)


@kernel("sim", REGISTERS)
def _observe_scaled(games, seats, out, scale):  # type: ignore[no-untyped-def]
    index = cuda.grid(1)
    numbers = cuda.local.array(SIZE, int8)
    if index < len(games):
        kernels.observe_scaled(games, seats, out, scale, numbers, index, index + 1)


@kernel("sim", REGISTERS)
def _play_on_at_random(table, until):  # type: ignore[no-untyped-def]
    index = cuda.grid(1)
    legal = cuda.local.array(MAX_LEGAL, int16)
    if index < len(until):
        playing.play_on_at_random(table, until, legal, index, index + 1)


@kernel("sim", REGISTERS)
def _play_on(table, players, room, until):  # type: ignore[no-untyped-def]
    index = cuda.grid(1)
    if index < len(until):
        playing.play_on(table, players, room, until, index, index, index + 1)


class Cuda:
    """Runs the kernels over all games; the interface is that of `Cpu`."""

    def __init__(self, games: int) -> None:
        require_device()
        self._size = games
        self._grid = -(-games // THREADS_PER_BLOCK), THREADS_PER_BLOCK
        self._lowest = cuda.to_device(np.array([games], dtype=np.int64))
        self._scale = cuda.to_device(np.array(SCALE))
        self._room: playing.Room | None = None

    def put(self, array: Any) -> Any:
        """A copy of the array on the device."""
        return cuda.to_device(array)

    def get(self, array: Any) -> Any:
        """A copy of the array for Python to read."""
        return array.copy_to_host()

    def actions(self, actions: Any) -> Any:
        """Actions as the kernels take them; 64-bit numbers that lie on the device already stay where they are."""
        if not hasattr(actions, "__cuda_array_interface__"):
            return cuda.to_device(np.ascontiguousarray(actions, dtype=np.int64))
        there = cuda.as_cuda_array(actions)
        if there.dtype != np.int64:
            raise SplendorError(f"actions on the device are 64-bit whole numbers, not {there.dtype}.")
        return there

    def first_refused(self, table: Table, actions: Any) -> int:
        """The first game whose action is not legal, or −1. It waits for the device; `check=False` does not."""
        self._lowest.copy_to_device(np.array([self._size], dtype=np.int64))
        _refused[self._grid](table, actions, self._lowest)
        lowest = int(self._lowest.copy_to_host()[0])
        return lowest if lowest < self._size else kernels.NONE

    def step(self, table: Table, actions: Any, mode: int, stride: int) -> None:
        """One action in every game."""
        _step[self._grid](table, actions, mode, stride)

    def start(self, table: Table, marked: Any, seeds: Any) -> None:
        """Deal anew the games that are marked."""
        _start[self._grid](table, marked, seeds)

    def look(self, table: Table) -> None:
        """Find the legal actions of all games."""
        _look[self._grid](table)

    def sample(self, table: Table, actions: Any) -> None:
        """A random legal action for every game."""
        _sample[self._grid](table, actions)

    def observe(self, games: Any, seats: Any, out: Any) -> None:
        """What a seat of each game sees."""
        if out.dtype == np.int8:
            _observe[self._grid](games, seats, out)
        else:
            _observe_scaled[self._grid](games, seats, out, self._scale)

    def play_on(self, table: Table, players: playing.Players, until: Any) -> None:
        """Agents play until a certain seat decides; each game has a desk of its own."""
        if not players.kinds.any():
            _play_on_at_random[self._grid](table, until)
            return
        if self._room is None:
            self._room = playing.Room(*map(self.put, playing.new_room(self._size)))
        _play_on[self._grid](table, playing.Players(*map(self.put, players)), self._room, until)
