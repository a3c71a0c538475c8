"""Colours in a terminal. Whatever has a colour has its letter too, so that nothing is lost without colours."""

import re

from rich.text import Text

from splendor.table.catalogue import COLOUR_LETTERS, COLOURS, Kind
from splendor.table.things import Amounts, Card

AMOUNT = re.compile(r"[wugrky][0-9]+")
BRASS = "bold yellow"
QUIET = "dim"
NUMBER = "bold cyan"
WRONG = "bold red"

GEM_STYLES = dict(
    zip(
        COLOURS,
        (
            "bold #1c2436 on #eef2f9",
            "bold #ffffff on #2460d2",
            "bold #ffffff on #0d7d50",
            "bold #ffffff on #c9263b",
            "bold #ffffff on #292733",
            "bold #2a1c02 on #ecc04f",
        ),
        strict=True,
    )
)
CARD_STYLES = {
    "white": "#1c2436 on #b9c5d8",
    "blue": "#ffffff on #173f8c",
    "green": "#ffffff on #0a5134",
    "red": "#ffffff on #7a1424",
    "black": "#ffffff on #45434f",
    "gold": "#2a1c02 on #b98a2c",
    "copy": "#ffffff on #4b3179",
}
SEAT_STYLES = ("bold #1fa79b", "bold #9a6bf2", "bold #e8782f", "bold #e0589b")


def letter(colour: str) -> str:
    """A colour's letter in the notation."""
    return COLOUR_LETTERS[COLOURS.index(colour)]


def gem(colour: str, number: int | None = None) -> Text:
    """A coloured `r3`, or the letter alone."""
    return Text(letter(colour) + ("" if number is None else str(number)), GEM_STYLES[colour])


def gems(numbers: Amounts) -> Text:
    """Amounts as `w3 u1`."""
    return Text(" ").join(gem(colour, number) for colour, number in numbers.items())


def columns(numbers: Amounts) -> Text:
    """Amounts in fixed columns, a dot for none."""
    cells = [gem(colour, number) if number else Text(" ·", QUIET) for colour, number in numbers.items()]
    return Text(" ").join(cells)


def with_gems(text: str) -> Text:
    """A notation such as `pay r2 y1`, `take wug` or `give back w r` with its colours painted."""
    painted = Text()
    for place, word in enumerate(text.split(" ")):
        painted.append(" " if place else "")
        if AMOUNT.fullmatch(word):
            painted.append(word, GEM_STYLES[COLOURS[COLOUR_LETTERS.index(word[0])]])
        elif set(word) <= set(COLOUR_LETTERS):  # no word of the notation but colours is made of these letters
            for one in word:
                painted.append(one, GEM_STYLES[COLOURS[COLOUR_LETTERS.index(one)]])
        else:
            painted.append(word)
    return painted


def card_style(card: Card) -> str:
    """The ground of a card: its bonus colour."""
    if card.kind is Kind.VIRTUAL_GOLD:
        return CARD_STYLES["gold"]
    return CARD_STYLES[card.colour or "copy"]
