"""Ratings from results of two to four players, shared places included: OpenSkill's Plackett–Luce model."""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

Rating = tuple[float, float]
"""Skill and its uncertainty."""

START: Rating = (25.0, 25.0 / 3)


def new_ratings(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings after a match; the lower the place, the better, and equal places are shared.

    >>> (winner, _), (loser, _) = new_ratings([START, START], [0, 1])
    >>> winner > START[0] > loser
    True
    """
    teams = [[_model().rating(mu=mu, sigma=sigma)] for mu, sigma in ratings]
    return [(player.mu, player.sigma) for (player,) in _model().rate(teams, ranks=[float(place) for place in places])]


@cache
def _model() -> "PlackettLuce":
    from openskill.models import PlackettLuce  # the start of a server needs no ratings

    mu, sigma = START
    return PlackettLuce(mu=mu, sigma=sigma)


POINTS = 30.0  # for one of OpenSkill's: 400 more are, about as in chess, ten wins to one


def shown(mu: float) -> int:
    """A skill as it is shown: 1500 at the start.

    >>> shown(START[0]), shown(START[0] + 10)
    (1500, 1800)
    """
    return round(1500 + POINTS * (mu - START[0]))


def provisional(sigma: float) -> bool:
    """Whether too little is known yet: until the uncertainty of the start has halved, after some ten matches."""
    return sigma > START[1] / 2
