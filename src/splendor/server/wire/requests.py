"""From a client: a match is made or joined over HTTP; the rest is said over HTTP or on a socket."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from splendor.server.wire.matches import TimeControl
from splendor.server.wire.words import (
    AGENT_LENGTH,
    CHAT_LENGTH,
    IN_LINES,
    ActionNumber,
    Name,
    RequestId,
    SeatNumber,
    SecretId,
    Text,
    Token,
    Version,
)
from splendor.table.setup import Setup


# --- over HTTP ----------------------------------------------------------------------------------------------------
class WantedSeat(Struct, forbid_unknown_fields=True):
    """A seat of a new match: taken by whoever makes it (`me`, also several: one screen for all), a bot, or open."""

    kind: Literal["me", "bot", "open"]
    name: Name | None = None
    agent: Annotated[str, Meta(max_length=AGENT_LENGTH)] | None = None


class CreateMatch(Struct, forbid_unknown_fields=True):
    """A new match."""

    setup: Setup
    seats: Annotated[list[WantedSeat], Meta(min_length=2, max_length=4)]
    public: bool = False
    shuffle: bool = False
    """Seats by lot."""
    hints: bool = True
    """Hints for those who ask; off in a rated match, whatever is wished here."""
    rated: bool = False
    """The result counts, if everybody at the table has an account of their own: with a bot or a guest it does not."""
    time_control: TimeControl | None = None
    request_id: SecretId | None = None


class Join(Struct, forbid_unknown_fields=True):
    """Take an open seat: a given one, or the first."""

    name: Name
    seat: SeatNumber | None = None
    invitation: Token | None = None
    request_id: SecretId | None = None


# --- over HTTP or a socket ----------------------------------------------------------------------------------------
class Hello(Struct, tag="hello", tag_field="type", forbid_unknown_fields=True):
    """The first message on a socket. Without a token one looks on. `version`: what the client has seen already."""

    match: Text
    token: Token | None = None
    version: Version | None = None


class Decide(Struct, tag="decide", tag_field="type", forbid_unknown_fields=True):
    """Make a decision, or several in a row. With `confirm`, a turn that ends by it needs no further confirmation."""

    request_id: RequestId
    expected_version: Version
    actions: Annotated[list[ActionNumber], Meta(min_length=1, max_length=20)]
    confirm: bool = False


class Undo(Struct, tag="undo", tag_field="type", forbid_unknown_fields=True):
    """Take back one's last decision of this turn, as long as nothing hidden was revealed by it."""

    request_id: RequestId
    expected_version: Version


class Confirm(Struct, tag="confirm", tag_field="type", forbid_unknown_fields=True):
    """The turn shall stay as it is: the next player goes on."""

    request_id: RequestId
    expected_version: Version


class Resign(Struct, tag="resign", tag_field="type", forbid_unknown_fields=True):
    """Give the match up; in larger matches a bot plays on for the seat, without a chance to win."""

    request_id: RequestId


class Leave(Struct, tag="leave", tag_field="type", forbid_unknown_fields=True):
    """Give the seat back before the match begins."""

    request_id: RequestId


class SeatBot(Struct, tag="seat_bot", tag_field="type", forbid_unknown_fields=True):
    """Let a bot take an open seat, a given one or the first, of a match that waits and in which one has a seat."""

    request_id: RequestId
    agent: Annotated[str, Meta(max_length=AGENT_LENGTH)] | None = None
    """A level of the catalogue."""
    seat: SeatNumber | None = None


class StandIn(Struct, tag="stand_in", tag_field="type", forbid_unknown_fields=True):
    """Let a bot decide for a seat whose person has been gone for a while, or for one's own."""

    request_id: RequestId
    seat: SeatNumber


class Return(Struct, tag="return", tag_field="type", forbid_unknown_fields=True):
    """Take one's seat back from the bot that stood in."""

    request_id: RequestId


class Rematch(Struct, tag="rematch", tag_field="type", forbid_unknown_fields=True):
    """Play again: once everybody wants to, a new match begins, and the seats' tokens are valid there too."""

    request_id: RequestId


class Say(Struct, tag="say", tag_field="type", forbid_unknown_fields=True):
    """Say something to the table."""

    request_id: RequestId
    text: Annotated[str, Meta(min_length=1, max_length=CHAT_LENGTH, pattern=IN_LINES)]


class Mute(Struct, tag="mute", tag_field="type", forbid_unknown_fields=True):
    """Hear no more of a seat, or hear it again."""

    request_id: RequestId
    seat: SeatNumber
    muted: bool


class Ping(Struct, tag="ping", tag_field="type", forbid_unknown_fields=True):
    """Are you there?"""


Command = Decide | Undo | Confirm | Resign | Leave | SeatBot | StandIn | Return | Rematch
Request = Command | Say | Mute | Ping | Hello
