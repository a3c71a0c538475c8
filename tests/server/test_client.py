"""The client of the package and the example bot, against a real server process on loopback."""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
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
