"""The edges of a search tree's nodes, as both searches keep them: side by side, in the order of their actions.

A node stands for a sequence of actions, whatever was hidden or drawn on the way, so the same node may meet legal
actions that it has no edges for yet.
"""

from splendor.rules.jit import compiled

NONE = -1  # no node, no edge
ROOT = 0


@compiled
def set_edge(edge, action, prior):
    """An edge that was never followed."""
    edge.action = action
    edge.visits = 0
    edge.child = NONE
    edge.prior = prior
    edge.total = 0.0


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
