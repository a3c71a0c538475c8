"""BASE-END, BASE-PASS-3, BASE-STALL-1: every game ends.

`make test` plays 10⁴ games of uniformly random choices in each of the 111 set-ups, `make test-long` 10⁵, and games
of players who take tokens as long as they can. The longest games seen are written down below: a longer one is no
mistake in itself, but worth a look.
"""

import numpy as np
import pytest

from splendor import Setup
from splendor.rules.ending import QUIET_ROUNDS
from splendor.sim import simulate
from tests.rules.batches import MODULE_SETS, SETUP_NAMES, SETUPS, Batch
from tests.rules.checkers import QUIET
from tests.rules.figures import INTERPRETED, figures

LONGEST = 600  # decisions; seen: XXX in 10⁴ games each
LONGEST_QUIET = 1000  # seen: 756


@pytest.mark.rule("BASE-STALL-1", "BASE-PASS-3")
@pytest.mark.parametrize("games", figures(ci=10**4, long=10**5))
@pytest.mark.parametrize("setup", SETUPS, ids=SETUP_NAMES)
def test_random_games_end(setup: Setup, games: int) -> None:
    result = simulate(setup, games, seed=10**6)
    assert result.unfinished == 0
    assert sum(result.wins_by_seat) == pytest.approx(games)
    assert result.decisions_longest <= LONGEST


@pytest.mark.rule("BASE-STALL-1")
@pytest.mark.skipif(INTERPRETED, reason="needs many long games")
@pytest.mark.parametrize("name", MODULE_SETS)
def test_quiet_games_end(name: str) -> None:
    """Nobody wants to purchase or reserve: the 25th quiet round is the last one, and some games come to it."""
    batch = Batch([Setup.of_name(name, players) for players in (2, 3, 4)], 300, policies=[QUIET])
    ended, stalled = np.zeros(len(batch), dtype=bool), 0
    for _ in range(LONGEST_QUIET):
        batch.step()
        quiet = batch.games["quiet_rounds"]
        assert quiet.max() <= QUIET_ROUNDS
        assert batch.over[quiet == QUIET_ROUNDS].all()
        ended |= batch.over
        stalled += np.count_nonzero(quiet == QUIET_ROUNDS)
    assert ended.all()
    assert stalled > 0
