"""Does anything reach somebody who may not know it? Whole matches are played through the host, every word is searched.

Cards get names that occur nowhere else. Who may know a card is counted here anew, from what has lain on the table and
in one's own hand: nothing of the package's views is used for it.
"""

import asyncio
import io
import json
import logging
import random
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import msgspec
from sqlalchemy import Connection

from splendor.errors import SplendorError
from splendor.foreign.packed import pack
from splendor.game import Game
from splendor.server import telling, wire
from splendor.server.hosting import Host, Listener
from splendor.server.match import Match, Settings, hashed
from splendor.server.running import JsonLines
from splendor.server.store import storing
from splendor.server.wire import Refused
from splendor.table import things
from splendor.table.setup import Setup
from tests.server.matches import NAMES, TOKENS, at_position, random_entry
from tests.server.simulation.world import new_database

MARK = "canary"
CANARY = re.compile(rb"canary\d{3}")
LONG_NUMBER = re.compile(rb"\d{19,}")  # a seed has its highest bits set
SECRETS = [secret.encode() for secret in (*TOKENS, *map(hashed, TOKENS))]


@contextmanager
def canaries() -> Iterator[None]:
    """Every card has a name that can be searched for."""
    names = {card: card.name for card in things.CARDS}
    known = dict(things.CARD_BY_NAME)
    telling.card.cache_clear()
    try:
        for card in names:
            object.__setattr__(card, "name", f"{MARK}{card.number:03}")
            things.CARD_BY_NAME[card.name] = card
        yield
    finally:
        for card, name in names.items():
            object.__setattr__(card, "name", name)
        things.CARD_BY_NAME.clear()
        things.CARD_BY_NAME.update(known)
        telling.card.cache_clear()


@dataclass
class Knowledge:
    """Who has seen which cards so far."""

    everybody: set[bytes] = field(default_factory=set)
    own: dict[int, set[bytes]] = field(default_factory=dict)

    def look(self, game: Game) -> None:
        """What lies open, and what each player has in hand or has just drawn."""
        self.everybody |= _names(game.market.values()) | _names(game.gone)
        if game.card:  # whoever purchases a card out of the hand shows it
            self.everybody |= _names([game.card])
        for player in game.players:
            self.everybody |= _names(player.tableau)
            own = self.own.setdefault(player.seat, set())
            own |= _names(player.hand)
            if game.player == player.seat:
                own |= _names(game.drawn)

    def of(self, seat: int | None) -> set[bytes]:
        """The names that a seat, or an onlooker, may hear."""
        return self.everybody if seat is None else self.everybody | self.own.get(seat, set())


def _names(cards: Iterable[Any]) -> set[bytes]:
    return {card.name.encode() for card in cards if isinstance(card, things.Card)}


