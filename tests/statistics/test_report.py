"""The report of all kinds of runs: whole, self-contained, the same every time, and true to the figures."""

import csv
import re
from pathlib import Path

import pyarrow.parquet as parquet
import pytest

from splendor import Setup
from splendor.statistics import Plan, collect, tables
from splendor.statistics.files import write_files
from splendor.statistics.report import build
from tests.reports.outline import Outline, addresses

ALL = list(Setup.all(3))
DRAWN = [Setup(3), Setup(3, cities=2025, posts=2025, orient=2025, strongholds=2025), Setup(3, posts=2017)]


def check_report(setup: Setup) -> None:
    """A whole page with the parts that the set-up has, and nothing that is no number."""
    plan = Plan((setup,), ("random", "greedy", "random"), games=3)
    text = build(plan, collect(plan)).html()
    outline = Outline(text)
    assert len(outline.ids) == len(set(outline.ids))
    assert addresses(text) == []
    for module, heading in (
        (setup.posts, "Trading posts"),
        (setup.cities, "Cities"),
        (setup.orient, "Cards of the Orient"),
        (setup.strongholds, "Strongholds"),
    ):
        assert (f">{heading}</h2>" in text) == (module is not None)
    assert (">Nobles</h2>" in text) == (setup.cities is None)
    assert not re.search(r"\bnan\b", text), "what is not known is a dash"


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("setup", ALL, ids=lambda setup: setup.name)
def test_every_module_set_has_a_report(setup: Setup) -> None:
    check_report(setup)


@pytest.mark.parametrize("setup", DRAWN, ids=lambda setup: setup.name)
def test_reports_are_drawn(setup: Setup) -> None:
    check_report(setup)


@pytest.mark.long
@pytest.mark.parametrize("setup", ALL, ids=lambda setup: setup.name)
def test_reports_of_every_module_set_are_drawn(setup: Setup) -> None:
    check_report(setup)


def test_several_set_ups_are_compared() -> None:
    plan = Plan(tuple(Setup.all(2)), ("random",), games=2)
    text = build(plan, collect(plan)).html()
    Outline(text)
    assert ">What each module changes</h2>" in text
    assert "37 set-ups for 2 players" in text


def test_the_same_data_gives_the_same_bytes() -> None:
    plan = Plan((Setup(2),), ("random",), games=5)
    assert build(plan, collect(plan)).html() == build(plan, collect(plan)).html()


@pytest.mark.usefixtures("undrawn")
def test_set_ups_that_do_not_pair_have_no_effects() -> None:
    plan = Plan((Setup(2, cities=2017), Setup(2, orient=2025)), ("random",), games=2)
    text = build(plan, collect(plan)).html()
    assert "What each module changes" not in text
    assert "The set-ups compared" in text


@pytest.mark.usefixtures("undrawn")
def test_the_text_says_what_the_figures_say() -> None:
    plan = Plan((Setup(2),), ("random",), games=200)
    sheet = collect(plan)
    won = 100 * sheet.seats["won"][sheet.seats["seat"] == 0].mean()
    text = build(plan, sheet).html()
    assert f"Seat A, who plays first, won {won:.1f} % of the games" in text
    assert f"{sheet.games['rounds'].mean():.1f} on average" in text
    assert ">Agents</h2>" not in text


def test_one_game_is_enough_for_a_report() -> None:
    plan = Plan((Setup(4),), ("random",), games=1)
    assert "Too few games to tell cards apart" in build(plan, collect(plan)).html()


# --- data ---------------------------------------------------------------------------------------------------------
@pytest.mark.usefixtures("undrawn")
def test_csv_and_parquet_hold_the_same(tmp_path: Path) -> None:
    plan = Plan((Setup(2, cities=2025), Setup(2, posts=2025)), ("random", "greedy"), games=10)
    sheet = collect(plan)
    files = write_files(plan, sheet, tmp_path)
    assert [file.name for file in files[:3]] == ["report.html", "games.csv", "games.parquet"]
    for name, columns in tables.tables(plan, sheet).items():
        with (tmp_path / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            header, *rows = csv.reader(file)
        table = parquet.read_table(tmp_path / f"{name}.parquet")
        assert header == table.column_names == list(columns)
        assert rows == [[str(value) for value in row.values()] for row in table.to_pylist()]
        assert len(rows) == len(sheet._asdict()[name])


def test_the_page_describes_every_column() -> None:
    page = Path(__file__).resolve().parents[2] / "docs" / "statistics.md"
    text = page.read_text("utf-8")
    plan = Plan((Setup(2),), ("random",), games=1)
    for name, columns in tables.tables(plan, collect(plan)).items():
        described = text.partition(f"### `{name}`")[2].partition("\n#")[0]
        for column in columns:
            stem = column.rpartition("_")[0] if column.startswith(("taken_", "paid_", "given_back_", "held_")) else ""
            assert f"`{column}`" in described or (stem and f"`{stem}_white`" in described), f"{name}.{column}"
