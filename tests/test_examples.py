"""The examples run; the training needs packages of its own and is only read."""

import ast
import runpy
import sys
from pathlib import Path

import pytest

from splendor.agents import registry

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


def run(name: str, *arguments: str) -> None:
    sys.argv = [name, *arguments]
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")


@pytest.fixture(autouse=True)
def _as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Arguments and registered agents stay with the example."""
    monkeypatch.setattr(sys, "argv", list(sys.argv))
    monkeypatch.setattr(registry, "_KNOWN", dict(registry._KNOWN))


def test_random_agent(capsys: pytest.CaptureFixture[str]) -> None:
    run("random_agent.py")
    assert "won by player" in capsys.readouterr().out
    code = [line for line in (EXAMPLES / "random_agent.py").read_text("utf-8").splitlines() if line.strip()]
    assert len(code) <= 10


def test_custom_agent(capsys: pytest.CaptureFixture[str]) -> None:
    run("custom_agent.py", "--games", "4", "--against", "random")
    assert "of 4 games against random" in capsys.readouterr().out


def test_every_example_is_described() -> None:
    page = (EXAMPLES / "README.md").read_text("utf-8")
    for file in EXAMPLES.glob("*.py"):
        assert ast.get_docstring(ast.parse(file.read_text("utf-8"))), file.name
        assert f"({file.name})" in page
