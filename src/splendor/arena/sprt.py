"""The sequential test: after every group of paired games, is there enough evidence for one of two strengths?

The evidence is the generalised likelihood ratio over the scores of whole groups, as fishtest computes it over pairs of
games: among all distributions of the scores seen, the likeliest one whose mean is what `elo1` promises, against the
likeliest whose mean is what `elo0` promises. Pairing makes groups less scattered than games, and that is counted.
"""

import math
from collections import Counter
from collections.abc import Iterable

from splendor.arena.plan import Sprt
from splendor.arena.ratings import ELO

UNSEEN = 1e-3  # of a group at each end of the scale: what was never seen is not impossible


def expected_share(elo: float, players: int) -> float:
    """The first agent's part of the victories at a table with the second at all other seats.

    >>> expected_share(0, 2), expected_share(0, 4)
    (0.5, 0.25)
    """
    return 1 / (1 + (players - 1) * math.exp(-elo / ELO))


def bounds(sprt: Sprt) -> tuple[float, float]:
    """The evidence at which `elo0` or `elo1` is accepted.

    >>> [round(bound, 2) for bound in bounds(Sprt(0, 30))]
    [-2.94, 2.94]
    """
    return math.log(sprt.beta / (1 - sprt.alpha)), math.log((1 - sprt.beta) / sprt.alpha)


class Evidence:
    """The log-likelihood ratio of a test, group by group."""

    def __init__(self, sprt: Sprt, players: int) -> None:
        self.sprt = sprt
        self.low, self.high = bounds(sprt)
        self._means = expected_share(sprt.elo0, players), expected_share(sprt.elo1, players)
        self._scores: Counter[float] = Counter()

    def add(self, scores: Iterable[float]) -> None:
        """More groups, each with the first agent's part of its victories."""
        self._scores.update(round(score, 9) for score in scores)

    @property
    def ratio(self) -> float:
        """The logarithm of the likelihood ratio; positive speaks for `elo1`."""
        groups = sum(self._scores.values())
        if not groups:
            return 0.0
        counts = {score: float(count) for score, count in self._scores.items()}
        for end in (0.0, 1.0):
            counts[end] = counts.get(end, 0.0) + UNSEEN
        low, high = (_tilt(counts, mean) for mean in self._means)
        return sum(
            count * (math.log1p(low * (score - self._means[0])) - math.log1p(high * (score - self._means[1])))
            for score, count in counts.items()
        )

    @property
    def verdict(self) -> str | None:
        """`elo0` or `elo1` once one of them is accepted."""
        ratio = self.ratio
        return "elo1" if ratio >= self.high else "elo0" if ratio <= self.low else None


def _tilt(counts: dict[float, float], mean: float) -> float:
    """The x for which counts / (1 + x · (score − mean)) has this mean: the likeliest distribution that does."""
    low, high = -1 / (max(counts) - mean), 1 / (mean - min(counts))
    for _ in range(100):
        middle = (low + high) / 2
        slope = sum(count * (score - mean) / (1 + middle * (score - mean)) for score, count in counts.items())
        low, high = (middle, high) if slope > 0 else (low, middle)
    return (low + high) / 2
