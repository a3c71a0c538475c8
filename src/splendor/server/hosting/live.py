"""A match in memory with those who hear of it: who is there, in this process or another one, and who is gone.

A person is there while a socket or a stream of theirs is open, or while they ask over HTTP at least once a minute. Who
has not been there for a minute is gone.
"""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from splendor.server import wire
from splendor.server.match import Match

GONE = 60_000  # milliseconds after which others may let a bot stand in, and whoever asks now and then is not there


@dataclass(eq=False)
class Listener:
    """Somebody who hears of a match: from which seat, and how much they have heard."""

    seat: int | None
    version: int | None = None
    chat: int = 0
    mutes: int = 0
    muted: list[int] = field(default_factory=list)
    """Whom they do not want to hear, as they were told last."""
    presence: wire.Presence | None = None
    down: int = 0
    """How long no server had been there, when they were told the clocks last."""
    owner: str = ""
    """Whose seat it was when the listener was let in: whoever leaves it hears no more than an onlooker."""
    account: str = ""
    """The account whose token was shown, if it was one."""
    wake: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(eq=False)
class Live:
    """A match in memory, with those who listen."""

    match: Match
    used: int
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[Listener] = field(default_factory=set)
    counts: Counter[int | None] = field(default_factory=Counter)
    """How many of them listen from each seat, and how many look on (None)."""
    crowd_changed: bool = False
    """Onlookers came or went, and nobody has been told yet."""
    doubts: int = 1
    """How often there was reason to believe that the log holds more than this match has seen. One such reason is that
    it has only just come into memory: a notice that came while it was read found nobody to tell."""
    settled: int = 0
    """How many of these doubts the log has answered; one that comes up while it is being read is not among them."""
    thinking: asyncio.Task[None] | None = None
    chat: int = 0
    """The number of what was said last, as far as this process knows."""
    mutes: int = 0
    """How often somebody has asked to hear no more of somebody, or to hear them again, or has left their seat."""
    seen: dict[int, int] = field(default_factory=dict)
    """When each seat was heard of last, if it was."""
    asked: dict[int, int] = field(default_factory=dict)
    """When each seat asked for something over HTTP last, without a socket that was closed since."""
    here_told: list[bool] = field(default_factory=list)
    """Who was there when all were told last."""
    elsewhere: dict[str, tuple[int, list[bool], int]] = field(default_factory=dict)
    """Who is connected to other processes: when each told so, its seats, its onlookers."""
    announced: int = 0
    """When the others were told who is connected here."""

    def __post_init__(self) -> None:
        self.loaded = self.used

    @property
    def behind(self) -> bool:
        """Whether the log may hold more than this match has seen."""
        return self.doubts != self.settled

    def doubt(self) -> int:
        """The log may hold more; returns what is settled once it was read from here on."""
        self.doubts += 1
        return self.doubts

    @property
    def idle(self) -> bool:
        """Whether nobody listens and nothing is under way."""
        return not (self.listeners or self.lock.locked() or self.is_thinking)

    @property
    def is_thinking(self) -> bool:
        """Whether a bot thinks."""
        return self.thinking is not None and not self.thinking.done()

    def tell(self) -> None:
        """There is something to hear."""
        for listener in self.listeners:
            listener.wake.set()

    # --- who is here ----------------------------------------------------------------------------------------------
    def come(self, listener: Listener) -> None:
        """Somebody listens from now on."""
        listener.owner = listener.owner or self.match.owner(listener.seat)
        self.listeners.add(listener)
        self.counts[listener.seat] += 1
        listener.wake.set()

    def go(self, listener: Listener, now: int) -> None:
        """Somebody listens no more."""
        if listener in self.listeners:
            self.listeners.remove(listener)
            self.counts[listener.seat] -= 1
        self.used = now
        self.heard_of(listener.seat, now)
        if listener.seat is not None:
            self.asked.pop(listener.seat, None)

    def unseat(self, listener: Listener) -> None:
        """Whoever listens from a seat that is theirs no more looks on from now on."""
        self.counts[listener.seat] -= 1
        listener.seat, listener.owner = None, ""
        self.counts[None] += 1

    def heard_of(self, seat: int | None, now: int) -> None:
        """A seat has shown that its person is there."""
        if seat is not None:
            self.seen[seat] = now

    def asks(self, seat: int, now: int) -> None:
        """A seat has asked over HTTP: who never opens a socket is there as long as they go on."""
        self.heard_of(seat, now)
        self.asked[seat] = now

    def gone(self, seat: int, now: int) -> bool:
        """Whether nobody has heard of a seat for a while."""
        return not self.here(now)[seat] and now >= self._gone_from(seat)

    def _gone_from(self, seat: int) -> int:
        """Nobody is gone the moment a process begins to look: it cannot know when it heard of them last."""
        return max(self.seen.get(seat, 0), self.loaded) + GONE

    def here(self, now: int) -> list[bool]:
        """Which seats are there, in this process or another one; a bot always is, and at an open seat nobody."""
        others = [here for here, _ in self._elsewhere(now)]
        return [
            place.kind == "bot" or (place.kind == "person" and (own or any(here[seat] for here in others)))
            for seat, (place, own) in enumerate(zip(self.match.seats, self._here(now), strict=True))
        ]

    def stand_in_from(self, now: int) -> list[int | None]:
        """When others may let a bot stand in for each seat; none for those who are there, or where a bot decides."""
        playing = self.match.status == "playing"
        return [
            self._gone_from(seat) if playing and not here and not self.match.seats[seat].bot else None
            for seat, here in enumerate(self.here(now))
        ]

    def presence(self, now: int) -> wire.Presence:
        """Who is there."""
        onlookers = self._onlookers() + sum(number for _, number in self._elsewhere(now))
        return wire.Presence(self.here(now), onlookers, self.stand_in_from(now))

    def _here(self, now: int) -> list[bool]:
        """Whom this process knows to be there."""
        return [
            place.kind == "person" and (self.counts[seat] > 0 or now - self.asked.get(seat, now - GONE) < GONE)
            for seat, place in enumerate(self.match.seats)
        ]

    def _onlookers(self) -> int:
        return self.counts[None]

    def _elsewhere(self, now: int) -> list[tuple[list[bool], int]]:
        """What other processes told; one that has not for a while is no more."""
        return [(here, onlookers) for at, here, onlookers in self.elsewhere.values() if now - at < GONE]

    # --- between processes ----------------------------------------------------------------------------------------
    def announcement(self, host: str, now: int) -> dict[str, Any]:
        """What other processes need to know of those who are connected here."""
        self.announced = now
        return {
            "match": self.match.settings.match,
            "host": host,
            "here": self._here(now),
            "onlookers": self._onlookers(),
            "ago": {str(seat): now - at for seat, at in self.seen.items()},
        }

    def learn(self, announcement: dict[str, Any], now: int) -> None:
        """What another process has announced: who is there, and how long ago it heard of the others."""
        before = self.here(now)
        self.elsewhere[announcement["host"]] = now, announcement["here"], announcement["onlookers"]
        ago = announcement.get("ago", {})
        for seat, here in enumerate(self.here(now)):
            if (before[seat] and not here) or str(seat) in ago:
                self.seen[seat] = max(self.seen.get(seat, 0), now - ago.get(str(seat), 0))
