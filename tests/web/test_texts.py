"""The page has words for everything the server can name."""

import re
from pathlib import Path
from typing import get_args

import pytest

from splendor.action import ACTION_BLOCKS
from splendor.server import bots, reviewing, wire
from splendor.table.catalogue import COLOURS, Kind, Power
from splendor.table.setup import MODULES

ENGLISH = Path(__file__).resolve().parents[2] / "web" / "src" / "i18n" / "en.ts"
KEYS = frozenset(re.findall(r'^  "?([a-z_.]+)"?:', ENGLISH.read_text(), flags=re.MULTILINE))

NAMED = {
    "act": [block.kind for block in ACTION_BLOCKS],
    "ask": get_args(wire.Phase),
    "refusal": [str(refusal) for refusal in wire.Refusal],
    "kind": [kind.name.lower() for kind in Kind],
    "power": [power.name.lower() for power in Power],
    "gem": COLOURS,
    "gems": COLOURS,
    "module": MODULES,
    "level": bots.LEVELS,
    "analysis.level": reviewing.ANALYSTS,
}


@pytest.mark.parametrize("prefix", NAMED)
def test_there_are_words_for_everything(prefix: str) -> None:
    assert {f"{prefix}.{name}" for name in NAMED[prefix]} <= KEYS


def test_there_are_words_for_every_end() -> None:
    reasons = get_args(wire.Result.__annotations__["reason"])
    assert reasons
    assert {f"end.reason.{reason}" for reason in reasons} <= KEYS


def test_the_server_says_what_the_page_translates() -> None:
    said = re.findall(r'^  "(.+?)": "refused\.', (ENGLISH.parent / "refusals.ts").read_text(), flags=re.MULTILINE)
    server = "".join(path.read_text() for path in Path(wire.__file__).parents[1].rglob("*.py"))
    assert len(said) > 5
    # A place that several refusals have in front of their words is written once, before them.
    assert [one for one in said if one not in server and one.partition(": ")[2] not in server] == []
