"""One history: two server processes over one database, clients on a bad network, faults at every step."""

import asyncio
import hashlib
import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any
from unittest import mock

from sqlalchemy import Connection, create_engine
from sqlalchemy.pool import StaticPool

from splendor.action import Action
from splendor.errors import SplendorError
from splendor.foreign.packed import unpack
from splendor.game import Game
from splendor.server import store, wire
from splendor.server.hosting import Host, Listener
from splendor.server.hosting import live as live_module
from splendor.server.match import AnyEntry, Confirmed, Decided, Match, Resigned, Sat, Settings, Undone, hashed
from splendor.server.match import state as match_state
from splendor.server.store import OUTAGE, StoreFailed, storing
from splendor.server.store.schema import metadata
from splendor.server.wire import Refusal, Refused
from tests.server.simulation.loop import SimulatedLoop
from tests.server.simulation.positions import by_setup, positions

HOSTS = 2
REQUESTS = 3  # of each client
START = 1_700_000_000_000
BEAT = 2.0  # seconds between two signs of a server
EMPTY = [table.delete() for table in reversed(metadata.sorted_tables)]


class Lost(Exception):
    """A message went astray, or the process that should answer is no more."""


def digest(match: Match) -> str:
    """What a match is, in short."""
    game = match.game.record.tobytes() if match.game else b""
    parts = (match.version, match.confirming, match.result, [seat.bot for seat in match.seats])
    return hashlib.sha256(game + repr(parts).encode()).hexdigest()


# --- the disk -----------------------------------------------------------------------------------------------------
def new_database() -> Connection:
    """A database in memory, with the present schema."""
    connection = create_engine("sqlite://", poolclass=StaticPool).connect()
    with connection.begin():
        metadata.create_all(connection)
    return connection


def emptied(connection: Connection) -> Connection:
    """The same database with nothing in it: much faster than a new one."""
    with connection.begin():
        for statement in EMPTY:
            connection.execute(statement)
    return connection


class Disk:
    """Runs the real pieces of work; late, not at all, or without saying that it did. A full disk stays so a while."""

    def __init__(self, world: "World", owner: int) -> None:
        self.world, self.owner = world, owner

    async def run(self, work: Any, /, *values: Any, **named: Any) -> Any:
        world, rng = self.world, self.world.rng
        await world.delay(0.02)
        if world.hosts[self.owner].database is not self:
            raise Lost  # the process is dead, though somebody is still waiting for it
        writes = work in (store.append, store.append_with_rematch, store.create, store.say)
        beats = work is store.beat
        fault = rng.random() if world.faulty else 1.0
        if (writes or beats) and (fault < 0.04 or world.disk_full_until > world.loop.time()):
            if fault < 0.01:
                world.disk_full_until = world.loop.time() + rng.random() * 3
            world.failed_beats += beats
            raise StoreFailed("disk full")
        if writes and fault < 0.06:
            await world.crash(self.owner)
        with storing(), world.database.begin():
            answer = work(world.database, *values, **named)
        if writes and 0.06 <= fault < 0.08:
            await world.crash(self.owner)
        if (writes or beats) and 0.08 <= fault < 0.11:
            raise StoreFailed("the answer got lost")
        await world.delay(0.02)
        return answer


class Notices:
    """The bus: notices come late, twice or never, and overtake each other."""

    def __init__(self, world: "World", owner: int) -> None:
        self.world, self.owner = world, owner

    async def publish(self, notice: dict[str, Any]) -> None:
        world = self.world
        for other in range(HOSTS):
            for _ in range(1 if world.rng.random() < 0.9 else 2):
                if other != self.owner and (not world.faulty or world.rng.random() > 0.15):
                    world.loop.call_later(world.rng.random() * 0.5, world.notify, other, notice)


