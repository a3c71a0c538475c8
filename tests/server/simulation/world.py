"""One history: two server processes over one database, clients on a bad network, faults at every step."""

import asyncio
import hashlib
import random
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from types import SimpleNamespace
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
from splendor.server.match import AnyEntry, Confirmed, Decided, Left, Match, Resigned, Sat, Settings, Undone, hashed
from splendor.server.match import state as match_state
from splendor.server.routes.playing import talk
from splendor.server.store import OUTAGE, StoreFailed, storing
from splendor.server.store.schema import metadata
from splendor.server.wire import Refusal, Refused
from tests.server.simulation.loop import SimulatedLoop
from tests.server.simulation.positions import by_setup, positions

HOSTS = 2
REQUESTS = 3  # of each client
VISITS = 3  # of somebody who leaves before the start
START = 1_700_000_000_000
BEAT = 2.0  # seconds between two signs of a server
EMPTY = [table.delete() for table in reversed(metadata.sorted_tables)]


Name = tuple[str, str]  # whose request it is, and its id: others may use the same one
Asked = wire.Command | wire.Say | wire.Mute


class Lost(Exception):
    """A message went astray, or the process that should answer is no more."""


def digest(match: Match) -> str:
    """What a match is, in short."""
    game = match.game.record.tobytes() if match.game else b""
    parts = (match.version, match.confirming, match.result, [(seat.bot, seat.token) for seat in match.seats])
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
        writes = work in (store.append, store.append_with_rematch, store.create, store.refuse, store.say, store.mute)
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
            if work is store.say:
                world.spoken.append((values[5], store.load(world.database, world.match).version))  # type: ignore[union-attr]
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
    """What a client saw at one process: a version and what the match was then; -1 is a process itself."""

    seat: int | None
    host: int
    version: int
    digest: str | None
    view: wire.View | None = None
    owner: str = ""
    """Whoever heard the view."""


