"""Purchasing a card from the market or the hand (BASE-BUY, TURN-BUY)."""

from splendor.rules import orient, payment, strongholds, tableau
from splendor.rules.actions import PURCHASE, PURCHASE_HAND
from splendor.rules.jit import inlined
from splendor.rules.layout import EVERYONE, NOTHING, SLOTS, SLOTS_PER_LEVEL
from splendor.rules.market import places_per_level
from splendor.rules.offering import offer
from splendor.rules.reserve import leave_hand
from splendor.table.catalogue import BASE_CARDS, KIND, LEVELS, Kind


@inlined
def affordable(game, player, card, means):
    """DEC-BUY: some payment is legal, and what the card itself demands is there."""
    if card >= BASE_CARDS:
        kind = KIND[card]
        if kind == Kind.SACRIFICE:
            return orient.can_sacrifice(game, player, card)
        if (kind == Kind.COPY or kind == Kind.COPY_AND_FREE_CARD) and not orient.can_copy(player):
            return False
    return payment.can_pay(means, card)


@inlined
def legal(game, legal, number):
    """BASE-BUY-1: accessible market cards and one's own hand."""
    player = game.players[game.player]
    means = payment.means(player)
    places = places_per_level(game)
    for level in range(LEVELS):
        for slot in range(level * SLOTS_PER_LEVEL, level * SLOTS_PER_LEVEL + places):
            if strongholds.accessible(game, slot):
                may = affordable(game, player, int(game.market[slot]), means)
                number = offer(legal, number, PURCHASE + slot, may)
    for place in range(player.hand_size):
        may = affordable(game, player, int(player.hand[place]), means)
        number = offer(legal, number, PURCHASE_HAND + place, may)
    return number


@inlined
def start(game, source):
    """B1: the card is chosen; it stays where it is until it is paid."""
    player = game.players[game.player]
    game.buying = source
    game.pair = NOTHING  # a conquest may follow two equal tokens; its post token may be of their colour too
    if source < SLOTS:
        game.card = game.market[source]
    else:
        game.card = player.hand[source - SLOTS]
        player.hand_seen[source - SLOTS] = EVERYONE  # INFO-6
    game.lively = 1
    if KIND[game.card] != Kind.SACRIFICE:
        payment.start(game)


@inlined
def complete(game):
    """B2, B3: pay, and take the card into the tableau."""
    player = game.players[game.player]
    source = int(game.buying)
    if KIND[game.card] != Kind.SACRIFICE:
        payment.settle(game)
    game.pay_step = 0
    game.buying = NOTHING
    if source < SLOTS:
        strongholds.leave_market(game, source)
    else:
        leave_hand(player, source - SLOTS)
    tableau.acquire(game, player, int(game.card))
