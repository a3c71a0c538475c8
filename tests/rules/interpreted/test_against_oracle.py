"""A few whole games on engine and oracle: enough to walk through every module, few enough for interpreted rules."""

from collections import Counter

import pytest

from splendor import Setup
from tests.oracle.compare import compare_game

GAMES = [
    ("base", 2, "uniform"),
    ("base", 2, "hoarder"),
    ("cities2017", 2, "eager"),
    ("posts2017", 2, "eager"),
    ("orient2017", 2, "eager"),
    ("cities2025+strongholds2017", 2, "eager"),
    ("posts2025+orient2025", 2, "eager"),
    ("posts2025+orient2017+strongholds2025", 2, "eager"),
]
OPTIONS = [
    Setup(2, payment="least_gold", take_fewer="free"),
    Setup(2, orient=2017, payment="least_gold", extra_nobles=True),
    Setup(2, orient=2025, payment="least_gold", take_fewer="never"),
]


@pytest.mark.parametrize(("name", "players", "policy"), GAMES)
def test_engine_and_oracle_agree(name: str, players: int, policy: str) -> None:
    assert compare_game(Setup.of_name(name, players), 1, policy, Counter()) > 20


@pytest.mark.parametrize("setup", OPTIONS, ids=Setup.describe)
def test_engine_and_oracle_agree_with_other_options(setup: Setup) -> None:
    assert compare_game(setup, 1, "eager", Counter()) > 20
