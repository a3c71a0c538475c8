"""Who is connected hears what they have missed; other processes hear that something has happened."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from splendor.server import store, wire
from splendor.server.hosting.keeping import ATTEMPTS
from splendor.server.hosting.live import GONE, Listener, Live
from splendor.server.hosting.looking_after import LookingAfter
from splendor.server.match import Match
from splendor.server.store import Conflict
from splendor.server.wire import Refusal, Refused

T = TypeVar("T")

CHATS = 50  # shown to those who come
ANNOUNCE = GONE // 3  # milliseconds after which other processes are told anew who is connected here


class Listening(LookingAfter):
    """Matches that people hear of."""

    # --- accounts -------------------------------------------------------------------------------------------------
    @contextmanager
    def account_heard(self, account: str) -> Iterator[asyncio.Event]:
        """Something that is set whenever a match of an account changes."""
        changed = asyncio.Event()
        self.accounts.setdefault(account, set()).add(changed)
        try:
            yield changed
        finally:
            self.accounts[account].discard(changed)
            if not self.accounts[account]:
                del self.accounts[account]

    def _follow(self, live: Live) -> None:
        """Also let the accounts at the table hear of it."""
        super()._follow(live)
        for seat in live.match.seats:
            for changed in self.accounts.get(seat.account, ()):
                changed.set()

    # --- news -----------------------------------------------------------------------------------------------------
    async def listen(self, match: str, listener: Listener) -> Live:
        """Begin to hear of a match."""
        await self.current(match, listener.version)
        live = await self.live(match)
        live.come(listener)
        self._presence_changed(live, listener.seat)
        return live

    def stop(self, live: Live, listener: Listener) -> None:
        """Hear no more."""
        live.go(listener, self.clock())
        self._presence_changed(live, listener.seat)

    async def news(self, live: Live, listener: Listener) -> list[wire.Message]:
        """What a listener has not heard yet. One that is slow hears of several things at once, and misses nothing."""
        found: list[wire.Message] = []
        if live.behind:
            await self.current(live.match.settings.match)
        match = live.match
        if listener.owner != match.owner(listener.seat):
            live.unseat(listener)
            self._tell_presence(live)
        first = listener.presence is None
        if first or (listener.version, listener.down) != (match.version, self.down):
            found.append(self.update(live, listener.seat, listener.version))
            listener.version, listener.down = match.version, self.down
        if first or listener.chat < live.chat:
            values = match.settings.match, listener.seat, listener.chat, CHATS
            said, listener.chat = await self.run(store.chats_since, *values)
            found += said
            live.chat = max(live.chat, listener.chat)
        if listener.seat is not None and (first or listener.mutes != live.mutes):
            listener.mutes = live.mutes
            muted = sorted(await self.run(store.muted, match.settings.match, listener.seat))
            if muted != listener.muted:  # nobody learns that somebody else has muted somebody
                found.append(wire.Muted(muted))
                listener.muted = muted
        presence = live.presence(self.clock())
        if listener.presence != presence:
            found.append(presence)
            listener.presence = presence
        return found

    def update(self, live: Live, seat: int | None, since: int | None) -> wire.Update:
        """A match as a seat sees it now, and who is there."""
        now = self.clock()
        return live.match.update(seat, since, now, live.here(now), live.stand_in_from(now), self.down)

    def asked(self, live: Live, seat: int | None) -> None:
        """A seat has asked over HTTP; if that is news, all hear that it is there."""
        if seat is None:
            return
        live.asks(seat, self.clock())
        if live.here(self.clock()) != live.here_told:
            self._tell_presence(live)

    def wake_all(self) -> None:
        """Let every listener look whether it is to go on."""
        for live in self.lives.values():
            live.tell()
        for waiting in self.accounts.values():
            for changed in waiting:
                changed.set()

    def token_taken(self, account: str) -> None:
        """An account has taken a token back: whoever listens with one of its tokens looks whether it is that one."""
        self._wake(account)
        self.tasks.soon(self.bus.publish({"account": account, "host": self.name}))

    def _wake(self, account: str) -> None:
        for live in self.lives.values():
            for listener in live.listeners:
                if listener.account == account:
                    listener.wake.set()

    # --- talking --------------------------------------------------------------------------------------------------
    async def say(self, match: str, seat: int, request: wire.Say, owner: str | None = None) -> Match:
        """Let a seat say something to the table, once; `owner` is whose seat it was when the request was let in."""

        async def write(now: Match, version: int | None) -> int:
            name, at = now.seats[seat].name, self.clock()
            number: int = await self.run(store.say, match, seat, request.request_id, at, name, request.text, version)
            return number

        now, number = await self._while_seated(match, seat, owner, write)
        live = await self.live(match)
        live.chat = max(live.chat, number)
        live.tell()
        self.tasks.soon(self.bus.publish({"match": match, "chat": number}))
        return now

    async def mute(self, match: str, seat: int, request: wire.Mute, owner: str | None = None) -> Match:
        """Let a seat hear no more of another, or hear it again."""

        async def write(now: Match, version: int | None) -> None:
            if request.seat >= len(now.seats):
                raise Refused(Refusal.BAD_SEAT, now.version, detail=f"seat: the last seat is {len(now.seats) - 1}.")
            await self.run(store.mute, match, seat, request.request_id, request.seat, request.muted, version)

        now, _ = await self._while_seated(match, seat, owner, write)
        live = await self.live(match)
        live.mutes += 1
        live.tell()
        self.tasks.soon(self.bus.publish({"match": match, "host": self.name, "mutes": True}))
        return now

    async def _while_seated(
        self, match: str, seat: int, owner: str | None, write: Callable[[Match, int | None], Awaitable[T]]
    ) -> tuple[Match, T]:
        """A write for whoever sits there still. Before the start they may leave, or another process may take the
        number, at the same moment: then it is tried anew."""
        for _ in range(ATTEMPTS):
            now = await self.newest(match)
            if owner is not None and now.owner(seat) != owner:
                raise Refused(Refusal.BAD_SEAT, now.version)
            with suppress(Conflict):
                return now, await write(now, now.version if now.status == "waiting" else None)
        raise Refused(Refusal.UNAVAILABLE)

    # --- between processes ----------------------------------------------------------------------------------------
    def _presence_changed(self, live: Live, seat: int | None) -> None:
        """All hear of a seat at once; of onlookers soon: a thousand who come would each be told to a thousand."""
        if seat is None:
            live.crowd_changed = True
        else:
            self._tell_presence(live)

    def _tell_presence(self, live: Live) -> None:
        live.crowd_changed, live.here_told = False, live.here(self.clock())
        live.tell()
        self._announce(live)

    def _keep(self, match: Match) -> Live:
        """A match that comes into memory knows nobody: the other processes are asked who is there."""
        new = match.settings.match not in self.lives
        live = super()._keep(match)
        if new:
            self._ask(live)
        return live

    def _ask(self, live: Live) -> None:
        self.tasks.soon(self.bus.publish({"match": live.match.settings.match, "host": self.name, "ask": True}))

    def _announce(self, live: Live) -> None:
        self.tasks.soon(self.bus.publish(live.announcement(self.name, self.clock())))

    async def look_after(self) -> None:
        """Also tell who looks on now, and the other processes anew who is connected here: they forget it."""
        await super().look_after()
        now = self.clock()
        for live in self.lives.values():
            if live.crowd_changed or (live.here_told and live.here(now) != live.here_told):
                self._tell_presence(live)
            elif (live.listeners or live.asked) and now - live.announced > ANNOUNCE:
                self._announce(live)

    def heard(self, notice: dict[str, Any]) -> None:
        """Another process has something to tell; matches that are not in memory here need nothing."""
        if notice.get("host") == self.name:
            return
        if "account" in notice:
            self._wake(notice["account"])
        live = self.lives.get(notice.get("match", ""))
        if live is None:
            return
        if "version" in notice and notice["version"] > live.match.version:
            live.doubt()
            self.tasks.soon(self._look(live))
        if "chat" in notice:
            live.chat = max(live.chat, notice["chat"])
        if "mutes" in notice:
            live.mutes += 1
        if "here" in notice:
            live.learn(notice, self.clock())
            live.here_told = live.here(self.clock())
        if "ask" in notice and (live.listeners or live.asked):
            self._announce(live)
        live.tell()

    def missed(self) -> None:
        """Notices may have been lost: whatever is in memory may be behind the log."""
        for live in self.lives.values():
            live.doubt()
            self.tasks.soon(self._look_again(live))
            self._ask(live)

    async def _look_again(self, live: Live) -> None:
        """Look for all that may have happened unheard: in the match, and in what is said there."""
        await self._look(live)
        _, said = await self.run(store.chats_since, live.match.settings.match, None, live.chat, 1)
        live.chat = max(live.chat, said)
        live.mutes += 1
        live.tell()
