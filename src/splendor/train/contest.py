"""Quick matches of the network against greedy players, to see where the training stands."""

import numpy as np

from splendor.table.setup import Setup
from splendor.train.hall import Hall
from splendor.train.kernels import NEW

GROUPS = ("base/2", "base/3", "base/4", "modules/2", "modules/3", "modules/4")
LONGEST = 100_000  # steps; every game ends long before


def group(setup: Setup) -> str:
    """Which group a set-up is counted in."""
    return f"{'modules' if setup.modules else 'base'}/{setup.players}"


def against_greedy(hall: Hall, setups: list[Setup]) -> dict[str, tuple[float, int]]:
    """The share of victories by group of set-ups, one seat against greedy at all others, and the number of games."""
    hall.rules["again"] = 0
    for half in hall.halves:
        half.tables["status"] = NEW
        half.tables["opponents"] = 15 & ~(1 << (np.arange(len(half.tables)) % 2))
        half.over[:] = False
        half.ask()
    for _ in range(LONGEST):
        for half in hall.halves:
            hall.step(half)
        if all(half.over.all() for half in hall.halves):
            break
    found: dict[str, list[float]] = {name: [] for name in GROUPS}
    for half in hall.halves:
        winners = half.tables["game"]["winners"]
        seats = np.arange(len(winners)) % 2
        shares = ((winners >> seats) & 1) / np.maximum(1, sum((winners >> seat) & 1 for seat in range(4)))
        for setup, share in zip(half.tables["setup"], shares, strict=True):
            found[group(setups[setup])].append(float(share))
    return {name: (float(np.mean(shares)), len(shares)) for name, shares in found.items() if shares}
