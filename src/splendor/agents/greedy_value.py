"""What a position is worth for a seat, in prestige points. Compiled; plain arithmetic a player could follow.

The worth of a position is a sum of parts: prestige, bonuses, nobles, posts, cities, the best targets (cards worth
having, less the longer they still take), tokens, hand and strongholds. Works on games and on views: a hidden card
is a negative number and counts as an average card of its level.

`prepare` comes first: it measures once what the cards on the table make of bonuses, of nobles and of the race, so
that all positions after one's possible actions are judged by the same measure.
"""

import numpy as np

from splendor.rules import payment
from splendor.rules.bits import count, has
from splendor.rules.jit import compiled
from splendor.rules.layout import (
    ABSENT,
    CITY_PLACES,
    GAME,
    HAND,
    MAX_LEGAL,
    NOBLE_PLACES,
    NOTHING,
    SEATS,
    SLOTS,
    SLOTS_PER_LEVEL,
    UNKNOWN,
)
from splendor.rules.orient import can_copy, can_sacrifice
from splendor.rules.purchase import affordable
from splendor.table.catalogue import (
    BASE_CARDS,
    BONUS,
    CITY_ALIKE,
    CITY_COUNT,
    CITY_PRESTIGE,
    COST,
    GOLD,
    KIND,
    LEVELS,
    NOBLE_COUNT,
    NOBLE_PRESTIGE,
    POST_COUNT,
    POST_NOBLES,
    POWERS,
    PRESTIGE,
    SACRIFICE_COLOUR,
    Kind,
    Power,
)

GOAL = 15
MOST_BONUSES = 8
LONGEST = 12  # turns beyond which a card is out of sight
FAR = 16  # missing cards beyond which a tile is out of sight
TOP = 3  # targets that count
LIMIT = 10
PAIR_NEEDS = 4

# The parts of an evaluation, in this order; names for `explain`.
PARTS = (
    "prestige",
    "bonus",
    "noble",
    "post",
    "city",
    "tempo",
    "tokens",
    "hand",
    "stronghold",
    "denial",
    "ending",
)
P_PRESTIGE, P_BONUS, P_NOBLE, P_POST, P_CITY, P_TEMPO, P_TOKENS, P_HAND, P_STRONGHOLD, P_DENIAL, P_ENDING = range(11)

# How many tokens the k-th bonus of a colour saves on an average card of the base game.
_savings = np.zeros(MOST_BONUSES + 2)
for _k in range(1, MOST_BONUSES + 2):
    _savings[_k] = (COST[:BASE_CARDS] >= _k).mean()
SAVINGS = _savings
SAVINGS.flags.writeable = False

# What a post's power is worth early in a game, in prestige points; the two that are prestige count by themselves.
POWER_WORTH = np.array([2.5, 0.6, 0.8, 1.2, 1.5, 0.0])
POWER_WORTH.flags.writeable = False

WORK = np.dtype(
    [
        ("game", GAME),  # the position after an action
        ("legal", "i2", MAX_LEGAL),
        ("scores", "f8", MAX_LEGAL),
        ("parts", "f8", len(PARTS)),
        ("own_parts", "f8", len(PARTS)),
        # measured by prepare
        ("early", "f8"),  # 1 at the start, 0 when somebody is at the goal
        ("engine", "f8", (SEATS, 5, MOST_BONUSES + 2)),  # worth of so many bonuses of a colour
        ("share", "f8", LONGEST + 1),  # what a target counts by the turns it takes
        ("noble", "f8", FAR + 1),  # what a noble counts by the cards it misses
        ("post", "f8", FAR + 1),
        ("city", "f8", FAR + 1),
        ("missing", "i1", (SEATS, NOBLE_PLACES)),  # cards a seat misses for a noble
        ("rivals", "i1", SLOTS),  # bits: seats that could purchase the card now
        # written by evaluate
        ("gain", "f8", 5),  # worth of one more card of a colour
        ("completes", "f8", 5),  # prestige of a noble that comes with one more card of a colour
        ("best", "f8", TOP),
        ("best_card", "i2", TOP),
        ("reach", "i2", SEATS),  # prestige a seat can have after its next turn
        ("want", "f8", 6),  # tokens of each colour the best targets cost
        ("slot_worth", "f8", SLOTS),
    ],
    align=True,
)


