"""Servers that are killed while clocks run, and come back much later: whoever plays has what they had."""

import asyncio
import json
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select, update

from splendor.client import Client
from splendor.server import store
from splendor.server.store.schema import entries, matches, uptime
from tests.server.processes import nursery, own_port, wait_for

CONTROLS: list[dict[str, Any]] = [
    {"kind": "per_turn", "seconds": 60},
    {"kind": "bank", "seconds": 600, "increment": 5},
    {"kind": "per_turn", "seconds": 3 * 86_400},
]
AWAY = 4 * 86_400_000  # milliseconds: longer than anybody has


def long_ago(connection: Connection, milliseconds: int) -> None:
    """All that was written was written so much earlier: so much time has passed, and nobody had to wait for it."""
    for row in connection.execute(select(entries)).all():
        body = json.loads(row.body)
        body["at"] -= milliseconds
        where = entries.c.match == row.match, entries.c.version == row.version
        connection.execute(update(entries).where(*where).values(body=json.dumps(body)))
    connection.execute(update(matches).values(due=matches.c.due - milliseconds))
    connection.execute(update(uptime).values(seen=uptime.c.seen - milliseconds))


def let_time_pass(database: str, milliseconds: int) -> None:
    async def run() -> None:
        async with store.opened(database) as opened:
            await opened.run(long_ago, milliseconds)

    asyncio.run(run())


def beaten(database: str) -> bool:
    """Whether a server has shown that it is there."""

    async def run() -> Any:
        async with store.opened(database) as opened:
            return await opened.run(lambda connection: connection.execute(select(uptime)).first())

    return asyncio.run(run()) is not None


def begin(address: str, control: Any) -> tuple[str, list[str]]:
    """A match with a decision in it: seat 1 is to decide, and its clock runs."""
    with Client(address) as client:
        made = client.create({"players": 2}, [{"kind": "me"}, {"kind": "me"}], time_control=control)
        tokens = [ticket["token"] for ticket in made["tickets"]]
        client.seat(made["match"], tokens[0]).request("decide", expected_version=2, actions=[0], confirm=True)
        return made["match"], tokens


def check_nothing_lost(address: str, match: str, tokens: list[str], control: Any) -> None:
    """After an outage the clock of seat 1 shows nearly all it had, and the match goes on where it was."""
    allowed = control["seconds"] * 1000
    with Client(address) as client:
        view = client.seat(match).view()
        assert (view["status"], view["version"], view["result"]) == ("playing", 3, None)
        assert view["seats"][1]["clock"]["running"]
        assert allowed * 0.8 < view["seats"][1]["clock"]["remaining"] <= allowed
        seat = client.seat(match, tokens[1])
        done = seat.request("decide", expected_version=3, actions=[seat.view()["decision"]["legal"][0]["number"]])
        assert done["version"] == 4
        told = client.ask("GET", f"/matches/{match}?since=3")
        assert abs(told["happenings"][0]["at"] - told["view"]["at"]) < AWAY / 2  # by the time of day


def test_a_killed_server_costs_nobody_time(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/a.db"
    with own_port() as port, nursery() as servers:
        address = f"http://127.0.0.1:{port}"
        child = servers.start(port, database)
        wait_for(address)
        begun = [(*begin(address, control), control) for control in CONTROLS]
        servers.kill(child)
        let_time_pass(database, AWAY)
        servers.start(port, database)
        wait_for(address)
        for match, tokens, control in begun:
            check_nothing_lost(address, match, tokens, control)
