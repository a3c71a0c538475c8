"""What a game was at one moment, and one thing that happened, for one pair of eyes."""

from dataclasses import dataclass, field
from typing import Any

from splendor.action import Action
from splendor.game import Game
from splendor.server import telling, wire
from splendor.server.match.entries import AnyEntry, Claimed, Decided, Offered, Resigned, Sat, Undone


class Moment:
    """A game that nobody changes any more, and what each seat sees of it.

    What is seen is remembered as long as the moment is the present or the one before; messages are made from both.
    """

    def __init__(self, game: Game) -> None:
        self.game = game.copy()
        self._seen: dict[int | None, telling.Seen] | None = {}

    def seen(self, seat: int | None) -> telling.Seen:
        """What a seat, or an onlooker, sees."""
        found = self._seen.get(seat) if self._seen is not None else None
        if found is None:
            found = telling.Seen(self.game.view(seat))
            if self._seen is not None:
                self._seen[seat] = found
        return found

    def forget(self) -> None:
        """The moment is long gone: who asks again has it made anew."""
        self._seen = None


@dataclass(frozen=True)
class Past:
    """An entry with the moments before and after it, from which every seat is told its own part."""

    version: int
    entry: AnyEntry
    before: Moment | None
    after: Moment | None
    told: dict[int | None, wire.Happening | None] = field(default_factory=dict)
    """By seat, once somebody has asked."""


def happening(past: Past, seat: int | None) -> wire.Happening | None:
    """The move view: made from what this seat saw before and after."""
    entry = past.entry
    if isinstance(entry, Claimed):
        return None
    kind: Any = "rematch" if isinstance(entry, Offered) else type(entry).__struct_config__.tag
    told = wire.Happening(past.version, entry.time_of_day, kind, entry.seat)
    if isinstance(entry, Sat):
        told.name = entry.name
    if isinstance(entry, Resigned):
        told.reason = entry.reason
    if isinstance(entry, Decided | Undone) and past.before and past.after:
        before = past.before.seen(seat)
        told.round = before.rounds + 1
        told.changes = telling.changes(before, past.after.seen(seat))
        if isinstance(entry, Decided):
            told.actions = _actions(past.before, entry, seat)
    return told


def _actions(before: Moment, entry: Decided, seat: int | None) -> list[wire.Choice]:
    told, game = [telling.choice(before.seen(seat), Action(entry.actions[0][0]))], before.game
    if entry.actions[1:]:
        game = game.copy()
    for (number, seed), (following, _) in zip(entry.actions, entry.actions[1:], strict=False):
        game.play(number, seed=seed)
        told.append(telling.choice(telling.Seen(game.view(seat)), Action(following)))
    return told
