"""One learner against agents, for Gymnasium."""

from collections.abc import Sequence
from typing import Any, Literal

import gymnasium
import numpy as np

from splendor.agents import Agent, make
from splendor.env.common import (
    RENDER_MODES,
    Numbers,
    action_space,
    check_render_mode,
    mask_of,
    observation_space,
    picture,
    rewards_of,
    setup_of,
)
from splendor.errors import IllegalAction, SplendorError
from splendor.game import Game
from splendor.observation import raw, scaled
from splendor.table.setup import Setup

Illegal = Literal["lose", "refuse"]
ILLEGAL_REWARD = -1.0


class SplendorEnv(gymnasium.Env[Any, Any]):
    """A learner at one seat; agents, given by their specs, play the others.

    `setup` is a `Setup` or the name of a module set; further keywords are fields of a set-up. `opponents` is one spec
    for all, or one for each other seat in turn order after the learner. `seat` is the learner's; without it a seat is
    drawn by lot for each game. An illegal action loses the game at once (reward −1), or with illegal="refuse" raises.

    >>> env = SplendorEnv(players=3, opponents=["greedy", "random"], seat=0)
    >>> seen, info = env.reset(seed=1)
    >>> seen.shape, int(info["action_mask"].sum())
    ((1487,), 30)
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        setup: Setup | str | None = None,
        opponents: str | Sequence[str | Agent] | Agent = "greedy",
        seat: int | None = None,
        numbers: Numbers = "float32",
        illegal: Illegal = "lose",
        render_mode: str | None = None,
        **choices: Any,
    ) -> None:
        check_render_mode(render_mode)
        self.setup = setup_of(setup, choices)
        others = self.setup.players - 1
        given: list[Any] = list(opponents) if isinstance(opponents, list | tuple) else [opponents] * others
        if len(given) != others:
            raise SplendorError(f"{len(given)} opponents for {others} seats: give one for all, or one for each.")
        if seat is not None and not 0 <= seat <= others:
            raise SplendorError(f"there is no seat {seat}: seats are 0 to {others}.")
        if illegal not in ("lose", "refuse"):
            raise SplendorError(f"illegal={illegal!r} is unknown: expected 'lose' or 'refuse'.")
        self._specs = given
        self._seat = seat
        self._numbers = numbers
        self._illegal = illegal
        self.render_mode = render_mode
        self.observation_space = observation_space(numbers)
        self.action_space = action_space()
        self.game = Game(self.setup, seed=0)
        self.seat = seat or 0
        self._agents: list[Any] = []

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal a game and play to the learner's first decision; `options={"seat": 1}` chooses the seat once."""
        super().reset(seed=seed)
        chosen = (options or {}).get("seat", self._seat)
        drawn = int(self.np_random.integers(self.setup.players))
        self.seat = drawn if chosen is None else int(chosen)
        self.game = Game(self.setup, seed=int(self.np_random.integers(2**62)))
        self._agents = [self._agent(spec) for spec in self._specs]
        self._play_others()
        return self._seen(), self._info()

    def _agent(self, spec: str | Agent) -> Agent:
        """Agents without a seed get one of this game's, so that a seed repeats everything."""
        seed = int(self.np_random.integers(2**31))
        return make(spec, seed=seed) if isinstance(spec, str) else spec

    def _play_others(self) -> None:
        game = self.game
        while not game.is_over and game.player != self.seat:
            agent = self._agents[(game.player - self.seat) % self.setup.players - 1]
            game.play(agent.choose(game.view(game.player), game.legal_actions))

    def _seen(self) -> Any:
        numbers = raw(self.game.view(self.seat))
        return scaled(numbers) if self._numbers == "float32" else numbers

    def _info(self, illegal: bool = False) -> dict[str, Any]:
        """The mask of legal actions, and at the end how the game went."""
        info: dict[str, Any] = {"action_mask": mask_of(self.game, self.seat), "seat": self.seat}
        if self.game.is_over:
            info["rewards"] = rewards_of(self.game)
        if illegal:
            info["illegal"] = True
            info["action_mask"] = np.zeros_like(info["action_mask"])
        return info

    def action_masks(self) -> Any:
        """The legal actions as MaskablePPO asks for them."""
        return mask_of(self.game, self.seat).astype(bool)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """One decision of the learner, and all of the others up to its next."""
        if int(action) not in self.game.legal_actions.numbers:
            if self._illegal == "refuse" or self.game.is_over:
                self.game.play(int(action))
                raise IllegalAction(f"{action} is not legal.")
            return self._seen(), ILLEGAL_REWARD, True, False, self._info(illegal=True)
        self.game.play(int(action))
        self._play_others()
        over = self.game.is_over
        return self._seen(), rewards_of(self.game)[self.seat], over, False, self._info()

    def render(self) -> Any:
        """The table as text or SVG."""
        return picture(self.game, self.render_mode)
