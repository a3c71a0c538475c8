"""The whole state of a game as one nested numpy record.

A game is one record, a batch an array of them, a save its bytes, undo a copy, equality `tobytes()`. Fields of
modules that are not played stay at their start values. Sets of cards are bits in 64-bit words; decks are sets
too, drawn from at random when a card is needed, so there is no order that could leak.
"""

from typing import Any

import numba
import numpy as np

LAYOUT_VERSION = 1

SEATS = 4
SLOTS = 18  # market slots: level × 6; in each level 0–3 are base cards, 4–5 Orient cards
SLOTS_PER_LEVEL = 6
BASE_SLOTS = 4
HAND = 3
NOBLE_PLACES = 5
CITY_PLACES = 3
VIRTUAL_GOLD_CARDS = 5
RESERVED_NOBLES = 3
WORD = 50  # cards per word of a card set
WORDS = 3
MAX_LEGAL = 128  # more than any decision has choices
SPECTATOR = 4  # the bit beside the four seats in `seen` masks
EVERYONE = 31
NOTHING = -1
UNKNOWN = -2  # in a view: a hidden card from deck d is UNKNOWN - d

# A card put under a deck costs two cards of its top, so each deck has room for half its dealt size.
UNDER_FIRST = np.array([0, 18, 31, 39, 43, 47, 51], dtype=np.int16)
UNDER = 51

# Editions of a module inside the record.
ABSENT, FIRST, SECOND = 0, 1, 2

PLAYER = np.dtype(
    [
        ("tokens", "i1", 6),  # white blue green red black gold
        ("bonus", "i1", 5),  # what each colour takes off a price
        ("count", "i1", 5),  # what each colour counts for nobles, posts and cities (a 2025 double: one)
        ("prestige", "i1"),
        ("cards", "i1"),  # development cards in the tableau
        ("hand_size", "i1"),
        ("virtual_gold", "i1"),  # unspent virtual-gold cards
        ("reserved_count", "i1"),  # nobles reserved with an Orient card
        ("strongholds", "i1"),  # left in the supply
        ("posts", "i1"),  # bits: powers owned
        ("city", "i1"),  # the city face taken (2017) or fulfilled (2025)
        ("reserved_nobles", "i1", RESERVED_NOBLES),
        ("hand_seen", "i1", HAND),  # bits: seats that know the card, SPECTATOR for everyone else
        ("hand", "i2", HAND),
        ("virtual_gold_cards", "i2", VIRTUAL_GOLD_CARDS),  # in order of acquisition: the first is spent first
        ("nobles", "i2"),  # bits: nobles that visited
        ("tableau", "i8", WORDS),  # bits: cards owned
    ],
    align=True,
)

GAME = np.dtype(
    [
        # chance
        ("chance", "i8", 2),  # the generator, two 32-bit words
        # the set-up
        ("seats", "i1"),
        ("cities", "i1"),
        ("posts", "i1"),
        ("orient", "i1"),
        ("strongholds", "i1"),
        ("take_fewer", "i1"),
        ("extra_nobles", "i1"),
        ("payment", "i1"),
        # where the game stands
        ("phase", "i1"),  # what is asked now
        ("stage", "i1"),  # how far the turn has come
        ("player", "i1"),  # whose turn it is
        ("over", "i1"),
        ("winners", "i1"),  # bits
        ("ending", "i1"),  # the end was triggered, the round is completed
        ("passes", "i1"),  # turns in a row that were passes and brought nothing
        ("quiet_rounds", "i1"),  # rounds in a row without purchase or reservation
        ("rounds", "i2"),  # completed rounds
        ("lively", "i1"),  # this round somebody purchased or reserved
        # the turn so far
        ("passed", "i1"),
        ("gained", "i1"),  # a noble, post or city came this turn
        ("conquest", "i1"),  # this turn's conquest is under way or done
        ("pair", "i1"),  # colour of the two equal tokens taken
        ("buying", "i1"),  # slot, or SLOTS + place in hand, of the card being purchased
        ("pay_step", "i1"),  # next colour to be paid, 5: virtual gold, 6: paid
        ("paid", "i1", 5),  # gem tokens chosen so far
        ("paid_virtual", "i1"),  # virtual-gold cards chosen
        ("effect", "i1"),  # next step of the newest card's effect
        ("lifted", "i1"),  # slot a stronghold is being moved away from
        ("give_back_from", "i1"),  # tokens are given back in colour order
        ("opened_count", "i1"),
        ("opened", "i1", 6),  # slots to refill, in the order they were opened
        ("card", "i2"),  # the card being purchased, then the newest card of its chain
        ("sacrificed", "i2"),  # first card of the sacrifice
        ("drawn", "i2", 2),  # the two cards looked at with the draw-two post
        # the table
        ("bank", "i1", 6),
        ("nobles", "i1", NOBLE_PLACES),
        ("city_faces", "i1", CITY_PLACES),
        ("holder", "i1", SLOTS),  # seat whose strongholds stand on the slot
        ("held", "i1", SLOTS),  # how many
        ("market", "i2", SLOTS),
        # the decks
        ("deck_size", "i1", 6),  # cards under the deck included
        ("under_count", "i1", 6),
        ("under", "i1", UNDER),  # cards put under each deck, next drawn first, as places in the deck's run
        ("under_seen", "i1", UNDER),
        ("decks", "i8", 6),  # bits: the shuffled part of each deck; in a view: the cards unseen
        # gone and copied
        ("copied", "i1", 30),  # colour each copy card of the edition in play stands for
        ("gone", "i8", WORDS),  # bits: cards out of the game
        ("players", PLAYER, SEATS),
    ],
    align=True,
)

Games = Any  # an array of GAME records; numpy's types cannot name its fields


def new_games(number: int) -> Games:
    """Empty records; `deal.deal` makes a game of each.

    A plain array, which compiled code takes in half a microsecond; interpreted rules need attributes.
    """
    games = np.zeros(number, dtype=GAME)
    return with_attributes(games) if numba.config.DISABLE_JIT else games


def with_attributes(games: Games) -> Games:
    """The same records for Python to read and write: `with_attributes(games)[0].players[1].tokens`."""
    return games.view(np.dtype((np.record, GAME))).view(np.recarray)


def copy_games(games: Games) -> Games:
    """A copy made byte by byte: numpy's own would walk the fields, a hundred times slower."""
    copy = new_games(len(games))
    copy.view(np.uint8)[:] = games.view(np.uint8)
    return copy


def new_legal() -> Any:
    """Room for the legal actions of one decision."""
    return np.empty(MAX_LEGAL, dtype=np.int16)
