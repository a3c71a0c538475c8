"""Ratings and the sequential test on invented results, where the truth is known."""

import math

import numpy as np
import pytest

from splendor.arena.plan import Sprt
from splendor.arena.ratings import ELO, Ratings, fit, rate
from splendor.arena.results import Group, Result
from splendor.arena.sprt import Evidence, bounds, expected_share

TRIALS = 800


def invented(rng: np.random.Generator, strengths: list[float], table: list[int], groups: int, luck: float) -> Ratings:
    """Groups of games with all rotations of a table; `luck` is what a deal gives to its seats."""
    players = len(table)
    seats = np.array([np.roll(table, turn) for turn in range(players)] * groups)
    deals = np.repeat(rng.normal(0, luck, (groups, players)), players, axis=0)
    scores = np.array(strengths)[seats] + deals + rng.gumbel(size=seats.shape)
    shares = (scores == scores.max(axis=1, keepdims=True)).astype(float)
    return fit(seats, shares, np.repeat(np.arange(groups), players), len(strengths))


def truth(strengths: list[float], table: list[int], luck: float) -> Ratings:
    """What endless games would show."""
    return invented(np.random.default_rng(0), strengths, table, 40_000, luck)


@pytest.mark.parametrize(
    ("strengths", "table"),
    [([0.0, 0.0], [0, 1]), ([0.8, -0.8], [0, 1]), ([1.0, 0.0, -1.0], [0, 1, 2]), ([0.7, -0.7], [0, 1, 1, 1])],
    ids=["equal", "two", "three", "one against three"],
)
@pytest.mark.parametrize("luck", [0.0, 1.5])
def test_intervals_hold_the_truth_as_often_as_they_say(strengths: list[float], table: list[int], luck: float) -> None:
    rng = np.random.default_rng(1)
    elo = truth(strengths, table, luck).elo(0)[0]
    hits = 0
    for _ in range(TRIALS):
        found, error = invented(rng, strengths, table, 80, luck).elo(0)
        hits += abs(found - elo) <= error
    assert 0.926 <= hits / TRIALS <= 0.974  # three standard errors of the trials


def test_pairs_that_are_always_shared_leave_little_doubt() -> None:
    """Each deal is won by a seat, whoever sits there: the games alone would look like tossed coins."""
    seats = np.array([[0, 1], [1, 0]] * 100)
    shares = np.array([[1.0, 0.0]] * 200)
    elo, error = fit(seats, shares, np.repeat(np.arange(100), 2), 2).elo(0)
    assert abs(elo) < 1e-9
    assert error < 1
    apart = fit(seats, shares, np.arange(200), 2)
    assert apart.elo(0)[1] == pytest.approx(1.96 * ELO * 2 / math.sqrt(200), rel=0.05)


def test_the_difference_of_two_is_that_of_the_textbook() -> None:
    """Sixty per cent are 70 Elo; the prior of half a shared game hardly shows."""
    seats = np.array([[0, 1], [1, 0]] * 500)
    won = np.array([1.0, 1.0, 1.0, 0.0, 0.0] * 200)  # sixty of a hundred for agent 0
    shares = np.where(seats == 0, won[:, None], 1 - won[:, None])
    ratings = fit(seats, shares, np.repeat(np.arange(500), 2), 2)
    assert ratings.elo(0)[0] == pytest.approx(70.4, abs=0.1)
    assert ratings.elo(1)[0] == -ratings.elo(0)[0]
    assert ratings.difference(0, 1) == ratings.elo(0)


def test_victories_without_a_loss_have_a_bound_and_a_doubt() -> None:
    seats = np.array([[0, 1], [1, 0]] * 100)
    ratings = fit(seats, (seats == 0).astype(float), np.repeat(np.arange(100), 2), 2)
    elo, error = ratings.elo(0)
    assert 800 < elo < 2000
    assert 200 < error < 500


def test_shared_victories_are_halves() -> None:
    games = (Result((0, 1), (1, 1), (15, 15), 25, 60), Result((1, 0), (2, 1), (9, 15), 25, 60))
    assert [game.shares for game in games] == [(0.5, 0.5), (0.0, 1.0)]
    group = Group(0, games, ())
    assert (group.share_of(0), group.share_of(1)) == (0.75, 0.25)
    assert rate([group] * 40, 2).elo(0)[0] == pytest.approx(ELO * math.log(3), rel=0.02)