class Chooses:
    """A bot that thinks for a while, sometimes for ever."""

    def __init__(self, world: "World") -> None:
        self.world = world

    async def choose(self, packed: str, seat: int, _: str) -> int:
        await self.world.delay(0.3)
        if self.world.faulty and self.world.rng.random() < 0.05:
            raise SplendorError("the worker died")
        legal = unpack(packed, seat).legal_actions if self.world.whole else None
        return self.world.rng.choice(list(legal)).number if legal else self.world.bot_choice(seat)

    async def advise(self, packed: str, seat: int, spec: str) -> Any:
        raise NotImplementedError

    async def close(self) -> None:
        return None


# --- the world ----------------------------------------------------------------------------------------------------
@dataclass
class Heard:
    """What a client saw at one process: a version and what the match was then."""

    seat: int
    host: int
    version: int
    digest: str | None
    view: wire.View | None = None


@dataclass
class World:
    """Everything of one history."""

    seed: int
    loop: SimulatedLoop
    database: Connection
    whole: bool = False
    """Clients are sent real messages; otherwise they look at the match itself, which is much faster."""
    rng: random.Random = field(init=False)
    hosts: list[Host] = field(init=False)
    epochs: list[int] = field(init=False)
    faulty: bool = True
    disk_full_until: float = 0.0
    heard: list[Heard] = field(default_factory=list)
    acknowledged: dict[str, tuple[int, int]] = field(default_factory=dict)
    sent: dict[str, int] = field(default_factory=dict)
    refused: dict[str, Refusal] = field(default_factory=dict)
    said: set[str] = field(default_factory=set)
    """What clients know to have been said."""
    crashes: int = 0
    outages: list[tuple[int, int]] = field(default_factory=list)
    """From when to when no process was there."""
    away: bool = False
    failed_beats: int = 0
    kinds: set[str] = field(default_factory=set)
    """Kinds of actions and entries that occurred."""

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self.epochs = list(range(HOSTS))
        self.hosts = [self.new_host(place) for place in range(HOSTS)]
        self.match = f"M{self.seed}"
        self.start = positions()[self.rng.randrange(len(positions()))]

    def new_host(self, place: int) -> Host:
        return Host(
            Disk(self, place),
            Chooses(self),
            bus=Notices(self, place),
            clock=self.clock,
            seeds=lambda: self.rng.getrandbits(63),
            name=f"host {place}",
        )

    def clock(self) -> int:
        """The time of day."""
        return START + int(self.loop.time() * 1000)

    async def delay(self, most: float) -> None:
        await asyncio.sleep(self.rng.random() * most)

    async def crash(self, place: int) -> None:
        """The process is gone with all it was doing; another one starts with an empty memory."""
        self.crashes += 1
        self.end(place)
        raise Lost

    async def outage(self) -> None:
        """All processes end at once, and for a while nobody starts others."""
        await self.delay(30)
        began, self.away = self.clock(), True
        for place in range(HOSTS):
            self.end(place)
        await asyncio.sleep(OUTAGE / 1000 + BEAT + self.rng.random() * 40)
        self.away = False
        self.outages.append((began, self.clock()))

    def end(self, place: int) -> None:
        old = self.hosts[place]
        self.epochs[place] += HOSTS
        self.hosts[place] = self.new_host(place)
        current = asyncio.current_task()
        for task in old.tasks.under_way:
            if task is not current:
                task.cancel()

    def notify(self, place: int, notice: dict[str, Any]) -> None:
        if not self.away:
            self.hosts[place].heard(notice)

    def bot_choice(self, seat: int) -> int:
        """A legal action at the newest state any process knows, so that bots need no messages."""
        matches = [live.match for host in self.hosts for live in host.lives.values()]
        match = max(matches, key=lambda one: one.version)
        legal = match.game.legal_actions if match.game and match.game.player == seat else ()
        return self.rng.choice(list(legal)).number if legal else 0

    # --- running --------------------------------------------------------------------------------------------------
    async def run(self) -> None:
        settings, first = self.settings()
        with self.database.begin():
            store.create(self.database, settings, first)
        people = [entry.seat for entry in first if isinstance(entry, Sat) and not entry.agent]
        beside = [asyncio.ensure_future(self.look_after())]
        if settings.time_control:
            beside.append(asyncio.ensure_future(self.beat()))
        outage = asyncio.ensure_future(self.outage()) if settings.time_control and self.rng.random() < 0.3 else None
        clients = [Client(self, seat).run() for seat in people]
        if self.whole:
            clients += [Client(self, seat).listen() for seat in people]
        await asyncio.wait_for(asyncio.gather(*clients), 3600)
        if outage is not None:
            await outage
        self.faulty = False
        self.disk_full_until = 0.0
        await asyncio.sleep(12)  # bots and clocks come to rest, also what a process left undone that died
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
        rest = [task for host in self.hosts for task in host.tasks.under_way]
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)
        for host in self.hosts:
            for live in host.lives.values():
                live.doubt()
                live.thinking = asyncio.ensure_future(asyncio.sleep(3600))
            await host.live(self.match)
            final = await host.current(self.match)
            self.heard.append(Heard(-1, self.epochs[self.hosts.index(host)], final.version, digest(final)))
        rest = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)

    def settings(self) -> tuple[Settings, list[Any]]:
        setup, rng = self.start.setup, self.rng
        control = rng.choice([None, None, wire.TimeControl("per_turn", 20), wire.TimeControl("bank", 30, 5)])
        settings = Settings(self.match, setup, self.seed, START, time_control=control)
        bots = rng.randrange(setup.players) if rng.random() < 0.3 else 0
        seats = [
            Sat(START, seat, name="bot", agent="club") if seat < bots
            else Sat(START, seat, name="person", token=hashed(str(seat)))
            for seat in range(setup.players)
        ]  # fmt: skip
        return settings, [*seats]

    async def look_after(self) -> None:
        while True:
            await asyncio.sleep(3)
            for place in range(HOSTS):
                if not self.away:
                    with suppress(Refused, Lost):
                        await self.hosts[place].look_after()

    async def beat(self) -> None:
        """Some process shows that it is there; if that fails, the next one does in its time."""
        while True:
            if not self.away:
                with suppress(Refused, Lost):
                    await self.hosts[self.rng.randrange(HOSTS)].beat()
            await asyncio.sleep(BEAT)

    async def call(self, place: int, work: Any) -> Any:
        """Ask a process over the network: the question or the answer may get lost, the process may die."""
        await self.delay(0.1)
        if self.away or (self.faulty and self.rng.random() < 0.05):
            work.close()
            raise Lost
        epoch = self.epochs[place]
        answer = await work
        await self.delay(0.1)
        if self.faulty and (self.rng.random() < 0.05 or epoch != self.epochs[place]):
            raise Lost
        return answer


