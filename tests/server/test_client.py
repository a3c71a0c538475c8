"""The client of the package and the example bot, against a real server process on loopback."""

import importlib.util
import json
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from splendor import client as client_module
from splendor.client import Client, ServerRefused
from tests.server.processes import ROOT, process


def example() -> Any:
    spec = importlib.util.spec_from_file_location("bot_client", ROOT / "examples" / "bot_client.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_bot_plays_a_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with process("--database", f"sqlite:///{tmp_path}/a.db") as (address, _):
        example().main(address)
        assert capsys.readouterr().out.startswith("Prestige [")
        with Client(address) as client:
            with pytest.raises(ServerRefused, match="no such match") as refused:
                client.seat("NOWHERE").view()
            assert refused.value.refusal == "unknown_match"
            made = client.create({"players": 2}, [{"kind": "me"}, {"kind": "open"}], public=True)
            assert [listed["match"] for listed in client.lobby()] == [made["match"]]
            joined = client.join(made["match"], "Bob")
            assert joined.view()["seat"] == 1
            mine = client.seat(made["match"], made["tickets"][0]["token"])
            mine.request("decide", expected_version=2, actions=[0])  # played, and not confirmed
            assert mine.view()["decision"]["phase"] == "confirm"
            mine._decide(mine.view(), lambda _: pytest.fail("there is nothing to choose"))
            assert joined.view()["decision"]["seat"] == 1
            joined.request("resign")
            assert [update["view"]["result"]["winners"] for update in joined.updates()] == [[0]]


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks for processes in /proc")
def test_bots_end_with_their_server(tmp_path: Path) -> None:
    with process("--database", f"sqlite:///{tmp_path}/a.db", kill=True) as (address, server):
        with Client(address) as client:
            made = client.create({"players": 2}, [{"kind": "bot", "agent": "casual"}, {"kind": "me"}])
            seat = client.seat(made["match"], made["tickets"][0]["token"])
            assert any(update["view"]["decision"]["seat"] == 1 for update in seat.updates())  # the bot has decided
        workers = children(server.pid)
        assert workers
    deadline = time.monotonic() + 30
    while any(Path(f"/proc/{worker}").exists() for worker in workers):
        assert time.monotonic() < deadline, "a bot's process outlives its server"
        time.sleep(0.05)


def children(parent: int) -> list[int]:
    """The processes a process has started."""
    found = []
    for status in Path("/proc").glob("[0-9]*/status"):
        with suppress(OSError):
            fields = dict(line.split(":", 1) for line in status.read_text("utf-8").splitlines() if ":" in line)
            if int(fields["PPid"]) == parent:
                found.append(int(status.parent.name))
    return found


# --- what comes between ------------------------------------------------------------------------------------------
OVER = {"type": "update", "view": {"version": 9, "status": "over", "decision": None, "result": {"winners": [1]}}}
DECISION = {"seat": 0, "phase": "action", "legal": [{"number": 0}]}
MINE = {"type": "update", "view": {"version": 8, "status": "playing", "seat": 0, "decision": DECISION}}


def line(message: Any) -> httpx.Response:
    return httpx.Response(200, content=json.dumps(message).encode() + b"\n")


def answering(monkeypatch: pytest.MonkeyPatch, *answers: httpx.Response) -> Client:
    """A client of somebody who gives these answers, one after the other."""
    monkeypatch.setattr(client_module, "AGAIN", 0.0)
    left = iter(answers)
    return Client("", http=httpx.Client(base_url="http://test", transport=httpx.MockTransport(lambda _: next(left))))


def test_a_match_that_ends_while_the_bot_thinks_has_a_result(monkeypatch: pytest.MonkeyPatch) -> None:
    late = httpx.Response(409, json={"type": "refused", "refusal": "over", "reason": "It is over.", "version": 9})
    client = answering(monkeypatch, line(MINE), late, line(OVER))
    assert client.seat("M", "t").play(lambda _: 0) == {"winners": [1]}


def test_a_proxy_without_its_server_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    down = httpx.Response(502, content=b"<html>Bad Gateway</html>")
    client = answering(monkeypatch, down, line(OVER), down, httpx.Response(200, json={"type": "done"}))
    assert [update["view"]["version"] for update in client.seat("M", "t").updates()] == [9]
    assert client.seat("M", "t").request("confirm") == {"type": "done"}
    with pytest.raises(ServerRefused, match="status 404"):
        answering(monkeypatch, httpx.Response(404, content=b"nowhere")).lobby()


@pytest.mark.parametrize("later", ["unavailable", "too_fast"])
def test_a_request_that_comes_too_early_is_sent_again(monkeypatch: pytest.MonkeyPatch, later: str) -> None:
    refused = httpx.Response(429, json={"type": "refused", "refusal": later, "reason": "Wait a little."})
    client = answering(monkeypatch, refused, refused, httpx.Response(200, json={"type": "done"}))
    assert client.seat("M", "t").request("confirm") == {"type": "done"}
