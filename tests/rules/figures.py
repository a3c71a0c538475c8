"""How much a test does: one figure for `make test`, a larger one for `make test-long`.

SPLENDOR_FIGURES multiplies both, e.g. 0.01 for a quick look. Where the rules run interpreted
(NUMBA_DISABLE_JIT=1) they are thousands of times slower, and much less is done.
"""

import os
from typing import Any

import numba
import pytest

INTERPRETED = bool(numba.config.DISABLE_JIT)
FACTOR = float(os.environ.get("SPLENDOR_FIGURES", "0.00005" if INTERPRETED else "1"))


def scaled(figure: int) -> int:
    """The figure in this run; at least 1."""
    return max(1, round(figure * FACTOR))


def figures(ci: int, long: int) -> list[Any]:
    """Both figures as the parameters of a test."""
    return [
        pytest.param(scaled(ci), id=f"{ci:.0e}"),
        pytest.param(scaled(long), id=f"{long:.0e}", marks=pytest.mark.long),
    ]
