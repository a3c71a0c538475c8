"""Self-play, compiled: thousands of tables, each with a game, the desk of its search and the history to learn from.

One call takes every table from one answer of the network to its next question: the answer goes into the tree, walks
that end with the game are made on the way, and when a search is complete the action is played and the next search
begun. A table whose game is over waits for its history to be fetched, and deals anew with the next call.
"""

from typing import Any, NamedTuple

import numba
import numpy as np
from numba import prange

from splendor.agents.greedy_core import WORK, choose
from splendor.agents.greedy_weights import BALANCED, weights
from splendor.agents.neural_core.desk import ROOT, SETTINGS, desk_of
from splendor.agents.neural_core.halving import considered, decide, improved
from splendor.agents.neural_core.search import OUTPUTS, descend, final_values, play_on, receive, start
from splendor.observation.pieces import SIZE
from splendor.observation.writing import write
from splendor.rules import chance, turn, views
from splendor.rules.deal import deal
from splendor.rules.jit import Function, cache_folder, compiled, door
from splendor.rules.layout import GAME, MAX_LEGAL, SEATS

NEW, WAITING, OVER = 0, 1, 2  # what a table waits for: a deal, the network, its history being fetched
ROWS = 320  # decisions of a game that are kept
KEPT = 64  # legal actions of a decision that are kept; decisions with more are not learned from
FULL = 32767  # a probability of 1 in the history
SHARE = 12  # a victory in parts that two, three and four winners can divide
MOST_CONSIDERED = 32
MOST_SETUPS = 128
LONGEST = 4000  # decisions of a game that imitation plays; the rules end every game long before


WORKER = np.dtype([("weights", weights(BALANCED).dtype), ("work", WORK), ("spare", "i2", MAX_LEGAL)], align=True)


# One decision of a game: what was seen and decided, and what came of it.
ROW = np.dtype(
    [
        ("seen", "i1", SIZE),
        ("seat", "i1"),  # who decided
        ("number", "i2"),  # legal actions; 0: not to be learned from
        ("legal", "i2", KEPT),
        ("policy", "i2", KEPT),  # what is to be learned, in parts of FULL
        ("values", "f4", SEATS),  # the search's winning chances by seat
        ("guess", "f4", SEATS),  # the network's
        ("target", "f4", SEATS),  # what the network should have answered, own seat first
    ],
    align=True,
)


def table_of(nodes: int) -> Any:
    """The record of a table whose search has room for so many nodes."""
    return np.dtype(
        [
            ("chance", "i8", 2),
            ("status", "i1"),
            ("opponents", "i1"),  # bits: seats that the greedy agent plays
            ("setup", "i4"),  # which of the set-ups is played
            ("rows", "i4"),  # decisions in the history
            ("simulations", "i8"),  # made at this table so far
            ("seen", "i1", SIZE),  # the question to the network
            ("answer", "f4", OUTPUTS),  # and its answer
            ("policy", "f4", MAX_LEGAL),
            ("game", GAME),
            ("desk", desk_of(nodes, 1)),
            ("history", ROW, ROWS),
        ],
        align=True,
    )


