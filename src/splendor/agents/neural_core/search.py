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

from splendor.agents.edges import NONE, ROOT, merge, set_edge
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
    edge = enter(tree, walk, game, walk.legal, 0, np.int64(ROOT), visits, settings)
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
def enter(tree, walk, game, legal, number, node, visits, settings):
    """Reach a node of the tree; returns the edge to follow, NONE if the walk ends here."""
    reach(tree, walk, node)
    return choose(tree, walk, game, legal, number, node, visits, settings)


@compiled
def reach(tree, walk, node):
    """The next node on the way."""
    tree.nodes[node].visits += 1
    tree.nodes[node].under_way += 1
    walk.nodes[walk.depth] = node
    walk.edges[walk.depth] = NONE
    walk.depth += 1


@compiled
def choose(tree, walk, game, legal, number, node, visits, settings):
    """The edge to follow from the node that was reached; NONE if the walk ends there."""
    if tree.nodes[node].edges == 0 or walk.depth == DEEPEST:
        return np.int64(NONE)
    if node == ROOT:
        edge = root_edge(tree, np.int64(game.player), visits, settings)
    else:
        edge = select(game, legal, number, node, settings, tree)
    if edge != NONE:
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
    if walk.edges[walk.depth - 1] == NONE:
        node, number = np.int64(walk.nodes[walk.depth - 1]), np.int64(walk.number)
        if tree.nodes[node].edges > 0:
            judge_anew(tree, node, legal, number, output)
        edge = choose(tree, walk, game, legal, number, node, 0, settings)
        if edge != NONE:
            return edge
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
            edge = tree.edges[where_now(tree, node, np.int64(walk.edges[place]))]
            edge.under_way -= 1
            edge.total += walk.values[walk.seats[place]]


@compiled
def where_now(tree, node, edge):
    """Where an edge of a node lies, which may have been given more of them since (`extend`)."""
    first = np.int64(node.first)
    if first <= edge < first + node.edges:
        return edge
    action = tree.edges[edge].action
    while tree.edges[first].action != action:
        first += 1
    return first


# --- nodes and edges ----------------------------------------------------------------------------------------------
@compiled
def add_node(tree):
    """A node without edges; NONE if there is no room."""
    index = np.int64(tree.nodes_used)
    if index == len(tree.nodes):
        return np.int64(NONE)
    tree.nodes_used += 1
    node = tree.nodes[index]
    node.first = NONE
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
def expand(tree, node, legal, number, output):
    """Give a node its edges; the priors are the network's, among the legal actions alone."""
    first = np.int64(tree.edges_used)
    total = logarithm_of_total(legal, number, output)
    for place in range(number):
        prior = output[legal[place]] - total
        set_edge(tree.edges[first + place], legal[place], math.exp(prior))
        tree.edges[first + place].under_way = 0
        if node == ROOT:
            tree.logits[place] = prior
            tree.noise[place] = 0
    tree.edges_used += number
    tree.nodes[node].first = first
    tree.nodes[node].edges = number


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
def judge_anew(tree, node, legal, number, output):
    """Give the edges of a node the priors of the position at hand, and edges to legal actions that have none."""
    if not set_priors(tree, node, legal, number, output) and has_room(tree, number + np.int64(tree.nodes[node].edges)):
        extend(tree, node, legal, number)
        set_priors(tree, node, legal, number, output)


@compiled
def set_priors(tree, node, legal, number, output):
    """The priors of the legal actions that have edges; returns whether all of them do."""
    total = logarithm_of_total(legal, number, output)
    edge = np.int64(tree.nodes[node].first)
    end = edge + np.int64(tree.nodes[node].edges)
    all_known = True
    for place in range(number):
        while edge < end and tree.edges[edge].action < legal[place]:
            edge += 1
        if edge < end and tree.edges[edge].action == legal[place]:
            tree.edges[edge].prior = math.exp(output[legal[place]] - total)
        else:
            all_known = False
    return all_known


@compiled
def extend(tree, node, legal, number):
    """Give a node edges for the legal actions it lacks."""
    old = np.int64(tree.nodes[node].first)
    first = np.int64(tree.edges_used)
    end = merge(tree.edges, old, old + np.int64(tree.nodes[node].edges), first, legal, number)
    for edge in range(first, end):
        if tree.edges[edge].visits == 0:
            tree.edges[edge].under_way = 0
    tree.edges_used = end
    tree.nodes[node].first = first
    tree.nodes[node].edges = end - first


@compiled
def select(game, legal, number, node, settings, tree):
    """The edge to follow below the root; NONE only if the tree is full."""
    edge, all_known = puct(game, legal, number, node, settings, tree)
    if not all_known and has_room(tree, number + np.int64(tree.nodes[node].edges)):
        extend(tree, node, legal, number)
        edge, all_known = puct(game, legal, number, node, settings, tree)
    return edge


@compiled
def puct(game, legal, number, node, settings, tree):
    """The edge with the best outlook among those legal in this game, and whether every legal action has an edge."""
    here = tree.nodes[node]
    returned = np.float32(here.visits - here.under_way + 1)  # and this one, which has seen nothing yet
    unvisited = here.totals[game.player] / returned - settings.unvisited
    curiosity = settings.explore * math.sqrt(np.float32(here.visits))
    edge = np.int64(here.first)
    end = edge + np.int64(here.edges)
    best = np.int64(NONE)
    most = np.float32(-1e30)
    all_known = True
    for place in range(number):
        while edge < end and tree.edges[edge].action < legal[place]:
            edge += 1
        if edge == end or tree.edges[edge].action != legal[place]:
            all_known = False
            continue
        there = tree.edges[edge]
        seen = there.visits - there.under_way
        value = there.total / seen if seen > 0 else unvisited
        outlook = value + curiosity * there.prior / (1 + there.visits)
        if outlook > most:
            best = edge
            most = outlook
    return best, all_known


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
