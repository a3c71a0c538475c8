"""Several processes over PostgreSQL and Redis: any of them may die in play, the log stays one.

Needs Debian's packages postgresql and redis-server. Without them nothing is tried here, and the test run says so; with
`SPLENDOR_TRY_EVERYTHING` set, as in the continuous integration, their absence is a failure.
"""

import asyncio
import random
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from sqlalchemy import Connection, insert, select, text

from splendor import client as client_module
from splendor.client import Client
from splendor.server import store
from splendor.server.app import create_app
from splendor.server.match import Left, Match, Sat, Settings
from splendor.server.service import Config
from splendor.server.store import schema
from splendor.table.setup import Setup
from tests.server.matches import play, seated
from tests.server.processes import Nursery, needs_services, nursery, own_port, postgres, redis, until, wait_for
from tests.server.serving import TWO_OF_US, create, register, with_token
from tests.server.test_kill import Players, check
from tests.server.test_outages import AWAY, CONTROLS, beaten, begin, check_nothing_lost, let_time_pass
from tests.server.test_store import RELEASED, differences, name_of

KILLS = 8  # in one test
MANY = 63  # such tests: 504 kills
COLUMNS = ("id", "settings", "status", "public", "version", "created", "due")


pytestmark = needs_services


@dataclass
class Cluster:
    """Two servers and two workers over one database."""

    database: str
    redis: str
    servers: Nursery
    children: dict[str, int]
    ports: dict[str, int]

    @property
    def addresses(self) -> list[str]:
        return [f"http://127.0.0.1:{port}" for port in self.ports.values()]

    def start(self, name: str) -> None:
        if name.startswith("worker"):
            self.children[name] = self.servers.start("worker", self.redis)
        else:
            self.children[name] = self.servers.start(self.ports[name], self.database, self.redis)
            wait_for(f"http://127.0.0.1:{self.ports[name]}")

    def kill(self, name: str) -> None:
        self.servers.kill(self.children.pop(name))


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with postgres() as database, redis() as bus, nursery() as servers, own_port() as first, own_port() as second:
        found = Cluster(database, bus, servers, {}, {"server 1": first, "server 2": second})
        for name in ("server 1", "server 2", "worker 1", "worker 2"):
            found.start(name)
        yield found


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "AGAIN", 0.02)


def test_the_schema_is_the_same_on_postgresql(cluster: Cluster) -> None:
    async def run() -> list[Any]:
        async with store.opened(cluster.database) as opened:
            return await opened.run(differences)

    assert asyncio.run(run()) == []


def test_an_address_may_have_the_options_that_postgresql_knows(cluster: Cluster) -> None:
    async def ping(options: str) -> None:
        async with store.opened(cluster.database + options) as opened:
            await opened.run(store.ping)

    asyncio.run(ping("?sslmode=prefer&application_name=splendor"))
    for options, complaint in (("?sslmode=maybe", "sslmode"), ("?nonsense=1", "nonsense")):
        with pytest.raises(store.StoreFailed, match=complaint):
            asyncio.run(ping(options))


@pytest.mark.parametrize("file", sorted(RELEASED.glob("*.sql")), ids=lambda file: file.stem)
def test_released_databases_are_read_on_postgresql_too(cluster: Cluster, file: Path, tmp_path: Path) -> None:
    """The schema of that time, its rows, and all steps since."""
    with sqlite3.connect(tmp_path / "old.db") as old:
        old.executescript(file.read_text("utf-8"))
        (released,) = old.execute("select version_num from alembic_version").fetchone()
        rows = old.execute(f"select {', '.join(COLUMNS)} from matches").fetchall()
        entries = old.execute("select match, version, body from entries").fetchall()
    old.close()

    def at_that_time(connection: Connection) -> None:
        connection.execute(text("drop schema public cascade"))
        connection.execute(text("create schema public"))
        store.upgrade(connection, released)
        for row in rows:
            values = dict(zip(COLUMNS, row, strict=True))
            connection.execute(insert(schema.matches), values | {"public": bool(values["public"])})
        for match, version, body in entries:
            connection.execute(insert(schema.entries), {"match": match, "version": version, "body": body})

    async def run() -> list[Any]:
        opened = store.open_store(cluster.database)
        try:
            await opened.run(at_that_time)
            await opened.run(store.upgrade)
            assert await opened.run(differences) == []
            return [await opened.run(store.load, row[0]) for row in rows]
        finally:
            await opened.close()

    found = asyncio.run(run())
    assert len(found) >= 2
    assert all(match is not None and name_of(match) == match.settings.match for match in found)


def test_nobody_loses_time_while_no_process_is_there(cluster: Cluster) -> None:
    """One process that dies is no outage; when all have, the clocks stand still until one is there again."""
    match, tokens = begin(cluster.addresses[0], CONTROLS[0])
    until(lambda: beaten(cluster.database))  # another test may have emptied the database a moment ago
    for name in ("server 1", "server 2"):
        cluster.kill(name)
    let_time_pass(cluster.database, AWAY)
    for name in ("server 1", "server 2"):
        cluster.start(name)
    check_nothing_lost(cluster.addresses[1], match, tokens, CONTROLS[0])


def test_a_match_comes_back_from_postgresql_as_it_was(cluster: Cluster) -> None:
    match = seated(seed=9)
    entries = play(match, 3, entries=30)
    start = seated(seed=9)

    async def run() -> Any:
        async with store.opened(cluster.database) as opened:
            await opened.run(store.create, start.settings, [])
            for entry in [*seats_of(start), *entries]:
                after = (await opened.run(store.load, "example")).copy()  # type: ignore[union-attr]
                after.apply(entry)
                await opened.run(store.append, after, entry)
            return await opened.run(store.load, "example")

    loaded = asyncio.run(run())
    assert loaded.game == match.game


