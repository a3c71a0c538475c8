"""The edges of a search tree's nodes, as far as both searches keep them alike.

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
