"""What is written down of a match: its settings, and entries, the things that happened."""

from typing import Literal

from msgspec import Struct

from splendor.server import wire
from splendor.table.setup import Setup


class Settings(Struct, frozen=True):
    """What was chosen when the match was made; `deal_seed` is secret until the end."""

    match: str
    setup: Setup
    deal_seed: int
    created: int
    public: bool = False
    hints: bool = True
    rated: bool = False
    time_control: wire.TimeControl | None = None
    invitation: str | None = None
    """The hash of what one must show to take a seat of a private match."""
    follows: str | None = None
    """The match this one is the rematch of."""


class Timed(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something on the clock of the matches, which stands still while no server is there."""

    down: int = 0
    """How long none had been there until then, all in all: by so much the time of day is later."""


class Entry(Timed, frozen=True, tag_field="kind", omit_defaults=True):
    """Something that happened: when, to which seat, and at whose request."""

    at: int
    seat: int
    request_id: str = ""

    @property
    def time_of_day(self) -> int:
        """When it happened, as people see it."""
        return self.at + self.down

    @property
    def asker(self) -> int:
        """The seat that asked for it."""
        return self.seat


class Sat(Entry, frozen=True, tag="sat", omit_defaults=True):
    """Somebody took a seat: a person, whose token is kept as a hash, or a bot; `by` is the seat that asked for it."""

    name: str = ""
    token: str = ""
    agent: str = ""
    account: str = ""
    by: int | None = None

    @property
    def asker(self) -> int:
        """The seat that asked for it."""
        return self.seat if self.by is None else self.by


class Left(Entry, frozen=True, tag="left"):
    """Somebody left before the match began."""


class Decided(Entry, frozen=True, tag="decided", omit_defaults=True):
    """Decisions, each with the seed of what it reveals."""

    actions: tuple[tuple[int, int], ...] = ()
    confirmed: bool = False


class Undone(Entry, frozen=True, tag="undone"):
    """The last decisions of this turn were taken back."""


class Confirmed(Entry, frozen=True, tag="confirmed"):
    """The turn stays as it is."""


class Resigned(Entry, frozen=True, tag="resigned", omit_defaults=True):
    """A seat gave up, or its time was over."""

    reason: Literal["resigned", "time"] = "resigned"


class StoodIn(Entry, frozen=True, tag="stood_in", omit_defaults=True):
    """A bot decides for the seat from now on; `by` is the seat that asked, if it was another."""

    by: int | None = None

    @property
    def asker(self) -> int:
        """The seat that asked for it."""
        return self.seat if self.by is None else self.by


class Returned(Entry, frozen=True, tag="returned"):
    """The person decides again."""


class Claimed(Entry, frozen=True, tag="claimed", omit_defaults=True):
    """A guest's seat belongs to an account now."""

    account: str = ""


class Offered(Entry, frozen=True, tag="offered", omit_defaults=True):
    """A seat wants a rematch; `match` is its id, from the first who wanted one."""

    match: str = ""


AnyEntry = Sat | Left | Decided | Undone | Confirmed | Resigned | StoodIn | Returned | Claimed | Offered
