"""Decks and market: drawing, revealing and refilling (SETUP-1, BASE-ROW, ORIENT-1)."""

import numpy as np

from splendor.rules.bits import bit, nth
from splendor.rules.chance import below
from splendor.rules.jit import inlined
from splendor.rules.layout import (
    ABSENT,
    BASE_SLOTS,
    NOTHING,
    SLOTS_PER_LEVEL,
    UNDER_FIRST,
)
from splendor.table.catalogue import DECK_CARDS, DECK_FIRST, LEVELS


@inlined
def deal(game):
    """SETUP-1, SETUP-ORIENT-1: shuffle every deck and reveal its part of the market."""
    for deck in range(decks_in_play(game)):
        game.decks[deck] = bit(DECK_CARDS[deck]) - 1
        game.deck_size[deck] = DECK_CARDS[deck]
    for level in range(LEVELS):
        for place in range(SLOTS_PER_LEVEL):
            slot = level * SLOTS_PER_LEVEL + place
            game.market[slot] = NOTHING
            if place < places_per_level(game):
                game.market[slot] = draw(game, deck_of_slot(slot))


@inlined
def decks_in_play(game):
    return LEVELS if game.orient == ABSENT else 2 * LEVELS


@inlined
def places_per_level(game):
    """Slots of a level that are in play: four, or six with the Orient."""
    return BASE_SLOTS if game.orient == ABSENT else SLOTS_PER_LEVEL


@inlined
def deck_of_slot(slot):
    """A slot is refilled from its own deck (ORIENT-1)."""
    level = slot // SLOTS_PER_LEVEL
    return level if slot % SLOTS_PER_LEVEL < BASE_SLOTS else level + LEVELS


@inlined
def first_card(game, deck):
    """The number of the deck's first card; its others follow."""
    return int(DECK_FIRST[game.orient, deck])


@inlined
def shuffled(game, deck):
    """How many cards of the deck lie in no known order."""
    return int(game.deck_size[deck]) - int(game.under_count[deck])


@inlined
def draw(game, deck):
    """Take the top card of a deck that is not empty: at random, or the first one put under it."""
    hidden = shuffled(game, deck)
    game.deck_size[deck] -= 1
    if hidden == 0:
        return draw_from_under(game, deck)
    place = nth(game.decks[deck], below(game.chance, hidden))
    game.decks[deck] &= ~bit(place)
    return first_card(game, deck) + place


@inlined
def draw_from_under(game, deck):
    start = int(UNDER_FIRST[deck])
    card = first_card(game, deck) + int(game.under[start])
    game.under_count[deck] -= 1
    last = start + int(game.under_count[deck])
    for place in range(start, last):
        game.under[place] = game.under[place + 1]
        game.under_seen[place] = game.under_seen[place + 1]
    game.under[last] = NOTHING
    game.under_seen[last] = 0
    return card


@inlined
def put_under(game, deck, card, seen):
    """POST25-B: a card goes under its deck; `seen` are the seats that know it."""
    place = int(UNDER_FIRST[deck]) + int(game.under_count[deck])
    game.under[place] = card - first_card(game, deck)
    game.under_seen[place] = seen
    game.under_count[deck] += 1
    game.deck_size[deck] += 1


@inlined
def who_knows_the_top(game, deck):
    """INFO-9: the seats that know which single card would be drawn now."""
    if shuffled(game, deck) > 0:
        return np.int64(0)
    return np.int64(game.under_seen[UNDER_FIRST[deck]])


@inlined
def open_slot(game, slot):
    """A card has left the market: remember its slot for the refill."""
    game.market[slot] = NOTHING
    game.opened[game.opened_count] = slot
    game.opened_count += 1


@inlined
def refill(game):
    """BASE-ROW-1, BASE-ROW-2: every opened slot, in the order opened, while its deck lasts."""
    for number in range(game.opened_count):
        slot = int(game.opened[number])
        deck = deck_of_slot(slot)
        if game.deck_size[deck] > 0:
            game.market[slot] = draw(game, deck)
        game.opened[number] = 0
    game.opened_count = 0
