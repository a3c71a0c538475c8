"""The action numbering, one for all set-ups, and the phases: what a decision is about.

An action is a number below ACTIONS; each block below starts where the one before ends. docs/actions.md lists
them in words, `splendor.action.Action` prints and parses them.
"""

from enum import IntEnum

import numpy as np


class Phase(IntEnum):
    """What the player is asked; the ids are those of the decision catalogue in the rulebook."""

    ACTION = 0  # DEC-ACTION
    EXTRA_TOKEN = 1  # DEC-EXTRA, DEC-POST-TOKEN
    KEEP = 2  # DEC-KEEP
    PAY = 3  # DEC-PAY
    SACRIFICE = 4  # DEC-BURN
    COPY = 5  # DEC-COPY
    FREE_CARD = 6  # DEC-FREE
    RESERVE_NOBLE = 7  # DEC-NOBLE-RES
    STRONGHOLD = 8  # DEC-FORT
    CONQUER = 9  # DEC-CONQUEST
    GIVE_BACK = 10  # DEC-RETURN
    VISIT = 11  # DEC-NOBLE
    POST = 12  # DEC-POST
    CITY = 13  # DEC-CITY
    OVER = 14
    NONE = 15  # nothing to ask, the turn goes on


# name, how many actions
BLOCKS = (
    ("take_different", 25),  # ten triples, ten pairs, five singles: TAKEN
    ("take_same", 5),  # colour
    ("reserve", 18),  # slot
    ("reserve_deck", 6),  # deck
    ("purchase", 18),  # slot
    ("purchase_hand", 3),  # place in hand
    ("pass", 1),
    ("pay", 40),  # colour × 8 + number of its tokens
    ("pay_virtual", 6),  # number of virtual-gold cards
    ("sacrifice", 150),  # card
    ("copy", 5),  # colour
    ("free_card", 12),  # slot of level 1 or 2
    ("reserve_noble", 5),  # place on the table
    ("extra_token", 5),  # colour
    ("place", 18),  # slot
    ("lift", 18),  # slot
    ("remove", 18),  # slot
    ("conquer", 1),
    ("decline", 1),
    ("keep", 2),  # first or second card drawn
    ("give_back", 6),  # colour, gold included
    ("visit", 8),  # five places on the table, three own reserved nobles
    ("post", 5),  # power: tiles A–E of 2025
    ("city", 3),  # place on the table
)

TAKE_DIFFERENT = 0
TAKE_SAME = 25
RESERVE = 30
RESERVE_DECK = 48
PURCHASE = 54
PURCHASE_HAND = 72
PASS = 75
PAY = 76
PAY_VIRTUAL = 116
SACRIFICE = 122
COPY = 272
FREE_CARD = 277
RESERVE_NOBLE = 289
EXTRA_TOKEN = 294
PLACE = 299
LIFT = 317
REMOVE = 335
CONQUER = 353
DECLINE = 354
KEEP = 355
GIVE_BACK = 357
VISIT = 363
POST = 371
CITY = 376
ACTIONS = 379

TRIPLES, PAIRS, SINGLES = 0, 10, 20
COUNTS_PER_COLOUR = 8  # in the pay block: 0–7 tokens of a colour

# The colours of each take_different action as bits, by number of colours, then in colour order.
TAKEN = np.array(
    sorted((mask for mask in range(1, 32) if mask.bit_count() <= 3),
           key=lambda mask: (-mask.bit_count(), [colour for colour in range(5) if mask >> colour & 1])),
    dtype=np.int16,
)  # fmt: skip
TAKEN.flags.writeable = False
