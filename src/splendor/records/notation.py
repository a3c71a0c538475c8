"""A turn on one line: `12B purchase 2.1, pay r2 [2.1=57]  #1f2e3d4c`, in the text format and inside the JSON.

Round and seat, the actions in the notation of `splendor.action` with commas between them, after an action in brackets
the cards it revealed, at the end perhaps a digest of the position after the turn.
"""

import re

from splendor.action import Action
from splendor.errors import SplendorError, UnreadableRecord
from splendor.position import SEAT_LETTERS
from splendor.records.digest import LENGTH
from splendor.records.impose import PLACES
from splendor.records.parts import Move, Reveal, Turn, card_name, card_number

_LABEL = re.compile(r"([1-9][0-9]{0,4})([A-D])")
_DIGEST = re.compile(rf"[0-9a-f]{{{LENGTH}}}")


def write_turn(turn: Turn) -> str:
    """The turn as one line.

    >>> write_turn(Turn(1, 0, (Move(Action.parse("reserve 2.3"), (Reveal("2.3", 56),)),)))
    '1A reserve 2.3 [2.3=57]'
    """
    line = f"{turn.label} " + ", ".join(map(_write_move, turn.moves))
    return f"{line} #{turn.digest}" if turn.digest else line


def _write_move(move: Move) -> str:
    cards = " ".join(f"{place}={card_name(card)}" for place, card in move.reveals)
    return f"{move.action} [{cards}]" if cards else str(move.action)


def read_turn(line: str, where: str) -> Turn:
    """The inverse of `write_turn`; complaints name `where` the line stands.

    >>> read_turn("1A reserve 2.3 [2.3=57]", "line 7").moves[0].reveals
    (Reveal(place='2.3', card=56),)
    >>> read_turn("1A reserv 2.3", "line 7")
    Traceback (most recent call last):
    splendor.errors.UnreadableRecord: line 7: 'reserv 2.3' is no action; an action begins with one of: take, reserve, \
purchase, pay, sacrifice, copy, free, extra, place, lift, remove, keep, give, visit, post, city, conquer, decline, pass.
    """
    try:
        return _read_turn(line, where)
    except SplendorError as error:
        raise UnreadableRecord(f"{where}: {error}") from None


def _read_turn(line: str, where: str) -> Turn:
    rest, hash_sign, digest = line.partition("#")
    if hash_sign and not _DIGEST.fullmatch(digest.strip()):
        raise UnreadableRecord(f"after '#' {LENGTH} hexadecimal digits were expected, not {digest.strip()[:20]!r}.")
    label, _, actions = rest.strip().partition(" ")
    found = _LABEL.fullmatch(label)
    if found is None:
        raise UnreadableRecord(f"a turn begins with its round and player, such as '12B', not with {label[:20]!r}.")
    if not actions.strip():
        raise UnreadableRecord(f"turn {label} has no action.")
    moves = tuple(_read_move(part) for part in actions.split(","))
    return Turn(int(found[1]), SEAT_LETTERS.index(found[2]), moves, digest.strip() or None, where)


def _read_move(text: str) -> Move:
    action, bracket, cards = text.partition("[")
    reveals: list[Reveal] = []
    if bracket:
        inside, closed, after = cards.partition("]")
        if not closed or after.strip() or not inside.strip():
            raise UnreadableRecord(f"{text.strip()[:60]!r}: expected cards in brackets, such as [2.3=57].")
        reveals = [_read_reveal(word) for word in inside.split()]
        if len({reveal.place for reveal in reveals}) != len(reveals):
            raise UnreadableRecord(f"{text.strip()[:60]!r} names a place twice.")
    return Move(Action.parse(action.strip()), tuple(reveals))


def _read_reveal(word: str) -> Reveal:
    place, equals, card = word.partition("=")
    if not equals or place.lower() not in PLACES:
        raise UnreadableRecord(f"{word[:60]!r}: expected a place and a card, such as 2.3=57, hand=57 or first=57.")
    return Reveal(place.lower(), card_number(card))
