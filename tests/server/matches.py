"""Matches for tests: seated, at a chosen position, played by chance."""

import random
from collections.abc import Callable

from splendor.game import Game
from splendor.server import wire
from splendor.server.match import AnyEntry, Match, Settings
from splendor.table.setup import Setup

SECOND = 1000
TOKENS = ("token-of-a", "token-of-b", "token-of-c", "token-of-d")
HIDING = ("reserve_deck", "keep", "purchase_hand")
NAMES = ("Ada", "Bob", "Cleo", "Dan")


def seated(setup: Setup | None = None, seed: int = 1, agents: tuple[str, ...] = (), **settings: object) -> Match:
    """A match with everybody at the table; `agents` names the bots, from the last seat on."""
    setup = setup or Setup(2)
    match = Match(Settings("example", setup, seed, 0, **settings))  # type: ignore[arg-type]
    people = setup.players - len(agents)
    for seat in range(setup.players):
        agent = "" if seat < people else agents[seat - people]
        token = TOKENS[seat] if not agent else ""
        match.apply(match.sit(None, 0, name=NAMES[seat], token=token, agent=agent))
    return match


def at_position(match: Match, game: Game) -> Match:
    """The match in another position of the same set-up."""
    match.game, match._moment = game, None
    return match


def clock(start: int = 0) -> Callable[[], int]:
    """A clock that goes on by a second whenever it is read."""
    now = [start]

    def read() -> int:
        now[0] += SECOND
        return now[0]

    return read


def random_entry(match: Match, rng: random.Random, at: int, hiding: bool = False) -> AnyEntry:
    """What the seat that acts might do: decide, confirm or take back; `hiding`: rather where cards stay hidden."""
    seat = match.acting
    assert seat is not None
    assert match.game is not None
    if match.confirming is not None:
        if rng.random() < 0.2:
            return match.undo(seat, match.version, at)
        return match.confirm(seat, match.version, at)
    legal = list(match.game.legal_actions)
    hidden = [action for action in legal if action.kind in HIDING] if hiding and rng.random() < 0.3 else []
    action = rng.choice(hidden or legal).number
    return match.decide(
        seat, [action], match.version, at, confirm=rng.random() < 0.5, seeds=lambda: rng.getrandbits(63)
    )


def play(match: Match, seed: int, entries: int = 10_000) -> list[AnyEntry]:
    """Play on by chance, to the end or for so many entries; what was added."""
    rng, now, added = random.Random(seed), clock(), list[AnyEntry]()
    while match.result is None and len(added) < entries:
        entry = random_entry(match, rng, now())
        match.apply(entry)
        added.append(entry)
    return added


def eyes(match: Match) -> list[int | None]:
    """Everybody who may look: the seats, and an onlooker."""
    return [*range(len(match.seats)), None]


def sent(match: Match, seat: int | None, since: int = 0) -> bytes:
    """All that a client of this seat would be sent."""
    return wire.encode(match.update(seat, since, 0))
