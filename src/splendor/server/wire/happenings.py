"""What happened, as one seat saw it."""

from typing import Literal

from msgspec import Struct

from splendor.server.wire.decisions import Choice
from splendor.server.wire.words import Amounts


class TokensMoved(Struct, tag="tokens", tag_field="what"):
    """Tokens from the bank (above zero) or to it (below)."""

    seat: int
    tokens: Amounts


class CardMoved(Struct, tag="card", tag_field="what", rename={"origin": "from"}):
    """A card went from one place to another.

    Places are `market 2.3`, `deck 1`, `under 1`, `tableau 0`, `hand 0` (the number is a seat) and `gone`. `card` is
    null for those who may not know it.
    """

    card: str | None
    level: int
    orient: bool
    origin: str
    to: str


class NobleMoved(Struct, tag="noble", tag_field="what"):
    """A noble visits a player, or is reserved."""

    seat: int
    noble: str
    reserved: bool


class PostTaken(Struct, tag="post", tag_field="what"):
    """A trading post was taken, or lost."""

    seat: int
    post: str
    taken: bool


class CityTaken(Struct, tag="city", tag_field="what"):
    """A city was taken or fulfilled."""

    seat: int
    city: str


class StrongholdMoved(Struct, tag="stronghold", tag_field="what"):
    """Strongholds came to a slot (above zero) or left it."""

    seat: int
    slot: str
    number: int


class Copied(Struct, tag="copy", tag_field="what"):
    """A card stands for a colour from now on."""

    seat: int
    card: str
    colour: str


class PrestigeChanged(Struct, tag="prestige", tag_field="what"):
    """Prestige won or lost."""

    seat: int
    number: int


Change = (
    TokensMoved | CardMoved | NobleMoved | PostTaken | CityTaken | StrongholdMoved | Copied | PrestigeChanged
)  # fmt: skip


class Happening(Struct, omit_defaults=True):
    """One thing that happened, as this seat saw it; `version` is the match's version after it."""

    version: int
    at: int
    kind: Literal[
        "sat", "left", "decided", "undone", "confirmed", "resigned", "stood_in", "returned", "rematch",
    ]  # fmt: skip
    seat: int
    round: int = 0
    actions: list[Choice] = []
    changes: list[Change] = []
    """What changed on the table, also by decisions that left no choice."""
    name: str | None = None
    reason: str | None = None
