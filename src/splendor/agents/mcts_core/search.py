"""Tree search over what a seat knows: every simulation fills in the hidden cards anew and draws its own chance.

A simulation walks down from the root by PUCT, plays the actions on a scratch game, and ends at a position that has no
node yet. That one is judged by the greedy agent's evaluation, as winning chances of all seats; the priors of a node's
actions are the greedy agent's scores. Each seat is taken to choose what is best for itself.
"""

import numpy as np

from splendor.agents.edges import NONE, ROOT, set_edge
from splendor.agents.greedy_core import chances, guess_all, look, score
from splendor.agents.mcts_core.tree import add_edges, add_node, child, clear, extend, has_room
from splendor.rules import turn, views
from splendor.rules.actions import Phase
from splendor.rules.jit import compiled, door
from splendor.rules.layout import SEATS

DEEPEST = 200  # edges of a walk
VIEW, SCRATCH = 0, 1  # places among the records of a search

# Settings of a search, one number each.
SETTINGS = np.dtype(
    [
        ("explore", "f8"),  # how much priors and curiosity count against the values seen
        ("temperature", "f8"),  # of the priors, in prestige points
        ("even", "f8"),  # the part of the priors that all actions share evenly: none is left out for ever
        ("even_root", "f8"),  # the same at the root, where overlooking something costs most
        ("unvisited", "f8"),  # what an action not yet tried is thought to lose against its node's value
        ("expand_at", "i8"),  # visits at which a node gets its edges
        ("judge_at", "i8"),  # visits at which its actions are judged properly; before that their priors are guesses
    ],
    align=True,
)

# What a walk needs, and what all walks of a search came to.
WALK = np.dtype(
    [
        ("nodes", "i4", DEEPEST),
        ("edges", "i4", DEEPEST),
        ("seats", "i1", DEEPEST),  # who decided
        ("values", "f8", SEATS),  # winning chances where the walk ended
        ("sums", "f8", SEATS),  # of them over all walks
    ],
    align=True,
)


@door
def start(walks, tree):
    """Begin anew."""
    clear(tree)
    add_node(tree)
    for seat in range(SEATS):
        walks[0].sums[seat] = 0.0
        walks[0].values[seat] = 0.0


@door
def search(games, seed, simulations, settings, weights, works, walks, tree, legal, spare):
    """Run simulations from the view at `VIEW`; the same seeds on the same tree make the same simulations."""
    for number in range(simulations):
        simulate(games, seed + number, settings[0], weights[0], works[0], walks[0], tree, legal, spare)


@compiled
def simulate(games, seed, settings, weights, work, walk, tree, legal, spare):
    """One walk down the tree, the judgement of where it ends, and the way back up."""
    games[SCRATCH] = games[VIEW]
    game = games[SCRATCH]
    views.determinise(game, seed)
    number = turn.legal_actions(game, legal)
    node = np.int64(ROOT)
    depth = 0
    while number > 0 and depth < DEEPEST:
        here = tree.nodes[node]
        walk.nodes[depth] = node
        walk.edges[depth] = NONE
        depth += 1
        due = node == ROOT or here.visits + 1 >= settings.expand_at
        if here.edges == 0 and due and has_room(tree, number):
            expand(game, legal, number, node, settings, weights, work, tree, spare)
        elif here.guessed and here.visits >= settings.judge_at:
            judge(game, legal, number, node, settings, weights, work, tree, spare)
        if here.visits == 0 or here.edges == 0:
            break
        edge = select(game, legal, number, node, settings, tree)
        if edge == NONE:
            break
        walk.edges[depth - 1] = edge
        walk.seats[depth - 1] = game.player
        number = turn.play(game, np.int64(tree.edges[edge].action), legal)
        node = child(tree, edge)
    chances(game, weights, work, walk.values)
    back_up(depth, walk, tree)


