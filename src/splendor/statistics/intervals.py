"""Estimates with the interval that holds the true value in 95 of 100 runs."""

import math
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

Z = 1.959963984540054  # 95 % of a normal distribution lie within so many standard deviations


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value, its interval, and how many observations it comes from."""

    value: float
    low: float
    high: float
    number: int

    def to_dict(self) -> dict[str, Any]:
        """As JSON can hold it: what is not known is null."""
        return {name: None if math.isnan(value) else value for name, value in asdict(self).items()}

    @property
    def error(self) -> float:
        """The standard error that belongs to the interval."""
        return (self.high - self.low) / (2 * Z)

    def excludes(self, value: float) -> bool:
        """Whether the interval says that the true value is another."""
        return not self.low <= value <= self.high


NOTHING_KNOWN = Estimate(math.nan, math.nan, math.nan, 0)


def share(successes: float, number: int) -> Estimate:
    """A share by Wilson's interval, which is right for small numbers and near 0 and 1, too.

    Shared victories count as fractions: then the interval is a little too wide, never too narrow.

    >>> share(60, 100)  # doctest: +ELLIPSIS
    Estimate(value=0.6, low=0.5020..., high=0.6905..., number=100)
    """
    if number == 0:
        return NOTHING_KNOWN
    value = successes / number
    middle = (value + Z * Z / (2 * number)) / (1 + Z * Z / number)
    half = Z * math.sqrt(value * (1 - value) / number + Z * Z / (4 * number * number)) / (1 + Z * Z / number)
    return Estimate(value, min(value, middle - half), max(value, middle + half), number)


def mean(values: Any) -> Estimate:
    """A mean by the central limit theorem; of fewer than two values nothing is known about its error."""
    values = np.asarray(values, float)
    if len(values) == 0:
        return NOTHING_KNOWN
    value = float(values.mean())
    if len(values) == 1:
        return Estimate(value, math.nan, math.nan, 1)
    half = Z * float(values.std(ddof=1)) / math.sqrt(len(values))
    return Estimate(value, value - half, value + half, len(values))


def difference(one: Estimate, other: Estimate) -> Estimate:
    """One less another that was measured on other games."""
    value = one.value - other.value
    half = Z * math.hypot(one.error, other.error)
    return Estimate(value, value - half, value + half, min(one.number, other.number))


def average(estimates: list[Estimate]) -> Estimate:
    """The mean of independent estimates, all of the same weight."""
    if not estimates:
        return NOTHING_KNOWN
    value = sum(each.value for each in estimates) / len(estimates)
    half = Z * math.sqrt(sum(each.error**2 for each in estimates)) / len(estimates)
    return Estimate(value, value - half, value + half, sum(each.number for each in estimates))
