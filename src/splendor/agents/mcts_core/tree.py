"""The search tree as flat arrays: nodes, and their edges side by side.

A node stands for a sequence of actions, whatever hidden hands and chance were drawn on the way (an open loop): every
visit comes with a game of its own, and only the actions that are legal in that game may be chosen. Nodes for
everything that may be revealed were tried too; they lost two games out of three, because so few visits remain for each.
"""

from typing import Any, NamedTuple

import numpy as np

from splendor.agents.edges import NONE, ROOT, set_edge
from splendor.rules.jit import compiled
from splendor.rules.layout import MAX_LEGAL, SEATS

NODE = np.dtype(
    [
        ("first", "i4"),  # its edges lie side by side from here on
        ("edges", "i2"),  # 0: not expanded
        ("guessed", "i1"),  # 1: the priors of its edges are guesses yet
        ("visits", "i4"),
        ("totals", "f8", SEATS),  # of the winning chances seen at it and below
    ],
    align=True,
)
EDGE = np.dtype(
    [
        ("action", "i2"),
        ("visits", "i4"),
        ("child", "i4"),  # the node behind it, NONE before the first visit
        ("prior", "f4"),
        ("total", "f8"),  # of the values for the seat that decides
    ],
    align=True,
)

NODES, EDGES = 0, 1  # places in `used`
SURE = 10  # visits below which a line is no expectation any more


class Tree(NamedTuple):
    """The arrays of a tree, and how much of each is used."""

    nodes: Any
    edges: Any
    used: Any


def new_tree(room: int) -> Tree:
    """An empty tree with room for so many simulations; `with_room` makes it larger."""
    return Tree(
        nodes=np.zeros(room, dtype=NODE),
        edges=np.zeros(room * 16 + MAX_LEGAL, dtype=EDGE),
        used=np.zeros(2, dtype=np.int64),
    )


def with_room(tree: Tree, simulations: int) -> Tree:
    """The tree, in larger arrays if so many simulations more might not fit."""
    nodes, edges = (int(used) for used in tree.used)
    return Tree(
        _with_room(tree.nodes, nodes + simulations),
        _with_room(tree.edges, edges + simulations * MAX_LEGAL),
        tree.used,
    )


def _with_room(array: Any, needed: int) -> Any:
    """At least twice as large: growing stays rare."""
    if len(array) >= needed:
        return array
    grown = np.zeros(max(needed, 2 * len(array)), dtype=array.dtype)
    grown[: len(array)] = array
    return grown


def line(tree: Tree, action: int) -> list[int]:
    """The actions that were tried most, one after the other, beginning with a given one at the root."""
    actions = [action]
    edge = next(edge for edge in edges_of(tree, ROOT) if edge["action"] == action)
    while edge["child"] != NONE and len(edges := edges_of(tree, edge["child"])) > 0:
        edge = edges[np.argmax(edges["visits"])]
        if edge["visits"] < SURE:
            break
        actions.append(int(edge["action"]))
    return actions


def edges_of(tree: Tree, node: int) -> Any:
    """The edges of a node, none before it is expanded."""
    first = tree.nodes["first"][node]
    return tree.edges[first : first + tree.nodes["edges"][node]]


@compiled
def clear(tree):
    """Forget everything; room stays."""
    for part in range(2):
        tree.used[part] = 0


@compiled
def add_node(tree):
    """A node without edges; returns its index."""
    index = tree.used[NODES]
    tree.used[NODES] += 1
    node = tree.nodes[index]
    node.first = NONE
    node.edges = 0
    node.guessed = 0
    node.visits = 0
    for seat in range(SEATS):
        node.totals[seat] = 0.0
    return index


@compiled
def has_room(tree, edges):
    """Whether so many edges more fit."""
    return tree.used[EDGES] + edges <= len(tree.edges)


@compiled
def add_edges(tree, node, number):
    """Give a node room for edges side by side; returns the first one's index."""
    first = tree.used[EDGES]
    tree.used[EDGES] += number
    tree.nodes[node].first = first
    tree.nodes[node].edges = number
    return first


@compiled
def child(tree, edge):
    """The node behind an edge; a new one has no visits."""
    if tree.edges[edge].child == NONE:
        tree.edges[edge].child = add_node(tree)
    return np.int64(tree.edges[edge].child)


@compiled
def extend(tree, node, legal, number):
    """Give a node edges for the legal actions it lacks."""
    old = np.int64(tree.nodes[node].first)
    first = tree.used[EDGES]
    end = merge(tree.edges, old, old + tree.nodes[node].edges, first, legal, number)
    add_edges(tree, node, end - first)


@compiled
def merge(edges, old, end, first, legal, number):
    """Add edges for the legal actions that those from `old` to `end` lack, with the average prior.

    All of them move to the places from `first` on, where they lie in order again; returns the place after the last.
    """
    prior = 1.0 / (end - old)
    edge = first
    place = 0
    while old < end or place < number:
        if old < end and (place == number or edges[old].action <= legal[place]):
            if place < number and edges[old].action == legal[place]:
                place += 1
            edges[edge] = edges[old]
            old += 1
        else:
            set_edge(edges[edge], legal[place], prior)
            place += 1
        edge += 1
    return edge