@dataclass
class Muting:
    """Somebody did not want to hear somebody, or did again: asked for and known to be done, by the time of day."""

    other: int
    muted: bool
    asked: int
    done: int


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
    acknowledged: dict[Name, tuple[int, int]] = field(default_factory=dict)
    sent: dict[Name, int] = field(default_factory=dict)
    refused: set[Name] = field(default_factory=set)
    said: dict[str, tuple[int, str]] = field(default_factory=dict)
    """What clients know to have been said: from which seat, under which name."""
    spoken: list[tuple[str, int]] = field(default_factory=list)
    """What was written of it, and at which version of the match."""
    mutings: dict[str, list[Muting]] = field(default_factory=dict)
    """By owner, in order."""
    muted: dict[str, set[int]] = field(default_factory=dict)
    """Whom each owner has ever asked to mute, carried out or not."""
    seated: dict[str, int] = field(default_factory=dict)
    """Who knows to have a seat, and has not left it: by owner."""
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
            store.beat(self.database, START)  # as whoever makes a match does
            store.create(self.database, settings, first)
        beside = [asyncio.ensure_future(self.look_after())]
        if settings.time_control:
            beside.append(asyncio.ensure_future(self.beat()))
        outage = asyncio.ensure_future(self.outage()) if settings.time_control and self.rng.random() < 0.3 else None
        sitting = {entry.seat: entry.token for entry in first}
        people = [Client(self, n, sitting.get(n)) for n in range(settings.setup.players) if sitting.get(n) != ""]
        clients = [person.run() for person in people]
        if self.whole:
            clients += [person.listen() for person in people]
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
            else Sat(START, seat, name=f"person {seat}", token=hashed(str(seat)))
            for seat in range(setup.players)
        ]  # fmt: skip
        waits = rng.random() < 0.25
        return settings, [sat for sat in seats if sat.agent or not waits]

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

    def later(self, work: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        """Sometimes a copy of what was done, or refused and possible by then, comes much later."""
        if self.faulty and self.rng.random() <= 0.2:
            self.aside(work, 5)

    def aside(self, work: Callable[[], Coroutine[Any, Any, Any]], within: float) -> None:
        """Something that is asked for while nobody waits for the answer."""

        async def ask() -> None:
            await self.delay(within)
            if not self.away:
                with suppress(Lost, Refused):
                    await work()

        self.hosts[0].tasks.soon(ask())


class Client:
    """Somebody at a seat who does what is possible, and now and then what is not."""

    def __init__(self, world: World, number: int, owner: str | None) -> None:
        self.world, self.number = world, number
        self.owner, self.seat = owner or "", number if owner else -1
        self.asked = 0

    @property
    def request_id(self) -> str:
        """The same ones as everybody else has: they count from the moment one sits down."""
        self.asked += 1
        return str(self.asked)

    async def run(self) -> None:
        world, number, idle = self.world, 0, 0
        if not self.owner:
            await self.arrive()
        while number < REQUESTS and idle < 12:
            place = world.rng.randrange(HOSTS)
            try:
                match = await world.call(place, self.look(place))
            except (Lost, Refused):
                continue
            if match.result is not None and world.rng.random() < 0.7:
                return
            command = self.command(match)
            if command is None:
                idle += 1
                await world.delay(3)
                continue
            number += 1
            await self.insist(command)

    async def arrive(self) -> None:
        """Sit down before the start. Some leave again, and come back as somebody new."""
        world, rng = self.world, self.world.rng
        for visit in range(VISITS):
            await world.delay(2)
            await self.sit(f"{self.number} {visit}")
            while rng.random() < 0.3:
                await self.insist(self.talk(await self.glance()))
            if visit == VISITS - 1 or rng.random() < 0.5:
                return
            self.part()
            left = await self.insist(wire.Leave(self.request_id))
            if left in world.refused:  # it has begun
                return
            del world.seated[self.owner]
            self.owner, self.seat, self.asked = "", -1, 0

    def part(self) -> None:
        """A last word, while already leaving: it is said before, or not at all."""
        place, name = self.world.rng.randrange(HOSTS), self.request_id
        self.world.sent[self.owner, name] = self.seat
        said, owner = wire.Say(name, f"{self.owner} {name}"), self.owner
        self.world.aside(lambda: self.carry_out(place, said, owner, name), 0.1)

    async def glance(self) -> Match:
        while True:
            place = self.world.rng.randrange(HOSTS)
            with suppress(Lost, Refused):
                return await self.world.call(place, self.look(place))

    async def sit(self, token: str) -> None:
        """Take a seat; there are as many as people, so nobody is refused."""
        world = self.world

        def join(match: Match, at: int) -> Sat | None:
            return match.join(None, at, name=self.name, token=token)

        late = world.rng.randrange(HOSTS)
        world.later(lambda: world.hosts[late].join(world.match, token, join))
        seat, refusal = None, Refusal.UNAVAILABLE
        while seat is None:
            place = world.rng.randrange(HOSTS)
            try:
                seat = (await world.call(place, world.hosts[place].join(world.match, token, join))).seat_of(token)
            except Lost:
                continue
            except Refused as error:
                refusal = error.refusal
            assert refusal is Refusal.UNAVAILABLE, "a seat was refused to somebody"
        self.owner, self.seat = hashed(token), seat
        world.seated[self.owner] = seat

    @property
    def name(self) -> str:
        return f"person {self.number}"

    def talk(self, match: Match) -> wire.Say | wire.Mute:
        """Something that changes nothing in the match."""
        rng = self.world.rng
        others = [seat for seat in range(len(match.seats)) if seat != self.seat]
        if rng.random() < 0.5:
            return wire.Say(name := self.request_id, f"{self.owner} {name}")
        return wire.Mute(self.request_id, rng.choice(others), rng.random() < 0.7)

    async def look(self, place: int) -> Match:
        world = self.world
        epoch = world.epochs[place]
        match = await world.hosts[place].current(world.match)
        world.heard.append(Heard(self.seat, epoch, match.version, digest(match)))
        return match

    def command(self, match: Match) -> Asked | None:
        """What this client wants, or nothing while it is not its turn."""
        rng, name = self.world.rng, self.request_id
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
        if chance < 0.11:
            return self.talk(match)
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

    async def insist(self, command: Asked) -> Name:
        """Send it until there is an answer; sometimes twice at once, to two processes, or once more much later."""
        world, name = self.world, (self.owner, command.request_id)
        world.sent[name] = self.seat
        if isinstance(command, wire.Mute):
            world.muted.setdefault(self.owner, set()).add(command.seat)
        asked, late = world.clock(), world.rng.randrange(HOSTS)
        world.later(lambda: self.carry_out(late, command, *name))
        for _ in range(50):
            while world.away:
                await world.delay(1.0)
            places = [world.rng.randrange(HOSTS)]
            if world.faulty and world.rng.random() < 0.1:
                places.append(world.rng.randrange(HOSTS))
            answers = await asyncio.gather(*(self.send(place, command) for place in places))
            if any(answers):
                if isinstance(command, wire.Mute) and name not in world.refused:
                    muting = Muting(command.seat, command.muted, asked, world.clock())
                    world.mutings.setdefault(self.owner, []).append(muting)
                return name
            await world.delay(1.0)
        raise AssertionError("a client never got an answer")

    def carry_out(self, place: int, command: Asked, owner: str, name: str) -> Coroutine[Any, Any, wire.Answer]:
        """What the doors do with a request."""
        world = self.world
        host, seat = world.hosts[place], world.sent[owner, name]
        if isinstance(command, wire.Say | wire.Mute):
            service: Any = SimpleNamespace(host=host, check=lambda *_: None)
            return talk(service, world.match, seat, owner, command)
        return host.submit(world.match, seat, command, owner)

    async def send(self, place: int, command: Asked) -> bool:
        world, name = self.world, (self.owner, command.request_id)
        epoch = world.epochs[place]
        try:
            answer = await world.call(place, self.carry_out(place, command, *name))
        except Lost:
            return False
        except Refused as error:
            if error.refusal is Refusal.UNAVAILABLE:
                return False
            assert not isinstance(command, wire.Say | wire.Mute), "somebody who sits there may not speak"
            world.refused.add(name)
            return True
        if isinstance(command, wire.Say):
            world.said[command.text] = self.seat, self.name
        if isinstance(command, wire.Say | wire.Mute):
            return True
        version = world.acknowledged.setdefault(name, (self.seat, answer.version))[1]
        assert version == answer.version, "one request, two answers"
        world.heard.append(Heard(self.seat, epoch, answer.version, None))
        return True

    async def listen(self) -> None:
        """A socket that breaks now and then and resumes from the version seen last."""
        world, version = self.world, None
        for _ in range(world.rng.randrange(1, 5)):
            place = world.rng.randrange(HOSTS)
            host, epoch = world.hosts[place], world.epochs[place]
            if world.away or self.seat < 0:
                await world.delay(10)
                continue
            owner = self.owner
            listener = Listener(self.seat, version, owner=owner)
            try:
                live = await host.listen(world.match, listener)
                for _ in range(world.rng.randrange(1, 6)):
                    for message in await host.news(live, listener):
                        if isinstance(message, wire.Update):
                            assert message.view.version >= (version or 0), "somebody is told less than they had heard"
                            version = message.view.version
                            world.heard.append(Heard(message.view.seat, epoch, version, None, message.view, owner))
                        if isinstance(message, wire.Muted):
                            theirs = world.muted.get(owner, set())
                            assert theirs.issuperset(message.seats), "somebody hears of mutes that are not theirs"
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
    digests, views, askers = [digest(match)], {}, list[str]()
    owners = [[seat.token for seat in match.seats]]
    wanted = {(heard.version, heard.seat) for heard in world.heard if heard.view}
    for entry in entries:
        if isinstance(entry, Decided | Undone | Confirmed):
            assert match.acting == entry.seat, "somebody decided out of turn"
        askers.append(match.owner(entry.asker))
        match.apply(entry)
        digests.append(digest(match))
        owners.append([seat.token for seat in match.seats])
        for version, seat in wanted:
            if version == match.version:
                views[version, seat] = match.view(seat, 0)
    said = [chat.text for chat in chats]
    assert len(said) == len(set(said)), "something was said twice"
    found = {chat.text: (chat.seat, chat.name) for chat in chats}
    assert world.said.items() <= found.items(), "something that was said is not there, or from somebody else"
    for text, version in world.spoken:
        assert owners[version][found[text][0]] == text.split()[0], "somebody spoke from a seat that was not theirs"
    _check_requests(world, entries, askers)
    _check_seats(world, entries, owners)
    assert [entry.at for entry in entries] == sorted(entry.at for entry in entries), "time ran backwards"
    _check_heard(world, digests, views, owners)
    _check_clocks(world, match.settings, entries)
    world.kinds = {
        Action(number).kind for entry in entries if isinstance(entry, Decided) for number, _ in entry.actions
    } | {str(type(entry).__struct_config__.tag) for entry in entries}
    world.kinds |= {"outage" for entry in entries if entry.down} | {
        "time over" for entry in entries if by_itself(entry)
    }
    world.kinds |= {"for another" for entry in entries if entry.asker != entry.seat} | {"said" for _ in said}
    world.kinds |= {"muted" for _ in world.mutings}
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


def _check_requests(world: World, entries: list[AnyEntry], askers: list[str]) -> None:
    """What was asked for was done once, for whoever asked: `askers` are the owners of the seats at that time."""
    asked = [(owner, entry) for owner, entry in zip(askers, entries, strict=True) if entry.request_id]
    names = [(owner, entry.request_id) for owner, entry in asked]
    assert len(names) == len(set(names)), "a request was carried out twice"
    for name, (_, entry) in zip(names, asked, strict=True):
        assert world.sent.get(name) == entry.asker, "a request acted for another seat, or for somebody else"
        assert name not in world.refused, "a request was refused and carried out all the same"
    for name, (seat, version) in world.acknowledged.items():
        entry = entries[version - 1]
        done = (askers[version - 1], entry.request_id), entry.asker
        assert done == (name, seat), "an acknowledged request is not in the log"


def _check_seats(world: World, entries: list[AnyEntry], owners: list[list[str]]) -> None:
    """Who sat down and did not leave still sits there, nobody sat down twice, and everybody hears whom they want."""
    came = [entry.token for entry in entries if isinstance(entry, Sat) and entry.token]
    assert len(came) == len(set(came)), "somebody who has left sits there again"
    for owner, seat in world.seated.items():
        assert owners[-1][seat] == owner, "somebody has lost their seat"
    left = [(entry.seat, entry.time_of_day) for entry in entries if isinstance(entry, Left)]
    for owner, seat in zip(owners[-1], range(len(owners[-1])), strict=True):
        with world.database.begin():
            muted = store.muted(world.database, world.match, seat)
        wanted = {one.other: one for one in world.mutings.get(owner, [])}
        for other in muted | wanted.keys():
            one = wanted.get(other)
            gone = max((at for place, at in left if place == other), default=0)
            if one is None or not one.asked <= gone <= one.done:  # otherwise nobody knows which was first
                expected = one is not None and one.muted and gone < one.asked
                assert (other in muted) == expected, "somebody does not hear whom they want to"


def _check_heard(
    world: World, digests: list[str], views: dict[tuple[int, int | None], wire.View], owners: list[list[str]]
) -> None:
    newest: dict[tuple[int | None, int], int] = {}
    for heard in world.heard:
        assert heard.version < len(digests), "somebody saw what never was written"
        assert heard.digest in (None, digests[heard.version]), "somebody saw another match than the log's"
        if heard.view is not None:
            told = views[heard.version, heard.seat]
            if heard.seat is not None:
                assert owners[heard.version][heard.seat] == heard.owner, "somebody hears what another seat is told"
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
