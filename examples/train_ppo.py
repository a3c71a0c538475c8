"""A network learns Splendor by playing: masked PPO (sb3-contrib) on vector environments, in minutes on two cores.

    pip install torch sb3-contrib matplotlib '.[env]'
    python examples/train_ppo.py --minutes 10

Half of its games are against random opponents and half against greedy ones. Beside victory and defeat the lead in
prestige counts, as it grows and shrinks: who loses every game at first needs to be told which defeats are better. From
time to time the win rate is measured against both, with games that are not trained on, choosing the action the network
likes best. Time is processor time, so that a busy machine draws the same curve.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecEnv

from splendor import Setup
from splendor.env import SplendorVectorEnv
from splendor.observation import PIECES
from splendor.sim import Batch

GAMMA = 0.995
LEAD = 1.0  # the worth of a lead of twenty prestige, in victories
PLAYERS = next(piece for piece in PIECES if piece.name == "players")
OWN_PRESTIGE = PLAYERS.start + PLAYERS.offset("prestige")
OTHER_PRESTIGE = OWN_PRESTIGE + PLAYERS.width
CURVE = Path("ppo-learning-curve.svg")


def lead(seen: Any) -> Any:
    """The worth of being ahead, in observations of two players."""
    return LEAD * (seen[:, OWN_PRESTIGE] - seen[:, OTHER_PRESTIGE])


class Shared(BaseFeaturesExtractor):
    """The first layer, which policy and value share: most of the arithmetic is here."""

    def __init__(self, observation_space: spaces.Box, width: int) -> None:
        super().__init__(observation_space, width)
        self.layer = torch.nn.Sequential(torch.nn.Linear(observation_space.shape[0], width), torch.nn.ReLU())

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Numbers to features."""
        return self.layer(observations)  # type: ignore[no-any-return]


class ForStableBaselines(VecEnv):
    """Vector environments side by side, with the names stable-baselines3 uses; both reset a game as it ends."""

    def __init__(self, envs: list[SplendorVectorEnv]) -> None:
        self.envs = envs
        self.edges = np.cumsum([env.num_envs for env in envs])
        self.mask: Any = None
        self.lead: Any = None
        space = envs[0].single_observation_space
        super().__init__(int(self.edges[-1]), spaces.Box(0, 1, space.shape, np.float32), envs[0].single_action_space)

    def reset(self) -> Any:
        results = [env.reset(seed=number) for number, env in enumerate(self.envs)]
        self.mask = np.concatenate([info["action_mask"] for _, info in results])
        seen = np.concatenate([seen for seen, _ in results])
        self.lead = lead(seen)
        return seen

    def step_async(self, actions: Any) -> None:
        self.actions = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        parts = np.split(self.actions, self.edges[:-1])
        results = [env.step(part) for env, part in zip(self.envs, parts, strict=True)]
        seen, rewards, ended = (np.concatenate([result[place] for result in results]) for place in range(3))
        self.mask = np.concatenate([result[4]["action_mask"] for result in results])
        nothing = [np.full(env.num_envs, None) for env in self.envs]
        last = [result[4].get("final_obs", none) for result, none in zip(results, nothing, strict=True)]
        final = np.concatenate(last)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        after = seen.copy()
        for index in np.flatnonzero(ended):
            after[index] = final[index]
            infos[index] = {"terminal_observation": final[index], "TimeLimit.truncated": False}
        rewards += lead(after) - self.lead
        self.lead = lead(seen)
        return seen, rewards.astype(np.float32), ended, infos

    def env_method(self, method_name: str, *_: Any, **__: Any) -> list[Any]:
        """MaskablePPO asks for the legal actions by this name."""
        assert method_name == "action_masks"
        return list(self.mask)

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:  # noqa: ARG002
        return [None] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:  # noqa: ARG002
        return [False] * self.num_envs

    def close(self) -> None:
        for env in self.envs:
            env.close()


def score(model: MaskablePPO, setup: Setup, opponent: str, games: int, seed: int = 10**9) -> float:
    """The share of victories against an opponent, at both ends of the table, on games of their own seeds."""
    batch = Batch(setup, games, seed, observations="float32", autoreset="off")
    seats = np.arange(games) % setup.players
    while True:
        batch.play_out(opponent, until=seats)
        playing = batch.numbers > 0
        if not playing.any():
            rewards = batch.rewards[np.arange(games), seats]
            return float((rewards * (setup.players - 1) + 1).mean() / setup.players)
        actions = np.zeros(games, dtype=np.int64)
        seen, masks = batch.observations[playing], batch.masks[playing]
        actions[playing] = model.predict(seen, action_masks=masks, deterministic=True)[0]
        batch.step(actions)


