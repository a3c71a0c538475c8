"""The host under a clock of our own: time that runs out, people who are gone, bots that fail, a database that does."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from types import SimpleNamespace
from typing import Any
from unittest import mock

import pytest
from sqlalchemy import select, update

from splendor.errors import SplendorError
from splendor.foreign.packed import unpack
from splendor.server import store, wire
from splendor.server.hosting import Host, Listener
from splendor.server.hosting.listening import ANNOUNCE
from splendor.server.hosting.live import GONE
from splendor.server.hosting.looking_after import IDLE
from splendor.server.match import AnyEntry, Match, Sat, Settings, hashed
from splendor.server.routes.playing import heard
from splendor.server.service import Asking
from splendor.server.store import OUTAGE, Conflict, StoreFailed
from splendor.server.store.schema import entries, refusals, uptime
from splendor.server.wire import Refusal, Refused, TimeControl
from splendor.table.setup import Setup
from tests.server.leaks import Plain
from tests.server.serving import FirstChoice
from tests.server.simulation.world import new_database

DAY = 86_400_000


class Notices:
    """A bus that carries every notice to the other hosts at once."""

    def __init__(self) -> None:
        self.hosts: list[Host] = []

    def of(self, place: int) -> "Notices.End":
        return Notices.End(self, place)

    class End:
        def __init__(self, bus: "Notices", place: int) -> None:
            self.bus, self.place = bus, place

        async def publish(self, notice: dict[str, Any]) -> None:
            for number, host in enumerate(self.bus.hosts):
                if number != self.place:
                    host.heard(notice)


class World:
    """One or two hosts over one database, and a clock that stands still until it is moved."""

    def __init__(self, hosts: int = 1, thinker: Any = None) -> None:
        self.connection = new_database()
        self.time = 1_000_000
        self.database = Plain(self.connection)
        self.bus = Notices()
        self.thinker = thinker or FirstChoice()
        self.hosts = [
            Host(self.database, self.thinker, bus=self.bus.of(place), clock=lambda: self.now, name=str(place))
            for place in range(hosts)
        ]
        self.bus.hosts = self.hosts

    @property
    def now(self) -> int:
        return self.time

    @now.setter
    def now(self, now: int) -> None:
        """Time passes, and all the time some server was there."""
        self.time = now
        with self.connection.begin():
            self.connection.execute(update(uptime).values(seen=now))

    def outage(self, milliseconds: int) -> None:
        """Time passes, and no server was there."""
        self.time += milliseconds

    async def new_match(self, *agents: str, players: int = 2, **settings: Any) -> Host:
        """A match "M"; the last seats are the agents'."""
        people = players - len(agents)
        first: list[AnyEntry] = [
            Sat(self.now, seat, name="x", token=hashed(str(seat)))
            if seat < people
            else Sat(self.now, seat, name="bot", agent=agents[seat - people])
            for seat in range(players)
        ]
        await self.hosts[0].create(Settings("M", Setup(players), 1, self.now, **settings), first)
        return self.hosts[0]