class Client:
    """Somebody at a seat who does what is possible, and now and then what is not."""

    def __init__(self, world: World, seat: int) -> None:
        self.world, self.seat = world, seat

    async def run(self) -> None:
        world, number, idle = self.world, 0, 0
        while number < REQUESTS and idle < 12:
            place = world.rng.randrange(HOSTS)
            try:
                match = await world.call(place, self.look(place))
            except (Lost, Refused):
                continue
            if match.result is not None and world.rng.random() < 0.7:
                return
            command = self.command(match, number)
            if command is None:
                idle += 1
                await world.delay(3)
                continue
            number += 1
            await self.insist(command)

    async def look(self, place: int) -> Match:
        world = self.world
        epoch = world.epochs[place]
        match = await world.hosts[place].current(world.match)
        world.heard.append(Heard(self.seat, epoch, match.version, digest(match)))
        return match

    def command(self, match: Match, number: int) -> wire.Command | wire.Say | None:
        """What this client wants, or nothing while it is not its turn."""
        rng, name = self.world.rng, f"{self.seat}-{number}"
        chance = rng.random()
        if match.result is not None:
            return wire.Rematch(name)
        if chance < 0.02:
            return wire.Resign(name)
        if chance < 0.04:
            return wire.StandIn(name, self.seat)
        if chance < 0.06:
            return wire.Return(name)
        if chance < 0.08:
            return wire.StandIn(name, rng.randrange(len(match.seats)))
        if chance < 0.10:
            return wire.Say(name, name)
        if chance < 0.12:
            return wire.Decide(name, max(0, match.version - rng.randrange(3)), [rng.randrange(379)])
        if match.acting != self.seat:
            return None
        if match.confirming is not None:
            return rng.choice([wire.Undo, wire.Confirm, wire.Confirm])(name, match.version)
        if match.game is None or chance < 0.18:
            return wire.Undo(name, match.version)
        actions = [rng.choice(list(match.game.legal_actions)).number]
        return wire.Decide(name, match.version, actions, confirm=rng.random() < 0.5)

    async def insist(self, command: wire.Command | wire.Say) -> None:
        """Send it until there is an answer; sometimes twice at once, to two processes."""
        world = self.world
        world.sent[command.request_id] = self.seat
        for _ in range(50):
            while world.away:
                await world.delay(1.0)
            places = [world.rng.randrange(HOSTS)]
            if world.faulty and world.rng.random() < 0.1:
                places.append(world.rng.randrange(HOSTS))
            answers = await asyncio.gather(*(self.send(place, command) for place in places))
            if any(answers):
                return
            await world.delay(1.0)
        raise AssertionError("a client never got an answer")

    async def send(self, place: int, command: wire.Command | wire.Say) -> bool:
        world = self.world
        epoch, host = world.epochs[place], world.hosts[place]
        try:
            if isinstance(command, wire.Say):
                await world.call(place, host.say(world.match, self.seat, command))
                world.said.add(command.text)
                return True
            answer = await world.call(place, host.submit(world.match, self.seat, command))
        except Lost:
            return False
        except Refused as error:
            if error.refusal is Refusal.UNAVAILABLE:
                return False
            world.refused[command.request_id] = error.refusal
            return True
        version = world.acknowledged.setdefault(command.request_id, (self.seat, answer.version))[1]
        assert version == answer.version, "one request, two answers"
        world.heard.append(Heard(self.seat, epoch, answer.version, None))
        return True

    async def listen(self) -> None:
        """A socket that breaks now and then and resumes from the version seen last."""
        world, version = self.world, None
        for _ in range(world.rng.randrange(1, 5)):
            place = world.rng.randrange(HOSTS)
            host, epoch = world.hosts[place], world.epochs[place]
            listener = Listener(self.seat, version)
            if world.away:
                await world.delay(10)
                continue
            try:
                live = await host.listen(world.match, listener)
                for _ in range(world.rng.randrange(1, 6)):
                    for message in await host.news(live, listener):
                        if isinstance(message, wire.Update):
                            version = message.view.version
                            world.heard.append(Heard(self.seat, epoch, version, None, message.view))
                    listener.wake.clear()
                    await world.delay(2)
                host.stop(live, listener)
            except (Refused, Lost):
                await world.delay(1)


