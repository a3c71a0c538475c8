"""A view that remembers what was read of it."""

from functools import cached_property

from splendor.game import View
from splendor.position import Player, Slot
from splendor.server import wire
from splendor.server.telling.decisions import decision
from splendor.server.telling.tables import table
from splendor.table import things


class Seen(View):
    """A view that nobody changes any more: what was read once is remembered, for a message asks many times."""

    def __init__(self, view: View) -> None:
        super().__init__(view.record, view.seat)

    @cached_property
    def market(self) -> dict[Slot, things.Card | None]:
        """The face-up cards by (level, place)."""
        return super().market

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """What each player has, by seat."""
        return super().players

    @cached_property
    def strongholds(self) -> dict[Slot, tuple[int, int]]:
        """Occupied slots."""
        return super().strongholds

    @cached_property
    def table(self) -> wire.Table:
        """The table as a message."""
        return table(self)

    @cached_property
    def decision(self) -> wire.Decision:
        """What is asked, as a message."""
        return decision(self)
