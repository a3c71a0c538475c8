"""Room to think in: everything an evaluation measures on its way, in one record, so that nothing is allocated."""

import numba
import numpy as np

from splendor.rules.layout import GAME, MAX_LEGAL, NOBLE_PLACES, SEATS, SLOTS
from splendor.table.catalogue import POWERS

LONGEST = 12  # turns beyond which a card is out of sight
MOST_BONUSES = 8  # of one colour that are told apart
MOST_MISSING = 15  # tokens of a card that are told apart
FAR = 16  # cards missing for a tile beyond which it is out of sight
TOP = 5  # targets that count

# The parts of an evaluation, in this order; the names are the reasons `explain` gives.
PARTS = (
    "prestige",
    "bonus",
    "noble",
    "post",
    "city",
    "tempo",
    "tokens",
    "hand",
    "stronghold",
    "denial",
    "ending",
)
P_PRESTIGE, P_BONUS, P_NOBLE, P_POST, P_CITY, P_TEMPO, P_TOKENS, P_HAND, P_STRONGHOLD, P_DENIAL, P_ENDING = range(11)

ROWS = SEATS + 1
SCRATCH = SEATS  # the row of a position that is only imagined; row s is seat s in the true one

WORK = np.dtype(
    [
        ("game", GAME),  # the position after an action
        ("scores", "f8", MAX_LEGAL),  # of the legal actions
        ("reasons", "f8", (MAX_LEGAL, len(PARTS))),  # their parts
        ("targets", "i2", MAX_LEGAL),  # the best target after each
        ("parts", "f8", len(PARTS)),  # of the last evaluation
        # measured by `measure_table`
        ("early", "f8"),  # 1 at the start, 0 when somebody is at the goal
        ("point", "f8"),  # worth of a prestige point: more towards the end
        ("demand", "f8", (5, MOST_BONUSES + 2)),  # cards of the market on which the k-th bonus of a colour saves
        ("engine", "f8", (SEATS, 5, MOST_BONUSES + 2)),  # worth of so many bonuses of a colour
        ("share", "f8", LONGEST + 1),  # what a target counts by the turns it takes
        ("near", "f8", MOST_MISSING + 1),  # … and by the tokens it misses
        ("noble", "f8", FAR + 1),  # what a noble counts by the cards it misses
        ("power", "f8", POWERS),  # worth of a post's power, beside the prestige it may bring
        ("post", "f8", FAR + 1),  # … a post
        ("city", "f8", FAR + 1),  # … a city
        ("nobles", "i1", NOBLE_PLACES),  # those on the table
        ("missing", "i1", (SEATS, NOBLE_PLACES)),  # cards a seat misses for a noble
        ("rivals", "i1", SLOTS),  # bits: seats that could purchase the card now
        # measured by `measure_tiles`, for each row
        ("gain", "f8", (ROWS, 5)),  # worth of one more card of a colour
        ("completes", "i1", (ROWS, 5)),  # prestige of a noble that comes with one more card of a colour
        ("city_point", "f8", ROWS),  # worth of a point of prestige that brings a city nearer
        ("city_open", "i1", ROWS),  # points still missing for it
        ("tiles", "f8", ROWS),  # worth of nobles, posts and cities together
        # measured by `measure_targets`
        ("best", "f8", TOP),
        ("best_card", "i2", TOP),
        ("full", "f8", TOP),  # their worth without the way to them, for guesses
        ("reach", "i2", SEATS),  # prestige a seat can win with its next purchase
        ("finishes", "i1", SEATS),  # whether a purchase within reach ends the game
        ("quick", "i8"),  # 1: the opponents are judged anew only if cards or nobles on the table changed
        # measured by `look`: the opponents before the decision
        ("theirs", "f8", SEATS),  # what a turn of another seat can change of their worth
        ("their_reach", "i2", SEATS),
        ("they_finish", "i1", SEATS),
        # what the player who decides wants, for rules of thumb
        ("want", "f8", 6),  # tokens of each colour that the best targets cost
        ("slot_worth", "f8", SLOTS),
        ("target", "i2"),  # the best target after the action judged last
    ],
    align=True,
)


def new_work():
    """Room to think in; every thread needs its own."""
    return one_record(WORK)


def one_record(dtype):
    """An array of one record of zeros; compiled code takes a plain array faster, interpreted code needs attributes."""
    record = np.zeros(1, dtype=dtype)
    return record.view(np.dtype((np.record, dtype))).view(np.recarray) if numba.config.DISABLE_JIT else record
