"""What is written down of each game: one row for the game, one for each seat, one for each event.

The compiled kernels fill these rows; `tables.py` turns them into columns with names that people can read.
"""

from enum import IntEnum
from typing import Any, NamedTuple

import numba
import numpy as np

from splendor.table.setup import Setup

MOST_EVENTS = 512  # of one game; every card can appear, be reserved and be purchased once: fewer than 450


class Ended(IntEnum):
    """Why the last round was the last."""

    UNFINISHED = 0
    PRESTIGE = 1  # somebody reached the goal (BASE-END)
    CITY = 2  # somebody won a city (CITY17-5, CITY25-4)
    PASSES = 3  # everybody passed in a row (BASE-PASS-3)
    QUIET = 4  # too many rounds without purchase or reservation (BASE-STALL-1)


class Event(IntEnum):
    """What happened to a card or tile."""

    APPEAR = 0  # it lies open on the table now: cards, nobles, cities
    RESERVE = 1  # a card or a noble came to a player's hand
    PURCHASE = 2
    FREE_CARD = 3  # it came free, by another card
    SACRIFICE = 4  # it left the game as the price of another
    VISIT = 5
    POST = 6
    CITY = 7
    SPEND = 8  # a virtual-gold card left the game as payment


class Source(IntEnum):
    """Where a card or noble came from."""

    DECK = 0
    MARKET = 1
    HAND = 2
    CONQUEST = 3
    TABLE = 4  # nobles, posts and cities
    TABLEAU = 5  # what is sacrificed or spent


class Kind(IntEnum):
    """What kind of thing; numbers are those of the catalogue within each kind."""

    CARD = 0
    NOBLE = 1
    POST = 2
    CITY = 3


GAME_ROW = np.dtype(
    [
        ("game", "i4"),  # number in the run
        ("setup", "i2"),  # number in the list of set-ups
        ("seed", "i8"),  # it was dealt from
        ("players", "i1"),
        ("rounds", "i2"),
        ("turns", "i2"),
        ("decisions", "i4"),  # those with a choice, and every turn's action
        ("choices", "i4"),  # legal actions of all decisions together
        ("action_choices", "i4"),  # … of the decisions that start a turn
        ("ended", "i1"),  # Ended
        ("winners", "i1"),  # bits
    ],
    align=True,
)

SEAT_ROW = np.dtype(
    [
        ("game", "i4"),
        ("seat", "i1"),
        ("agent", "i1"),  # number in the list of agents
        ("won", "f8"),  # 1, 0, or the share of a victory
        ("prestige", "i2"),
        ("cards", "i2"),  # in the tableau at the end
        ("nobles", "i1"),
        ("posts", "i1"),
        ("city", "i1"),  # 1 if it has one
        ("turns", "i2"),
        ("decisions", "i4"),
        ("choices", "i4"),
        ("passes", "i2"),
        ("taken", "i2", 6),  # tokens from the bank, by colour
        ("paid", "i2", 6),
        ("given_back", "i2", 6),
        ("held", "i1", 6),  # at the end
        ("hand", "i1"),  # reserved cards left at the end
        ("placed", "i2"),  # strongholds; a move counts as one
        ("moved", "i2"),
        ("removed", "i2"),  # of others
    ],
    align=True,
)

EVENT_ROW = np.dtype(
    [
        ("game", "i4"),
        ("turn", "i2"),  # 1 is the first player's first, 0 the deal
        ("round", "i2"),
        ("seat", "i1"),  # whose turn it was, −1 for the deal
        ("event", "i1"),
        ("kind", "i1"),
        ("thing", "i2"),
        ("source", "i1"),
        ("gems", "i1"),  # tokens paid
        ("gold", "i1"),  # gold tokens paid, or taken with a reservation
        ("prestige", "i1"),  # gained, below 0 for a sacrifice
    ],
    align=True,
)


def new_rows(number: int, dtype: Any) -> Any:
    """Rows of zeros; compiled code takes a plain array, interpreted code needs attributes."""
    rows = np.zeros(number, dtype)
    return rows.view(np.dtype((np.record, dtype))).view(np.recarray) if numba.config.DISABLE_JIT else rows


class Sheet(NamedTuple):
    """Rows of some games: those of the seats and events follow the order of the games."""

    games: Any
    seats: Any
    events: Any

    @classmethod
    def empty(cls, setup: Setup, number: int) -> "Sheet":
        """Room for so many games."""
        return cls(
            new_rows(number, GAME_ROW),
            new_rows(number * setup.players, SEAT_ROW),
            new_rows(number * MOST_EVENTS, EVENT_ROW),
        )

    @classmethod
    def joined(cls, sheets: "list[Sheet]") -> "Sheet":
        """One sheet after the other."""
        return cls(*(np.concatenate(parts) for parts in zip(*sheets, strict=True)))
