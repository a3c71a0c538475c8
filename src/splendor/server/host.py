"""A process's matches: it loads them, carries out requests in order, lets bots decide and tells everybody.

First the log, then the word: an entry is committed before the match changes and before anybody hears of it. Any number
of processes may host one match; each catches up with the log whenever it learns that another one has written.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Protocol

from splendor.errors import SplendorError
from splendor.foreign.packed import pack
from splendor.server import bots, store, wire
from splendor.server.bots import Thinker
from splendor.server.live import GONE, Listener, Live
from splendor.server.making import new_id
from splendor.server.match import AnyEntry, Match, Sat, Seeds, Settings, new_token, system_seed
from splendor.server.store import Conflict, Database, StoreFailed
from splendor.server.wire import Refusal, Refused

log = logging.getLogger("splendor.server")

ATTEMPTS = 20  # against other processes, before a request is refused
IDLE = 120_000  # milliseconds after which a match nobody looks at leaves the memory
OVERDUE = 100  # matches looked after at a time
CHATS = 50  # shown to those who come
ANNOUNCE = GONE // 3  # milliseconds after which other processes are told anew who is connected here
LOBBY = 50


class Bus(Protocol):
    """Carries short notices to the other processes; no notice holds anything of a game."""

    async def publish(self, notice: dict[str, Any]) -> None:
        """Tell all processes, this one included or not."""


class Alone:
    """The bus of a server with one process."""

    async def publish(self, notice: dict[str, Any]) -> None:
        """Nobody else is there."""


def system_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Host:
    """The matches of this process."""

    def __init__(
        self,
        database: Database,
        thinker: Thinker,
        *,
        bus: Bus | None = None,
        clock: Callable[[], int] = system_clock,
        seeds: Seeds = system_seed,
        levels: dict[str, str] | None = None,
        name: str = "",
    ) -> None:
        self.database = database
        self.thinker = thinker
        self.bus = bus or Alone()
        self.clock = clock
        self.seeds = seeds
        self.levels = levels or bots.levels()
        self.name = name or new_token()
        self.lives: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # --- matches --------------------------------------------------------------------------------------------------
    async def create(self, settings: Settings, first: Sequence[AnyEntry]) -> Match:
        """A new match, written down."""
        await self.run(store.create, settings, first)
        live = self._keep(Match(settings, first))
        self._follow(live)
        return live.match

    async def live(self, match: str) -> Live:
        """A match by its id, from memory or from the log."""
        if live := self.lives.get(match):
            live.used = self.clock()
            return live
        lock = self._loading.setdefault(match, asyncio.Lock())
        async with lock:
            try:
                if match in self.lives:
                    return self.lives[match]
                loaded = await self.run(store.load, match)
                if loaded is None:
                    raise Refused(Refusal.UNKNOWN_MATCH)
                return self._keep(loaded)
            finally:
                self._loading.pop(match, None)

    def _keep(self, match: Match) -> Live:
        return self.lives.setdefault(match.settings.match, Live(match, self.clock()))

    async def current(self, match: str) -> Match:
        """A match as the log has it now."""
        live = await self.live(match)
        if live.behind:
            async with live.lock:
                await self._catch_up(live)
        return live.match

    async def run(self, work: Any, *values: Any) -> Any:
        """Something with the database; one that fails is a refusal."""
        try:
            return await self.database.run(work, *values)
        except StoreFailed as error:
            log.warning("database failed", extra={"reason": str(error)})
            raise Refused(Refusal.UNAVAILABLE) from None

    # --- requests -------------------------------------------------------------------------------------------------
    async def submit(self, match: str, seat: int, command: wire.Command, owner: str | None = None) -> wire.Answer:
        """Carry out a request of a seat, once; `owner` is whose seat it was when the request was let in."""
        live = await self.live(match)
        live.heard_of(seat, self.clock())
        expected = getattr(command, "expected_version", 0)
        async with live.lock:
            if expected > live.match.version:
                live.behind = True  # the client has heard more than this process
            for attempt in range(ATTEMPTS):
                await self._catch_up(live)
                if (version := _before(live.match, seat, command, owner)) is not None:
                    return wire.Answer(version, command.request_id)
                try:
                    await self._append(live, self._entry(live, seat, command))
                    return wire.Answer(live.match.version, command.request_id)
                except Conflict:
                    continue
                except Refused as error:
                    if attempt or error.refusal is Refusal.UNAVAILABLE:
                        raise
                    live.behind = True  # before a refusal, a look into the log: another process may know better
        raise Refused(Refusal.UNAVAILABLE, live.match.version)

    async def add(self, match: str, make: Callable[[Match, int], AnyEntry | None]) -> Match:
        """Add the entry that `make` finds possible, if one is needed; for what is no request of a seat."""
        live = await self.live(match)
        async with live.lock:
            for attempt in range(ATTEMPTS):
                await self._catch_up(live)
                try:
                    entry = make(live.match, self.clock())
                    if entry is not None:
                        await self._append(live, entry)
                    return live.match
                except Conflict:
                    continue
                except Refused as error:
                    if attempt or error.refusal is Refusal.UNAVAILABLE:
                        raise
                    live.behind = True  # another process may know better
        raise Refused(Refusal.UNAVAILABLE, live.match.version)

    def _entry(self, live: Live, seat: int, command: wire.Command) -> AnyEntry:
        match, at, name = live.match, self.clock(), command.request_id
        match command:
            case wire.Decide():
                return match.decide(
                    seat,
                    command.actions,
                    command.expected_version,
                    at,
                    request_id=name,
                    confirm=command.confirm,
                    seeds=self.seeds,
                )
            case wire.Undo():
                return match.undo(seat, command.expected_version, at, name)
            case wire.Confirm():
                return match.confirm(seat, command.expected_version, at, name)
            case wire.Resign():
                return match.resign(seat, at, name)
            case wire.Leave():
                return match.leave(seat, at, name)
            case wire.StandIn():
                return self._stand_in(live, seat, command, at)
            case wire.Return():
                return match.come_back(seat, at, name)
            case wire.Rematch():
                return match.offer_rematch(seat, at, new_id(), name)

    def _stand_in(self, live: Live, seat: int, command: wire.StandIn, at: int) -> AnyEntry:
        """For one's own seat at any time; for another's once its person has been gone for a while."""
        other = command.seat
        if other >= len(live.match.seats):
            raise Refused(Refusal.BAD_SEAT, live.match.version)
        if other != seat and not live.gone(other, at):
            raise Refused(Refusal.NOT_NOW, live.match.version)
        return live.match.stand_in(other, at, command.request_id, by=seat)

    async def _append(self, live: Live, entry: AnyEntry) -> None:
        """Write, then speak. Until the write is known to have happened, this match counts as behind the log."""
        after = live.match.copy()
        after.apply(entry)
        following = after.rematch(self.clock(), self.seeds()) if after.next_match else None
        live.behind = True
        if following and live.match.rematch(0, 0) is None:
            await self.run(store.append_with_rematch, after, entry, *following)
            self._follow(self._keep(Match(*following)))
        else:
            await self.run(store.append, after, entry)
        live.match, live.behind = after, False
        if isinstance(entry, Sat):
            live.heard_of(entry.seat, self.clock())
        live.tell()
        self._soon(self.bus.publish({"match": after.settings.match, "version": after.version}))
        self._follow(live)

    async def _catch_up(self, live: Live) -> None:
        """Apply what others have written."""
        if not live.behind:
            return
        missed = await self.run(store.since, live.match.settings.match, live.match.version)
        after = live.match.copy() if missed else live.match
        for entry in missed:
            after.apply(entry)
        live.match, live.behind = after, False
        if missed:
            live.tell()
            self._follow(live)

    # --- bots and clocks ------------------------------------------------------------------------------------------
    def _follow(self, live: Live) -> None:
        """Let a bot think if it is its turn."""
        if live.match.bot and (live.thinking is None or live.thinking.done()):
            live.thinking = self._soon(self._let_bots_decide(live))

    async def _let_bots_decide(self, live: Live) -> None:
        while bot := live.match.bot:
            version = live.match.version
            number = await self._choose(live.match, *bot)
            try:
                async with live.lock:
                    await self._catch_up(live)
                    if live.match.version == version:
                        entry = live.match.decide(bot[0], [number], version, self.clock(), seeds=self.seeds)
                        await self._append(live, entry)
            except Conflict:
                continue
            except Refused as error:
                log.warning("a bot's decision was refused", extra={"refusal": error.refusal})
                return  # the round of what is overdue comes back to it

    async def _choose(self, match: Match, seat: int, agent: str) -> int:
        """What the bot chooses; if it cannot, any legal action: nobody waits for a bot that failed."""
        view = match.game_view(seat)
        try:
            number = await self.thinker.choose(pack(view), seat, self.levels.get(agent, self.levels[bots.STAND_IN]))
            if number in view.legal_actions:
                return number
        except (SplendorError, OSError, RuntimeError) as error:
            log.error("a bot failed", extra={"agent": agent, "reason": type(error).__name__})
        return view.legal_actions[self.seeds() % len(view.legal_actions)].number

    async def look_after(self) -> None:
        """What is overdue, in whichever process it should have happened; and what nobody needs in memory."""
        now = self.clock()
        for match in await self.run(store.overdue, now, OVERDUE):
            try:
                await self._look_after(match)
            except Refused as error:
                log.warning("a match waits", extra={"match": match, "refusal": error.refusal})
            except Exception as error:  # whatever is wrong with one match is no matter for the others
                log.error("a match cannot be looked after", exc_info=error, extra={"match": match})
        for match, live in list(self.lives.items()):
            if live.listeners and now - live.announced > ANNOUNCE:
                self._announce(live)
            idle = not live.listeners and not live.lock.locked() and (live.thinking is None or live.thinking.done())
            if idle and now - live.used > IDLE:
                del self.lives[match]

    async def _look_after(self, match: str) -> None:
        live = await self.live(match)
        live.behind = True
        await self._time_out(live)
        self._follow(live)

    async def _time_out(self, live: Live) -> None:
        async with live.lock:
            await self._catch_up(live)
            entry = live.match.time_out(self.clock())
            if entry is not None:
                with suppress(Conflict):
                    await self._append(live, entry)

    # --- listening ------------------------------------------------------------------------------------------------
    async def listen(self, match: str, listener: Listener) -> Live:
        """Begin to hear of a match."""
        await self.current(match)
        live = await self.live(match)
        live.come(listener)
        self._presence_changed(live)
        return live

    def stop(self, live: Live, listener: Listener) -> None:
        """Hear no more."""
        live.go(listener, self.clock())
        self._presence_changed(live)

    async def news(self, live: Live, listener: Listener) -> list[wire.Message]:
        """What a listener has not heard yet. One that is slow hears of several things at once, and misses nothing."""
        found: list[wire.Message] = []
        if live.behind:
            await self.current(live.match.settings.match)
        match = live.match
        if listener.owner != match.owner(listener.seat):
            listener.seat, listener.owner = None, ""
        first = listener.presence is None
        if first or listener.version != match.version:
            found.append(match.update(listener.seat, listener.version, self.clock(), live.here(self.clock())))
            listener.version = match.version
        if first or listener.chat < live.chat:
            values = match.settings.match, listener.seat, listener.chat, CHATS
            said, listener.chat = await self.run(store.chats_since, *values)
            found += said
            live.chat = max(live.chat, listener.chat)
        presence = live.presence(self.clock())
        if listener.presence != presence:
            found.append(presence)
            listener.presence = presence
        return found

    async def say(self, match: str, seat: int, request: wire.Say) -> None:
        """Let a seat say something to the table, once."""
        live = await self.live(match)
        name = live.match.seats[seat].name
        number = await self._insist(store.say, match, seat, request.request_id, self.clock(), name, request.text)
        live.chat = max(live.chat, number)
        live.tell()
        self._soon(self.bus.publish({"match": match, "chat": number}))

    async def mute(self, match: str, seat: int, request: wire.Mute) -> None:
        """Let a seat hear no more of another, or hear it again."""
        await self._insist(store.mute, match, seat, request.request_id, request.seat, request.muted)

    async def _insist(self, work: Any, *values: Any) -> Any:
        """A write whose number another process may take at the same moment."""
        for _ in range(ATTEMPTS):
            with suppress(Conflict):
                return await self.run(work, *values)
        raise Refused(Refusal.UNAVAILABLE)

    def _presence_changed(self, live: Live) -> None:
        live.tell()
        self._announce(live)

    def _announce(self, live: Live) -> None:
        self._soon(self.bus.publish(live.announcement(self.name, self.clock())))

    def heard(self, notice: dict[str, Any]) -> None:
        """Another process has something to tell; matches that are not in memory here need nothing."""
        live = self.lives.get(notice["match"])
        if live is None or notice.get("host") == self.name:
            return
        if "version" in notice and notice["version"] > live.match.version:
            live.behind = True
            self._soon(self._hear(live))
        if "chat" in notice:
            live.chat = max(live.chat, notice["chat"])
        if "here" in notice:
            live.learn(notice, self.clock())
        live.tell()

    def missed(self) -> None:
        """Notices may have been lost: whatever is in memory may be behind the log."""
        for live in self.lives.values():
            live.behind = True
            self._soon(self._hear(live))

    async def _hear(self, live: Live) -> None:
        async with live.lock:
            await self._catch_up(live)

    # --- tasks ----------------------------------------------------------------------------------------------------
    def _soon(self, work: Any) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            level = logging.WARNING if isinstance(error, SplendorError) else logging.ERROR
            log.log(level, "a task failed", extra={"reason": type(error).__name__})

    async def close(self) -> None:
        """Let what is under way come to its end; bots stop thinking."""
        thinking = {live.thinking for live in self.lives.values() if live.thinking}
        for task in thinking:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)
        await self.thinker.close()


def _before(match: Match, seat: int, command: wire.Command, owner: str | None) -> int | None:
    """The version a request led to if it was carried out before; refused if the seat is another's by now."""
    if owner is not None and owner != match.owner(seat):
        version = match.left(owner, command.request_id) if isinstance(command, wire.Leave) else None
        if version is None:
            raise Refused(Refusal.BAD_SEAT, match.version)
        return version
    return match.answered(seat, command.request_id)
