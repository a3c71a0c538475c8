"""BASE-END, BASE-PASS-3, BASE-STALL-1: every game ends.

`make test` plays 10⁴ games of random choices in each of the 111 set-ups, `make test-long` 10⁵. The longest game
seen is kept below: a longer one is no mistake in itself, but worth a look.
"""

import pytest

from splendor import Game, Setup
from splendor.sim import simulate
from tests.rules.batches import SETUP_NAMES, SETUPS, Batch
from tests.rules.checkers import EAGER, UNIFORM
from tests.rules.figures import figures

LONGEST = 700  # decisions


@pytest.mark.rule("BASE-STALL-1", "BASE-PASS-3")
@pytest.mark.parametrize("games", figures(ci=10**4, long=10**5))
@pytest.mark.parametrize("setup", SETUPS, ids=SETUP_NAMES)
def test_random_games_end(setup: Setup, games: int, record_property: pytest.RecordProperty) -> None:
    result = simulate(setup, games, seed=10**6)
    record_property("longest", result.decisions_longest)
    assert result.games == games
    assert result.unfinished == 0
    assert abs(sum(result.wins_by_seat) - games) < 1e-6
    assert result.decisions_longest <= LONGEST