class Progress(BaseCallback):
    """Measures the win rates from time to time, and ends the training when its time is over."""

    def __init__(self, setup: Setup, minutes: float, every: float, games: int, picture: Path) -> None:
        super().__init__()
        self.setup, self.minutes, self.every, self.games, self.picture = setup, minutes, every, games, picture
        self.started = time.process_time()
        self.curve: list[dict[str, float]] = []
        self.next = 0.0
        self.measuring = 0.0

    def elapsed(self) -> float:
        """Minutes of processor time, measuring not counted."""
        return (time.process_time() - self.started - self.measuring) / 60

    def measure(self) -> None:
        """A point of the learning curve."""
        begun = time.process_time()
        minutes = self.elapsed()
        rates = {name: score(self.model, self.setup, name, self.games) for name in ("random", "greedy")}
        self.curve.append({"minutes": round(minutes, 2), "decisions": self.model.num_timesteps, **rates})
        draw(self.curve, self.picture)
        self.measuring += time.process_time() - begun
        print(
            f"{minutes:5.1f} min  {self.model.num_timesteps / 1e6:6.2f} M decisions  "
            f"against random {rates['random']:.1%}  against greedy {rates['greedy']:.1%}",
            flush=True,
        )

    def _on_step(self) -> bool:
        return self.elapsed() < self.minutes

    def _on_rollout_end(self) -> None:
        if self.elapsed() >= self.next:
            self.next = self.elapsed() + self.every
            self.measure()


def draw(curve: list[dict[str, float]], file: Path) -> None:
    """The learning curve as a picture."""
    import matplotlib

    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    matplotlib.rcParams |= {"svg.hashsalt": "splendor", "svg.fonttype": "none", "font.family": "sans-serif"}
    figure, axes = plt.subplots(figsize=(7, 3.6), layout="constrained")
    minutes = [point["minutes"] for point in curve]
    for name, colour in (("random", "#2f7d5b"), ("greedy", "#b3402e")):
        axes.plot(minutes, [100 * point[name] for point in curve], color=colour, marker="o", markersize=3, label=name)
    axes.set(xlabel="minutes of training, processor time", ylabel="games won, %", ylim=(0, 100))
    axes.set_title("Masked PPO, base game for two: games won against …", loc="left", fontsize=10)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, metadata={"Date": None})
    plt.close(figure)


def main() -> None:
    """Train, measure, draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0, help="of training, measuring not counted")
    parser.add_argument("--envs", type=int, default=256, help="games at once")
    parser.add_argument("--games", type=int, default=400, help="games of each measurement")
    parser.add_argument("--every", type=float, default=0.5, help="minutes between two measurements")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--picture", type=Path, default=CURVE)
    parser.add_argument("--save", type=Path, default=None, help="where to keep the network, and the curve as JSON")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    setup = Setup(players=2)

    Batch(setup, 2, observations="float32", autoreset="off").play_out("greedy")  # compile before the clock runs
    half = options.envs // 2
    envs = [SplendorVectorEnv(half, setup, name, threads=options.threads) for name in ("random", "greedy")]
    model = MaskablePPO(
        "MlpPolicy",
        ForStableBaselines(envs),
        learning_rate=5e-4,
        n_steps=64,
        batch_size=512,
        n_epochs=3,
        gamma=GAMMA,
        gae_lambda=0.95,
        ent_coef=0.005,
        policy_kwargs={
            "features_extractor_class": Shared,
            "features_extractor_kwargs": {"width": 256},
            "net_arch": [256],
            "activation_fn": torch.nn.ReLU,
        },
        seed=options.seed,
        device="cpu",
    )
    progress = Progress(setup, options.minutes, options.every, options.games, options.picture)
    model.learn(10**9, callback=progress)
    progress.measure()
    if options.save is not None:
        model.save(options.save)
        options.save.with_suffix(".json").write_text(json.dumps(progress.curve, indent=1), "utf-8")


if __name__ == "__main__":
    main()
