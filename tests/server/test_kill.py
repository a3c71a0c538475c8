"""kill -9 in the middle of play: what was acknowledged is there after the restart, once and in order."""

import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from splendor import client as client_module
from splendor.client import Client, Seat, ServerRefused
from splendor.server import store
from splendor.server.match import Match

KILLS = 20  # in one test
MANY = 25  # such tests: 500 kills


class Nursery:
    """Starts servers in no time; all of them are ended with it."""

    def __init__(self, pipe: "subprocess.Popen[str]") -> None:
        self.pipe = pipe
        self.children: list[int] = []

    def start(self, port: int | str, *config: str) -> int:
        assert self.pipe.stdin is not None
        assert self.pipe.stdout is not None
        self.pipe.stdin.write(f"{port} {' '.join(config)}\n")
        self.pipe.stdin.flush()
        child = int(self.pipe.stdout.readline())
        self.children.append(child)
        return child

    def kill(self, child: int, how: signal.Signals = signal.SIGKILL) -> None:
        self.children.remove(child)
        with suppress(ProcessLookupError):
            os.kill(child, how)
            while True:  # until it is gone, and its port free
                os.kill(child, 0)
                time.sleep(0.005)


@contextmanager
def nursery() -> Iterator[Nursery]:
    command = [sys.executable, "-m", "tests.server.nursery"]
    streams: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
    with subprocess.Popen(command, cwd=Path(__file__).resolve().parents[2], **streams) as pipe:
        found = Nursery(pipe)
        try:
            assert pipe.stdout is not None
            assert pipe.stdout.readline().strip() == "ready"
            yield found
        finally:
            for child in list(found.children):
                found.kill(child)
            pipe.stdin.close()  # type: ignore[union-attr]
            pipe.wait(30)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


def wait_for(address: str) -> float:
    """Until the server answers; how long that took."""
    start = time.monotonic()
    while time.monotonic() - start < 60:
        with suppress(httpx.TransportError):
            if httpx.get(f"{address}/ready").status_code == 200:
                return time.monotonic() - start
        time.sleep(0.01)
    raise AssertionError("the server does not start")


class Players(threading.Thread):
    """Two people at one match after the other, who never give up; they note what was acknowledged."""

    def __init__(self, addresses: list[str], seed: int, opponent: str = "me") -> None:
        super().__init__()
        self.addresses = addresses
        self.opponent = opponent
        self.rng = random.Random(seed)
        self.acknowledged: list[tuple[str, int, int, int]] = []
        self.wrong: list[str] = []
        self.stopping = False

    def run(self) -> None:
        while not self.stopping:
            try:
                self.one_match()
            except httpx.TransportError:
                time.sleep(0.01)
            except ServerRefused as error:
                if error.refusal not in ("stale", "not_your_turn", "unavailable", "too_fast", "not_now"):
                    self.wrong.append(str(error.refusal))
                time.sleep(0.05)

    def one_match(self) -> None:
        with Client(self.rng.choice(self.addresses)) as client:
            made = client.create({"players": 2}, [{"kind": "me"}, {"kind": self.opponent}])
        tokens = [ticket["token"] for ticket in made["tickets"]]
        while not self.stopping:
            with suppress(httpx.TransportError), Client(self.rng.choice(self.addresses)) as client:
                seats = [Seat(client, made["match"], token) for token in tokens]
                view = seats[0].view()
                if view["status"] == "over":
                    return
                seat = view["decision"]["seat"]
                if seat < len(seats):
                    self.decide(seats[seat], seats[seat].view(), seat)
                else:
                    time.sleep(0.02)

    def decide(self, seat: Seat, view: Any, number: int) -> None:
        if not view["decision"] or not view["decision"]["legal"]:
            return
        action = self.rng.choice(view["decision"]["legal"])["number"]
        try:
            done = seat.request("decide", expected_version=view["version"], actions=[action], confirm=True)
        except ServerRefused as error:
            if error.refusal != "stale":
                raise
            return
        self.acknowledged.append((seat.match, done["version"], number, action))


def check(database: str, players: list[Players]) -> int:
    """Everything acknowledged is in the log, at its version; every match can be read. How many decisions that were."""

    async def load(names: set[str]) -> dict[str, tuple[Match | None, list[Any]]]:
        async with store.opened(database) as opened:
            return {
                name: (await opened.run(store.load, name), await opened.run(store.since, name, 0)) for name in names
            }

    told = [one for player in players for one in player.acknowledged]
    found = asyncio.run(load({match for match, *_ in told}))
    for match, version, seat, action in told:
        entry = found[match][1][version - 1]
        assert (entry.seat, entry.actions[0][0]) == (seat, action)
    for match, entries in found.values():
        assert match is not None
        assert match.version == len(entries)
        requests = [entry.request_id for entry in entries if entry.request_id]
        assert len(requests) == len(set(requests))
    assert [player.wrong for player in players if player.wrong] == []
    return len(told)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "AGAIN", 0.02)


def kill_again_and_again(folder: Path, kills: int, seed: int = 0) -> None:
    database, port, rng = f"sqlite:///{folder}/a.db", free_port(), random.Random(seed)
    address = f"http://127.0.0.1:{port}"
    with nursery() as servers:
        child = servers.start(port, database)
        wait_for(address)
        players = [Players([address], 2 * seed + number) for number in range(2)]
        for player in players:
            player.start()
        try:
            for _ in range(kills):
                known = sum(len(player.acknowledged) for player in players)
                while sum(len(player.acknowledged) for player in players) < known + rng.randrange(1, 6):
                    time.sleep(rng.random() * 0.01)
                servers.kill(child)
                child = servers.start(port, database)
                wait_for(address)
        finally:
            for player in players:
                player.stopping = True
            for player in players:
                player.join(60)
    assert check(database, players) >= kills


def test_nothing_acknowledged_is_lost_by_kill(tmp_path: Path) -> None:
    kill_again_and_again(tmp_path, KILLS)


@pytest.mark.long
@pytest.mark.parametrize("part", range(1, MANY + 1))
def test_nothing_acknowledged_is_lost_by_many_kills(tmp_path: Path, part: int) -> None:
    kill_again_and_again(tmp_path, KILLS, part)
