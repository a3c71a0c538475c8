"""The bus and the queue on Redis, each by itself: what they carry, and what happens when nobody answers."""

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from splendor.errors import SplendorError
from splendor.foreign.packed import pack
from splendor.game import Game
from splendor.server import cluster, store
from splendor.server.app import create_app
from splendor.server.cluster import QueuedThinker, RedisBus, work
from splendor.server.judging import Verdict
from splendor.server.service import Config
from splendor.table.setup import Setup
from tests.server.processes import Nursery, needs_services, nursery, own_port, redis, redis_at

pytestmark = needs_services


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with redis() as address:
        yield address


def run(play: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(play(), 600))


async def until(fine: Callable[[], bool]) -> None:
    while not fine():
        await asyncio.sleep(0.01)


async def stopped(task: asyncio.Task[Any]) -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


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
        await stopped(listening)
        await bus.close()

    run(play)


@pytest.mark.filterwarnings("ignore:Call to deprecated:DeprecationWarning")  # saq's, of the newest redis client
def test_a_worker_thinks_advises_and_judges(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "ANSWER_WITHIN", 300)  # the machine may have other things to do

    async def play() -> None:
        game = Game(Setup(2), seed=1)
        packed, thinker = pack(game.view(0)), QueuedThinker(address)
        working = asyncio.create_task(work(address, 1))
        number = await thinker.choose(packed, 0, "greedy")
        assert number in game.legal_actions
        assert await thinker.workers() == 1
        advice = await thinker.advise(packed, 0, "greedy")
        assert advice["options"]
        judged = msgspec.convert(await thinker.judge(packed, 0, "greedy", number), Verdict)
        assert (judged.seat, judged.played.action.number, judged.loss) == (0, number, 0.0)
        assert len(judged.chances) == 2
        await stopped(working)
        await thinker.close()

    run(play)


