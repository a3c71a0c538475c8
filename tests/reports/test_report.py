"""The page: whole, deterministic, self-contained, and readable for machines and people."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from splendor.errors import SplendorError
from splendor.reports import Report, plots
from splendor.reports.report import Cell
from tests.reports.outline import Outline, addresses


def example() -> Report:
    report = Report("Greedy & <friends>", "A summary with 'quotes' & more.")
    report.facts([("games", "10", "seed 0"), ("winner", "A", "")])
    for text in ("Seats", "Length", "Seats"):
        report.heading(text)
        report.paragraph("Some <b>text</b>.")
    report.figure(plots.bars(["A", "B"], [0.6, 0.4], [0.5, 0.3], [0.7, 0.5], percent=True), "Wins & losses.")
    report.figure(plots.lines([1, 2, 3], {"A": [1, 2, 3], "B": [3, 2, 1]}), "Lines.", alt="Two <lines> that cross.")
    report.table(["name", "wins", "share"], [["greedy", 6, "60.0 %"], ["random", None, "–"]], "A table.")
    return report


# --- the whole page -----------------------------------------------------------------------------------------------
def test_the_page_is_well_formed_and_ids_are_unique() -> None:
    outline = Outline(example().html())
    assert len(outline.ids) == len(set(outline.ids))
    assert {"seats", "length", "seats-2"} <= set(outline.ids)
    assert outline.tags.count("svg") == outline.tags.count("figure") == 2
    assert [link for link in outline.links if not link.startswith("#")] == []
    assert {link[1:] for link in outline.links} <= set(outline.ids)


def test_nothing_is_fetched_and_no_address_is_named() -> None:
    text = example().html()
    assert addresses(text) == []
    assert "default-src 'none'" in text


def test_the_same_data_gives_the_same_bytes(tmp_path: Path) -> None:
    first = example().write(tmp_path / "one.html").read_bytes()
    assert first == example().write(tmp_path / "deep" / "two.html").read_bytes()
    assert first.decode("utf-8") == example().html()
    assert not re.search(rb"20\d\d-\d\d|matplotlib v|Matplotlib", first)


def test_text_is_text() -> None:
    text = example().html()
    assert "<title>Greedy &amp; &lt;friends&gt;</title>" in text
    assert "Some &lt;b&gt;text&lt;/b&gt;." in text
    assert 'aria-label="Two &lt;lines&gt; that cross."' in text
    assert 'aria-label="Wins &amp; losses."' in text


def test_contents_stand_on_top_of_a_long_page_only() -> None:
    assert '<a href="#seats-2">Seats</a>' in example().html()
    short = Report("short")
    short.heading("One")
    assert "<nav" not in short.html()
    assert "<figure" not in short.html()


def test_neighbouring_figures_share_a_row_and_wide_ones_are_marked() -> None:
    report = Report("figures")
    report.figure(plots.bars(["A"], [1]), "one")
    report.figure(plots.bars(["A"], [1]), "two", wide=True)
    report.paragraph("between")
    report.figure(plots.bars(["A"], [1]), "three")
    text = report.html()
    assert text.count('<div class="figures">') == 2
    assert text.count('<figure class="wide">') == 1
    Outline(text)


# --- tables -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("cell", "html"),
    [
        (1234, '<td class="number" data-value="1234">1,234</td>'),
        (0.5, '<td class="number" data-value="0.5">0.50</td>'),
        ("52.1 %", '<td class="number" data-value="52.1">52.1 %</td>'),
        ("−1.5", '<td class="number" data-value="-1.5">−1.5</td>'),
        ("+1,200 more", '<td class="number" data-value="1200">+1,200 more</td>'),
        ("greedy", "<td>greedy</td>"),
        ("<i>", "<td>&lt;i&gt;</td>"),
    ],
)
def test_cells(cell: Cell, html: str) -> None:
    report = Report("cells")
    report.table(["value"], [[cell]])
    assert html in report.html()


def test_empty_places_do_not_make_a_column_of_numbers_one_of_texts() -> None:
    report = Report("cells")
    report.table(["value"], [[3], [None], [float("nan")], ["–"]])
    assert report.html().count('<td class="number">–</td>') == 3


def test_a_table_may_be_empty() -> None:
    report = Report("cells")
    report.table(["value"], [])
    Outline(report.html())


# --- refusals -----------------------------------------------------------------------------------------------------
def test_a_row_of_another_length_is_refused() -> None:
    with pytest.raises(SplendorError, match="a row has 1 cells, the header 2"):
        Report("bad").table(["a", "b"], [["only one"]])


def test_headings_have_two_levels() -> None:
    report = Report("levels")
    report.heading("deep", level=3)
    assert '<h3 id="deep">' in report.html()
    with pytest.raises(SplendorError, match="level 2 or 3"):
        report.heading("deeper", level=4)


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SplendorError, match=r"cannot be written to .*; name another file"):
        Report("lost").write(tmp_path / "file" / "report.html")


# --- one figure as a file -----------------------------------------------------------------------------------------
def test_a_figure_alone_is_valid_xml_with_both_themes() -> None:
    from splendor.reports.svg import standalone

    text = standalone(plots.bars(["A", "B"], [1, 2]), "Two bars & more")
    root = ElementTree.fromstring(text)
    assert root.get("aria-label") == "Two bars & more"
    assert "prefers-color-scheme: dark" in text
    assert text == standalone(plots.bars(["A", "B"], [1, 2]), "Two bars & more")
