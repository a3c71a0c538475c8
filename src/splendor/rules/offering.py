"""Writing down the legal actions of a decision."""

import numpy as np

from splendor.rules.jit import inlined


@inlined
def offer(legal, number, action, may):
    """Write an action down behind so many others, and count it if it may be chosen; returns how many there are then.

    It is written in any case, because that needs no branch: a processor guesses wrong most often about what is legal.
    What must not be chosen is overwritten by the next action, or lies behind the last.
    """
    legal[np.uint32(number)] = action  # unsigned, so that no place is counted from the end
    return number + int(may)
