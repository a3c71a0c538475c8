"""The Orient (ORIENT, ORIENT25): what its cards do when they enter a tableau, and the cards paid for by sacrifice."""

import numpy as np

from splendor.rules import strongholds, tableau
from splendor.rules.actions import COPY, FREE_CARD, SACRIFICE, Phase
from splendor.rules.bits import lowest
from splendor.rules.jit import inlined
from splendor.rules.layout import FIRST, NOTHING, SLOTS_PER_LEVEL, WORD, WORDS
from splendor.rules.offering import offer
from splendor.rules.payment import PAID
from splendor.table.catalogue import GOLD, KIND, SACRIFICE_COLOUR, Kind

COPYING, TAKING, DONE = 0, 1, 2  # steps of a card's effect


# --- effects ------------------------------------------------------------------------------------------------------
@inlined
def next_effect(game):
    """What the newest card of the chain asks next (ORIENT-5, ORIENT-FREE-2)."""
    kind = KIND[game.card]
    if game.effect == COPYING:
        game.effect = TAKING
        if tableau.is_copy(game.card):
            return Phase.COPY
    if game.effect == TAKING:
        game.effect = DONE
        if kind == Kind.COPY_AND_FREE_CARD or kind == Kind.FREE_CARD:
            return Phase.FREE_CARD
        if kind == Kind.RESERVE_NOBLE:
            return Phase.RESERVE_NOBLE
    return Phase.NONE


@inlined
def can_copy(player):
    """ORIENT-COPY-2: some card with a gem bonus lies in the tableau."""
    for colour in range(GOLD):
        if player.bonus[colour] > 0:
            return True
    return False


@inlined
def legal_copy(game, legal):
    """DEC-COPY, ORIENT-COPY-4: a colour the player has a bonus of."""
    player = game.players[game.player]
    number = 0
    for colour in range(GOLD):
        number = offer(legal, number, COPY + colour, player.bonus[colour] > 0)
    return number


@inlined
def copy(game, colour):
    """ORIENT-COPY-1, -3: for ever one bonus of that colour."""
    game.copied[tableau.copy_place(game.card)] = colour
    tableau.add_bonus(game, game.players[game.player], game.card, 1)


@inlined
def free_level(game):
    return 0 if KIND[game.card] == Kind.COPY_AND_FREE_CARD else 1


@inlined
def legal_free_card(game, legal):
    """DEC-FREE: accessible market cards of the level (ORIENT-FREE-4, COMBO-8)."""
    number = 0
    first = free_level(game) * SLOTS_PER_LEVEL
    for slot in range(first, first + SLOTS_PER_LEVEL):
        number = offer(legal, number, FREE_CARD + slot, strongholds.accessible(game, slot))
    return number


@inlined
def take_free_card(game, slot):
    """ORIENT-FREE-2, -3: not a purchase, but its own effect follows."""
    game.card = game.market[slot]
    game.effect = COPYING
    strongholds.leave_market(game, slot)
    tableau.acquire(game, game.players[game.player], int(game.card))


# --- sacrifice ----------------------------------------------------------------------------------------------------
@inlined
def can_sacrifice(game, player, card):
    """ORIENT-BURN-5: two bonuses of the colour in 2017, two cards in 2025."""
    colour = SACRIFICE_COLOUR[card]
    return (player.bonus[colour] if game.orient == FIRST else player.count[colour]) >= 2


@inlined
def is_double(card):
    return KIND[card] == Kind.DOUBLE_BONUS


@inlined
def legal_sacrifice(game, legal):
    """DEC-BURN card by card: copies first, then in card order, so that each set has one sequence."""
    player = game.players[game.player]
    colour = int(SACRIFICE_COLOUR[game.card])
    number = list_colour(game, player, colour, legal)
    copies = 0
    singles = 0
    for place in range(number):
        if tableau.is_copy(legal[place]):
            copies += 1
        elif not is_double(legal[place]):
            singles += 1
    kept = 0
    for place in range(number):
        if may_go(game, int(legal[place]), copies, singles):
            legal[kept] = SACRIFICE + legal[place]
            kept += 1
    if game.sacrificed == NOTHING and copies != 1:
        kept = leave_out_last_of_pair(game, legal, kept)
    return kept


@inlined
def list_colour(game, player, colour, cards):
    """Write the player's cards of a colour to `cards`, ascending; returns how many."""
    number = 0
    for word in range(WORDS):
        rest = np.int64(player.tableau[word])
        while rest:
            card = word * WORD + lowest(rest)
            rest &= rest - 1
            if tableau.colour_of(game, card) == colour:
                cards[number] = card
                number += 1
    return number


@inlined
def may_go(game, card, copies, singles):
    """ORIENT-BURN-3 (2017) and ORIENT25-2 (2025) for the first or the second card."""
    first = int(game.sacrificed)
    if copies >= 2:
        return tableau.is_copy(card) and card > first
    if copies == 1 and first == NOTHING:
        return tableau.is_copy(card)
    if tableau.is_copy(card):
        return False
    if copies == 1:
        return game.orient != FIRST or singles == 0 or not is_double(card)
    if game.orient != FIRST:
        return card > first
    if first != NOTHING:
        return card > first and not is_double(card)
    return is_double(card) or singles >= 2


@inlined
def leave_out_last_of_pair(game, legal, number):
    """The last card of a pair cannot come first; a 2017 double is no half of a pair."""
    for place in range(number - 1, -1, -1):
        if not (game.orient == FIRST and is_double(legal[place] - SACRIFICE)):
            for later in range(place, number - 1):
                legal[later] = legal[later + 1]
            return number - 1
    return number


@inlined
def sacrifice(game, card):
    """ORIENT-BURN-1: when the set is complete its cards leave the game."""
    player = game.players[game.player]
    if game.sacrificed == NOTHING and not suffices_alone(game, card):
        game.sacrificed = card
        return
    if game.sacrificed != NOTHING:
        tableau.discard(game, player, int(game.sacrificed))
        game.sacrificed = NOTHING
    tableau.discard(game, player, card)
    game.pay_step = PAID


@inlined
def suffices_alone(game, card):
    """A 2017 double is worth both bonuses, unless a copy had to go first."""
    return game.orient == FIRST and is_double(card)
