"""Whether counts look uniform: the χ² statistic and its probability, without scipy."""

import math
from typing import Any

import numpy as np


def p_value(statistic: float, freedom: int) -> float:
    """The probability of a χ² at least so large, by Wilson and Hilferty: its cube root is nearly normal."""
    spread = 2 / (9 * freedom)
    deviation = ((statistic / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return math.erfc(deviation / math.sqrt(2)) / 2


def uniform(counts: Any) -> float:
    """The probability of counts so uneven, if all cells are alike."""
    counts = np.asarray(counts, dtype=float).ravel()
    expected = counts.sum() / len(counts)
    return p_value(((counts - expected) ** 2 / expected).sum(), len(counts) - 1)


def permutations(counts: Any) -> float:
    """The same for a table of things × places that was summed up from whole permutations.

    Rows and columns then have fixed sums, and the statistic is n/(n − 1) times a χ² of (n − 1)² degrees.
    """
    counts = np.asarray(counts, dtype=float)
    size = len(counts)
    expected = counts.sum() / size**2
    statistic = ((counts - expected) ** 2 / expected).sum()
    return p_value(statistic * (size - 1) / size, (size - 1) ** 2)
