"""Winning chances from the worths of a position, for leaf values and for people.

The three constants were fitted to some ten thousand positions of games of the greedy agent against itself; the
predictions were right within three in a hundred for two players, with and without modules.
"""

import numpy as np

from splendor.agents.greedy_core.choice import standing
from splendor.agents.greedy_core.value import evaluate, prepare
from splendor.rules.jit import compiled

SHARPNESS = 0.36  # how much a point of worth counts
LATE = 0.1  # how much more of it at the end
TURN = 0.75  # a turn that others have had already in this round
FINAL = 1.5  # a point of prestige in the last round


@compiled
def chances(game, weights, work, out):
    """Write each seat's chance of winning to `out`."""
    if game.over:
        for seat in range(np.int64(game.seats)):
            out[seat] = (int(game.winners) >> seat) & 1
    else:
        weigh(game, weights, work, out)
    total = 0.0
    for seat in range(np.int64(game.seats)):
        total += out[seat]
    for seat in range(np.int64(game.seats)):
        out[seat] /= total


@compiled
def weigh(game, weights, work, out):
    """How likely each seat is to win compared with the others."""
    prepare(game, weights, work)
    best = -1e9
    for seat in range(np.int64(game.seats)):
        worth = (SHARPNESS + LATE * (1.0 - work.early)) * evaluate(game, seat, weights, work)
        waits = seat >= game.player  # for its turn of this round
        if game.ending:
            worth = FINAL * standing(game, seat, np.int64(work.reach[seat]) if waits else np.int64(0)) / 100.0
        elif waits:
            worth += TURN
        out[seat] = worth
        best = max(best, worth)
    for seat in range(np.int64(game.seats)):
        out[seat] = np.exp(out[seat] - best)


@compiled
def chances_at(games, index, weights, works, out):
    """`chances`, with arrays: passing a record from Python is slow."""
    chances(games[index], weights[0], works[0], out)
