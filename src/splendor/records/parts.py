"""What a record is made of: the deal, the turns with what was revealed in them, the result."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from splendor.action import Action
from splendor.errors import UnreadableRecord
from splendor.position import SEAT_LETTERS
from splendor.table.catalogue import CARD_NAMES
from splendor.table.setup import Setup
from splendor.table.things import CARD_BY_NAME

VERSION = 1
MAX_LENGTH = 2_000_000  # characters; the longest possible game needs less than half
MAX_VALUE = 1000  # characters of a name or another free text

# Words of the text format; free entries must have other names.
OWN_KEYS = ("players", "modules", "options", "level_1", "level_2", "level_3", "nobles", "cities", "position",
            "prestige", "result", "a", "b", "c", "d")  # fmt: skip
_KEY = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


class Reveal(NamedTuple):
    """A card that came from a deck, and where to: a market slot `2.3`, `hand`, or `first`/`second` of two drawn."""

    place: str
    card: int


class Move(NamedTuple):
    """An action and what it revealed."""

    action: Action
    reveals: tuple[Reveal, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """One line of a record: a player's actions in one turn, and perhaps a digest of the position after it."""

    round: int  # from 1
    seat: int
    moves: tuple[Move, ...]
    digest: str | None = None
    where: str = field(default="", compare=False)  # for complaints: `line 17`, `turns[16]`

    @property
    def label(self) -> str:
        """Round and seat, such as `12B`."""
        return f"{self.round}{SEAT_LETTERS[self.seat]}"


@dataclass(frozen=True, slots=True)
class Deal:
    """What chance laid on the table before the first turn, by number of the catalogue."""

    market: tuple[tuple[int, ...], ...]  # three levels, level 1 first
    nobles: tuple[int, ...]
    cities: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """The winners, None while the game goes on, and everybody's prestige."""

    winners: tuple[int, ...] | None
    prestige: tuple[int, ...]


@dataclass(frozen=True)
class Contents:
    """Everything a record holds. It starts with a deal, or else with a position (the bytes of `Game.to_bytes`)."""

    setup: Setup
    deal: Deal | None
    position: bytes | None
    turns: tuple[Turn, ...]
    result: Result
    names: tuple[str, ...] = ()
    meta: dict[str, str] = field(default_factory=dict)
    # For complaints: what stands before all of them, such as `line 3: ` of an archive, and the place of each part.
    where: str = field(default="", compare=False, repr=False)
    places: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.names and len(self.names) != self.setup.players:
            raise self.complaint("names", f"{self.setup.players} were expected, not {len(self.names)}.")
        for letter, name in zip(SEAT_LETTERS.lower(), self.names, strict=False):
            self._check(letter, check_value(name))
        for key, value in self.meta.items():
            fine = len(key) <= MAX_VALUE and _KEY.fullmatch(key) and key not in OWN_KEYS
            self._check(key[:60], check_value(value) if fine else "this cannot be the name of an entry.")

    def _check(self, part: str, reason: str | None) -> None:
        if reason is not None:
            raise self.complaint(part, reason)

    def complaint(self, part: str, reason: object) -> UnreadableRecord:
        """What is wrong with a part, and where it stands."""
        return UnreadableRecord(f"{self.where}{self.places.get(part, part.replace('_', ' '))}: {reason}")


def check_value(value: object) -> str | None:
    """Why a value would not stand on one line of text; None if it does.

    >>> check_value("Anne of Brittany")
    >>> check_value("Anne of\\nBrittany")
    "'Anne of\\\\nBrittany' is no single line of text."
    """
    if not isinstance(value, str):
        return f"expected text, not {type(value).__name__}."
    if not value or len(value) > MAX_VALUE or value != value.strip():
        return f"expected 1 to {MAX_VALUE} characters without spaces around them."
    if any(unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") for letter in value):
        return f"{value[:60]!r} is no single line of text."
    return None


def card_name(card: int) -> str:
    """The name of a card by its number: base cards `1` to `90`, the Orient's `O17-01` to `O25-30`."""
    return CARD_NAMES[card]


def card_number(name: str) -> int:
    """The number of a card by its name.

    >>> card_number("57"), card_name(56)
    (56, '57')
    """
    card = CARD_BY_NAME.get(name.upper())
    if card is None:
        raise UnreadableRecord(
            f"there is no card {name[:20]!r}; cards are 1 to 90, O17-01 to O17-30, O25-01 to O25-30."
        )
    return card.number
