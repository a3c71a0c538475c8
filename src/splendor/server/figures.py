"""What a collector of figures is told, and who takes the time of thoughts."""

import time
from collections.abc import Awaitable
from typing import Any, TypeVar

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from splendor.server.bots import Thinker

T = TypeVar("T")

REQUEST_TIMES = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
THOUGHT_TIMES = (0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60)


class Figures:
    """The figures of a process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        named: dict[str, Any] = {"registry": self.registry, "namespace": "splendor"}
        self.requests = Counter("requests", "Requests by their outcome: done, or the refusal.", ["outcome"], **named)
        self.seconds = Histogram(
            "request_seconds", "How long requests took, the write included.", buckets=REQUEST_TIMES, **named
        )
        self.answers = Counter("http_answers", "Answers over HTTP by their status.", ["status"], **named)
        self.refusals = Counter("refusals", "What was refused, over HTTP or on a socket.", ["refusal"], **named)
        self.sockets = Gauge("sockets", "Open sockets and streams.", **named)
        self.matches = Gauge("matches_in_memory", "Matches in memory.", **named)
        self.thoughts = Gauge("thoughts", "Thoughts that somebody here waits for.", ["kind"], **named)
        self.thought_seconds = Histogram(
            "thought_seconds",
            "How long thoughts took: a bot's choice, advice, judgement; waiting for a worker included.",
            ["kind"],
            buckets=THOUGHT_TIMES,
            **named,
        )
        self.waiting = Gauge("thoughts_waiting", "Thoughts that no worker has begun.", ["queue"], **named)
        self.workers = Gauge("workers", "Workers that think: processes here, or those on Redis.", **named)


class Timed:
    """A thinker whose thoughts are counted and timed."""

    def __init__(self, thinker: Thinker, figures: Figures) -> None:
        self._thinker, self._figures = thinker, figures

    async def choose(self, packed: str, seat: int, spec: str) -> int:
        """See `bots.Thinker`."""
        return await self._time("choose", self._thinker.choose(packed, seat, spec))

    async def advise(self, packed: str, seat: int, spec: str) -> Any:
        """See `bots.Thinker`."""
        return await self._time("advise", self._thinker.advise(packed, seat, spec))

    async def judge(self, packed: str, seat: int, spec: str, played: int) -> Any:
        """See `bots.Thinker`."""
        return await self._time("judge", self._thinker.judge(packed, seat, spec, played))

    async def close(self) -> None:
        """See `bots.Thinker`."""
        await self._thinker.close()

    async def _time(self, kind: str, thought: Awaitable[T]) -> T:
        start = time.monotonic()
        with self._figures.thoughts.labels(kind).track_inprogress():
            found = await thought
        self._figures.thought_seconds.labels(kind).observe(time.monotonic() - start)
        return found
