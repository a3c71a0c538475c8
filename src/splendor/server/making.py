"""Making a match: the settings somebody wants, their own seats and the bots taken."""

import random
import secrets

from splendor.server import bots, wire
from splendor.server.match import AnyEntry, Match, Seeds, Settings, hashed, new_token, system_seed
from splendor.server.wire import Refusal, Refused

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"


def new_id() -> str:
    """An id nobody guesses, without letters that look alike: 80 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(16))


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
    if len(wanted.seats) != wanted.setup.players or all(seat.kind == "bot" for seat in wanted.seats):
        raise Refused(Refusal.UNREADABLE)
    seats = list(wanted.seats)
    if wanted.shuffle:
        random.SystemRandom().shuffle(seats)
    is_open = any(seat.kind == "open" for seat in seats)
    invitation = new_token() if is_open and not wanted.public else None
    settings = Settings(
        match=new_id(),
        setup=wanted.setup,
        deal_seed=seeds(),
        created=at,
        public=wanted.public,
        hints=wanted.hints,
        rated=wanted.rated,
        time_control=wanted.time_control,
        invitation=hashed(invitation) if invitation else None,
    )
    match = Match(settings)
    first: list[AnyEntry] = []
    tickets: list[wire.Ticket] = []
    for number, seat in enumerate(seats):
        if seat.kind == "bot":
            agent = seat.agent or bots.STAND_IN
            if agent not in levels:
                raise Refused(Refusal.UNREADABLE)
            entry = match.sit(number, at, name=seat.name or agent.capitalize(), agent=agent, invitation=invitation)
        elif seat.kind == "me":
            ticket = wire.Ticket(number, new_token())
            owner = account if not tickets else ""  # on one screen, the first seat is one's own
            name = seat.name or (account_name if owner else "") or f"Player {number + 1}"
            entry = match.sit(number, at, name=name, token=ticket.token, account=owner, invitation=invitation)
            tickets.append(ticket)
        else:
            continue
        match.apply(entry)
        first.append(entry)
    return settings, first, wire.Created(settings.match, tickets, invitation)
