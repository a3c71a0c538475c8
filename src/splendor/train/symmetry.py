"""Positions that are the same but for the order of things: the cards of a row, the nobles.

The network sees places, the game does not care about them. Exchanging the places at random while learning gives it
other positions that are just as true, and keeps it from recognising a game by where its cards lie.
"""

from typing import Any

import numpy as np

from splendor.observation import PIECES, SIZE
from splendor.rules import actions
from splendor.rules.actions import ACTIONS
from splendor.rules.layout import BASE_SLOTS, NOBLE_PLACES, SLOTS, SLOTS_PER_LEVEL
from splendor.train.tables import NOBLES_FROM, THINGS

BY_SLOT = (actions.RESERVE, actions.PURCHASE, actions.PLACE, actions.LIFT, actions.REMOVE)
FEWEST_NOBLES = 3  # with two players; a place that a game never uses is not to be learned
FREE_SLOTS = 12  # slots of levels 1 and 2, the only ones a free card comes from


def exchanges(number: int, seed: int = 0) -> tuple[Any, Any, Any]:
    """So many random exchanges; the first changes nothing.

    For each: where each number of the new observation stands in the old one, the new number of each old action, and
    where each of the things whose fate is learned stood.
    """
    generator = np.random.default_rng(seed)
    sources = np.tile(np.arange(SIZE), (number, 1))
    renamed = np.tile(np.arange(ACTIONS), (number, 1))
    things = np.tile(np.arange(THINGS), (number, 1))
    for row in range(1, number):
        _exchange(generator, sources[row], renamed[row], things[row])
    return sources, renamed, things


def _exchange(generator: np.random.Generator, sources: Any, renamed: Any, things: Any) -> None:
    slots = np.arange(SLOTS)
    for first in range(0, SLOTS, SLOTS_PER_LEVEL):
        for run in (slots[first : first + BASE_SLOTS], slots[first + BASE_SLOTS : first + SLOTS_PER_LEVEL]):
            generator.shuffle(run)
    nobles = np.arange(NOBLE_PLACES)
    generator.shuffle(nobles[:FEWEST_NOBLES])
    for name, places in (("market", slots), ("nobles", nobles)):
        piece = next(piece for piece in PIECES if piece.name == name)
        old = np.arange(piece.slice.start, piece.slice.stop).reshape(piece.shape)
        sources[piece.slice] = old[places].reshape(-1)
    things[:SLOTS] = slots
    things[NOBLES_FROM:] = NOBLES_FROM + nobles
    for block in BY_SLOT:
        renamed[block + slots] = block + np.arange(SLOTS)
    free = slots[:FREE_SLOTS]
    renamed[actions.FREE_CARD + free] = actions.FREE_CARD + np.arange(FREE_SLOTS)
    for block in (actions.RESERVE_NOBLE, actions.VISIT):
        renamed[block + nobles] = block + np.arange(NOBLE_PLACES)
