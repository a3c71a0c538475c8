"""Self-play at one table, compiled: from one answer of the network to the next question.

The answer goes into the tree, walks that end with the game are made on the way, and when a search is complete the
action is played and the next search begun. A table whose game is over waits for its history to be fetched, and deals
anew with the next call.

`scratch` is a game to walk on, `legal` a list for its legal actions: a GPU has faster places for them than the desk.
Between two steps both lie in the desk.
"""

import math

import numpy as np

from splendor.agents.edges import NONE, ROOT
from splendor.agents.neural_core import search
from splendor.agents.neural_core.halving import chances, considered, decide, first_edge, improved
from splendor.agents.neural_core.search import final_values, hear, play_on, set_off, start
from splendor.observation.pieces import SIZE
from splendor.rules import chance, turn, views
from splendor.rules.bits import has, has_card
from splendor.rules.deal import deal
from splendor.rules.jit import compiled, door
from splendor.rules.layout import ABSENT, HAND, NOBLE_PLACES, NOTHING, SEATS, SLOTS
from splendor.train.tables import (
    FULL,
    KEPT,
    NOBLES_FROM,
    NOBODY,
    NOTHING_THERE,
    OVER,
    RESTING,
    ROWS,
    SHARE,
    THINGS,
    WAITING,
)

ASKED = -1  # instead of a number of legal actions: the network has a question to answer first


@compiled
def go_on(table, history, rules, answer, legal, out):
    """Use the network's answer; ASKED, with the question in `out`, or the number of legal actions to decide among."""
    if not is_searching(table):
        return deal_anew(table, rules, legal)
    desk = table.desk
    walk, game = desk.walks[0], desk.scratch[0]
    edge = take_up(table, rules, answer, game, legal)
    waits = edge != NONE and search.go_on(walk, desk.tree, game, edge, out)
    for _ in range(rules.walks):
        if waits:
            break
        if desk.tree.done >= rules.simulations[table.quick]:  # there may be fewer than when the search began
            return play_on(table.game, conclude(table, history, rules, legal), legal)
        wanted = next_wanted(table, rules)
        waits = set_off(desk, 0, np.int64(table.seed) + wanted + 1, wanted, rules.settings, out)
    table.status = WAITING if waits else RESTING
    return ASKED


@compiled
def side(table):
    """For which side the player who decides is playing: by whose rules and network."""
    return (np.int64(table.opponents) >> np.int64(table.game.player)) & 1


@compiled
def is_searching(table):
    """Whether a search is under way."""
    return table.status == WAITING or table.status == RESTING


@compiled
def take_up(table, rules, answer, game, legal):
    """Give the answer to a walk that waits for it; returns the edge to follow then, NONE if it has turned back."""
    if table.status != WAITING:
        return np.int64(NONE)
    edge = hear(table.desk, 0, game, legal, answer, rules.settings)
    if table.desk.tree.done == 0:
        draw_noise(table, np.float32(0) if table.quick else rules.noise)
    return edge


@compiled
def next_wanted(table, rules):
    """Count one more simulation; returns the visits of the action it is to try at the root."""
    tree = table.desk.tree
    wanted = np.int64(rules.visits[table.quick, considered(tree, rules.settings), tree.done])
    tree.done += 1
    table.simulations += 1
    return wanted


@compiled
def ask(table, history, number, rules, scratch, legal, out):
    """Begin the search of the next decision, or end the game."""
    if number == 0:
        finish(table, history, rules.lasting, rules.outcome)
        return
    table.status = WAITING
    views.show(table.game, np.int64(table.game.player), table.desk.seen)
    table.quick = rules.quick > 0 and uniform(table.chance) < rules.quick
    table.seed = new_seed(table.chance)
    start(table.desk, scratch, legal, np.int64(table.seed), out)
    if table.rows < ROWS:
        row = history.rows[table.rows]
        for place in range(SIZE):
            row.seen[place] = out[place]
        list_things(table.game, row.things)


@compiled
def list_things(game, out):
    """The cards and nobles whose fate is learned, in the order of the observation of the player who decides."""
    for slot in range(SLOTS):
        out[slot] = game.market[slot]
    for relative in range(SEATS):
        player = game.players[(np.int64(game.player) + relative) % np.int64(game.seats)]
        for place in range(HAND):
            out[SLOTS + relative * HAND + place] = player.hand[place] if relative < game.seats else NOTHING
    for place in range(NOBLE_PLACES):
        out[NOBLES_FROM + place] = game.nobles[place] if game.cities == ABSENT else NOTHING


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
        table.desk.tree.noise[place] = -size * math.log(-math.log(uniform(table.chance)))


@compiled
def setup_of(rules, drawn):
    """The set-up that a number from 0 to 1 takes."""
    which = 0
    while rules.limits[which] <= drawn:
        which += 1
    return which