@pytest.mark.filterwarnings("ignore:Call to deprecated:DeprecationWarning")
def test_a_worker_waits_for_redis(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(cluster, "AGAIN", 0.01)

    async def play(port: int) -> None:
        working = asyncio.create_task(work(f"redis://127.0.0.1:{port}", 1))
        await until(lambda: "redis failed" in caplog.text)
        with redis_at(port) as address:
            thinker = QueuedThinker(address)
            game = Game(Setup(2), seed=1)
            assert await thinker.choose(pack(game.view(0)), 0, "random") in game.legal_actions
            await stopped(working)
            await thinker.close()

    with own_port() as port:
        run(lambda: play(port))


@pytest.mark.filterwarnings("ignore:Call to deprecated:DeprecationWarning")
def test_a_worker_stops_where_redis_is_gone() -> None:
    async def play(port: int) -> None:
        with redis_at(port) as address:
            working, thinker = asyncio.create_task(work(address, 1)), QueuedThinker(address)
            game = Game(Setup(2), seed=1)
            assert await thinker.choose(pack(game.view(0)), 0, "random") in game.legal_actions
        await stopped(working)
        await thinker.close()

    with own_port() as port:
        run(lambda: play(port))


@pytest.mark.filterwarnings("ignore:Call to deprecated:DeprecationWarning")
def test_nobody_who_stops_waits_for_a_redis_that_hangs() -> None:
    async def play(port: int) -> None:
        with redis_at(port) as address:
            working, thinker, bus = asyncio.create_task(work(address, 1)), QueuedThinker(address), RedisBus(address)
            game = Game(Setup(2), seed=1)
            assert await thinker.choose(pack(game.view(0)), 0, "random") in game.legal_actions
            await bus.publish({})
            await thinker._queue.redis.client_pause(60_000)  # it takes what is said, and answers nobody
            start = time.monotonic()
            await asyncio.gather(stopped(working), thinker.close(), bus.close())
            assert time.monotonic() - start < 5

    with own_port() as port:
        run(lambda: play(port))


@pytest.mark.filterwarnings("ignore:Call to deprecated:DeprecationWarning")
def test_an_answer_comes_as_soon_as_it_is_there_and_the_same_question_is_thought_of_once(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "ANSWER_WITHIN", 300)
    monkeypatch.setattr(cluster, "QUEUE", "twice")

    async def play() -> None:
        game, thinkers = Game(Setup(2), seed=1), [QueuedThinker(address) for _ in range(2)]
        packed = pack(game.view(0))
        asking = [asyncio.create_task(thinker.choose(packed, 0, "random")) for thinker in thinkers]
        await asyncio.sleep(0.2)
        assert await thinkers[0]._queue.count("incomplete") == 1
        working = asyncio.create_task(work(address, 1))
        first, second = await asyncio.gather(*asking)
        assert first == second
        assert first in game.legal_actions
        took = []
        for _ in range(3):
            start = time.monotonic()
            await thinkers[0].choose(packed, 0, "random")
            took.append(time.monotonic() - start)
        assert min(took) < 0.5, "saq alone looks twice a second"
        await stopped(working)
        for thinker in thinkers:
            await thinker.close()

    run(play)


# It never answers the first time, and from then on with the first of the legal actions.
SLOW_AT_FIRST = """
import json, pathlib, sys
if not (seen := pathlib.Path(sys.argv[1])).exists():
    seen.touch()
    sys.stdin.read()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "quit":
        break
    answers = {"hello": {"type": "hello", "name": "slow", "version": 1}, "game": {"type": "ready"}}
    if message["type"] == "decide":
        answers["decide"] = {"type": "answer", "action": message["legal"][0]["number"]}
    if message["type"] in answers:
        print(json.dumps(answers[message["type"]]), flush=True)
"""


def test_what_a_killed_worker_thought_of_is_taken_over_by_another(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "ANSWER_WITHIN", 300)
    script, seen = tmp_path / "slow.py", tmp_path / "seen"
    script.write_text(SLOW_AT_FIRST)

    async def play(servers: Nursery) -> None:
        game, thinker = Game(Setup(2), seed=1), QueuedThinker(address)

        async def workers(number: int) -> None:
            while len((await thinker._queue.info())["workers"]) < number:
                await asyncio.sleep(0.05)

        first = servers.start("worker", address)
        spec = f"cmd:{sys.executable} {script} {seen}"
        asking = asyncio.create_task(thinker.choose(pack(game.view(0)), 0, spec))
        await until(seen.exists)
        servers.start("worker", address)
        await workers(2)
        servers.kill(first)
        assert await asyncio.wait_for(asking, 20) in game.legal_actions
        await thinker.close()

    with nursery() as servers:
        run(lambda: play(servers))


@pytest.mark.filterwarnings("ignore:Call to deprecated:DeprecationWarning")
def test_no_bot_waits_for_hints_of_others(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "ANSWER_WITHIN", 300)
    monkeypatch.setattr(cluster, "QUEUE", "hints")

    async def play() -> None:
        thinker, working = QueuedThinker(address), asyncio.create_task(work(address, 1))
        views = [pack(Game(Setup(2), seed=seed).view(0)) for seed in range(12)]
        while not await thinker.workers():
            await asyncio.sleep(0.05)
        hints = [asyncio.create_task(thinker.advise(view, 0, "mcts:sims=20000,seed=1")) for view in views]
        await until_queued(thinker._quiet, 8)
        await thinker.choose(views[0], 0, "random")
        assert not any(hint.done() for hint in hints)
        for hint in hints:
            hint.cancel()
        await stopped(working)
        await thinker.close()

    run(play)


async def until_queued(queue: Any, number: int) -> None:
    while await queue.count("queued") < number:
        await asyncio.sleep(0.01)


def test_a_hint_that_nobody_can_give_is_refused_at_once(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "QUEUE", "nobody")

    async def play() -> None:
        thinker = QueuedThinker(address)
        with pytest.raises(SplendorError, match="no worker is there"):
            await asyncio.wait_for(thinker.advise(pack(Game(Setup(2), seed=1).view(0)), 0, "greedy"), 10)
        await thinker.close()

    run(play)


def test_trouble_with_redis_is_said_less_and_less_often(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(cluster, "AGAIN", 0.001)
    caplog.set_level("INFO")

    async def play(port: int) -> None:
        bus, joined = RedisBus(f"redis://127.0.0.1:{port}"), list[None]()
        listening = asyncio.create_task(bus.listen(lambda _: None, lambda: joined.append(None)))
        await until(lambda: "'tries': 16" in str([vars(record) for record in caplog.records]))
        assert [vars(record).get("tries") for record in caplog.records] == [1, 2, 4, 8, 16]
        with redis_at(port):
            await until(lambda: bool(joined))
            assert caplog.records[-1].getMessage() == "redis is back"
            await stopped(listening)
            await bus.close()

    with own_port() as port:
        run(lambda: play(port))


def test_a_server_says_how_redis_and_the_workers_are(tmp_path: Path) -> None:
    async def ask(app: Any, path: str) -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as client:
            return await client.get(path)

    async def play(port: int) -> None:
        app = create_app(Config(f"sqlite:///{tmp_path}/a.db", redis=f"redis://127.0.0.1:{port}"))
        async with app.lifespan():
            await app.state.service.loaded.wait()
            gone = await ask(app, "/ready")
            assert (gone.status_code, gone.json()["redis"], gone.json()["database"]) == (503, "failing", "ok")
            assert "Redis does not answer" in gone.json()["reason"]
            with redis_at(port):
                there = await ask(app, "/ready")
                assert (there.status_code, there.json()["redis"], there.json()["workers"]) == (200, "ok", 0)
                assert "no worker" in there.json()["reason"]
                figures = (await ask(app, "/metrics")).text
                assert 'splendor_thoughts_waiting{queue="bots"} 0.0' in figures
                assert 'splendor_http_answers_total{status="503"} 1.0' in figures

    with own_port() as port:
        run(lambda: play(port))


def test_a_queue_that_nobody_serves_is_given_up(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "ANSWER_WITHIN", 1)
    monkeypatch.setattr(cluster, "QUEUE", "nobody")

    async def play() -> None:
        thinker = QueuedThinker(address)
        with pytest.raises(SplendorError, match="no worker has thought of it"):
            await thinker.choose(pack(Game(Setup(2), seed=1).view(0)), 0, "greedy")
        await thinker.close()

    run(play)


def test_a_question_that_redis_has_lost_is_no_answer(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "QUEUE", "nobody")

    async def play() -> None:
        thinker = QueuedThinker(address)
        asking = asyncio.create_task(thinker.choose(pack(Game(Setup(2), seed=2).view(0)), 0, "greedy"))
        await asyncio.sleep(0.1)
        await thinker._queue.redis.flushall()
        with pytest.raises(SplendorError, match="Redis has lost"):
            await asking
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
