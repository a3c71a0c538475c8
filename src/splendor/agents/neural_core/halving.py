"""Gumbel's choice at the root: which action each simulation tries, the choice at the end, and the policy learned.

Danihelka and others, "Policy improvement by planning with Gumbel" (2022): the actions with the largest prior plus
noise are considered; the simulations are shared out by sequential halving. An action never tried is given the value
that the root seems to have, so that all actions can be compared.
"""

import math
from functools import lru_cache
from typing import Any

import numpy as np

from splendor.agents.edges import NONE, ROOT
from splendor.rules.jit import compiled
from splendor.rules.layout import SEATS


@lru_cache(maxsize=16)
def table(considered: int, simulations: int) -> Any:
    """For 0 to `considered` actions, simulation by simulation: the visits of the action to try."""
    return np.array([sequence(actions, simulations) for actions in range(considered + 1)], dtype=np.int32)


def sequence(actions: int, simulations: int) -> Any:
    """The visits an action must have to be tried next; every action left is tried once before any is tried again.

    >>> sequence(4, 8).tolist()
    [0, 0, 0, 0, 1, 1, 2, 2]
    """
    if actions <= 1:
        return np.arange(simulations)
    visits: list[Any] = []
    done, left, reached = 0, actions, 0
    halvings = math.ceil(math.log2(actions))
    while done < simulations:
        more = max(1, simulations // (halvings * left))
        visits.append(np.repeat(np.arange(reached, reached + more), left))
        done, reached, left = done + more * left, reached + more, max(2, left // 2)
    return np.concatenate(visits)[:simulations] if visits else np.zeros(0, dtype=int)


@compiled
def first_edge(tree):
    """Where the root's edges begin, which lie side by side: its legal actions are the same for all walks."""
    return np.int64(tree.edges[tree.nodes[ROOT].last].next)


@compiled
def considered(tree, settings):
    """How many actions are tried at the root."""
    return min(np.int64(settings.considered), np.int64(tree.nodes[ROOT].edges))


@compiled
def fewer_are_left(visits, done):
    """Whether the round that begins after so many simulations tries fewer actions than the one before it."""
    size = np.int64(1)
    while size < done and visits[done - size - 1] == visits[done - 1]:
        size += 1
    end = done + size
    return end > len(visits) or visits[end - 1] != visits[done]


@compiled
def root_edge(tree, seat, wanted, settings):
    """The edge to try: the best outlook among those with the visits wanted."""
    scale, unseen = scale_and_unseen(tree, seat, settings)
    best = np.int64(NONE)
    most = np.float32(-1e30)
    first = first_edge(tree)
    for place in range(tree.nodes[ROOT].edges):
        edge = tree.edges[first + place]
        if edge.visits == wanted:
            value = outcome(edge, unseen, settings)
            outlook = tree.noise[place] + tree.logits[place] + scale * value
            if outlook > most:
                best = first + place
                most = outlook
    return best if best != NONE else fewest_visits(tree)


@compiled
def fewest_visits(tree):
    first = first_edge(tree)
    best = first
    for place in range(1, tree.nodes[ROOT].edges):
        if tree.edges[first + place].visits < tree.edges[best].visits:
            best = first + place
    return best


@compiled
def scale_and_unseen(tree, seat, settings):
    """What a value counts in units of logits, and the value of actions never tried."""
    visits = 0
    most = np.int64(0)
    priors = np.float32(0)
    weighted = np.float32(0)
    first = first_edge(tree)
    for place in range(tree.nodes[ROOT].edges):
        edge = tree.edges[first + place]
        if edge.visits > 0:
            visits += edge.visits
            most = max(most, np.int64(edge.visits))
            priors += edge.prior
            weighted += edge.prior * edge.total / edge.visits
    unseen = tree.value[seat]
    if visits > 0 and priors > 0:
        unseen = (unseen + visits * weighted / priors) / (1 + visits)
    return np.float32(settings.trust * (settings.trust_visits + most)), np.float32(unseen)


@compiled
def chances(tree, seat, settings, out):
    """The winning chances by seat, if the seat that decides chooses by its priors among what was tried.

    The mean of all simulations would hold it against this seat that bad actions were tried as often as good ones: five
    points a turn, to and fro. The others keep their proportions to each other.
    """
    root = tree.nodes[ROOT]
    mean = root.totals[seat] / root.visits
    _, own = scale_and_unseen(tree, seat, settings)
    others = (1 - own) / (1 - mean) if mean < 1 else np.float32(0)
    for other in range(SEATS):
        out[other] = others * root.totals[other] / root.visits
    out[seat] = own if mean < 1 else np.float32(1)


@compiled
def outcome(edge, unseen, settings):
    """The value of an action: what was seen of it, and the less it was tried the more what was thought before."""
    return (edge.total + settings.doubt * unseen) / (edge.visits + settings.doubt) if edge.visits > 0 else unseen


@compiled
def decide(tree, seat, settings):
    """The place among the root's edges of the action chosen: of those visited most, the best outlook."""
    scale, unseen = scale_and_unseen(tree, seat, settings)
    first = first_edge(tree)
    best = 0
    visits = np.int64(-1)
    most = np.float32(-1e30)
    for place in range(tree.nodes[ROOT].edges):
        edge = tree.edges[first + place]
        value = outcome(edge, unseen, settings)
        outlook = tree.noise[place] + tree.logits[place] + scale * value
        if edge.visits > visits or (edge.visits == visits and outlook > most):
            best = place
            visits = np.int64(edge.visits)
            most = outlook
    return best


@compiled
def improved(tree, seat, settings, out):
    """The policy after the search, over the root's edges: what the network is to learn."""
    scale, unseen = scale_and_unseen(tree, seat, settings)
    first = first_edge(tree)
    number = np.int64(tree.nodes[ROOT].edges)
    most = np.float32(-1e30)
    for place in range(number):
        edge = tree.edges[first + place]
        value = outcome(edge, unseen, settings)
        out[place] = tree.logits[place] + scale * value
        most = max(most, out[place])
    total = np.float32(0)
    for place in range(number):
        out[place] = math.exp(out[place] - most)
        total += out[place]
    for place in range(number):
        out[place] /= total
