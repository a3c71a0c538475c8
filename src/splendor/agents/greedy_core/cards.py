"""What a card is worth to a player, and the best targets among the cards on the table and in hand."""

from splendor.agents.greedy_core.distance import (
    helps_city,
    least_turns,
    missing_cards,
    missing_for_city,
    missing_tokens,
    purse,
    turns_needed,
)
from splendor.agents.greedy_core.work import LONGEST, MOST_MISSING, P_HAND, P_STRONGHOLD, P_TEMPO, TOP
from splendor.rules.ending import GOAL
from splendor.rules.jit import compiled
from splendor.rules.layout import ABSENT, CITY_PLACES, NOBLE_PLACES, NOTHING, SLOTS, SLOTS_PER_LEVEL, UNKNOWN
from splendor.rules.packed import total
from splendor.rules.strongholds import STRONGHOLDS
from splendor.table.catalogue import (
    BONUS,
    CITY_PRESTIGE,
    GOLD,
    KIND,
    LEVELS,
    NOBLE_COUNT,
    PRESTIGE,
    SACRIFICE_COLOUR,
    Kind,
)

NEAR_THE_END = 6  # no card and noble together bring more prestige than is missing before that


@compiled
def card_worth(game, player, card, row, weights, work):
    """What owning a card would be worth, by the gains measured in a row."""
    worth = work.point * PRESTIGE[card]
    worth += work.city_point[row] * min(int(PRESTIGE[card]), int(work.city_open[row]))
    if BONUS[card] >= 0:
        worth += work.gain[row, BONUS[card]]
    if finishes(game, player, card, row, work):
        worth += weights.win
    if KIND[card] != Kind.PLAIN:
        worth += effect_worth(game, player, card, row, weights, work)
    return worth


@compiled
def effect_worth(game, player, card, row, weights, work):
    """What a card of Orient brings beside prestige and bonus."""
    kind = KIND[card]
    if kind == Kind.VIRTUAL_GOLD:
        return weights.virtual_gold
    if kind == Kind.DOUBLE_BONUS:
        return weights.double_bonus * work.gain[row, BONUS[card]]
    if kind == Kind.RESERVE_NOBLE:
        return best_noble(game, player, weights, work)
    if kind == Kind.FREE_CARD:
        return weights.free_card * best_plain(game, 1, row, work)
    if kind == Kind.SACRIFICE:
        return -weights.sacrifice * work.gain[row, SACRIFICE_COLOUR[card]]
    worth = best_copy(player, row, work)
    if kind == Kind.COPY_AND_FREE_CARD:
        worth += weights.free_card * best_plain(game, 0, row, work)
    return worth


@compiled
def finishes(game, player, card, row, work):
    """Whether owning the card would bring about the end. Mostly it is far away, which is quickly said."""
    return player.prestige >= NEAR_THE_END and ends_with(game, player, card, row, work)


@compiled
def ends_with(game, player, card, row, work):
    """Whether the goal is reached with a card, or a city fulfilled."""
    prestige = int(player.prestige) + int(PRESTIGE[card])
    colour = int(BONUS[card])
    if game.cities == ABSENT:
        return prestige + (int(work.completes[row, colour]) if colour >= 0 else 0) >= GOAL
    for place in range(CITY_PLACES):
        face = int(game.city_faces[place])
        if face >= 0 and prestige >= CITY_PRESTIGE[face]:
            missing = missing_for_city(player, face)
            if missing == 0 or (missing == 1 and colour >= 0 and helps_city(player, face, colour)):
                return True
    return False


@compiled
def best_copy(player, row, work):
    """The most useful colour a copy may stand for."""
    best = 0.0
    for colour in range(GOLD):
        if player.bonus[colour] > 0:
            best = max(best, work.gain[row, colour])
    return best


@compiled
def best_plain(game, level, row, work):
    """The best card of a level by prestige and colour, without its own effect."""
    best = 0.0
    for slot in range(level * SLOTS_PER_LEVEL, (level + 1) * SLOTS_PER_LEVEL):
        card = int(game.market[slot])
        if card >= 0:
            worth = work.point * PRESTIGE[card]
            if BONUS[card] >= 0:
                worth += work.gain[row, BONUS[card]]
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
def blind_worth(card, weights):
    """A hidden card, by its level."""
    level = (UNKNOWN - card) % LEVELS
    if level == 0:
        return weights.blind_1
    return weights.blind_2 if level == 1 else weights.blind_3


@compiled
def measure_targets(game, seat, row, weights, work):
    """The best targets on the table and in hand: their worth, less the longer they take and the less safe they are."""
    player = game.players[seat]
    for rank in range(TOP):
        work.best[rank] = 0.0
        work.best_card[rank] = NOTHING
    work.reach[seat] = 0
    work.finishes[seat] = 0
    money = purse(game, player)
    for place in range(player.hand_size):
        card = int(player.hand[place])
        if card < 0:
            work.parts[P_HAND] += blind_worth(card, weights)
        else:
            note_target(target_worth(game, seat, money, card, row, work.best[TOP - 1], weights, work), card, work)
    for slot in range(SLOTS):
        if game.market[slot] >= 0:
            measure_slot(game, seat, money, slot, row, weights, work)
    share = 1.0
    for rank in range(TOP):
        work.parts[P_TEMPO] += share * work.best[rank]
        share *= weights.second


@compiled
def measure_slot(game, seat, money, slot, row, weights, work):
    """A card in the market: somebody may be faster, and strongholds keep others away from it."""
    card = int(game.market[slot])
    held = game.held[slot] > 0
    mine = held and game.holder[slot] == seat
    reach = work.reach[seat]
    end = work.finishes[seat]
    worth = target_worth(game, seat, money, card, row, 0.0 if mine else work.best[TOP - 1], weights, work)
    if mine:
        work.parts[P_STRONGHOLD] += weights.guard * worth * game.held[slot]
        if game.held[slot] == STRONGHOLDS:
            work.parts[P_STRONGHOLD] += weights.conquest * worth
    elif held:  # it is within reach for nobody else
        worth *= weights.blocked
        work.reach[seat] = reach
        work.finishes[seat] = end
    elif work.rivals[slot] & ~(1 << seat):
        worth *= 1.0 - weights.risk
    note_target(worth, card, work)


@compiled
def target_worth(game, seat, money, card, row, least, weights, work):
    """A card's worth as a target, zero if surely below `least`; notes the prestige within reach."""
    player = game.players[seat]
    missing = missing_tokens(money, card)
    worth = card_worth(game, player, card, row, weights, work) * work.near[min(MOST_MISSING, total(missing))]
    turns = least_turns(money, missing)
    if turns > 0 and worth * work.share[min(LONGEST, turns)] <= least:
        return 0.0
    turns = turns_needed(game, player, money, card, missing)
    if turns == 0:
        prestige = int(PRESTIGE[card])
        if BONUS[card] >= 0:
            prestige += int(work.completes[row, BONUS[card]])
        work.reach[seat] = max(int(work.reach[seat]), prestige)
        if finishes(game, player, card, row, work):
            work.finishes[seat] = 1
    return max(0.0, worth * work.share[turns])


@compiled
def note_target(worth, card, work):
    """Keep the best few, best first."""
    if worth <= work.best[TOP - 1]:
        return
    rank = TOP - 1
    while rank > 0 and worth > work.best[rank - 1]:
        work.best[rank] = work.best[rank - 1]
        work.best_card[rank] = work.best_card[rank - 1]
        rank -= 1
    work.best[rank] = worth
    work.best_card[rank] = card
