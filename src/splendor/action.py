"""Action: one choice, as a number, as a short text and in parts. docs/notation.md describes the text."""

import re
from dataclasses import dataclass
from typing import NamedTuple

from splendor.errors import UnreadableAction
from splendor.rules import actions as numbering
from splendor.rules.actions import ACTIONS, BLOCKS, COUNTS_PER_COLOUR, TAKEN
from splendor.rules.layout import NOBLE_PLACES, SLOTS_PER_LEVEL
from splendor.table.catalogue import CARD_NAMES, COLOUR_LETTERS, COLOURS, LEVELS


class Block(NamedTuple):
    """A run of action numbers of one kind."""

    kind: str
    first: int
    size: int


def _blocks() -> tuple[Block, ...]:
    first = 0
    blocks = []
    for kind, size in BLOCKS:
        if getattr(numbering, kind.upper()) != first:
            raise AssertionError(f"the action block {kind} does not start at {first}")
        blocks.append(Block(kind, first, size))
        first += size
    return tuple(blocks)


ACTION_BLOCKS = _blocks()
BY_SLOT = ("reserve", "purchase", "free_card", "place", "lift", "remove")
_BLOCK_OF = [block for block in ACTION_BLOCKS for _ in range(block.size)]  # a server asks for it all the time


@dataclass(frozen=True, slots=True, order=True)
class Action:
    """A choice. The same number means the same in every set-up.

    >>> Action.parse("take wug")
    Action('take wug')
    >>> Action.parse("purchase 1.4").number
    57
    >>> Action(25).kind, str(Action(25)), Action(25).tokens
    ('take_same', 'take ww', {'white': 2})
    >>> Action.parse("reserve 2.3").slot, Action.parse("give back r").colour
    ((2, 3), 'red')
    """

    number: int

    def __post_init__(self) -> None:
        if type(self.number) is not int or not 0 <= self.number < ACTIONS:
            raise UnreadableAction(f"{self.number!r} is no action: actions are numbered from 0 to {ACTIONS - 1}.")

    @property
    def kind(self) -> str:
        """The block of the numbering it belongs to: `take_different`, `purchase`, `give_back`, …"""
        return self.block.kind

    @property
    def block(self) -> Block:
        """Its run of numbers."""
        return _BLOCK_OF[self.number]

    @property
    def value(self) -> int:
        """Its place inside the block: a slot, a colour, a deck, a number of tokens, …"""
        return self.number - self.block.first

    @property
    def slot(self) -> tuple[int, int] | None:
        """The place of the market it names: level and place, both from 1."""
        if self.kind not in BY_SLOT:
            return None
        return self.value // SLOTS_PER_LEVEL + 1, self.value % SLOTS_PER_LEVEL + 1

    @property
    def colour(self) -> str | None:
        """The one colour it names."""
        match self.kind:
            case "take_same" | "copy" | "extra_token" | "give_back":
                return COLOURS[self.value]
            case "pay":
                return COLOURS[self.value // COUNTS_PER_COLOUR]
            case _:
                return None

    @property
    def tokens(self) -> dict[str, int] | None:
        """The tokens it takes or pays, by colour."""
        match self.kind:
            case "take_different":
                return {colour: 1 for place, colour in enumerate(COLOURS) if TAKEN[self.value] >> place & 1}
            case "take_same":
                return {COLOURS[self.value]: 2}
            case "pay":
                return {COLOURS[self.value // COUNTS_PER_COLOUR]: self.value % COUNTS_PER_COLOUR}
            case _:
                return None

    def __str__(self) -> str:
        return TEXTS[self.number]

    def __repr__(self) -> str:
        return f"Action({str(self)!r})"

    def __int__(self) -> int:
        return self.number

    @classmethod
    def parse(cls, text: str) -> "Action":
        """Read an action; letter case, spaces and the order of colours do not matter."""
        if not isinstance(text, str):
            raise UnreadableAction(f"{text!r} is no action text; write for example 'take wug' or 'purchase 1.4'.")
        number = NUMBERS.get(_normal(text))
        if number is None:
            raise UnreadableAction(_complaint(text))
        return cls(number)


def _slot(slot: int) -> str:
    return f"{slot // SLOTS_PER_LEVEL + 1}.{slot % SLOTS_PER_LEVEL + 1}"


def _deck(deck: int) -> str:
    return str(deck + 1) if deck < LEVELS else f"o{deck - LEVELS + 1}"


def _text(kind: str, value: int) -> str:
    colour = COLOUR_LETTERS[value] if value < len(COLOUR_LETTERS) else ""
    match kind:
        case "take_different":
            return "take " + "".join(letter for place, letter in enumerate("wugrk") if TAKEN[value] >> place & 1)
        case "take_same":
            return f"take {colour}{colour}"
        case "reserve_deck":
            return f"reserve deck {_deck(value)}"
        case "purchase_hand":
            return f"purchase hand {value + 1}"
        case "pay":
            return f"pay {COLOUR_LETTERS[value // COUNTS_PER_COLOUR]}{value % COUNTS_PER_COLOUR}"
        case "pay_virtual":
            return f"pay virtual {value}"
        case "sacrifice":
            return f"sacrifice {CARD_NAMES[value]}"
        case "copy":
            return f"copy {colour}"
        case "free_card":
            return f"free {_slot(value)}"
        case "reserve_noble":
            return f"reserve noble {value + 1}"
        case "extra_token":
            return f"extra {colour}"
        case "give_back":
            return f"give back {colour}"
        case "visit":
            return f"visit {value + 1}" if value < NOBLE_PLACES else f"visit reserved {value - NOBLE_PLACES + 1}"
        case "post":
            return f"post {'ABCDE'[value]}"
        case "keep" | "city":
            return f"{kind} {value + 1}"
        case "reserve" | "purchase" | "place" | "lift" | "remove":
            return f"{kind} {_slot(value)}"
        case _:
            return kind


def _normal(text: str) -> str:
    """Lower case, single spaces, and the colours of a take in colour order."""
    words = text.lower().split()
    if len(words) == 2 and words[0] == "take" and set(words[1]) <= set("wugrk"):
        words[1] = "".join(sorted(words[1], key="wugrk".index))
    return " ".join(words)


TEXTS = tuple(_text(block.kind, value) for block in ACTION_BLOCKS for value in range(block.size))
NUMBERS = {_normal(text): number for number, text in enumerate(TEXTS)}

_EXAMPLES = {
    "take": "'take wug' (three colours) or 'take rr' (a pair); colours are w u g r k",
    "reserve": "'reserve 2.3' (level 2, slot 3), 'reserve deck 3', 'reserve deck o1' or 'reserve noble 2'",
    "purchase": "'purchase 1.4' (level 1, slot 4) or 'purchase hand 2'",
    "pay": "'pay r2' (two red tokens) or 'pay virtual 1'",
    "sacrifice": "'sacrifice 57' or 'sacrifice O17-03' (a card's name)",
    "copy": "'copy w'",
    "free": "'free 1.3'",
    "extra": "'extra g'",
    "place": "'place 1.2'",
    "lift": "'lift 1.2'",
    "remove": "'remove 1.2'",
    "keep": "'keep 1' or 'keep 2'",
    "give": "'give back w' (one token at a time; y is gold)",
    "visit": "'visit 3' or 'visit reserved 1'",
    "post": "'post A' to 'post E'",
    "city": "'city 1' to 'city 3'",
}


def _complaint(text: str) -> str:
    shown = text if len(text) <= 60 else text[:57] + "..."
    first = re.split(r"\s+", text.strip().lower(), maxsplit=1)[0]
    if first in _EXAMPLES:
        return f"{shown!r} is no action; expected {_EXAMPLES[first]}."
    known = ", ".join([*_EXAMPLES, "conquer", "decline", "pass"])
    return f"{shown!r} is no action; an action begins with one of: {known}."
