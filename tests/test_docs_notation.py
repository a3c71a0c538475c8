"""docs/notation.md and docs/actions.md say what the code does; the examples of the modules run."""

import doctest
import importlib
import inspect
import re
from pathlib import Path

import pytest

import splendor
from splendor import Action, GameRecord, Phase
from splendor.action import ACTION_BLOCKS, TEXTS
from splendor.rules import actions
from tests.records.helpers import EXAMPLE, SETUPS, decisions

ROOT = Path(__file__).resolve().parents[1]
NOTATION = ROOT / "docs" / "notation.md"
ACTIONS = ROOT / "docs" / "actions.md"
DECISIONS = Path(splendor.__file__).parent / "rulebook" / "10-decisions.md"
MODULES = ["action", "wording"] + [f"records.{part}" for part in
           ("archive", "as_json", "digest", "impose", "notation", "parts", "record", "start", "text")]  # fmt: skip


def rows(text: str, first_column: str) -> list[list[str]]:
    """The cells of the table whose first column has this title."""
    found: list[list[str]] = []
    inside = False
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")] if line.startswith("|") else []
        if cells and cells[0] == first_column:
            inside = True
        elif inside and not cells:
            return found
        elif inside and not set("".join(cells)) <= set("-: "):
            found.append(cells)
    return found


# --- examples ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", MODULES)
def test_examples_of_modules(name: str) -> None:
    module = importlib.import_module(f"splendor.{name}")
    assert doctest.testmod(module).failed == 0


def test_examples_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    # A fence right after an example's output would count as part of it.
    text = NOTATION.read_text("utf-8").replace("```", "\n")
    test = doctest.DocTestParser().get_doctest(text, {}, "notation.md", str(NOTATION), 0)
    assert len(test.examples) > 15
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_record_of_the_page() -> None:
    (text,) = re.findall(r"```record\n(.*?)```", NOTATION.read_text("utf-8"), re.DOTALL)
    record = GameRecord.read(text)
    record.verify()
    assert [turn.moves for turn in record.turns] == [turn.moves for turn in GameRecord.read(EXAMPLE).turns]


def test_every_form_of_action_is_on_the_page() -> None:
    shown = [Action.parse(text).kind for row in rows(NOTATION.read_text("utf-8"), "text")
             for text in re.findall("`(.*?)`", row[0])]  # fmt: skip
    assert sorted(set(shown)) == sorted(block.kind for block in ACTION_BLOCKS)


# --- the numbering ----------------------------------------------------------------------------------------------------
def test_blocks() -> None:
    table = rows(ACTIONS.read_text("utf-8"), "kind")
    assert [(kind.strip("`"), int(first), int(count)) for kind, first, count, *_ in table] == list(ACTION_BLOCKS)
    for _, first, count, *_, texts in table:
        ends = [TEXTS[int(first)], TEXTS[int(first) + int(count) - 1]]
        assert re.findall("`(.*?)`", texts) == ends[: int(count)][:2]


def test_phases() -> None:
    table = rows(ACTIONS.read_text("utf-8"), "phase")
    assert [(name, int(number)) for name, number, *_ in table] == [(phase.name, phase.value) for phase in Phase]


def test_decision_ids() -> None:
    """All ids of the rulebook, and for each phase those that stand beside it in the code."""
    said = {name: re.findall("DEC-[A-Z-]+", ids) for name, _, ids, _ in rows(ACTIONS.read_text("utf-8"), "phase")}
    everything = [decision for ids in said.values() for decision in ids]
    assert sorted(everything) == sorted(re.findall("### (DEC-[A-Z-]+):", DECISIONS.read_text("utf-8")))
    for name, comment in re.findall(r"(\w+) = \d+  # (DEC-.*)", inspect.getsource(actions.Phase)):
        assert set(comment.split(", ")) <= set(said[name])


def test_phases_of_the_blocks() -> None:
    """What is legal in play belongs to the phase the page says, and every pair comes up."""
    said = {kind.strip("`"): phase for kind, _, _, _, phase, _ in rows(ACTIONS.read_text("utf-8"), "kind")}
    blocks = [block.kind for block in ACTION_BLOCKS for _ in range(block.size)]
    seen = set()
    for game, legal in decisions(SETUPS, 100_000, seed=2):
        seen |= {(blocks[number], game.phase) for number in legal}
    assert {(kind, phase.name) for kind, phase in seen} == set(said.items())
