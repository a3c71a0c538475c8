"""A hall of tables on a GPU: games, searches and network all there, the processor only says what comes next.

In groups, each with a stream of its own: while some walk down their trees, which waits for memory most of the time, the
network, which calculates, answers the questions of others.
"""

import time
from collections import deque
from collections.abc import Sequence
from typing import Any

import torch

from splendor.observation import SIZE
from splendor.train import on_gpu
from splendor.train.model import Player, fused
from splendor.train.ring import Ring
from splendor.train.rules import ALL_WHOLE, Parts, Quick, Rules
from splendor.train.tables import HISTORY, Rows, table_of

from numba import cuda  # isort: skip — after sim.cuda, which mends what numba-cuda misses in numpy

FETCHERS = 128  # threads that copy a history
MOST_THREADS = 256  # of a block


def grid_of(tables: int) -> tuple[int, int]:
    """Blocks and their threads: a block for each processor of the GPU, as far as threads can meet."""
    processors = int(cuda.get_current_device().MULTIPROCESSOR_COUNT)
    threads = min(MOST_THREADS, on_gpu.TOGETHER * -(-tables // (processors * on_gpu.TOGETHER)))
    return -(-tables // threads), threads


class Group:
    """Tables whose questions the network answers together, on a stream of their own.

    The player, or one for each side.
    """

    def __init__(self, tables: int, simulations: int, players: Sequence[Player], seed: int) -> None:
        self.number = tables
        self.tables = cuda.device_array(tables, dtype=table_of(simulations + 2))
        self.histories = cuda.device_array(tables, dtype=HISTORY)
        self._seed = seed << 24
        self._seen = torch.zeros((SIZE, tables), dtype=torch.int8, device="cuda")
        self._over = torch.zeros(tables, dtype=torch.bool, device="cuda")
        self._sides = torch.zeros(tables, dtype=torch.int8, device="cuda")
        self._counted = torch.zeros(on_gpu.COUNTERS, dtype=torch.int64, pin_memory=True)
        self._stream = torch.cuda.Stream()
        self._launches = cuda.external_stream(self._stream.cuda_stream)
        self._done = torch.cuda.Event()
        self._grid = grid_of(tables)
        self._players = tuple(players)  # a recorded graph reads their weights, but does not keep them
        self._record()
        self.seen, self.over = cuda.as_cuda_array(self._seen), cuda.as_cuda_array(self._over)
        self.sides = cuda.as_cuda_array(self._sides)
        self.answers = cuda.as_cuda_array(self._answers)

    def _record(self) -> None:
        """The forward as a graph; questions lie in columns, the network wants rows."""
        first, *others = self._players

        def answer(seen: torch.Tensor, sides: torch.Tensor) -> torch.Tensor:
            answers = first(seen.t())
            return torch.where(sides[:, None] == 0, answers, others[0](seen.t())) if others else answers

        answer = fused(answer)
        torch.cuda.synchronize()
        with torch.cuda.stream(self._stream):
            answer(self._seen, self._sides)
        torch.cuda.synchronize()
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph, stream=self._stream):
            self._answers = answer(self._seen, self._sides)
        torch.cuda.synchronize()

    def begin(self, rules: Any) -> None:
        """Deal anew at every table with the next step."""
        on_gpu.prepare_all[self._grid](self.tables, rules, self._seed)
        cuda.synchronize()
        self._done.record(self._stream)

    def wait(self) -> list[int]:
        """Until the last step is made; returns the counters after it."""
        self._done.synchronize()
        counted: list[int] = self._counted.tolist()
        return counted

    def step(self, rules: Any, counters: torch.Tensor, rows: Rows) -> None:
        """From answers to questions to answers; finished games go to the ring."""
        self._walk(rules)
        on_gpu.fetch_all[self.number, FETCHERS, self._launches](
            self.tables, self.histories, self.over, cuda.as_cuda_array(counters), rows
        )
        self._answer(counters)

    def contest(self, rules: Any, shares: torch.Tensor) -> None:
        """The same, but of finished games only the first side's share of the victory is kept."""
        self._walk(rules)
        on_gpu.tally_all[*self._grid, self._launches](self.tables, self.over, cuda.as_cuda_array(shares))
        self._answer()

    def _walk(self, rules: Any) -> None:
        on_gpu.step_all[*self._grid, self._launches](
            self.tables, self.histories, rules, self.seen, self.answers, self.over, self.sides
        )

    def _answer(self, counters: torch.Tensor | None = None) -> None:
        with torch.cuda.stream(self._stream):
            self._graph.replay()
            if counters is not None:
                self._counted.copy_(counters, non_blocking=True)
            self._done.record(self._stream)


class GpuHall:
    """Plays game after game with a search of so many simulations; what there is to learn goes straight to the ring."""

    def __init__(
        self, player: Player, parts: Parts, tables: int, groups: int, most_simulations: int, seed: int, ring: Ring
    ) -> None:
        self._rules = Rules(parts, most_simulations, walks=1)
        self._on_device = cuda.to_device(self._rules.record)
        self.groups = [
            Group(tables // groups, most_simulations, [player], seed * groups + number) for number in range(groups)
        ]
        self._counted: deque[int] = deque([0], maxlen=groups)
        self._counters = torch.zeros(on_gpu.COUNTERS, dtype=torch.int64, device="cuda")
        self._ring = ring
        self._rows = Rows(**{name: cuda.as_cuda_array(part) for name, part in ring.parts.items()})
        self.played = 0.0  # seconds of giving orders
        self.waited = 0.0  # for the GPU
        self.rows = self.games = self.simulations = 0
        """Decisions and games handed over, and the simulations made in them."""

    def search(self, simulations: int, quick: Quick = ALL_WHOLE, **settings: float) -> None:
        """How decisions are searched from now on."""
        if self._rules.search(simulations, quick, **settings):
            cuda.synchronize()
            self._on_device.copy_to_device(self._rules.record)

    def begin(self) -> None:
        """Deal anew at every table."""
        for group in self.groups:
            group.begin(self._on_device)

    def round(self) -> None:
        """From the network's answers to the next questions, at every table; finished games are handed over."""
        for group in self.groups:
            began = time.perf_counter()
            counted = group.wait()
            between = time.perf_counter()
            self.rows, self.games, self.simulations = (max(pair) for pair in zip(counted, self._counts, strict=True))
            # What is counted now, other groups may be writing still; it is there once each of them was waited for.
            self._counted.append(self.rows)
            self._ring.reaches(self._counted[0])
            group.step(self._on_device, self._counters, self._rows)
            self.waited += between - began
            self.played += time.perf_counter() - between

    @property
    def _counts(self) -> tuple[int, int, int]:
        return self.rows, self.games, self.simulations
