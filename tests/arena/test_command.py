"""`splendor arena`, `splendor agents` and `splendor engine`, as somebody types them."""

import io
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from splendor import Setup
from splendor.arena import Match, Plan, Sprt, Store, play_group
from splendor.cli import main
from splendor.terminal import arena, cold
from tests.foreign.bots import GOOD, command, living

CLI = [sys.executable, "-m", "splendor"]
RAY_NEEDED = "Ray is not installed: matches on a cluster are NOT tested (pip install '.[scale]')"
REPORTS_NEEDED = "matplotlib is not installed: the report is NOT tested (pip install '.[reports]')"
FIELDS = {"games", "wins", "share", "elo", "elo_error"}


@pytest.fixture(autouse=True)
def _away_from_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPLENDOR_SAVES", str(tmp_path / "saves"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)


def run(*arguments: object) -> int:
    """The exit code."""
    with pytest.raises(SystemExit) as leaving:
        main([str(argument) for argument in arguments])
    return leaving.value.code if isinstance(leaving.value.code, int) else 0


def run_json(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    """The one object on standard output."""
    assert run(*arguments, "--json") == 0
    values: dict[str, Any] = json.loads(capsys.readouterr().out)
    return values


def without_times(values: dict[str, Any]) -> dict[str, Any]:
    """What two runs have in common."""
    agents = [{name: value for name, value in agent.items() if name != "seconds"} for agent in values["agents"]]
    return {**values, "agents": agents, "folder": "", "records": ""}


# --- results ------------------------------------------------------------------------------------------------------
def test_one_json_object(capsys: pytest.CaptureFixture[str]) -> None:
    values = run_json(capsys, "arena", "greedy", "random", "--games", 10, "--seed", 4)
    first, second = values["agents"]
    assert set(first) >= FIELDS
    assert (first["spec"], second["spec"]) == ("greedy", "random")
    assert first["games"] == second["games"] == values["games"] == 10
    assert first["wins"] + second["wins"] == pytest.approx(10)
    assert first["share"] == first["wins"] / 10
    assert first["elo"] == -second["elo"] > 0
    assert first["elo_error"] > 0
    assert first["seconds"]["p99"] <= first["seconds"]["longest"]
    assert values["finished"] is True
    assert values["sprt"] is None
    assert values["crosstable"] == [[None, first["share"]], [second["share"], None]]
    assert run("verify", values["records"]) == 0


def test_the_same_agent_against_itself_is_equal(capsys: pytest.CaptureFixture[str]) -> None:
    values = run_json(capsys, "arena", "greedy", "greedy", "--games", 20)
    assert [agent["share"] for agent in values["agents"]] == [0.5, 0.5]
    assert [agent["label"] for agent in values["agents"]] == ["greedy", "greedy #2"]
    assert [agent["elo"] for agent in values["agents"]] == pytest.approx([0.0, 0.0], abs=1e-6)


def test_one_against_three(capsys: pytest.CaptureFixture[str]) -> None:
    values = run_json(capsys, "arena", "greedy", "random", "--players", 4, "--games", 8, "--cities", 2025)
    first, second = values["agents"]
    assert (first["games"], second["games"]) == (8, 8)
    assert (first["share_if_equal"], second["share_if_equal"]) == (0.25, 0.75)
    assert values["setup"]["cities"] == 2025
    assert sum(values["seats"]) == pytest.approx(1.0)


def test_tables_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["arena", "greedy", "random", "greedy:style=rush", "--players", 3, "--games", 6]
    assert run(*arguments) == 0
    shown = capsys.readouterr().out
    assert "3 players, base game; 6 games on 2 deals" in shown
    assert "stood before" in shown
    assert "won by seat" in shown
    assert "Records: " in shown
    assert "\x1b[" not in shown


def test_the_test_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("arena", "greedy", "random", "--sprt", "0,400", "--alpha", 0.2, "--beta", 0.2) == 0
    assert "+400 Elo accepted" in capsys.readouterr().out
    assert run("arena", "greedy", "random", "--sprt", "0,1", "--games", 2) == 0
    assert "undecided" in capsys.readouterr().out


def test_forfeits_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("arena", "greedy", "cmd:./no-such-bot", "--games", 2) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "cmd:./no-such-bot forfeited 2 times: could not be started: ./no-such-bot: No such file" in shown


def test_the_report(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason=REPORTS_NEEDED)
    spec = "cmd:./<no>&such-bot"
    assert run("arena", "greedy", "random", spec, "--games", 12, "--report", "page.html") == 0
    page = (tmp_path / "page.html").read_text("utf-8")
    for heading in ("Standings", "Crosstable", "Points and lengths", "Decision times", "Forfeits"):
        assert f">{heading}</h2>" in page
    assert page.count("<figure") >= 7
    assert "<no>" not in page
    assert "could not be started" in page


def test_a_report_of_nothing_yet() -> None:
    pytest.importorskip("matplotlib", reason=REPORTS_NEEDED)
    from splendor.arena.report import report

    match = Match(Plan(("greedy", "random"), Setup(2), games=10, sprt=Sprt(0, 30)))
    assert "not finished" in report(match).html()


def test_what_cannot_start_leaves_no_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    folder = tmp_path / "match"
    assert run("arena", "greedy", "random", "--records", folder, "--threads", 0) == 2
    assert run("arena", "greedy", "random", "--records", folder, "--ray") == 2
    assert "pip install '.[scale]'" in capsys.readouterr().err
    assert not folder.exists()


@pytest.mark.parametrize(
    ("arguments", "telling"),
    [
        (["arena"], "at least two agents"),
        (["arena", "greedy"], "at least two agents"),
        (["arena", "greedy", "gready"], "gready"),
        (["arena", "greedy", "random", "--games", "0"], "--games 0"),
        (["arena", "greedy", "random", "--sprt", "30"], "such as 0,30"),
        (["arena", "greedy", "random", "--threads", "0"], "--threads 0"),
        (["arena", "greedy", "random", "--players", "5"], "CONF-1"),
        (["arena", "--resume", "nowhere"], "is it the folder of a match"),
        (
            ["arena", "greedy", "random", "--resume", "nowhere"],
            "--resume goes on with what was planned: leave out agents",
        ),
        (["arena", "--games", "9", "--resume", "nowhere"], "leave out --games"),
        (["engine", "gready"], "gready"),
    ],
)
def test_what_was_wrong_is_said_in_one_line(
    arguments: list[str], telling: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cold, "part_is_cold", lambda _: False)  # or a line about compiling may come first
    monkeypatch.setattr(cold, "is_cold", lambda: False)
    assert run(*arguments) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("Error: ")
    assert captured.err.count("\n") == 1
    assert telling in captured.err


@pytest.mark.parametrize("name", ["arena", "agents", "engine"])
def test_help_has_examples(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(name, "--help") == 0
    shown = capsys.readouterr().out
    assert "Examples" in shown
    assert f"splendor {name}" in shown


# --- ctrl-C -------------------------------------------------------------------------------------------------------
@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks for processes in /proc")
def test_ctrl_c_leaves_a_match_to_go_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As in a terminal: everybody in the group of processes gets the signal."""
    folder = tmp_path / "match"
    arguments = f"arena greedy random --games 1000000 --threads 2 --json --records {folder}".split()
    pipe = subprocess.PIPE
    process = subprocess.Popen([*CLI, *arguments], stdout=pipe, stderr=pipe, start_new_session=True, text=True)
    while process.poll() is None and not _has_results(folder):
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate()
    assert process.returncode == arena.INTERRUPTED, err
    assert f"splendor arena --resume {folder}" in err
    assert "Traceback" not in err
    values = json.loads(out)
    assert values["finished"] is False
    match = Match.resume(Store(folder))
    assert 0 < len(match.groups) == values["groups"]
    assert [group.games for group in match.groups[:3]] == [play_group(match.plan, group).games for group in range(3)]
    while living(process.pid):  # the helper that Python starts beside worker processes notices a moment later
        time.sleep(0.05)
    assert run("verify", folder / "games.jsonl") == 0
    capsys.readouterr()


def _has_results(folder: Path) -> bool:
    results = folder / "results.jsonl"
    return results.exists() and results.read_bytes().count(b"\n") >= 3


def test_resume_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["greedy", "random", "--games", 8, "--seed", 2]
    whole = run_json(capsys, "arena", *options)
    match = Match.start(Plan(("greedy", "random"), Setup(2), 8, 2), Store(tmp_path / "parts"))
    games = match.play()
    next(games)
    games.close()
    parts = run_json(capsys, "arena", "--resume", tmp_path / "parts")
    assert without_times(parts) == without_times(whole)


def test_the_live_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "PAUSE", 0.0)
    monkeypatch.setattr(arena, "EFFORT", 1e9)
    console = Console(file=io.StringIO(), force_terminal=True, width=120, stderr=False)
    match = Match(Plan(("greedy", "random"), Setup(2), games=6, sprt=Sprt(0, 5)))
    with arena._Screen(match, console) as screen:
        for _ in match.play():
            screen.update()
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert "6/6" in shown
    assert "LLR" in shown


# --- Ray ----------------------------------------------------------------------------------------------------------
def test_a_local_ray_gives_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    ray = pytest.importorskip("ray", reason=RAY_NEEDED)
    options = ["arena", "greedy", "random", "--games", 8, "--seed", 6]
    here = run_json(capsys, *options)
    there = run_json(capsys, *options, "--ray", "--threads", 2)
    assert without_times(there) == without_times(here)
    archives = [Path(values["records"]).read_bytes() for values in (here, there)]
    assert archives[0] == archives[1]
    assert not ray.is_initialized()


# --- agents and engine --------------------------------------------------------------------------------------------
def test_the_list_of_agents(capsys: pytest.CaptureFixture[str]) -> None:
    values = run_json(capsys, "agents")
    listed = {agent["name"]: agent for agent in values["agents"]}
    assert list(listed)[:2] == ["random", "greedy"]
    assert {option["name"] for option in listed["greedy"]["options"]} >= {"style", "noise", "seed"}
    assert "nobles" in [style["name"] for style in listed["greedy"]["styles"]]
    assert listed["random"]["styles"] == []
    assert listed["cmd"]["usage"].endswith(":COMMAND")
    assert {"name": "league", "spec": "greedy", "elo": 1500, "summary": "rarely makes a mistake"} in values["levels"]
    assert run("agents") == 0
    shown = capsys.readouterr().out
    assert all(agent["summary"][:30] in shown for agent in listed.values())
    assert "collects the cards that nobles ask for" in shown
    assert all(level["summary"] in shown for level in values["levels"])


def test_levels_meet_in_the_arena(capsys: pytest.CaptureFixture[str]) -> None:
    values = run_json(capsys, "arena", "newcomer", "league", "--games", 4)
    assert [agent["label"] for agent in values["agents"]] == ["newcomer", "league"]


def test_an_agent_of_ours_plays_the_same_through_the_protocol(capsys: pytest.CaptureFixture[str]) -> None:
    engine = f"cmd:{shlex.join([*CLI, 'engine', 'greedy:style=rush'])}"
    options = ["--games", 2, "--players", 2, "--orient", 2025, "--posts", 2025]
    inside = run_json(capsys, "arena", "greedy", "greedy:style=rush", *options)
    outside = run_json(capsys, "arena", "greedy", engine, *options)
    assert outside["agents"][1]["forfeits"] == 0, outside["agents"][1]["forfeit_reasons"]
    turns = [
        [json.loads(line)["turns"] for line in Path(values["records"]).read_text().splitlines()]
        for values in (inside, outside)
    ]
    assert turns[0] == turns[1]


def test_the_engine_leaves_when_its_input_ends() -> None:
    done = subprocess.run([*CLI, "engine", "random"], input=b"", capture_output=True, check=True)
    assert done.stdout == b""


def test_a_program_plays_in_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec = f"cmd:{command(tmp_path, GOOD)}"
    assert run_json(capsys, "arena", spec, "random", "--games", 2, "--time-limit", 30)["agents"][0]["forfeits"] == 0
