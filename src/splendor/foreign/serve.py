"""The other way round: an agent of ours answers to somebody else's arena, over the same messages."""

from collections.abc import Callable
from typing import IO, Protocol

from splendor.action import Action
from splendor.errors import SplendorError
from splendor.foreign import messages
from splendor.foreign.messages import BadMessage
from splendor.foreign.packed import unpack
from splendor.foreign.table import Values
from splendor.game import LegalActions, View
from splendor.table.setup import Setup

SEATS = 4


class Chooser(Protocol):
    """What an agent is, seen from here: the agents themselves stand above this part."""

    def choose(self, view: View, legal: LegalActions) -> Action:
        """One of the legal actions."""


Make = Callable[[int | None], Chooser]


def serve(name: str, make: Make, lines: IO[bytes], answers: IO[bytes]) -> None:
    """Answer every message until `quit` or the end of the lines; `make` gets the seed of each game."""
    agent: Chooser | None = None
    for line in lines:
        answer: Values | None = None
        try:
            message = messages.decode(line)
            match message["type"]:
                case "hello":
                    answer = {"type": "hello", "name": name, "version": messages.VERSION}
                case "game":
                    agent = None
                    _check_setup(message)
                    agent = make(_seed(message))
                    answer = {"type": "ready"}
                case "decide":
                    agent = agent or make(None)
                    answer = {"type": "answer", "action": str(_choose(agent, message))}
                case "quit":
                    return
                case _:  # what a later version may add needs no answer
                    continue
        except SplendorError as error:
            answer = {"type": "error", "reason": str(error)}
        answers.write(messages.encode(answer))
        answers.flush()


def _choose(agent: Chooser, message: Values) -> Action:
    view = message.get("view")
    seat = view.get("seat") if isinstance(view, dict) else None
    packed = message.get("packed")
    if type(seat) is not int or not 0 <= seat < SEATS or not isinstance(packed, str):
        raise BadMessage("this program needs 'view.seat' and 'packed' of the message 'decide'")
    seen = unpack(packed, seat)
    legal = seen.legal_actions
    if not len(legal):
        raise BadMessage("there is nothing to decide for this seat")
    return agent.choose(seen, legal)


def _check_setup(message: Values) -> None:
    """A game that cannot be played is refused before it begins, with the reason."""
    setup = message.get("setup")
    if not isinstance(setup, dict):
        raise BadMessage("the message 'game' needs a 'setup', such as {\"players\": 2}")
    Setup.from_dict(setup)


def _seed(message: Values) -> int | None:
    seed = message.get("seed")
    return seed if type(seed) is int and 0 <= seed < 2**63 else None
