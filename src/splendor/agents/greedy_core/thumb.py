"""Rules of thumb for the further decisions of an imagined turn; the true ones are judged one by one."""

import numpy as np

from splendor.agents.greedy_core.cards import card_worth, measure_targets
from splendor.agents.greedy_core.distance import missing_cards, missing_tokens, purse, turns_needed
from splendor.agents.greedy_core.tiles import measure_tiles, power_worth
from splendor.agents.greedy_core.work import SCRATCH, TOP
from splendor.rules import tokens
from splendor.rules.actions import (
    COPY,
    EXTRA_TOKEN,
    FREE_CARD,
    GIVE_BACK,
    LIFT,
    PLACE,
    POST,
    REMOVE,
    RESERVE_NOBLE,
    SACRIFICE,
    Phase,
)
from splendor.rules.jit import compiled
from splendor.rules.layout import SLOTS
from splendor.table.catalogue import COST, GOLD, NOBLE_COUNT, PRESTIGE


@compiled
def plan(game, weights, work):
    """What the player who decides wants: tokens by colour, and cards by slot; for the rules of thumb."""
    me = np.int64(game.player)
    player = game.players[me]
    measure_targets(game, me, me, weights, work)
    for colour in range(GOLD + 1):
        work.want[colour] = 0.0
    share = 1.0
    for rank in range(TOP):
        card = int(work.best_card[rank])
        if card >= 0:
            for colour in range(GOLD):
                work.want[colour] += share * max(0, int(COST[card, colour]) - int(player.bonus[colour]))
        share *= weights.second
    money = purse(game, player)
    for slot in range(SLOTS):
        card = int(game.market[slot])
        work.slot_worth[slot] = 0.0
        if card >= 0:
            worth = card_worth(game, player, card, me, weights, work)
            turns = turns_needed(game, player, money, card, missing_tokens(money, card))
            contested = 1.0 if int(work.rivals[slot]) & ~(1 << me) else 0.5
            work.slot_worth[slot] = worth * work.share[turns] * contested


@compiled
def thumb(after, legal, number, weights, work):
    """One of the legal actions by a rule of thumb."""
    phase = after.phase
    if number == 1:
        return np.int64(legal[0])
    if phase == Phase.GIVE_BACK:
        return GIVE_BACK + least_wanted(after, work)
    if phase == Phase.EXTRA_TOKEN:
        return most_wanted(after, legal, number, work)
    if phase == Phase.STRONGHOLD:
        return best_stronghold(legal, number, work)
    if phase == Phase.PAY:
        return np.int64(legal[number - 1])  # gems rather than gold
    if phase == Phase.SACRIFICE:
        return least_prestige(legal, number)
    if phase == Phase.COPY:
        return best_colour(after, legal, number, weights, work)
    if phase == Phase.FREE_CARD:
        return best_free_card(after, legal, number, weights, work)
    if phase == Phase.RESERVE_NOBLE:
        return nearest_noble(after, legal, number)
    if phase == Phase.POST:
        return best_post(after, legal, number, work)
    return np.int64(legal[0])


@compiled
def least_wanted(after, work):
    """The lowest colour among the tokens one misses least: tokens are given back in colour order."""
    player = after.players[after.player]
    excess = tokens.over_the_limit(after)
    lowest = GOLD
    given = 0
    for _ in range(excess):
        best = -1
        most = 0.0
        for colour in range(int(after.give_back_from), GOLD):
            left = int(player.tokens[colour]) - ((given >> (4 * colour)) & 15)
            if left > 0:
                surplus = left - work.want[colour]
                if best < 0 or surplus > most:
                    best = colour
                    most = surplus
        if best < 0:
            best = GOLD
        given += 1 << (4 * best)
        lowest = min(lowest, best)
    return lowest


@compiled
def most_wanted(after, legal, number, work):
    player = after.players[after.player]
    best = np.int64(legal[0])
    most = -100.0
    for place in range(number):
        colour = np.int64(legal[place]) - EXTRA_TOKEN
        missing = work.want[colour] - player.tokens[colour]
        if missing > most:
            best = EXTRA_TOKEN + colour
            most = missing
    return best


@compiled
def best_stronghold(legal, number, work):
    """Onto the card one wants most; never away from where it stands."""
    best = np.int64(legal[0])
    most = -100.0
    for place in range(number):
        action = np.int64(legal[place])
        if action < LIFT:
            worth = work.slot_worth[action - PLACE]
        elif action < REMOVE:
            worth = -work.slot_worth[action - LIFT] - 0.5
        else:
            worth = work.slot_worth[action - REMOVE]
        if worth > most:
            best = action
            most = worth
    return best


@compiled
def least_prestige(legal, number):
    best = np.int64(legal[0])
    for place in range(1, number):
        if PRESTIGE[np.int64(legal[place]) - SACRIFICE] < PRESTIGE[best - SACRIFICE]:
            best = np.int64(legal[place])
    return best


@compiled
def best_colour(after, legal, number, weights, work):
    measure_tiles(after, np.int64(after.player), np.int64(SCRATCH), weights, work)
    best = np.int64(legal[0])
    for place in range(1, number):
        if work.gain[SCRATCH, np.int64(legal[place]) - COPY] > work.gain[SCRATCH, best - COPY]:
            best = np.int64(legal[place])
    return best


@compiled
def best_free_card(after, legal, number, weights, work):
    measure_tiles(after, np.int64(after.player), np.int64(SCRATCH), weights, work)
    player = after.players[after.player]
    best = np.int64(legal[0])
    most = -100.0
    for place in range(number):
        card = int(after.market[np.int64(legal[place]) - FREE_CARD])
        worth = card_worth(after, player, card, np.int64(SCRATCH), weights, work)
        if worth > most:
            best = np.int64(legal[place])
            most = worth
    return best


@compiled
def nearest_noble(after, legal, number):
    player = after.players[after.player]
    best = np.int64(legal[0])
    nearest = 100
    for place in range(number):
        noble = int(after.nobles[np.int64(legal[place]) - RESERVE_NOBLE])
        missing = missing_cards(player, NOBLE_COUNT[noble])
        if missing < nearest:
            best = np.int64(legal[place])
            nearest = missing
    return best


@compiled
def best_post(after, legal, number, work):
    player = after.players[after.player]
    best = np.int64(legal[0])
    most = -1.0
    for place in range(number):
        worth = power_worth(player, np.int64(legal[place]) - POST, work)
        if worth > most:
            best = np.int64(legal[place])
            most = worth
    return best
