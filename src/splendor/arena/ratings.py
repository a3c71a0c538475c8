"""Elo from victories, with intervals that take the group of paired games as the unit of chance.

The model: each agent has a strength, and its chance to win a game is its strength divided by the sum of all at the
table (Bradley and Terry with two, Plackett and Luce's first place with more). The strengths are those that make the
results most likely. Seats are no part of the model, because every group plays all of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from splendor.arena.results import Group

ELO = 400 / np.log(10)
NINETY_FIVE = 1.959964  # standard errors on each side of a 95 % interval
PRIOR = 0.5  # of a shared game between every two agents: without a loss a strength would be without bound
STEPS = 200
LARGEST = 1.0  # natural units of strength a step may change


@dataclass(frozen=True, slots=True)
class Ratings:
    """Strengths on the natural scale, and how sure they are."""

    strengths: Any
    covariance: Any

    def difference(self, one: int, other: int) -> tuple[float, float]:
        """How much stronger one agent is than another in Elo, and the 95 % error on each side."""
        weights = np.zeros(len(self.strengths))
        weights[one] += 1
        weights[other] -= 1
        return self._combined(weights)

    def elo(self, agent: int) -> tuple[float, float]:
        """How much stronger an agent is than the average of the others, and the 95 % error on each side."""
        number = len(self.strengths)
        weights = np.full(number, -1 / (number - 1))
        weights[agent] = 1
        return self._combined(weights)

    def _combined(self, weights: Any) -> tuple[float, float]:
        variance = float(weights @ self.covariance @ weights)
        return float(ELO * (weights @ self.strengths)), float(ELO * NINETY_FIVE * np.sqrt(max(variance, 0.0)))


def rate(groups: Sequence[Group], agents: int) -> Ratings:
    """The ratings that explain the groups best."""
    games = [game for group in groups for game in group.games]
    numbers = np.repeat(np.arange(len(groups)), [len(group.games) for group in groups])
    shape = len(games), len(games[0].seats) if games else 0
    seats = np.array([game.seats for game in games], dtype=np.int64).reshape(shape)
    shares = np.array([game.shares for game in games]).reshape(shape)
    return fit(seats, shares, numbers, agents)


def fit(seats: Any, shares: Any, groups: Any, agents: int) -> Ratings:
    """Ratings from arrays: who sat where and won how much, by game and seat; and each game's group."""
    pairs = np.array(list(combinations(range(agents), 2)), dtype=np.int64)
    won = _by_agent(seats, shares, agents)
    strengths = np.zeros(agents)
    for _ in range(STEPS):
        surplus, curvature = _slopes(strengths, seats, won, pairs)
        step = np.linalg.solve(curvature + 1 / agents, surplus)  # the sum of the strengths stays zero
        strengths += np.clip(step, -LARGEST, LARGEST)
        if np.abs(step).max() < 1e-10:
            break
    return Ratings(strengths, _covariance(strengths, seats, won, groups, pairs))


def _by_agent(seats: Any, values: Any, agents: int) -> Any:
    """Values by game and seat summed up by game and agent."""
    found = np.zeros((len(seats), agents))
    for seat in range(seats.shape[1] if len(seats) else 0):
        np.add.at(found, (np.arange(len(seats)), seats[:, seat]), values[:, seat])
    return found


def _expected(strengths: Any, seats: Any, agents: int) -> Any:
    """The chances to win, by game and agent."""
    if not len(seats):
        return np.zeros((0, agents))
    weights = np.exp(strengths[seats] - strengths[seats].max(axis=1, keepdims=True))
    return _by_agent(seats, weights / weights.sum(axis=1, keepdims=True), agents)


def _slopes(strengths: Any, seats: Any, won: Any, pairs: Any) -> tuple[Any, Any]:
    """First and second derivative of the likelihood, the prior included."""
    agents = len(strengths)
    expected = _expected(strengths, seats, agents)
    surplus = (won - expected).sum(axis=0)
    curvature = np.diag(expected.sum(axis=0)) - expected.T @ expected
    prior = _expected(strengths, pairs, agents)
    surplus += (PRIOR * (_halves(pairs, agents) - prior)).sum(axis=0)
    curvature += PRIOR * (np.diag(prior.sum(axis=0)) - prior.T @ prior)
    return surplus, curvature


def _halves(pairs: Any, agents: int) -> Any:
    return _by_agent(pairs, np.full(pairs.shape, 0.5), agents)


def _covariance(strengths: Any, seats: Any, won: Any, groups: Any, pairs: Any) -> Any:
    """The sandwich: how much the surplus differs from group to group, seen through the curvature."""
    agents = len(strengths)
    _, curvature = _slopes(strengths, seats, won, pairs)
    number = int(groups.max()) + 1 if len(groups) else 0
    surplus = np.zeros((number, agents))
    np.add.at(surplus, groups, won - _expected(strengths, seats, agents))
    prior = PRIOR * (_halves(pairs, agents) - _expected(strengths, pairs, agents))
    if number < 2:  # one group says nothing of how much groups differ: let games be tossed coins
        spread = curvature
    else:
        spread = surplus.T @ surplus * (number / (number - 1)) + prior.T @ prior
    inverse = np.linalg.inv(curvature + 1 / agents)
    return inverse @ spread @ inverse
