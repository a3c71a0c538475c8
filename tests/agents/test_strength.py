"""How well greedy plays, measured in matches; the figures are promises to the agents that build on it."""

import pytest

from splendor import Setup
from splendor.agents.greedy_weights import STYLES
from tests.agents.matches import match

MODULE_SETS = list(Setup.all(players=2))


def test_greedy_beats_random() -> None:
    assert match(Setup(2), 400, "balanced", None).share >= 0.99


@pytest.mark.parametrize("setup", MODULE_SETS, ids=lambda setup: setup.name)
def test_greedy_beats_random_with_every_module_set(setup: Setup) -> None:
    assert match(setup, 40, "balanced", None).share >= 0.9


@pytest.mark.parametrize("players", [3, 4])
def test_greedy_beats_random_at_a_full_table(players: int) -> None:
    assert match(Setup(players), 60, "balanced", *[None] * (players - 1)).share >= 0.95


@pytest.mark.parametrize("style", STYLES)
def test_every_style_plays_well(style: str) -> None:
    assert match(Setup(2), 60, style, None).share >= 0.95


def test_games_end_in_good_time() -> None:
    """Good play of two needs 25 to 30 rounds."""
    result = match(Setup(2), 200, "balanced")
    assert result.rounds <= 30
    assert result.stalled == 0


@pytest.mark.parametrize("setup", [setup for setup in MODULE_SETS if len(setup.modules) == 1], ids=lambda s: s.name)
def test_games_with_a_module_end_in_good_time(setup: Setup) -> None:
    result = match(setup, 40, "balanced")
    assert result.rounds <= 33
    assert result.stalled <= 1


@pytest.mark.long
@pytest.mark.parametrize("setup", list(Setup.all()), ids=lambda setup: f"{setup.name}-{setup.players}")
def test_greedy_beats_random_everywhere(setup: Setup) -> None:
    result = match(setup, 400, "balanced", *[None] * (setup.players - 1), seed=1000)
    assert result.share >= 0.97
    assert match(setup, 200, "balanced", seed=1000).rounds <= 33


@pytest.mark.long
@pytest.mark.parametrize("style", [style for style in STYLES if style != "balanced"])
def test_the_balanced_style_is_the_strongest(style: str) -> None:
    assert match(Setup(2), 1000, "balanced", style).share >= 0.5
