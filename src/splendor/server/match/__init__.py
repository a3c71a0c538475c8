"""A match: a game with people and bots at it, as a state machine without any input or output.

A match is its settings and a list of entries, the things that happened; its version is how many there are. Every
request is first answered with the entry it would add, or refused. The entry is written down (`store`), and only then
`apply` brings it about. So the same entries give the same match, in every process and after every crash, and when two
processes write the same version, the store lets one of them.

`entries` has what is written down, `state` what follows from it, `requests` what may be asked, `match` what is told.
"""

from splendor.server.match.entries import (
    AnyEntry,
    Claimed,
    Confirmed,
    Decided,
    Left,
    Offered,
    Resigned,
    Returned,
    Sat,
    Settings,
    StoodIn,
    Undone,
)
from splendor.server.match.match import Match
from splendor.server.match.seat import STAND_IN, Seat
from splendor.server.match.secret import Seeds, hashed, new_token, system_seed, token_for

__all__ = [
    "STAND_IN",
    "AnyEntry",
    "Claimed",
    "Confirmed",
    "Decided",
    "Left",
    "Match",
    "Offered",
    "Resigned",
    "Returned",
    "Sat",
    "Seat",
    "Seeds",
    "Settings",
    "StoodIn",
    "Undone",
    "hashed",
    "new_token",
    "system_seed",
    "token_for",
]
