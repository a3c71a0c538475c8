"""Kernels over all tables of self-play, for a GPU: the very functions that a processor runs, a thread for each table.

Questions lie in columns: neighbouring threads write the same number of different questions at the same time, and side
by side that is one access to memory. For the same reason a walk's game and legal actions are in local memory.
"""

import numpy as np

from splendor.rules import chance
from splendor.rules.jit import keeping
from splendor.rules.layout import MAX_LEGAL
from splendor.sim.cuda import RECORD
from splendor.train.selfplay import ASKED, ask, fetch, go_on, setup_of, to_learn, uniform
from splendor.train.tables import NEW, OVER, WAITING

from numba import cuda, int16, int64  # isort: skip — after sim.cuda, which mends what numba-cuda misses in numpy

THREADS_PER_BLOCK = 64
TOGETHER = 32  # threads of a GPU that go side by side
ADDED, GAMES, SIMULATIONS = 0, 1, 2  # counters: decisions handed over, games finished, simulations in them
COUNTERS = 3


def kernel(function):  # type: ignore[no-untyped-def]
    """Compiled for the GPU, which takes two minutes for all of them, and kept."""
    with keeping("train"):
        return cuda.jit(cache=True)(function)


@kernel
def prepare_all(tables, rules, seed):  # type: ignore[no-untyped-def]
    """Every table with a generator of its own, ready for its first deal.

    Tables whose threads go side by side keep to one set-up: each such thread waits while others do what it does not.
    """
    index = cuda.grid(1)
    if index < len(tables):
        table = tables[index]
        chance.seed(table.chance, seed)  # the same for all: where the first share begins
        begins = uniform(table.chance)
        table.setup = setup_of(rules[0], (index // TOGETHER + begins) / (-(-len(tables) // TOGETHER)))
        table.keeps = 1
        chance.seed(table.chance, seed + index)
        table.status = NEW
        table.opponents = 0
        table.rows = 0
        table.simulations = 0


@kernel
def step_all(tables, histories, rules, seen, answers, over):  # type: ignore[no-untyped-def]
    """From the answers of the network to the next questions, at every table."""
    index = cuda.grid(1)
    if index >= len(tables):
        return
    scratch = cuda.local.array(1, RECORD)
    legal = cuda.local.array(MAX_LEGAL, int16)
    table, history, out = tables[index], histories[index], seen[:, index]
    number = go_on(table, history, rules[0], answers[index], scratch, legal, out)
    if number != ASKED:
        ask(table, history, number, rules[0], scratch, legal, out)
    over[index] = table.status == OVER
    if table.status == WAITING:
        walk = table.desk.walks[0]
        for place in range(walk.number):
            walk.legal[place] = legal[place]


@kernel
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