def test_nothing_played_yet() -> None:
    elo, error = rate([], 3).elo(0)
    assert elo == 0.0
    assert error > 300


def test_one_group_is_no_certainty() -> None:
    games = (Result((0, 1), (1, 2), (15, 9), 25, 60), Result((1, 0), (1, 2), (15, 9), 25, 60))
    assert rate([Group(0, games, ())], 2).elo(0)[1] > 200


def test_agents_that_never_met_are_compared_through_others() -> None:
    seats = np.array([[0, 1], [1, 0]] * 60 + [[1, 2], [2, 1]] * 60)
    rng = np.random.default_rng(3)
    strengths = np.array([1.0, 0.0, -1.0])
    scores = strengths[seats] + rng.gumbel(size=seats.shape)
    shares = (scores == scores.max(axis=1, keepdims=True)).astype(float)
    elo, error = fit(seats, shares, np.repeat(np.arange(120), 2), 3).difference(0, 2)
    assert abs(elo - 2 * ELO) < 1.5 * error
    assert error > 50


# --- the sequential test ------------------------------------------------------------------------------------------
def verdict(rng: np.random.Generator, sprt: Sprt, elo: float, luck: float) -> str | None:
    """A test on invented pairs of games; `luck` is what the seat of a deal is worth."""
    evidence = Evidence(sprt, 2)
    for _ in range(400):
        seat = rng.normal(0, luck, 10)
        first = rng.random(10) < 1 / (1 + np.exp(-elo / ELO - seat))
        second = rng.random(10) < 1 / (1 + np.exp(-elo / ELO + seat))
        evidence.add((first.astype(float) + second) / 2)
        if evidence.verdict is not None:
            return evidence.verdict
    return None


@pytest.mark.parametrize("luck", [0.0, 1.5])
def test_errors_are_as_rare_as_asked(luck: float) -> None:
    """Five in a hundred, give or take three standard errors of the trials."""
    rng, sprt = np.random.default_rng(5), Sprt(0, 100)
    trials, most = 400, 0.05 + 3 * math.sqrt(0.05 * 0.95 / 400)
    weak = [verdict(rng, sprt, 0.0, luck) for _ in range(trials)]
    # A deal that decides games makes the same strength show less: the promise is about the share, so take that.
    shown = ELO * math.log(share / (1 - share)) if (share := _share(100.0, luck)) else 0.0
    strong = [verdict(rng, Sprt(0, shown), 100.0, luck) for _ in range(trials)]
    assert None not in weak + strong
    assert weak.count("elo1") / trials <= most
    assert strong.count("elo0") / trials <= most


def _share(elo: float, luck: float) -> float:
    seats = np.random.default_rng(0).normal(0, luck, 200_000)
    return float(np.mean(1 / (1 + np.exp(-elo / ELO - seats))))


def test_pairing_is_counted() -> None:
    """The same share is stronger evidence when every pair shows it than when luck is scattered."""
    steady, scattered = Evidence(Sprt(0, 30), 2), Evidence(Sprt(0, 30), 2)
    steady.add([0.5, 0.75] * 50)
    scattered.add([1.0, 0.25] * 50)
    assert steady.ratio > 2 * scattered.ratio > 0


def test_the_ratio_is_that_of_the_normal_approximation_when_scores_are_many() -> None:
    rng = np.random.default_rng(2)
    scores = (rng.integers(0, 2, 4000) + rng.integers(0, 2, 4000)) / 2
    evidence = Evidence(Sprt(-5, 5), 2)
    evidence.add(scores)
    low, high = expected_share(-5, 2), expected_share(5, 2)
    expected = len(scores) * (high - low) * (2 * scores.mean() - low - high) / (2 * scores.var())
    assert evidence.ratio == pytest.approx(expected, rel=0.02, abs=0.02)


def test_where_it_starts_and_stops() -> None:
    evidence = Evidence(Sprt(0, 30), 4)
    assert evidence.ratio == 0.0
    assert evidence.verdict is None
    assert bounds(Sprt(0, 30, 0.01, 0.1)) == pytest.approx((-2.293, 4.500), abs=0.001)
    evidence.add([1.0] * 500)
    assert evidence.verdict == "elo1"
    lost = Evidence(Sprt(0, 30), 4)
    lost.add([0.0] * 500)
    assert lost.verdict == "elo0"
    assert expected_share(400, 2) == pytest.approx(10 / 11)
