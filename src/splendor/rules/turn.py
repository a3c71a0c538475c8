"""The order of a turn: the table of contents of the rules (TURN-P0…P8, TURN-BUY, TURN-RES)."""

from enum import IntEnum

from splendor.rules import (
    cities,
    ending,
    nobles,
    orient,
    payment,
    purchase,
    reserve,
    strongholds,
    tokens,
    trading_posts,
)
from splendor.rules import market as market_rules
from splendor.rules.actions import (
    CITY,
    CONQUER,
    COPY,
    COUNTS_PER_COLOUR,
    DECLINE,
    EXTRA_TOKEN,
    FREE_CARD,
    GIVE_BACK,
    KEEP,
    LIFT,
    PASS,
    PAY,
    PAY_VIRTUAL,
    PLACE,
    POST,
    PURCHASE,
    REMOVE,
    RESERVE,
    RESERVE_DECK,
    RESERVE_NOBLE,
    SACRIFICE,
    TAKE_SAME,
    TAKEN,
    VISIT,
    Phase,
)
from splendor.rules.jit import inlined
from splendor.rules.layout import ABSENT, FIRST, NOTHING, SECOND
from splendor.rules.payment import PAID
from splendor.table.catalogue import KIND, Kind


class Stage(IntEnum):
    """How far a turn has come; each stage leads to the next one below, unless an action says otherwise."""

    ACTION = 0
    THIRD_TOKEN = 1
    KEEP = 2
    PAY = 3
    EFFECT = 4
    POST_TOKEN = 5
    STRONGHOLD = 6
    REFILL = 7
    CONQUEST = 8
    LATE_REFILL = 9
    GIVE_BACK = 10
    NOBLE = 11
    POSTS = 12
    CITIES = 13
    END = 14


@inlined
def play(game, action, legal):
    """Play a legal action and go on to the next decision.

    Decisions with a single choice are taken on the way (TURN-4). The legal actions of the next decision are
    written to `legal` in ascending order; returned is how many there are, 0 once the game is over.
    """
    while True:
        apply(game, action)
        number = ask(game, legal)
        if number != 1 or game.phase == Phase.ACTION:
            return number
        action = int(legal[0])


@inlined
def ask(game, legal):
    """Go on until something is to be decided; a step without a legal choice is skipped."""
    while True:
        game.phase = next_phase(game)
        if game.phase == Phase.OVER:
            return 0
        number = legal_actions(game, legal)
        if number > 0:
            return number


@inlined
def next_phase(game):
    """From where the turn stands to the next question: first the action is resolved, then the turn concluded."""
    phase = resolve(game)
    if phase == Phase.NONE:
        phase = conclude(game)
    return phase


@inlined
def resolve(game):
    """TURN-P2: what is left of the action, or of a conquest, with its refill; NONE once nothing is."""
    if game.stage == Stage.THIRD_TOKEN:
        game.stage = Stage.CONQUEST
        if trading_posts.gives_third_token(game):
            return Phase.EXTRA_TOKEN

    if game.stage == Stage.KEEP:
        game.stage = Stage.CONQUEST
        return Phase.KEEP

    if game.stage == Stage.PAY:
        if KIND[game.card] == Kind.SACRIFICE:
            if game.pay_step != PAID:
                return Phase.SACRIFICE
        elif not payment.settled(game):
            return Phase.PAY
        purchase.complete(game)
        game.stage = Stage.EFFECT
    if game.stage == Stage.EFFECT:
        phase = orient.next_effect(game)
        if phase != Phase.NONE:
            return phase
        game.card = NOTHING
        game.effect = orient.COPYING
        game.stage = Stage.POST_TOKEN
    if game.stage == Stage.POST_TOKEN:
        game.stage = Stage.STRONGHOLD
        if trading_posts.gives_token_after_purchase(game):
            return Phase.EXTRA_TOKEN
    if game.stage == Stage.STRONGHOLD:
        game.stage = Stage.REFILL
        if game.strongholds != ABSENT:
            return Phase.STRONGHOLD
    if game.stage == Stage.REFILL:
        if game.conquest:
            game.stage = Stage.LATE_REFILL
        else:
            game.stage = Stage.CONQUEST
            if game.strongholds != SECOND or not may_conquer(game):  # FORT25-2
                market_rules.refill(game)
    return Phase.NONE


@inlined
def conclude(game):
    """TURN-P3 to P8: conquest, giving back, noble, posts, cities, and the next player's turn."""
    if game.stage == Stage.CONQUEST:
        game.stage = Stage.LATE_REFILL
        if may_conquer(game):
            return Phase.CONQUER
    if game.stage == Stage.LATE_REFILL:
        market_rules.refill(game)
        game.stage = Stage.GIVE_BACK

    if game.stage == Stage.GIVE_BACK:
        if tokens.over_the_limit(game) > 0:
            return Phase.GIVE_BACK
        game.stage = Stage.NOBLE
    if game.stage == Stage.NOBLE:
        game.stage = Stage.POSTS
        return Phase.VISIT
    if game.stage == Stage.POSTS:
        game.stage = Stage.CITIES
        if game.posts == FIRST:
            trading_posts.take_all(game)
        if game.posts == SECOND:
            return Phase.POST
    if game.stage == Stage.CITIES:
        game.stage = Stage.END
        if game.cities == SECOND:
            cities.check(game)
        if game.cities == FIRST:
            return Phase.CITY
    if game.stage == Stage.END:
        ending.end_of_turn(game)
        if game.over:
            return Phase.OVER
        start_turn(game)
    return Phase.ACTION


