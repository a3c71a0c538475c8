"""Playing games and writing down what happens, in compiled code.

Every step of the engine is compared with the position before it: what is new in a tableau was purchased, what is new on
the market appeared. So nothing is missed that the engine does by itself (TURN-4), and the same functions write down the
games of agents that think in Python.
"""

import numpy as np

from splendor.agents.greedy_core import choose as greedy_choice
from splendor.rules import turn, views
from splendor.rules.actions import (
    CONQUER,
    FREE_CARD,
    GIVE_BACK,
    LIFT,
    PASS,
    PLACE,
    REMOVE,
    RESERVE,
    RESERVE_DECK,
    RESERVE_NOBLE,
    VISIT,
    Phase,
)
from splendor.rules.bits import bit, count, has, lowest
from splendor.rules.deal import deal
from splendor.rules.jit import compiled, counting_door, door
from splendor.rules.layout import ABSENT, CITY_PLACES, NOBLE_PLACES, NOTHING, SLOTS, WORD, WORDS
from splendor.rules.trading_posts import FIVE
from splendor.statistics.rows import Ended, Event, Kind, Source
from splendor.table.catalogue import GOLD, KIND, NOBLE_PRESTIGE, POWERS, PRESTIGE, Power
from splendor.table.catalogue import Kind as CardKind

RANDOM, GREEDY = 0, 1  # who plays in compiled code


# --- whole games --------------------------------------------------------------------------------------------------
@counting_door
def play_game(games, scratch, row, seats, events, cursor, stamp, players, legal, spare, weights, works, dice):
    """Deal and play the game of `row` in `games[0]`, with the kinds of `players` at the seats; all is written down.

    `scratch` is room for two records; `dice` are the generators of those who play at random.
    """
    game = games[0]
    number = start(game, row[0], seats, events, cursor, stamp, legal)
    while number > 0:
        seat = np.int64(game.player)
        if players[seat] == RANDOM:
            place = np.int64(dice[seat].integers(0, number))
        else:
            views.show(game, seat, scratch[1])
            place = np.int64(greedy_choice(scratch[1], legal, number, weights[seat], works[0], spare))
        number = play(games, scratch, np.int64(legal[place]), number, row, seats, events, cursor, stamp, legal)
    finish(game, row[0], seats)


@door
def start_at(games, row, seats, events, cursor, stamp, legal):
    """`start`, with arrays: passing a record from Python is slow."""
    return start(games[0], row[0], seats, events, cursor, stamp, legal)


@door
def finish_at(games, row, seats):
    """`finish`, with arrays."""
    finish(games[0], row[0], seats)


@compiled
def start(game, row, seats, events, cursor, stamp, legal):
    """Deal a game and write down what lies on the table."""
    deal(game, row.seed)
    row.players = game.seats
    stamp[0].game = row.game
    stamp[0].turn = 0
    stamp[0].round = 0
    stamp[0].seat = NOTHING
    for seat in range(game.seats):
        seats[seat].game = row.game
        seats[seat].seat = seat
    for slot in range(SLOTS):
        if game.market[slot] != NOTHING:
            note(events, cursor, stamp, Event.APPEAR, Kind.CARD, game.market[slot], Source.DECK, 0, 0, 0)
    for place in range(NOBLE_PLACES):
        if game.nobles[place] != NOTHING:
            note(events, cursor, stamp, Event.APPEAR, Kind.NOBLE, game.nobles[place], Source.TABLE, 0, 0, 0)
    for place in range(CITY_PLACES):
        if game.city_faces[place] != NOTHING:
            note(events, cursor, stamp, Event.APPEAR, Kind.CITY, game.city_faces[place], Source.TABLE, 0, 0, 0)
    return turn.legal_actions(game, legal)


@door
def play(games, scratch, action, number, row, seats, events, cursor, stamp, legal):
    """`turn.play`, with the decision (of `number` choices) and every step after it written down."""
    game = games[0]
    note_decision(game, number, row[0], seats[game.player], stamp[0])
    while True:
        scratch[0] = games[0]
        turn.apply(game, action)
        number = turn.ask(game, legal)
        before = scratch[0]
        note_step(before, game, action, seats[before.player], events, cursor, stamp)
        if number != 1 or game.phase == Phase.ACTION:
            return number
        action = np.int64(legal[0])


@compiled
def finish(game, row, seats):
    """The result, and what the players have in the end."""
    row.rounds = game.rounds
    row.winners = game.winners
    row.ended = ending(game)
    winners = count(np.int64(game.winners))
    for seat in range(game.seats):
        player = game.players[seat]
        mine = seats[seat]
        mine.won = 1.0 / winners if has(game.winners, seat) else 0.0
        mine.prestige = player.prestige
        mine.cards = player.cards
        mine.nobles = count(np.int64(player.nobles))
        mine.posts = count(np.int64(player.posts))
        mine.city = player.city != NOTHING
        mine.hand = player.hand_size
        for colour in range(GOLD + 1):
            mine.held[colour] = player.tokens[colour]


@compiled
def ending(game):
    """Why the game is over."""
    if not game.over:
        return Ended.UNFINISHED
    if game.ending:
        return Ended.PRESTIGE if game.cities == ABSENT else Ended.CITY
    return Ended.PASSES if game.passes == game.seats else Ended.QUIET


# --- decisions and steps ------------------------------------------------------------------------------------------
@compiled
def note_decision(game, number, row, mine, stamp):
    row.decisions += 1
    row.choices += number
    mine.decisions += 1
    mine.choices += number
    if game.phase == Phase.ACTION:
        row.turns += 1
        row.action_choices += number
        mine.turns += 1
        stamp.turn = row.turns
        stamp.round = game.rounds + 1
        stamp.seat = game.player


