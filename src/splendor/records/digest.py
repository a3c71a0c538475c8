"""A short digest of a position, to find the very turn at which two programs disagree.

It is taken from what lies on the table and from the legal actions in their notation, not from the bytes of the record:
a change of the layout leaves it alone, a change of the rules does not. The generator has no part in it.
"""

import hashlib
from typing import Any

from splendor.game import Game
from splendor.rules.layout import UNDER_FIRST, WORD
from splendor.table.catalogue import DECKS

LENGTH = 8
_NUMBERS = ("seats", "cities", "posts", "orient", "strongholds", "player", "over", "winners", "ending", "passes",
            "quiet_rounds", "rounds")  # fmt: skip
_LISTS = ("bank", "nobles", "city_faces", "holder", "held", "market", "deck_size", "copied", "drawn")
_PLAYER_NUMBERS = ("prestige", "cards", "strongholds", "posts", "city", "nobles")
_PLAYER_LISTS = ("tokens", "bonus", "count", "hand", "hand_seen", "reserved_nobles", "virtual_gold_cards")


def digest(game: Game) -> str:
    """Eight hexadecimal digits that stand for the position.

    >>> from splendor import Setup
    >>> game = Game(Setup(2), seed=1)
    >>> digest(game)
    'dc8bde65'
    """
    now = game.record[0]
    facts: list[object] = [int(now[name]) for name in _NUMBERS]
    facts += [now[name].tolist() for name in _LISTS]
    facts += [_under(now, deck) for deck in range(DECKS)]
    facts += [_card_set(now["gone"]), *(_player(now["players"][seat]) for seat in range(int(now["seats"])))]
    facts += [str(action) for action in game.legal_actions]
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:LENGTH]


def _player(player: Any) -> list[object]:
    facts: list[object] = [int(player[name]) for name in _PLAYER_NUMBERS]
    facts += [player[name].tolist() for name in _PLAYER_LISTS]
    return [*facts, _card_set(player["tableau"])]


def _card_set(words: Any) -> int:
    """The cards as bits of one number."""
    return sum(int(word) << WORD * place for place, word in enumerate(words))


def _under(now: Any, deck: int) -> list[int]:
    """The cards under a deck, next drawn first."""
    first = int(UNDER_FIRST[deck])
    cards: list[int] = now["under"][first : first + int(now["under_count"][deck])].tolist()
    return cards