# --- the judge ----------------------------------------------------------------------------------------------------
def check(world: World) -> dict[str, int]:
    """The log explains everything that anybody saw: nothing lost, nothing doubled, nothing out of order."""
    with world.database.begin():
        settings = store.load(world.database, world.match)
        entries = store.since(world.database, world.match, 0)
        chats, _ = store.chats_since(world.database, world.match, None, 0, 1000)
    assert settings is not None
    match = Match(settings.settings)
    digests, views = [digest(match)], {}
    wanted = {(heard.version, heard.seat) for heard in world.heard if heard.view}
    for entry in entries:
        if isinstance(entry, Decided | Undone | Confirmed):
            assert match.acting == entry.seat, "somebody decided out of turn"
        match.apply(entry)
        digests.append(digest(match))
        for version, seat in wanted:
            if version == match.version:
                views[version, seat] = match.view(seat, 0)
    said = [chat.text for chat in chats]
    assert len(said) == len(set(said)), "something was said twice"
    assert world.said <= set(said), "something that was said is not there"
    _check_requests(world, entries)
    assert [entry.at for entry in entries] == sorted(entry.at for entry in entries), "time ran backwards"
    _check_heard(world, digests, views)
    _check_clocks(world, match.settings, entries)
    world.kinds = {
        Action(number).kind for entry in entries if isinstance(entry, Decided) for number, _ in entry.actions
    } | {str(type(entry).__struct_config__.tag) for entry in entries}
    world.kinds |= {"outage" for entry in entries if entry.down} | {
        "time over" for entry in entries if by_itself(entry)
    }
    world.kinds |= {"for another" for entry in entries if entry.asker != entry.seat} | {"said" for _ in said}
    return {"entries": len(entries), "crashes": world.crashes, "requests": len(world.acknowledged)}