@compiled
def note_step(before, game, action, mine, events, cursor, stamp):
    """What one step changed, for the player whose turn it was and on the table."""
    old = before.players[before.player]
    new = game.players[before.player]
    note_tokens(old, new, action, mine)
    note_strongholds(before, action, mine)
    note_tableau(before, game, old, new, action, events, cursor, stamp)
    note_hand(old, new, action, events, cursor, stamp)
    note_tiles(old, new, events, cursor, stamp)
    for slot in range(SLOTS):
        card = game.market[slot]
        if card != NOTHING and card != before.market[slot]:
            note(events, cursor, stamp, Event.APPEAR, Kind.CARD, card, Source.DECK, 0, 0, 0)


@compiled
def note_tokens(old, new, action, mine):
    """One step takes tokens, pays them or gives them back, never two of these."""
    for colour in range(GOLD + 1):
        more = int(new.tokens[colour]) - int(old.tokens[colour])
        if more > 0:
            mine.taken[colour] += more
        elif GIVE_BACK <= action < VISIT:
            mine.given_back[colour] -= more
        else:
            mine.paid[colour] -= more
    if action == PASS:
        mine.passes += 1


@compiled
def note_strongholds(before, action, mine):
    if PLACE <= action < LIFT:
        if before.lifted == NOTHING:
            mine.placed += 1
        else:
            mine.moved += 1
    elif REMOVE <= action < CONQUER:
        mine.removed += 1


@compiled
def note_tableau(before, game, old, new, action, events, cursor, stamp):
    """The card that came, and those that left the game for it."""
    for word in range(WORDS):
        gone = np.int64(game.gone[word]) & ~np.int64(before.gone[word])
        while gone:
            card = word * WORD + lowest(gone)
            gone &= gone - 1
            event = Event.SPEND if KIND[card] == CardKind.VIRTUAL_GOLD else Event.SACRIFICE
            lost = np.int64(PRESTIGE[card])
            note(events, cursor, stamp, event, Kind.CARD, card, Source.TABLEAU, 0, 0, -lost)
    for word in range(WORDS):
        came = np.int64(new.tableau[word]) & ~np.int64(old.tableau[word])
        if came:
            card = word * WORD + lowest(came)
            note_card(game, old, new, action, card, events, cursor, stamp)


@compiled
def note_card(game, old, new, action, card, events, cursor, stamp):
    event = Event.FREE_CARD if FREE_CARD <= action < RESERVE_NOBLE else Event.PURCHASE
    source = Source.MARKET
    if event == Event.PURCHASE and in_hand(old, card):
        source = Source.HAND
    elif event == Event.PURCHASE and game.conquest:
        source = Source.CONQUEST
    gems = 0
    for colour in range(GOLD):
        gems += int(old.tokens[colour]) - int(new.tokens[colour])
    gold = int(old.tokens[GOLD]) - int(new.tokens[GOLD])
    note(events, cursor, stamp, event, Kind.CARD, card, source, gems, gold, PRESTIGE[card])


@compiled
def in_hand(old, card):
    """Whether a card was in the player's hand."""
    for place in range(old.hand_size):
        if old.hand[place] == card:
            return True
    return False


@compiled
def note_hand(old, new, action, events, cursor, stamp):
    if new.hand_size > old.hand_size:
        source = Source.MARKET if RESERVE <= action < RESERVE_DECK else Source.DECK
        gold = int(new.tokens[GOLD]) - int(old.tokens[GOLD])
        note(events, cursor, stamp, Event.RESERVE, Kind.CARD, new.hand[new.hand_size - 1], source, 0, gold, 0)
    if new.reserved_count > old.reserved_count:
        noble = new.reserved_nobles[new.reserved_count - 1]
        note(events, cursor, stamp, Event.RESERVE, Kind.NOBLE, noble, Source.TABLE, 0, 0, 0)


@compiled
def note_tiles(old, new, events, cursor, stamp):
    visitors = np.int64(new.nobles) & ~np.int64(old.nobles)
    if visitors:
        source = Source.HAND if new.reserved_count < old.reserved_count else Source.TABLE
        note(events, cursor, stamp, Event.VISIT, Kind.NOBLE, lowest(visitors), source, 0, 0, NOBLE_PRESTIGE)
    posts = np.int64(old.posts)
    for power in range(POWERS):
        if has(new.posts, power) and not has(posts, power):
            gain = post_prestige(posts | bit(power)) - post_prestige(posts)
            posts |= bit(power)
            note(events, cursor, stamp, Event.POST, Kind.POST, power, Source.TABLE, 0, 0, gain)
    if new.city != old.city:
        note(events, cursor, stamp, Event.CITY, Kind.CITY, new.city, Source.TABLE, 0, 0, 0)


@compiled
def post_prestige(posts):
    """What posts are worth: POST17-D, -E, POST25-E."""
    total = FIVE if has(posts, Power.FIVE_PRESTIGE) else 0
    if has(posts, Power.PRESTIGE_PER_POST):
        total += count(posts)
    return total


@compiled
def note(events, cursor, stamp, event, kind, thing, source, gems, gold, prestige):
    """Write one event; `stamp` says when and whose turn, `cursor` where."""
    events[cursor[0]] = stamp[0]
    line = events[cursor[0]]
    line.event = event
    line.kind = kind
    line.thing = thing
    line.source = source
    line.gems = gems
    line.gold = gold
    line.prestige = prestige
    cursor[0] += 1
