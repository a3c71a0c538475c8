"""Messages from outside: read, or refused with the place that is wrong and what was expected there.

What is said of a message comes from the message and from its kind alone: nothing that is hidden can be in it.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from splendor.errors import IllegalSetup
from splendor.server.wire.refusals import Refusal, Refused
from splendor.server.wire.words import RequestId
from splendor.table.setup import Setup

LONGEST = 300  # letters of a complaint, which may quote the message

_PLACE = re.compile(r"(.*?)(?: - at `(?:key in )?\$\.?(.*)`)?", re.DOTALL)


class _Named(Struct):
    """All that is looked at in a message that cannot be read otherwise."""

    request_id: RequestId | None = None


def read(data: bytes | str, wanted: Any) -> Any:
    """A message of a kind."""
    try:
        found = _decoder(wanted).decode(data)
        if isinstance(getattr(found, "setup", None), Setup):
            _check_setup(msgspec.json.decode(data)["setup"])
        return found
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(Refusal.UNREADABLE, detail=complaint(error, wanted), request_id=_name(data)) from None


def _check_setup(values: dict[str, Any]) -> None:
    """Refuse a module that is misspelt: what a dataclass has no place for, msgspec leaves out without a word."""
    try:
        Setup.from_dict(values)
    except IllegalSetup as error:
        raise msgspec.ValidationError(f"{error} - at `$.setup`") from None


def complaint(error: Exception | str, wanted: Any = None) -> str:
    """What is wrong, and where: msgspec's words, with the values that are possible where they can be counted.

    >>> complaint("Expected `int` <= 378 - at `$.actions[0]`")
    'actions[0]: expected `int` <= 378.'
    """
    if isinstance(error, UnicodeDecodeError):
        return "the message is not UTF-8."
    if isinstance(error, RecursionError):
        return "there are too many brackets inside brackets."
    found = _PLACE.fullmatch(str(error))
    said, place = (found.group(1), found.group(2) or "") if found else (str(error), "")
    if "matching regex" in said:
        said = "control characters have no place here"
    if said.startswith("Invalid") and (possible := _possible(wanted, place)):
        said += f"; expected {', '.join(map(str, possible))}"
    words = said[:1].lower() + said[1:] if said.startswith(("Expected", "Invalid", "Object")) else said
    whole = f"{place or 'the message'}: {words.rstrip('.')}"
    return f"{whole[:LONGEST]}…" if len(whole) > LONGEST else f"{whole}."


@cache
def _decoder(wanted: Any) -> "msgspec.json.Decoder[Any]":
    return msgspec.json.Decoder(wanted)


def _name(data: bytes | str) -> str | None:
    """The request id of a message that cannot be read, if that can: whoever sent several wants to know which."""
    try:
        return msgspec.json.decode(data, type=_Named).request_id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _possible(wanted: Any, place: str) -> list[Any]:
    """The values that are possible at a place, from the schema; none if there are too many to be listed."""
    if wanted is None:
        return []
    (schema,), parts = msgspec.json.schema_components([wanted], ref_template="{name}")
    nodes = list(_resolved(schema, parts))
    for name in re.findall(r"[a-z_]+|\[", place):
        nodes = [found for node in nodes for found in _resolved(_child(node, name), parts)]
    return sorted({value for node in nodes for value in node.get("enum", [])}, key=str)


def _child(node: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = node.get("items", {}) if name == "[" else node.get("properties", {}).get(name, {})
    return found


def _resolved(node: dict[str, Any], parts: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A schema without references and alternatives."""
    if "$ref" in node:
        yield from _resolved(parts[node["$ref"]], parts)
    elif "anyOf" in node:
        for one in node["anyOf"]:
            yield from _resolved(one, parts)
    else:
        yield node
