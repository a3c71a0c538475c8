"""Hundreds of sockets that say nothing, nonsense or far too much: each is closed, and who plays notices nothing."""

import asyncio
import json
import resource
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from splendor.server.limits import LIMITS
from splendor.server.routes import socket as socket_route
from tests.server.serving import TWO_OF_US, on_loopback, with_token

SOCKETS, MANY = 150, 1000
DECISIONS = 30
TOO_MANY = 10 * LIMITS["watch"].number
PATIENCE = 300  # seconds, on a machine that has other things to do


@pytest.fixture(autouse=True)
def many_files() -> None:
    """Both ends of every socket are files of this process."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def silent(_: Any, __: str) -> None:
    """Connect and say nothing."""


async def nonsense(socket: Any, _: str) -> None:
    """Say what nobody can read."""
    for frame in ("{", b"\xff\xfe", "null"):
        await socket.send(frame)


async def chatter(socket: Any, match: str) -> None:
    """Look on, and ask ten times more than one may."""
    await socket.send(json.dumps({"type": "hello", "match": match}))
    for _ in range(TOO_MANY):
        await socket.send('{"type":"ping"}')


async def offend(address: str, match: str, number: int) -> int:
    """One socket of the flood; the code with which it is closed."""
    behave = (silent, nonsense, chatter)[number % 3]
    async with connect(f"{address.replace('http', 'ws')}/api/socket", open_timeout=PATIENCE, max_queue=None) as socket:
        try:
            await behave(socket, match)
            async for _ in socket:
                pass
        except ConnectionClosed:
            pass
        await socket.wait_closed()
        return socket.close_code or 0


async def play(address: str, match: str, tokens: list[str]) -> int:
    """Two honest people who go on playing; how many decisions were acknowledged."""
    done = 0
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as client:
        for number in range(DECISIONS):
            acting = (await client.get(f"/api/matches/{match}")).json()["view"]["decision"]["seat"]
            header = with_token(tokens[acting])
            seen = (await client.get(f"/api/matches/{match}", headers=header)).json()["view"]
            decide = {"type": "decide", "request_id": str(number), "expected_version": seen["version"]}
            decide |= {"actions": [seen["decision"]["legal"][0]["number"]], "confirm": True}
            answer = await client.post(f"/api/matches/{match}/requests", json=decide, headers=header)
            done += answer.status_code == 200
    return done


async def flood(address: str, count: int) -> tuple[int, Counter[int]]:
    """Honest people and so many others at once."""
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as client:
        made = (await client.post("/api/matches", json={"setup": {"players": 2}, "seats": TWO_OF_US})).json()
    tokens = [ticket["token"] for ticket in made["tickets"]]
    others = [asyncio.create_task(offend(address, made["match"], number)) for number in range(count)]
    done = await play(address, made["match"], tokens)
    return done, Counter(await asyncio.gather(*others))


def under_flood(folder: Path, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_route, "HELLO_WITHIN", 2.0)
    with on_loopback(folder, sockets=2 * count) as address:
        done, closed = asyncio.run(asyncio.wait_for(flood(address, count), PATIENCE))
        assert done == DECISIONS
        assert closed == {1008: count}
        assert "splendor_sockets 0.0" in httpx.get(f"{address}/metrics").text.splitlines()


def test_a_flood_of_sockets_disturbs_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    under_flood(tmp_path, SOCKETS, monkeypatch)


@pytest.mark.long
def test_a_thousand_sockets_disturb_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    under_flood(tmp_path, MANY, monkeypatch)
