"""What a position is worth for a seat, in prestige points: plain arithmetic a player could follow.

The worth is a sum of parts: prestige, bonuses, the way to nobles, posts and cities, the best targets (cards worth
having, less the longer they still take), tokens, hand and strongholds. Games and views can be judged alike: a hidden
card is a negative number and counts as an average card of its level.

`prepare` comes first: it measures once what the cards on the table make of a bonus and who could purchase what, so
that all positions after one's possible actions are judged by the same measure.
"""

import numpy as np

from splendor.agents.greedy_core.cards import measure_targets
from splendor.agents.greedy_core.distance import missing_cards, missing_for_city
from splendor.agents.greedy_core.tiles import measure_tiles
from splendor.agents.greedy_core.work import (
    FAR,
    LONGEST,
    MOST_BONUSES,
    MOST_MISSING,
    P_BONUS,
    P_HAND,
    P_PRESTIGE,
    P_STRONGHOLD,
    P_TEMPO,
    P_TOKENS,
    PARTS,
    SCRATCH,
)
from splendor.rules import payment
from splendor.rules.ending import GOAL
from splendor.rules.jit import compiled
from splendor.rules.layout import ABSENT, CITY_PLACES, HAND, NOBLE_PLACES, NOTHING, SLOTS
from splendor.rules.purchase import affordable
from splendor.rules.tokens import held
from splendor.table.catalogue import (
    BASE_CARDS,
    CITY_ALIKE,
    CITY_COUNT,
    CITY_PRESTIGE,
    COST,
    GOLD,
    NOBLE_COUNT,
    NOBLE_PRESTIGE,
    Power,
)

# How many tokens the k-th bonus of a colour saves on an average card of the base game.
SAVINGS = np.array([(COST[:BASE_CARDS] >= k).mean() for k in range(MOST_BONUSES + 2)])
SAVINGS.flags.writeable = False


@compiled
def prepare(game, weights, work):
    """Measure the table, and for each seat what one more card of a colour would bring."""
    measure_table(game, weights, work)
    for seat in range(np.int64(game.seats)):
        measure_tiles(game, seat, seat, weights, work)


@compiled
def measure_table(game, weights, work):
    """How far the game is, what bonuses are worth, who is near a noble or could purchase what."""
    work.early = 1.0 - progress(game)
    work.point = weights.prestige * (1.0 + weights.race * (1.0 - work.early))
    tabulate(weights, work)
    tabulate_powers(weights, work)
    for place in range(NOBLE_PLACES):
        work.nobles[place] = game.nobles[place]
        for seat in range(np.int64(game.seats)):
            noble = int(game.nobles[place])
            work.missing[seat, place] = missing_cards(game.players[seat], NOBLE_COUNT[noble]) if noble >= 0 else 0
    for slot in range(SLOTS):
        work.rivals[slot] = 0
    measure_demand(game, work)
    for seat in range(np.int64(game.seats)):
        note_purchases(game, seat, work)
        measure_engine(game, seat, weights, work)


@compiled
def progress(game):
    """How far the leader is on the way to the end, 0 to 1."""
    most = 0.0
    for seat in range(np.int64(game.seats)):
        player = game.players[seat]
        most = max(most, player.prestige / GOAL if game.cities == ABSENT else city_progress(game, player))
    return min(1.0, most)


@compiled
def city_progress(game, player):
    """The share of a city's demands that is met, at the nearest one; two points count like one card."""
    most = 0.0
    for place in range(CITY_PLACES):
        face = int(game.city_faces[place])
        if face >= 0:
            asked = int(CITY_ALIKE[face]) + CITY_PRESTIGE[face] / 2
            for colour in range(GOLD):
                asked += int(CITY_COUNT[face, colour])
            missing = missing_for_city(player, face) + max(0, int(CITY_PRESTIGE[face]) - int(player.prestige)) / 2
            most = max(most, 1.0 - missing / asked)
    return most


@compiled
def tabulate(weights, work):
    """Powers, so that the sums below need none."""
    share = weights.ready
    patience = weights.patience * (1.0 - weights.hurry * (1.0 - work.early))
    for turns in range(LONGEST + 1):
        work.share[turns] = share
        share *= patience
    near = 1.0
    for missing in range(MOST_MISSING + 1):
        work.near[missing] = near
        near *= 1.0 - weights.short
    noble = weights.noble * NOBLE_PRESTIGE
    post = weights.post
    city = weights.city
    for missing in range(FAR + 1):
        work.noble[missing] = noble
        work.post[missing] = post
        work.city[missing] = city
        noble *= weights.noble_step
        post *= weights.post_step
        city *= weights.city_step


