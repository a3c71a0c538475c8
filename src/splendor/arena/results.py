"""What came of games: small, and as JSON can hold it."""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from splendor.arena.plan import Seats

STEPS = 8  # classes of decision times per doubling: a figure taken from them is at most 9 % too high


@dataclass(slots=True)
class Times:
    """How long decisions took: exact number, sum and longest, and counts by class for everything else."""

    number: int = 0
    total: float = 0.0
    longest: float = 0.0
    classes: Counter[int] = field(default_factory=Counter)

    def add(self, seconds: float) -> None:
        """One more decision."""
        self.number += 1
        self.total += seconds
        self.longest = max(self.longest, seconds)
        self.classes[math.floor(STEPS * math.log2(max(seconds, 1e-9)))] += 1

    def merge(self, other: "Times") -> None:
        """The decisions of another as well."""
        self.number += other.number
        self.total += other.total
        self.longest = max(self.longest, other.longest)
        self.classes += other.classes

    @property
    def mean(self) -> float:
        """Seconds on average."""
        return self.total / self.number if self.number else 0.0

    def quantile(self, part: float) -> float:
        """Seconds that this part of the decisions stayed below.

        >>> times = Times()
        >>> for milliseconds in range(1, 101):
        ...     times.add(milliseconds / 1000)
        >>> 0.099 <= times.quantile(0.99) <= 0.1
        True
        """
        left = part * self.number
        for place in sorted(self.classes):
            left -= self.classes[place]
            if left <= 0:
                return min(2 ** ((place + 1) / STEPS), self.longest)
        return self.longest

    def to_list(self) -> list[Any]:
        """As JSON can hold it."""
        return [self.number, self.total, self.longest, sorted(self.classes.items())]

    @classmethod
    def from_list(cls, values: list[Any]) -> "Times":
        """The inverse of `to_list`."""
        number, total, longest, classes = values
        return cls(number, total, longest, Counter(dict(classes)))


@dataclass(frozen=True, slots=True)
class Result:
    """One game: who sat where, and who came in which place."""

    seats: Seats
    places: tuple[int, ...]
    """By seat, 1 for the winners; those who share a place have the same number."""
    prestige: tuple[int, ...]
    rounds: int
    decisions: int
    forfeits: dict[int, str] = field(default_factory=dict)
    """The reason, by seat."""

    @property
    def shares(self) -> tuple[float, ...]:
        """By seat, the part of the victory: a shared one is divided."""
        winners = self.places.count(1)
        return tuple(1 / winners if place == 1 else 0.0 for place in self.places)

    def share_of(self, agent: int) -> float:
        """The part of the victory that fell to an agent, at whichever seats."""
        return sum(share for share, who in zip(self.shares, self.seats, strict=True) if who == agent)

    def to_dict(self) -> dict[str, Any]:
        """As JSON can hold it."""
        values = {name: getattr(self, name) for name in ("seats", "places", "prestige", "rounds", "decisions")}
        return values | {"forfeits": self.forfeits} if self.forfeits else values

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> "Result":
        """The inverse of `to_dict`."""
        lists = {name: tuple(values[name]) for name in ("seats", "places", "prestige")}
        forfeits = {int(seat): reason for seat, reason in values.get("forfeits", {}).items()}
        return cls(**lists, rounds=values["rounds"], decisions=values["decisions"], forfeits=forfeits)


@dataclass(frozen=True, slots=True)
class Group:
    """The games of one deal, and how long each agent thought in them."""

    number: int
    games: tuple[Result, ...]
    times: tuple[Times, ...] = ()
    records: tuple[str, ...] = ()
    """The games as lines of an archive."""

    def share_of(self, agent: int) -> float:
        """An agent's part of the victories, from 0 to 1."""
        return sum(game.share_of(agent) for game in self.games) / len(self.games)

    def to_dict(self) -> dict[str, Any]:
        """As JSON can hold it, without the records."""
        return {
            "group": self.number,
            "games": [game.to_dict() for game in self.games],
            "times": [times.to_list() for times in self.times],
        }

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> "Group":
        """The inverse of `to_dict`."""
        games = tuple(map(Result.from_dict, values["games"]))
        return cls(values["group"], games, tuple(map(Times.from_list, values["times"])))


def all_games(groups: Iterable[Group]) -> list[Result]:
    """The games of all groups, in order."""
    return [game for group in groups for game in group.games]
