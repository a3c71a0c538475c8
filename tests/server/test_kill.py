"""kill -9 in the middle of play: what was acknowledged is there after the restart, once and in order."""

import asyncio
import random
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from splendor import client as client_module
from splendor.client import Client, Seat, ServerRefused
from splendor.server import store
from splendor.server.match import Match
from tests.server.processes import nursery, own_port, wait_for

KILLS = 20  # in one test
MANY = 25  # such tests: 500 kills


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
        assert match.version <= len(entries)  # a bot may have decided between the two looks
        assert Match(match.settings, entries).version == len(entries)
        requests = [entry.request_id for entry in entries if entry.request_id]
        assert len(requests) == len(set(requests))
    assert [player.wrong for player in players if player.wrong] == []
    return len(told)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "AGAIN", 0.02)


def kill_again_and_again(folder: Path, kills: int, seed: int = 0) -> None:
    database, rng = f"sqlite:///{folder}/a.db", random.Random(seed)
    with own_port() as port, nursery() as servers:
        address = f"http://127.0.0.1:{port}"
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
