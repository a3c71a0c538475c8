"""Thousands of learners at once, for `gymnasium.vector`: a real vector environment on a `Batch`."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from splendor.env.common import Numbers, action_space, observation_space, setup_of
from splendor.errors import SplendorError
from splendor.sim import Batch
from splendor.sim.batch import Autoreset
from splendor.table.setup import Setup

MODES: dict[AutoresetMode, Autoreset] = {
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.DISABLED: "off",
}


class SplendorVectorEnv(VectorEnv[Any, Any, Any]):
    """Games stepped together in compiled code, opponents included.

    `setups` is one set-up (or the name of a module set, or keywords), or several that take turns. `opponents` is
    `random` or `greedy` in any style, one spec for all or one by seat; None is self-play: then every decision is asked,
    and the reward is that of the seat that decided. The learner's seat is `seat`, or goes round from game to game.

    The legal actions are `info["action_mask"]`; an illegal one is refused, and nothing is played. `info["seat"]` says
    for whom the observation is; where a game ended, `info["rewards"]` has the rewards of all seats. With `copy=False`
    the arrays returned are overwritten by the next step.

    >>> env = SplendorVectorEnv(num_envs=8, players=2, opponents="random")
    >>> seen, info = env.reset(seed=1)
    >>> seen.shape, info["action_mask"].shape
    ((8, 1487), (8, 379))
    """

    def __init__(
        self,
        num_envs: int = 1,
        setups: Setup | str | Sequence[Setup] | None = None,
        opponents: str | Sequence[str] | None = "greedy",
        seat: int | None = None,
        numbers: Numbers = "float32",
        autoreset_mode: AutoresetMode = AutoresetMode.SAME_STEP,
        threads: int = 1,
        copy: bool = True,
        **choices: Any,
    ) -> None:
        wanted = [setups] if setups is None or isinstance(setups, Setup | str) else setups
        self.setups: list[Setup] = [setup_of(each, choices) for each in wanted]
        if seat is not None and not 0 <= seat < min(setup.players for setup in self.setups):
            raise SplendorError(f"seat={seat}: not every game has that seat.")
        self.num_envs = num_envs
        self.opponents = opponents
        self.metadata = {"autoreset_mode": AutoresetMode(autoreset_mode), "render_modes": []}
        self._mode = MODES[AutoresetMode(autoreset_mode)]
        self._copy = copy
        self.single_observation_space = observation_space(numbers)
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        # In self-play the batch goes on by itself; otherwise opponents move before and after the next deal.
        own: Autoreset = self._mode if opponents is None else "off"
        self.batch = Batch(self.setups, num_envs, autoreset=own, threads=threads)
        self._rows = np.arange(num_envs)
        self._players = np.resize([setup.players for setup in self.setups], num_envs)
        self._fixed = seat
        self._episodes = np.zeros(num_envs, dtype=np.int64)
        self._seen = np.zeros((num_envs, *self.single_observation_space.shape), dtype=numbers)
        self.seats = np.zeros(num_envs, dtype=np.int8)

    # --- reset ----------------------------------------------------------------------------------------------------
    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal all games, or those in `options["reset_mask"]`; with one seed the games have seed, seed + 1, …"""
        first = int(seed) if isinstance(seed, int | np.integer) else None
        super().reset(seed=first)
        where = (options or {}).get("reset_mask")
        if where is None:
            self._episodes[:] = 0
        seeds: Any = first if first is not None else seed
        if seeds is None:
            seeds = self.np_random.integers(2**61, size=self.num_envs)
        self.batch.reset(seeds, where)
        self._sit_down(np.ones(self.num_envs, dtype=bool) if where is None else where)
        return self._look(), self._info()

    def _sit_down(self, where: Any) -> None:
        """Where a game begins: the learner's seat, and the others' decisions before its first."""
        if self.opponents is None:
            self.seats = self.batch.players.copy()
            return
        turn = (self._rows + self._episodes) % self._players if self._fixed is None else self._fixed
        self.seats = np.where(where, turn, self.seats).astype(np.int8)
        self._episodes += where
        self.batch.play_out(self.opponents, until=self.seats)

    # --- step -----------------------------------------------------------------------------------------------------
    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One decision of every learner; what becomes of finished games is `metadata["autoreset_mode"]`."""
        waiting = self.batch.numbers == 0
        if self._mode == "off" and waiting.any():
            raise SplendorError(f"game {int(waiting.argmax())} is over: reset it, with options reset_mask.")
        self.batch.step(actions)
        if self.opponents is not None:
            self.batch.play_out(self.opponents, until=self.seats)
        ended = self.batch.done & ~waiting
        rewards = np.where(ended, self.batch.rewards[self._rows, self.seats], 0.0)
        final = self._ending(ended) if ended.any() else {}
        if self.opponents is None:
            self.seats = self.batch.players.copy()
        else:
            begun = {"same_step": ended, "next_step": waiting, "off": None}[self._mode]
            if begun is not None and begun.any():
                self.batch.reset(where=begun)
                self._sit_down(begun)
        return self._look(), rewards, ended, np.zeros(self.num_envs, dtype=bool), self._info() | final

    def _ending(self, ended: Any) -> dict[str, Any]:
        """The rewards of all seats, and where the observation is that of the next game already, the last one."""
        final: dict[str, Any] = {"rewards": self.batch.rewards.copy(), "_rewards": ended.copy()}
        if self._mode == "same_step":
            self.batch.observe(self.seats, self._seen, final=self.opponents is None)
            last = np.full(self.num_envs, None, dtype=object)
            for index in np.flatnonzero(ended):
                last[index] = self._seen[index].copy()
            final |= {"final_obs": last, "_final_obs": ended.copy()}
            final |= {
                "final_info": {"rewards": final["rewards"], "_rewards": ended.copy()},
                "_final_info": ended.copy(),
            }
        return final

    def _look(self) -> Any:
        self.batch.observe(self.seats, self._seen)
        return self._seen.copy() if self._copy else self._seen

    def _info(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, dtype=bool)
        mask = self.batch.masks
        seats = self.seats.astype(np.int64)
        return {
            "action_mask": mask.copy() if self._copy else mask,
            "_action_mask": everywhere,
            "seat": seats,
            "_seat": everywhere.copy(),
        }
