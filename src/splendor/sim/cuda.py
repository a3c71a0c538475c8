"""The same rules on a GPU: every thread plays games of its own, with the very functions the CPU runs."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from splendor.errors import SplendorError
from splendor.rules import chance, turn
from splendor.rules.actions import PASS, Phase
from splendor.rules.jit import keeping
from splendor.rules.layout import GAME, MAX_LEGAL
from splendor.sim.kernels import LONGEST, TALLY, start_random, tally
from splendor.sim.simulate import records_of
from splendor.table.setup import Setup

if not hasattr(np, "row_stack"):  # numba-cuda 0.30 still imports this name, which numpy 2.5 dropped
    setattr(np, "row_stack", np.vstack)  # noqa: B010 (written so because linters rewrite the plain assignment)

from numba import cuda, from_dtype, int16, int32, int64

RECORD = from_dtype(GAME)

THREADS_PER_BLOCK = 1024  # all threads of a processor in one block, meeting at every joint
BLOCKS_PER_PROCESSOR = 1
REGISTERS = 64  # so that a block may have 1024 threads
GAMES_PER_LAUNCH = 32  # games of one thread between two progress reports


def kernel(part: str, registers: int | None = None) -> Callable[[Any], Any]:
    """Compile for the GPU, which takes half a minute for some, and keep that with the machine code of a part."""

    def decorate(function: Any) -> Any:
        with keeping(part):
            return cuda.jit(cache=True, max_registers=registers)(function)

    return decorate


@kernel("sim", REGISTERS)
def _play_many(games, first_seed, number, sums):  # type: ignore[no-untyped-def]
    """Thread t plays the games t, t + threads, t + 2·threads, …

    One pass of the loop is one step of `turn.play`, cut at its joints. The threads of a block meet at each joint:
    left to themselves they drift apart, and fetching instructions for all of them at once is what costs time. The
    record is worked on in local memory, where the same field of neighbouring threads lies side by side.
    """
    thread = cuda.grid(1)
    legal = cuda.local.array(MAX_LEGAL, int16)
    choice = cuda.local.array(2, int64)
    table = cuda.local.array(1, RECORD)
    if thread < games.shape[0]:
        table[0] = games[thread]
    upcoming = thread if thread < games.shape[0] else number
    decisions = 0
    playing = False
    action = -1
    while cuda.syncthreads_or(int32(playing or upcoming < number)):
        if not playing and upcoming < number:
            start_random(table[0], first_seed + upcoming, choice)
            upcoming += games.shape[0]
            decisions = 0
            playing = True
        cuda.syncthreads()
        if 0 <= action < PASS:
            turn.apply_main_action(table[0], action)
        cuda.syncthreads()
        if action >= PASS:
            turn.apply(table[0], action)
        cuda.syncthreads()
        phase = Phase.NONE
        if playing:
            phase = turn.resolve(table[0])
        cuda.syncthreads()
        if playing:
            if phase == Phase.NONE:
                phase = turn.conclude(table[0])
            table[0].phase = phase
        cuda.syncthreads()
        choices = 0
        main = playing and table[0].phase == Phase.ACTION
        if main:
            choices = turn.legal_main_actions(table[0], legal)
        cuda.syncthreads()
        if playing and not main:
            choices = turn.legal_actions(table[0], legal)
        action = -1
        if choices == 1 and not main:  # no decision: the only choice is taken (TURN-4)
            action = int(legal[0])
        elif choices > 0:
            action = int(legal[chance.below(choice, choices)])
            decisions += 1
        if playing and table[0].over:
            tally(table[0], decisions, sums[thread])
            playing = False
    if thread < games.shape[0]:
        games[thread] = table[0]


def require_device() -> None:
    """Say in words that there is no GPU to run on."""
    if not cuda.is_available():
        raise SplendorError("device='cuda' needs an NVIDIA GPU with its driver and numba-cuda; use device='cpu'.")


def threads_of_device() -> int:
    """As many games at once as keep the processors of the GPU busy."""
    processors = int(cuda.get_current_device().MULTIPROCESSOR_COUNT)
    return processors * BLOCKS_PER_PROCESSOR * THREADS_PER_BLOCK


def play_random_games(
    setup: Setup, games: int, seed: int, progress: Callable[[int], None] | None = None
) -> tuple[float, Any]:
    """The seconds and the sums of so many random games, game i dealt from seed + i."""
    require_device()
    threads = min(games, threads_of_device())
    records = cuda.to_device(records_of(setup, threads))
    sums = cuda.to_device(np.zeros((threads, TALLY), dtype=np.int64))
    _launch(records, seed, 0, sums)  # compiles
    start = time.perf_counter()
    for first in range(0, games, threads * GAMES_PER_LAUNCH):
        number = min(threads * GAMES_PER_LAUNCH, games - first)
        _launch(records, seed + first, number, sums)
        if progress is not None:
            progress(number)
    seconds = time.perf_counter() - start
    return seconds, _total(sums.copy_to_host())


def final_records(setup: Setup, games: int, seed: int) -> Any:
    """The last position of random games with seeds from `seed` on: to compare byte by byte with the CPU's."""
    require_device()
    records = cuda.to_device(records_of(setup, games))
    sums = cuda.to_device(np.zeros((games, TALLY), dtype=np.int64))
    _launch(records, seed, games, sums)
    return records.copy_to_host()


def _launch(records: Any, seed: int, number: int, sums: Any) -> None:
    blocks = -(-len(records) // THREADS_PER_BLOCK)
    _play_many[blocks, THREADS_PER_BLOCK](records, seed, number, sums)
    cuda.synchronize()


def _total(sums: Any) -> Any:
    total = sums.sum(axis=0)
    total[LONGEST] = sums[:, LONGEST].max()
    return total
