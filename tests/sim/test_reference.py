"""The yardstick in C plays the very games that the rules play."""

import shutil
import subprocess
from pathlib import Path

import pytest

from splendor import Setup
from splendor.sim import bench, kernels, simulate

GAMES = 2_000


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program = bench.compile_reference(tmp_path_factory.mktemp("reference"))
    if program is None:
        pytest.skip("NOT COMPARED WITH C: there is no C compiler (cc) on this machine.")
    return program


@pytest.mark.parametrize("seed", [0, 2**40 + 17])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_same_games_in_c(reference: Path, players: int, seed: int) -> None:
    ours = simulate(Setup(players), GAMES, seed=seed)
    theirs = bench.play_reference(reference, players, GAMES, seed)
    assert theirs["games"] == GAMES
    assert theirs["decisions"] == ours.decisions
    assert theirs["rounds"] == round(ours.rounds_mean * GAMES)
    assert theirs["longest"] == ours.decisions_longest
    assert theirs["unfinished"] == ours.unfinished == 0
    wins = [round(kernels.SHARE * won) for won in ours.wins_by_seat]
    assert theirs["wins"] == wins + [0] * (4 - players)


@pytest.mark.parametrize("arguments", [[], ["2", "10"], ["5", "10", "0"], ["1", "10", "0"], ["2", "0", "0"]])
def test_wrong_arguments_are_refused(reference: Path, arguments: list[str]) -> None:
    done = subprocess.run([str(reference), *arguments], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "expected" in done.stderr or "usage" in done.stderr


def test_it_compiles_without_warnings(reference: Path, tmp_path: Path) -> None:
    del reference  # there is a compiler
    command = [shutil.which("cc") or "cc", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    subprocess.run([*command, "-o", str(tmp_path / "program"), str(bench.REFERENCE)], check=True)


def test_no_compiler_no_reference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    assert bench.compile_reference(tmp_path) is None
