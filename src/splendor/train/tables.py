"""The records of self-play: a table with its game and its search, the history of the game, and what is played.

All plain records, so that the same compiled functions work on them on a processor and on a GPU. Histories lie apart
from the tables: they are large and seldom touched.
"""

from typing import Any, NamedTuple

import numpy as np

from splendor.agents.neural_core.desk import SETTINGS, desk_of
from splendor.agents.neural_core.search import OUTPUTS
from splendor.observation.pieces import SIZE
from splendor.rules.layout import GAME, HAND, MAX_LEGAL, NOBLE_PLACES, SEATS, SLOTS

NEW, WAITING, OVER, RESTING = 0, 1, 2, 3  # what a table waits for: a deal, the network, its history's fetching, others
ROWS = 320  # decisions of a game that are kept
KEPT = 64  # legal actions of a decision that are kept; decisions with more are not learned from
FULL = 32767  # a probability of 1 in the history
NOBLES_FROM = SLOTS + SEATS * HAND  # among things
THINGS = NOBLES_FROM + NOBLE_PLACES  # whose fate is learned: cards as in an observation, then nobles
NOBODY, NOTHING_THERE = SEATS, -1  # fates beside the seats, own first
SHARE = 12  # a victory in parts that two, three and four winners can divide
MOST_CONSIDERED = 32
MOST_SETUPS = 128

# One decision of a game: what was seen and decided, and what came of it.
ROW = np.dtype(
    [
        ("seen", "i1", SIZE),
        ("things", "i2", THINGS),  # cards and nobles on the table and in hands, NOTHING for an empty place
        ("seat", "i1"),  # who decided
        ("number", "i2"),  # legal actions; 0: not to be learned from
        ("legal", "i2", KEPT),
        ("policy", "i2", KEPT),  # what is to be learned, in parts of FULL; zeros after a quick search
        ("values", "f4", SEATS),  # the search's winning chances by seat
        ("guess", "f4", SEATS),  # the network's
        ("target", "f4", SEATS),  # what the network should have answered, own seat first
    ],
    align=True,
)
HISTORY = np.dtype([("rows", ROW, ROWS)], align=True)


def table_of(nodes: int) -> Any:
    """The record of a table whose search has room for so many nodes."""
    return np.dtype(
        [
            ("chance", "i8", 2),
            ("seed", "i8"),  # of the search under way
            ("status", "i1"),
            ("opponents", "i1"),  # bits: seats that play for the other side, on a processor those of the greedy agent
            ("setup", "i4"),  # which of the set-ups is played
            ("keeps", "i1"),  # whether it is played again and again; otherwise every deal draws one
            ("quick", "i1"),  # whether the search under way is a quick one
            ("rows", "i4"),  # decisions in the history
            ("simulations", "i8"),  # made at this table since they were last counted
            ("seen", "i1", SIZE),  # the question to the network
            ("answer", "f4", OUTPUTS),  # and its answer
            ("policy", "f4", MAX_LEGAL),
            ("game", GAME),
            ("desk", desk_of(nodes, 1)),
        ],
        align=True,
    )


def rules_of(nodes: int) -> Any:
    """The record of what is played and how it is searched."""
    return np.dtype(
        [
            ("settings", SETTINGS),
            ("simulations", "i8", 2),  # of a whole search and of a quick one
            ("quick", "f4"),  # the share of decisions that get a quick one, from which no policy is learned
            ("walks", "i8"),  # of one table in a step, at most: those that end with their game leave no question
            ("visits", "i4", (2, MOST_CONSIDERED + 1, nodes)),  # `halving.table` for both
            ("noise", "f4"),  # Gumbel noise at the root of a whole search
            ("lasting", "f4"),  # the lambda of TD(lambda)
            ("outcome", "f4"),  # the outcome's own weight in the value target
            ("again", "i1"),  # whether finished games are followed by others
            ("limits", "f8", MOST_SETUPS),  # a random number below the first limit that is larger takes that set-up
            ("setups", GAME, MOST_SETUPS),
        ],
        align=True,
    )


class Rows(NamedTuple):
    """Decisions of finished games, one after the other, to be learned from."""

    seen: Any  # int8 [rows, SIZE]
    legal: Any  # int16 [rows, KEPT], padded with the first one
    policy: Any  # int16 [rows, KEPT], padded with 0
    targets: Any  # float32 [rows, SEATS], own seat first
    shares: Any  # int8 [rows, SEATS]: of the victory, in parts of SHARE, own seat first
    points: Any  # int8 [rows, SEATS]: prestige at the end, own seat first
    fates: Any  # int8 [rows, THINGS]: whose each card and noble is at the end, own seat first; NOBODY, NOTHING_THERE
    surprises: Any  # float32 [rows, 1]: the value loss of the network that played, against the outcome
