"""The greedy agent's choice, compiled: try each action on a scratch copy, finish the turn by rules of thumb, evaluate.

Nothing hidden is used: on the scratch copy the decks are empty, so no card is revealed, and a card reserved from a
deck stays unknown. Usable from other compiled code; `work` is room to think in (`greedy_value.new_work`), one a thread.
"""

from splendor.agents import greedy_value as value
from splendor.agents.greedy_value import (
    P_DENIAL,
    P_ENDING,
    PARTS,
    TOP,
    card_worth,
    evaluate,
    measure_gains,
    missing_cards,
    power_worth,
    prepare,
    turns_needed,
)
from splendor.rules import tokens, turn
from splendor.rules.actions import (
    COPY,
    EXTRA_TOKEN,
    FREE_CARD,
    GIVE_BACK,
    LIFT,
    PLACE,
    POST,
    PURCHASE,
    REMOVE,
    RESERVE_DECK,
    RESERVE_NOBLE,
    SACRIFICE,
    Phase,
)
from splendor.rules.bits import bit
from splendor.rules.jit import compiled
from splendor.rules.layout import ABSENT, NOTHING, SLOTS, UNKNOWN
from splendor.rules.reserve import enter_hand, take_gold
from splendor.rules.turn import Stage
from splendor.table.catalogue import COST, DECKS, GOLD, NOBLE_COUNT, PRESTIGE

WON = 1000.0


@compiled
def choose(game, legal, number, weights, work):
    """The place in `legal` of the best action; every action's score is left in `work.scores`."""
    score_all(game, legal, number, weights, work)
    best = 0
    for place in range(1, number):
        if work.scores[place] > work.scores[best]:
            best = place
    return best


@compiled
def score_all(game, legal, number, weights, work):
    """Score every legal action into `work.scores`."""
    prepare(game, weights, work)
    plan(game, weights, work)
    for place in range(number):
        work.scores[place] = score(game, int(legal[place]), weights, work)


@compiled
def score(game, action, weights, work):
    """The worth, for the player who decides, of the position at the end of this turn; needs `prepare` and `plan`."""
    work.game = game
    after = work.game
    for deck in range(DECKS):
        after.deck_size[deck] = 0
        after.under_count[deck] = 0
    finish_turn(after, action, weights, work)
    return assess(after, int(game.player), weights, work)


@compiled
def finish_turn(after, action, weights, work):
    """Play an action and the rest of the turn, its further decisions by rules of thumb."""
    apply(after, action)
    while True:
        after.phase = turn.next_phase(after)
        if after.phase == Phase.OVER or after.phase == Phase.ACTION:
            return
        number = turn.legal_actions(after, work.legal)
        if number > 0:
            apply(after, thumb(after, number, weights, work))


@compiled
def apply(after, action):
    """An action, but a card from a deck stays unknown."""
    if RESERVE_DECK <= action < PURCHASE:
        enter_hand(after, UNKNOWN - (action - RESERVE_DECK), bit(after.player))
        take_gold(after)
        after.stage = Stage.CONQUEST
    else:
        turn.apply(after, action)


# --- judging the end of the turn ----------------------------------------------------------------------------------
@compiled
def assess(after, me, weights, work):
    """The worth for `me` less what it leaves to the opponents; parts in `work.own_parts`."""
    if after.over:
        for part in range(len(PARTS)):
            work.own_parts[part] = 0.0
        won = (int(after.winners) >> me) & 1
        work.own_parts[P_ENDING] = WON if won else -WON
        work.own_parts[P_ENDING] += after.players[me].prestige
        return work.own_parts[P_ENDING]
    total = evaluate(after, me, weights, work)
    target = work.best_card[0]
    for part in range(len(PARTS)):
        work.own_parts[part] = work.parts[part]
    theirs = 0.0
    for seat in range(after.seats):
        if seat != me:
            theirs += evaluate(after, seat, weights, work)
    work.own_parts[P_DENIAL] = -weights.opponent * theirs / (after.seats - 1)
    work.own_parts[P_ENDING] = ending(after, me, weights, work)
    work.best_card[0] = target
    return total + work.own_parts[P_DENIAL] + work.own_parts[P_ENDING]


@compiled
def ending(after, me, weights, work):
    """The last round, and who could bring it about next turn."""
    if after.ending:
        mine = standing(after, me, 0)
        theirs = 0
        for seat in range(after.seats):
            if seat != me:
                more = int(work.reach[seat]) if seat >= after.player else 0
                theirs = max(theirs, standing(after, seat, more))
        return 0.5 * WON if mine > theirs else -0.5 * WON + mine - theirs
    total = 0.0
    if after.cities == ABSENT:
        for seat in range(after.seats):
            if after.players[seat].prestige + work.reach[seat] >= value.GOAL:
                total += weights.finish if seat == me else -weights.threat
    return total


