"""Nobles visit (BASE-NOBLE), those on the table and those reserved with an Orient card (ORIENT-NOBLE)."""

from splendor.rules.actions import RESERVE_NOBLE, VISIT
from splendor.rules.bits import bit, nth
from splendor.rules.chance import below
from splendor.rules.jit import inlined
from splendor.rules.layout import ABSENT, NOBLE_PLACES, NOTHING, RESERVED_NOBLES
from splendor.rules.offering import offer
from splendor.rules.packed import pack, reaches
from splendor.table.catalogue import BASE_NOBLES, NOBLE_PACKED, NOBLE_PRESTIGE, NOBLES


@inlined
def deal(game):
    """SETUP-3: one noble more than players; none with Cities (COMBO-1)."""
    for place in range(NOBLE_PLACES):
        game.nobles[place] = NOTHING
    if game.cities != ABSENT:
        return
    left = NOBLES if game.extra_nobles else BASE_NOBLES
    pool = bit(left) - 1
    for place in range(game.seats + 1):
        noble = nth(pool, below(game.chance, left))
        pool &= ~bit(noble)
        left -= 1
        game.nobles[place] = noble


@inlined
def comes_to(cards, noble):
    """BASE-NOBLE-1: the cards, packed, reach every number on the tile."""
    return reaches(cards, int(NOBLE_PACKED[noble]))


@inlined
def legal(game, legal):
    """DEC-NOBLE: the nobles on the table and one's own reserved ones; none may be refused."""
    player = game.players[game.player]
    cards = pack(player.count)
    number = 0
    for place in range(NOBLE_PLACES):
        noble = int(game.nobles[place])
        number = offer(legal, number, VISIT + place, noble != NOTHING and comes_to(cards, noble))
    for place in range(player.reserved_count):
        may = comes_to(cards, int(player.reserved_nobles[place]))
        number = offer(legal, number, VISIT + NOBLE_PLACES + place, may)
    return number


@inlined
def visit(game, choice):
    player = game.players[game.player]
    if choice < NOBLE_PLACES:
        noble = int(game.nobles[choice])
        game.nobles[choice] = NOTHING
    else:
        noble = leave_reserved(player, choice - NOBLE_PLACES)
    player.nobles |= bit(noble)
    player.prestige += NOBLE_PRESTIGE
    game.gained = 1


@inlined
def legal_reserve(game, legal):
    """DEC-NOBLE-RES: any noble on the table."""
    number = 0
    for place in range(NOBLE_PLACES):
        number = offer(legal, number, RESERVE_NOBLE + place, game.nobles[place] != NOTHING)
    return number


@inlined
def reserve(game, place):
    """ORIENT-NOBLE-1: only its owner can be visited by it now."""
    player = game.players[game.player]
    player.reserved_nobles[player.reserved_count] = game.nobles[place]
    player.reserved_count += 1
    game.nobles[place] = NOTHING


@inlined
def leave_reserved(player, place):
    noble = int(player.reserved_nobles[place])
    player.reserved_count -= 1
    for later in range(place, RESERVED_NOBLES - 1):
        player.reserved_nobles[later] = player.reserved_nobles[later + 1]
    player.reserved_nobles[RESERVED_NOBLES - 1] = NOTHING
    return noble