def new_work():
    """Room to think in, for one thread."""
    return np.zeros(1, dtype=np.dtype((np.record, WORK))).view(np.recarray)


# --- measured once for a decision ---------------------------------------------------------------------------------
@compiled
def prepare(game, weights, work):
    """Measure the table: how far the game is, what bonuses are worth, who could purchase what."""
    work.early = max(0.0, 1.0 - progress(game))
    tabulate(work, weights)
    for seat in range(game.seats):
        measure_engine(game, seat, weights, work)
        for place in range(NOBLE_PLACES):
            noble = int(game.nobles[place])
            work.missing[seat, place] = missing_cards(game.players[seat], NOBLE_COUNT[noble]) if noble >= 0 else 0
    for slot in range(SLOTS):
        work.rivals[slot] = who_can_purchase(game, slot)


@compiled
def progress(game):
    """How far the leader is on the way to the end, 0 to 1."""
    most = 0.0
    for seat in range(game.seats):
        player = game.players[seat]
        done = player.prestige / GOAL
        if game.cities != ABSENT:
            done = city_progress(game, player)
        most = max(most, done)
    return min(1.0, most)


@compiled
def city_progress(game, player):
    best = 0.0
    for place in range(CITY_PLACES):
        face = int(game.city_faces[place])
        if face >= 0:
            cards = 0
            for colour in range(GOLD):
                cards += int(CITY_COUNT[face, colour])
            cards += int(CITY_ALIKE[face])
            open_cards = min(cards, missing_for_city(player, face))
            open_prestige = max(0, int(CITY_PRESTIGE[face]) - int(player.prestige))
            total = cards + 0.5 * CITY_PRESTIGE[face]
            best = max(best, 1.0 - (open_cards + 0.5 * open_prestige) / total)
    return best


@compiled
def tabulate(work, weights):
    """Powers, so that the sums below need none."""
    share = weights.ready
    for turns in range(LONGEST + 1):
        work.share[turns] = share
        share *= weights.patience
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
def measure_engine(game, seat, weights, work):
    """The worth of a seat's bonuses: what they save on cards to come, on the market and on its hand."""
    player = game.players[seat]
    fading = 1.0 - weights.fade * (1.0 - work.early)
    fading = max(0.0, fading)
    for colour in range(GOLD):
        worth = 0.0
        work.engine[seat, colour, 0] = 0.0
        for bonus in range(1, MOST_BONUSES + 2):
            saved = weights.engine * SAVINGS[bonus]
            for slot in range(SLOTS):
                card = int(game.market[slot])
                if card >= 0 and COST[card, colour] >= bonus:
                    saved += weights.demand
            for place in range(player.hand_size):
                card = int(player.hand[place])
                if card >= 0 and COST[card, colour] >= bonus:
                    saved += weights.hand_demand
            worth += saved * fading
            work.engine[seat, colour, bonus] = worth


@compiled
def who_can_purchase(game, slot):
    """The seats that could purchase the card in a slot now, as bits."""
    card = int(game.market[slot])
    seats = 0
    if card == NOTHING:
        return seats
    for seat in range(game.seats):
        player = game.players[seat]
        free = game.holder[slot] == NOTHING or game.holder[slot] == seat
        if free and affordable(game, player, card, payment.means(player)):
            seats |= 1 << seat
    return seats


# --- distances ----------------------------------------------------------------------------------------------------
@compiled
def missing_cards(player, asked):
    """How many cards of the colours asked for are still missing."""
    missing = 0
    for colour in range(GOLD):
        missing += max(0, int(asked[colour]) - int(player.count[colour]))
    return missing


@compiled
def missing_for_city(player, face):
    """Cards a city still asks for."""
    missing = 0
    most_alike = 0
    for colour in range(GOLD):
        missing += max(0, int(CITY_COUNT[face, colour]) - int(player.count[colour]))
        if CITY_COUNT[face, colour] == 0:
            most_alike = max(most_alike, int(player.count[colour]))
    return missing + max(0, int(CITY_ALIKE[face]) - most_alike)


@compiled
def missing_tokens(player, card):
    """Tokens still missing for a card, before gold."""
    total = 0
    for colour in range(GOLD):
        total += max(0, int(COST[card, colour]) - int(player.bonus[colour]) - int(player.tokens[colour]))
    return total


