"""Messages as bytes and back; nothing else goes in or out."""

from typing import Any, get_args

import msgspec

from splendor.server.wire.news import (
    Answer,
    Began,
    Chat,
    Ended,
    Hint,
    Lobby,
    Muted,
    Pong,
    Presence,
    Update,
    YourTurn,
)
from splendor.server.wire.reading import read
from splendor.server.wire.refusals import Refusal, Refused, Refusing
from splendor.server.wire.requests import Request
from splendor.server.wire.words import FRAME

Message = Update | Answer | Refusing | Chat | Muted | Presence | Pong | Hint | Lobby | YourTurn | Began | Ended

_MESSAGES = get_args(Message)
_encoder = msgspec.json.Encoder()
_ENDS_OF_LINES = [(end.encode(), b"\\u%04x" % ord(end)) for end in "\x85\u2028\u2029"]


def encode(message: Message) -> bytes:
    """A message as JSON; anything that is none is refused."""
    if not isinstance(message, _MESSAGES):
        raise TypeError(f"a {type(message).__name__} is no message")
    return _encoder.encode(message)


def line(message: Message) -> bytes:
    """A message as a line of a stream: what many readers take for the end of a line is written with an escape."""
    found = encode(message)
    for ends, escaped in _ENDS_OF_LINES:
        found = found.replace(ends, escaped)
    return found + b"\n"


def decode(data: bytes | str) -> Request:
    """A client's message on a socket."""
    if len(data) > FRAME:
        raise Refused(Refusal.UNREADABLE, detail=f"the message: at most {FRAME} bytes.")
    request: Request = read(data, Request)
    return request


def schema() -> dict[str, Any]:
    """The JSON schema of all messages of the socket, for clients that make their types from it."""
    _, parts = msgspec.json.schema_components([*_MESSAGES, Request], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "oneOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in _MESSAGES],
        "$defs": parts,
    }
