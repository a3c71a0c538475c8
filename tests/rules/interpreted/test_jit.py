"""The folder of the machine code: another one for other sources, and not too many of them."""

import os
import sys
from pathlib import Path

import numba
import pytest

from splendor import Game, Setup
from splendor.rules import jit


@pytest.fixture
def cache_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SPLENDOR_CACHE", str(tmp_path))
    return tmp_path / "compiled"


def folder(part: str = jit.COMPILED_PARTS[-1]) -> Path:
    """The folder found anew, whatever was found before."""
    return jit.cache_folder.__wrapped__(part)


def test_the_same_sources_have_the_same_folder(cache_root: Path) -> None:
    assert folder() == folder()
    assert [folder()] == list(cache_root.iterdir())


@pytest.mark.parametrize("switch", ["NUMBA_BOUNDSCHECK", "NUMBA_OPT"])
def test_a_switch_of_the_compiler_has_its_own_folder(
    cache_root: Path, monkeypatch: pytest.MonkeyPatch, switch: str
) -> None:
    monkeypatch.setenv(switch, "")
    plain = folder()
    monkeypatch.setenv(switch, "1")
    assert folder() != plain
    assert len(list(cache_root.iterdir())) == 2


def test_an_edit_in_any_compiled_part_has_its_own_folder(
    cache_root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "package"
    for part in jit.COMPILED_PARTS:
        (package / part).mkdir(parents=True)
        (package / part / "one.py").write_text("1")
    (package / "table" / "cards.csv").write_text("id\n1")
    monkeypatch.setattr(jit, "PACKAGE", package)
    found = {folder()}
    for file in sorted(package.rglob("*.*")):
        file.write_text(file.read_text() + "2")
        found.add(folder())
    assert len(found) == len(jit.COMPILED_PARTS) + 2
    (package / "rules" / "notes.txt").write_text("not compiled")
    assert folder() in found
    assert cache_root.is_dir()


def test_an_edit_leaves_earlier_parts_alone(cache_root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "package"
    for part in jit.COMPILED_PARTS:
        (package / part).mkdir(parents=True)
    monkeypatch.setattr(jit, "PACKAGE", package)
    rules, agents = folder("rules"), folder("agents")
    (package / "agents" / "one.py").write_text("1")
    assert folder("rules") == rules
    assert folder("agents") != agents
    assert cache_root.is_dir()


def test_a_function_belongs_to_the_part_it_is_written_in() -> None:
    from splendor.rules.turn import play

    assert jit._part_of(play) == "rules"
    assert jit._part_of(folder) == jit.COMPILED_PARTS[-1]


def test_inner_functions_answer_python_too() -> None:
    """They have no compiled way in from Python: calling one must not crash, before and after it was compiled."""
    from splendor.rules.bits import lowest

    assert lowest(0b1000) == 3
    Game(Setup(2), seed=1)
    assert lowest(0b1000) == 3


def test_a_folder_that_is_gone_counts_as_old(tmp_path: Path) -> None:
    assert jit._last_used(tmp_path / "gone") == 0.0


def test_old_folders_are_removed(cache_root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "KEPT_FOLDERS", 4)
    for age in range(1, 8):
        old = cache_root / f"old{age}"
        old.mkdir(parents=True)
        os.utime(old, (1e9 - age, 1e9 - age))
    now = folder()
    kept = {path.name for path in cache_root.iterdir()}
    assert kept == {now.name} | {f"old{age}" for age in range(1, jit.KEPT_FOLDERS)}


def test_where_the_folders_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SPLENDOR_CACHE", raising=False)
    assert jit._cache_root().name == "splendor"
    monkeypatch.setitem(sys.modules, "platformdirs", None)  # as on a machine that lacks the package
    assert jit._cache_root() == Path.home() / ".cache" / "splendor"


def test_cold_until_something_was_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "cache_folder", lambda _: tmp_path)
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 0)
    assert jit.is_cold()
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "turn.play.nbi").touch()
    assert not jit.is_cold()


def test_never_cold_where_nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 1)
    assert not jit.is_cold()
