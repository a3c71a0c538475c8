"""Growing: several server processes and bot workers over Redis. Needs the extra `scale`.

Redis carries two things, and loses nothing by being restarted: notices that a match has changed (what changed is read
from the log), and views for bots to think about. Views hold what a bot's seat may know, nothing else.
"""

import asyncio
import hashlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from typing import Any

import msgspec

from splendor.agents.levels import LEVELS
from splendor.errors import MissingPackage, SplendorError
from splendor.foreign.packed import pack
from splendor.game import Game
from splendor.server.bots import LocalThinker
from splendor.server.match import STAND_IN

log = logging.getLogger("splendor.server")

CHANNEL = "splendor:notices"
QUEUE = "splendor"
QUIET = "quiet-"  # what the name of the queue for hints and analyses begins with: no bot waits behind them
QUIET_AT_ONCE = 2  # of these that a worker takes up: one is thought of, one is there when that is done
ANSWER_WITHIN = 30  # seconds a server waits for an answer, the queue included: people wait for it too
LOOK_AGAIN = 0.02  # seconds between two looks for an answer
RETRIES = 3  # workers that may die over one decision
BEAT = 1.0  # seconds between two signs of life of a worker that thinks
SILENT = 3  # seconds without one, after which another worker takes the thought over
PRESENT = 2  # seconds between two signs of a worker that it is there, whatever it does
SWEEP = 1  # seconds between two looks for such thoughts
LET_GO_WITHIN = 0.2  # seconds in which a worker that was silent may still let go of a thought
STOP_WITHIN = 1  # seconds for thoughts under way when a worker stops; others take over what is left
GOODBYE_WITHIN = 0.2  # seconds for a last word to Redis
AGAIN = 1.0  # seconds before a lost connection is tried anew

Heard = Callable[[dict[str, Any]], None]
Think = Callable[..., Awaitable[Any]]


def _scale(name: str) -> Any:
    try:
        return __import__(name, fromlist=["_"])
    except ModuleNotFoundError as error:
        raise MissingPackage.of_extra("scale", str(error.name), "Redis") from None


class _Trouble:
    """Redis does not answer, and is tried every second: said the 1st, 2nd, 4th, 8th … time, and when it is back."""

    def __init__(self) -> None:
        self._tries = 0

    def again(self, error: Exception) -> None:
        """It failed once more."""
        self._tries += 1
        if self._tries.bit_count() == 1:
            log.warning("redis failed", extra={"reason": type(error).__name__, "tries": self._tries})

    def over(self) -> None:
        """It works."""
        if self._tries:
            log.info("redis is back", extra={"tries": self._tries})
        self._tries = 0


class RedisBus:
    """Notices to all processes, by Redis' publish and subscribe."""

    def __init__(self, address: str) -> None:
        self._redis = _scale("redis.asyncio").from_url(address)

    async def publish(self, notice: dict[str, Any]) -> None:
        """Tell all processes. A notice that gets lost delays the others until they look into the log."""
        with suppress(OSError, _scale("redis").RedisError):
            await self._redis.publish(CHANNEL, msgspec.json.encode(notice))

    async def listen(self, heard: Heard, lost: Callable[[], None]) -> None:
        """Hand every notice on, for ever; `lost` is called when some may have been missed."""
        trouble = _Trouble()
        while True:
            try:
                async with self._redis.pubsub(ignore_subscribe_messages=True) as channel:
                    await channel.subscribe(CHANNEL)
                    trouble.over()
                    lost()
                    async for message in channel.listen():
                        heard(msgspec.json.decode(message["data"]))
            except Exception as error:  # Redis fails, or somebody else wrote what we cannot read: we listen on
                trouble.again(error)
                await asyncio.sleep(AGAIN)

    async def close(self) -> None:
        """Let go of the connection."""
        await _soon(self._redis.aclose())


class QueuedThinker:
    """Lets workers think, through a queue on Redis: `splendor worker`, on any machine."""

    def __init__(self, address: str) -> None:
        self._queue, self._quiet = _queues(address)

    async def choose(self, packed: str, seat: int, spec: str) -> int:
        """See `bots.Thinker`."""
        chosen: int = await self._ask(self._queue, "choose", packed, seat, spec)
        return chosen

    async def advise(self, packed: str, seat: int, spec: str) -> Any:
        """See `bots.Thinker`. Somebody looks at the screen until it comes: where no worker is, they hear so at once."""
        if not await self.workers():
            raise SplendorError("no worker is there.")
        return await self._ask(self._quiet, "advise", packed, seat, spec)

    async def judge(self, packed: str, seat: int, spec: str, played: int) -> Any:
        """See `bots.Thinker`."""
        return await self._ask(self._quiet, "judge", packed, seat, spec, played=played)

    async def workers(self) -> int:
        """How many workers are there."""
        with _without_redis("Redis does not answer"):
            there: int = await self._queue.redis.zcount(self._queue.namespace("stats"), time.time() * 1000, "inf")
            return there

    async def waiting(self) -> dict[str, int]:
        """How many thoughts no worker has begun, for bots and for others."""
        with _without_redis("Redis does not answer"):
            return {"bots": await self._queue.count("queued"), "quiet": await self._quiet.count("queued")}

    async def _ask(self, queue: Any, what: str, packed: str, seat: int, spec: str, **more: int) -> Any:
        """An answer; while a question is open, whoever asks the same one waits for the same answer."""
        asked = {"packed": packed, "seat": seat, "spec": spec, **more}
        key = hashlib.sha256(msgspec.json.encode([what, asked])).hexdigest()
        options = {"retries": RETRIES, "heartbeat": SILENT, "timeout": ANSWER_WITHIN, "ttl": ANSWER_WITHIN}
        with _without_redis("no worker has thought of it"):
            async with asyncio.timeout(ANSWER_WITHIN):
                await queue.enqueue(what, key=key, **options, **asked)
                answer = await _answer(queue, key)
        if answer is None:
            raise SplendorError("Redis has lost a question to the workers.")
        return answer

    async def close(self) -> None:
        """Let go of the queues."""
        await _let_go(self._queue, self._quiet)


