"""The bus and the queue on Redis, each by itself: what they carry, and what happens when nobody answers."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from splendor.errors import SplendorError
from splendor.foreign.packed import pack
from splendor.game import Game
from splendor.server import cluster, store
from splendor.server.cluster import QueuedThinker, RedisBus, work
from splendor.server.judging import Verdict
from splendor.table.setup import Setup
from tests.server.test_cluster import pytestmark, redis
from tests.server.test_kill import free_port

__all__ = ["pytestmark"]  # not tried without Redis, and said so


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with redis() as address:
        yield address


def run(play: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(play(), 600))


async def until(fine: Callable[[], bool]) -> None:
    while not fine():
        await asyncio.sleep(0.01)


def test_every_process_hears_every_notice(address: str) -> None:
    async def play() -> None:
        buses = [RedisBus(address) for _ in range(2)]
        heard: list[list[dict[str, Any]]] = [[], []]
        joined = [0, 0]

        def join(place: int) -> None:
            joined[place] += 1

        listening = [
            asyncio.create_task(bus.listen(heard[place].append, lambda place=place: join(place)))
            for place, bus in enumerate(buses)
        ]
        await until(lambda: joined == [1, 1])
        await buses[0].publish({"match": "M", "version": 7})
        await until(lambda: all(heard))
        assert heard == [[{"match": "M", "version": 7}]] * 2
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
        for bus in buses:
            await bus.close()

    run(play)


def test_without_redis_notices_get_lost_and_nobody_minds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "AGAIN", 0.01)

    async def play() -> None:
        with redis() as address:
            bus = RedisBus(address)
            joined: list[None] = []
            listening = asyncio.create_task(bus.listen(lambda _: None, lambda: joined.append(None)))
            await until(lambda: bool(joined))
        await bus.publish({"match": "M", "version": 7})
        await asyncio.sleep(0.1)  # it tries again and again
        assert not listening.done()
        listening.cancel()
        with suppress(asyncio.CancelledError):
            await listening
        await bus.close()

    run(play)


@pytest.mark.filterwarnings("ignore:Call to deprecated:DeprecationWarning")  # saq's, of the newest redis client
def test_a_worker_thinks_advises_and_judges(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "THINK_WITHIN", 300)  # the machine may have other things to do

    async def play() -> None:
        game = Game(Setup(2), seed=1)
        packed, thinker = pack(game.view(0)), QueuedThinker(address)
        working = asyncio.create_task(work(address, 1))
        number = await thinker.choose(packed, 0, "greedy")
        assert number in game.legal_actions
        advice = await thinker.advise(packed, 0, "greedy")
        assert advice["options"]
        judged = msgspec.convert(await thinker.judge(packed, 0, "greedy", number), Verdict)
        assert (judged.seat, judged.played.action.number, judged.loss) == (0, number, 0.0)
        assert len(judged.chances) == 2
        working.cancel()
        with suppress(asyncio.CancelledError):
            await working
        await thinker.close()

    run(play)


@pytest.mark.filterwarnings("ignore:Call to deprecated:DeprecationWarning")
def test_a_worker_waits_for_redis(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(cluster, "AGAIN", 0.01)
    port = free_port()

    async def play() -> None:
        working = asyncio.create_task(work(f"redis://127.0.0.1:{port}", 1))
        await until(lambda: "redis failed" in caplog.text)
        with redis(port) as address:
            thinker = QueuedThinker(address)
            game = Game(Setup(2), seed=1)
            assert await thinker.choose(pack(game.view(0)), 0, "random") in game.legal_actions
            working.cancel()
            with suppress(asyncio.CancelledError):
                await working
            await thinker.close()

    run(play)


def test_a_queue_that_nobody_serves_is_given_up(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "THINK_WITHIN", 1)
    monkeypatch.setattr(cluster, "QUEUE", "nobody")

    async def play() -> None:
        thinker = QueuedThinker(address)
        with pytest.raises(SplendorError, match="no worker has thought of it"):
            await thinker.choose(pack(Game(Setup(2), seed=1).view(0)), 0, "greedy")
        await thinker.close()

    run(play)


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str, **_: Any) -> Any:
        raise ModuleNotFoundError(name=name)

    monkeypatch.setattr("builtins.__import__", missing)
    with pytest.raises(SplendorError, match="Redis needs redis"):
        cluster._scale("redis.asyncio".partition(".")[0])


def test_a_database_whose_driver_is_not_installed_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: Any, **__: Any) -> Any:
        raise ModuleNotFoundError(name="asyncpg")

    monkeypatch.setattr("sqlalchemy.ext.asyncio.create_async_engine", missing)
    with pytest.raises(SplendorError, match="PostgreSQL needs asyncpg"):
        store.open_store("postgresql://splendor@127.0.0.1/splendor")
