"""The messages of the line protocol: one JSON object on a line, in UTF-8. docs/engine-protocol.md describes them."""

import json

from splendor.action import Action
from splendor.errors import SplendorError
from splendor.foreign.packed import pack
from splendor.foreign.table import Values, setup_values, view_values
from splendor.game import LegalActions, View
from splendor.table.setup import Setup

PROTOCOL = "splendor"
VERSION = 1
LINE_LIMIT = 1 << 16  # bytes of a program's line; an answer needs less than a hundred
COMMENT = 300  # characters of a comment that are kept
SHOWN = 80  # characters of a wrong line that are quoted


class BadMessage(SplendorError):
    """A line that is no message, or not the one that was expected."""


# --- to a program -------------------------------------------------------------------------------------------------
def hello() -> Values:
    """The first message."""
    return {"type": "hello", "protocol": PROTOCOL, "version": VERSION}


def game(setup: Setup, seat: int, seed: int | None) -> Values:
    """A game begins: what is played, where the program sits, and a seed for its own choices."""
    return {"type": "game", "seat": seat, "seed": seed, **setup_values(setup)}


def decide(view: View, legal: LegalActions, limit: float) -> Values:
    """A decision is asked."""
    return {
        "type": "decide",
        "limit": limit,
        "view": view_values(view),
        "legal": [{"number": action.number, "text": str(action)} for action in legal],
        "packed": pack(view),
    }


def over(winners: list[int], prestige: list[int]) -> Values:
    """The game is over."""
    return {"type": "over", "winners": winners, "prestige": prestige}


def forfeit(reason: str) -> Values:
    """The program has lost its game, and why; nothing follows."""
    return {"type": "forfeit", "reason": reason}


def leave() -> Values:
    """The last message: the program is to end."""
    return {"type": "quit"}


# --- lines --------------------------------------------------------------------------------------------------------
def encode(message: Values) -> bytes:
    """A message as a line."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def decode(line: bytes) -> Values:
    """A line as a message: a JSON object with a `type`."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        raise BadMessage(f"expected a JSON object on a line, not {quoted(line)}") from None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise BadMessage(f"expected a JSON object with a 'type', not {quoted(line)}")
    return message


def expect(line: bytes, kind: str) -> Values:
    """A message of one type."""
    message = decode(line)
    if message["type"] == "error":
        raise BadMessage(f"it says: {str(message.get('reason'))[:SHOWN]!r}")
    if message["type"] != kind:
        raise BadMessage(f"expected a message of type {kind!r}, not {quoted(line)}")
    return message


def quoted(line: bytes) -> str:
    """A line to be shown, without what a terminal would obey."""
    text = line.decode("utf-8", errors="replace")
    return repr(text if len(text) <= SHOWN else text[: SHOWN - 1] + "…")


def read_answer(line: bytes, legal: LegalActions) -> tuple[Action, str]:
    """The action chosen and the program's comment on it."""
    message = expect(line, "answer")
    answer = message.get("action")
    try:
        action = Action.parse(answer) if isinstance(answer, str) else Action(answer)  # type: ignore[arg-type]
    except SplendorError:
        raise BadMessage(f"expected the number or the text of a legal action, not {str(answer)[:SHOWN]!r}") from None
    if action not in legal:
        raise BadMessage(f"the action '{action}' is not legal")
    comment = message.get("comment", "")
    return action, one_line(comment) if isinstance(comment, str) else ""


def one_line(text: str) -> str:
    """A text of somebody else on one line, without what a terminal would obey.

    >>> one_line("good\\tmove\\x1b[2J")
    'good move [2J'
    """
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text[:COMMENT]).split())
