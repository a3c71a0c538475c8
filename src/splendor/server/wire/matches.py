"""A match: who sits where, its clocks, its result, and everything a seat may know of it."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from splendor.server.wire.decisions import Decision
from splendor.server.wire.happenings import Happening
from splendor.server.wire.table import Table
from splendor.server.wire.words import Token, Version
from splendor.table.setup import Setup


class TimeControl(Struct, frozen=True, forbid_unknown_fields=True):
    """`per_turn`: so many seconds for every turn. `bank`: so many for the match, and an increment for every turn."""

    kind: Literal["per_turn", "bank"]
    seconds: Annotated[int, Meta(ge=5, le=30 * 86400)]
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0


class Clock(Struct):
    """What a seat has left."""

    remaining: int
    """Milliseconds, at the time `at` of the message."""
    running: bool


class Seat(Struct):
    """A place at the match and who sits there."""

    seat: int
    kind: Literal["open", "person", "bot"]
    name: str | None
    agent: str | None
    """The bot's level."""
    account: str | None
    """The id of the account the seat belongs to, if any; it says nothing of its name."""
    here: bool
    """There at the moment: connected, or asking over HTTP at least once a minute. Always true of bots."""
    stand_in: bool
    """A bot decides for the person until they come back."""
    resigned: bool
    rematch: bool
    """Wants to play again."""
    clock: Clock | None
    """Null in a match without clocks. Where a bot decides it stands still."""
    stand_in_from: int | None = None
    """When the others may let a bot stand in, by the server's clock: a minute after the person was there last. Null
    while they are there, and where a bot decides."""


class Result(Struct, frozen=True):
    """How it ended. Seats in one group share the place; who resigned stands last."""

    ranking: list[list[int]]
    winners: list[int]
    prestige: list[int]
    reason: Literal["played", "quiet", "resigned", "time"]


class View(Struct):
    """Everything a seat, or an onlooker, may know of a match at one version."""

    match: str
    version: Version
    at: int
    """The server's clock, for the clocks of the seats."""
    seat: int | None
    """Whose eyes; null for an onlooker."""
    setup: Setup
    status: Literal["waiting", "playing", "over"]
    seats: list[Seat]
    table: Table | None
    """Null until all seats are taken."""
    decision: Decision | None
    """Null before the start and after the end."""
    last_turn: list[Happening]
    """What happened in the turn before this one and since, oldest first."""
    result: Result | None
    public: bool
    hints: bool
    """Whether one may ask for hints; never in a rated match."""
    rated: bool
    """Whether the result will count, as far as is known: so long as nobody sits there but accounts of their own."""
    time_control: TimeControl | None
    rematch: str | None
    """The match that follows this one."""


class Listed(Struct):
    """A match in the lobby."""

    match: str
    setup: Setup
    status: Literal["waiting", "playing", "over"]
    seats: list[Seat]
    time_control: TimeControl | None
    rated: bool
    created: int


class Ticket(Struct):
    """A seat taken: the token is its key and is told only here."""

    seat: int
    token: Token


class Created(Struct):
    """A match was made: its id for all, its seats' tokens for whoever made it, and an invitation if it is private."""

    match: str
    tickets: list[Ticket]
    invitation: str | None
