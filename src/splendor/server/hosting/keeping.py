"""The matches in a process's memory, each in step with its log."""

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import structs

from splendor.server import bots, store, wire
from splendor.server.bots import Thinker
from splendor.server.hosting.bus import Alone, Bus
from splendor.server.hosting.live import Live
from splendor.server.hosting.tasks import Tasks
from splendor.server.match import AnyEntry, Left, Match, Sat, Seeds, Settings, new_token, system_seed
from splendor.server.store import OUTAGE, Conflict, Database, StoreFailed
from splendor.server.wire import Refusal, Refused

log = logging.getLogger("splendor.server")

ATTEMPTS = 20  # against other processes, before a request is refused


def system_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Keeping(ABC):
    """Matches in memory: loaded when somebody asks for them, written to the log before they change."""

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
        self.accounts: dict[str, set[asyncio.Event]] = {}
        """Those who want to hear of every match of an account."""
        self.tasks = Tasks()
        self.down = 0
        """How long no server was there, all in all: by so much the clock of the matches is behind the time of day."""
        self._beat_at: int | None = None
        self._loading: dict[str, asyncio.Lock] = {}

    # --- the clock of the matches ---------------------------------------------------------------------------------
    async def beat(self) -> None:
        """Show that a server is there, and learn how long none was."""
        now = self.clock()
        begins_alone = self._beat_at is None and isinstance(self.bus, Alone)  # then nobody was there until now
        outage = 0 if begins_alone else OUTAGE
        try:
            down = await self.run(store.beat, now, outage)
        except Conflict:  # another process is the first one ever at the same moment
            down = await self.run(store.beat, now, outage)
        self._beat_at = max(now, self._beat_at or now)
        if down > self.down:
            self.down = down
            for live in self.lives.values():
                live.tell()

    async def matches_clock(self) -> int:
        """The time of day less all the time that no server was there.

        Whoever has not beaten for a while asks first: it may have slept through an outage that another one has found.
        No outage that began after the last beat can be over before its time.
        """
        while (now := self.clock()) - (self._beat_at or now - OUTAGE - 1) > OUTAGE:
            await self.beat()
        return now - self.down

    async def _time(self, live: Live) -> int:
        """When something happens that happens now. Nothing happens before what happened already.

        Right after an outage that can be later than the clock says: what happened between the last sign of a server
        and its end counts as if it had happened while none was there.
        """
        return max(await self.matches_clock(), live.match.changed)

    def _dated(self, first: Sequence[AnyEntry]) -> list[AnyEntry]:
        """The first entries of a match, made at a time of day, by the clock of the matches."""
        return [structs.replace(entry, at=entry.at - self.down, down=self.down) for entry in first]

    # --- reading --------------------------------------------------------------------------------------------------
    async def create(self, settings: Settings, first: Sequence[AnyEntry]) -> Match:
        """A new match, written down."""
        await self.matches_clock()
        first = self._dated(first)
        await self.run(store.create, settings, first)
        live = self._keep(Match(settings, first))
        self._follow(live)
        return live.match

    async def live(self, match: str) -> Live:
        """A match by its id, from memory or from the log."""
        if live := self.lives.get(match):
            live.used = self.clock()
            return live
        if not match.isprintable():  # no id has ever been so, and no database should be asked for it
            raise Refused(Refusal.UNKNOWN_MATCH)
        lock = self._loading.setdefault(match, asyncio.Lock())
        async with lock:
            try:
                if match in self.lives:
                    return self.lives[match]
                await self.matches_clock()  # whatever is in memory can be told with its clocks
                loaded = await self.run(store.load, match)
                if loaded is None:
                    raise Refused(Refusal.UNKNOWN_MATCH)
                return self._keep(loaded)
            finally:
                self._loading.pop(match, None)

    def _keep(self, match: Match) -> Live:
        return self.lives.setdefault(match.settings.match, Live(match, self.clock()))

    async def current(self, match: str, heard: int | None = None) -> Match:
        """A match as the log has it now; whoever has heard of a later version did so from another process."""
        live = await self.live(match)
        if heard is not None and heard > live.match.version:
            live.doubt()
        if live.behind:
            await self._look(live)
        return live.match

    async def newest(self, match: str, heard: int | None = None) -> Match:
        """A match of which it has to be known whose each seat is: before the start, that changes from hand to hand."""
        live = await self.live(match)
        if live.match.status == "waiting":
            live.doubt()
        return await self.current(match, heard)

    async def ended(self, match: str) -> Match:
        """A match that should be over: before it is refused, a look into the log, for it may have ended elsewhere."""
        live = await self.live(match)
        if live.match.status != "over":
            live.doubt()
        return await self.current(match)

    async def told_since(self, match: Match, seat: int | None, since: int) -> list[wire.Happening]:
        """What a seat was told after a version, from the log: a match itself remembers its last entries only."""
        again, told = Match(match.settings), list[wire.Happening]()
        for entry in (await self.run(store.since, match.settings.match, 0))[: match.version]:
            again.apply(entry)
            if again.version > since:
                told += again.newest(seat)
            await asyncio.sleep(0)  # a long match must not keep others waiting
        return told

    async def run(self, work: Any, *values: Any) -> Any:
        """Something with the database; one that fails is a refusal."""
        try:
            return await self.database.run(work, *values)
        except StoreFailed as error:
            log.warning("database failed", extra={"reason": type(error.__cause__ or error).__name__})
            raise Refused(Refusal.UNAVAILABLE) from None

    # --- writing --------------------------------------------------------------------------------------------------
    async def add(self, match: str, make: Callable[[Match, int], AnyEntry | None]) -> Match:
        """Add the entry that `make` finds possible, if one is needed; for what is no request of a seat."""
        live = await self.live(match)
        async with live.lock:
            await self._insist(live, lambda at: make(live.match, at))
            return live.match

    async def _insist(self, live: Live, make: Callable[[int], AnyEntry | None]) -> None:
        """Add an entry although other processes write too: whoever comes second looks, and has it made anew."""
        for attempt in range(ATTEMPTS):
            await self._catch_up(live)
            at = await self._time(live)
            try:
                if (entry := make(at)) is not None:
                    await self._append(live, entry)
                return
            except Conflict:
                continue
            except Refused as error:
                if attempt or error.refusal is Refusal.UNAVAILABLE:
                    raise
                live.doubt()  # before a refusal, a look into the log: another process may know better
        raise Refused(Refusal.UNAVAILABLE, live.match.version)

    async def _append(self, live: Live, entry: AnyEntry) -> None:
        """Write, then speak. Until the write is known to have happened, this match counts as behind the log."""
        entry = structs.replace(entry, down=min(self.down, max(0, self.clock() - entry.at)))  # see `_time`
        owner = live.match.owner(entry.asker)
        after = live.match.copy()
        after.apply(entry)
        following = after.rematch(self.clock(), self.seeds()) if after.next_match else None
        settles = live.doubt()
        if following and not live.match.rematch_agreed:
            settings, first = following[0], self._dated(following[1])
            await self.run(store.append_with_rematch, after, entry, owner, settings, first)
            self._follow(self._keep(Match(settings, first)))
        else:
            await self.run(store.append, after, entry, owner)
        live.match, live.settled = after, settles
        if isinstance(entry, Sat):
            live.heard_of(entry.seat, self.clock())
        live.mutes += isinstance(entry, Left)
        live.tell()
        self.tasks.soon(self.bus.publish({"match": after.settings.match, "version": after.version}))
        self._follow(live)

    async def _catch_up(self, live: Live) -> None:
        """Apply what others have written."""
        if not live.behind:
            return
        settles = live.doubts
        missed = await self.run(store.since, live.match.settings.match, live.match.version)
        after = live.match.copy() if missed else live.match
        for entry in missed:
            after.apply(entry)
        live.match, live.settled = after, settles
        live.mutes += any(isinstance(entry, Left) for entry in missed)
        if missed:
            live.tell()
            self._follow(live)

    async def _look(self, live: Live) -> None:
        """Look into the log, between two writes."""
        async with live.lock:
            await self._catch_up(live)

    @abstractmethod
    def _follow(self, live: Live) -> None:
        """A match has changed: begin what the server itself has to do next in it."""
