"""Perft: how many sequences of so many actions there are from a position.

Chance does not branch: the generator is part of the record. A position is named by its set-up, the seed it was
dealt from and the number of decisions made from there by `checkers.choose` with the policy EAGER, whose generator
is started from the same seed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from splendor.rules.layout import MAX_LEGAL
from splendor.table.setup import Setup
from tests.rules import checkers
from tests.rules.batches import Batch, copies, legal_lists, structured
from tests.rules.checkers import DRIVER, EAGER, GIVEN

FOLDER = Path(__file__).parent
DEPTH = 4
PARENTS = 32  # expanded at once: their children stay in the processor's cache

Counts = tuple[int, ...]


@dataclass(frozen=True)
class Position:
    """A position and its counts by depth, from 1 on; one line of a file."""

    setup: Setup
    seed: int
    decisions: int
    counts: Counts = ()

    def __str__(self) -> str:
        counts = " ".join(f"d{depth} {count}" for depth, count in enumerate(self.counts, start=1))
        return f"players {self.setup.players} seed {self.seed} decisions {self.decisions} : {counts}"

    @classmethod
    def parse(cls, line: str, name: str) -> "Position":
        """Read a line of the file of a module set."""
        words = line.split()
        if words[0:6:2] != ["players", "seed", "decisions"] or words[6] != ":":
            raise ValueError(f"{name}: {line!r} is no perft line")
        counts = tuple(map(int, words[8::2]))
        if words[7::2] != [f"d{depth}" for depth in range(1, len(counts) + 1)]:
            raise ValueError(f"{name}: {line!r} has no counts d1 d2 …")
        return cls(Setup.of_name(name, int(words[1])), int(words[3]), int(words[5]), counts)

    def play(self) -> Iterator[Batch]:
        """The game on its way to the position, as a batch of one, after each decision."""
        batch = Batch(self.setup, 1, self.seed, policies=(EAGER,))
        yield batch
        for _ in range(self.decisions):
            batch.step()
            yield batch

    def game(self) -> Any:
        """The array with its record."""
        *_, batch = self.play()
        return batch.games

    def actions(self) -> list[int]:
        """The actions that lead to it."""
        return [int(batch.drivers["played"][0]) for batch in self.play()][1:]


def read(name: str) -> list[Position]:
    """The positions of a module set."""
    lines = (FOLDER / f"{name}.perft").read_text("utf-8").splitlines()
    return [Position.parse(line, name) for line in lines if line and not line.startswith("#")]


def perft(game: Any, depth: int) -> Counts:
    """The counts of all depths up to this one."""
    counts = [0] * depth
    _count(counts, 0, game, legal_lists(game))
    return tuple(counts)


def _count(counts: list[int], level: int, games: Any, legal: Any) -> None:
    counts[level] += int(np.count_nonzero(legal >= 0))
    if level + 1 < len(counts):
        for first in range(0, len(games), PARENTS):
            part = slice(first, first + PARENTS)
            _count(counts, level + 1, *_children(games[part], legal[part]))


def _children(games: Any, legal: Any) -> tuple[Any, Any]:
    """Every game after every one of its legal actions, and the legal actions there."""
    parents, places = np.nonzero(legal >= 0)
    children = copies(games, parents)
    drivers = structured(len(children), DRIVER)
    drivers["policy"], drivers["number"], drivers["played"] = GIVEN, 1, legal[parents, places]
    after = np.zeros((len(children), MAX_LEGAL), dtype=np.int16)
    checkers.step(children, after, drivers)
    after[np.arange(MAX_LEGAL) >= drivers["number"][:, None]] = -1
    return children, after
