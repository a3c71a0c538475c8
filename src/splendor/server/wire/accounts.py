"""Accounts: what they are told, and what they ask."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from splendor.server.wire.matches import Result
from splendor.server.wire.words import Name, Text, Token
from splendor.table.setup import Setup


class Account(Struct):
    """Somebody with a name of their own."""

    name: str
    rating: int
    """1500 at the start; 400 more than somebody else are about ten wins to one."""
    provisional: bool
    """Too little is known yet for the rating to mean much."""
    mu: float
    """The skill behind the rating, as OpenSkill counts it: 25 at the start, 30 points of rating each."""
    sigma: float
    """How uncertain it is: 8.3 at the start, less with every rated match. From half of that on it counts as known."""
    rated_matches: int
    joined: int


class Session(Struct):
    """Somebody has logged in: the token is told only here."""

    account: Account
    token: Token


class PlayedMatch(Struct):
    """A match one took part in."""

    match: str
    seat: int
    names: list[str | None]
    """Who sits at each seat; nothing where nobody does."""
    setup: Setup
    status: Literal["waiting", "playing", "over"]
    your_turn: bool
    result: Result | None
    created: int


class Matches(Struct):
    """One's matches, newest first."""

    matches: list[PlayedMatch]


class TokenMade(Struct):
    """A token for programs that act for an account."""

    name: str
    token: Token


class Programs(Struct):
    """The names of the tokens that programs have."""

    names: list[str]


Password = Annotated[str, Meta(min_length=8, max_length=200)]


class Credentials(Struct, forbid_unknown_fields=True):
    """A name and a password."""

    name: Name
    password: Password


class ChangePassword(Struct, forbid_unknown_fields=True):
    """The password so far, and the one that takes its place."""

    password: Password
    new_password: Password


class DeleteAccount(Struct, forbid_unknown_fields=True):
    """The password once more: it cannot be taken back."""

    password: Password


class NewToken(Struct, forbid_unknown_fields=True):
    """A token for a program, with a name to recognise it by."""

    name: Name


class Claim(Struct, forbid_unknown_fields=True):
    """A guest's seat becomes one's own."""

    match: Text
    token: Token
