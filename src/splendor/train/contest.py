"""Quick matches of the network without search, to see where the training stands: one seat against all others."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from splendor.rules.layout import SEATS
from splendor.table.setup import Setup
from splendor.train import mixture
from splendor.train.hall import Half, Hall
from splendor.train.model import Player

GAMES = 1024
SETUPS = "base/2=20,base/3=10,base/4=10,all=60"
GROUPS = ("base/2", "base/3", "base/4", "modules/2", "modules/3", "modules/4")
LONGEST = 100_000  # rounds; every game ends long before

Result = dict[str, tuple[float, int]]
"""By group of set-ups: the share of victories, and the number of games."""


def group(setup: Setup) -> str:
    """Which group a set-up is counted in."""
    return f"{'modules' if setup.modules else 'base'}/{setup.players}"


class Contest:
    """Tables at which the network sits alone, at the first seat of every other one and at the second of the rest."""

    def __init__(self, player: Player, most_simulations: int, threads: int, device: str, seed: int) -> None:
        parts = mixture.mixture(SETUPS)
        self._setups = [setup for setup, _ in parts]
        self._device = device
        self._hall = Hall(player, mixture.as_arrays(parts), GAMES, most_simulations, threads, device, seed)
        self._hall.rules.record["noise"] = 0.0
        self._hall.rules.record["again"] = 0
        self._hall.search(0)

    def warm_up(self) -> None:
        """Use every compiled function once."""
        self._seat_greedy()
        self._hall.begin()
        self._hall.round()

    def against_greedy(self) -> Result:
        """Greedy at all other seats."""
        self._seat_greedy()
        return self._play()

    def _seat_greedy(self) -> None:
        for half in self._hall.halves:
            half.tables["opponents"] = ((1 << SEATS) - 1) & ~(1 << _own_seats(half))

    def against(self, other: Player) -> Result:
        """Another network at all other seats."""

        def answer(half: Half) -> None:
            half.wait()
            others = half.tables["game"]["player"] != _own_seats(half)
            with torch.no_grad():
                answers = other(torch.from_numpy(half.seen[others]).to(self._device))
            half.answers[others] = answers.cpu().numpy()

        for half in self._hall.halves:
            half.tables["opponents"] = 0
        return self._play(answer)

    def _play(self, answer: Callable[[Half], None] | None = None) -> Result:
        self._hall.begin()
        for _ in range(LONGEST):
            self._hall.round()
            if answer is not None:
                for half in self._hall.halves:
                    answer(half)
            if all(half.over.all() for half in self._hall.halves):
                break
        found: dict[str, list[float]] = {name: [] for name in GROUPS}
        for half in self._hall.halves:
            winners = half.tables["game"]["winners"].astype(int)
            number = sum((winners >> seat) & 1 for seat in range(SEATS))
            shares = ((winners >> _own_seats(half)) & 1) / number
            for setup, share in zip(half.tables["setup"], shares, strict=True):
                found[group(self._setups[setup])].append(float(share))
        return {name: (float(np.mean(shares)), len(shares)) for name, shares in found.items() if shares}


def _own_seats(half: Half) -> Any:
    return np.arange(len(half.tables)) % 2


def surplus(result: Result) -> float:
    """By how much the victories are more than a fair share, on average over all games."""
    extra = sum((share - 1 / int(name[-1])) * games for name, (share, games) in result.items())
    return extra / sum(games for _, games in result.values())


def in_words(result: Result) -> str:
    """One line."""
    return "  ".join(f"{name} {share:.1%} of {games}" for name, (share, games) in result.items())
