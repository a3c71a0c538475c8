"""The game for PettingZoo: every seat is an agent, one decision after the other."""

from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from splendor.env.common import (
    RENDER_MODES,
    action_space,
    check_render_mode,
    mask_of,
    observation_space,
    picture,
    rewards_of,
)
from splendor.game import Game
from splendor.observation import observe
from splendor.rules.actions import ACTIONS
from splendor.table.setup import Setup

ILLEGAL_REWARD = -1.0


def wrapped(setup: Setup, render_mode: str | None, mask_in_observation: bool) -> Any:
    """The environment behind PettingZoo's own guards against misuse."""
    env: Any = SplendorAEC(setup, render_mode, mask_in_observation)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=ILLEGAL_REWARD)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


class SplendorAEC(AECEnv):  # type: ignore[misc]
    """Splendor without the guards: an illegal action is refused with its reason."""

    metadata = {"render_modes": RENDER_MODES, "name": "splendor_v0", "is_parallelizable": False, "render_fps": 1}  # noqa: RUF012

    def __init__(self, setup: Setup, render_mode: str | None = None, mask_in_observation: bool = False) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self.setup = setup
        self.render_mode = render_mode
        self.mask_in_observation = mask_in_observation
        self.possible_agents = [f"player_{seat}" for seat in range(setup.players)]
        self.agents: list[str] = []
        self.action_spaces = {agent: action_space() for agent in self.possible_agents}
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.game: Game | None = None
        self._np_random: np.random.Generator | None = None

    def _observation_space(self) -> gymnasium.Space[Any]:
        if not self.mask_in_observation:
            return observation_space()
        mask = gymnasium.spaces.Box(0, 1, (ACTIONS,), np.int8)
        return gymnasium.spaces.Dict({"observation": observation_space(), "action_mask": mask})

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """What `observe` gives."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """The action numbers."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal a new game; without a seed it follows from the one before."""
        if seed is not None or self._np_random is None:
            self._np_random = np.random.default_rng(seed)
        self.game = Game(self.setup, seed=int(self._np_random.integers(2**62)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._look()

    def _look(self) -> None:
        """Who decides, and what everybody may do."""
        game = self._table()
        self.agent_selection = self.possible_agents[game.player]
        self.infos = {agent: {"action_mask": mask_of(game, seat)} for seat, agent in enumerate(self.possible_agents)}

    def _table(self) -> Game:
        assert self.game is not None, "reset comes first"
        return self.game

    def observe(self, agent: str) -> Any:
        """What the agent's seat sees, and with `mask_in_observation` what it may do."""
        seat = self.possible_agents.index(agent)
        seen = observe(self._table().view(seat))
        return {"observation": seen, "action_mask": mask_of(self._table(), seat)} if self.mask_in_observation else seen

    def step(self, action: Any) -> None:
        """One decision of the agent whose turn it is."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        game = self._table()
        game.play(int(action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        if game.is_over:
            self.rewards = dict(zip(self.agents, rewards_of(game), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._look()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The table as text or SVG."""
        return picture(self._table(), self.render_mode)

    def close(self) -> None:
        """Nothing is open."""
