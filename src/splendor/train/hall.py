"""A hall of tables: many games of self-play at once, in two halves.

While the network thinks about one half's questions, the processor works on the other half.
"""

import time
from typing import Any

import numba
import numpy as np
import torch

from splendor.agents.neural_core.desk import new_settings
from splendor.agents.neural_core.halving import tables as halving_tables
from splendor.agents.neural_core.search import OUTPUTS
from splendor.observation import SIZE
from splendor.rules import chance
from splendor.train import kernels
from splendor.train.model import Player
from splendor.train.ring import Intake

GAMES_AT_ONCE = 32  # whose histories are fetched together: they fit into an intake


class Half:
    """Tables whose questions the network answers together."""

    def __init__(self, tables: int, simulations: int, player: Player, device: str, seed: int) -> None:
        self.tables = np.zeros(tables, dtype=kernels.table_of(simulations + 2))
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
    """Plays game after game with a search of so many simulations, and hands out what there is to learn."""

    def __init__(
        self,
        player: Player,
        parts: tuple[Any, Any],
        tables: int,
        most_simulations: int,
        threads: int,
        device: str,
        seed: int,
    ) -> None:
        numba.set_num_threads(threads)
        self.device = device
        self.most_simulations = most_simulations
        self.workers = kernels.new_workers(threads)
        self.halves = [Half(tables // 2, most_simulations, player, device, seed * 2 + number) for number in range(2)]
        self.rules = np.zeros(1, dtype=kernels.rules_of(most_simulations + 2))
        setups, limits = parts
        self.rules["setups"][0, : len(setups)] = setups
        self.rules["limits"][0, : len(limits)] = limits
        for name, value in (("noise", 1.0), ("lasting", 0.94), ("outcome", 0.15), ("again", 1)):
            self.rules[name] = value
        self.played = 0.0  # seconds in compiled code
        self.waited = 0.0  # for the network
        self._search = (-1, 0, 0.0)
        self.search(most_simulations, 16, 0.5)

    def search(self, simulations: int, considered: int, trust: float) -> None:
        """How decisions are searched from now on."""
        if self._search == (simulations, considered, trust):
            return
        self._search = simulations, considered, trust
        visits, _ = halving_tables(considered, simulations)
        self.rules["settings"] = new_settings(considered=considered, trust=trust)
        self.rules["simulations"] = simulations
        self.rules["visits"][0, : len(visits), :simulations] = visits

    def step(self, half: Half) -> None:
        """From the network's answers to the next questions."""
        began = time.perf_counter()
        half.wait()
        between = time.perf_counter()
        kernels.step_all(half.tables, self.rules, self.workers, half.seen, half.answers, half.over)
        self.waited += between - began
        self.played += time.perf_counter() - between
        half.ask()

    def imitate(self, half: Half, temperature: float, mistakes: float) -> None:
        """A whole game of greedy play at every table instead."""
        kernels.imitate_all(half.tables, self.rules, self.workers, temperature, mistakes, half.over)

    def fetch(self, half: Half, intake: Intake) -> int:
        """Hand the histories of finished games over; returns how many games there were."""
        finished = np.flatnonzero(half.over)
        for begin in range(0, len(finished), GAMES_AT_ONCE):
            games = finished[begin : begin + GAMES_AT_ONCE]
            kept = np.arange(kernels.ROWS) < half.tables["rows"][games][:, None]
            counts = (kept & (half.tables["history"]["number"][games] > 0)).sum(1)
            places = intake.places(counts)
            kernels.fetch_all(half.tables, games, places, intake.rows)
        return len(finished)

    @property
    def simulations(self) -> int:
        """Made so far."""
        return sum(int(half.tables["simulations"].sum()) for half in self.halves)
