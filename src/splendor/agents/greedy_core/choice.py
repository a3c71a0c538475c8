"""The choice: try each action on a scratch copy, finish the turn by rules of thumb, and judge the position.

Nothing hidden is used: on the scratch copy the decks are empty, so no card is revealed, and a card reserved from a
deck stays unknown.
"""

import numpy as np

from splendor.agents.greedy_core.thumb import plan, thumb
from splendor.agents.greedy_core.value import evaluate, evaluate_opponent, prepare
from splendor.agents.greedy_core.work import P_DENIAL, P_ENDING, PARTS, SCRATCH
from splendor.rules import turn
from splendor.rules.actions import PURCHASE, RESERVE_DECK, Phase
from splendor.rules.bits import bit
from splendor.rules.jit import compiled, door
from splendor.rules.layout import NOBLE_PLACES, NOTHING, SLOTS, UNKNOWN
from splendor.rules.reserve import enter_hand, take_gold
from splendor.rules.turn import Stage
from splendor.table.catalogue import DECKS

WON = 1000.0


@compiled
def choose(game, legal, number, weights, work, spare):
    """The place in `legal` of the best action; `work` keeps the scores, their parts and the targets of all.

    `spare` is room for the legal actions of later decisions.
    """
    look(game, weights, work)
    best = 0
    for place in range(number):
        work.scores[place] = score(game, np.int64(legal[place]), weights, work, spare)
        work.targets[place] = work.target
        for part in range(len(PARTS)):
            work.reasons[place, part] = work.parts[part]
        if work.scores[place] > work.scores[best]:
            best = place
    return best


@compiled
def look(game, weights, work):
    """Measure what all actions of a decision are judged by; comes before `score`."""
    prepare(game, weights, work)
    plan(game, weights, work)
    for seat in range(np.int64(game.seats)):
        if work.quick != 0 and seat != game.player:
            work.theirs[seat] = evaluate_opponent(game, seat, weights, work)
            work.their_reach[seat] = work.reach[seat]
            work.they_finish[seat] = work.finishes[seat]


@compiled
def score(game, action, weights, work, spare):
    """The worth of an action for the player who decides: that of the position at the end of the turn."""
    work.game = game
    after = work.game
    for deck in range(DECKS):
        after.deck_size[deck] = 0
        after.under_count[deck] = 0
    number = 1  # choices of the question that `action` answers; one without any is passed over
    while True:  # each part of the rules is called in one place: it becomes a part of this function there
        if number > 0:
            apply(after, action)
        after.phase = turn.next_phase(after)
        if after.phase == Phase.OVER or after.phase == Phase.ACTION:
            return assess(game, after, np.int64(game.player), weights, work)
        number = turn.legal_actions(after, spare)
        if number > 0:
            action = thumb(after, spare, number, weights, work)


@compiled
def apply(after, action):
    """An action, but a card from a deck stays unknown."""
    if RESERVE_DECK <= action < PURCHASE:
        enter_hand(after, UNKNOWN - (action - RESERVE_DECK), bit(after.player))
        take_gold(after)
        after.stage = Stage.CONQUEST
    else:
        turn.apply(after, action)


@compiled
def assess(game, after, me, weights, work):
    """The worth for `me` less what it leaves to the opponents; parts in `work.parts`."""
    work.target = NOTHING
    if after.over:
        for part in range(len(PARTS)):
            work.parts[part] = 0.0
        work.parts[P_ENDING] = WON if (int(after.winners) >> me) & 1 else -WON
        return work.parts[P_ENDING] + after.players[me].prestige
    theirs = 0.0
    as_before = work.quick != 0 and same_table(game, after)
    for seat in range(np.int64(after.seats)):
        if seat == me:
            continue
        if as_before:
            theirs += work.theirs[seat]
            work.reach[seat] = work.their_reach[seat]
            work.finishes[seat] = work.they_finish[seat]
        else:
            theirs += evaluate_opponent(after, seat, weights, work)
    mine = evaluate(after, me, np.int64(SCRATCH), weights, work)
    work.target = work.best_card[0]
    work.parts[P_DENIAL] = -weights.opponent * theirs / (after.seats - 1)
    work.parts[P_ENDING] = ending(after, me, weights, work)
    return mine + work.parts[P_DENIAL] + work.parts[P_ENDING]


@compiled
def same_table(game, after):
    """Whether cards, strongholds and nobles lie as before; then an opponent's outlook changes by the bank alone."""
    same = True
    for slot in range(SLOTS):
        same &= game.market[slot] == after.market[slot]
        same &= game.held[slot] == after.held[slot]
    for place in range(NOBLE_PLACES):
        same &= game.nobles[place] == after.nobles[place]
    return same


@compiled
def ending(after, me, weights, work):
    """The last round, and who could bring it about next turn."""
    if after.ending:
        mine = standing(after, me, np.int64(0))
        theirs = 0
        for seat in range(np.int64(after.seats)):
            if seat != me:
                more = np.int64(work.reach[seat]) if seat >= after.player else np.int64(0)
                theirs = max(theirs, standing(after, seat, more))
        return 0.5 * WON if mine > theirs else -0.5 * WON + mine - theirs
    total = 0.0
    for seat in range(np.int64(after.seats)):
        if work.finishes[seat]:
            total += weights.finish if seat == me else -weights.threat
    return total


@compiled
def standing(after, seat, more):
    """Comparable by size: a city first, then prestige, then few cards."""
    player = after.players[seat]
    city = 1000 if player.city != NOTHING else 0
    return (city + int(player.prestige) + more) * 100 - int(player.cards)


@door
def choose_at(games, index, legal, number, weights, works, spare):
    """`choose`, with arrays: passing a record from Python is slow."""
    return choose(games[index], legal, number, weights[0], works[0], spare)
