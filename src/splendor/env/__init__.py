"""Doors to learning libraries: Gymnasium (one learner, or thousands at once), PettingZoo, OpenSpiel.

Importing this package registers `splendor/Splendor-v0`:

>>> import gymnasium, splendor.env
>>> env = gymnasium.make("splendor/Splendor-v0", players=3, orient=2025, opponents="greedy")
>>> seen, info = env.reset(seed=1)
>>> seen, reward, terminated, truncated, info = env.step(info["action_mask"].argmax())

Rewards come at the end and add up to 0: a sole winner has 1, the losers of n players have −1/(n − 1) each, a shared
victory is divided. All observations are those of `splendor.observation`, all action numbers those of docs/actions.md.
"""

from typing import Any

import gymnasium

from splendor.env.common import setup_of
from splendor.env.single import SplendorEnv
from splendor.env.vector import SplendorVectorEnv
from splendor.table.setup import Setup

__all__ = ["ENV_ID", "SplendorEnv", "SplendorVectorEnv", "aec", "register"]

ENV_ID = "splendor/Splendor-v0"


def aec(
    setup: Setup | str | None = None,
    render_mode: str | None = None,
    mask_in_observation: bool = False,
    **choices: Any,
) -> Any:
    """A PettingZoo AEC environment; the agents are `player_0`, `player_1`, … in turn order.

    The legal actions are `infos[agent]["action_mask"]`. With `mask_in_observation` observations are dictionaries
    with "observation" and "action_mask", as PettingZoo's own board games have them. An illegal action ends the game
    with reward −1 for the one who chose it.

    >>> env = aec(players=2)
    >>> env.reset(seed=1)
    >>> env.agent_selection, int(env.infos["player_0"]["action_mask"].sum())
    ('player_0', 30)
    """
    from splendor.env.zoo import wrapped

    return wrapped(setup_of(setup, choices), render_mode, mask_in_observation)


def register() -> None:
    """Make `splendor/Splendor-v0` known to Gymnasium, for `make` and `make_vec`; once is enough."""
    if ENV_ID not in gymnasium.registry:
        gymnasium.register(
            ENV_ID,
            entry_point="splendor.env.single:SplendorEnv",
            vector_entry_point="splendor.env.vector:SplendorVectorEnv",
        )


register()