@compiled
def turns_needed(game, player, card):
    """Turns of taking tokens before the card can be purchased; LONGEST if it is out of sight.

    A turn brings three tokens, of one colour one, or two while the bank has four. What the bank lacks may come
    as gold with a reservation, a turn for each.
    """
    if KIND[card] == Kind.SACRIFICE:
        if can_sacrifice(game, player, card):
            return 0
        return 3 if player.bonus[SACRIFICE_COLOUR[card]] == 1 else 7
    if is_copy_kind(card) and not can_copy(player):
        return 3
    value = payment.gold_value(player)
    gold = payment.budget(player)
    missing = 0
    price = 0
    for colour in range(GOLD):
        open_price = max(0, int(COST[card, colour]) - int(player.bonus[colour]))
        price += open_price
        missing += max(0, open_price - int(player.tokens[colour]))
    if missing == 0:
        return 0
    overweight = price - LIMIT - (value - 1) * gold - 2 * int(player.virtual_gold)
    best = LONGEST
    for turns in range(LONGEST):
        if turns >= best:
            break
        if missing - gold * value > 3 * turns:
            continue
        units = 0
        for colour in range(GOLD):
            open_tokens = int(COST[card, colour]) - int(player.bonus[colour]) - int(player.tokens[colour])
            open_tokens -= obtainable(int(game.bank[colour]), turns)
            if open_tokens > 0:
                units += payment.units_for(open_tokens, value)
        best = min(best, turns + max(0, units - gold))
    if overweight > 0:
        best += 2 * overweight
    return min(best, LONGEST)


@compiled
def obtainable(bank, turns):
    """Tokens of one colour that so many turns can bring."""
    if turns == 0:
        return 0
    return min(bank, turns + 1 if bank >= PAIR_NEEDS else turns)


@compiled
def is_copy_kind(card):
    return KIND[card] == Kind.COPY or KIND[card] == Kind.COPY_AND_FREE_CARD


# --- the parts ----------------------------------------------------------------------------------------------------
@compiled
def evaluate(game, seat, weights, work):
    """The worth of the position for a seat; its parts are left in `work.parts`."""
    player = game.players[seat]
    for part in range(len(PARTS)):
        work.parts[part] = 0.0
    measure_gains(game, seat, weights, work)
    work.parts[P_PRESTIGE] = prestige_worth(player.prestige, weights, work)
    for colour in range(GOLD):
        work.parts[P_BONUS] += work.engine[seat, colour, min(int(player.bonus[colour]), MOST_BONUSES + 1)]
    measure_targets(game, seat, weights, work)
    tokens = 0
    for colour in range(GOLD + 1):
        tokens += int(player.tokens[colour])
    work.parts[P_TOKENS] = weights.token * tokens + weights.gold * player.tokens[GOLD]
    work.parts[P_TOKENS] += weights.virtual_gold * player.virtual_gold
    work.parts[P_HAND] += -weights.hand * player.hand_size
    if player.hand_size == HAND:
        work.parts[P_HAND] -= weights.full_hand
    total = 0.0
    for part in range(len(PARTS)):
        total += work.parts[part]
    return total


@compiled
def prestige_worth(prestige, weights, work):
    return weights.prestige * prestige * (1.0 + weights.race * (1.0 - work.early))


@compiled
def measure_gains(game, seat, weights, work):
    """Nobles, posts and cities, and what one more card of each colour would be worth for a seat."""
    player = game.players[seat]
    for colour in range(GOLD):
        bonus = min(int(player.bonus[colour]), MOST_BONUSES)
        work.gain[colour] = work.engine[seat, colour, bonus + 1] - work.engine[seat, colour, bonus]
        work.completes[colour] = 0.0
    if game.cities != ABSENT:
        add_cities(game, player, weights, work)
    else:
        add_nobles(game, seat, weights, work)
    if game.posts != ABSENT:
        add_posts(game, player, weights, work)


@compiled
def add_nobles(game, seat, weights, work):
    player = game.players[seat]
    for place in range(NOBLE_PLACES):
        noble = int(game.nobles[place])
        if noble >= 0:
            nearest = FAR
            for other in range(game.seats):
                if other != seat:
                    nearest = min(nearest, int(work.missing[other, place]))
            add_noble(player, noble, nearest, weights, work)
    for place in range(player.reserved_count):
        add_noble(player, int(player.reserved_nobles[place]), FAR, weights, work)