async def _answer(queue: Any, key: str) -> Any:
    """What a worker found, once it has; None if Redis knows nothing of the question.

    The loop looks for its end itself: a cancellation can get lost on the way through the client of Redis, and then
    nobody would stop it.
    """
    job, end = _scale("saq.job"), time.monotonic() + ANSWER_WITHIN
    while time.monotonic() < end:
        found = await queue.job(key)
        if found is None:
            return None
        if found.status in job.UNSUCCESSFUL_TERMINAL_STATUSES:
            raise _scale("saq.queue.base").JobError(found)
        if found.status in job.TERMINAL_STATUSES:
            return found.result
        await asyncio.sleep(LOOK_AGAIN)
    raise TimeoutError


def _queues(address: str) -> tuple[Any, Any]:
    """The queue of bots, and that of hints and analyses."""
    queue = _scale("saq").Queue
    return queue.from_url(address, name=QUEUE), queue.from_url(address, name=QUIET + QUEUE)


async def _let_go(*queues: Any) -> None:
    """Let go of queues. Where Redis is gone saq says so and leaves connections open; they are closed all the same."""
    for queue in queues:
        await _soon(queue.disconnect())
        await _soon(queue.redis.connection_pool.disconnect())


async def _soon(goodbye: Awaitable[Any]) -> None:
    """A last word to Redis; where it is gone, or hangs, nobody waits for it."""
    with suppress(OSError, _scale("redis").RedisError):
        async with asyncio.timeout(GOODBYE_WITHIN):
            await goodbye


@contextmanager
def _without_redis(what: str) -> Iterator[None]:
    """What fails on the way to a worker and back, in our words."""
    try:
        yield
    except (OSError, _scale("redis").RedisError, _scale("saq.queue.base").JobError) as error:
        raise SplendorError(f"{what} ({type(error).__name__}).") from None


async def work(address: str, processes: int) -> None:
    """Think for servers until told to stop."""
    thinker = LocalThinker(processes)
    with suppress(SplendorError):  # compiled and loaded before anybody waits for it
        await thinker.choose(pack(Game(seed=0).view(0)), 0, LEVELS[STAND_IN].spec)
    queues = _queues(address)
    thoughts: tuple[dict[str, Think], ...] = (
        {"choose": thinker.choose},
        {"advise": thinker.advise, "judge": thinker.judge},
    )
    try:
        await _redis_is_there(queues[0])
        workers = [
            _worker(queue, known, number)
            for queue, known, number in zip(queues, thoughts, (4 * processes, QUIET_AT_ONCE), strict=True)
        ]
        await _until_stopped(workers)
    finally:
        await thinker.close()
        await _let_go(*queues)


def _worker(queue: Any, thoughts: dict[str, Think], at_once: int) -> Any:
    """One that takes questions from a queue."""
    queue.sweep = partial(queue.sweep, abort=LET_GO_WITHIN)  # which saq's worker calls, and leaves this open
    worker = _scale("saq").Worker(
        queue,
        functions=[(name, _answering(think)) for name, think in thoughts.items()],
        concurrency=at_once,
        timers={"sweep": SWEEP, "worker_info": PRESENT},
        shutdown_grace_period_s=STOP_WITHIN,
    )
    worker.SIGNALS = []  # each would take the other's away
    return worker


async def _until_stopped(workers: list[Any]) -> None:
    """Work until a signal says stop; then all let go at the same time."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in _scale("saq").Worker.SIGNALS:
        loop.add_signal_handler(number, stop.set)
    working = [asyncio.create_task(worker.start()) for worker in workers]
    try:
        await stop.wait()
    finally:
        for task in working:
            task.cancel()
        await asyncio.gather(*working, return_exceptions=True)


def _answering(think: Think) -> Think:
    """A thought as saq's workers have it: with signs of life as long as it takes."""

    async def answer(context: dict[str, Any], **asked: Any) -> Any:
        async with _beating(context["job"]):
            try:
                return await think(**asked)
            except SplendorError as error:
                log.error("a bot failed", extra={"agent": asked["spec"], "reason": type(error).__name__})
                raise

    return answer


@asynccontextmanager
async def _beating(job: Any) -> AsyncIterator[None]:
    """Signs of life while a job is worked on. None may be under way when its answer is written: it would undo that."""
    done = asyncio.Event()

    async def beat() -> None:
        while not done.is_set():
            try:
                await asyncio.wait_for(done.wait(), BEAT)
            except TimeoutError:
                with suppress(OSError, _scale("redis").RedisError):
                    await job.update()

    beats = asyncio.create_task(beat())
    try:
        yield
    finally:
        done.set()
        await beats


async def _redis_is_there(queue: Any) -> None:
    """Wait until Redis is there: a worker may be started before it."""
    trouble = _Trouble()
    while True:
        try:
            await queue.redis.ping()
            trouble.over()
            return
        except (OSError, _scale("redis").RedisError) as error:
            trouble.again(error)
            await asyncio.sleep(AGAIN)
