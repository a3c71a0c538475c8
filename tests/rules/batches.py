"""Batches of games in lockstep: Python's side of the compiled checks."""

from collections.abc import Iterable, Iterator
from itertools import cycle, product
from typing import Any

import numpy as np

from splendor.game import fill_setup
from splendor.rules.layout import GAME, MAX_LEGAL, new_games, with_attributes
from splendor.table.setup import PAYMENT, TAKE_FEWER, Setup
from tests.rules import checkers
from tests.rules.checkers import DRIVER, EAGER, LOOK, SECRETIVE, UNIFORM
from tests.rules.figures import INTERPRETED

SETUPS = list(Setup.all())[:: 7 if INTERPRETED else 1]  # all 111; a sample where the rules run interpreted
SETUP_NAMES = [f"{setup.players}-{setup.name}" for setup in SETUPS]
MODULE_SETS = [setup.name for setup in Setup.all(players=2)]


def structured(number: int, dtype: np.dtype[Any]) -> Any:
    """Zeros that compiled code takes as they are; interpreted code needs attributes."""
    array = np.zeros(number, dtype)
    return array.view(np.dtype((np.record, dtype))).view(np.recarray) if INTERPRETED else array


def with_options(setup: Setup) -> Iterator[Setup]:
    """The set-up with all its options: three ways to take fewer, with extra nobles or not, two ways to pay."""
    for take_fewer, extra_nobles, payment in product(TAKE_FEWER, (False, True), PAYMENT):
        yield setup.replace(take_fewer=take_fewer, extra_nobles=extra_nobles, payment=payment)


class Batch:
    """Games that play side by side, a decision each at a time; one that is over is dealt anew at the next step.

    Set-ups and policies are given out in turn. Game i of n is dealt from seed + i, then seed + i + n, …
    """

    def __init__(
        self,
        setups: Setup | Iterable[Setup],
        number: int,
        seed: int = 0,
        policies: Iterable[int] = (UNIFORM, EAGER, SECRETIVE),
    ) -> None:
        self.games = new_games(number)
        self.legal = np.zeros((number, MAX_LEGAL), dtype=np.int16)
        self.drivers = structured(number, DRIVER)
        self.drivers["seed"] = np.arange(number) + seed
        self.drivers["stride"] = number
        self.drivers["policy"] = np.resize(list(policies), number)
        readable = with_attributes(self.games)
        for index, setup in zip(range(number), cycle([setups] if isinstance(setups, Setup) else setups)):
            fill_setup(readable[index], setup)
        self.step()

    def __len__(self) -> int:
        return len(self.games)

    def step(self) -> None:
        """One decision everywhere."""
        checkers.step(self.games, self.legal, self.drivers)

    @property
    def dealt(self) -> Any:
        """Where the last step was a deal, not a decision."""
        return self.drivers["played"] < 0

    @property
    def over(self) -> Any:
        """Which games have ended; the next step deals these anew."""
        return self.games["over"] != 0


def as_bytes(games: Any) -> Any:
    """A row of bytes for each record."""
    return np.asarray(games).view(np.uint8).reshape(len(games), GAME.itemsize)


def legal_lists(games: Any) -> Any:
    """The legal actions of every record, found anew; −1 behind the last."""
    legal = np.full((len(games), MAX_LEGAL), -1, dtype=np.int16)
    drivers = structured(len(games), DRIVER)
    drivers["policy"] = LOOK
    checkers.step(games, legal, drivers)
    legal[np.arange(MAX_LEGAL) >= drivers["number"][:, None]] = -1
    return legal


def copies(games: Any, places: Any) -> Any:
    """Copies of the records at these places, some perhaps several times."""
    picked = new_games(len(places))
    as_bytes(picked)[:] = as_bytes(games)[places]
    return picked
