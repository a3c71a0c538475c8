"""A view as one short text, for programs that use this library and want the `View` object itself.

What comes from outside is checked before the rules run on it: the hidden cards are filled in, the result must be a
position of a game, and the seat's view of that must be the very bytes that came.
"""

import base64
import binascii
from typing import Any

import numpy as np

from splendor import soundness
from splendor.errors import CorruptSave, ImpossiblePosition
from splendor.game import View
from splendor.rules import doors
from splendor.rules.layout import GAME, LAYOUT_VERSION, NOTHING, UNDER_FIRST, UNKNOWN, copy_games, new_games
from splendor.table.catalogue import DECK_CARDS, DECK_FIRST, DECKS, EDITIONS


def pack(view: View) -> str:
    """The bytes of a view as text, with the version of their layout."""
    return f"{LAYOUT_VERSION}:{base64.b64encode(view.record.tobytes()).decode()}"


def unpack(text: str, seat: int) -> View:
    """The inverse of `pack`; damaged, foreign and impossible views are refused.

    >>> from splendor import Game, Setup
    >>> view = Game(Setup(2), seed=1).view(0)
    >>> unpack(pack(view), 0) == view
    True
    >>> unpack("1:AAAA", 0)
    Traceback (most recent call last):
    splendor.errors.CorruptSave: the view has 3 bytes; 664 were expected.
    """
    record = _record(text)
    try:
        game = _filled_in(record)
        soundness.check(game)
    except ImpossiblePosition as error:
        raise CorruptSave(f"the view is none of a game: {error}") from None
    again = new_games(1)
    if not 0 <= seat < int(game[0]["seats"]):
        raise CorruptSave(f"there is no seat {seat}: seats are 0 to {int(game[0]['seats']) - 1}.")
    doors.view(game, 0, seat, again, 0)
    if again.tobytes() != record.tobytes():
        raise CorruptSave(f"the view is not what seat {seat} would see.")
    return View(record, seat)


def _record(text: str) -> Any:
    version, _, body = text.partition(":")
    if version != str(LAYOUT_VERSION):
        raise CorruptSave(f"the view has layout {version[:10]!r}; this program reads layout {LAYOUT_VERSION}.")
    try:
        data = base64.b64decode(body, validate=True)
    except (binascii.Error, ValueError):
        raise CorruptSave("the view is no base64 text.") from None
    if len(data) != GAME.itemsize:
        raise CorruptSave(f"the view has {len(data)} bytes; {GAME.itemsize} were expected.")
    record = new_games(1)
    record.view(np.uint8)[:] = np.frombuffer(data, dtype=np.uint8)
    return record


def _filled_in(view: Any) -> Any:
    """A game of a view that nobody has checked yet: each hidden card is the first one unseen. No rules run here."""
    record = copy_games(view)
    game = record[0]
    game["chance"] = 1  # a view has no generator, a game does
    for deck in range(DECKS):
        for place in range(int(UNDER_FIRST[deck]), int(UNDER_FIRST[deck + 1])):
            if game["under"][place] == UNKNOWN:
                game["under"][place] = _draw(game, deck)
    for cards in (*(player["hand"] for player in game["players"]), game["drawn"]):
        for place, card in enumerate(cards.tolist()):
            if card < NOTHING:
                deck = UNKNOWN - card
                if deck >= DECKS or not 0 <= game["orient"] <= len(EDITIONS):
                    raise ImpossiblePosition(f"{card} is no mark of a hidden card.")
                cards[place] = int(DECK_FIRST[game["orient"], deck]) + _draw(game, deck)
    return record


def _draw(game: Any, deck: int) -> int:
    """Take the first card out of a deck, as its place there."""
    cards = int(game["decks"][deck])
    if not 0 < cards < 1 << int(DECK_CARDS[deck]):
        raise ImpossiblePosition(f"deck {deck + 1} has no card to be hidden.")
    place = (cards & -cards).bit_length() - 1
    game["decks"][deck] = cards & (cards - 1)
    return place
