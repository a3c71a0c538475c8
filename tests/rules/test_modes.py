"""The rules compiled, compiled with bounds checks, and interpreted end all games with the same bytes."""

import numba
import pytest

from splendor import Setup
from tests.rules.many_games import digests, run_elsewhere

GAMES = 10
INTERPRETED = ("2 base", "3 cities2017", "4 posts2025+orient2017+strongholds2025", "2 cities2025+posts2025+orient2025")

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="compares the compiled rules with others")


def test_all_set_ups_with_bounds_checks() -> None:
    checked = run_elsewhere("NUMBA_BOUNDSCHECK", GAMES)
    assert len(checked) == len(list(Setup.all()))
    assert checked == digests(GAMES)


def test_bounds_are_really_checked() -> None:
    assert run_elsewhere("NUMBA_BOUNDSCHECK", 5, do="overrun") == {"found": "0"}
    with pytest.raises(RuntimeError, match="IndexError"):
        run_elsewhere("NUMBA_BOUNDSCHECK", 6, do="overrun")


def test_interpreted_rules_do_the_same() -> None:
    assert run_elsewhere("NUMBA_DISABLE_JIT", 1, INTERPRETED) == digests(1, INTERPRETED)


def test_digests_tell_games_apart() -> None:
    found = digests(1)
    assert len(set(found.values())) == len(found)
