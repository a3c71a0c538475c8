"""The walks of a search: down the tree on a scratch game of their own, to a position the network judges, and back.

A node stands for a sequence of decisions, whatever hidden hands and chance were drawn on the way: every walk fills in
the hidden cards anew, and only actions legal in its game may be chosen. Values are those of all walks that came by;
priors are those of the position at hand, so the network is asked at every node of a walk (`answer`). Decisions with one
legal action are no decisions: they are played on the way. Each seat is taken to choose what is best for itself. A walk
that waits for the network is a visit already, so that others may take another way, but says nothing of values until it
returns.
"""

import math

import numpy as np

from splendor.agents.edges import NONE, ROOT, set_edge
from splendor.agents.neural_core.desk import DEEPEST
from splendor.agents.neural_core.halving import chances, considered, decide, fewer_are_left, improved, root_edge
from splendor.observation.writing import write
from splendor.rules import turn, views
from splendor.rules.actions import ACTIONS
from splendor.rules.jit import compiled, door
from splendor.rules.layout import SEATS

OUTPUTS = ACTIONS + SEATS  # of the network: a number for each action, then one for each seat, own first
ROUNDS = 8  # of walks under way at once
APART = 8  # walks that an action has had for each that may be under way behind it: they see too little of each other


@compiled
def start(desk, scratch, legal, seed, out):
    """Begin a search of the desk's view: the first walk ends at the root, whose observation is in `out`."""
    tree, walk = desk.tree, desk.walks[0]
    tree.nodes_used = 0
    tree.edges_used = 0
    tree.done = 0
    root = tree.nodes[add_node(tree)]
    root.visits = 1
    root.under_way = 1
    scratch[0] = desk.seen
    views.determinise(scratch[0], seed)
    walk.nodes[0] = ROOT
    walk.edges[0] = NONE
    walk.depth = 1
    walk.number = turn.legal_actions(scratch[0], legal)
    walk.player = scratch[0].player
    write(scratch[0], np.int64(walk.player), out)


@compiled
def set_off(desk, place, seed, visits, settings, out):
    """Send out a walk on a game of its own; True: it waits for the network, with the question in `out`.

    False: the game is over, all is done. `visits` says which action to try at the root (`halving.table`).
    """
    walk, tree = desk.walks[place], desk.tree
    set_out(desk, walk, desk.scratch[place : place + 1], seed)
    game = desk.scratch[place]
    edge = enter(tree, walk, game, visits, settings)
    return go_on(walk, tree, game, edge, out)


@compiled
def go_on(walk, tree, game, edge, out):
    """Follow an edge to the next node; returns whether the walk waits there."""
    number = play_on(game, np.int64(tree.edges[edge].action), walk.legal)
    node = beyond(tree, edge, number)
    if node != NONE:
        reach(tree, walk, node)
    return arrive(walk, tree, game, number, out)


@compiled
def set_out(desk, walk, scratch, seed):
    """Begin a walk at the root, with hidden cards of its own."""
    scratch[0] = desk.seen
    views.determinise(scratch[0], seed)
    walk.depth = 0


@compiled
def enter(tree, walk, game, visits, settings):
    """Reach the root; returns the edge to follow, that of an action with so many visits."""
    reach(tree, walk, np.int64(ROOT))
    return follow(tree, walk, game, root_edge(tree, np.int64(game.player), visits, settings))


@compiled
def reach(tree, walk, node):
    """The next node on the way."""
    tree.nodes[node].visits += 1
    tree.nodes[node].under_way += 1
    walk.nodes[walk.depth] = node
    walk.edges[walk.depth] = NONE
    walk.depth += 1


@compiled
def follow(tree, walk, game, edge):
    """Leave the node that was reached by this edge; returns the edge."""
    tree.edges[edge].visits += 1
    tree.edges[edge].under_way += 1
    walk.edges[walk.depth - 1] = edge
    walk.seats[walk.depth - 1] = game.player
    return edge


@compiled
def beyond(tree, edge, number):
    """The node behind an edge that leaves so many legal actions; NONE if the game or the room for nodes is over."""
    return child(tree, edge) if number > 0 else np.int64(NONE)


@compiled
def arrive(walk, tree, game, number, out):
    """Where a walk has come to, with so many legal actions; returns whether it waits there for the network."""
    walk.number = number
    walk.player = game.player
    if number == 0:
        final_values(game, walk.values)
        back_up(walk, tree)
        return False
    write(game, np.int64(game.player), out)
    return True


