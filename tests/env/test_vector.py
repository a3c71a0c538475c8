"""The vector environment: what it shows is what its games are, in all ways to go on after an end."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_returned_data_not_reused
from gymnasium.vector import AutoresetMode

from splendor import IllegalAction, Setup, SplendorError
from splendor.env import ENV_ID, SplendorVectorEnv
from splendor.observation import named, observe

SETUPS = list(Setup.all())
SAME, NEXT, OFF = AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP, AutoresetMode.DISABLED


def chosen(info: dict[str, Any], generator: Any) -> Any:
    """A random legal action for each game; any where the game is over."""
    masks = info["action_mask"]
    return np.array([generator.choice(np.flatnonzero(mask)) if mask.any() else 5 for mask in masks])


def compare(env: SplendorVectorEnv, seen: Any, info: dict[str, Any]) -> None:
    """Observations and masks are those of the games, for the seat that is said."""
    assert seen in env.observation_space
    for index in range(env.num_envs):
        game = env.batch.game(index)
        seat = int(info["seat"][index])
        if not game.is_over:
            assert game.player == seat
        assert np.allclose(seen[index], observe(game.view(seat)))
        assert (info["action_mask"][index] == game.legal_actions.mask()).all()


@pytest.mark.parametrize("opponents", ["random", None], ids=["opponents", "self-play"])
@pytest.mark.parametrize("mode", [SAME, NEXT], ids=["same-step", "next-step"])
def test_all_setups_side_by_side(opponents: str | None, mode: AutoresetMode) -> None:
    env = SplendorVectorEnv(111, SETUPS, opponents, autoreset_mode=mode)
    generator = np.random.default_rng(0)
    seen, info = env.reset(seed=4)
    over = np.zeros(111, dtype=bool)
    games = 0
    for number in range(330):
        seen, rewards, ended, truncated, info = env.step(chosen(info, generator))
        assert not truncated.any()
        if number % 30 == 0:
            compare(env, seen, info)
        assert (rewards[~ended] == 0).all()
        if mode == NEXT:
            assert not ended[over].any()  # the step after the end only deals
            over = ended
        if ended.any():
            games += int(ended.sum())
            assert (info["_rewards"] == ended).all()
            assert np.allclose(info["rewards"][ended].sum(axis=1), 0, atol=1e-6)
        if ended.any() and mode == SAME:
            assert (info["_final_obs"] == ended).all()
            for index in np.flatnonzero(ended):
                assert named(info["final_obs"][index])["progress"]["over"] == 1
                assert env.batch.decisions[index] < 10
    assert games > 111


def test_the_last_observation_is_that_of_the_learner() -> None:
    env = SplendorVectorEnv(32, players=2, opponents="random")
    generator = np.random.default_rng(0)
    _, info = env.reset(seed=1)
    seats, found = info["seat"], 0
    for _ in range(400):
        _, rewards, ended, _, info = env.step(chosen(info, generator))
        for index in np.flatnonzero(ended):
            assert named(info["final_obs"][index])["progress"]["seat"].argmax() == seats[index]
            assert info["rewards"][index][seats[index]] == rewards[index]
            assert info["seat"][index] == 1 - seats[index]  # the seats go round
            found += 1
        seats = info["seat"]
    assert found > 32


def test_without_autoreset() -> None:
    env = SplendorVectorEnv(16, players=2, opponents="random", seat=1, autoreset_mode=OFF)
    generator = np.random.default_rng(0)
    _, info = env.reset(seed=1)
    ended = np.zeros(16, dtype=bool)
    while not ended.any():
        _, _, ended, _, info = env.step(chosen(info, generator))
    with pytest.raises(SplendorError, match=f"game {ended.argmax()} is over"):
        env.step(chosen(info, generator))
    kept = env.batch.decisions[~ended].tolist()
    seen, info = env.reset(options={"reset_mask": ended})
    assert env.batch.decisions[~ended].tolist() == kept
    assert (info["seat"] == 1).all()
    compare(env, seen, info)


def test_seeds_repeat_everything() -> None:
    def run(threads: int) -> list[bytes]:
        env = SplendorVectorEnv(24, "posts2025+orient2025", players=3, opponents="greedy", threads=threads)
        generator = np.random.default_rng(3)
        seen, info = env.reset(seed=9)
        shown = [seen.tobytes()]
        for _ in range(30):
            seen, rewards, *_, info = env.step(chosen(info, generator))
            shown.append(seen.tobytes() + rewards.tobytes() + info["action_mask"].tobytes())
        return shown

    assert run(1) == run(2)


def test_seeds_one_by_one_and_none() -> None:
    env = SplendorVectorEnv(3, opponents=None)
    env.reset(seed=[7, 7, 8])
    assert env.batch.games[0].tobytes() == env.batch.games[1].tobytes() != env.batch.games[2].tobytes()
    env.reset(seed=7)
    first = env.batch.seeds.tolist()
    env.reset()
    assert first == [7, 8, 9] != env.batch.seeds.tolist()


def test_made_by_gymnasium() -> None:
    env = gymnasium.make_vec(ENV_ID, num_envs=4, players=2, opponents="random", numbers="int8")
    assert isinstance(env.unwrapped, SplendorVectorEnv)
    assert env.metadata["autoreset_mode"] is SAME
    assert env.single_observation_space.dtype == np.int8
    seen, _ = env.reset(seed=1)
    assert seen.shape == env.observation_space.shape
    env.close()


def test_returned_arrays_are_not_written_again() -> None:
    env = SplendorVectorEnv(8, opponents="random")
    generator = np.random.default_rng(0)
    seen, info = env.reset(seed=1)
    kept, mask = seen.copy(), info["action_mask"].copy()
    env.step(chosen(info, generator))
    assert (kept == seen).all()
    assert (mask == info["action_mask"]).all()
    lean = SplendorVectorEnv(8, opponents="random", copy=False)
    assert lean.reset(seed=1)[0] is lean.step(chosen(info, generator))[0]


def test_gymnasiums_check_of_returned_data() -> None:
    env = SplendorVectorEnv(1, opponents=None)
    env.reset(seed=123)
    legal = int(env.batch.legal[0, 0])

    class FirstLegal:
        """The check chooses without a mask."""

        def seed(self, seed: int) -> None:
            """Nothing is random."""

        def sample(self) -> Any:
            return np.array([legal if env.batch.masks[0, legal] else env.batch.legal[0, 0]])

    env.action_space = FirstLegal()  # type: ignore[assignment]
    check_returned_data_not_reused(env)  # type: ignore[arg-type]


def test_refusals() -> None:
    env = SplendorVectorEnv(4, opponents="random")
    _, info = env.reset(seed=1)
    actions = chosen(info, np.random.default_rng(0))
    actions[2] = 75
    with pytest.raises(IllegalAction, match="^game 2: "):
        env.step(actions)
    with pytest.raises(SplendorError, match="not every game has that seat"):
        SplendorVectorEnv(4, [Setup(2), Setup(3)], seat=2)
