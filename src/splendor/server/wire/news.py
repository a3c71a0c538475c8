"""From the server, over a socket or as lines of a stream; and how it is."""

from typing import Literal

from msgspec import Struct

from splendor.server.wire.analysis import Option
from splendor.server.wire.happenings import Happening
from splendor.server.wire.matches import Listed, Result, View
from splendor.server.wire.words import Version


class Update(Struct, tag="update", tag_field="type"):
    """The match as it is now, and what happened since version `since`.

    It comes after every change and when a client (re)connects. If more happened than the server remembers, `since` is
    later than asked for and some happenings are missing; the view is complete all the same, and `GET /api/matches/ID`
    with `since` tells them all.
    """

    since: int
    happenings: list[Happening]
    view: View


class Answer(Struct, tag="done", tag_field="type"):
    """A request was carried out (or had been before): the version after it."""

    version: Version
    request_id: str | None = None


class Chat(Struct, tag="chat", tag_field="type"):
    """Somebody at the table says something; onlookers only listen."""

    number: int
    at: int
    seat: int
    name: str
    text: str


class Presence(Struct, tag="presence", tag_field="type"):
    """Who is there: by seat, and how many onlookers; and from when on a bot may stand in for those who are not."""

    here: list[bool]
    onlookers: int
    stand_in_from: list[int | None]


class YourTurn(Struct, tag="your_turn", tag_field="type"):
    """A match of the account waits for a decision of its seat."""

    match: str
    seat: int
    version: Version


class Began(Struct, tag="began", tag_field="type"):
    """A match of the account is being played from now on."""

    match: str
    seat: int
    version: Version


class Ended(Struct, tag="ended", tag_field="type"):
    """A match of the account is over."""

    match: str
    seat: int
    version: Version
    result: Result


class Muted(Struct, tag="muted", tag_field="type"):
    """The seats whose chat one does not want to hear: told to whoever comes, and when it changes."""

    seats: list[int]


class Pong(Struct, tag="pong", tag_field="type"):
    """Answers a ping, with the server's clock."""

    at: int


class Hint(Struct, tag="hint", tag_field="type"):
    """What an agent would do in this seat's place, from what this seat knows."""

    version: int
    agent: str
    options: list[Option]
    """The best three actions, each with the winning chance after it."""
    chances: list[float] | None
    """Winning chances by seat."""


class Lobby(Struct, tag="lobby", tag_field="type"):
    """Public matches: those with a free seat first, then the newest."""

    matches: list[Listed]


class Health(Struct):
    """How the server is."""

    status: Literal["ok", "starting", "failing"]
    reason: str | None = None
    """What is wrong, first of all."""
    database: Literal["ok", "failing"] | None = None
    redis: Literal["ok", "failing"] | None = None
    """Null without Redis."""
    workers: int | None = None
    """How many think, on Redis; null without, and where Redis does not say."""
