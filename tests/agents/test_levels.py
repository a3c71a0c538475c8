"""Levels: an agent with its options under one name, known wherever a spec is taken."""

import pytest

from splendor import SplendorError
from splendor.agents import Description, UnknownAgent, make, register
from splendor.agents.greedy_weights import BALANCED, STYLES
from splendor.agents.levels import LEVELS
from splendor.agents.random_agent import RandomAgent


def test_six_levels_each_stronger_than_the_one_before() -> None:
    """Then the styles, none of them stronger than the strongest, which is the learned agent."""
    strengths = [level.elo for level in LEVELS.values()]
    assert strengths[:6] == sorted(set(strengths[:6]))
    assert LEVELS["league"].elo == 1500
    assert max(LEVELS, key=lambda name: LEVELS[name].elo) == "master"
    assert LEVELS["master"].spec.startswith("neural")
    assert {level.spec for level in LEVELS.values() if "style=" in level.spec} == {
        f"greedy:style={style}" for style in STYLES if style != BALANCED
    }


@pytest.mark.parametrize("name", LEVELS)
def test_a_level_is_a_spec(name: str) -> None:
    assert make(name).name == make(f" {name.upper()} ").name == LEVELS[name].spec


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("club:seed=3", "greedy:noise=0.5,seed=3"),
        ("league: seed=3", "greedy:seed=3"),
        ("league:", "greedy"),
        ("rush:noise=1", "greedy:style=rush,noise=1"),
    ],
)
def test_options_follow_a_level_as_they_follow_an_agent(spec: str, name: str) -> None:
    assert make(spec).name == name


def test_options_left_open_can_be_given_from_outside() -> None:
    assert make("club", seed=3).name == "greedy:noise=0.5,seed=3"


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("club:noise=1", "greedy: noise is given twice"),
        ("club:speed=1", "greedy has no option 'speed=1'"),
        ("club(noise=1)", "there is no agent 'club(noise=1)'"),
        ("clubb", "and the levels newcomer, casual, club"),
    ],
)
def test_what_is_refused(spec: str, complaint: str) -> None:
    with pytest.raises(UnknownAgent) as refusal:
        make(spec)
    assert complaint in str(refusal.value)


def test_a_level_keeps_its_name() -> None:
    with pytest.raises(SplendorError, match="already a level 'club'"):
        register(Description("club", "", (), RandomAgent))
