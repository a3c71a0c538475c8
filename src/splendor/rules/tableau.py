"""A player's tableau: cards come in with their bonus and prestige, and may leave again (BASE-BUY-3, ORIENT)."""

from splendor.rules.bits import add_card, remove_card
from splendor.rules.jit import inlined
from splendor.rules.layout import FIRST
from splendor.table.catalogue import BASE_CARDS, BONUS, KIND, ORIENT_CARDS, PRESTIGE, Kind


@inlined
def is_copy(card):
    """COPY cards have no colour of their own (ORIENT-COPY-1)."""
    return KIND[card] == Kind.COPY or KIND[card] == Kind.COPY_AND_FREE_CARD


@inlined
def copy_place(card):
    """Where `game.copied` keeps the colour of a copy card."""
    return (card - BASE_CARDS) % ORIENT_CARDS


@inlined
def colour_of(game, card):
    """The colour a card in a tableau gives a bonus of, −1 for none."""
    return int(game.copied[copy_place(card)]) if is_copy(card) else int(BONUS[card])


@inlined
def add_bonus(game, player, card, sign):
    """Count a card's bonus in (sign 1) or out (−1); ORIENT-DOUBLE-1, ORIENT25-1."""
    colour = colour_of(game, card)
    if colour < 0:
        return
    double = KIND[card] == Kind.DOUBLE_BONUS
    player.bonus[colour] += sign * (2 if double else 1)
    player.count[colour] += sign * (2 if double and game.orient == FIRST else 1)


@inlined
def acquire(game, player, card):
    """The card lies in the tableau; bonus and prestige count at once. A copy has no colour yet."""
    add_card(player.tableau, card)
    player.cards += 1
    player.prestige += PRESTIGE[card]
    if KIND[card] == Kind.VIRTUAL_GOLD:
        player.virtual_gold_cards[player.virtual_gold] = card
        player.virtual_gold += 1
    add_bonus(game, player, card, 1)


@inlined
def discard(game, player, card):
    """ORIENT-BURN-1, -4: the card leaves the game with its bonus and prestige."""
    add_bonus(game, player, card, -1)
    remove_card(player.tableau, card)
    add_card(game.gone, card)
    player.cards -= 1
    player.prestige -= PRESTIGE[card]
    if is_copy(card):
        game.copied[copy_place(card)] = -1
