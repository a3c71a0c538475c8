"""Strongholds (FORT, FORT25): they occupy market cards, and three on one card conquer it."""

from splendor.rules import market
from splendor.rules.actions import LIFT, PLACE, REMOVE
from splendor.rules.jit import inlined
from splendor.rules.layout import ABSENT, NOTHING, SEATS, SECOND, SLOTS
from splendor.rules.offering import offer

STRONGHOLDS = 3


@inlined
def deal(game):
    """SETUP-FORT-1."""
    for slot in range(SLOTS):
        game.holder[slot] = NOTHING
        game.held[slot] = 0
    for seat in range(SEATS):
        game.players[seat].strongholds = STRONGHOLDS if game.strongholds != ABSENT and seat < game.seats else 0


@inlined
def accessible(game, slot):
    """FORT-OCC-1: a card lies there and nobody else's stronghold stands on it."""
    return game.market[slot] != NOTHING and (game.holder[slot] == NOTHING or game.holder[slot] == game.player)


@inlined
def leave_market(game, slot):
    """A card leaves its slot, which waits for the refill; the strongholds on it come back (FORT-OCC-2)."""
    if game.held[slot] > 0:
        game.players[game.holder[slot]].strongholds += game.held[slot]
        game.held[slot] = 0
        game.holder[slot] = NOTHING
    market.open_slot(game, slot)


@inlined
def legal(game, legal):
    """DEC-FORT: place, move (lift, then place elsewhere) or remove (FORT-OP, FORT25-1)."""
    may_place = game.players[game.player].strongholds > 0
    number = 0
    targets = 0
    for slot in range(SLOTS):
        target = accessible(game, slot) and slot != game.lifted
        targets += int(target)
        number = offer(legal, number, PLACE + slot, target and may_place)
    if game.lifted != NOTHING:
        return number
    if targets > 1:  # FORT-OP-3: a move needs another card to go to
        number = legal_block(game, LIFT, legal, number)
    return legal_block(game, REMOVE, legal, number)


@inlined
def legal_block(game, block, legal, number):
    """The slots to lift from, or to remove from."""
    for slot in range(SLOTS):
        if game.holder[slot] != NOTHING:
            may = game.holder[slot] == game.player if block == LIFT else removable(game, slot)
            number = offer(legal, number, block + slot, may)
    return number


@inlined
def removable(game, slot):
    """FORT-OP-1 (b); in 2025 only a stronghold that stands alone (FORT25-1)."""
    if game.holder[slot] == NOTHING or game.holder[slot] == game.player:
        return False
    return game.strongholds != SECOND or game.held[slot] == 1


@inlined
def place(game, slot):
    player = game.players[game.player]
    player.strongholds -= 1
    game.holder[slot] = game.player
    game.held[slot] += 1
    game.lifted = NOTHING


@inlined
def lift(game, slot):
    """First half of a move: back to the supply, and then onto another card."""
    remove(game, slot)
    game.lifted = slot


@inlined
def remove(game, slot):
    """FORT-OP-6: exactly one goes back to its owner's supply."""
    game.players[game.holder[slot]].strongholds += 1
    game.held[slot] -= 1
    if game.held[slot] == 0:
        game.holder[slot] = NOTHING


@inlined
def conquerable(game):
    """FORT-CONQUEST-1: the slot that carries all three strongholds of the player, −1 if none does."""
    for slot in range(SLOTS):
        if game.holder[slot] == game.player and game.held[slot] == STRONGHOLDS:
            return slot
    return NOTHING