@compiled
def play_on(game, action, legal):
    """Play an action and everything that leaves no choice; returns the number of legal actions then."""
    while True:
        number = turn.play(game, action, legal)
        if number != 1:
            return number
        action = np.int64(legal[0])


@compiled
def hear(desk, place, game, legal, output, settings):
    """What the network says of the position where a walk waits; returns the edge to follow, NONE if it has turned back.

    It goes on from a node that was seen before. But that node stands for many positions, and what is best depends on
    the cards that came up: so the priors are those of the position at hand. With those of whichever position was the
    first, values differed by two points from one search to the next, however many simulations there were.
    """
    walk, tree = desk.walks[place], desk.tree
    if walk.edges[walk.depth - 1] == NONE and walk.depth < DEEPEST:
        node = np.int64(walk.nodes[walk.depth - 1])
        if tree.nodes[node].edges > 0:
            edge = select(tree, node, game, legal, np.int64(walk.number), output, settings)
            if edge != NONE:
                return follow(tree, walk, game, edge)
    turn_back(desk, place, legal, output)
    return np.int64(NONE)


@compiled
def turn_back(desk, place, legal, output):
    """The end of a walk: priors for a new node, values for the way back."""
    walk, tree = desk.walks[place], desk.tree
    node = np.int64(walk.nodes[walk.depth - 1])
    read_values(output, np.int64(walk.player), np.int64(desk.seen.seats), walk.values)
    waits_at_node = walk.edges[walk.depth - 1] == NONE
    if waits_at_node and tree.nodes[node].edges == 0 and has_room(tree, np.int64(walk.number)):
        expand(tree, node, legal, np.int64(walk.number), output)
        if node == ROOT:
            for seat in range(SEATS):
                tree.value[seat] = walk.values[seat]
    back_up(walk, tree)


@compiled
def read_values(output, player, seats, out):
    """The winning chances by seat: the network's numbers are from the side of the player who decides."""
    most = output[ACTIONS]
    for relative in range(1, seats):
        most = max(most, output[ACTIONS + relative])
    total = np.float32(0)
    for relative in range(seats):
        chance = math.exp(output[ACTIONS + relative] - most)
        seat = player + relative
        out[seat - seats if seat >= seats else seat] = chance
        total += chance
    for seat in range(seats):
        out[seat] /= total
    for seat in range(seats, SEATS):
        out[seat] = 0


@compiled
def final_values(game, out):
    """The shares of the victory."""
    winners = np.int64(0)
    for seat in range(SEATS):
        winners += (np.int64(game.winners) >> seat) & 1
    for seat in range(SEATS):
        out[seat] = ((np.int64(game.winners) >> seat) & 1) / winners


@compiled
def back_up(walk, tree):
    """Every node on the way learns what all seats got, every edge what the seat that decided got."""
    for place in range(walk.depth):
        node = tree.nodes[walk.nodes[place]]
        node.under_way -= 1
        for seat in range(SEATS):
            node.totals[seat] += walk.values[seat]
        if walk.edges[place] != NONE:
            edge = tree.edges[walk.edges[place]]
            edge.under_way -= 1
            edge.total += walk.values[walk.seats[place]]


# --- nodes and edges ----------------------------------------------------------------------------------------------
@compiled
def add_node(tree):
    """A node without edges; NONE if there is no room."""
    index = np.int64(tree.nodes_used)
    if index == len(tree.nodes):
        return np.int64(NONE)
    tree.nodes_used += 1
    node = tree.nodes[index]
    node.last = NONE
    node.edges = 0
    node.visits = 0
    node.under_way = 0
    for seat in range(SEATS):
        node.totals[seat] = 0
    return index


@compiled
def child(tree, edge):
    """The node behind an edge; NONE if there is no room for it."""
    if tree.edges[edge].child == NONE:
        tree.edges[edge].child = add_node(tree)
    return np.int64(tree.edges[edge].child)


@compiled
def has_room(tree, number):
    """Whether so many edges more fit."""
    return np.int64(tree.edges_used) + number <= len(tree.edges)


@compiled
def add_edge(tree, node, action, prior):
    """Give a node one edge more; returns where it is."""
    index = np.int64(tree.edges_used)
    tree.edges_used += 1
    here, edge = tree.nodes[node], tree.edges[index]
    set_edge(edge, action, prior)
    edge.under_way = 0
    edge.next = index
    if here.edges > 0:  # they lie in a circle
        edge.next = tree.edges[here.last].next
        tree.edges[here.last].next = index
    here.last = index
    here.edges += 1
    return index


