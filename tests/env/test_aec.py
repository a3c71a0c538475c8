"""PettingZoo: its own conformance tests on every set-up, and the decisions of `Game` behind them."""

import importlib
import pkgutil
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import splendor.env
from splendor import IllegalAction, Setup, SplendorError
from splendor.env import aec
from splendor.env.zoo import SplendorAEC

SETUPS = list(Setup.all())
NAMES = [f"{setup.players}-{setup.name}" for setup in SETUPS]


# --- PettingZoo's tests ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("setup", SETUPS, ids=NAMES)
def test_api_and_seeds(setup: Setup) -> None:
    """B1, with their own numbers of cycles; a game is over sooner."""
    api_test(aec(setup), num_cycles=1000)
    seed_test(lambda: aec(setup), num_cycles=500)


def test_api_with_the_mask_in_the_observation() -> None:
    with warnings.catch_warnings():
        # PettingZoo says so of every dictionary, but for its own games by name.
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be gymnasium.spaces.box")
        warnings.filterwarnings("ignore", "Action mask numpy array is all zeros")  # of a player whose game is over
        api_test(aec(Setup(3), mask_in_observation=True), num_cycles=1000)


# --- what it does -------------------------------------------------------------------------------------------------
def play(env: Any, seed: int) -> dict[str, float]:
    """A random game; the rewards of all agents."""
    env.reset(seed=seed)
    generator = np.random.default_rng(seed)
    rewards = {}
    for agent in env.agent_iter():
        _, reward, terminated, _, info = env.last()
        if terminated:
            rewards[agent] = reward
        env.step(None if terminated else int(generator.choice(np.flatnonzero(info["action_mask"]))))
    return rewards


@pytest.mark.parametrize("setup", [Setup(2), Setup(4, cities=2025, orient=2025), Setup(3, posts=2017)])
def test_rewards_are_the_share_of_the_victory(setup: Setup) -> None:
    env = aec(setup)
    for seed in range(5):
        rewards = play(env, seed)
        game = env.unwrapped.game
        assert game.is_over
        assert sum(rewards.values()) == pytest.approx(0)
        best = {int(agent[-1]) for agent, reward in rewards.items() if reward == max(rewards.values())}
        assert best == set(game.winners)


def test_the_same_seed_the_same_game_and_without_one_another() -> None:
    env = aec(players=2)
    env.reset(seed=5)
    first = env.unwrapped.game.record.tobytes()
    env.reset()
    second = env.unwrapped.game.record.tobytes()
    env.reset(seed=5)
    assert env.unwrapped.game.record.tobytes() == first != second


def test_only_the_one_who_decides_has_a_mask() -> None:
    env = aec("orient2017", players=3)
    env.reset(seed=2)
    assert [int(env.infos[agent]["action_mask"].any()) for agent in env.agents] == [1, 0, 0]
    assert env.unwrapped.setup == Setup(3, orient=2017)


def test_illegal_actions(caplog: pytest.LogCaptureFixture) -> None:
    env = aec(players=2)
    env.reset(seed=1)
    env.step(75)
    assert "Illegal move" in caplog.text
    assert env.rewards == {"player_0": -1.0, "player_1": 0}
    assert all(env.terminations.values())
    bare = SplendorAEC(Setup(2))
    bare.reset(seed=1)
    with pytest.raises(IllegalAction):
        bare.step(75)


def test_pictures() -> None:
    for mode, begin in (("ansi", ""), ("svg", "<svg")):
        env = aec(players=2, render_mode=mode)
        env.reset(seed=1)
        assert env.render().lstrip().startswith(begin)
        env.close()
    with pytest.raises(SplendorError, match="render_mode='film'"):
        aec(render_mode="film")


def test_the_name_stays_a_function() -> None:
    """A module of that name inside the package would take its place once imported."""
    for module in pkgutil.iter_modules(splendor.env.__path__):
        importlib.import_module(f"splendor.env.{module.name}")
    assert callable(splendor.env.aec)
