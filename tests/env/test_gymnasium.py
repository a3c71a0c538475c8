"""Gymnasium: one learner against agents, by its own check on every set-up."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from splendor import IllegalAction, Setup, SplendorError
from splendor.agents import make
from splendor.env import ENV_ID, SplendorEnv, register
from splendor.observation import raw

SETUPS = list(Setup.all())


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.players}-{setup.name}")
def test_check_env(setup: Setup) -> None:
    env = gymnasium.make(ENV_ID, setup=setup, opponents="random", disable_env_checker=True)
    check_env(env.unwrapped, skip_render_check=setup.name != "base")


def test_check_env_with_whole_numbers() -> None:
    env = gymnasium.make(ENV_ID, players=3, posts=2025, numbers="int8", opponents=["random", "greedy"], seat=1)
    check_env(env.unwrapped)


def play(env: Any, seed: int, choose: Any) -> tuple[float, dict[str, Any]]:
    """A whole game; the last reward and info."""
    _, info = env.reset(seed=seed)
    while True:
        _, reward, terminated, truncated, info = env.step(choose(info["action_mask"]))
        assert not truncated
        if terminated:
            return reward, info


def test_games_repeat_by_seed_and_rewards_are_right() -> None:
    for setup in (Setup(2), Setup(3, orient=2017, strongholds=2025), Setup(4, cities=2017)):
        outcomes = []
        for _ in range(2):
            env = SplendorEnv(setup, opponents="random")
            generator = np.random.default_rng(1)

            def choose(mask: Any, generator: Any = generator) -> int:
                return int(generator.choice(np.flatnonzero(mask)))

            reward, info = play(env, 3, choose)
            assert reward == info["rewards"][info["seat"]]
            assert sum(info["rewards"]) == pytest.approx(0)
            assert (reward == max(info["rewards"])) == (env.seat in env.game.winners)
            assert not info["action_mask"].any()
            outcomes.append(env.game.record.tobytes())
        assert outcomes[0] == outcomes[1]


def test_whoever_thinks_by_chance_repeats_by_seed() -> None:
    """An agent with a seed of its own, whatever it is called."""
    spec, outcomes = "neural:sims=0,temperature=3", []
    for seed in (1, 1, 2):
        env = SplendorEnv(Setup(2), opponents=spec, seat=1)
        env.reset(seed=seed)
        outcomes.append(env.game.record.tobytes())
    assert outcomes[0] == outcomes[1] != outcomes[2]


def test_the_learner_always_decides_at_its_seat() -> None:
    seats = set()
    env = SplendorEnv(players=4, opponents=["random", "greedy", "greedy:style=rush"])
    for seed in range(12):
        seen, info = env.reset(seed=seed)
        seats.add(info["seat"])
        assert env.game.player == info["seat"]
        assert (info["action_mask"] == env.action_masks()).all()
        assert np.allclose(seen * 0 + 1, 1)
    assert seats == {0, 1, 2, 3}
    assert env.reset(seed=1, options={"seat": 2})[1]["seat"] == 2
    assert (SplendorEnv(seat=1, numbers="int8").reset(seed=1)[0]).dtype == np.int8


def test_agents_may_be_given_as_objects() -> None:
    env = SplendorEnv(players=2, opponents=[make("greedy:style=nobles")], seat=0)
    env.reset(seed=1)
    env.step(int(env.action_masks().argmax()))
    assert env.game.player == 0
    assert (raw(env.game.view(0)) >= 0).all()


def test_illegal_actions() -> None:
    env = SplendorEnv(players=2, seat=0, opponents="random")
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(75)
    assert (reward, terminated, truncated, info["illegal"]) == (-1.0, True, False, True)
    strict = SplendorEnv(players=2, seat=0, illegal="refuse")
    strict.reset(seed=1)
    with pytest.raises(IllegalAction, match="'pass' is not legal"):
        strict.step(75)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"opponents": ["random", "random"]}, "2 opponents for 1 seats"),
        ({"seat": 2}, "there is no seat 2"),
        ({"illegal": "ignore"}, "illegal='ignore'"),
        ({"numbers": "float64"}, "numbers='float64'"),
        ({"render_mode": "film"}, "render_mode='film'"),
        ({"setup": "moon2030"}, "is no module"),
    ],
)
def test_impossible_environments(options: dict[str, Any], words: str) -> None:
    with pytest.raises(SplendorError, match=words):
        SplendorEnv(**options)


def test_it_is_registered_once() -> None:
    register()
    assert gymnasium.spec(ENV_ID).entry_point == "splendor.env.single:SplendorEnv"
    env = gymnasium.make("splendor.env:" + ENV_ID, setup="cities2025", players=3, render_mode="ansi")
    env.reset(seed=1)
    assert env.unwrapped.setup == Setup(3, cities=2025)  # type: ignore[attr-defined]
    assert isinstance(env.render(), str)
