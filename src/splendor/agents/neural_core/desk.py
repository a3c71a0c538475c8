"""All a search needs, in one record: the view, the tree, and the walks that wait for the network with their games.

One record and nothing else, because compiled code takes a record as a plain pointer: arrays would be counted in and
out, which threads that search thousands of games side by side would all do at the same counters.
"""

from typing import Any

import numba
import numpy as np

from splendor.rules.layout import GAME, MAX_LEGAL, SEATS

DEEPEST = 64  # edges of a walk
EDGES_PER_NODE = 48  # room; means are from 5 to 38

NODE = np.dtype(
    [
        ("last", "i4"),  # of its edges, whose next one is the first
        ("edges", "i2"),  # 0: not expanded
        ("under_way", "i2"),  # walks that have not returned
        ("visits", "i4"),  # those included
        ("totals", "f4", SEATS),  # of the winning chances seen at it and below
    ],
    align=True,
)
EDGE = np.dtype(
    [
        ("action", "i2"),
        ("under_way", "i2"),
        ("visits", "i4"),
        ("child", "i4"),  # the node behind it, NONE before the first visit
        ("next", "i4"),  # edge of the same node
        ("prior", "f4"),  # in the position that gave the node the edge; walks below the root go by those at hand
        ("total", "f4"),  # of the values for the seat that decides
    ],
    align=True,
)
WALK = np.dtype(
    [
        ("depth", "i4"),
        ("nodes", "i4", DEEPEST),
        ("edges", "i4", DEEPEST),
        ("seats", "i1", DEEPEST),  # who decided
        ("player", "i1"),  # who decides where it ended
        ("number", "i2"),  # legal actions there
        ("legal", "i2", MAX_LEGAL),
        ("values", "f4", SEATS),  # winning chances there
    ],
    align=True,
)
# Settings of a search, one number each.
SETTINGS = np.dtype(
    [
        ("considered", "i8"),  # actions tried at the root
        ("explore", "f4"),  # below the root: how much priors and curiosity count against the values seen
        ("unvisited", "f4"),  # what an action not yet tried is thought to lose against its node's value
        ("trust_visits", "f4"),  # at the root: a value counts against the prior by `trust` × (this + most visits)
        ("trust", "f4"),
        ("doubt", "f4"),  # at the root: what was thought of an action before it was tried counts as so many visits
    ],
    align=True,
)


def tree_of(nodes: int) -> Any:
    """The record of a tree with room for so many nodes."""
    return np.dtype(
        [
            ("nodes_used", "i4"),
            ("edges_used", "i4"),
            ("done", "i4"),  # simulations
            ("value", "f4", SEATS),  # what the network thinks of the root
            ("logits", "f4", MAX_LEGAL),  # its priors of the root's actions, as logarithms
            ("noise", "f4", MAX_LEGAL),  # Gumbel noise of the root's actions, zeros where the best is wanted
            ("nodes", NODE, nodes),
            ("edges", EDGE, nodes * EDGES_PER_NODE),
        ],
        align=True,
    )


def desk_of(nodes: int, walks: int) -> Any:
    """The record of a search with room for so many nodes and so many walks at once."""
    return np.dtype(
        [("seen", GAME), ("scratch", GAME, walks), ("walks", WALK, walks), ("tree", tree_of(nodes))],
        align=True,
    )


def new_desks(number: int, nodes: int, walks: int) -> Any:
    """Empty desks; the system gives memory only where it is used."""
    desks = np.zeros(number, dtype=desk_of(nodes, walks))
    if numba.config.DISABLE_JIT:
        return desks.view(np.dtype((np.record, desks.dtype))).view(np.recarray)
    return desks


def new_settings(**values: float) -> Any:
    """Settings by name; those not given keep the tuned value."""
    settings = np.zeros(1, dtype=SETTINGS)
    for name, value in (TUNED | values).items():
        settings[name] = value
    return settings.view(np.recarray) if numba.config.DISABLE_JIT else settings


TUNED = {"considered": 16, "explore": 0.5, "unvisited": 0.05, "trust_visits": 50.0, "trust": 1.0, "doubt": 3.0}
