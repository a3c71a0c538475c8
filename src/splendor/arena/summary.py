"""The figures of a match, as JSON can hold them; tables and reports are made from these."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from splendor.arena.match import Match
from splendor.arena.ratings import NINETY_FIVE, Ratings, rate
from splendor.arena.results import Group, Result, Times, all_games

Values = dict[str, Any]


def summary(match: Match) -> Values:
    """Everything one may want to know; `agents` in the order they were given."""
    plan, groups = match.plan, match.groups
    games = all_games(groups)
    ratings = rate(groups, len(plan.specs))
    pairs = _pairs(plan.labels, games, ratings)
    return {
        "setup": plan.setup.to_dict(),
        "seed": plan.seed,
        "games": len(games),
        "groups": len(groups),
        "games_planned": plan.groups * plan.setup.players,
        "finished": match.finished,
        "agents": [_agent(match, agent, games, ratings) for agent in range(len(plan.specs))],
        "pairs": pairs,
        "crosstable": _crosstable(pairs, len(plan.specs)),
        "sprt": _sprt(match),
        "rounds": _spread([game.rounds for game in games]),
        "decisions": _spread([game.decisions for game in games]),
        "seats": _seats(games, plan.setup.players),
        "group_shares": _group_shares(groups, len(plan.specs)),
    }


def _agent(match: Match, agent: int, games: Sequence[Result], ratings: Ratings) -> Values:
    mine = [game for game in games if agent in game.seats]
    wins = math.fsum(game.share_of(agent) for game in mine)
    elo, error = ratings.elo(agent)
    forfeits = [game.forfeits[seat] for game in mine for seat in game.forfeits if game.seats[seat] == agent]
    prestige = [game.prestige[seat] for game in mine for seat, who in enumerate(game.seats) if who == agent]
    return {
        "spec": match.plan.specs[agent],
        "label": match.plan.labels[agent],
        "games": len(mine),
        "wins": wins,
        "share": wins / len(mine) if mine else 0.0,
        "share_error": _share_error(match.groups, agent),
        "share_if_equal": _mean([game.seats.count(agent) / len(game.seats) for game in mine]),
        "elo": elo,
        "elo_error": error,
        "prestige": _spread(prestige),
        "forfeits": len(forfeits),
        "forfeit_reasons": dict(sorted({reason: forfeits.count(reason) for reason in forfeits}.items())),
        "seconds": _seconds(match.times[agent]),
    }


def _share_error(groups: Sequence[Group], agent: int) -> float:
    """The 95 % error of the share on each side; the unit of chance is the group.

    One group that was shared equally is added: a hundred victories in a row leave a doubt, too.
    """
    mine = [group for group in groups if any(agent in game.seats for game in group.games)]
    if not mine:
        return 1.0
    equal = mine[0].games[0].seats.count(agent) / len(mine[0].games[0].seats)
    shares = [equal, *(group.share_of(agent) for group in mine)]
    return float(NINETY_FIVE * np.std(shares, ddof=1) / math.sqrt(len(mine)))


def _seconds(times: Times) -> Values:
    """How long the decisions took."""
    return {"decisions": times.number, "mean": times.mean, "p99": times.quantile(0.99), "longest": times.longest}


def _pairs(labels: Sequence[str], games: Sequence[Result], ratings: Ratings) -> list[Values]:
    """Each agent against each: how often it stood before the other, and the difference in Elo."""
    found = []
    for one in range(len(labels)):
        for other in range(len(labels)):
            if one == other:
                continue
            scores = [_before(game, one, other) for game in games if {one, other} <= set(game.seats)]
            elo, error = ratings.difference(one, other)
            found.append(
                {
                    "agent": one,
                    "opponent": other,
                    "games": len(scores),
                    "score": _mean(scores),
                    "elo": elo,
                    "elo_error": error,
                    "superiority": 0.5 * (1 + math.erf(elo / max(error, 1e-9) * NINETY_FIVE / math.sqrt(2))),
                }
            )
    return found


def _before(game: Result, one: int, other: int) -> float:
    """How often one agent's seats stood before the other's; the same place counts half."""
    mine = [place for place, who in zip(game.places, game.seats, strict=True) if who == one]
    theirs = [place for place, who in zip(game.places, game.seats, strict=True) if who == other]
    return _mean([0.5 * ((place < their) + (place <= their)) for place in mine for their in theirs])


def _crosstable(pairs: Sequence[Values], agents: int) -> list[list[float | None]]:
    """The scores of every agent against every other; nothing where they never met."""
    found: list[list[float | None]] = [[None] * agents for _ in range(agents)]
    for pair in pairs:
        if pair["games"]:
            found[pair["agent"]][pair["opponent"]] = pair["score"]
    return found


def _sprt(match: Match) -> Values | None:
    evidence = match.evidence
    if evidence is None:
        return None
    sprt = evidence.sprt
    return {
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "alpha": sprt.alpha,
        "beta": sprt.beta,
        "llr": evidence.ratio,
        "lower": evidence.low,
        "upper": evidence.high,
        "accepted": evidence.verdict,
    }


def _seats(games: Sequence[Result], players: int) -> list[float]:
    """The part of the victories that fell to each seat."""
    return [_mean([game.shares[seat] for game in games]) for seat in range(players)]


def _group_shares(groups: Sequence[Group], agents: int) -> list[list[list[float]]]:
    """For each agent how many groups it took which part of: the distribution behind the intervals."""
    found = []
    for agent in range(agents):
        shares = [round(group.share_of(agent), 6) for group in groups]
        found.append([[share, shares.count(share)] for share in sorted(set(shares))])
    return found


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values) if values else 0.0


def _spread(values: Sequence[int]) -> Values:
    return {"mean": _mean(values), "least": min(values, default=0), "most": max(values, default=0)}
