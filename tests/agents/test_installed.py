"""Agents of installed packages, found by their entry points: in this process and in those that an arena starts."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from splendor import Game, SplendorError
from splendor.agents import UnknownAgent, agents, make, registry

MODULE = """
from splendor.agents import Description

class First:
    name = "first-legal"

    def choose(self, view, legal):
        return legal[0]

FIRST = Description("first-legal", "the first legal action", (), First)
"""


@pytest.fixture(autouse=True)
def _as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Agents that are loaded here are forgotten again."""
    monkeypatch.setattr(registry, "_KNOWN", dict(registry._KNOWN))


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which packages are installed."""
    (tmp_path / "first_bots.py").write_text(MODULE)
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def install(site: Path, *lines: str) -> None:
    """Metadata as an installer leaves it."""
    folder = site / "first_bots-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: first-bots\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text("\n".join(["[splendor.agents]", *lines, ""]))


def test_an_agent_of_an_installed_package_is_made_and_listed(site: Path) -> None:
    install(site, "first-legal = first_bots:FIRST")
    game = Game(seed=1)
    assert make("First-Legal").choose(game.view(0), game.legal_actions) == game.legal_actions[0]
    assert agents()[-1].summary == "the first legal action"
    assert agents()[-1].name == "first-legal"
    with pytest.raises(UnknownAgent, match="cmd and first-legal, and the levels"):
        make("gready")


def test_workers_of_an_arena_know_it_too(site: Path, tmp_path: Path) -> None:
    install(site, "first-legal = first_bots:FIRST")
    command = [sys.executable, "-m", "splendor", "arena", "first-legal", "random", "--games", "4", "--threads", "2"]
    environment = {**os.environ, "PYTHONPATH": str(site), "SPLENDOR_SAVES": str(tmp_path / "saves")}
    done = subprocess.run([*command, "--json"], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    assert [agent["games"] for agent in json.loads(done.stdout)["agents"]] == [4, 4]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("lost = no_such_module:AGENT", "'lost' of the installed package 'first-bots' cannot be loaded: No module"),
        ("lost = first_bots:SECOND", "cannot be loaded: module 'first_bots' has no attribute 'SECOND'"),
        ("lost = first_bots:First", "first_bots:First should be a Description of that name"),
        ("lost = first_bots:FIRST", "first_bots:FIRST should be a Description of that name"),
    ],
)
def test_a_broken_package_is_named_and_leaves_the_others_alone(site: Path, line: str, complaint: str) -> None:
    install(site, line)
    with pytest.raises(SplendorError) as refusal:
        make("lost")
    assert complaint in str(refusal.value)
    with pytest.warns(UserWarning, match="'lost' of the installed package 'first-bots'"):
        assert "lost" not in [agent.name for agent in agents()]
    assert make("random").name == "random"


def test_names_of_ours_are_not_taken_over(site: Path) -> None:
    install(site, "greedy = first_bots:FIRST", "club = first_bots:FIRST")
    assert make("greedy").name == "greedy"
    assert make("club").name == "greedy:noise=0.5"