@compiled
def expand(game, legal, number, node, settings, weights, work, tree, spare):
    """Give a node its edges, with priors: guesses, for most nodes are hardly ever seen again."""
    here = tree.nodes[node]
    here.guessed = node != ROOT and game.phase == Phase.ACTION and settings.judge_at > 0
    if here.guessed:
        guess_all(game, legal, number, weights, work)
    else:
        score_all(game, legal, number, weights, work, spare)
    to_shares(number, settings.even_root if node == ROOT else settings.even, settings, work)
    first = add_edges(tree, node, number)
    for place in range(number):
        set_edge(tree.edges[first + place], legal[place], work.scores[place])


@compiled
def judge(game, legal, number, node, settings, weights, work, tree, spare):
    """Better priors for the actions that are legal in this game."""
    score_all(game, legal, number, weights, work, spare)
    to_shares(number, settings.even, settings, work)
    edge = np.int64(tree.nodes[node].first)
    end = edge + tree.nodes[node].edges
    for place in range(number):
        while edge < end and tree.edges[edge].action < legal[place]:
            edge += 1
        if edge < end and tree.edges[edge].action == legal[place]:
            tree.edges[edge].prior = work.scores[place]
    tree.nodes[node].guessed = 0


@compiled
def score_all(game, legal, number, weights, work, spare):
    """The greedy agent's scores, in `work.scores`."""
    look(game, weights, work)
    for place in range(number):
        work.scores[place] = score(game, np.int64(legal[place]), weights, work, spare)


@compiled
def to_shares(number, even, settings, work):
    """Make priors of scores: they add up to one, and a part of them is the same for all."""
    best = -1e9
    for place in range(number):
        best = max(best, work.scores[place])
    total = 0.0
    for place in range(number):
        work.scores[place] = np.exp((work.scores[place] - best) / settings.temperature)
        total += work.scores[place]
    for place in range(number):
        work.scores[place] = even / number + (1.0 - even) * work.scores[place] / total


@compiled
def select(game, legal, number, node, settings, tree):
    """The edge to follow; NONE only if the tree is full."""
    edge, all_known = puct(game, legal, number, node, settings, tree)
    if not all_known and has_room(tree, number + tree.nodes[node].edges):
        extend(tree, node, legal, number)
        edge, all_known = puct(game, legal, number, node, settings, tree)
    return edge


@compiled
def puct(game, legal, number, node, settings, tree):
    """The edge with the best outlook among those legal in this game, and whether every legal action has an edge."""
    here = tree.nodes[node]
    # Never below 0: where all is lost, what was not tried yet cannot be worse.
    unvisited = max(0.0, here.totals[game.player] / here.visits - settings.unvisited)
    curiosity = settings.explore * np.sqrt(float(here.visits))
    edge = np.int64(here.first)
    end = edge + here.edges
    best = np.int64(NONE)
    most = -1e9
    all_known = True
    for place in range(number):
        while edge < end and tree.edges[edge].action < legal[place]:
            edge += 1
        if edge == end or tree.edges[edge].action != legal[place]:
            all_known = False
            continue
        visits = tree.edges[edge].visits
        outlook = curiosity * tree.edges[edge].prior
        if visits > 0:  # most are not: dividing takes time
            outlook = tree.edges[edge].total / visits + outlook / (1 + visits)
        else:
            outlook += unvisited
        if outlook > most:
            best = edge
            most = outlook
    return best, all_known


@compiled
def back_up(depth, walk, tree):
    """Every node on the way learns what all seats got, every edge what the seat that decided got."""
    for seat in range(SEATS):
        walk.sums[seat] += walk.values[seat]
    for place in range(depth):
        node = tree.nodes[walk.nodes[place]]
        node.visits += 1
        for seat in range(SEATS):
            node.totals[seat] += walk.values[seat]
        if walk.edges[place] != NONE:
            edge = tree.edges[walk.edges[place]]
            edge.visits += 1
            edge.total += walk.values[walk.seats[place]]