@compiled
def add_noble(player, noble, nearest_rival, weights, work):
    missing = missing_cards(player, NOBLE_COUNT[noble])
    hope = weights.noble_rival if nearest_rival < missing else 1.0
    worth = work.noble[missing] * hope
    work.parts[P_NOBLE] += worth
    if missing == 0:
        return
    if missing == 1:
        step = prestige_worth(NOBLE_PRESTIGE, weights, work) - worth
    else:
        step = work.noble[missing - 1] * hope - worth
    for colour in range(GOLD):
        if player.count[colour] < NOBLE_COUNT[noble, colour]:
            work.gain[colour] += step
            if missing == 1:
                work.completes[colour] = NOBLE_PRESTIGE


@compiled
def power_worth(player, power, work):
    """What a post not owned yet would bring."""
    if power == Power.FIVE_PRESTIGE:
        worth = 5.0
    elif power == Power.PRESTIGE_PER_POST:
        worth = 1.0 + count(player.posts) + POWER_WORTH[power] * work.early
    else:
        worth = POWER_WORTH[power] * work.early
    if has(player.posts, Power.PRESTIGE_PER_POST):
        worth += 1.0
    return worth


@compiled
def add_posts(game, player, weights, work):
    edition = game.posts - 1
    for power in range(POWERS):
        if POST_COUNT[edition, power, 0] < 0:
            continue
        if has(player.posts, power):
            if power < Power.PRESTIGE_PER_POST:
                work.parts[P_POST] += weights.post * POWER_WORTH[power] * work.early
            continue
        worth = power_worth(player, power, work)
        missing = missing_cards(player, POST_COUNT[edition, power])
        nobles = 2 * max(0, int(POST_NOBLES[edition, power]) - count(player.nobles))
        work.parts[P_POST] += worth * work.post[min(FAR, missing + nobles)]
        if missing > 0:
            step = worth * (work.post[min(FAR, missing + nobles) - 1] - work.post[min(FAR, missing + nobles)])
            for colour in range(GOLD):
                if player.count[colour] < POST_COUNT[edition, power, colour]:
                    work.gain[colour] += step


@compiled
def city_distance(player, face, weights):
    open_prestige = max(0, int(CITY_PRESTIGE[face]) - int(player.prestige))
    return missing_for_city(player, face) + weights.city_prestige * open_prestige


@compiled
def city_worth(distance, work):
    """Between whole cards, in a straight line."""
    whole = min(int(distance), FAR - 1)
    part = min(1.0, distance - whole)
    return work.city[whole] * (1.0 - part) + work.city[whole + 1] * part


@compiled
def add_cities(game, player, weights, work):
    """The nearest city counts, and the way to it."""
    best = -1
    nearest = 0.0
    for place in range(CITY_PLACES):
        face = int(game.city_faces[place])
        if face >= 0:
            distance = city_distance(player, face, weights)
            if best < 0 or distance < nearest:
                best = face
                nearest = distance
    if best < 0:
        return
    worth = city_worth(nearest, work)
    work.parts[P_CITY] += worth
    step = city_worth(max(0.0, nearest - 1.0), work) - worth
    for colour in range(GOLD):
        if helps_city(player, best, colour):
            work.gain[colour] += step


@compiled
def helps_city(player, face, colour):
    if player.count[colour] < CITY_COUNT[face, colour]:
        return True
    if CITY_COUNT[face, colour] > 0 or CITY_ALIKE[face] == 0:
        return False
    most_alike = 0
    for other in range(GOLD):
        if CITY_COUNT[face, other] == 0:
            most_alike = max(most_alike, int(player.count[other]))
    return player.count[colour] == most_alike and most_alike < CITY_ALIKE[face]


# --- cards --------------------------------------------------------------------------------------------------------
@compiled
def card_worth(game, player, card, weights, work):
    """What owning a card would be worth, by the gains measured for the player."""
    worth = prestige_worth(PRESTIGE[card], weights, work)
    colour = int(BONUS[card])
    if colour >= 0:
        worth += work.gain[colour]
    kind = KIND[card]
    if kind == Kind.PLAIN:
        return worth
    if kind == Kind.VIRTUAL_GOLD:
        worth += weights.virtual_gold
    elif kind == Kind.DOUBLE_BONUS:
        worth += 0.8 * work.gain[colour]
    elif kind == Kind.RESERVE_NOBLE:
        worth += best_noble(game, player, weights, work)
    elif kind == Kind.FREE_CARD:
        worth += best_plain(game, 1, weights, work)
    elif kind == Kind.SACRIFICE:
        worth -= 2.0 * max(0.3, work.gain[SACRIFICE_COLOUR[card]])
    else:
        worth += best_copy(player, work)
        if kind == Kind.COPY_AND_FREE_CARD:
            worth += best_plain(game, 0, weights, work)
    return worth


