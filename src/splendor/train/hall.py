"""A hall of tables: many games of self-play at once, in two halves.

While the network thinks about one half's questions, the processor works on the other half. `gpu_hall` has the same on a
GPU alone.
"""

import time

import numba
import numpy as np
import torch

from splendor.agents.neural_core.search import OUTPUTS
from splendor.observation import SIZE
from splendor.rules import chance
from splendor.train import on_cpu
from splendor.train.imitation import new_workers
from splendor.train.model import Player
from splendor.train.ring import Intake
from splendor.train.rules import ALL_WHOLE, Parts, Quick, Rules
from splendor.train.tables import HISTORY, NEW, table_of

GAMES_AT_ONCE = 32  # whose histories are fetched together: they fit into an intake


class Half:
    """Tables whose questions the network answers together."""

    def __init__(self, tables: int, simulations: int, player: Player, device: str, seed: int) -> None:
        self.tables = np.zeros(tables, dtype=table_of(simulations + 2))
        self.histories = np.zeros(tables, dtype=HISTORY)
        for number in range(tables):
            chance.seed(self.tables["chance"][number], (seed << 24) + number)
        self.over = np.zeros(tables, dtype=np.bool_)
        """The tables whose games have ended; apart from them, because reading all tables for it takes long."""
        cuda = device == "cuda"
        self._seen = torch.zeros((tables, SIZE), dtype=torch.int8, pin_memory=cuda)
        self._answers = torch.zeros((tables, OUTPUTS), dtype=torch.float32, pin_memory=cuda)
        self.seen, self.answers = self._seen.numpy(), self._answers.numpy()
        self._player = player
        self._stream = torch.cuda.Stream() if cuda else None
        if cuda:
            self._record(tables)

    def _record(self, tables: int) -> None:
        """Upload, forward and download as one graph."""
        self._device_seen = torch.zeros((tables, SIZE), dtype=torch.int8, device="cuda")
        torch.cuda.synchronize()
        with torch.cuda.stream(self._stream):
            self._player(self._device_seen)
        torch.cuda.synchronize()
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph, stream=self._stream):
            self._device_seen.copy_(self._seen, non_blocking=True)
            self._device_answers = self._player(self._device_seen)
            self._answers.copy_(self._device_answers, non_blocking=True)
        self._done = torch.cuda.Event()

    def begin(self) -> None:
        """Deal anew at every table."""
        self.tables["status"] = NEW
        self.over[:] = False
        self.ask()

    def ask(self) -> None:
        """Let the network think about the questions; on a GPU it does so while this goes on."""
        if self._stream is None:
            with torch.no_grad():
                self._answers.copy_(self._player(self._seen))
            return
        with torch.cuda.stream(self._stream):
            self._graph.replay()
            self._done.record(self._stream)

    def wait(self) -> None:
        """Until the answers are there."""
        if self._stream is not None:
            self._done.synchronize()


class Hall:
    """Plays game after game with a search of so many simulations, and hands over what there is to learn."""

    def __init__(
        self,
        player: Player,
        parts: Parts,
        tables: int,
        most_simulations: int,
        threads: int,
        device: str,
        seed: int,
        intake: Intake | None = None,
    ) -> None:
        numba.set_num_threads(threads)
        self.rules = Rules(parts, most_simulations)
        self.workers = new_workers(threads)
        self.halves = [Half(tables // 2, most_simulations, player, device, seed * 2 + number) for number in range(2)]
        self.intake = intake
        self.played = 0.0  # seconds in compiled code
        self.waited = 0.0  # for the network
        self.games = 0  # handed over

    def search(self, simulations: int, quick: Quick = ALL_WHOLE, **settings: float) -> None:
        """How decisions are searched from now on."""
        self.rules.search(simulations, quick, **settings)

    def begin(self) -> None:
        """Deal anew at every table."""
        for half in self.halves:
            half.begin()

    def round(self) -> None:
        """From the network's answers to the next questions, at every table; finished games are handed over."""
        for half in self.halves:
            self._step(half)
            self._hand_over(half)

    def _step(self, half: Half) -> None:
        began = time.perf_counter()
        half.wait()
        between = time.perf_counter()
        on_cpu.step_all(
            half.tables, half.histories, self.rules.record, self.workers, half.seen, half.answers, half.over
        )
        self.waited += between - began
        self.played += time.perf_counter() - between
        half.ask()

    def imitate(self, temperature: float, mistakes: float) -> None:
        """A whole game of greedy play at every table instead, handed over."""
        for half in self.halves:
            on_cpu.imitate_all(
                half.tables, half.histories, self.rules.record, self.workers, temperature, mistakes, half.over
            )
            self._hand_over(half)

    def _hand_over(self, half: Half) -> None:
        """The histories of finished games."""
        if self.intake is None:
            return
        finished = np.flatnonzero(half.over)
        for begin in range(0, len(finished), GAMES_AT_ONCE):
            games = finished[begin : begin + GAMES_AT_ONCE]
            counts = np.zeros(len(games), dtype=np.int64)
            on_cpu.count_all(half.tables, half.histories, games, counts)
            on_cpu.fetch_all(half.tables, half.histories, games, self.intake.places(counts), self.intake.rows)
        self.games += len(finished)

    @property
    def rows(self) -> int:
        """Decisions handed over so far."""
        return 0 if self.intake is None else self.intake.total

    @property
    def simulations(self) -> int:
        """Made so far."""
        return sum(int(half.tables["simulations"].sum()) for half in self.halves)
