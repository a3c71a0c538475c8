"""Stopping and going on: the result is that of a run nobody stopped, byte for byte."""

from pathlib import Path

import numpy as np
import pytest

from splendor import Setup
from splendor.errors import SplendorError
from splendor.statistics import Plan, Sheet, Store, collect
from splendor.statistics.files import write_files

PLAN = Plan((Setup(2), Setup(2, orient=2025)), ("random", "greedy"), games=130, seed=5)


def stopped_after(number: int) -> object:
    """A progress that is interrupted when so many games are finished."""
    seen = 0

    def progress(games: int) -> None:
        nonlocal seen
        seen += games
        if seen >= number:
            raise KeyboardInterrupt

    return progress


def same(one: Sheet, other: Sheet) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


@pytest.mark.usefixtures("undrawn")
def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    for games in (100, 130, 230):
        with pytest.raises(KeyboardInterrupt):
            collect(PLAN, Store(tmp_path / "stopped", PLAN), progress=stopped_after(games))  # type: ignore[arg-type]
        assert sum(chunk.number for chunk in Store(tmp_path / "stopped", PLAN).done()) == games
    resumed = collect(PLAN, Store(tmp_path / "stopped", PLAN))
    whole = collect(PLAN, Store(tmp_path / "whole", PLAN))
    assert same(resumed, whole)
    assert same(whole, collect(PLAN))
    for folder, sheet in (("stopped", resumed), ("whole", whole)):
        write_files(PLAN, sheet, tmp_path / folder)
    one, two = (
        {file.name: file.read_bytes() for file in sorted((tmp_path / folder).iterdir()) if file.is_file()}
        for folder in ("stopped", "whole")
    )
    assert one == two
    assert len(one) == 8


def test_a_finished_run_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = collect(PLAN, Store(tmp_path, PLAN))
    monkeypatch.setattr("splendor.statistics.collecting.play_chunk", None)
    told: list[int] = []
    assert same(whole, collect(PLAN, Store(tmp_path, PLAN), progress=told.append))
    assert told == [PLAN.total]
    assert [file.name for file in (tmp_path / "parts").iterdir()] == ["all.npz"]


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (Plan(PLAN.setups, PLAN.agents, games=130, seed=6), "its seed is 5, not 6"),
        (Plan(PLAN.setups, PLAN.agents, games=131, seed=5), "its games is 130, not 131"),
        (Plan(PLAN.setups[:1], PLAN.agents, games=130, seed=5), "its setups is 2 set-ups from"),
        (Plan(PLAN.setups, ("greedy",), games=130, seed=5), 'its agents is .*random.*, not .*"greedy", "greedy"'),
        (Plan(PLAN.setups, PLAN.agents, games=130, seed=5, rotate=False), "its rotate is true, not false"),
    ],
)
def test_a_folder_with_another_run_is_refused(tmp_path: Path, plan: Plan, message: str) -> None:
    Store(tmp_path, PLAN)
    with pytest.raises(SplendorError, match=message):
        Store(tmp_path, plan)


@pytest.mark.parametrize("text", ["", "[1]", "{", '"x"'])
def test_a_plan_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "run.json").write_text(text)
    with pytest.raises(SplendorError, match="is no plan of a run; name another folder"):
        Store(tmp_path, PLAN)


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 rubbish", b"rubbish"])
def test_a_damaged_part_is_named(tmp_path: Path, data: bytes) -> None:
    store = Store(tmp_path, PLAN)
    (tmp_path / "parts" / "all.npz").write_bytes(data)
    with pytest.raises(SplendorError, match=r"all.npz is damaged .* remove it and run the same command again"):
        store.join()


def test_rows_of_another_layout_are_refused(tmp_path: Path) -> None:
    store = Store(tmp_path, PLAN)
    with (tmp_path / "parts" / "all.npz").open("wb") as file:
        np.savez(file, games=np.zeros(1), seats=np.zeros(1), events=np.zeros(1))
    with pytest.raises(SplendorError, match="rows of another layout"):
        store.join()


def test_a_place_that_is_no_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SplendorError, match=r"cannot be used: .*; name another"):
        Store(tmp_path / "file", PLAN)
