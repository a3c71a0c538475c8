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
def lowest(bits):
    """The place of the lowest set bit."""
    bits &= -bits
    place = 0
    width = 32
    while width:
        if bits >> width:
            bits >>= width
            place += width
        width >>= 1
    return place


@compiled
def nth(bits, number):
    """The place of the set bit before which `number` others stand, in a set of at most 40.

    The bits of each byte are counted side by side, summed up from byte to byte, and the right byte is searched:
    a few steps whatever the set, where a walk over the bits would make the threads of a GPU wait for the longest.
    """
    bits = np.int64(bits)
    pairs = bits - ((bits >> 1) & 0x5555555555)
    fours = (pairs & 0x3333333333) + ((pairs >> 2) & 0x3333333333)
    counts = (fours + (fours >> 4)) & 0x0F0F0F0F0F
    up_to = counts + (counts << 8) + (counts << 16) + (counts << 24) + ((counts & 0xFFFFFF) << 32)
    place = 0
    while (up_to >> place) & 0xFF <= number:
        place += 8
    if place > 0:
        number -= (up_to >> (place - 8)) & 0xFF
    rest = bits >> place
    while number > 0 or rest & 1 == 0:
        number -= rest & 1
        rest >>= 1
        place += 1
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
