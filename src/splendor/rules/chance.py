"""The random generator inside the record: xoroshiro64** on two 32-bit words, and drawing with it.

Plain integers and masks, so that interpreted, compiled and GPU runs agree to the bit.
"""

from splendor.rules.jit import inlined

MASK = 0xFFFFFFFF


@inlined
def next_word(chance):
    """The next 32 random bits."""
    low = int(chance[0])
    high = int(chance[1])
    word = (low * 0x9E3779BB) & MASK
    word = ((word << 5) | (word >> 27)) & MASK
    word = (word * 5) & MASK
    high ^= low
    chance[0] = (((low << 26) | (low >> 6)) & MASK) ^ high ^ ((high << 9) & MASK)
    chance[1] = ((high << 13) | (high >> 19)) & MASK
    return word


@inlined
def below(chance, limit):
    """A random number from 0 to limit − 1; the bias of the multiplication is under one in 10⁷."""
    return (next_word(chance) * int(limit)) >> 32


@inlined
def scramble(word):
    """A 32-bit mixing function: near seeds give unrelated generators."""
    word &= MASK
    word ^= word >> 16
    word = (word * 0x7FEB352D) & MASK
    word ^= word >> 15
    word = (word * 0x846CA68B) & MASK
    return word ^ (word >> 16)


@inlined
def seed(chance, number):
    """Start the generator from a number of up to 63 bits.

    Two zeros would stay zeros for ever, but no number leads to them: `scramble` gives 0 for 0 alone, so it would take
    low = 3·high and high + low = −0x9E3779B9, and four times a number is never odd.
    """
    low = scramble(number & MASK)
    high = scramble((number >> 32) ^ 0x5EED)
    chance[0] = scramble(low ^ ((high * 3) & MASK))
    chance[1] = scramble((high + low + 0x9E3779B9) & MASK)
    for _ in range(4):
        next_word(chance)
