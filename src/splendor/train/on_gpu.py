"""Kernels over all tables of self-play, for a GPU: the very functions that a processor runs, a thread for each table.

Questions lie in columns: neighbouring threads write the same number of different questions at the same time, and side
by side that is one access to memory. For the same reason a walk's game and legal actions are in local memory.
"""

import numpy as np

from splendor.agents.edges import NONE
from splendor.agents.neural_core.search import arrive, beyond, enter, reach, set_out
from splendor.rules import chance, turn
from splendor.rules.actions import PASS, Phase
from splendor.rules.layout import MAX_LEGAL, SEATS
from splendor.sim.cuda import RECORD, kernel
from splendor.train.selfplay import (
    ask,
    conclude,
    deal_anew,
    fetch,
    is_searching,
    next_wanted,
    setup_of,
    side,
    take_up,
    to_learn,
    uniform,
)
from splendor.train.tables import NEW, OVER, RESTING, SHARE, WAITING

from numba import cuda, int16, int32, int64  # isort: skip — after sim.cuda, which mends what numba-cuda misses in numpy

REGISTERS = 128  # of a thread, so that two blocks of 256 fit on a processor
TOGETHER = 32  # threads of a GPU that go side by side
ADDED, GAMES, SIMULATIONS = 0, 1, 2  # counters: decisions handed over, games finished, simulations in them
COUNTERS = 3


@kernel("train", REGISTERS)
def prepare_all(tables, rules, seed):  # type: ignore[no-untyped-def]
    """Every table with a generator of its own, ready for its first deal.

    Tables whose threads go side by side keep to one set-up: each such thread waits while others do what it does not.
    With rules for two sides, one seat of each table plays for the first, in turn, and the others for the second.
    """
    index = cuda.grid(1)
    if index < len(tables):
        table = tables[index]
        chance.seed(table.chance, seed)  # the same for all: where the first share begins
        begins = uniform(table.chance)
        table.setup = setup_of(rules[0], (index // TOGETHER + begins) / (-(-len(tables) // TOGETHER)))
        table.keeps = 1
        table.quick = 0
        chance.seed(table.chance, seed + index)
        table.status = NEW
        table.opponents = 0
        if len(rules) > 1:
            seats = np.int64(rules[0].setups[table.setup].seats)
            table.opponents = ((1 << seats) - 1) & ~(1 << (index % seats))
        table.rows = 0
        table.simulations = 0


@kernel("train", REGISTERS)
def step_all(tables, histories, rules, seen, answers, over, sides):  # type: ignore[no-untyped-def]
    """From the answers of the network to the next questions, at every table: `selfplay.go_on` and `ask`.

    Cut into pieces, at whose ends the threads of a block meet, as in `sim.cuda`; playing an action is the same piece
    for walks in a tree and for the choice of a search. Every table makes one walk at most (`rules.walks` is 1).
    """
    index = cuda.grid(1)
    present = index < len(tables)
    place = min(index, len(tables) - 1)
    table, history, out = tables[place], histories[place], seen[:, place]
    pair = place // TOGETHER % max(1, len(rules) // 2)  # self-play knows one rule and no pair
    rule = rules[2 * pair + side(table)]
    tree, walk = table.desk.tree, table.desk.walks[0]
    scratch = cuda.local.array(1, RECORD)
    legal = cuda.local.array(MAX_LEGAL, int16)
    searches = present and is_searching(table)
    edge = np.int64(NONE)
    if searches and table.status == WAITING:
        scratch[0] = table.desk.scratch[0]
        for item in range(walk.number):
            legal[item] = walk.legal[item]
        edge = take_up(table, rule, answers[place], scratch[0], legal)
    cuda.syncthreads()
    number = np.int64(0)
    if present and not searches:
        number = deal_anew(table, rule, legal)
    cuda.syncthreads()
    if searches and edge == NONE and tree.done < rule.simulations[table.quick]:
        wanted = next_wanted(table, rule)
        set_out(table.desk, walk, scratch, np.int64(table.seed) + wanted + 1)
        edge = enter(tree, walk, scratch[0], wanted, rule.settings)
    cuda.syncthreads()
    walks, plays = edge != NONE, searches
    action = np.int64(NONE)
    if walks:
        action = np.int64(tree.edges[edge].action)
    elif searches:
        action = conclude(table, history, rule, legal)
        scratch[0] = table.game
    while cuda.syncthreads_or(int32(plays)):
        if plays and NONE < action < PASS:
            turn.apply_main_action(scratch[0], action)
        cuda.syncthreads()
        if plays and action >= PASS:
            turn.apply(scratch[0], action)
        cuda.syncthreads()
        phase = Phase.NONE
        if plays:
            phase = turn.resolve(scratch[0])
        cuda.syncthreads()
        if plays:
            if phase == Phase.NONE:
                phase = turn.conclude(scratch[0])
            scratch[0].phase = phase
        cuda.syncthreads()
        main = plays and scratch[0].phase == Phase.ACTION
        if main:
            number = np.int64(turn.legal_main_actions(scratch[0], legal))
        cuda.syncthreads()
        if plays and not main:
            number = np.int64(turn.legal_actions(scratch[0], legal))
        action = np.int64(legal[0]) if plays and number == 1 else np.int64(NONE)
        if plays and (number > 1 or scratch[0].over):  # otherwise nothing is to be decided: the turn goes on
            plays = False
    if walks:
        node = beyond(tree, edge, number)
        if node != NONE:
            reach(tree, walk, node)
        table.status = WAITING if arrive(walk, tree, scratch[0], number, out) else RESTING
    cuda.syncthreads()
    if searches and not walks:
        table.game = scratch[0]
    if present and not walks:
        ask(table, history, number, rule, scratch, legal, out)
    cuda.syncthreads()
    if present:
        over[index] = table.status == OVER
        sides[index] = side(table)
        if table.status == WAITING:
            table.desk.scratch[0] = scratch[0]
            for item in range(walk.number):
                walk.legal[item] = legal[item]


@kernel("train", REGISTERS)
def tally_all(tables, over, shares):  # type: ignore[no-untyped-def]
    """Of the first game that ends at each table, the first side's share of the victory; below 0 before that."""
    index = cuda.grid(1)
    if index < len(tables) and over[index] and shares[index] < 0:
        game = tables[index].game
        own = np.int64(game.winners) & ~np.int64(tables[index].opponents)
        winners = np.int64(0)
        for seat in range(SEATS):
            winners += (np.int64(game.winners) >> seat) & 1
        shares[index] = SHARE // winners if own != 0 else 0


@kernel("train", REGISTERS)
def fetch_all(tables, histories, over, counters, rows):  # type: ignore[no-untyped-def]
    """Copy the histories of finished games to the ring `rows`: a block for each table, most of them with nothing to do.

    A place in the ring that is just being written may be learned from half old and half new: a few hundred of
    millions, and both halves are decisions.
    """
    index = cuda.blockIdx.x
    if not over[index]:
        return
    table, history = tables[index], histories[index]
    first = cuda.shared.array(1, int64)
    if cuda.threadIdx.x == 0:
        first[0] = cuda.atomic.add(counters, ADDED, np.int64(to_learn(table, history)))
        cuda.atomic.add(counters, GAMES, np.int64(1))
        cuda.atomic.add(counters, SIMULATIONS, np.int64(table.simulations))
        table.simulations = 0
    cuda.syncthreads()
    fetch(table, history, first[0], len(rows.seen), rows, cuda.threadIdx.x, cuda.blockDim.x)