@inlined
def start_turn(game):
    """Forget what belonged to the turn before."""
    game.stage = Stage.ACTION
    game.passed = 0
    game.gained = 0
    game.conquest = 0
    game.pair = NOTHING
    game.give_back_from = 0


@inlined
def may_conquer(game):
    """FORT-CONQUEST-1, -5: three own strongholds on a card that can be paid, once a turn."""
    if game.strongholds == ABSENT:
        return False
    slot = strongholds.conquerable(game)
    player = game.players[game.player]
    return slot != NOTHING and purchase.affordable(game, player, int(game.market[slot]), payment.means(player))


@inlined
def legal_actions(game, legal):
    """The choices of the decision that is asked, ascending; written to `legal`, counted in the result."""
    phase = game.phase
    if phase == Phase.ACTION:
        return legal_main_actions(game, legal)
    if phase == Phase.EXTRA_TOKEN:
        return trading_posts.legal_extra_token(game, legal)
    if phase == Phase.KEEP:
        return reserve.legal_keep(game, legal)
    if phase == Phase.PAY:
        return payment.legal(game, legal)
    if phase == Phase.SACRIFICE:
        return orient.legal_sacrifice(game, legal)
    if phase == Phase.COPY:
        return orient.legal_copy(game, legal)
    if phase == Phase.FREE_CARD:
        return orient.legal_free_card(game, legal)
    if phase == Phase.RESERVE_NOBLE:
        return nobles.legal_reserve(game, legal)
    if phase == Phase.STRONGHOLD:
        return strongholds.legal(game, legal)
    if phase == Phase.CONQUER:
        return legal_conquer(legal)
    if phase == Phase.GIVE_BACK:
        return tokens.legal_give_back(game, legal)
    if phase == Phase.VISIT:
        return nobles.legal(game, legal)
    if phase == Phase.POST:
        return trading_posts.legal(game, legal)
    if phase == Phase.CITY:
        return cities.legal(game, legal)
    return 0


@inlined
def legal_main_actions(game, legal):
    """TURN-P1: take, reserve or purchase; a pass only if none of these is possible (BASE-PASS-1, -2)."""
    number = tokens.legal(game, legal, 0)
    number = reserve.legal(game, legal, number)
    number = purchase.legal(game, legal, number)
    if number == 0:
        legal[0] = PASS
        number = 1
    return number


@inlined
def legal_conquer(legal):
    """DEC-CONQUEST."""
    legal[0] = CONQUER
    legal[1] = DECLINE
    return 2


@inlined
def apply(game, action):
    """Carry out one action, by its block of the numbering."""
    if action < PASS:
        apply_main_action(game, action)
    elif action == PASS:
        game.passed = 1
        game.stage = Stage.CONQUEST
    elif action < PAY_VIRTUAL:
        payment.choose(game, (action - PAY) % COUNTS_PER_COLOUR)
    elif action < SACRIFICE:
        payment.choose(game, action - PAY_VIRTUAL)
    elif action < COPY:
        orient.sacrifice(game, action - SACRIFICE)
    elif action < FREE_CARD:
        orient.copy(game, action - COPY)
    elif action < RESERVE_NOBLE:
        orient.take_free_card(game, action - FREE_CARD)
    elif action < EXTRA_TOKEN:
        nobles.reserve(game, action - RESERVE_NOBLE)
    elif action < PLACE:
        trading_posts.extra_token(game, action - EXTRA_TOKEN)
    elif action < CONQUER:
        apply_stronghold(game, action)
    elif action == CONQUER:
        game.conquest = 1
        purchase.start(game, strongholds.conquerable(game))
        game.stage = Stage.PAY
    elif action == DECLINE:
        return
    elif action < GIVE_BACK:
        reserve.keep(game, action - KEEP)
    elif action < VISIT:
        tokens.give_back(game, action - GIVE_BACK)
    elif action < POST:
        nobles.visit(game, action - VISIT)
    elif action < CITY:
        trading_posts.take(game, action - POST)
    else:
        cities.take(game, action - CITY)


@inlined
def apply_main_action(game, action):
    if action < TAKE_SAME:
        tokens.take_different(game, TAKEN[action])
        game.stage = Stage.CONQUEST
    elif action < RESERVE:
        game.pair = action - TAKE_SAME
        tokens.take(game, action - TAKE_SAME, 2)
        game.stage = Stage.THIRD_TOKEN
    elif action < RESERVE_DECK:
        reserve.from_market(game, action - RESERVE)
        game.stage = Stage.CONQUEST
    elif action < PURCHASE:
        reserve.from_deck(game, action - RESERVE_DECK)
        game.stage = Stage.KEEP
    else:
        purchase.start(game, action - PURCHASE)
        game.stage = Stage.PAY


@inlined
def apply_stronghold(game, action):
    if action < LIFT:
        strongholds.place(game, action - PLACE)
    elif action < REMOVE:
        strongholds.lift(game, action - LIFT)
        game.stage = Stage.STRONGHOLD
    else:
        strongholds.remove(game, action - REMOVE)