class Plain:
    """A database that does what it is told."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    async def run(self, work: Any, /, *values: Any, **named: Any) -> Any:
        with storing(), self.connection.begin():
            return work(self.connection, *values, **named)


class Overhears:
    """A bot that writes down what it is given."""

    def __init__(self) -> None:
        self.given: list[tuple[str, int]] = []

    async def choose(self, packed: str, seat: int, _: str) -> int:
        self.given.append((packed, seat))
        raise SplendorError("any legal action will do")

    async def advise(self, packed: str, seat: int, _: str) -> Any:
        self.given.append((packed, seat))
        return {"options": [], "chances": None}

    async def close(self) -> None:
        return None


class Search:
    """One match, everybody listening, every word searched."""

    def __init__(self, seed: int, database: Connection) -> None:
        self.rng = random.Random(seed)
        self.seed = seed
        self.knowledge = Knowledge()
        self.found: list[str] = []
        self.thinker = Overhears()
        self.host = Host(Plain(database), self.thinker, seeds=self.new_seed)
        self.seeds: set[int] = set()
        self.messages = 0

    def new_seed(self) -> int:
        seed = self.rng.getrandbits(63) | 1 << 62
        self.seeds.add(seed)
        return seed

    async def run(self, setup: Setup, decisions: int, unheard: int = 0) -> None:
        """A match in which everybody listens after so many decisions, for so many more."""
        settings = Settings(f"L{self.seed}", setup, self.new_seed(), 0)
        await self.host.create(settings, [])
        early = await self.sit_and_leave(settings.match)
        for seat in range(setup.players):
            await self.host.add(
                settings.match,
                lambda match, at, seat=seat: match.sit(seat, at, name=NAMES[seat], token=TOKENS[seat]),  # type: ignore[misc]
            )
        live = await self.host.live(settings.match)
        for _ in range(unheard):
            await self.go_on(live)
        listeners = [early, *(Listener(seat) for seat in [*range(setup.players), None])]
        for listener in listeners[1:]:
            await self.host.listen(settings.match, listener)
        for _ in range(decisions):
            await self.hear(live, listeners)
            if live.match.result is not None:
                break
            await self.one_step(live, listeners)
        if self.seed % 4 == 0:
            await self.look_back(live.match)
        await self.host.close()

    async def go_on(self, live: Any) -> None:
        """Something happens; what lay open before is known."""
        if live.match.result is None:
            self.knowledge.look(live.match.game)
            await self.host.add(
                live.match.settings.match, lambda match, at: random_entry(match, self.rng, at, hiding=True)
            )

    async def sit_and_leave(self, match: str) -> Listener:
        """Somebody who listens from a seat, leaves it, and goes on listening: seat 0 is another's then."""
        await self.host.add(match, lambda match, at: match.sit(0, at, name="Eve", token="eve"))
        listener = Listener(0)
        await self.host.listen(match, listener)
        await self.host.add(match, lambda match, at: match.leave(0, at))
        return listener

    async def look_back(self, match: Match) -> None:
        """Somebody asks for all that happened, out of the log."""
        if match.game is not None:
            self.knowledge.look(match.game)
        seat = self.rng.choice([*range(len(match.seats)), None])
        told = await self.host.told_since(match, seat, 0)
        self.search(msgspec.json.encode(told), seat, "the past")

    async def one_step(self, live: Any, listeners: list[Listener]) -> None:
        match = live.match
        if self.rng.random() < 0.2:
            self.ask_wrongly(match)
            self.ask_for_the_record(match)
        if match.confirming is None and self.rng.random() < 0.2:
            await self.let_a_bot_think(match)
        if self.rng.random() < 0.1:  # somebody reconnects
            place = self.rng.randrange(1, len(listeners))
            self.host.stop(live, listeners[place])
            listeners[place] = Listener(listeners[place].seat, self.rng.choice([None, 0, match.version - 2]))
            await self.host.listen(match.settings.match, listeners[place])
        await self.go_on(live)

    async def hear(self, live: Any, listeners: list[Listener]) -> None:
        match: Match = live.match
        if match.game is not None:
            self.knowledge.look(match.game)
        for number, listener in enumerate(listeners):
            seat = None if number == 0 else listener.seat
            for message in await self.host.news(live, listener):
                self.search(wire.encode(message), seat, "a message")
                if isinstance(message, wire.Update):
                    self.check_choices(message.view, seat)
        if match.game is not None and match.confirming is None and match.result is None:
            self.resample(match)

    def search(self, data: bytes, seat: int | None, what: str) -> None:
        """No hidden card, no seed, no token."""
        self.messages += 1
        for name in {*CANARY.findall(data)} - self.knowledge.of(seat):
            self.found.append(f"{what} tells seat {seat} of {name.decode()}")
        numbers = {int(number) for number in LONG_NUMBER.findall(data)}
        if numbers & self.seeds or any(secret in data for secret in SECRETS):
            self.found.append(f"{what} tells seat {seat} a seed or token")

    def check_choices(self, view: wire.View, seat: int | None) -> None:
        decision = view.decision
        if decision and decision.seat != seat and (decision.legal or decision.whole or decision.can_undo):
            self.found.append(f"the choices of seat {decision.seat} are told to {seat}")

    # --- the same bytes, whatever is hidden ---------------------------------------------------------------------------
    def resample(self, match: Match) -> None:
        """Exchange what a seat may not know: everything it is sent stays the same, refusals and bots' views too."""
        assert match.game is not None
        seat = self.rng.choice([*range(len(match.seats)), None])
        other = at_position(match.copy(), match.game.view(seat).determinise(self.rng.getrandbits(62)))
        if self.told(match, seat) != self.told(other, seat):
            self.found.append(f"what seat {seat} is told depends on what is hidden")

    def told(self, match: Match, seat: int | None) -> list[bytes]:
        match = match.copy()
        view = match.view(seat, 0)
        own = [] if seat is None else [pack(match.game_view(seat)).encode()]
        refused = [] if seat is None else [_refusal(match, seat, number) for number in (0, 60, 75, 100, 122, 371)]
        return [msgspec.json.encode(view), *own, *refused]

    def ask_wrongly(self, match: Match) -> None:
        for seat in range(len(match.seats)):
            self.search(_refusal(match, seat, self.rng.randrange(379)), seat, "a refusal")

    def ask_for_the_record(self, match: Match) -> None:
        if match.result is None:
            with suppress(Refused):
                match.record()
                self.found.append("the record of a running match is given away")

    async def let_a_bot_think(self, match: Match) -> None:
        """What a bot is given is the view of its own seat."""
        seat = match.acting
        if seat is None or match.game is None:
            return
        await self.host._choose(match, seat, "club")
        packed, given = self.thinker.given[-1]
        if given != seat or packed != pack(match.game.view(seat)):
            self.found.append("a bot is given more than its view")


def _refusal(match: Match, seat: int, number: int) -> bytes:
    """The answer to a decision that is not possible; of a possible one only that it is."""
    try:
        match.decide(seat, [number], match.version, 0, seeds=lambda: 1)
        return b"possible"
    except Refused as error:
        return wire.encode(wire.refusing(error, "r")) + str(error).encode()


def search(
    seed: int, setup: Setup, decisions: int = 60, unheard: int = 0, database: Connection | None = None
) -> Search:
    """Play one match and search everything."""
    found = Search(seed, database or new_database())
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    logger = logging.getLogger("splendor.server")
    level, propagate = logger.level, logger.propagate
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    logger.propagate = False
    try:
        with canaries():
            asyncio.run(found.run(setup, decisions, unheard))
            for line in stream.getvalue().splitlines():
                json.loads(line)
                found.search(line.encode(), None, "the log")
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
        logger.propagate = propagate
    return found
