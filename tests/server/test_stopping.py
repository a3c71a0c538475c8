"""A server that is told to stop: whoever listens is told, what was acknowledged is kept, and nothing is waited for."""

import asyncio
import json
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from splendor.client import Client
from splendor.server import store
from splendor.server.service import Config, running
from tests.server.processes import nursery, own_port, process, wait_for
from tests.server.serving import FirstChoice


def test_stopping_tells_everybody_and_keeps_everything(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/a.db"
    with own_port() as port, nursery() as servers:
        address = f"http://127.0.0.1:{port}"
        child = servers.start(port, database)
        wait_for(address)
        with Client(address) as client, httpx.Client(base_url=address, timeout=60) as other:
            made = client.create({"players": 2}, [{"kind": "me"}, {"kind": "me"}])
            tokens = [ticket["token"] for ticket in made["tickets"]]
            with (
                other.stream("GET", f"/api/matches/{made['match']}/stream") as stream,
                connect(f"ws://127.0.0.1:{port}/api/socket") as socket,
            ):
                lines = stream.iter_lines()
                next(lines)
                socket.send(json.dumps({"type": "hello", "match": made["match"], "token": tokens[1]}))
                socket.recv(timeout=60)
                seat = client.seat(made["match"], tokens[0])
                done = seat.request("decide", expected_version=2, actions=[0], confirm=True)
                servers.kill(child, signal.SIGTERM)
                heard = [told for line in lines if line and (told := json.loads(line))["type"] == "update"]
                assert heard[-1]["view"]["version"] == done["version"] == 3
                assert told_to_come_back(socket)
    assert asyncio.run(version(database, made["match"])) == 3


def test_who_waits_for_a_thought_when_a_server_stops_is_told_to_come_back(tmp_path: Path) -> None:
    """And nobody waits for the thought: neither whoever asked, nor the server, nor the bot that thinks for long."""
    slow = f"mcts:sims={10**7},seed=1"
    database = f"sqlite:///{tmp_path}/a.db"
    with (
        process("--database", database, "--bot", f"slow={slow}") as (address, child),
        httpx.Client(base_url=address, timeout=60) as client,
        ThreadPoolExecutor(8) as threads,
    ):
        bot = {"setup": {"players": 2}, "seats": [{"kind": "bot", "agent": "slow"}, {"kind": "me"}]}
        people = {"setup": {"players": 2}, "seats": [{"kind": "me"}, {"kind": "me"}]}
        assert client.post("/api/matches", json=bot).status_code == 201
        tokens = {(made := client.post("/api/matches", json=people).json())["match"]: made for _ in range(4)}
        asking = [
            threads.submit(
                httpx.post,
                f"{address}/api/matches/{match}/hint",
                headers={"Authorization": f"Bearer {made['tickets'][0]['token']}"},
                timeout=60,
            )
            for match, made in tokens.items()
        ]
        time.sleep(0.5)  # the first hints wait for the adviser to be loaded, which takes seconds
        start = time.monotonic()
        child.terminate()
        answers = [one.result() for one in asking]
        child.wait(30)
        assert time.monotonic() - start < 2
    assert {(answer.status_code, answer.json()["refusal"]) for answer in answers} == {(503, "unavailable")}


def told_to_come_back(socket: Any) -> bool:
    """Whether the socket was closed as one that may be opened again."""
    try:
        while True:
            socket.recv(timeout=60)
    except ConnectionClosed as closed:
        return closed.rcvd is not None and closed.rcvd.code in (1001, 1012)


async def version(database: str, match: str) -> int:
    async with store.opened(database) as opened:
        found = await opened.run(store.load, match)
        assert found is not None
        return found.version


def test_nobody_who_stops_waits_for_a_database_that_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def hang(*_: Any) -> None:
        await asyncio.Event().wait()

    async def stop() -> None:
        async with running(Config(f"sqlite:///{tmp_path}/a.db"), FirstChoice()) as service:
            monkeypatch.setattr(service.host.database, "run", hang)
            await service.loaded.wait()
            await asyncio.sleep(0.01)  # now it asks what is overdue
        database = store.open_store("postgresql://splendor@127.0.0.1/splendor")
        monkeypatch.setattr(database, "engine", SimpleNamespace(dispose=hang))
        await database.close()

    asyncio.run(asyncio.wait_for(stop(), 30))
