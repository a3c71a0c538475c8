"""The greedy agent at the tables of self-play: as an opponent to measure with, and as somebody to learn from."""

import math
from typing import Any

import numpy as np

from splendor.agents.greedy_core import WORK, choose
from splendor.agents.greedy_weights import BALANCED, weights
from splendor.agents.neural_core.search import play_on
from splendor.observation.writing import write
from splendor.rules import turn, views
from splendor.rules.jit import compiled
from splendor.rules.layout import MAX_LEGAL, SEATS
from splendor.train.selfplay import deal_anew, finish, list_things, remember, uniform
from splendor.train.tables import ROWS

LONGEST = 4000  # decisions of a game that imitation plays; the rules end every game long before

WORKER = np.dtype([("weights", weights(BALANCED).dtype), ("work", WORK), ("spare", "i2", MAX_LEGAL)], align=True)


def new_workers(number: int) -> Any:
    """What the greedy agent thinks with, for each thread."""
    workers = np.zeros(number, dtype=WORKER)
    workers["weights"] = weights(BALANCED)
    return workers


@compiled
def let_opponents_play(table, number, legal, worker):
    """The decisions of the seats that greedy plays; returns the number of legal actions after them."""
    game = table.game
    while number > 0 and (np.int64(table.opponents) >> np.int64(game.player)) & 1:
        place = by_greedy(game, table.desk, legal, number, worker)
        number = play_on(game, np.int64(legal[place]), legal)
    return number


@compiled
def by_greedy(game, desk, legal, number, worker):
    """The place of the action the greedy agent chooses from what its seat sees."""
    if number == 1:
        return np.int64(0)
    views.show(game, np.int64(game.player), desk.seen)
    return np.int64(choose(desk.seen, legal, number, worker.weights, worker.work, worker.spare))


@compiled
def imitate(table, history, rules, worker, temperature, mistakes):
    """A game of the greedy agent against itself; now and then it takes an action it likes less."""
    desk, game, work = table.desk, table.game, worker.work
    legal = desk.walks[0].legal
    number = deal_anew(table, rules, legal)
    decisions = 0
    while number > 0 and decisions < LONGEST:
        place = by_greedy(game, desk, legal, number, worker)
        decisions += 1
        if number > 1:
            soften(work.scores, number, temperature, table.policy)
            if table.rows < ROWS:
                write(game, np.int64(game.player), history.rows[table.rows].seen)
                list_things(game, history.rows[table.rows].things)
            remember(table, history, legal, number)
            if uniform(table.chance) < mistakes:
                soften(work.scores, number, 4 * temperature, table.policy)
                place = drawn(table.policy, number, uniform(table.chance))
        number = turn.play(game, np.int64(legal[place]), legal)
    for place in range(table.rows):
        for seat in range(SEATS):
            history.rows[place].guess[seat] = np.float32(1) / np.float32(game.seats)
    finish(table, history, np.float32(1), np.float32(1))


@compiled
def soften(scores, number, temperature, out):
    """Scores as probabilities."""
    best = scores[0]
    for place in range(1, number):
        best = max(best, scores[place])
    total = 0.0
    for place in range(number):
        out[place] = math.exp((scores[place] - best) / temperature)
        total += out[place]
    for place in range(number):
        out[place] /= total


@compiled
def drawn(policy, number, random):
    """A place drawn by probability."""
    total = 0.0
    for place in range(number):
        total += policy[place]
        if random < total:
            return np.int64(place)
    return np.int64(number - 1)