@compiled
def tabulate_powers(weights, work):
    """Powers are worth most while there is time to use them."""
    work.power[Power.TOKEN_AFTER_PURCHASE.value] = weights.token_power * work.early
    work.power[Power.DRAW_TWO.value] = weights.draw_power * work.early
    work.power[Power.THIRD_TOKEN.value] = weights.third_power * work.early
    work.power[Power.DOUBLE_GOLD.value] = weights.gold_power * work.early
    work.power[Power.PRESTIGE_PER_POST.value] = weights.prestige_power * work.early


@compiled
def measure_demand(game, work):
    """On how many cards of the market one more bonus of a colour saves a token."""
    for colour in range(GOLD):
        for bonus in range(MOST_BONUSES + 2):
            work.demand[colour, bonus] = 0.0
    for slot in range(SLOTS):
        card = int(game.market[slot])
        if card >= 0:
            for colour in range(GOLD):
                work.demand[colour, COST[card, colour]] += 1.0
    for colour in range(GOLD):
        for bonus in range(MOST_BONUSES, 0, -1):
            work.demand[colour, bonus] += work.demand[colour, bonus + 1]


@compiled
def measure_engine(game, seat, weights, work):
    """The worth of a seat's bonuses: what they save on cards to come, on the market and on its hand."""
    player = game.players[seat]
    fade = weights.fade if game.cities == ABSENT else weights.city_fade
    fading = max(0.0, 1.0 - fade * (1.0 - work.early))
    for colour in range(GOLD):
        work.engine[seat, colour, 0] = 0.0
        for bonus in range(1, MOST_BONUSES + 2):
            saved = weights.engine * SAVINGS[bonus] + weights.demand * work.demand[colour, bonus]
            work.engine[seat, colour, bonus] = fading * saved
    for place in range(player.hand_size):
        if player.hand[place] >= 0:
            add_demand(int(player.hand[place]), fading * weights.hand_demand, seat, work)
    for colour in range(GOLD):
        for bonus in range(MOST_BONUSES + 1):
            work.engine[seat, colour, bonus + 1] += work.engine[seat, colour, bonus]


@compiled
def add_demand(card, worth, seat, work):
    """Every bonus up to a card's cost saves a token on it."""
    for colour in range(GOLD):
        for bonus in range(1, int(COST[card, colour]) + 1):
            work.engine[seat, colour, bonus] += worth


@compiled
def note_purchases(game, seat, work):
    """Note the seat at every card in the market it could purchase now (FORT-OCC-1)."""
    player = game.players[seat]
    means = payment.means(player)
    for slot in range(SLOTS):
        card = int(game.market[slot])
        free = game.holder[slot] == NOTHING or game.holder[slot] == seat
        if card != NOTHING and free and affordable(game, player, card, means):
            work.rivals[slot] |= 1 << seat


@compiled
def evaluate(game, seat, row, weights, work):
    """The worth of the position for a seat; its parts are left in `work.parts`.

    What is measured on the way goes to a row: the seat's own, or SCRATCH if the position is only imagined.
    """
    player = game.players[seat]
    for part in range(len(PARTS)):
        work.parts[part] = 0.0
    measure_tiles(game, seat, row, weights, work)
    measure_targets(game, seat, row, weights, work)
    work.parts[P_PRESTIGE] = work.point * player.prestige
    for colour in range(GOLD):
        work.parts[P_BONUS] += work.engine[seat, colour, min(int(player.bonus[colour]), MOST_BONUSES + 1)]
    work.parts[P_TOKENS] = weights.token * held(player) + weights.gold * player.tokens[GOLD]
    work.parts[P_TOKENS] += weights.virtual_gold * player.virtual_gold
    work.parts[P_HAND] -= weights.hand * player.hand_size
    if player.hand_size == HAND:
        work.parts[P_HAND] -= weights.full_hand
    total = 0.0
    for part in range(len(PARTS)):
        total += work.parts[part]
    return total


@compiled
def evaluate_opponent(game, seat, weights, work):
    """The part of a seat's worth that another seat's turn can change: its targets, its nobles, its strongholds."""
    for part in range(len(PARTS)):
        work.parts[part] = 0.0
    row = seat
    if nobles_moved(game, work):
        row = np.int64(SCRATCH)
        measure_tiles(game, seat, row, weights, work)
    measure_targets(game, seat, row, weights, work)
    return work.parts[P_TEMPO] + work.parts[P_STRONGHOLD] + work.tiles[row]


@compiled
def nobles_moved(game, work):
    moved = False
    for place in range(NOBLE_PLACES):
        moved |= game.nobles[place] != work.nobles[place]
    return moved
