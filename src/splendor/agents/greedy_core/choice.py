"""The choice: try each action on a scratch copy, finish the turn by rules of thumb, and judge the position.

Nothing hidden is used: on the scratch copy the decks are empty, so no card is revealed, and a card reserved from a
deck stays unknown.
"""

from splendor.agents.greedy_core.thumb import plan, thumb
from splendor.agents.greedy_core.value import evaluate, evaluate_opponent, prepare
from splendor.agents.greedy_core.work import P_DENIAL, P_ENDING, PARTS
from splendor.rules import turn
from splendor.rules.actions import PURCHASE, RESERVE_DECK, Phase
from splendor.rules.bits import bit
from splendor.rules.jit import compiled
from splendor.rules.layout import NOTHING, UNKNOWN
from splendor.rules.reserve import enter_hand, take_gold
from splendor.rules.turn import Stage
from splendor.table.catalogue import DECKS

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
    look(game, weights, work)
    for place in range(number):
        work.scores[place] = score(game, int(legal[place]), weights, work)


@compiled
def look(game, weights, work):
    """What all actions are judged by; comes before `score`."""
    prepare(game, weights, work)
    plan(game, weights, work)


@compiled
def score(game, action, weights, work):
    """The worth of an action for the player who decides: that of the position at the end of the turn."""
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


@compiled
def assess(after, me, weights, work):
    """The worth for `me` less what it leaves to the opponents; parts in `work.parts`."""
    work.target = NOTHING
    if after.over:
        for part in range(len(PARTS)):
            work.parts[part] = 0.0
        work.parts[P_ENDING] = WON if (int(after.winners) >> me) & 1 else -WON
        return work.parts[P_ENDING] + after.players[me].prestige
    theirs = 0.0
    for seat in range(after.seats):
        if seat != me:
            theirs += evaluate_opponent(after, seat, weights, work)
    mine = evaluate(after, me, weights, work)
    work.target = work.best_card[0]
    work.parts[P_DENIAL] = -weights.opponent * theirs / (after.seats - 1)
    work.parts[P_ENDING] = ending(after, me, weights, work)
    return mine + work.parts[P_DENIAL] + work.parts[P_ENDING]


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
    for seat in range(after.seats):
        if work.finishes[seat]:
            total += weights.finish if seat == me else -weights.threat
    return total


@compiled
def standing(after, seat, more):
    """Comparable by size: a city first, then prestige, then few cards."""
    player = after.players[seat]
    city = 1000 if player.city != NOTHING else 0
    return (city + int(player.prestige) + more) * 100 - int(player.cards)


@compiled
def choose_at(games, index, legal, number, weights, works):
    """`choose`, with arrays: passing a record from Python is slow."""
    return choose(games[index], legal, number, weights[0], works[0])


@compiled
def explain_at(games, index, legal, number, weights, works, parts, targets):
    """The parts of every legal action's score, and the card it works towards."""
    game = games[index]
    work = works[0]
    look(game, weights[0], work)
    for place in range(number):
        work.scores[place] = score(game, int(legal[place]), weights[0], work)
        for part in range(len(PARTS)):
            parts[place, part] = work.parts[part]
        targets[place] = work.target
