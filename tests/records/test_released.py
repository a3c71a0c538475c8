"""Records that were released verify for ever: a changed rule shows at the very turn (RELIABILITY A6, B5)."""

from pathlib import Path

import pytest

from splendor import GameRecord, Setup
from splendor.action import ACTION_BLOCKS
from splendor.records import read_archive
from tests.records.release import FOLDER

TEXTS = sorted(FOLDER.glob("*.txt"))
ARCHIVES = sorted(FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("file", TEXTS, ids=lambda file: file.stem)
def test_released_text(file: Path) -> None:
    text = file.read_text("utf-8")
    record = GameRecord.read(text)
    record.verify()
    assert record.setup.name == file.stem
    assert record.result.winners
    assert all(turn.digest for turn in record.turns)
    assert record.text() == text


@pytest.mark.parametrize("file", ARCHIVES, ids=lambda file: file.stem)
def test_released_archive(file: Path) -> None:
    lines = file.read_text("utf-8").splitlines()
    records = list(read_archive(file))
    assert [record.json() for record in records] == lines
    for record in records:
        record.verify()
        assert record.result.winners
        assert all(turn.digest for turn in record.turns)


def test_no_module_set_is_missing() -> None:
    assert {file.stem for file in TEXTS} == {setup.name for setup in Setup.all()}
    assert ARCHIVES


def test_every_number_of_players_and_kind_of_action_is_there() -> None:
    records = [GameRecord.read(file.read_text("utf-8")) for file in TEXTS]
    assert {record.setup.players for record in records} == {2, 3, 4}
    kinds = {move.action.kind for record in records for turn in record.turns for move in turn.moves}
    assert {block.kind for block in ACTION_BLOCKS} - kinds <= {
        "pass",
        "city",
    }  # rare: a whole table is stuck; two cities