@compiled
def deal_anew(table, rules, legal):
    """A new game, of the set-up the table keeps or of one drawn by its weight; returns the number of legal actions."""
    if table.keeps == 0:
        table.setup = setup_of(rules, uniform(table.chance))
    table.rows = 0
    table.quick = 0
    table.game = rules.setups[table.setup]
    deal(table.game, new_seed(table.chance))
    return turn.legal_actions(table.game, legal)


@compiled
def conclude(table, history, rules, legal):
    """The search is complete: remember what it found; returns the action it chooses."""
    tree = table.desk.tree
    seat = np.int64(table.game.player)
    root = tree.nodes[ROOT]
    first = first_edge(tree)
    improved(tree, seat, rules.settings, table.policy)
    if table.rows < ROWS:
        row = history.rows[table.rows]
        for other in range(SEATS):
            row.guess[other] = tree.value[other]
        chances(tree, seat, rules.settings, row.values)
    for place in range(root.edges):
        legal[place] = tree.edges[first + place].action
    remember(table, history, legal, np.int64(root.edges))
    return np.int64(tree.edges[first + decide(tree, seat, rules.settings)].action)


@compiled
def remember(table, history, legal, number):
    """Add the decision to the history; the observation and the values are there already.

    A quick search tells how the game goes on, but too little of what is best to learn that from it.
    """
    if table.rows >= ROWS:
        return
    row = history.rows[table.rows]
    table.rows += 1
    row.seat = table.game.player
    row.number = number if number <= KEPT else 0
    for place in range(min(number, KEPT)):
        row.legal[place] = legal[place]
        row.policy[place] = 0 if table.quick else np.int16(table.policy[place] * FULL + np.float32(0.5))


@compiled
def finish(table, history, lasting, outcome):
    """The game is over: what the network should have answered, from the last decision back to the first.

    A mean of the outcome and of TD(lambda): what the searches of this decision and of later ones found, the nearest
    first.
    """
    table.status = OVER
    shares, later = table.policy[:SEATS], table.policy[SEATS : 2 * SEATS]
    final_values(table.game, shares)
    for seat in range(SEATS):
        later[seat] = shares[seat]
    seats = np.int64(table.game.seats)
    for back in range(table.rows):
        row = history.rows[table.rows - 1 - back]
        for seat in range(SEATS):
            later[seat] = lasting * later[seat] + (1 - lasting) * row.values[seat]
        for relative in range(seats):
            owner = (np.int64(row.seat) + relative) % seats
            row.target[relative] = outcome * shares[owner] + (1 - outcome) * later[owner]


# --- what is learned from -----------------------------------------------------------------------------------------
@compiled
def to_learn(table, history):
    """How many decisions of the history are to be learned from."""
    number = 0
    for place in range(table.rows):
        number += history.rows[place].number > 0
    return number


@compiled
def fetch(table, history, first, room, rows, part, parts):
    """The history to `rows`, a ring of so much room, from the place `first` on; one part of the work of several."""
    place = first
    for number in range(table.rows):
        if history.rows[number].number > 0:
            fetch_row(table.game, history.rows[number], place % room, rows, part, parts)
            place += 1


@compiled
def fetch_row(game, row, place, rows, part, parts):
    """One decision."""
    for column in range(part, SIZE, parts):
        rows.seen[place, column] = row.seen[column]
    for column in range(part, KEPT, parts):
        inside = column < row.number
        rows.legal[place, column] = row.legal[column if inside else 0]
        rows.policy[place, column] = row.policy[column] if inside else 0
    for column in range(part, THINGS, parts):
        rows.fates[place, column] = fate(game, np.int64(row.things[column]), column >= NOBLES_FROM, np.int64(row.seat))
    if part > 0:
        return
    winners = np.int64(0)
    for other in range(SEATS):
        winners += (np.int64(game.winners) >> other) & 1
    seats = np.int64(game.seats)
    surprise = 0.0
    for relative in range(SEATS):
        seat = (np.int64(row.seat) + relative) % seats
        present = relative < seats
        won = present and (np.int64(game.winners) >> seat) & 1 == 1
        rows.targets[place, relative] = row.target[relative] if present else 0
        rows.shares[place, relative] = SHARE // winners if won else 0
        rows.points[place, relative] = game.players[seat].prestige if present else 0
        if won:
            surprise -= math.log(max(row.guess[seat], np.float32(1e-6))) / winners
    rows.surprises[place, 0] = surprise


@compiled
def fate(game, thing, noble, seat):
    """Whose a card or noble is at the end: so many seats after this one, NOBODY's; NOTHING_THERE for an empty place."""
    if thing == NOTHING:
        return NOTHING_THERE
    seats = np.int64(game.seats)
    for relative in range(seats):
        player = game.players[(seat + relative) % seats]
        if has(player.nobles, thing) if noble else has_card(player.tableau, thing):
            return relative
    return NOBODY


@door
def finish_at(tables, histories, index, lasting, outcome):
    """`finish`, with arrays: passing a record from Python is slow."""
    finish(tables[index], histories[index], lasting, outcome)


@door
def things_at(games, index, out):
    """`list_things`, with arrays."""
    list_things(games[index], out)
