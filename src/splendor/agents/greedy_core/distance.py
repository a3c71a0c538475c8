"""How far a player is from affording a card, a noble, a post or a city.

The distance to a card is asked millions of times a second, so all five colours are reckoned at once (`rules.packed`).
"""

import numpy as np

from splendor.agents.greedy_core.work import LONGEST
from splendor.rules import payment
from splendor.rules.jit import inlined
from splendor.rules.orient import can_copy, can_sacrifice
from splendor.rules.packed import HIGH_BITS, ONES, halved, less, pack, total
from splendor.rules.tableau import is_copy
from splendor.rules.tokens import LIMIT, PAIR_NEEDS
from splendor.table.catalogue import CITY_ALIKE, CITY_COUNT, COST_PACKED, GOLD, KIND, SACRIFICE_COLOUR, Kind

TURNS_FOR = np.array([-(-tokens // 3) for tokens in range(64)])  # a turn brings three tokens
TURNS_FOR.flags.writeable = False

WALLET, BONUSES, BANK, PAIRS, UNITS, COVERS = range(6)  # the places of a purse


# --- to a card ----------------------------------------------------------------------------------------------------
@inlined
def purse(game, player):
    """What a player pays with, measured once for many cards.

    Packed: bonuses and tokens together, bonuses, the bank, and a one for each colour of which a pair can be taken;
    then units of gold, and the tokens these cover.
    """
    wallet, value, units = payment.means(player)
    bank = pack(game.bank)
    pairs = ((bank + HIGH_BITS - PAIR_NEEDS * ONES) & HIGH_BITS) >> 7
    return wallet, pack(player.bonus), bank, pairs, units, units * value


@inlined
def missing_tokens(money, card):
    """Tokens still missing for a card, before gold, packed."""
    return less(int(COST_PACKED[card]), money[WALLET])


@inlined
def least_turns(money, missing):
    """Turns that bring so many tokens, whatever the colours; gold covers some."""
    return int(TURNS_FOR[max(0, total(missing) - money[COVERS])])


@inlined
def turns_needed(game, player, money, card, missing):
    """Turns of taking tokens before the card can be purchased, LONGEST if that is out of sight.

    A turn brings three tokens; of one colour one, or two while the bank has four. What the bank lacks may come as
    gold with a reservation, a turn for each.
    """
    if KIND[card] == Kind.SACRIFICE:
        return turns_to_sacrifice(game, player, card)
    if is_copy(card) and not can_copy(player):
        return 3
    if missing == 0:
        return 0
    turns = least_turns(money, missing)
    best = LONGEST
    while turns < best:
        best = min(best, turns + max(0, units_short(money, missing, turns) - money[UNITS]))
        turns += 1
    return min(LONGEST, best + turns_for_limit(money, card))


@inlined
def units_short(money, missing, turns):
    """Units of gold needed for what so many turns of taking cannot bring."""
    short = missing
    if turns > 0:
        obtainable = money[BANK] - less(money[BANK], turns * ONES + money[PAIRS])
        short = less(missing, obtainable)
    return total(halved(short, 2 if money[COVERS] > money[UNITS] else 1))  # a unit may cover two tokens of a colour


@inlined
def turns_to_sacrifice(game, player, card):
    """A card to sacrifice takes some turns to get."""
    if can_sacrifice(game, player, card):
        return 0
    return 3 if player.bonus[SACRIFICE_COLOUR[card]] > 0 else 7


@inlined
def turns_for_limit(money, card):
    """A price beyond ten tokens and the gold waits for bonuses: two turns for each token."""
    price = total(less(int(COST_PACKED[card]), money[BONUSES]))
    return max(0, 2 * (price - LIMIT - money[COVERS]))


# --- to a tile ----------------------------------------------------------------------------------------------------
@inlined
def missing_cards(player, asked):
    """How many cards of the colours asked for are still missing."""
    missing = 0
    for colour in range(GOLD):
        missing += max(0, int(asked[colour]) - int(player.count[colour]))
    return missing


@inlined
def missing_for_city(player, face):
    """Cards a city still asks for."""
    return missing_cards(player, CITY_COUNT[face]) + max(0, int(CITY_ALIKE[face]) - most_alike(player, face))


@inlined
def most_alike(player, face):
    """The most cards of one colour that the city does not name."""
    most = 0
    for colour in range(GOLD):
        if CITY_COUNT[face, colour] == 0:
            most = max(most, int(player.count[colour]))
    return most


@inlined
def helps_city(player, face, colour):
    """Whether one more card of a colour brings the city nearer."""
    if CITY_COUNT[face, colour] > 0:
        return player.count[colour] < CITY_COUNT[face, colour]
    most = most_alike(player, face)
    return player.count[colour] == most and most < CITY_ALIKE[face]
