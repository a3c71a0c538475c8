"""Five amounts in one integer, a byte for each colour as in COST_PACKED: all colours at once, and without a branch.

No amount is larger than 127: the highest bit of a byte, set before a subtraction, survives it exactly where the amount
is not smaller than what is taken off, and keeps the bytes apart.
"""

from splendor.rules.jit import inlined
from splendor.table.catalogue import GOLD

ONES = 0x0101010101
HIGH_BITS = 0x8080808080
LOW_BITS = 0x7F7F7F7F7F


@inlined
def pack(amounts):
    """The amounts of the five gem colours."""
    packed = 0
    for colour in range(GOLD):
        packed |= int(amounts[colour]) << (8 * colour)
    return packed


@inlined
def reaches(many, needed):
    """Whether every amount is as large as the one needed."""
    return ((many | HIGH_BITS) - needed) & HIGH_BITS == HIGH_BITS


@inlined
def less(many, few):
    """many − few, colour by colour, at least 0."""
    difference = (many | HIGH_BITS) - few
    positive = (difference & HIGH_BITS) >> 7
    return difference & ((positive << 7) - positive)


@inlined
def halved(amounts, value):
    """Half of each amount, rounded up, where `value` is 2; the amounts themselves where it is 1."""
    return ((amounts + ONES * (value - 1)) >> (value - 1)) & LOW_BITS


@inlined
def total(amounts):
    """The sum of the five."""
    return ((amounts * ONES) >> 32) & 0xFF
