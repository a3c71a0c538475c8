"""The games that seeds give, to the last byte: they change only together with a rule or the layout."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rules.batches import MODULE_SETS
from tests.rules.figures import INTERPRETED
from tests.rules.signature import GAMES, signature, stored

ROOT = Path(__file__).resolve().parents[2]
# Every module in both editions; interpreted, a game takes a quarter of a second.
SAMPLE = (
    "base",
    "cities2017",
    "posts2017",
    "orient2017+strongholds2025",
    "cities2025+posts2025+orient2025+strongholds2017",
)
CHANGED = (
    "the seeded games of {name} end otherwise than before: a rule or the layout has changed. If that is meant, "
    "run `python -m tests.rules.signature`, note the change in CHANGELOG.md, and raise LAYOUT_VERSION if old saves "
    "cannot be read any more."
)


def test_every_module_set_has_a_signature() -> None:
    assert list(stored()) == MODULE_SETS
    digests = [digest for found in stored().values() for digest in found]
    assert len(set(digests)) == len(GAMES) * len(MODULE_SETS)


@pytest.mark.skipif(INTERPRETED, reason="thousands of games; the test below has a sample")
@pytest.mark.parametrize("games", [GAMES[0], pytest.param(GAMES[1], marks=pytest.mark.long)])
@pytest.mark.parametrize("name", MODULE_SETS)
def test_signature(name: str, games: int) -> None:
    assert signature(name, games) == stored()[name][GAMES.index(games)], CHANGED.format(name=name)


@pytest.mark.skipif(INTERPRETED, reason="compares with a process where the rules run interpreted")
@pytest.mark.parametrize("name", SAMPLE)
def test_interpreted_games_are_the_same(name: str) -> None:
    """Plain Python and machine code agree in every byte."""
    command = [sys.executable, "-m", "tests.rules.signature", "3", name]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [name, signature(name, games=3)]
