"""What a seat asks for, as the entry it would add."""

from collections.abc import Mapping

from splendor.server import wire
from splendor.server.hosting.live import Live
from splendor.server.making import known_level, new_id
from splendor.server.match import AnyEntry, Match, Seeds
from splendor.server.wire import Refusal, Refused


def before(match: Match, seat: int, command: wire.Command, owner: str | None) -> int | None:
    """The version a request led to if it was carried out before; refused if the seat is another's by now."""
    if owner is not None and owner != match.owner(seat):
        version = match.left(owner, command.request_id) if isinstance(command, wire.Leave) else None
        if version is None:
            raise Refused(Refusal.BAD_SEAT, match.version)
        return version
    return match.answered(seat, command.request_id)


def entry_for(
    match: Match, seat: int, command: wire.Command, at: int, seeds: Seeds, levels: Mapping[str, str]
) -> AnyEntry:
    """The entry that carries a request out; refused where it is not possible."""
    name = command.request_id
    match command:
        case wire.Decide(expected_version=version, actions=actions, confirm=confirm):
            return match.decide(seat, actions, version, at, request_id=name, confirm=confirm, seeds=seeds)
        case wire.Undo():
            return match.undo(seat, command.expected_version, at, name)
        case wire.Confirm():
            return match.confirm(seat, command.expected_version, at, name)
        case wire.Resign():
            return match.resign(seat, at, name)
        case wire.Leave():
            return match.leave(seat, at, name)
        case wire.SeatBot():
            return match.seat_bot(seat, command.seat, known_level(command.agent, levels, "agent"), at, name)
        case wire.StandIn():
            return match.stand_in(command.seat, at, name, by=seat)
        case wire.Return():
            return match.come_back(seat, at, name)
        case wire.Rematch():
            return match.offer_rematch(seat, at, new_id(), name)


def check_not_resigned(match: Match, seat: int) -> None:
    """Whoever has resigned decides no more: a bot does, and would be interfered with."""
    if match.seats[seat].resigned:
        raise Refused(Refusal.NOT_NOW, match.version, detail="this seat has resigned; a bot plays on for it.")


def check_gone(live: Live, seat: int, command: wire.StandIn, now: int) -> None:
    """A bot may stand in for one's own seat at any time; for another's once its person has been gone for a while."""
    other, seats = command.seat, len(live.match.seats)
    if other >= seats:
        raise Refused(Refusal.BAD_SEAT, live.match.version, detail=f"seat: the last seat is {seats - 1}.")
    if other != seat and not live.gone(other, now):
        raise Refused(Refusal.NOT_NOW, live.match.version, detail="nobody is gone there: see stand_in_from.")
