"""A rough idea of the actions of a turn, ten times cheaper than judging the position after each.

It looks only at what the player who decides gains: cards, tokens, and how much nearer the best targets come. The
tree search takes it where it passes by; where it stays longer it judges properly.
"""

import numpy as np

from splendor.agents.greedy_core.cards import card_worth, finishes, measure_targets
from splendor.agents.greedy_core.distance import missing_tokens, purse, turns_needed
from splendor.agents.greedy_core.value import prepare
from splendor.agents.greedy_core.work import LONGEST, MOST_MISSING, TOP
from splendor.rules import payment
from splendor.rules.actions import PASS, PURCHASE, PURCHASE_HAND, RESERVE, RESERVE_DECK, TAKEN
from splendor.rules.jit import compiled
from splendor.rules.layout import HAND, NOTHING
from splendor.rules.packed import less, total
from splendor.rules.tokens import LIMIT, held
from splendor.table.catalogue import BONUS, COST_PACKED, GOLD, KIND, Kind

# The tokens of a take, packed as COST_PACKED is.
TAKE = np.array(
    [sum(1 << 8 * colour for colour in range(GOLD) if taken >> colour & 1) for taken in TAKEN]
    + [2 << 8 * colour for colour in range(GOLD)],
    dtype=np.int64,
)
TAKE.flags.writeable = False
END = 10.0  # a purchase that brings about the end


@compiled
def guess_all(game, legal, number, weights, work):
    """Rough scores of the legal actions of a turn, in `work.scores`."""
    me = np.int64(game.player)
    player = game.players[me]
    prepare(game, weights, work)
    measure_targets(game, me, me, weights, work)
    money = purse(game, player)
    note_full_worths(game, player, money, work)
    reserving = reservation(game, player, money, weights, work)
    for place in range(number):
        action = np.int64(legal[place])
        if action < RESERVE:
            found = take(game, player, money, TAKE[action], weights, work)
        elif action < RESERVE_DECK:
            found = reserving + denial(game, me, action - RESERVE, weights, work)
        elif action < PURCHASE:
            found = reserving
        elif action < PASS:
            found = purchase(game, me, money, action, weights, work)
        else:
            found = 0.0
        work.scores[place] = found


@compiled
def note_full_worths(game, player, money, work):
    """What the best targets would be worth without the way to them."""
    for rank in range(TOP):
        card = int(work.best_card[rank])
        if card >= 0:
            work.full[rank] = work.best[rank] / max(1e-9, nearness(game, player, money, card, work))


@compiled
def nearness(game, player, money, card, work):
    """What is left of a target's worth by the tokens and turns it still takes."""
    missing = missing_tokens(money, card)
    turns = turns_needed(game, player, money, card, missing)
    return work.near[min(MOST_MISSING, total(missing))] * work.share[min(LONGEST, turns)]


@compiled
def tempo(game, player, money, without, weights, work):
    """What the best targets but one are worth with other means."""
    found = 0.0
    share = 1.0
    for rank in range(TOP):
        card = int(work.best_card[rank])
        if card >= 0 and card != without:
            found += share * work.full[rank] * nearness(game, player, money, card, work)
            share *= weights.second
    return found


@compiled
def take(game, player, money, coins, weights, work):
    """Tokens, as far as one may keep them, and the targets they bring nearer."""
    wallet, bonuses, bank, pairs, units, covers = money
    richer = wallet + coins, bonuses, bank, pairs, units, covers
    kept = min(total(coins), max(0, LIMIT - held(player)))
    return tempo(game, player, richer, np.int64(NOTHING), weights, work) + weights.token * kept


@compiled
def reservation(game, player, money, weights, work):
    """The gold that comes with a reservation, and the place the card takes."""
    wallet, bonuses, bank, pairs, units, covers = money
    found = -weights.hand
    if player.hand_size == HAND - 1:
        found -= weights.full_hand
    if game.bank[GOLD] > 0:
        units += 1
        covers += payment.gold_value(player)
        found += weights.token + weights.gold
    richer = wallet, bonuses, bank, pairs, units, covers
    return found + tempo(game, player, richer, np.int64(NOTHING), weights, work)


@compiled
def purchase(game, me, money, action, weights, work):
    """The card, less the tokens it costs, with what is left for the other targets."""
    player = game.players[me]
    in_market = action < PURCHASE_HAND
    slot = action - PURCHASE
    card = int(game.market[slot]) if in_market else int(player.hand[action - PURCHASE_HAND])
    found = card_worth(game, player, card, me, weights, work)
    if finishes(game, player, card, me, work):
        found += END
    wallet, bonuses, bank, pairs, units, covers = money
    cost = less(int(COST_PACKED[card]), bonuses) if KIND[card] != Kind.SACRIFICE else np.int64(0)
    one = np.int64(1) << (8 * int(BONUS[card])) if BONUS[card] >= 0 else np.int64(0)
    left = less(wallet, cost) + one, bonuses + one, bank, pairs, units, covers
    found += tempo(game, player, left, card, weights, work) - weights.token * total(cost)
    if in_market:
        found += denial(game, me, slot, weights, work)
    else:
        found += weights.hand
    return found


@compiled
def denial(game, me, slot, weights, work):
    """What it costs the others if a card goes that they could purchase now."""
    rivals = int(work.rivals[slot]) & ~(1 << me)
    if rivals == 0:
        return 0.0
    worth = card_worth(game, game.players[me], int(game.market[slot]), me, weights, work)
    return weights.opponent * weights.ready * worth / (game.seats - 1)
