"""Sets as bits in 64-bit integers, and sets of cards as three such words."""

import numpy as np

from splendor.rules.jit import inlined
from splendor.rules.layout import WORD
from splendor.rules.packed import HIGH_BITS, ONES, total


@inlined
def bit(place):
    return np.int64(1) << np.int64(place)


@inlined
def has(bits, place):
    return (np.int64(bits) >> np.int64(place)) & 1 == 1


@inlined
def count(bits):
    """How many bits are set."""
    number = 0
    while bits:
        bits &= bits - 1
        number += 1
    return number


@inlined
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


@inlined
def nth(bits, number):
    """The place of the set bit before which `number` others stand, in a set of at most 40.

    Bits are counted side by side, in pairs, fours and bytes; from the byte on the right half is taken each time. There
    is no branch that a processor could guess wrong, or for which the threads of a GPU would wait.
    """
    bits = int(bits)
    pairs = bits - ((bits >> 1) & 0x5555555555)
    fours = (pairs & 0x3333333333) + ((pairs >> 2) & 0x3333333333)
    counts = (fours + (fours >> 4)) & 0x0F0F0F0F0F
    up_to = counts + (counts << 8) + (counts << 16) + (counts << 24) + ((counts & 0xFFFFFF) << 32)
    beyond = (((up_to | HIGH_BITS) - (number + 1) * ONES) & HIGH_BITS) >> 7  # the bytes up to which there are more
    place = 40 - 8 * total(beyond)
    number -= ((up_to << 8) >> place) & 0xFF
    upper = int(number >= (fours >> place) & 0xF)
    number -= upper * ((fours >> place) & 0xF)
    place += 4 * upper
    upper = int(number >= (pairs >> place) & 3)
    number -= upper * ((pairs >> place) & 3)
    place += 2 * upper
    return place + int(number >= (bits >> place) & 1)


@inlined
def add_card(words, card):
    words[card // WORD] |= bit(card % WORD)


@inlined
def remove_card(words, card):
    words[card // WORD] &= ~bit(card % WORD)


@inlined
def has_card(words, card):
    return has(words[card // WORD], card % WORD)