def run(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(work())  # type: ignore[arg-type]


async def refusal(work: Awaitable[Any]) -> Refusal:
    with pytest.raises(Refused) as error:
        await work
    return error.value.refusal


def decide(version: int, name: str = "d") -> wire.Decide:
    return wire.Decide(name, version, [0], confirm=True)


def who(presence: Any) -> tuple[list[bool], int]:
    """Who is there, and how many onlookers."""
    return presence.here, presence.onlookers


async def rest() -> None:
    """Let everything come to its end that is under way."""
    for _ in range(200):
        await asyncio.sleep(0)


# --- time ---------------------------------------------------------------------------------------------------------
def test_whoever_lets_the_days_pass_resigns_and_nobody_waits_for_them() -> None:
    async def play() -> None:
        world = World()
        host = await world.new_match(time_control=TimeControl("per_turn", 3 * 86_400))
        world.now += 3 * DAY - 1
        await host.look_after()
        assert (await host.current("M")).result is None
        await host.submit("M", 0, decide(2))
        world.now += 3 * DAY
        assert await refusal(host.submit("M", 1, decide(3))) is Refusal.NOT_NOW
        await host.look_after()
        match = await host.current("M")
        assert match.result == wire.Result([[0], [1]], [0], [0, 0], "time")

    run(play)


def test_a_bank_of_time_is_the_same_after_a_restart() -> None:
    async def play() -> None:
        world = World()
        host = await world.new_match(time_control=TimeControl("bank", 60, 5))
        world.now += 20_000
        await host.submit("M", 0, decide(2))
        again = Host(world.database, world.thinker, clock=lambda: world.now)
        clocks = [seat.clock for seat in (await again.current("M")).view(None, world.now + 10_000).seats]
        assert clocks == [wire.Clock(45_000, False), wire.Clock(50_000, True)]
        world.now += 60_000
        await again.look_after()
        assert (await again.current("M")).result == wire.Result([[0], [1]], [0], [0, 0], "time")

    run(play)


# --- outages ------------------------------------------------------------------------------------------------------
def clocks(host: Host) -> list[Any]:
    """What the clocks show now, to whoever asks."""
    update = host.update(host.lives["M"], None, None)
    return [(seat.clock.remaining, seat.clock.running) for seat in update.view.seats if seat.clock]


@pytest.mark.parametrize(
    ("control", "used", "away"),
    [
        (TimeControl("bank", 60, 5), 20_000, 3_600_000),
        (TimeControl("per_turn", 30), 29_000, OUTAGE + 1),
        (TimeControl("per_turn", 30), 29_900, 1_500),
        (TimeControl("per_turn", 3 * 86_400), 2 * DAY, 100 * DAY),
    ],
    ids=["bank", "per turn", "a quick restart", "days"],
)
def test_nobody_loses_time_to_a_server_that_is_not_there(control: TimeControl, used: int, away: int) -> None:
    async def play() -> None:
        world = World()
        host = await world.new_match(time_control=control)
        left = control.seconds * 1000 - used
        world.now += used
        await host.beat()
        world.outage(away)
        again = Host(world.database, world.thinker, clock=lambda: world.now)
        await again.look_after()
        match = await again.current("M")
        assert (match.version, match.result) == (2, None)
        assert clocks(again) == [(left, True), (control.seconds * 1000, False)]
        world.now += left - 1
        await again.look_after()
        assert (await again.current("M")).result is None
        await again.submit("M", 0, decide(2))
        world.now += control.seconds * 1000
        await again.look_after()
        assert (await again.current("M")).result == wire.Result([[0], [1]], [0], [0, 0], "time")

    run(play)


def test_outages_add_up_and_matches_of_afterwards_know_nothing_of_them() -> None:
    async def play() -> None:
        world = World()
        host = world.hosts[0]
        await host.beat()
        for _ in range(3):
            world.outage(DAY)
            await host.beat()
        assert host.down == 3 * DAY
        await world.new_match(time_control=TimeControl("bank", 60))
        world.now += 10_000
        assert clocks(host) == [(50_000, True), (60_000, False)]
        await host.submit("M", 0, decide(2))
        told = await host.told_since(await host.current("M"), None, 0)
        assert [one.at for one in told] == [world.now - 10_000, world.now - 10_000, world.now]  # the time of day

    run(play)


def test_what_happens_right_after_an_outage_is_told_with_the_time_of_day() -> None:
    """Somebody decides after the last sign of a server, and somebody else as soon as there is one again."""

    async def play() -> None:
        world = World()
        host = await world.new_match(time_control=TimeControl("bank", 60))
        world.outage(1_000)
        await host.submit("M", 0, decide(2))
        world.outage(500)
        again = Host(world.database, world.thinker, clock=lambda: world.now)
        await again.submit("M", 1, decide(3))
        told = await again.told_since(await again.current("M"), None, 2)
        assert [one.at for one in told] == [world.now - 500, world.now]
        assert clocks(again) == [(59_000, True), (60_000, False)]

    run(play)


def test_a_moment_without_a_sign_is_no_outage() -> None:
    async def play() -> None:
        world = World()
        host = await world.new_match(time_control=TimeControl("bank", 60))
        world.outage(OUTAGE)
        another = Host(world.database, world.thinker, bus=world.bus.of(1), clock=lambda: world.now)
        await another.current("M")  # it begins, and others may have been there
        await host.beat()
        assert clocks(host)[0] == clocks(another)[0] == (60_000 - OUTAGE, True)

    run(play)


def test_a_process_that_slept_through_an_outage_asks_before_it_counts() -> None:
    async def play() -> None:
        world = World(hosts=2)
        here = await world.new_match(time_control=TimeControl("bank", 60))
        there = world.hosts[1]
        await there.current("M")
        world.outage(3_600_000)
        await there.beat()
        world.now += 2_000
        await here._time_out(here.lives["M"])
        assert (await here.current("M")).result is None
        world.outage(3_600_000)
        await there.beat()
        await here.submit("M", 0, decide(2))
        await rest()
        assert clocks(here) == clocks(there) == [(58_000, False), (60_000, True)]

    run(play)


def test_whoever_listens_is_told_that_the_clocks_stood_still() -> None:
    async def play() -> None:
        world = World()
        host = await world.new_match(time_control=TimeControl("bank", 60))
        listener = Listener(0)
        live = await host.listen("M", listener)
        await host.news(live, listener)
        listener.wake.clear()
        world.outage(3_600_000)  # the machine was asleep, with the process in it
        await host.beat()
        assert listener.wake.is_set()
        [told] = [message for message in await host.news(live, listener) if isinstance(message, wire.Update)]
        assert (told.happenings, told.view.at) == ([], world.now)
        assert told.view.seats[0].clock == wire.Clock(60_000, True)
        assert await host.news(live, listener) == []

    run(play)


def test_two_processes_that_come_back_together_find_one_outage() -> None:
    async def play() -> None:
        world = World(hosts=2)
        await world.new_match()
        world.outage(60_000)
        await asyncio.gather(*(host.beat() for host in world.hosts))
        assert [host.down for host in world.hosts] == [60_000, 60_000]

    run(play)


def test_in_a_larger_match_a_bot_goes_on_for_who_ran_out_of_time() -> None:
    async def play() -> None:
        world = World()
        host = await world.new_match(players=3, time_control=TimeControl("per_turn", 30))
        world.now += 30_000
        await host.look_after()
        await rest()
        match = await host.current("M")
        assert (match.seats[0].resigned, match.acting, match.status) == (True, 1, "playing")

    run(play)


# --- people who are gone ------------------------------------------------------------------------------------------
class Ponders(FirstChoice):
    """A thinker that comes to no end."""

    async def choose(self, *_: Any) -> int:
        await asyncio.Event().wait()
        return 0


def test_who_has_resigned_decides_no_more() -> None:
    """A bot thinks for the seat that resigned; meanwhile its person says something, too."""

    async def play() -> None:
        world = World(thinker=Ponders())
        host = await world.new_match(players=3)
        await host.submit("M", 0, wire.Resign("r"))
        for command in (decide(4), wire.Undo("u", 4), wire.Confirm("c", 4)):
            assert await refusal(host.submit("M", 0, command)) is Refusal.NOT_NOW
        assert (await host.current("M")).version == 4
        assert await refusal(host.submit("M", 0, decide(3))) is Refusal.STALE
        await host.close()

    run(play)


def test_only_who_has_been_gone_for_a_while_is_replaced() -> None:
    async def play() -> None:
        world = World()
        host = await world.new_match()
        listener = Listener(1)
        live = await host.listen("M", listener)
        world.now += 2 * GONE
        assert await refusal(host.submit("M", 0, wire.StandIn("a", 1))) is Refusal.NOT_NOW
        host.stop(live, listener)
        world.now += GONE - 1
        assert await refusal(host.submit("M", 0, wire.StandIn("b", 1))) is Refusal.NOT_NOW
        world.now += 1
        await host.submit("M", 0, wire.StandIn("c", 1))
        assert live.match.view(None, world.now).seats[1].stand_in
        assert await refusal(host.submit("M", 0, wire.StandIn("d", 1))) is Refusal.NOT_NOW

    run(play)


def test_who_plays_without_a_socket_is_not_gone() -> None:
    async def play() -> None:
        world = World()
        host = await world.new_match()
        world.now += GONE
        assert await refusal(host.submit("M", 1, decide(2))) is Refusal.NOT_YOUR_TURN
        assert await refusal(host.submit("M", 0, wire.StandIn("a", 1))) is Refusal.NOT_NOW

    run(play)


def test_all_hear_of_a_seat_at_once_and_of_onlookers_together() -> None:
    """A thousand onlookers who come at the same time are no million messages."""

    async def play() -> None:
        world = World()
        host = await world.new_match()
        listener = Listener(1)
        live = await host.listen("M", listener)
        await host.news(live, listener)
        listener.wake.clear()
        onlookers = [Listener(None) for _ in range(3)]
        for onlooker in onlookers:
            await host.listen("M", onlooker)
        assert not listener.wake.is_set()
        await host.look_after()
        assert listener.wake.is_set()
        assert [who(one) for one in await host.news(live, listener)] == [([False, True], 3)]
        listener.wake.clear()
        host.stop(live, onlookers[0])
        await host.listen("M", Listener(0))
        assert listener.wake.is_set()
        assert [who(one) for one in await host.news(live, listener)] == [([True, True], 2)]

    run(play)


def test_a_bot_is_always_there() -> None:
    async def play() -> None:
        world = World()
        host = await world.new_match("club", players=3)
        listener = Listener(0)
        live = await host.listen("M", listener)
        assert who(live.presence(world.now)) == ([True, False, True], 0)
        host.stop(live, listener)
        assert who(live.presence(world.now)) == ([False, False, True], 0)

    run(play)


def test_processes_tell_each_other_who_is_there() -> None:
    async def play() -> None:
        world = World(hosts=2)
        here, there = world.hosts
        await world.new_match()
        listener, onlooker = Listener(1), Listener(None)
        live = await here.listen("M", listener)
        other = await there.listen("M", onlooker)
        await here.listen("M", Listener(None))
        await here.look_after()
        await rest()
        assert who(other.presence(world.now)) == ([False, True], 2)
        for _ in range(8):  # as long as it is told again and again
            world.now += ANNOUNCE + 1
            await here.look_after()
            await rest()
        assert other.here(world.now) == [False, True]
        assert await refusal(there.submit("M", 0, wire.StandIn("a", 1))) is Refusal.NOT_NOW
        here.stop(live, listener)
        await rest()
        assert other.here(world.now) == [False, False]
        world.now += GONE - 1
        assert await refusal(there.submit("M", 0, wire.StandIn("b", 1))) is Refusal.NOT_NOW
        world.now += 1
        await there.submit("M", 0, wire.StandIn("c", 1))

    run(play)


def test_whoever_comes_to_another_process_hears_at_once_who_is_there() -> None:
    async def play() -> None:
        world = World(hosts=2)
        here, there = world.hosts
        await world.new_match()
        await here.listen("M", Listener(1))
        await rest()
        listener = Listener(0)
        other = await there.listen("M", listener)
        await rest()
        assert other.here(world.now) == [True, True]
        assert who((await there.news(other, listener))[-1]) == ([True, True], 0)

    run(play)


def test_after_notices_were_lost_processes_ask_who_is_there() -> None:
    async def play() -> None:
        world = World(hosts=2)
        here, there = world.hosts
        await world.new_match()
        other = await there.listen("M", Listener(0))
        world.bus.hosts = []
        await here.listen("M", Listener(1))
        await rest()
        assert other.here(world.now) == [True, False]
        world.bus.hosts = world.hosts
        there.missed()
        await rest()
        assert other.here(world.now) == [True, True]

    run(play)


def test_who_asks_over_http_is_there_until_a_minute_has_passed() -> None:
    async def play() -> None:
        world = World(hosts=2)
        here, there = world.hosts
        await world.new_match()
        listener = Listener(0)
        live = await here.listen("M", listener)
        await here.news(live, listener)
        for _ in range(3):
            there.asked(other := await there.live("M"), 1)
            await rest()
            assert live.here(world.now) == other.here(world.now) == [True, True]
            assert live.stand_in_from(world.now) == [None, None]
            world.now += GONE - 1
            await there.look_after()
            await here.look_after()
            await rest()
        assert await refusal(here.submit("M", 0, wire.StandIn("a", 1))) is Refusal.NOT_NOW
        world.now += 1
        await there.look_after()
        await rest()
        told = (await here.news(live, listener))[-1]
        assert told == wire.Presence([True, False], 0, [None, world.now])
        await here.submit("M", 0, wire.StandIn("b", 1))
        assert live.stand_in_from(world.now) == [None, None], "a bot decides"

    run(play)


def test_who_closes_a_socket_is_not_there_though_they_have_asked_over_http() -> None:
    async def play() -> None:
        world = World()
        host = await world.new_match()
        listener = Listener(0)
        live = await host.listen("M", listener)
        host.asked(live, 0)
        host.stop(live, listener)
        assert live.here(world.now) == [False, False]
        assert live.stand_in_from(world.now)[0] == world.now + GONE

    run(play)


def test_at_a_seat_that_was_left_nobody_is() -> None:
    async def play() -> None:
        world = World(hosts=2)
        here, there = world.hosts
        first = [Sat(world.now, 0, name="x", token=hashed("0"))]
        await here.create(Settings("M", Setup(2), 1, world.now), first)
        listener, onlooker = Listener(0), Listener(None)
        live, other = await here.listen("M", listener), await there.listen("M", onlooker)
        await here.submit("M", 0, wire.Leave("l"))
        assert live.here(world.now) == [False, False]
        await here.news(live, listener)
        await rest()
        assert other.elsewhere[here.name][1] == [False, False]

    run(play)


def test_a_process_that_died_is_forgotten_with_those_it_had() -> None:
    async def play() -> None:
        world = World(hosts=2)
        here, there = world.hosts
        await world.new_match()
        other = await there.listen("M", Listener(None))
        await here.listen("M", Listener(1))
        await rest()
        assert other.here(world.now) == [False, True]
        world.now += GONE
        assert other.here(world.now) == [False, False]

    run(play)


def test_a_match_nobody_looks_at_leaves_the_memory_and_comes_back() -> None:
    async def play() -> None:
        world = World()
        host = await world.new_match()
        listener = Listener(0)
        live = await host.listen("M", listener)
        world.now += 2 * IDLE
        await host.look_after()
        assert list(host.lives) == ["M"]
        host.stop(live, listener)
        world.now += IDLE + 1
        await host.look_after()
        assert list(host.lives) == []
        assert (await host.submit("M", 0, decide(2))).version == 3
        many = await asyncio.gather(*(Host(world.database, world.thinker).live("M") for _ in range(3)))
        assert [one.match.version for one in many] == [3, 3, 3]

    run(play)


# --- several processes --------------------------------------------------------------------------------------------
def test_what_another_process_says_is_heard() -> None:
    async def play() -> None:
        world = World(hosts=2)
        here, there = world.hosts
        await world.new_match()
        listener = Listener(0)
        live = await there.listen("M", listener)
        await there.news(live, listener)
        await here.say("M", 1, wire.Say("a", "hello"))
        await here.submit("M", 0, decide(2))
        await rest()
        told = await there.news(live, listener)
        assert [type(one).__name__ for one in told] == ["Update", "Chat"]
        assert listener.version == 3

    run(play)


def test_after_lost_notices_everything_is_looked_up() -> None:
    async def play() -> None:
        world = World(hosts=2)
        here, there = world.hosts
        await world.new_match()
        await there.current("M")
        world.bus.hosts = []
        await here.submit("M", 0, decide(2))
        assert (await there.current("M")).version == 2
        there.missed()
        await rest()
        assert (await there.current("M")).version == 3

    run(play)


def test_after_lost_notices_all_hear_what_was_said_meanwhile() -> None:
    async def play() -> None:
        world = World(hosts=2)
        here, there = world.hosts
        await world.new_match()
        listener = Listener(0)
        live = await there.listen("M", listener)
        await there.news(live, listener)
        await here.mute("M", 0, wire.Mute("m", 0, True))
        await rest()
        assert [one for one in await there.news(live, listener) if isinstance(one, wire.Muted)] == [wire.Muted([0])]
        world.bus.hosts = []
        await here.say("M", 1, wire.Say("a", "hello"))
        await here.mute("M", 0, wire.Mute("n", 0, False))
        await rest()
        assert await there.news(live, listener) == []
        listener.wake.clear()
        there.missed()
        await rest()
        assert listener.wake.is_set()
        assert [type(one) for one in await there.news(live, listener)] == [wire.Chat, wire.Muted]

    run(play)


@pytest.mark.parametrize("busy", [store.since, store.append], ids=["while it reads", "while it writes"])
def test_a_notice_that_comes_while_the_log_is_busy_is_not_forgotten(busy: Any) -> None:
    """What another process wrote after this one's piece of work was done, but before it heard of that."""

    async def play() -> None:
        world = World(hosts=2)
        here, there = world.hosts
        await world.new_match()
        await there.current("M")
        slow = Slow(world.database, busy)
        there.database = slow
        if busy is store.since:
            there.missed()
        else:
            there.tasks.soon(there.submit("M", 0, decide(2)))
        await slow.done.wait()
        await here.current("M")
        if busy is store.append:
            here.missed()
        version = (await here.current("M")).version
        await here.submit("M", version % 2, decide(version))
        slow.go_on.set()
        await rest()
        assert (await there.live("M")).match.version == version + 1

    run(play)


def test_a_notice_that_comes_while_a_match_is_loaded_is_not_forgotten() -> None:
    async def play() -> None:
        world = World(hosts=2)
        here, there = world.hosts
        await world.new_match()
        slow = Slow(world.database, store.load)
        there.database = slow
        looking = asyncio.ensure_future(there.current("M"))
        await slow.done.wait()
        await here.submit("M", 0, decide(2))
        await rest()
        slow.go_on.set()
        assert (await looking).version == 3

    run(play)


class Slow:
    """A database whose answers to one kind of work come late."""

    def __init__(self, database: Any, busy: Any) -> None:
        self.database, self.busy = database, busy
        self.done, self.go_on = asyncio.Event(), asyncio.Event()

    async def run(self, work: Any, /, *values: Any) -> Any:
        answer = await self.database.run(work, *values)
        if work is self.busy:
            self.done.set()
            await self.go_on.wait()
        return answer


def test_a_seat_taken_elsewhere_is_known_before_anybody_is_refused() -> None:
    async def play() -> None:
        world = World(hosts=2)
        world.bus.hosts = []
        here, there = world.hosts
        await here.create(Settings("M", Setup(2), 1, world.now), [Sat(world.now, 0, name="x", token=hashed("0"))])
        await there.current("M")
        await here.submit("M", 0, wire.Leave("l"))
        await there.add("M", lambda match, at: match.sit(0, at, name="y", token="y"))
        assert (await there.current("M")).version == 3

    run(play)


# --- what fails ---------------------------------------------------------------------------------------------------
class Fails:
    """A thinker that never answers with something legal."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    async def choose(self, *_: Any) -> int:
        if isinstance(self.answer, Exception):
            raise self.answer
        return int(self.answer)

    async def close(self) -> None:
        """Nothing to end."""


@pytest.mark.parametrize("answer", [SplendorError("no worker"), 378])
def test_a_bot_that_fails_is_played_on_with_any_legal_action(answer: Any) -> None:
    async def play() -> None:
        world = World(thinker=Fails(answer))
        host = await world.new_match("club")
        await host.submit("M", 0, decide(2))
        await rest()
        match = await host.current("M")
        assert match.acting == 0
        assert match.version >= 4
        await host.close()

    run(play)


def test_whoever_goes_away_leaves_nothing_waiting() -> None:
    """A socket that closes ends the task that listens for it, and what that was waiting for."""

    async def play() -> None:
        world = World()
        host = await world.new_match()
        service: Any = SimpleNamespace(host=host, closing=asyncio.Event(), still=mock.AsyncMock())
        await rest()
        before = asyncio.all_tasks()

        async def listen() -> None:
            async for _ in heard(service, "M", Asking(seat=0), None, 60.0):
                pass

        listening = asyncio.create_task(listen())
        await rest()
        assert len(asyncio.all_tasks() - before) == 1
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        await rest()
        assert asyncio.all_tasks() == before
        await host.close()

    run(play)


class Moody(Plain):
    """A database that fails in a given way as long as it likes."""

    mood: Exception | None = None

    async def run(self, work: Any, /, *values: Any, **named: Any) -> Any:
        if self.mood is not None and work in (store.append, store.say):
            raise self.mood
        return await super().run(work, *values, **named)


@pytest.mark.parametrize("mood", [StoreFailed("disk full"), Conflict("somebody else was first")])
def test_a_database_that_fails_changes_nothing_and_is_tried_again(mood: Exception) -> None:
    async def play() -> None:
        world = World()
        world.hosts[0].database = database = Moody(world.database.connection)
        host = await world.new_match()
        database.mood = mood
        assert await refusal(host.submit("M", 0, decide(2))) is Refusal.UNAVAILABLE
        assert await refusal(host.say("M", 0, wire.Say("s", "hello"))) is Refusal.UNAVAILABLE
        claim = host.add("M", lambda match, at: match.claim(0, "ada", at))
        assert await refusal(claim) is Refusal.UNAVAILABLE
        assert (await host.current("M")).version == 2
        database.mood = None
        assert (await host.submit("M", 0, decide(2))).version == 3

    run(play)


def test_a_bots_decision_that_cannot_be_written_is_made_later() -> None:
    async def play() -> None:
        world = World()
        world.hosts[0].database = database = Moody(world.database.connection)
        host = await world.new_match("club")
        await rest()
        live = await host.live("M")
        database.mood = StoreFailed("disk full")
        assert await refusal(host.submit("M", 0, decide(2))) is Refusal.UNAVAILABLE
        database.mood = None
        await host.submit("M", 0, decide(2))
        database.mood = StoreFailed("disk full")
        await rest()
        assert live.match.acting == 1
        database.mood = None
        world.now += store.matches.BOT_GRACE
        await host.look_after()
        await rest()
        assert live.match.acting == 0

    run(play)


def test_a_bot_sees_its_own_view() -> None:
    async def play() -> None:
        given: list[tuple[str, int]] = []

        class Overhears(FirstChoice):
            async def choose(self, packed: str, seat: int, spec: str) -> int:
                given.append((packed, seat))
                return await super().choose(packed, seat, spec)

        world = World(thinker=Overhears())
        host = await world.new_match("club")
        await host.submit("M", 0, decide(2))
        await rest()
        assert [seat for _, seat in given] == [1]
        assert unpack(given[0][0], 1).seat == 1

    run(play)


def test_a_match_that_cannot_be_read_is_no_matter_for_the_others(caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> None:
        world = World()
        host = await world.new_match(time_control=TimeControl("per_turn", 30))
        control = TimeControl("per_turn", 30)
        people = [Sat(world.now, seat, name="x", token=hashed(str(seat))) for seat in range(2)]
        await host.create(Settings("A", Setup(2), 1, world.now - 1, time_control=control), people)
        with world.database.connection.begin():
            world.database.connection.execute(entries.update().where(entries.c.match == "A").values(body="{}"))
        host.lives.clear()
        world.now += 30_000
        await host.look_after()
        assert (await host.current("M")).result is not None

    run(play)
    assert "a match cannot be looked after" in caplog.text


def test_nobody_keeps_their_time_because_many_bots_are_slow() -> None:
    async def play() -> None:
        world = World(thinker=Ponders())
        host = world.hosts[0]
        for number in range(101):
            first: list[AnyEntry] = [
                Sat(world.now, 0, name="bot", agent="club"),
                Sat(world.now, 1, name="x", token=hashed("1")),
            ]
            await host.create(Settings(f"B{number}", Setup(2), 1, world.now), first)
        await world.new_match(time_control=TimeControl("per_turn", 10))
        world.now += 20_000
        await host.look_after()
        assert (await host.current("M")).status == "over"
        await host.close()

    run(play)


def test_an_overdue_match_waits_for_the_database() -> None:
    async def play() -> None:
        world = World()
        world.hosts[0].database = database = Moody(world.database.connection)
        host = await world.new_match(time_control=TimeControl("per_turn", 30))
        world.now += 30_000
        database.mood = StoreFailed("disk full")
        await host.look_after()
        assert (await host.current("M")).result is None
        database.mood = None
        await host.look_after()
        assert (await host.current("M")).result is not None

    run(play)


def test_who_was_let_in_before_the_seat_changed_hands_only_looks_on() -> None:
    async def play() -> None:
        world = World()
        host = world.hosts[0]
        await host.create(Settings("M", Setup(2), 1, world.now), [Sat(world.now, 0, name="Eve", token=hashed("eve"))])
        listener = Listener(0, owner=hashed("eve"))  # let in, and then slow
        await host.submit("M", 0, wire.Leave("l"))
        for name in ("Ada", "Bob"):
            await host.add("M", lambda match, at, name=name: match.sit(None, at, name=name, token=name))  # type: ignore[misc]
        live = await host.listen("M", listener)
        update = (await host.news(live, listener))[0]
        assert isinstance(update, wire.Update)
        assert update.view.seat is None

    run(play)


def test_who_sits_where_is_looked_up_before_the_start_though_no_notice_came() -> None:
    async def play() -> None:
        world = World(hosts=2)
        here, there = world.hosts
        first: list[AnyEntry] = [Sat(world.now, 0, name="x", token=hashed("0"))]
        await here.create(Settings("M", Setup(2), 1, world.now), first)
        await there.current("M")
        world.bus.hosts = []  # notices are lost
        await here.add("M", lambda match, at: match.join(None, at, name="y", token="1"))
        assert (await there.current("M")).seat_of("1") is None
        assert (await there.newest("M")).seat_of("1") == 1

    run(play)


def test_who_has_heard_more_elsewhere_is_never_told_less() -> None:
    async def play() -> None:
        world = World(hosts=2)
        here, there = world.hosts
        await world.new_match()
        await there.current("M")
        world.bus.hosts = []  # notices are lost
        version = (await here.submit("M", 0, decide(2))).version
        assert (await there.current("M")).version < version
        assert (await there.newest("M", version)).version == version
        version = (await here.submit("M", 1, decide(version))).version
        listener = Listener(1, version)
        live = await there.listen("M", listener)
        update = next(news for news in await there.news(live, listener) if isinstance(news, wire.Update))
        assert update.view.version == version

    run(play)


def test_a_match_that_has_ended_elsewhere_is_over() -> None:
    async def play() -> None:
        world = World(hosts=2)
        here, there = world.hosts
        await world.new_match()
        await there.current("M")
        world.bus.hosts = []  # notices are lost
        await here.submit("M", 0, wire.Resign("r"))
        assert (await there.current("M")).status == "playing"
        over = await there.ended("M")
        assert over.status == "over"
        assert over.record().text()

    run(play)


@pytest.mark.parametrize(("kind", "request_"), [("say", wire.Say("r", "hello")), ("mute", wire.Mute("r", 1, True))])
def test_nothing_is_kept_for_a_seat_that_was_left_at_the_same_moment(kind: str, request_: Any) -> None:
    """Another process writes that somebody has left, just before what they asked for is written here."""

    async def play() -> None:
        world = World(hosts=2)
        here, there = world.hosts
        owner = hashed("0")
        await here.create(Settings("M", Setup(2), 1, world.now), [Sat(world.now, 0, name="x", token=owner)])
        leave = partial(there.submit, "M", 0, wire.Leave("l"), owner)
        here.database = SomebodyFirst(world.connection, leave, store.say, store.mute)
        assert await refusal(getattr(here, kind)("M", 0, request_, owner)) is Refusal.BAD_SEAT
        said, _ = await world.database.run(store.chats_since, "M", None, 0, 10)
        assert (said, await world.database.run(store.muted, "M", 0)) == ([], set())

    run(play)


def test_what_was_refused_because_it_was_too_early_stays_refused() -> None:
    """A copy of the request comes to another process when it would be possible; asked anew, it is."""

    async def play() -> None:
        world = World(hosts=2)
        here, there = world.hosts
        owners = [hashed(str(seat)) for seat in range(2)]
        await here.create(Settings("M", Setup(2), 1, world.now), [Sat(world.now, 0, name="x", token=owners[0])])
        assert await refusal(here.submit("M", 0, wire.Resign("r"), owners[0])) is Refusal.NOT_NOW
        await here.add("M", lambda match, at: match.join(None, at, name="y", token="1"))
        for host in world.hosts:
            assert await refusal(host.submit("M", 0, wire.Resign("r"), owners[0])) is Refusal.NOT_NOW
        assert (await there.current("M")).status == "playing"
        version = (await there.submit("M", 1, wire.Resign("r"), owners[1])).version  # somebody else's
        assert (await here.submit("M", 1, wire.Resign("r"), owners[1])).version == version
        assert (await here.current("M")).status == "over"

    run(play)


def test_a_refusal_waits_for_what_another_process_writes_at_the_same_moment() -> None:
    """Just before a refusal is written here the match begins there: it is looked at anew, and is possible."""

    async def play() -> None:
        world = World(hosts=2)
        here, there = world.hosts
        owner = hashed("0")
        await here.create(Settings("M", Setup(2), 1, world.now), [Sat(world.now, 0, name="x", token=owner)])

        async def begin() -> None:
            await there.add("M", lambda match, at: match.join(None, at, name="y", token="1"))

        here.database = SomebodyFirst(world.connection, begin, store.refuse)
        assert (await here.submit("M", 0, wire.Resign("r"), owner)).version == 3
        assert (await here.current("M")).status == "over"

    run(play)


def test_a_seat_refused_here_is_not_taken_there_and_the_secret_of_the_request_is_not_kept() -> None:
    async def play() -> None:
        world = World(hosts=2)
        here, there = world.hosts
        owner = hashed("0")
        await here.create(Settings("M", Setup(2), 1, world.now), [Sat(world.now, 0, name="x", token=owner)])
        sit = partial(sitting, name="y", token="secret")
        assert await refusal(here.join("M", "secret", sit)) is Refusal.NOT_NOW
        await there.submit("M", 0, wire.Leave("l"), owner)
        assert await refusal(there.join("M", "secret", sit)) is Refusal.NOT_NOW
        kept = await world.database.run(lambda connection: connection.execute(select(refusals)).all())
        assert "secret" not in str(kept)
        assert (await there.join("M", "other", partial(sitting, name="y", token="other"))).seat_of("other") == 0

    def sitting(match: Match, at: int, *, name: str, token: str) -> Sat | None:
        return match.join(0, at, name=name, token=token)

    run(play)


def test_refusals_are_forgotten_after_an_hour() -> None:
    async def play() -> None:
        world = World()
        host = await world.new_match()
        for name in ("a", "b"):
            assert await refusal(host.submit("M", 0, wire.Rematch(name))) is Refusal.NOT_NOW
        world.now += 3_600_001
        assert await refusal(host.submit("M", 0, wire.Rematch("c"))) is Refusal.NOT_NOW
        assert await world.database.run(lambda connection: connection.execute(select(refusals.c.request)).all()) == [
            ("c",)
        ]

    run(play)


class SomebodyFirst(Plain):
    """A database to which somebody else comes first, once, before certain pieces of work."""

    def __init__(self, connection: Any, first: Callable[[], Awaitable[Any]], *works: Any) -> None:
        super().__init__(connection)
        self.first: Callable[[], Awaitable[Any]] | None = first
        self.works = works

    async def run(self, work: Any, /, *values: Any, **named: Any) -> Any:
        if work in self.works and self.first is not None:
            first, self.first = self.first, None
            await first()
        return await super().run(work, *values, **named)
