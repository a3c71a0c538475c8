"""What is to be played: set-ups, agents, how many games, from which seed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from splendor.errors import SplendorError
from splendor.statistics import players
from splendor.statistics.play import Chunk
from splendor.table.setup import MODULE_NAMES, Setup

COMPILED_GAMES = 100  # in a chunk: less than a second or two of play
MOST_GAMES = 10_000_000  # of a run: their rows still fit into memory
SEED_LIMIT = 2**62

_LETTERS = ", ".join(f"{name[0].upper()} {title}" for name, title in MODULE_NAMES.items())
SHORT_NAMES = f"Short names: {_LETTERS}; with the year of the edition."


@dataclass(frozen=True, slots=True)
class Plan:
    """A run of the statistics; the same plan gives the same data, if its agents play the same.

    >>> plan = Plan((Setup(2),), games=250)
    >>> plan.agents, [chunk.number for chunk in plan.chunks()]
    (('greedy', 'greedy'), [100, 100, 50])
    """

    setups: tuple[Setup, ...]
    agents: tuple[str, ...] = ()
    """By seat, or one for all seats; without any, greedy."""
    games: int = 1000
    """Of each set-up."""
    seed: int = 0
    """Game n of each set-up is dealt from `seed` + n."""
    rotate: bool = True
    """Whether the agents move on by one seat from game to game."""

    def __post_init__(self) -> None:
        _check_setups(self.setups)
        for name, value in (("games", self.games), ("seed", self.seed)):
            least = 1 if name == "games" else 0
            if type(value) is not int or value < least:
                raise SplendorError(f"{name}={value!r}: expected a whole number of at least {least}.")
        if self.games * len(self.setups) > MOST_GAMES:
            raise SplendorError(
                f"{self.games * len(self.setups):,} games are too many: at most {MOST_GAMES:,} in a run."
            )
        if self.seed + self.games > SEED_LIMIT:
            raise SplendorError(f"seed={self.seed}: expected a number below 2**62 less the games.")
        object.__setattr__(self, "agents", players.checked_specs(tuple(self.agents), self.players))

    @property
    def players(self) -> int:
        """How many play; the same in all set-ups."""
        return self.setups[0].players

    @property
    def total(self) -> int:
        """All games of the run."""
        return self.games * len(self.setups)

    @property
    def is_compiled(self) -> bool:
        """Whether compiled code plays the games."""
        return all(map(players.is_compiled, self.agents))

    def chunks(self) -> Iterator[Chunk]:
        """The jobs, in order; they do not depend on how many work on them."""
        size = COMPILED_GAMES if self.is_compiled else 1
        for number, setup in enumerate(self.setups):
            for first in range(0, self.games, size):
                games = min(size, self.games - first)
                before = number * self.games
                yield Chunk(setup, number, self.agents, self.rotate, first, games, before, self.seed)

    def describe_agents(self) -> str:
        """Who plays, in a few words."""
        if len(set(self.agents)) == 1:
            return f"{self.agents[0]} at every seat"
        how = "moving on by one seat from game to game" if self.rotate else "always at the same seats"
        return f"{', '.join(self.agents)}, {how}"

    def to_dict(self) -> dict[str, Any]:
        """All fields, as JSON can hold them."""
        return {
            "setups": [setup.to_dict() for setup in self.setups],
            "agents": list(self.agents),
            "games": self.games,
            "seed": self.seed,
            "rotate": self.rotate,
        }


def short(setup: Setup) -> str:
    """A module set in a few letters.

    >>> short(Setup(2, cities=2025, orient=2017)), short(Setup(2))
    ('C25 O17', 'base')
    """
    return " ".join(f"{name[0].upper()}{str(year)[2:]}" for name, year in setup.modules.items()) or "base"


def _check_setups(setups: Sequence[Setup]) -> None:
    if not setups:
        raise SplendorError("there is no set-up to play: name at least one, for example Setup(2).")
    if len(set(setups)) != len(setups):
        twice = next(setup.name for setup in setups if setups.count(setup) > 1)
        raise SplendorError(f"the set-up {twice} is named twice; name each set-up once.")
    if len({setup.players for setup in setups}) != 1:
        raise SplendorError("the set-ups have different numbers of players; seats can be compared only among equals.")
