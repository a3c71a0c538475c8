"""Intervals: known values, and how often they hold the truth on synthetic data."""

import math

import numpy as np
import pytest

from splendor.statistics.intervals import Estimate, average, difference, mean, share


@pytest.mark.parametrize(
    ("successes", "number", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
        (50, 100, 0.4038, 0.5962),
        (8.5, 10, 0.5412, 0.9646),
    ],
)
def test_wilson(successes: float, number: int, low: float, high: float) -> None:
    found = share(successes, number)
    assert found.value == successes / number
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


def test_nothing_is_known_of_nothing() -> None:
    for estimate in (share(0, 0), mean([]), average([])):
        assert math.isnan(estimate.value)
        assert estimate.to_dict() == {"value": None, "low": None, "high": None, "number": 0}
    assert mean([3]).value == 3
    assert math.isnan(mean([3]).low)


def test_mean_and_difference() -> None:
    one, other = mean([1, 2, 3, 4, 5]), mean([1, 1, 1, 1])
    assert one.value == 3
    assert one.error == pytest.approx(math.sqrt(2.5 / 5))
    assert (other.low, other.high) == (1, 1)
    assert difference(one, other).value == 2
    assert difference(one, other).error == pytest.approx(one.error)
    assert difference(one, one).error == pytest.approx(math.sqrt(2) * one.error)


def test_average_of_independent_estimates() -> None:
    found = average([Estimate(1, 0, 2, 10), Estimate(3, 2, 4, 10)])
    assert (found.value, found.number) == (2, 20)
    assert found.high - found.value == pytest.approx(1 / math.sqrt(2))


def test_excludes() -> None:
    assert Estimate(0.6, 0.55, 0.65, 1).excludes(0.5)
    assert not Estimate(0.6, 0.5, 0.7, 1).excludes(0.5)


@pytest.mark.parametrize("truth", [0.02, 0.25, 0.5, 0.9])
def test_a_share_holds_the_truth_in_95_of_100_runs(truth: float) -> None:
    generator = np.random.default_rng(1)
    runs = [share(int(wins), 200) for wins in generator.binomial(200, truth, 2000)]
    assert 0.93 < np.mean([not run.excludes(truth) for run in runs]) < 0.985


def test_shares_of_victories_make_the_interval_wider_not_narrower() -> None:
    generator = np.random.default_rng(2)
    results = generator.choice([0, 0.5, 1], (2000, 200), p=[0.4, 0.2, 0.4])
    assert np.mean([not share(float(run.sum()), 200).excludes(0.5) for run in results]) > 0.95


def test_a_mean_holds_the_truth_in_95_of_100_runs() -> None:
    generator = np.random.default_rng(3)
    runs = [mean(values) for values in generator.exponential(2.0, (2000, 300))]
    assert 0.93 < np.mean([not run.excludes(2.0) for run in runs]) < 0.965
