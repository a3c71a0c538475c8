"""Sets as bits in 64-bit integers, and sets of cards as three such words."""

import numpy as np

from splendor.rules.jit import compiled
from splendor.rules.layout import WORD


@compiled
def bit(place):
    return np.int64(1) << np.int64(place)


@compiled
def has(bits, place):
    return (np.int64(bits) >> np.int64(place)) & 1 == 1


@compiled
def count(bits):
    """How many bits are set."""
    number = 0
    while bits:
        bits &= bits - 1
        number += 1
    return number


@compiled
def nth(bits, number):
    """The place of the set bit before which `number` others stand."""
    for _ in range(number):
        bits &= bits - 1
    lowest = bits & -bits
    place = 0
    width = 32
    while width:
        if lowest >> width:
            lowest >>= width
            place += width
        width >>= 1
    return place


@compiled
def add_card(words, card):
    words[card // WORD] |= bit(card % WORD)


@compiled
def remove_card(words, card):
    words[card // WORD] &= ~bit(card % WORD)


@compiled
def has_card(words, card):
    return has(words[card // WORD], card % WORD)
