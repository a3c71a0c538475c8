"""The pieces of an observation: what stands where, what it means, and the number that becomes 1 when scaled.

This table is the only place that knows the layout. `writing` takes its places from it, docs/observation.md is
compared with it by a test.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from splendor.rules.actions import Phase
from splendor.rules.layout import CITY_PLACES, HAND, NOBLE_PLACES, RESERVED_NOBLES, SEATS, SLOTS
from splendor.table.catalogue import CITY_PRESTIGE, COST, DECKS, LEVELS, NOBLE_COUNT, POWERS

VERSION = 1
"""Raised whenever a piece changes its place or meaning: a network is good for one version only."""

COLOURS = 5  # gem colours; where gold counts too it is COLOURS + 1
OTHERS = SEATS - 1

MOST_COST = int(COST.max())
MOST_SHORT = int(COST.sum(axis=1).max())
MOST_NOBLE = int(NOBLE_COUNT.max())
MOST_TILE = 14  # cards a tile can ask for
MOST_TOKENS = 7
MOST_BONUSES = 10
MOST_PRESTIGE = 20
MOST_CARDS = 30
MOST_ROUNDS = 60


@dataclass(frozen=True, slots=True)
class Field:
    """Some numbers beside each other: how many, the largest that is told apart, and what they say."""

    name: str
    size: int
    most: int
    meaning: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of the observation: so many rows of the same fields."""

    name: str
    start: int
    rows: int
    fields: tuple[Field, ...]
    meaning: str

    @property
    def width(self) -> int:
        """Numbers in a row."""
        return sum(one.size for one in self.fields)

    @property
    def slice(self) -> slice:
        """Where the piece stands in an observation."""
        return slice(self.start, self.start + self.rows * self.width)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and numbers in a row: `observation[piece.slice].reshape(piece.shape)`."""
        return self.rows, self.width

    def offset(self, name: str) -> int:
        """Where a field begins within a row."""
        place = 0
        for one in self.fields:
            if one.name == name:
                return place
            place += one.size
        raise KeyError(name)

    def field(self, name: str) -> Field:
        """One of the fields."""
        return next(one for one in self.fields if one.name == name)


CARD = (
    Field("present", 1, 1, "a card lies here"),
    Field("level", LEVELS, 1, "its level, one-hot"),
    Field("orient", 1, 1, "it is an Orient card"),
    Field("cost", COLOURS, MOST_COST, "its cost by colour; for a sacrifice card the two cards to be given up"),
    Field("bonus", COLOURS, 2, "the bonuses it gives by colour; a double card gives two"),
    Field("prestige", 1, 5, "its prestige"),
    Field("effect", 5, 1, "virtual gold, copies a colour, brings a free card, reserves a noble, costs a sacrifice"),
)
MISSING = Field("missing", COLOURS, MOST_COST, "tokens (or cards to sacrifice) this seat lacks for it, gold aside")
AFFORDABLE = Field("affordable", 1, 1, "this seat could purchase it now")


def short(seats: int) -> Field:
    """What is lacking when gold is counted."""
    whom = "each seat, own first," if seats > 1 else "its owner"
    return Field("short", seats, MOST_SHORT, f"gold {whom} would still need beside all tokens")


def by_seat(name: str, most: int, meaning: str) -> Field:
    """A number for each seat, own first."""
    return Field(name, SEATS, most, f"{meaning}, by seat, own first")


_SPEC: tuple[tuple[str, int, tuple[Field, ...], str], ...] = (
    (
        "setup",
        1,
        (
            Field("players", 3, 1, "two, three or four, one-hot"),
            Field("modules", 8, 1, "Cities, Trading Posts, Orient, Strongholds, each as 2017 and 2025"),
            Field("take_fewer", 3, 1, "the option take_fewer, one-hot"),
            Field("extra_nobles", 1, 1, "the option extra_nobles"),
            Field("least_gold", 1, 1, "the option payment is least_gold"),
        ),
        "what is played",
    ),
    (
        "progress",
        1,
        (
            Field("seat", SEATS, 1, "the own seat in the order of the first round, one-hot"),
            Field("rounds", 1, MOST_ROUNDS, "completed rounds"),
            Field("quiet_rounds", 1, 25, "rounds in a row without purchase or reservation; 25 end the game"),
            Field("passes", 1, 4, "passes in a row"),
            Field("ending", 1, 1, "this round is the last"),
            Field("over", 1, 1, "the game is over"),
            Field("to_come", 1, 3, "seats after the own one in this round"),
        ),
        "how far the game has come",
    ),
    (
        "decision",
        1,
        (
            Field("phase", int(Phase.OVER) + 1, 1, "what is asked, one-hot in the order of `splendor.Phase`"),
            Field("pay_step", COLOURS + 1, 1, "paying: the colour asked for, the last is virtual gold"),
            Field("paid", COLOURS, MOST_TOKENS, "paying: tokens chosen so far"),
            Field("pair", COLOURS, 1, "colour of the two equal tokens taken this turn"),
            Field("give_back", COLOURS + 1, 1, "giving back: the lowest colour that may still be given"),
            Field("excess", 1, 4, "giving back: tokens over ten"),
            Field("sacrificed", 1, 1, "the first card of a sacrifice is chosen"),
            Field("conquest", 1, 1, "this turn's conquest is under way or done"),
        ),
        "what is to be decided now, and what was chosen so far",
    ),
    (
        "card",
        1,
        (*CARD, Field("price", COLOURS, MOST_COST, "what is left to pay by colour")),
        "the card being purchased, or the newest card whose effect is under way",
    ),
    ("bank", 1, (Field("tokens", COLOURS + 1, MOST_TOKENS, "tokens by colour, gold last"),), "the bank"),
    (
        "decks",
        DECKS,
        (
            Field("size", 1, 40, "cards left"),
            Field("unseen", COLOURS, 8, "cards of each colour that this seat has not seen"),
            Field("under", 1, 10, "cards put under the deck that this seat knows"),
        ),
        "the decks of levels 1 to 3, then the Orient decks",
    ),
    (
        "players",
        SEATS,
        (
            Field("present", 1, 1, "somebody sits here"),
            Field("decides", 1, 1, "the decision is theirs"),
            Field("tokens", COLOURS + 1, MOST_TOKENS, "tokens by colour, gold last"),
            Field("held", 1, 14, "tokens in all"),
            Field("bonus", COLOURS, MOST_BONUSES, "what each colour takes off a price"),
            Field("count", COLOURS, MOST_BONUSES, "what each colour counts for nobles, posts and cities"),
            Field("prestige", 1, MOST_PRESTIGE, "prestige"),
            Field("cards", 1, MOST_CARDS, "cards in the tableau; fewer win a tie"),
            Field("hand", 1, HAND, "reserved cards"),
            Field("virtual_gold", 1, 5, "virtual-gold cards to spend"),
            Field("nobles", 1, 5, "nobles that visited"),
            Field("reserved_nobles", 1, RESERVED_NOBLES, "nobles reserved"),
            Field("reserved_missing", 1, MOST_TILE, "cards missing for the nearest of these"),
            Field("posts", POWERS, 1, "powers of trading posts owned"),
            Field("city", 1, 1, "a city is theirs"),
            Field("strongholds", 1, 3, "strongholds in the supply"),
        ),
        "the own seat, then the others in turn order",
    ),
    (
        "nobles",
        NOBLE_PLACES,
        (
            Field("present", 1, 1, "a noble lies here"),
            Field("needs", COLOURS, MOST_NOBLE, "cards it asks for"),
            Field("missing", COLOURS, MOST_NOBLE, "cards this seat lacks"),
            by_seat("missing_cards", MOST_TILE, "cards missing"),
        ),
        "nobles on the table",
    ),
    (
        "own_nobles",
        RESERVED_NOBLES,
        (
            Field("present", 1, 1, "a noble is reserved"),
            Field("missing", COLOURS, MOST_NOBLE, "cards this seat lacks"),
        ),
        "nobles this seat has reserved",
    ),
    (
        "cities",
        CITY_PLACES,
        (
            Field("present", 1, 1, "a city lies here"),
            Field("prestige", 1, int(CITY_PRESTIGE.max()), "prestige it asks for"),
            Field("needs", COLOURS, 6, "cards it asks for"),
            Field("alike", 1, 6, "cards it asks for of one colour not named"),
            by_seat("missing_cards", MOST_TILE, "cards missing"),
            by_seat("missing_prestige", int(CITY_PRESTIGE.max()), "prestige missing"),
        ),
        "cities on the table",
    ),
    (
        "posts",
        POWERS,
        (
            Field("present", 1, 1, "the edition has this post"),
            Field("missing", COLOURS, 6, "cards this seat lacks"),
            by_seat("missing_cards", MOST_TILE, "cards and nobles missing; 0 also for owners"),
        ),
        "trading posts in the order of their powers",
    ),
    (
        "market",
        SLOTS,
        (
            *CARD,
            AFFORDABLE,
            MISSING,
            short(SEATS),
            by_seat("strongholds", 3, "strongholds on it"),
            Field("chosen", 1, 1, "it is being purchased, or a stronghold was lifted from it"),
        ),
        "the face-up cards, slot by slot in the order of the action numbers",
    ),
    (
        "hand",
        HAND,
        (
            *CARD,
            AFFORDABLE,
            MISSING,
            short(1),
            Field("secret", 1, 1, "not everybody knows it"),
            Field("chosen", 1, 1, "it is being purchased"),
        ),
        "this seat's reserved cards",
    ),
    (
        "drawn",
        2,
        (*CARD, AFFORDABLE, MISSING, short(1)),
        "the two cards drawn to keep one; of another seat's only their deck",
    ),
    (
        "hands",
        OTHERS * HAND,
        (
            *CARD,
            Field("known", 1, 1, "this seat knows the card; otherwise only its deck"),
            Field("affordable", 1, 1, "its owner could purchase it now, as far as this seat knows"),
            short(1),
        ),
        "the reserved cards of the others, three rows for each, in turn order",
    ),
)


def _laid_out() -> Iterator[Piece]:
    start = 0
    for name, rows, fields, meaning in _SPEC:
        piece = Piece(name, start, rows, fields, meaning)
        start = piece.slice.stop
        yield piece


PIECES: tuple[Piece, ...] = tuple(_laid_out())
"""All pieces in order."""
SIZE: int = PIECES[-1].slice.stop
"""Numbers in an observation, in every set-up."""
BY_NAME = {piece.name: piece for piece in PIECES}


def _most() -> Any:
    most = np.concatenate(
        [np.tile([one.most for one in piece.fields for _ in range(one.size)], piece.rows) for piece in PIECES]
    )
    return most.astype(np.int8)


MOST = _most()
"""The largest value of each number; larger ones are cut off."""
SCALE = (1 / MOST).astype(np.float32)
"""What each number is multiplied by, so that all lie between 0 and 1."""
for _table in (MOST, SCALE):
    _table.flags.writeable = False
