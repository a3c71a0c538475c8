"""Winning chances from the worths of a position, for leaf values and for people.

The constants were fitted to some ten thousand positions of games of the greedy agent against itself, with two to four
players, with and without modules.
"""

import numpy as np

from splendor.agents.greedy_core.value import evaluate, measure_table
from splendor.rules.jit import compiled, door
from splendor.rules.layout import ABSENT, NOTHING

SHARPNESS = 0.36  # how much a point of worth counts
SHARPNESS_ORIENT = 0.26  # … with Orient cards: they turn games round
LATE = 0.1  # how much more of it at the end
TURN = 0.75  # a turn that others have had already in this round
FINAL = 1.5  # a point of prestige in the last round
FINAL_CITY = 10.0  # a city in the last round, or one within reach


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
    measure_table(game, weights, work)
    sharpness = (SHARPNESS if game.orient == ABSENT else SHARPNESS_ORIENT) + LATE * (1.0 - work.early)
    best = -1e9
    for seat in range(np.int64(game.seats)):
        worth = sharpness * evaluate(game, seat, seat, weights, work)
        waits = seat >= game.player  # for its turn of this round
        if game.ending:
            worth = last_worth(game, seat, waits, work)
        elif waits:
            worth += TURN
        out[seat] = worth
        best = max(best, worth)
    for seat in range(np.int64(game.seats)):
        out[seat] = np.exp(out[seat] - best)


@compiled
def last_worth(game, seat, waits, work):
    """In the last round prestige and cities count alone, with what a turn still to come can bring."""
    player = game.players[seat]
    worth = FINAL * (player.prestige + (int(work.reach[seat]) if waits else 0))
    if game.cities != ABSENT and (player.city != NOTHING or (waits and work.finishes[seat] != 0)):
        worth += FINAL_CITY
    return worth


@door
def chances_at(games, index, weights, works, out):
    """`chances`, with arrays: passing a record from Python is slow."""
    chances(games[index], weights[0], works[0], out)
