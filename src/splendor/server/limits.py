"""The limits, all in one table, and the counters that keep them."""

from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil

from splendor.server.wire import Refusal, Refused


@dataclass(frozen=True, slots=True)
class Limit:
    """So many within so many seconds."""

    number: int
    seconds: float


LIMITS = {
    "play": Limit(100, 20),  # messages of a playing socket
    "watch": Limit(50, 20),  # messages of an onlooker's socket
    "ping": Limit(100, 20),  # pings of a socket, those of the protocol
    "request": Limit(300, 20),  # HTTP requests of an address
    "create": Limit(30, 60),  # matches and seats of an address
    "login": Limit(10, 60),  # passwords tried from an address
    "history": Limit(20, 20),  # looks at whole matches from an address
    "hint": Limit(10, 20),  # hints of a seat
    "advice": Limit(20, 20),  # hints of an address
    "review": Limit(60, 60),  # records an address brings to look at
    "analysis": Limit(180, 60),  # pieces of analyses of an address
    "chat": Limit(10, 20),  # things said from a seat
}
SOCKETS = 8  # of an address at a time; `splendor serve --sockets` for clubs behind one router
STREAMS = 8
HINTS = 4  # that an address waits for at a time
ALL_HINTS = 8  # that a process waits for: whoever comes next is told so, rather than to wait for all of them
UNREADABLE = 3  # messages that cannot be read, before the socket is closed
AT_ONCE_WAIT = 5  # seconds after which something that takes a while may have ended
KEYS = 100_000  # addresses that are remembered


class TooFast(Refused):
    """More than a limit allows: which, and after how many seconds it is worth trying again."""

    def __init__(self, detail: str, wait: int) -> None:
        super().__init__(Refusal.TOO_FAST, detail=detail)
        self.wait = wait


class Limiter:
    """Counts what happened within the last seconds, for each key."""

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self._times: dict[str, deque[float]] = {}

    def allows(self, key: str, now: float) -> bool:
        """Count one more; false if that is too many.

        >>> limiter = Limiter(Limit(2, 10))
        >>> [limiter.allows("a", now) for now in (0, 1, 2, 10.5)]
        [True, True, False, True]
        """
        if len(self._times) > KEYS:
            self._forget(now)
        times = self._times.setdefault(key, deque())
        while times and times[0] <= now - self.limit.seconds:
            times.popleft()
        if len(times) >= self.limit.number:
            return False
        times.append(now)
        return True

    def check(self, key: str, now: float) -> None:
        """Count one more, or refuse it."""
        if not self.allows(key, now):
            first = min(self._times[key], default=now)
            detail = f"at most {self.limit.number} in {self.limit.seconds:.0f} seconds."
            raise TooFast(detail, ceil(first + self.limit.seconds - now))

    def _forget(self, now: float) -> None:
        old = [key for key, times in self._times.items() if not times or times[-1] <= now - self.limit.seconds]
        for key in old or list(self._times):
            del self._times[key]


class AtOnce:
    """Counts what goes on at the same time, for each key."""

    def __init__(self) -> None:
        self._now: Counter[str] = Counter()

    def check(self, key: str, most: int) -> None:
        """Refuse one more than may be."""
        if self._now[key] >= most:
            raise TooFast(f"at most {most} at a time; end one, or wait for it.", AT_ONCE_WAIT)

    @contextmanager
    def one(self, key: str, most: int) -> Iterator[None]:
        """One more, from now until its end."""
        self.check(key, most)
        self._now[key] += 1
        try:
            yield
        finally:
            self._now[key] -= 1
            if not self._now[key]:
                del self._now[key]
