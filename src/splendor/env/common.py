"""What the doors share: set-ups from keywords, spaces, rewards, pictures."""

from typing import Any, Literal

import numpy as np
from gymnasium import spaces

from splendor.errors import SplendorError
from splendor.game import Game
from splendor.observation import MOST, SIZE
from splendor.rules.actions import ACTIONS
from splendor.table.setup import Setup

Numbers = Literal["float32", "int8"]
RENDER_MODES = ["ansi", "svg"]


def setup_of(setup: Setup | str | None, choices: dict[str, Any]) -> Setup:
    """A set-up given as such, as the name of a module set, or by its fields."""
    if isinstance(setup, Setup):
        return setup.replace(**choices) if choices else setup
    if setup is None:
        return Setup(**choices)
    return Setup.of_name(setup, choices.get("players", 2)).replace(**choices)


def observation_space(numbers: Numbers = "float32") -> spaces.Box:
    """Observations: float32 from 0 to 1, or 8-bit whole numbers."""
    if numbers == "float32":
        return spaces.Box(0.0, 1.0, (SIZE,), np.float32)
    if numbers == "int8":
        return spaces.Box(np.zeros(SIZE, dtype=np.int8), np.array(MOST), dtype=np.int8)
    raise SplendorError(f"numbers={numbers!r} is unknown: expected 'float32' or 'int8'.")


def action_space() -> spaces.Discrete:
    """The action numbers of all set-ups; which are legal is said by the mask beside the observation."""
    return spaces.Discrete(ACTIONS)


def mask_of(game: Game, seat: int) -> Any:
    """The seat's legal actions, as `Discrete.sample` wants them; none when another seat decides."""
    if game.is_over or game.player != seat:
        return np.zeros(ACTIONS, dtype=np.int8)
    return game.legal_actions.mask().astype(np.int8)


def rewards_of(game: Game) -> list[float]:
    """By seat, 0 before the end: the share of the victory, so that the sum is 0 and a sole winner has 1."""
    players = game.setup.players
    if not game.is_over:
        return [0.0] * players
    share = players / len(game.winners)
    return [(share * (seat in game.winners) - 1) / (players - 1) for seat in range(players)]


def picture(game: Game, render_mode: str | None) -> str | None:
    """The table as a dozen lines of text, or drawn as SVG."""
    if render_mode == "svg":
        return game._repr_svg_()
    return str(game) if render_mode == "ansi" else None


def check_render_mode(render_mode: str | None) -> None:
    """Refuse what cannot be drawn."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise SplendorError(f"render_mode={render_mode!r} is unknown: expected one of {RENDER_MODES}, or None.")