def seats_of(match: Any) -> list[Any]:
    return [past.entry for past in match._past]


@pytest.mark.parametrize("speaks_first", [True, False])
def test_whoever_speaks_while_somebody_leaves_is_before_or_after_it(cluster: Cluster, speaks_first: bool) -> None:
    """Two transactions at once: the second waits for the first, and takes what it wrote into account."""
    settings = Settings(f"leaving {speaks_first}", Setup(2), 1, 0)
    sat, left = Sat(0, 0, name="x", token="x"), Left(0, 0, "l")
    speak = partial(store.say, match=settings.match, seat=0, request="r", at=0, name="x", said="hello", version=1)
    leave = partial(store.append, after=Match(settings, [sat, left]), entry=left)
    first, second = (speak, leave) if speaks_first else (leave, speak)

    async def run() -> tuple[Any, list[Any]]:
        async with store.opened(cluster.database) as one, store.opened(cluster.database) as another:
            await one.run(store.create, settings, [sat])
            async with one.engine.begin() as open_still:  # type: ignore[attr-defined]
                await open_still.run_sync(lambda connection: first(connection))
                waiting = asyncio.ensure_future(another.run(second))
                while not await one.run(somebody_waits):
                    await asyncio.sleep(0.01)
            outcome = (await asyncio.gather(waiting, return_exceptions=True))[0]
            return outcome, await one.run(requests_of, settings.match)

    outcome, requests = asyncio.run(run())
    if speaks_first:
        assert (outcome, requests) == (None, [None])  # said, and whoever sits there next has request ids of their own
    else:
        assert isinstance(outcome, store.Conflict)
        assert requests == []


def somebody_waits(connection: Connection) -> bool:
    return bool(connection.execute(text("select count(*) from pg_locks where not granted")).scalar())


def requests_of(connection: Connection, match: str) -> list[Any]:
    return list(connection.execute(select(schema.chats.c.request).where(schema.chats.c.match == match)).scalars())


def test_two_processes_serve_one_match(cluster: Cluster) -> None:
    with Client(cluster.addresses[0]) as first, Client(cluster.addresses[1]) as second:
        made = first.create({"players": 2}, [{"kind": "me"}, {"kind": "me"}])
        seats = [
            client.seat(made["match"], ticket["token"])
            for client, ticket in zip((first, second), made["tickets"], strict=True)
        ]
        heard = seats[1].updates()
        assert next(heard)["view"]["version"] == 2
        seats[0].request("decide", expected_version=2, actions=[0], confirm=True)
        assert next(heard)["view"]["version"] == 3
        seats[1].request("decide", expected_version=3, actions=[0], confirm=True)
        assert seats[0].view()["version"] in (3, 4)
        seats[0].request("resign")
        assert [update["view"]["status"] for update in heard][-1] == "over"


def test_a_server_within_this_process_plays_with_the_others(cluster: Cluster) -> None:
    with (
        TestClient(create_app(Config(cluster.database, cluster.redis))) as here,
        Client(cluster.addresses[0]) as client,
    ):
        made = client.create({"players": 2}, [{"kind": "me"}, {"kind": "bot", "agent": "club"}])
        token, match = made["tickets"][0]["token"], made["match"]
        with here.websocket_connect("/api/socket") as live:
            live.send_json({"type": "hello", "match": match, "token": token})
            assert live.receive_json(timeout=60)["view"]["version"] == 2
            client.seat(match, token).request("decide", expected_version=2, actions=[0], confirm=True)
            while (told := live.receive_json(timeout=60)).get("view", {}).get("version", 0) < 4:
                pass
        assert told["view"]["decision"]["seat"] == 0, "the bot has decided"


def test_accounts_come_and_go_on_postgresql(cluster: Cluster) -> None:
    with TestClient(create_app(Config(cluster.database))) as client:
        token = register(client, "Ada")["token"]
        made = create(client, TWO_OF_US, token)
        mine = client.get("/api/account/matches", headers=with_token(token)).json()["matches"]
        assert [one["match"] for one in mine] == [made["match"]]
        gone = client.post("/api/account/deletion", json={"password": "correct horse"}, headers=with_token(token))
        assert gone.status_code == 204
        register(client, "Ada")


def kill_again_and_again(cluster: Cluster, kills: int, seed: int = 0) -> None:
    rng = random.Random(seed)
    players = [Players(cluster.addresses, 2 * seed, "me"), Players(cluster.addresses, 2 * seed + 1, "bot")]
    for player in players:
        player.start()
    try:
        for number in range(kills):
            known = sum(len(player.acknowledged) for player in players)
            until(lambda known=known: sum(len(player.acknowledged) for player in players) > known + rng.randrange(4))
            name = list(cluster.children)[number % 4] if number < 4 else rng.choice(list(cluster.children))
            cluster.kill(name)
            cluster.start(name)
    finally:
        for player in players:
            player.stopping = True
        for player in players:
            player.join(60)
    assert check(cluster.database, players) >= kills
    assert all(player.acknowledged for player in players)


def test_any_process_may_die_in_play(cluster: Cluster) -> None:
    kill_again_and_again(cluster, KILLS)


@pytest.mark.long
@pytest.mark.parametrize("part", range(1, MANY + 1))
def test_any_process_may_die_in_play_again_and_again(cluster: Cluster, part: int) -> None:
    kill_again_and_again(cluster, KILLS, part)
