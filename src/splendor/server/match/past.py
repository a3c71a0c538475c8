"""One thing that happened, for one pair of eyes."""

from dataclasses import dataclass, field
from typing import Any

from splendor.action import Action
from splendor.game import Game
from splendor.server import telling, wire
from splendor.server.match.entries import AnyEntry, Claimed, Decided, Offered, Resigned, Sat, Undone


@dataclass(frozen=True)
class Past:
    """An entry with the games before and after it, from which every seat is told its own part."""

    version: int
    entry: AnyEntry
    before: Game | None
    after: Game | None
    told: dict[int | None, wire.Happening | None] = field(default_factory=dict)
    """By seat, once somebody has asked."""


def happening(past: Past, seat: int | None) -> wire.Happening | None:
    """The move view: made from what this seat saw before and after."""
    entry = past.entry
    if isinstance(entry, Claimed):
        return None
    kind: Any = "rematch" if isinstance(entry, Offered) else type(entry).__struct_config__.tag
    told = wire.Happening(past.version, entry.at, kind, entry.seat)
    if isinstance(entry, Sat):
        told.name = entry.name
    if isinstance(entry, Resigned):
        told.reason = entry.reason
    if isinstance(entry, Decided | Undone) and past.before and past.after:
        before, after = (telling.Seen(game.view(seat)) for game in (past.before, past.after))
        told.round = before.rounds + 1
        told.changes = telling.changes(before, after)
        if isinstance(entry, Decided):
            told.actions = _actions(past.before, entry, seat)
    return told


def _actions(before: Game, entry: Decided, seat: int | None) -> list[wire.Choice]:
    game, told = before.copy(), []
    for number, seed in entry.actions:
        told.append(telling.choice(telling.Seen(game.view(seat)), Action(number)))
        game.play(number, seed=seed)
    return told
