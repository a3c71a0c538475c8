"""`splendor statistics`: files, figures, ctrl-C, and what it refuses."""

import json
from pathlib import Path
from typing import Any

import pytest

from splendor.cli import main
from splendor.statistics import collect as play_all
from splendor.terminal import statistics as counting

pytestmark = pytest.mark.usefixtures("undrawn")

SMALL = ("random", "--games", "120", "--seed", "3")


def run(*arguments: object) -> int:
    """The exit code of a command."""
    try:
        main(["statistics", *map(str, arguments)])
    except SystemExit as end:
        return int(end.code or 0)
    return 0


def test_report_and_data_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*SMALL, "--out", tmp_path / "out") == 0
    names = {file.name for file in (tmp_path / "out").iterdir()}
    tables = {f"{table}.{kind}" for table in ("games", "seats", "events") for kind in ("csv", "parquet")}
    assert names == {"report.html", "run.json", "parts"} | tables
    out = capsys.readouterr().out
    assert "2 players, base game; 120 games, random at every seat" in out
    assert "report.html" in out


def test_json_is_one_object(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*SMALL, "--out", tmp_path, "--sets", "base,orient2025", "--json") == 0
    values = json.loads(capsys.readouterr().out)
    assert values["games"] == 240
    assert values["plan"]["agents"] == ["random", "random"]
    assert [each["setup"] for each in values["setups"]] == ["base", "orient2025"]
    assert set(values["modules"]) == {"orient2025"}
    assert all(Path(file).is_file() for file in values["files"])


def test_several_agents_are_told_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("greedy", "random", "--games", "10", "--out", tmp_path, "--posts", "2025", "--fixed-seats") == 0
    out = capsys.readouterr().out
    assert "always at the same seats" in out
    assert "greedy: " in out
    assert "2 players, Trading Posts 2025; 10 games" in out
    assert "won by seat B" in out


def test_several_set_ups_fit_into_80_columns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("random", "--games", "2", "--players", "4", "--every-module-set", "--out", tmp_path) == 0
    out = capsys.readouterr().out
    assert "37 set-ups for 4 players; 74 games" in out
    assert "C25 P25 O25 S25 " in out
    assert "…" not in out


def test_ctrl_c_keeps_what_is_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*arguments: Any, progress: Any, **options: Any) -> Any:
        def stop(games: int) -> None:
            progress(games)
            if games:
                raise KeyboardInterrupt

        return play_all(*arguments, progress=stop, **options)

    assert run(*SMALL, "--out", tmp_path / "whole") == 0
    with monkeypatch.context() as patch:
        patch.setattr(counting, "collect", interrupted)
        assert run(*SMALL, "--out", tmp_path / "stopped") == counting.INTERRUPTED
    assert "Stopped after 100 of 120 games. The same command goes on from there." in capsys.readouterr().err
    assert run(*SMALL, "--out", tmp_path / "stopped") == 0
    for name in ("report.html", "games.csv", "seats.parquet", "events.csv"):
        assert (tmp_path / "stopped" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["gready"], "there is no agent 'gready'"),
        (["greedy", "random", "random"], "3 agents for 2 players"),
        (["--games", "0"], "--games 0: expected a whole number of at least 1"),
        (["--threads", "0", "random"], "--threads 0: expected a whole number of at least 1"),
        (["--sets", "base,orient2031"], "'orient2031' in 'orient2031' is no module"),
        (["--sets", "base", "--every-module-set"], "choose one of them"),
        (["--sets", "base", "--orient", "2025"], "are for one set-up; leave them out"),
        (["--sets", "base, base"], "the set-up base is named twice"),
        (["--players", "5"], "--players 5"),
    ],
)
def test_bad_input_is_refused_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert run(*arguments, "--out", tmp_path / "out") == 2
    error = capsys.readouterr().err
    assert message in error
    assert "Traceback" not in error
    assert not (tmp_path / "out").exists()


def test_a_folder_with_another_run_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("random", "--games", "5", "--out", tmp_path) == 0
    before = (tmp_path / "games.csv").read_bytes()
    assert run("random", "--games", "6", "--out", tmp_path) == 2
    assert "holds another run: its games is 5, not 6" in capsys.readouterr().err
    assert (tmp_path / "games.csv").read_bytes() == before


def test_missing_packages_are_noticed_before_the_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    assert run(*SMALL, "--out", tmp_path / "out") == 2
    assert "pip install '.[reports]'" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_the_options_of_the_rules_hold_for_every_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--every-module-set", "--games", "1", "--take-fewer", "never", "--extra-nobles", "--json")
    assert run("random", "--out", tmp_path, "--players", "4", *options) == 0
    values = json.loads(capsys.readouterr().out)
    assert len(values["plan"]["setups"]) == 37
    assert {(each["take_fewer"], each["extra_nobles"]) for each in values["plan"]["setups"]} == {("never", True)}
