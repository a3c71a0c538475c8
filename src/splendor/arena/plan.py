"""What is to be played: agents, set-up, deals, and who sits where in each game."""

import hashlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import combinations, permutations
from math import comb, factorial
from typing import Any

from splendor.agents import make
from splendor.errors import SplendorError
from splendor.table.setup import Setup

Seats = tuple[int, ...]
"""For each seat the agent that sits there, by its place among the specs."""

VERSION = 1
SEED_LIMIT = 2**62
MOST_GAMES = 10**8


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test that stops as soon as it knows: is the first agent stronger by `elo1`, or only by `elo0`?"""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -2000 <= self.elo0 < self.elo1 <= 2000:
            raise SplendorError(f"sprt={self.elo0:g},{self.elo1:g}: expected two Elo differences, the smaller first.")
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise SplendorError(f"{name}={getattr(self, name):g}: an error rate lies between 0 and 0.5.")

    @classmethod
    def read(cls, text: str, alpha: float = 0.05, beta: float = 0.05) -> "Sprt":
        """From two numbers with a comma between them.

        >>> Sprt.read("0,30")
        Sprt(elo0=0.0, elo1=30.0, alpha=0.05, beta=0.05)
        """
        try:
            elo0, elo1 = (float(word) for word in text.split(","))
        except ValueError:
            raise SplendorError(f"sprt={text}: expected two Elo differences with a comma, such as 0,30.") from None
        return cls(elo0, elo1, alpha, beta)


@dataclass(frozen=True, slots=True)
class Plan:
    """A match: everything its result depends on.

    A *group* is one deal played in every rotation of the seats. Games are counted up to whole groups.
    """

    specs: tuple[str, ...]
    setup: Setup
    games: int
    seed: int = 0
    limit: float | None = None
    """Seconds a decision for foreign programs whose spec does not say it."""
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        if len(self.specs) < 2:
            raise SplendorError("a match needs at least two agents; write for example: splendor arena greedy random")
        if not 1 <= self.games <= MOST_GAMES:
            raise SplendorError(f"games={self.games}: expected a number from 1 to {MOST_GAMES}.")
        if not 0 <= self.seed < SEED_LIMIT:
            raise SplendorError(f"seed={self.seed}: expected a number from 0 to 2**62 - 1.")
        if self.limit is not None and not 0 < self.limit <= 3600:
            raise SplendorError(f"time_limit={self.limit:g}: expected seconds above 0, up to 3600.")
        if self.sprt is not None and len(self.specs) != 2:
            raise SplendorError(f"a sequential test compares two agents; {len(self.specs)} were given.")
        for spec in self.specs:
            make(spec)  # an agent that does not exist is refused before anything is played

    # --- groups ---------------------------------------------------------------------------------------------------
    @property
    def groups(self) -> int:
        """How many deals: enough for the games asked for, and every table of agents equally often."""
        needed = -(-self.games // self.setup.players)
        return -(-needed // self._tables) * self._tables

    @property
    def _tables(self) -> int:
        """How many different tables the agents can make: with more agents than seats, every choice of them."""
        return comb(len(self.specs), self.setup.players) if len(self.specs) > self.setup.players else 1

    def seatings(self, group: int) -> list[Seats]:
        """Who sits where in the games of a group: one order of the agents, in all its rotations.

        With fewer agents than seats the last one fills the rest. The order around the table changes from group to
        group, so that everybody sits equally often behind everybody.

        >>> Plan(("greedy", "random"), Setup(4), games=8).seatings(0)
        [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]
        """
        first, *others = self._table(group)
        orders = list(permutations(others))
        order = (first, *orders[group // self._tables % factorial(len(others))])
        return [order[-turn:] + order[:-turn] for turn in range(len(order))]

    def _table(self, group: int) -> Seats:
        """The agents who play in a group."""
        agents, players = len(self.specs), self.setup.players
        if agents <= players:
            return (*range(agents), *[agents - 1] * (players - agents))
        return list(combinations(range(agents), players))[group % self._tables]

    # --- seeds ----------------------------------------------------------------------------------------------------
    def deal_seed(self, group: int) -> int:
        """The seed of a group's deal, the same in all its games."""
        return self.seed + group

    def agent_seed(self, group: int, game: int, seat: int) -> int:
        """The seed of an agent in one game, where its spec leaves it open."""
        text = f"{self.seed}/{group}/{game}/{seat}".encode()
        return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big") % SEED_LIMIT

    # --- names ----------------------------------------------------------------------------------------------------
    @property
    def labels(self) -> tuple[str, ...]:
        """The specs on one line each; one that stands there twice is numbered.

        >>> Plan(("greedy", "greedy"), Setup(2), games=2).labels
        ('greedy', 'greedy #2')
        """
        return tuple(_numbered([" ".join(spec.split()) for spec in self.specs]))

    # --- keeping --------------------------------------------------------------------------------------------------
    def to_dict(self) -> dict[str, Any]:
        """As JSON can hold it."""
        return {"arena": VERSION, **asdict(self), "specs": list(self.specs), "setup": self.setup.to_dict()}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> "Plan":
        """The inverse of `to_dict`."""
        if values.get("arena") != VERSION:
            raise SplendorError(f"the match has version {values.get('arena')!r}; this program reads {VERSION}.")
        sprt = values["sprt"]
        return cls(
            specs=tuple(values["specs"]),
            setup=Setup.from_dict(values["setup"]),
            games=values["games"],
            seed=values["seed"],
            limit=values["limit"],
            sprt=None if sprt is None else Sprt(**sprt),
        )


def _numbered(names: list[str]) -> Iterator[str]:
    seen: dict[str, int] = {}
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        yield name if seen[name] == 1 else f"{name} #{seen[name]}"
