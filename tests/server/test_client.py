"""The client of the package and the example bot, against a real server process on loopback."""

import importlib.util
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from splendor.client import Client, ServerRefused

ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def process(*arguments: str, kill: bool = False) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server on a free port of this machine: its address and its process."""
    command = [sys.executable, "-m", "splendor.cli", "serve", "--port", "0", *arguments]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=os.environ
    ) as child:
        try:
            assert child.stdout is not None
            yield child.stdout.readline().strip(), child
        finally:
            child.kill() if kill else child.terminate()
            child.wait(30)


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
