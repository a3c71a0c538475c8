"""Loops over all tables of self-play, for all threads of a processor."""

import numba
from numba import prange

from splendor.agents.neural_core.search import OUTPUTS
from splendor.observation.pieces import SIZE
from splendor.rules.jit import Function, cache_folder, compiled
from splendor.train.imitation import imitate, let_opponents_play
from splendor.train.selfplay import ASKED, ask, fetch, go_on, to_learn
from splendor.train.tables import OVER


def on_all_threads(function: Function) -> Function:
    """Compile a loop over tables for all threads; the rest is as with `rules.jit.compiled`."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder("train"))
    try:
        return numba.njit(cache=True, nogil=True, error_model="numpy", parallel=True)(function)
    finally:
        numba.config.CACHE_DIR = before


@on_all_threads
def step_all(tables, histories, rules, workers, seen, answers, over):
    """From the answers of the network to the next questions, at every table."""
    blocks = len(workers)
    for block in prange(blocks):
        for index in range(len(tables) * block // blocks, len(tables) * (block + 1) // blocks):
            step(tables[index], histories[index], rules[0], workers[block], index, seen, answers)
            over[index] = tables[index].status == OVER


@compiled
def step(table, history, rules, worker, index, seen, answers):
    """At one table. Not inside the loop over them: there numba 0.68 loses what is written to an array of a record."""
    # A row of an array would be an array of its own, counted in and out at a place all threads share.
    for place in range(OUTPUTS):
        table.answer[place] = answers[index, place]
    if table.status != OVER or rules.again:
        legal, scratch = table.desk.walks[0].legal, table.desk.scratch
        number = go_on(table, history, rules, table.answer, legal, table.seen)
        if number != ASKED:
            number = let_opponents_play(table, number, legal, worker)
            ask(table, history, number, rules, scratch, legal, table.seen)
    for place in range(SIZE):
        seen[index, place] = table.seen[place]


@on_all_threads
def imitate_all(tables, histories, rules, workers, temperature, mistakes, over):
    """A whole game of the greedy agent against itself at every table, as something to learn from."""
    blocks = len(workers)
    for block in prange(blocks):
        for index in range(len(tables) * block // blocks, len(tables) * (block + 1) // blocks):
            imitate(tables[index], histories[index], rules[0], workers[block], temperature, mistakes)
            over[index] = True


@on_all_threads
def count_all(tables, histories, finished, counts):
    """How many decisions of finished games are to be learned from."""
    for number in prange(len(finished)):
        counts[number] = to_learn(tables[finished[number]], histories[finished[number]])


@on_all_threads
def fetch_all(tables, histories, finished, places, rows):
    """Copy the histories of finished games to `rows`, each from its place on."""
    room = len(rows.seen)
    for number in prange(len(finished)):
        fetch(tables[finished[number]], histories[finished[number]], places[number], room, rows, 0, 1)
