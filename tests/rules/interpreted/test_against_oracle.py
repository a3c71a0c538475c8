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


@pytest.mark.parametrize(("name", "players", "policy"), GAMES)
def test_engine_and_oracle_agree(name: str, players: int, policy: str) -> None:
    assert compare_game(Setup.of_name(name, players), 1, policy, Counter()) > 20