@compiled
def find_edge(tree, node, after, action):
    """The edge of a node for an action, looked for behind another one first; NONE if there is none."""
    edge = np.int64(after)
    for _ in range(tree.nodes[node].edges):
        edge = np.int64(tree.edges[edge].next)
        if tree.edges[edge].action == action:
            return edge
    return np.int64(NONE)


@compiled
def expand(tree, node, legal, number, output):
    """Give a node its edges; the priors are the network's, among the legal actions alone."""
    total = logarithm_of_total(legal, number, output)
    for place in range(number):
        prior = output[legal[place]] - total
        add_edge(tree, node, legal[place], math.exp(prior))
        if node == ROOT:
            tree.logits[place] = prior
            tree.noise[place] = 0


@compiled
def logarithm_of_total(legal, number, output):
    """What the answers of the network for the legal actions lack to be logarithms of priors."""
    most = output[legal[0]]
    for place in range(1, number):
        most = max(most, output[legal[place]])
    total = np.float32(0)
    for place in range(number):
        total += math.exp(output[legal[place]] - most)
    return most + math.log(total)


@compiled
def select(tree, node, game, legal, number, output, settings):
    """The edge with the best outlook below the root, priors being those of the position at hand.

    What is legal here and has no edge gets one; NONE only if the tree is full.
    """
    here = tree.nodes[node]
    total = logarithm_of_total(legal, number, output)
    # This walk counts as one that found nothing: while few have returned, what was not tried has to wait.
    returned = np.float32(here.visits - here.under_way + 1)
    unvisited = here.totals[game.player] / returned - settings.unvisited
    curiosity = settings.explore * math.sqrt(np.float32(here.visits))
    before = np.int64(here.last)
    best = np.int64(NONE)
    most = np.float32(-1e30)
    for place in range(number):
        prior = math.exp(output[legal[place]] - total)
        edge = find_edge(tree, node, before, legal[place])
        if edge == NONE:
            if not has_room(tree, 1):
                continue
            edge = add_edge(tree, node, legal[place], prior)
        before = edge
        there = tree.edges[edge]
        seen = there.visits - there.under_way
        value = there.total / seen if seen > 0 else unvisited
        outlook = value + curiosity * prior / (1 + there.visits)
        if outlook > most:
            best = edge
            most = outlook
    return best


# --- one game, several walks at once ------------------------------------------------------------------------------
@door
def begin(desks, index, seed, outs):
    """Start a search: the first walk waits at the root, whose observation is in outs[0]."""
    desk = desks[index]
    start(desk, desk.scratch, desk.walks[0].legal, seed, outs[0])


@door
def gather(desks, index, seed, most, visits, settings, outs):
    """Send out up to `most` walks; returns how many wait, each at the first node behind the root.

    A round tries every action still considered once. All its walks meet the same hidden cards and the same chance: what
    one action gains over another is seen sooner than if one of them were just luckier. Late rounds are small, so a few
    of them are under way at once, the more the more walks there were, until it is time to say which actions are left.
    """
    desk = desks[index]
    tree = desk.tree
    row = considered(tree, settings[0])
    waiting = 0
    rounds = 0
    while waiting < most and tree.done < visits.shape[1]:
        wanted = np.int64(visits[row, tree.done])
        if waiting > 0 and wanted != visits[row, tree.done - 1]:
            rounds += 1
            enough = rounds == ROUNDS or (rounds + 1) * APART > wanted - rounds
            if enough or fewer_are_left(visits[row], np.int64(tree.done)):
                break
        tree.done += 1
        if set_off(desk, waiting, seed + wanted + 1, wanted, settings[0], outs[waiting]):
            waiting += 1
    return waiting


@door
def answer(desks, index, place, output, settings, out):
    """Tell a walk what the network says of the position where it waits; returns whether it goes on and waits again."""
    desk = desks[index]
    walk, tree, game = desk.walks[place], desk.tree, desk.scratch[place]
    edge = hear(desk, place, game, walk.legal, output, settings[0])
    return edge != NONE and go_on(walk, tree, game, edge, out)


@door
def decide_at(desks, index, seat, settings):
    """`halving.decide`, with arrays: passing a record from Python is slow."""
    return decide(desks[index].tree, seat, settings[0])


@door
def chances_at(desks, index, seat, settings, out):
    """`halving.chances`, with arrays."""
    chances(desks[index].tree, seat, settings[0], out)


@door
def improved_at(desks, index, seat, settings, out):
    """`halving.improved`, with arrays."""
    improved(desks[index].tree, seat, settings[0], out)
