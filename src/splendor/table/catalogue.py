"""Every printed card and tile as frozen numpy tables, read from the csv files beside this module.

One number names one thing everywhere. Cards 0–89 are the base cards, 90–119 the Orient cards of 2017 and
120–149 those of 2025, each in the order of its file; so a deck is a run of consecutive numbers. City faces
0–13 are of 2017, 14–27 of 2025, two consecutive faces to a tile. Nobles 0–9 come with the base game.
Colours count in the order of the English rulebook's bonus row: white, blue, green, red, black, then gold.
"""

import csv
from enum import IntEnum
from importlib.resources import files
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Table = NDArray[np.int16]

COLOURS = ("white", "blue", "green", "red", "black", "gold")
COLOUR_LETTERS = "wugrky"
GOLD = 5
LEVELS = 3
EDITIONS: tuple[Literal[2017], Literal[2025]] = (2017, 2025)


class Kind(IntEnum):
    """What a card does besides giving its bonus; base cards are PLAIN."""

    PLAIN = 0
    VIRTUAL_GOLD = 1
    COPY = 2
    COPY_AND_FREE_CARD = 3
    DOUBLE_BONUS = 4
    RESERVE_NOBLE = 5
    FREE_CARD = 6
    SACRIFICE = 7


class Power(IntEnum):
    """The powers of the trading posts; the first five are the tiles A–E of 2025."""

    TOKEN_AFTER_PURCHASE = 0
    DRAW_TWO = 1
    THIRD_TOKEN = 2
    DOUBLE_GOLD = 3
    PRESTIGE_PER_POST = 4
    FIVE_PRESTIGE = 5


def _rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(files(__package__).joinpath(name).read_text("utf-8").splitlines()))


def _colour(name: str) -> int:
    """A colour's number, −1 for "no colour"."""
    return COLOURS.index(name) if name else -1


def _frozen(values: Any) -> Table:
    # int16 rather than int8: interpreted, numpy's scalars would overflow at 127 where compiled code does not.
    table = np.array(values, dtype=np.int16)
    table.flags.writeable = False
    return table


def _packed(table: Table) -> Table:
    """Each row in one integer, a byte for each colour: five comparisons at once."""
    packed = np.array([sum(amount << 8 * colour for colour, amount in enumerate(map(int, row))) for row in table])
    packed.flags.writeable = False
    return packed


def _amounts(row: dict[str, str]) -> list[int]:
    return [int(row[colour]) for colour in COLOURS[:5]]


_BASE = _rows("cards.csv")
_ORIENT = _rows("orient.csv")
_CARDS = _BASE + _ORIENT
_NOBLES = _rows("nobles.csv")
_CITIES = _rows("cities.csv")
_POSTS = _rows("trading_posts.csv")

# --- development cards ---------------------------------------------------------------------------------------
CARDS = len(_CARDS)
BASE_CARDS = len(_BASE)
ORIENT_CARDS = 30  # in each edition
CARD_NAMES = tuple(row["id"] for row in _CARDS)
COST = _frozen([_amounts(row) for row in _CARDS])
COST_PACKED = _packed(COST)
BONUS = _frozen([_colour(row["bonus"]) for row in _CARDS])
PRESTIGE = _frozen([int(row["prestige"]) for row in _CARDS])
LEVEL = _frozen([int(row["level"]) - 1 for row in _CARDS])
KIND = _frozen([int(Kind[row["kind"].upper()]) if "kind" in row else 0 for row in _CARDS])
SACRIFICE_COLOUR = _frozen([_colour(row.get("sacrifice", "")) for row in _CARDS])

# --- decks: 0–2 the base decks by level, 3–5 the Orient decks by level ------------------------------------------
DECKS = 6
DECK = _frozen([LEVEL[card] + (3 if card >= BASE_CARDS else 0) for card in range(CARDS)])
# How many cards each deck has before dealing, and its first card by edition of the Orient module (0, 2017, 2025).
DECK_CARDS = _frozen([40, 30, 20, 10, 10, 10])
DECK_FIRST = _frozen([[0, 40, 70, 0, 0, 0], [0, 40, 70, 90, 100, 110], [0, 40, 70, 120, 130, 140]])

# --- nobles, cities, trading posts --------------------------------------------------------------------------------
NOBLES = len(_NOBLES)
BASE_NOBLES = 10
NOBLE_PRESTIGE = 3
NOBLE_NAMES = tuple(row["name_2014"] or row["name"] for row in _NOBLES)
NOBLE_COUNT = _frozen([_amounts(row) for row in _NOBLES])
NOBLE_PACKED = _packed(NOBLE_COUNT)

CITY_TILES = 7
CITY_FACES = 2 * CITY_TILES  # in each edition
CITY_NAMES = tuple(f"{row['name']} {row['side']}" for row in _CITIES)
CITY_PRESTIGE = _frozen([int(row["prestige"]) for row in _CITIES])
CITY_COUNT = _frozen([_amounts(row) for row in _CITIES])
CITY_ALIKE = _frozen([int(row["alike"]) for row in _CITIES])

POWERS = len(Power)
POST_LETTERS = tuple(
    {Power[row["power"].upper()]: row["letter"] for row in _POSTS if row["edition"] == str(edition)}
    for edition in EDITIONS
)
# By edition (0 first, 1 second) and power; −1 in the first colour marks a power that edition lacks.
_post_count = np.full((len(EDITIONS), POWERS, 5), -1, dtype=np.int16)
_post_nobles = np.zeros((len(EDITIONS), POWERS), dtype=np.int16)
for _row in _POSTS:
    _where = EDITIONS.index(int(_row["edition"])), int(Power[_row["power"].upper()])
    _post_count[_where] = _amounts(_row)
    _post_nobles[_where] = int(_row["nobles"])
POST_COUNT = _frozen(_post_count)
POST_NOBLES = _frozen(_post_nobles)