@compiled
def standing(after, seat, more):
    """Comparable by size: a city first, then prestige, then few cards."""
    player = after.players[seat]
    city = 1000 if player.city != NOTHING else 0
    return (city + int(player.prestige) + more) * 100 - int(player.cards)


# --- rules of thumb for the rest of a turn ------------------------------------------------------------------------
@compiled
def plan(game, weights, work):
    """What the player who decides wants: tokens by colour, and cards by slot; for the rules of thumb."""
    me = int(game.player)
    player = game.players[me]
    evaluate(game, me, weights, work)
    for colour in range(GOLD + 1):
        work.want[colour] = 0.0
    share = 1.0
    for rank in range(TOP):
        card = int(work.best_card[rank])
        if card >= 0:
            for colour in range(GOLD):
                work.want[colour] += share * max(0, int(COST[card, colour]) - int(player.bonus[colour]))
        share *= weights.second
    for slot in range(SLOTS):
        card = int(game.market[slot])
        work.slot_worth[slot] = 0.0
        if card >= 0:
            worth = card_worth(game, player, card, weights, work)
            contested = 1.0 if int(work.rivals[slot]) & ~(1 << me) else 0.5
            work.slot_worth[slot] = worth * work.share[turns_needed(game, player, card)] * contested


@compiled
def thumb(after, number, weights, work):
    """One of `work.legal` by a rule of thumb."""
    phase = after.phase
    if number == 1:
        return int(work.legal[0])
    if phase == Phase.GIVE_BACK:
        return GIVE_BACK + least_wanted(after, work)
    if phase == Phase.EXTRA_TOKEN:
        return most_wanted(after, number, work)
    if phase == Phase.STRONGHOLD:
        return best_stronghold(number, work)
    if phase == Phase.PAY:
        return int(work.legal[number - 1])  # gems rather than gold
    if phase == Phase.SACRIFICE:
        return least_prestige(number, work)
    if phase == Phase.COPY:
        return best_colour(after, number, weights, work)
    if phase == Phase.FREE_CARD:
        return best_free_card(after, number, weights, work)
    if phase == Phase.RESERVE_NOBLE:
        return nearest_noble(after, number, work)
    if phase == Phase.POST:
        return best_post(after, number, work)
    return int(work.legal[0])


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
def most_wanted(after, number, work):
    player = after.players[after.player]
    best = int(work.legal[0])
    most = -100.0
    for place in range(number):
        colour = int(work.legal[place]) - EXTRA_TOKEN
        missing = work.want[colour] - player.tokens[colour]
        if missing > most:
            best = EXTRA_TOKEN + colour
            most = missing
    return best


@compiled
def best_stronghold(number, work):
    """Onto the card one wants most; never away from where it stands."""
    best = int(work.legal[0])
    most = -100.0
    for place in range(number):
        action = int(work.legal[place])
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
def least_prestige(number, work):
    best = int(work.legal[0])
    for place in range(1, number):
        if PRESTIGE[int(work.legal[place]) - SACRIFICE] < PRESTIGE[best - SACRIFICE]:
            best = int(work.legal[place])
    return best


@compiled
def best_colour(after, number, weights, work):
    measure_gains(after, int(after.player), weights, work)
    best = int(work.legal[0])
    for place in range(1, number):
        if work.gain[int(work.legal[place]) - COPY] > work.gain[best - COPY]:
            best = int(work.legal[place])
    return best


@compiled
def best_free_card(after, number, weights, work):
    measure_gains(after, int(after.player), weights, work)
    player = after.players[after.player]
    best = int(work.legal[0])
    most = -100.0
    for place in range(number):
        card = int(after.market[int(work.legal[place]) - FREE_CARD])
        worth = card_worth(after, player, card, weights, work)
        if worth > most:
            best = int(work.legal[place])
            most = worth
    return best


@compiled
def nearest_noble(after, number, work):
    player = after.players[after.player]
    best = int(work.legal[0])
    nearest = 100
    for place in range(number):
        noble = int(after.nobles[int(work.legal[place]) - RESERVE_NOBLE])
        missing = missing_cards(player, NOBLE_COUNT[noble])
        if missing < nearest:
            best = int(work.legal[place])
            nearest = missing
    return best


@compiled
def best_post(after, number, work):
    player = after.players[after.player]
    best = int(work.legal[0])
    most = -1.0
    for place in range(number):
        worth = power_worth(player, int(work.legal[place]) - POST, work)
        if worth > most:
            best = int(work.legal[place])
            most = worth
    return best


# --- doors for Python ---------------------------------------------------------------------------------------------
@compiled
def choose_at(games, index, legal, number, weights, works):
    """`choose`, with arrays: passing a record from Python is slow."""
    return choose(games[index], legal, number, weights[0], works[0])