def by_itself(entry: AnyEntry) -> bool:
    """Whether the server wrote this because somebody's time was over."""
    return isinstance(entry, Resigned | Confirmed) and not entry.request_id


def _check_clocks(world: World, settings: Settings, entries: list[AnyEntry]) -> None:
    """No clock ran while nobody was there; and, but for what failed, all clocks ran while somebody was."""
    if settings.time_control is None:
        return
    match = Match(settings)
    for before, entry in pairwise([entries[0], *entries]):
        missed = sum(
            max(0, min(end, entry.time_of_day) - max(begin, before.time_of_day)) for begin, end in world.outages
        )
        assert entry.down - before.down >= missed, "somebody lost time to an outage"
        if by_itself(entry):
            assert match.time_out(entry.at) is not None, "somebody's time was over before it was"
        match.apply(entry)
    away = sum(end - begin for begin, end in world.outages)
    assert entries[-1].down <= away + 5_000 * len(world.outages) + 7_000 * world.failed_beats, "clocks stood still"


def _check_requests(world: World, entries: list[AnyEntry]) -> None:
    names = [(entry.asker, entry.request_id) for entry in entries if entry.request_id]
    assert len(names) == len(set(names)), "a request was carried out twice"
    # Who is gone each process judges by itself: it may refuse a copy of what another one carries out.
    judged = {entry.request_id for entry in entries if entry.asker != entry.seat}
    for seat, name in names:
        assert world.sent[name] == seat, "a request acted for another seat"
        assert name not in world.refused or name in judged, "a request was refused and carried out all the same"
    for name, (seat, version) in world.acknowledged.items():
        entry = entries[version - 1]
        assert (entry.request_id, entry.asker) == (name, seat), "an acknowledged request is not in the log"


def _check_heard(world: World, digests: list[str], views: dict[tuple[int, int], wire.View]) -> None:
    newest: dict[tuple[int, int], int] = {}
    for heard in world.heard:
        assert heard.version < len(digests), "somebody saw what never was written"
        assert heard.digest in (None, digests[heard.version]), "somebody saw another match than the log's"
        if heard.view is not None:
            told = views[heard.version, heard.seat]
            assert (heard.view.table, heard.view.decision, heard.view.result) == (
                told.table, told.decision, told.result,
            )  # fmt: skip
        if heard.digest is not None and heard.seat == -1:
            assert heard.version == len(digests) - 1, "a process does not know the end of the log"
        if heard.view is not None:
            key = heard.seat, heard.host
            newest[key] = max(newest.get(key, 0), heard.version)


@contextmanager
def starting_at_positions() -> Iterator[None]:
    """Matches are dealt as positions out of the collection, by their seed; people are gone soon."""

    def dealt(settings: Settings) -> Game:
        alike = by_setup()[settings.setup]
        return alike[settings.deal_seed % len(alike)].copy()

    with mock.patch.object(match_state, "deal", dealt), mock.patch.object(live_module, "GONE", 3_000):
        yield


def simulate(seed: int, database: Connection | None = None, whole: bool = False) -> tuple[World, dict[str, int]]:
    """Run the history of a seed and judge it."""
    loop = SimulatedLoop()
    try:
        with starting_at_positions():
            world = World(seed, loop, emptied(database) if database else new_database(), whole)
            loop.run_until_complete(world.run())
            return world, check(world)
    finally:
        loop.close()