def rules_of(nodes: int) -> Any:
    """The record of what is played and how it is searched."""
    return np.dtype(
        [
            ("settings", SETTINGS),
            ("simulations", "i8"),
            ("visits", "i4", (MOST_CONSIDERED + 1, nodes)),  # `halving.tables`
            ("noise", "f4"),  # Gumbel noise at the root
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
    surprises: Any  # float32 [rows]: the value loss of the network that played, against the outcome; to watch it by


def new_workers(number: int) -> Any:
    """What the greedy agent thinks with, for each thread."""
    workers = np.zeros(number, dtype=WORKER)
    workers["weights"] = weights(BALANCED)
    return workers


def on_all_threads(function: Function) -> Function:
    """Compile a loop over tables for all threads; the rest is as with `rules.jit.compiled`."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder("train"))
    try:
        return numba.njit(cache=True, nogil=True, error_model="numpy", parallel=True)(function)
    finally:
        numba.config.CACHE_DIR = before


# --- all tables ---------------------------------------------------------------------------------------------------
@on_all_threads
def step_all(tables, rules, workers, seen, answers, over):
    """From the answers of the network to the next questions, at every table."""
    blocks = len(workers)
    for block in prange(blocks):
        for index in range(len(tables) * block // blocks, len(tables) * (block + 1) // blocks):
            for place in range(OUTPUTS):
                tables[index].answer[place] = answers[index, place]
            step(tables[index], rules[0], workers[block])
            over[index] = tables[index].status == OVER
            for place in range(SIZE):
                seen[index, place] = tables[index].seen[place]


@on_all_threads
def imitate_all(tables, rules, workers, temperature, mistakes, over):
    """A whole game of the greedy agent against itself at every table, as something to learn from."""
    blocks = len(workers)
    for block in prange(blocks):
        for index in range(len(tables) * block // blocks, len(tables) * (block + 1) // blocks):
            imitate(tables[index], rules[0], workers[block], temperature, mistakes)
            over[index] = True


@on_all_threads
def fetch_all(tables, finished, places, rows):
    """Copy the histories of finished games to `rows`, each from its place on."""
    for number in prange(len(finished)):
        fetch(tables[finished[number]], places[number], rows)


# --- one table ----------------------------------------------------------------------------------------------------
@compiled
def step(table, rules, worker):
    """Go on until the network is asked or the game is over."""
    desk = table.desk
    if table.status == OVER and rules.again == 0:
        return
    if table.status != WAITING:
        ask(table, deal_anew(table, rules), rules, worker)
        return
    receive(desk, 0, table.answer)
    if desk.tree.done == 0:
        draw_noise(table, rules.noise)
    while desk.tree.done < rules.simulations:
        wanted = np.int64(rules.visits[considered(desk.tree, rules.settings), desk.tree.done])
        desk.tree.done += 1
        table.simulations += 1
        if descend(desk, 0, new_seed(table.chance), wanted, rules.settings, table.seen):
            return
    conclude(table, rules, worker)


@compiled
def new_seed(generator):
    return (chance.next_word(generator) << 31) ^ chance.next_word(generator)


@compiled
def uniform(generator):
    """A random number from 0 to 1, both left out."""
    return (chance.next_word(generator) + 0.5) / 4294967296.0


@compiled
def draw_noise(table, size):
    for place in range(table.desk.tree.nodes[ROOT].edges):
        table.desk.tree.noise[place] = -size * np.log(-np.log(uniform(table.chance)))


@compiled
def deal_anew(table, rules):
    """A new game of a set-up drawn by its weight; returns the number of legal actions."""
    drawn = uniform(table.chance)
    which = 0
    while rules.limits[which] <= drawn:
        which += 1
    table.setup = which
    table.rows = 0
    table.game = rules.setups[which]
    deal(table.game, new_seed(table.chance))
    return turn.legal_actions(table.game, table.desk.walks[0].legal)


@compiled
def ask(table, number, rules, worker):
    """Let the opponents play, then begin the search of the next decision, or end the game."""
    game, desk = table.game, table.desk
    legal = desk.walks[0].legal
    while number > 0 and (number == 1 or (np.int64(table.opponents) >> np.int64(game.player)) & 1):
        number = turn.play(game, np.int64(legal[by_greedy(game, desk, legal, number, worker)]), legal)
    if number == 0:
        finish(table, rules.lasting, rules.outcome)
        return
    table.status = WAITING
    views.show(game, np.int64(game.player), desk.seen)
    start(desk)
    descend(desk, 0, new_seed(table.chance), 0, rules.settings, table.seen)
    if table.rows < ROWS:
        row = table.history[table.rows]
        for place in range(SIZE):
            row.seen[place] = table.seen[place]


@compiled
def by_greedy(game, desk, legal, number, worker):
    """The place of the action the greedy agent chooses from what its seat sees."""
    if number == 1:
        return np.int64(0)
    views.show(game, np.int64(game.player), desk.seen)
    return np.int64(choose(desk.seen, legal, number, worker.weights, worker.work, worker.spare))


@compiled
def conclude(table, rules, worker):
    """The search is complete: remember what it found, play its choice, and go on to the next decision."""
    tree, game = table.desk.tree, table.game
    legal = table.desk.walks[0].legal
    seat = np.int64(game.player)
    root = tree.nodes[ROOT]
    first = np.int64(root.first)
    improved(tree, seat, rules.settings, table.policy)
    if table.rows < ROWS:
        row = table.history[table.rows]
        for other in range(SEATS):
            row.values[other] = root.totals[other] / root.visits
            row.guess[other] = tree.value[other]
    for place in range(root.edges):
        legal[place] = tree.edges[first + place].action
    remember(table, legal, np.int64(root.edges))
    action = np.int64(tree.edges[first + decide(tree, seat, rules.settings)].action)
    ask(table, play_on(game, action, legal), rules, worker)


@compiled
def remember(table, legal, number):
    """Add the decision to the history; the observation and the values are there already."""
    if table.rows >= ROWS:
        return
    row = table.history[table.rows]
    table.rows += 1
    row.seat = table.game.player
    row.number = number if number <= KEPT else 0
    for place in range(min(number, KEPT)):
        row.legal[place] = legal[place]
        row.policy[place] = np.int16(table.policy[place] * FULL + np.float32(0.5))


@compiled
def finish(table, lasting, outcome):
    """The game is over: what the network should have answered, from the last decision back to the first.

    A mean of the outcome and of TD(lambda): what the searches of later decisions found, the nearest first.
    """
    table.status = OVER
    shares, later = table.policy[:SEATS], table.policy[SEATS : 2 * SEATS]
    final_values(table.game, shares)
    for seat in range(SEATS):
        later[seat] = shares[seat]
    seats = np.int64(table.game.seats)
    for back in range(table.rows):
        row = table.history[table.rows - 1 - back]
        for relative in range(seats):
            owner = (np.int64(row.seat) + relative) % seats
            row.target[relative] = outcome * shares[owner] + (1 - outcome) * later[owner]
        for seat in range(SEATS):
            later[seat] = lasting * later[seat] + (1 - lasting) * row.values[seat]


@compiled
def imitate(table, rules, worker, temperature, mistakes):
    """A game of the greedy agent against itself; now and then it takes an action it likes less."""
    desk, game, work = table.desk, table.game, worker.work
    legal = desk.walks[0].legal
    number = deal_anew(table, rules)
    decisions = 0
    while number > 0 and decisions < LONGEST:
        place = by_greedy(game, desk, legal, number, worker)
        decisions += 1
        if number > 1:
            soften(work.scores, number, temperature, table.policy)
            if table.rows < ROWS:
                write(game, np.int64(game.player), table.history[table.rows].seen)
            remember(table, legal, number)
            if uniform(table.chance) < mistakes:
                soften(work.scores, number, 4 * temperature, table.policy)
                place = drawn(table.policy, number, uniform(table.chance))
        number = turn.play(game, np.int64(legal[place]), legal)
    for place in range(table.rows):
        for seat in range(SEATS):
            table.history[place].guess[seat] = np.float32(1) / np.float32(game.seats)
    finish(table, np.float32(1), np.float32(1))


@compiled
def soften(scores, number, temperature, out):
    """Scores as probabilities."""
    best = scores[0]
    for place in range(1, number):
        best = max(best, scores[place])
    total = 0.0
    for place in range(number):
        out[place] = np.exp((scores[place] - best) / temperature)
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


@compiled
def fetch(table, place, rows):
    """One finished game to `rows` from a place on; decisions that are not to be learned from are left out."""
    seats = np.int64(table.game.seats)
    shares = table.policy
    final_values(table.game, shares)
    for number in range(table.rows):
        row = table.history[number]
        if row.number == 0:
            continue
        for column in range(SIZE):
            rows.seen[place, column] = row.seen[column]
        for column in range(KEPT):
            inside = column < row.number
            rows.legal[place, column] = row.legal[column if inside else 0]
            rows.policy[place, column] = row.policy[column] if inside else 0
        surprise = np.float32(0)
        for relative in range(SEATS):
            seat = (np.int64(row.seat) + relative) % seats
            present = relative < seats
            rows.targets[place, relative] = row.target[relative] if present else 0
            rows.shares[place, relative] = np.int8(shares[seat] * SHARE + np.float32(0.5)) if present else 0
            rows.points[place, relative] = table.game.players[seat].prestige if present else 0
            if present:
                surprise -= shares[seat] * np.log(max(row.guess[seat], np.float32(1e-6)))
        rows.surprises[place] = surprise
        place += 1


@door
def finish_at(tables, index, lasting, outcome):
    """`finish`, with an array: passing a record from Python is slow."""
    finish(tables[index], lasting, outcome)
