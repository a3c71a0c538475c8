"""Refusals: a closed list of reasons why something was not done."""

from enum import StrEnum

from msgspec import Struct

from splendor.errors import SplendorError
from splendor.server.wire.words import Version


class Refusal(StrEnum):
    """Why something was not done: a closed list, and none of the reasons depends on what is hidden."""

    NOT_YOUR_TURN = "not_your_turn"
    STALE = "stale"
    ILLEGAL = "illegal"
    UNKNOWN_MATCH = "unknown_match"
    BAD_SEAT = "bad_seat"
    TOO_FAST = "too_fast"
    OVER = "over"
    NOT_NOW = "not_now"
    NOT_ALLOWED = "not_allowed"
    UNREADABLE = "unreadable"
    BAD_LOGIN = "bad_login"
    NAME_TAKEN = "name_taken"
    UNAVAILABLE = "unavailable"


REASONS = {
    Refusal.NOT_YOUR_TURN: "It is not this seat's turn. Wait for an update in which it decides.",
    Refusal.STALE: "The match has moved on. Look at the version told here and decide anew.",
    Refusal.ILLEGAL: "These actions are not legal here. Choose among those listed in the view.",
    Refusal.UNKNOWN_MATCH: "There is no such match. Check its id.",
    Refusal.BAD_SEAT: "No seat of this match belongs to this token. Take a seat, or use its own token.",
    Refusal.TOO_FAST: "Too many requests. Wait a little and try again.",
    Refusal.OVER: "The match is over. Ask for a rematch.",
    Refusal.NOT_NOW: "This cannot be done at the moment. Look at the newest view.",
    Refusal.NOT_ALLOWED: "This match, or this server, does not allow it.",
    Refusal.UNREADABLE: "The message cannot be read. docs/server-api.md shows what is expected.",
    Refusal.BAD_LOGIN: "Name and password do not belong together, or the token is no longer valid.",
    Refusal.NAME_TAKEN: "Somebody has this name already. Choose another one.",
    Refusal.UNAVAILABLE: "The server cannot do this now. Send it again in a moment, as it is: it is carried out once.",
}


class Refused(SplendorError):
    """A request that is not carried out; nothing has changed."""

    def __init__(
        self,
        refusal: Refusal,
        version: int | None = None,
        reason: str | None = None,
        detail: str | None = None,
        request_id: str | None = None,
    ) -> None:
        super().__init__(reason or REASONS[refusal])
        self.refusal = refusal
        self.version = version
        self.detail = detail
        self.request_id = request_id


class Refusing(Struct, tag="refused", tag_field="type", omit_defaults=True):
    """A request was not carried out: which, why, and the version the match has now."""

    refusal: Refusal
    reason: str
    detail: str | None = None
    """What exactly is wrong, where that can be said: the place in the message, and what was expected there."""
    version: Version | None = None
    request_id: str | None = None


def refusing(error: Refused, request_id: str | None = None) -> Refusing:
    """A refusal as a message."""
    return Refusing(error.refusal, str(error), error.detail, error.version, request_id or error.request_id)
