"""Making a match: the settings somebody wants, their own seats and the bots taken."""

import hashlib
import random
import secrets
from collections.abc import Mapping

from splendor.server import wire
from splendor.server.match import STAND_IN, AnyEntry, Match, Seeds, Settings, hashed, new_token, system_seed, token_for
from splendor.server.wire import Refusal, Refused

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
LETTERS = 16  # of an id: 80 bits


def new_id(request_id: str | None = None) -> str:
    """An id nobody guesses, without letters that look alike; for the same request the same one."""
    chance = hashlib.sha256(f"match\n{request_id}".encode()).digest() if request_id else secrets.token_bytes(LETTERS)
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in chance[:LETTERS])


def _token(match: str, name: str, request_id: str | None) -> str:
    """A new token; for the same request the same one."""
    return token_for(match, name, request_id) if request_id else new_token()


def new_match(
    wanted: wire.CreateMatch,
    at: int,
    *,
    levels: dict[str, str],
    account: str = "",
    account_name: str = "",
    seeds: Seeds = system_seed,
) -> tuple[Settings, list[AnyEntry], wire.Created]:
    """A match as somebody wants it, with their own seats and the bots taken."""
    _check(wanted, levels)
    seats = list(wanted.seats)
    if wanted.shuffle:
        random.SystemRandom().shuffle(seats)
    is_open = any(seat.kind == "open" for seat in seats)
    match_id = new_id(wanted.request_id)
    invitation = _token(match_id, "invitation", wanted.request_id) if is_open and not wanted.public else None
    rated = wanted.rated and _can_be_rated(wanted, account)
    settings = Settings(
        match=match_id,
        setup=wanted.setup,
        deal_seed=seeds(),
        created=at,
        public=wanted.public,
        hints=wanted.hints and not rated,  # whose skill would it be?
        rated=rated,
        time_control=wanted.time_control,
        invitation=hashed(invitation) if invitation else None,
    )
    match = Match(settings)
    first: list[AnyEntry] = []
    tickets: list[wire.Ticket] = []
    for number, seat in enumerate(seats):
        if seat.kind == "bot":
            agent = seat.agent or STAND_IN
            entry = match.sit(number, at, name=seat.name or agent.capitalize(), agent=agent, invitation=invitation)
        elif seat.kind == "me":
            ticket = wire.Ticket(number, _token(match_id, f"seat {len(tickets)}", wanted.request_id))
            owner = account if not tickets else ""  # on one screen, the first seat is one's own
            name = seat.name or (account_name if owner else "") or f"Player {number + 1}"
            entry = match.sit(number, at, name=name, token=ticket.token, account=owner, invitation=invitation)
            tickets.append(ticket)
        else:
            continue
        match.apply(entry)
        first.append(entry)
    return settings, first, wire.Created(settings.match, tickets, invitation)


def _check(wanted: wire.CreateMatch, levels: dict[str, str]) -> None:
    """What no kind of message can say: that its parts belong together."""
    seats, players = len(wanted.seats), wanted.setup.players
    if seats != players:
        raise Refused(Refusal.UNREADABLE, detail=f"seats: expected {players}, as many as setup.players, got {seats}.")
    if all(seat.kind == "bot" for seat in wanted.seats):
        raise Refused(Refusal.UNREADABLE, detail="seats: expected at least one person, me or open.")
    control = wanted.time_control
    if control and control.kind == "per_turn" and control.increment:
        raise Refused(Refusal.UNREADABLE, detail="time_control.increment: only a bank grows by one.")
    for number, seat in enumerate(wanted.seats):
        known_level(seat.agent, levels, f"seats[{number}].agent")


def known_level(agent: str | None, levels: Mapping[str, str], place: str) -> str:
    """A level of this server; without one, the one that stands in for people."""
    if agent and agent not in levels:
        raise Refused(Refusal.UNREADABLE, detail=f"{place}: expected {', '.join(levels)}.")
    return agent or STAND_IN


def _can_be_rated(wanted: wire.CreateMatch, account: str) -> bool:
    """Whether everybody at the table may have an account of their own, as far as that is known yet."""
    kinds = [seat.kind for seat in wanted.seats]
    return "bot" not in kinds and kinds.count("me") <= bool(account)


def made_before(created: wire.Created, match: Match) -> wire.Created:
    """The answer to a request that made this match earlier: seats by lot stay as the lot fell then."""
    tickets = [
        wire.Ticket(seat, one.token) for one in created.tickets if (seat := match.seat_of(one.token)) is not None
    ]
    return wire.Created(created.match, tickets, created.invitation)
