"""Plans: what cannot be played is refused before anything is played."""

from typing import Any

import pytest

from splendor import Setup
from splendor.errors import SplendorError
from splendor.statistics import Plan


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"setups": ()}, "there is no set-up to play"),
        ({"setups": (Setup(2), Setup(2))}, "the set-up base is named twice"),
        ({"setups": (Setup(2), Setup(3))}, "different numbers of players"),
        ({"games": 0}, "games=0: expected a whole number of at least 1"),
        ({"games": 1.5}, "games=1.5: expected a whole number"),
        ({"games": 10**9}, "1,000,000,000 games are too many"),
        ({"seed": -1}, "seed=-1: expected a whole number of at least 0"),
        ({"seed": 2**62}, "expected a number below 2\\*\\*62 less the games"),
        ({"agents": ("greedy",) * 3}, "3 agents for 2 players: name one agent, .* or 2"),
        ({"agents": ("gready",)}, "there is no agent 'gready'"),
        ({"agents": ("greedy:style=wild",)}, "style='wild' is not possible"),
    ],
)
def test_bad_plans_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(SplendorError, match=message):
        Plan(**{"setups": (Setup(2),), **arguments})


def test_one_agent_is_for_all_seats_and_greedy_by_default() -> None:
    assert Plan((Setup(3),)).agents == ("greedy",) * 3
    assert Plan((Setup(3),), ("random",)).agents == ("random",) * 3
    assert Plan((Setup(2),), ("greedy:style=balanced", "random")).agents == ("greedy", "random")


def test_chunks_cover_every_game_once() -> None:
    plan = Plan((Setup(2), Setup(2, orient=2017)), games=250, seed=3)
    games = [chunk.before + chunk.first + place for chunk in plan.chunks() for place in range(chunk.number)]
    assert games == list(range(plan.total))
    assert {chunk.seed for chunk in plan.chunks()} == {3}


def test_plans_in_words() -> None:
    assert Plan((Setup(2),)).describe_agents() == "greedy at every seat"
    assert "moving on by one seat" in Plan((Setup(2),), ("greedy", "random")).describe_agents()
    assert "always at the same seats" in Plan((Setup(2),), ("greedy", "random"), rotate=False).describe_agents()
