"""`simulate`: random play of any set-up on threads or on a GPU, with the figures a person asks for."""

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from splendor.errors import SplendorError
from splendor.game import fill_setup
from splendor.rules.layout import new_games, new_legal
from splendor.sim import kernels
from splendor.table.setup import Setup

CHUNK = 500  # games between two progress reports of a thread

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Simulation:
    """What many games of random play came to."""

    setup: dict[str, Any]
    device: str
    threads: int
    seed: int
    games: int
    decisions: int
    seconds: float
    decisions_per_second: float
    games_per_second: float
    decisions_mean: float
    decisions_longest: int
    rounds_mean: float
    wins_by_seat: list[float]
    unfinished: int

    def to_dict(self) -> dict[str, Any]:
        """All figures, as JSON can hold them."""
        return asdict(self)


def cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def simulate(
    setup: Setup,
    games: int,
    seed: int = 0,
    threads: int = 1,
    device: str = "cpu",
    progress: Progress | None = None,
) -> Simulation:
    """Play games with uniformly random choices; game i is dealt from seed + i, whatever the threads.

    >>> result = simulate(Setup(2), games=10, seed=1)
    >>> result.games, result.unfinished, round(sum(result.wins_by_seat))
    (10, 0, 10)
    """
    for name, value, least in (("games", games, 1), ("threads", threads, 1), ("seed", seed, 0)):
        if value < least:
            raise SplendorError(f"{name}={value}: expected at least {least}.")
    if seed + games > 2**62:
        raise SplendorError(f"seed={seed}: expected a number below 2**62 less the games.")
    if device == "cuda":
        from splendor.sim import cuda

        seconds, sums = cuda.play_random_games(setup, games, seed, progress)
    elif device == "cpu":
        seconds, sums = _on_threads(setup, games, seed, threads, progress)
    else:
        raise SplendorError(f"device={device!r} is unknown: expected 'cpu' or 'cuda'.")
    return summary(setup, device, threads, seed, games, seconds, sums)


def summary(setup: Setup, device: str, threads: int, seed: int, games: int, seconds: float, sums: Any) -> Simulation:
    """The sums of `kernels.tally` as figures."""
    decisions = int(sums[kernels.DECISIONS])
    wins = sums[kernels.WINS : kernels.WINS + setup.players]
    return Simulation(
        setup=setup.to_dict(),
        device=device,
        threads=threads,
        seed=seed,
        games=games,
        decisions=decisions,
        seconds=seconds,
        decisions_per_second=decisions / seconds,
        games_per_second=games / seconds,
        decisions_mean=decisions / games,
        decisions_longest=int(sums[kernels.LONGEST]),
        rounds_mean=int(sums[kernels.ROUNDS]) / games,
        wins_by_seat=[int(wins_of) / kernels.SHARE for wins_of in wins],
        unfinished=int(sums[kernels.UNFINISHED]),
    )


def records_of(setup: Setup, number: int) -> Any:
    """Records with their set-up filled in, ready to be dealt."""
    games = new_games(number)
    fill_setup(games[0], setup)
    games[1:] = games[0]
    return games


def _on_threads(setup: Setup, games: int, seed: int, threads: int, progress: Progress | None) -> tuple[float, Any]:
    """Chunks of games on a pool of threads; the compiled code holds no lock of Python."""
    _play_chunk(setup, seed, 0)  # compile, or load what was compiled, before the clock runs
    chunks = [(first, min(CHUNK, games - first)) for first in range(0, games, CHUNK)]
    total = np.zeros(kernels.TALLY, dtype=np.int64)
    start = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        for number, sums in pool.map(lambda chunk: _play_chunk(setup, seed + chunk[0], chunk[1]), chunks):
            longest = max(total[kernels.LONGEST], sums[kernels.LONGEST])
            total += sums
            total[kernels.LONGEST] = longest
            if progress is not None:
                progress(number)
    return time.perf_counter() - start, total


def _play_chunk(setup: Setup, seed: int, number: int) -> tuple[int, Any]:
    sums = np.zeros(kernels.TALLY, dtype=np.int64)
    choice = np.zeros(2, dtype=np.int64)
    kernels.play_many(records_of(setup, 1), 0, seed, number, new_legal(), choice, sums)
    return number, sums