@compiled
def best_copy(player, work):
    """The most useful colour a copy may stand for."""
    best = 0.0
    for colour in range(GOLD):
        if player.bonus[colour] > 0:
            best = max(best, work.gain[colour])
    return best


@compiled
def best_plain(game, level, weights, work):
    """The best card of a level by prestige and colour, without its own effect."""
    best = 0.0
    for slot in range(level * SLOTS_PER_LEVEL, (level + 1) * SLOTS_PER_LEVEL):
        card = int(game.market[slot])
        if card >= 0:
            worth = prestige_worth(PRESTIGE[card], weights, work)
            if BONUS[card] >= 0:
                worth += work.gain[BONUS[card]]
            best = max(best, worth)
    return best


@compiled
def best_noble(game, player, weights, work):
    """Reserving a noble keeps rivals away from it."""
    best = 0.0
    for place in range(NOBLE_PLACES):
        noble = int(game.nobles[place])
        if noble >= 0:
            best = max(best, work.noble[missing_cards(player, NOBLE_COUNT[noble])])
    return best * (1.0 - weights.noble_rival)


@compiled
def measure_targets(game, seat, weights, work):
    """The best targets on the table and in hand: worth, less the longer they take and the less safe they are."""
    player = game.players[seat]
    for rank in range(TOP):
        work.best[rank] = 0.0
        work.best_card[rank] = NOTHING
    work.reach[seat] = 0
    others = ~(1 << seat)
    for slot in range(SLOTS):
        card = int(game.market[slot])
        if card < 0:
            continue
        turns = turns_needed(game, player, card)
        worth = max(0.0, card_worth(game, player, card, weights, work))
        counts = worth * work.share[turns] * shortness(player, card, weights)
        if game.held[slot] > 0 and game.holder[slot] != seat:
            note_target(counts * weights.blocked, card, work)
            continue
        if turns == 0:
            note_reach(seat, card, work)
        if game.held[slot] > 0:
            work.parts[P_STRONGHOLD] += weights.guard * counts * game.held[slot]
            if game.held[slot] == 3 and turns <= 1:
                work.parts[P_STRONGHOLD] += weights.conquest * worth
        elif work.rivals[slot] & others:
            counts *= 1.0 - weights.risk
        note_target(counts, card, work)
    for place in range(player.hand_size):
        card = int(player.hand[place])
        if card < 0:
            work.parts[P_HAND] += blind_worth(card, weights)
            continue
        turns = turns_needed(game, player, card)
        worth = max(0.0, card_worth(game, player, card, weights, work))
        if turns == 0:
            note_reach(seat, card, work)
        note_target(worth * work.share[turns] * shortness(player, card, weights), card, work)
    share = 1.0
    for rank in range(TOP):
        work.parts[P_TEMPO] += share * work.best[rank]
        share *= weights.second


@compiled
def shortness(player, card, weights):
    """Among cards of equally many turns, the one with fewer tokens missing is nearer."""
    if KIND[card] == Kind.SACRIFICE:
        return 1.0
    return max(0.2, 1.0 - weights.short * missing_tokens(player, card))


@compiled
def note_target(counts, card, work):
    """Keep the best few, best first."""
    for rank in range(TOP):
        if counts > work.best[rank]:
            for lower in range(TOP - 1, rank, -1):
                work.best[lower] = work.best[lower - 1]
                work.best_card[lower] = work.best_card[lower - 1]
            work.best[rank] = counts
            work.best_card[rank] = card
            return


@compiled
def note_reach(seat, card, work):
    """The prestige a purchase possible now would bring, a noble that comes with it included."""
    prestige = int(PRESTIGE[card])
    if BONUS[card] >= 0:
        prestige += int(work.completes[BONUS[card]])
    work.reach[seat] = max(int(work.reach[seat]), prestige)


@compiled
def blind_worth(card, weights):
    level = (UNKNOWN - card) % LEVELS
    if level == 0:
        return weights.blind_1
    return weights.blind_2 if level == 1 else weights.blind_3
