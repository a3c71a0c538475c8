"""Ratings from results of two to four players, shared places included: OpenSkill's Plackett–Luce model."""

from collections.abc import Sequence

from openskill.models import PlackettLuce

Rating = tuple[float, float]
"""Skill and its uncertainty."""

_model = PlackettLuce()
START: Rating = (_model.mu, _model.sigma)


def new_ratings(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings after a match; the lower the place, the better, and equal places are shared.

    >>> (winner, _), (loser, _) = new_ratings([START, START], [0, 1])
    >>> winner > START[0] > loser
    True
    """
    teams = [[_model.rating(mu=mu, sigma=sigma)] for mu, sigma in ratings]
    return [(player.mu, player.sigma) for (player,) in _model.rate(teams, ranks=[float(place) for place in places])]


def certain(mu: float, sigma: float) -> float:
    """What is as good as certain of a skill; the number that is shown."""
    return mu - 3 * sigma
