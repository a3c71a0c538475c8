"""Several processes over PostgreSQL and Redis: any of them may die in play, the log stays one.

Needs Debian's packages postgresql and redis-server. Without them nothing is tried here, and the test run says so; with
`SPLENDOR_TRY_EVERYTHING` set, as in the continuous integration, their absence is a failure.
"""

import asyncio
import os
import pwd
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from sqlalchemy import Connection, insert, text

from splendor import client as client_module
from splendor.client import Client
from splendor.server import store
from splendor.server.app import create_app
from splendor.server.service import Config
from splendor.server.store import schema
from tests.server.matches import play, seated
from tests.server.test_kill import Nursery, Players, check, free_port, nursery, wait_for
from tests.server.test_store import RELEASED, differences, name_of

KILLS = 8  # in one test
MANY = 25  # such tests: 200 kills
COLUMNS = ("id", "settings", "status", "public", "version", "created", "due")


def postgres_folder() -> Path | None:
    """Where PostgreSQL's programs are; Debian keeps them out of the path."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in folders if (folder / "initdb").exists()), None)


MISSING = [
    name
    for name, there in (("postgresql", postgres_folder()), ("redis-server", shutil.which("redis-server")))
    if not there
]
pytestmark = pytest.mark.skipif(
    bool(MISSING) and not os.environ.get("SPLENDOR_TRY_EVERYTHING"),
    reason=f"NOT TRIED: several server processes. Install {' and '.join(MISSING)} to try them.",
)


@contextmanager
def program(*command: str, **named: Any) -> Iterator[None]:
    """A program that runs as long as it is needed."""
    quiet: Any = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **named}
    with subprocess.Popen(command, **quiet) as running:
        try:
            yield
        finally:
            running.send_signal(signal.SIGINT)
            running.wait(30)


@contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL of our own on loopback; its address."""
    programs, port = postgres_folder(), free_port()
    assert programs is not None, "install postgresql"
    owner: Any = {"user": pwd.getpwnam("postgres").pw_uid} if os.getuid() == 0 else {}  # it refuses to run as root
    with tempfile.TemporaryDirectory(prefix="splendor-pg-") as folder:
        if owner:
            os.chown(folder, owner["user"], -1)
        data = f"{folder}/data"
        subprocess.run(
            [programs / "initdb", "-D", data, "-U", "splendor", "-A", "trust", "--no-sync"],
            check=True, stdout=subprocess.DEVNULL, cwd=folder, **owner,
        )  # fmt: skip
        options = ("-D", data, "-p", str(port), "-h", "127.0.0.1", "-k", folder, "-F")
        with program(str(programs / "postgres"), *options, cwd=folder, **owner):
            address = f"postgresql://splendor@127.0.0.1:{port}/postgres"
            until(lambda: asyncio.run(answers(address)))
            yield address


async def answers(address: str) -> bool:
    opened = store.open_store(address)
    try:
        await opened.run(store.ping)
        return True
    except store.StoreFailed:
        return False
    finally:
        await opened.close()


@contextmanager
def redis(port: int | None = None) -> Iterator[str]:
    """A Redis of our own on loopback; its address."""
    port = port or free_port()
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    with tempfile.TemporaryDirectory(prefix="splendor-redis-") as folder, program(*command, "--dir", folder):
        until(lambda: listens(port))
        yield f"redis://127.0.0.1:{port}"


def listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False


def until(fine: Any) -> None:
    deadline = time.monotonic() + 60
    while not fine():
        assert time.monotonic() < deadline, "it does not start"
        time.sleep(0.05)


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
    with postgres() as database, redis() as bus, nursery() as servers:
        found = Cluster(database, bus, servers, {}, {"server 1": free_port(), "server 2": free_port()})
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
