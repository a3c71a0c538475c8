"""Reserving a card (BASE-RES, TURN-RES), with the draw-two post (POST25-B)."""

import numpy as np

from splendor.rules import market, strongholds, tokens
from splendor.rules.actions import KEEP, RESERVE, RESERVE_DECK
from splendor.rules.bits import bit, has
from splendor.rules.jit import inlined
from splendor.rules.layout import EVERYONE, HAND, NOTHING, SLOTS_PER_LEVEL
from splendor.rules.offering import offer
from splendor.table.catalogue import DECK, GOLD, LEVELS, Power


@inlined
def legal(game, legal, number):
    """DEC-RESERVE: with room in the hand, accessible market cards and decks that are not empty."""
    if game.players[game.player].hand_size == HAND:
        return number
    places = market.places_per_level(game)
    for level in range(LEVELS):
        for slot in range(level * SLOTS_PER_LEVEL, level * SLOTS_PER_LEVEL + places):
            number = offer(legal, number, RESERVE + slot, strongholds.accessible(game, slot))
    for deck in range(market.decks_in_play(game)):
        number = offer(legal, number, RESERVE_DECK + deck, game.deck_size[deck] > 0)
    return number


@inlined
def from_market(game, slot):
    """R3–R6 with a card everybody saw (INFO-4)."""
    enter_hand(game, int(game.market[slot]), EVERYONE)
    strongholds.leave_market(game, slot)
    take_gold(game)
    market.refill(game)


@inlined
def from_deck(game, deck):
    """R1–R5 with a card only its owner sees (INFO-3); with the draw-two post two are drawn first (POST25-5)."""
    player = game.players[game.player]
    if has(player.posts, Power.DRAW_TWO) and game.deck_size[deck] > 1:
        game.drawn[0] = market.draw(game, deck)
        game.drawn[1] = market.draw(game, deck)
        return
    seen = market.who_knows_the_top(game, deck) | bit(game.player)
    enter_hand(game, market.draw(game, deck), seen)
    take_gold(game)


@inlined
def legal_keep(game, legal):
    """DEC-KEEP."""
    if game.drawn[0] == NOTHING:
        return 0
    legal[0] = KEEP
    legal[1] = KEEP + 1
    return 2


@inlined
def keep(game, which):
    """R2–R5: one card to the hand, the other under its deck; earlier knowledge of either ends (INFO-8, -9)."""
    kept = int(game.drawn[which])
    other = int(game.drawn[1 - which])
    game.drawn[0] = NOTHING
    game.drawn[1] = NOTHING
    market.put_under(game, int(DECK[other]), other, bit(game.player))
    enter_hand(game, kept, bit(game.player))
    take_gold(game)


@inlined
def enter_hand(game, card, seen):
    player = game.players[game.player]
    player.hand[player.hand_size] = card
    player.hand_seen[player.hand_size] = np.int64(seen)
    player.hand_size += 1
    game.lively = 1


@inlined
def leave_hand(player, place):
    """A reserved card is purchased; those behind it move up."""
    player.hand_size -= 1
    for later in range(place, player.hand_size):
        player.hand[later] = player.hand[later + 1]
        player.hand_seen[later] = player.hand_seen[later + 1]
    player.hand[player.hand_size] = NOTHING
    player.hand_seen[player.hand_size] = 0


@inlined
def take_gold(game):
    """BASE-RES-3, -4: one gold, if there is any."""
    if game.bank[GOLD] > 0:
        tokens.take(game, GOLD, 1)
