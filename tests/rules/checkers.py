"""Compiled checks over batches of games.

A batch is an array of records, and beside each record a driver: the generator of its choices, its policy, the
number of its legal actions. `step` makes one decision in every game; the checks then look at all of them. They are
written from the rules text, apart from `rules/invariants.py`, and cheap enough to run after every decision.
All kernels are in this file: numba's cache sees changes in the file of a function, not in those it calls.
"""
# ruff: noqa: SIM102, SIM109

from enum import IntEnum

import numpy as np

from splendor.rules import chance, invariants, market, turn, views
from splendor.rules import deal as deal_rules
from splendor.rules.actions import (
    ACTIONS,
    CONQUER,
    DECLINE,
    PASS,
    PURCHASE,
    RESERVE,
    RESERVE_DECK,
    Phase,
)
from splendor.rules.jit import compiled, door
from splendor.rules.layout import (
    HAND,
    NOBLE_PLACES,
    NOTHING,
    SEATS,
    SLOTS,
    SLOTS_PER_LEVEL,
    SPECTATOR,
    UNDER_FIRST,
    WORD,
    WORDS,
)
from splendor.table.catalogue import (
    BASE_CARDS,
    BONUS,
    DECK,
    DECK_CARDS,
    DECK_FIRST,
    KIND,
    PRESTIGE,
    Kind,
    Power,
)

# --- playing ------------------------------------------------------------------------------------------------------
UNIFORM, EAGER, SECRETIVE, QUIET = 0, 1, 2, 3  # policies of random play
GIVEN = 4  # play the action that stands in `played`
LOOK = 5  # play nothing: find the legal actions of a record that was changed by other means

CHOICES = 0x2545F491  # sets the generator of the choices apart from the game's own

DRIVER = np.dtype(
    [
        ("chance", "i8", 2),  # the generator of the choices
        ("seed", "i8"),  # of the next game to be dealt
        ("stride", "i8"),  # from one seed to the next
        ("policy", "i8"),
        ("number", "i8"),  # legal actions of the decision at hand; 0: the game is over, or not yet dealt
        ("played", "i8"),  # the last action; NOTHING just after the deal
        ("decisions", "i8"),  # since the deal
    ],
    align=True,
)


@door
def step(games, legal, drivers):
    """One decision in every game; one that is over is dealt anew instead."""
    for index in range(len(games)):
        game = games[index]
        driver = drivers[index]
        if driver.policy == LOOK or driver.number == 0:
            if driver.policy != LOOK:
                deal_rules.deal(game, int(driver.seed))
                chance.seed(driver.chance, int(driver.seed) ^ CHOICES)
                driver.seed += driver.stride
                driver.played = NOTHING
                driver.decisions = 0
            driver.number = turn.legal_actions(game, legal[index])
        else:
            if driver.policy != GIVEN:
                driver.played = choose(legal[index], int(driver.number), driver.chance, int(driver.policy))
            driver.number = turn.play(game, int(driver.played), legal[index])
            driver.decisions += 1


@compiled
def choose(legal, number, draw, policy):
    """UNIFORM: every choice alike. EAGER: seven times in eight a purchase or conquest, where one is legal.

    SECRETIVE: every fourth time a card from a deck, otherwise as EAGER. QUIET: tokens as long as there are any.
    """
    action = NOTHING
    if policy == QUIET:
        action = one_between(legal, number, 0, RESERVE, draw)
    if policy == SECRETIVE and chance.below(draw, 4) == 0:
        action = one_between(legal, number, RESERVE_DECK, PURCHASE, draw)
    if action == NOTHING and (policy == EAGER or policy == SECRETIVE) and chance.below(draw, 8) != 0:
        action = one_between(legal, number, PURCHASE, PASS, draw)
        if action == NOTHING:
            action = one_between(legal, number, CONQUER, DECLINE, draw)
    return int(legal[chance.below(draw, number)]) if action == NOTHING else action


@compiled
def one_between(legal, number, low, high, draw):
    """A random one of the legal actions from `low` to `high` − 1, which stand together; NOTHING if there is none."""
    first = 0
    while first < number and legal[first] < low:
        first += 1
    last = first
    while last < number and legal[last] < high:
        last += 1
    return int(legal[first + chance.below(draw, last - first)]) if last > first else NOTHING


# --- what is always true ------------------------------------------------------------------------------------------
class Wrong(IntEnum):
    """What the checks can find wrong, as flags."""

    TOKENS = 1  # INV-1
    TOKEN_LIMIT = 2  # INV-2
    HAND = 4  # INV-3
    MARKET = 8  # INV-4
    CARDS = 16  # INV-5
    GAINS = 32  # INV-6
    STRONGHOLDS = 64  # INV-7
    TURNS = 128  # INV-8, and the order of the turns
    SUMS = 256  # INV-9, and the sums of a tableau
    NOBLES = 512
    CHOICES = 1024  # the legal actions: some, ascending, none twice
    END = 2048  # winners at the end and only then
    OTHERS = 4096  # a turn changed what lies before another player
    STATUS = 8192  # `invariants.status` says so


WATCH = np.dtype(
    [
        ("wrong", "i8"),  # flags of Wrong, gathered
        ("at", "i8"),  # decision at which the first was found
        ("decisions", "i8"),  # looked at, in all games
        ("turns", "i8", SEATS),  # turns begun
        ("player", "i8"),  # whose turn it is
        ("conquests", "i8"),  # in this turn
        # when the turn began, by seat
        ("nobles", "i8", SEATS),
        ("posts", "i8", SEATS),
        ("city", "i8", SEATS),
        ("things", "i8", SEATS),  # a digest of all that only one's own turns can change
        ("cards", "i8", WORDS),  # scratch: the cards found
    ],
    align=True,
)

GEMS_BY_PLAYERS = (0, 0, 4, 5, 7)
GOLD_TOKENS = 5
TOKEN_LIMIT = 10
STRONGHOLDS_EACH = 3
FIRST_EDITION, SECOND_EDITION = 1, 2
FULL_WORD = (1 << WORD) - 1
# By edition of the Orient: cards 0–89, and 90–119 or 120–149.
ALL_CARDS = np.array(
    [
        [FULL_WORD, (1 << 40) - 1, 0],
        [FULL_WORD, FULL_WORD, (1 << 20) - 1],
        [FULL_WORD, (1 << 40) - 1, FULL_WORD - (1 << 20) + 1],
    ]
)


@door
def check(games, legal, drivers, watches):
    """Look at every game after its decision; returned is how many were ever found wrong."""
    found = 0
    for index in range(len(games)):
        game = games[index]
        driver = drivers[index]
        watch = watches[index]
        wrong = wrong_at_the_table(game, watch.cards)
        if not choices_right(game, legal[index], int(driver.number)):
            wrong |= Wrong.CHOICES
        wrong |= wrong_in_the_turn(game, driver, watch)
        if wrong and not watch.wrong:
            watch.at = driver.decisions
        watch.wrong |= wrong
        found += 1 if watch.wrong else 0
    return found


@door
def check_status(games, watches):
    """The complete check of `invariants.status`, written independently of the others and slower."""
    found = 0
    for index in range(len(games)):
        if invariants.status(games[index]):
            watches[index].wrong |= Wrong.STATUS
            found += 1
    return found


@compiled
def wrong_at_the_table(game, found):
    wrong = 0
    if not tokens_right(game):
        wrong |= Wrong.TOKENS
    if not limit_kept(game):
        wrong |= Wrong.TOKEN_LIMIT
    if not hands_right(game):
        return wrong | Wrong.HAND  # the others rely on hands
    if not market_right(game):
        wrong |= Wrong.MARKET
    if not cards_right(game, found):
        wrong |= Wrong.CARDS
    if not strongholds_right(game):
        wrong |= Wrong.STRONGHOLDS
    if not nobles_right(game):
        wrong |= Wrong.NOBLES
    return wrong


@compiled
def tokens_right(game):
    """INV-1: bank and players hold what was put out, nobody less than nothing."""
    for colour in range(6):
        least = int(game.bank[colour])
        total = least
        for seat in range(game.seats):
            held = int(game.players[seat].tokens[colour])
            least = min(least, held)
            total += held
        if least < 0 or total != (GOLD_TOKENS if colour == 5 else GEMS_BY_PLAYERS[game.seats]):
            return False
    return True


@compiled
def tokens_of(player):
    total = 0
    for colour in range(6):
        total += int(player.tokens[colour])
    return total


@compiled
def limit_kept(game):
    """INV-2: more than ten only inside one's turn, up to giving back."""
    for seat in range(game.seats):
        if tokens_of(game.players[seat]) > TOKEN_LIMIT:
            if seat != game.player or game.phase == Phase.ACTION or game.phase > Phase.GIVE_BACK:
                return False
    return True


@compiled
def hands_right(game):
    """INV-3; the owner knows every card of the hand."""
    for seat in range(game.seats):
        player = game.players[seat]
        size = int(player.hand_size)
        if size < 0 or size > 3:
            return False
        for place in range(HAND):
            card = int(player.hand[place])
            if (card >= 0) != (place < size) or (place < size and (int(player.hand_seen[place]) >> seat) & 1 == 0):
                return False
    return True


@compiled
def decks_of(game):
    return 3 if game.orient == 0 else 6


@compiled
def first_slot(deck):
    """The slots of a deck stand together: four of a base deck, the two after them of an Orient deck."""
    return 6 * deck if deck < 3 else 6 * (deck - 3) + 4


@compiled
def market_right(game):
    """INV-4, and the slots of the Orient stay empty without it."""
    between_turns = game.phase == Phase.ACTION
    for deck in range(6):
        slots = 4 if deck < 3 else 2
        for slot in range(first_slot(deck), first_slot(deck) + slots):
            card = int(game.market[slot])
            if deck >= decks_of(game) and card != NOTHING:
                return False
            if deck < decks_of(game) and between_turns and card == NOTHING and game.deck_size[deck] != 0:
                return False
    return True


@compiled
def ones(bits):
    """How many of the lowest 50 bits are set."""
    bits = bits - ((bits >> 1) & 0x1555555555555)
    bits = (bits & 0x3333333333333) + ((bits >> 2) & 0x3333333333333)
    bits = (bits + (bits >> 4)) & 0xF0F0F0F0F0F0F
    bits = bits + (bits >> 8)
    bits = bits + (bits >> 16)
    return (bits + (bits >> 32)) & 0x7F


@compiled
def cards_right(game, found):
    """INV-5: the places a card can lie in hold as many cards as there are, and together each of them."""
    number = 0
    for word in range(WORDS):
        found[word] = game.gone[word]
        number += ones(int(game.gone[word]))
        for seat in range(game.seats):
            found[word] |= game.players[seat].tableau[word]
    if game.orient == 0 and number > 0:  # only Orient cards make others leave the game
        return False
    for seat in range(game.seats):
        player = game.players[seat]
        number += int(player.cards) + int(player.hand_size)  # `sums_right` counts the cards of the tableau
        for place in range(player.hand_size):
            saw(found, int(player.hand[place]))
    for which in range(2):
        number += 1 if game.drawn[which] >= 0 else 0
        saw(found, int(game.drawn[which]))
    for deck in range(decks_of(game)):
        first = int(DECK_FIRST[game.orient, deck])
        cards = int(game.decks[deck])
        under = int(game.under_count[deck])
        if ones(cards) + under != game.deck_size[deck]:
            return False
        for place in range(UNDER_FIRST[deck], UNDER_FIRST[deck] + under):
            cards |= 1 << int(game.under[place])
        number += int(game.deck_size[deck])
        shift = first % WORD
        found[first // WORD] |= (cards << shift) & FULL_WORD
        if shift + DECK_CARDS[deck] > WORD:
            found[first // WORD + 1] |= cards >> (WORD - shift)
        slots = 4 if deck < 3 else 2
        for slot in range(first_slot(deck), first_slot(deck) + slots):
            card = int(game.market[slot])
            if card != NOTHING:
                if card < first or card >= first + DECK_CARDS[deck]:
                    return False
                saw(found, card)
                number += 1
    for word in range(WORDS):
        if found[word] != ALL_CARDS[game.orient, word]:
            return False
    return number == (90 if game.orient == 0 else 120)


@compiled
def saw(cards, card):
    """Add a card to a set."""
    if card >= 0:
        cards[card // WORD] |= 1 << (card % WORD)


@compiled
def strongholds_right(game):
    """INV-7."""
    standing = 0  # a byte for each seat
    for slot in range(SLOTS):
        held = int(game.held[slot])
        holder = int(game.holder[slot])
        if held == 0:
            if holder != NOTHING:
                return False
        elif held < 0 or holder < 0 or holder >= game.seats or game.market[slot] == NOTHING:
            return False
        else:
            standing += held << (8 * holder)
    for seat in range(SEATS):
        supply = int(game.players[seat].strongholds)
        each = STRONGHOLDS_EACH if game.strongholds and seat < game.seats else 0
        if supply < 0 or supply + ((standing >> (8 * seat)) & 0xFF) != each:
            return False
    return True


@compiled
def nobles_right(game):
    """One more noble than players, each in one place; none with Cities."""
    nobles = 0
    number = 0
    for place in range(NOBLE_PLACES):
        if game.nobles[place] != NOTHING:
            nobles |= 1 << int(game.nobles[place])
            number += 1
    for seat in range(game.seats):
        player = game.players[seat]
        nobles |= int(player.nobles)
        number += ones(int(player.nobles))
        for place in range(player.reserved_count):
            nobles |= 1 << int(player.reserved_nobles[place])
            number += 1
    return number == ones(nobles) and number == (0 if game.cities else game.seats + 1)


@compiled
def choices_right(game, legal, number):
    """A decision has choices, a follow-up at least two (TURN-4); they ascend, so none is there twice."""
    if game.over or game.phase == Phase.OVER:
        return number == 0 and game.over and game.phase == Phase.OVER
    if number < (1 if game.phase == Phase.ACTION else 2) or legal[0] < 0 or legal[number - 1] >= ACTIONS:
        return False
    for place in range(1, number):
        if legal[place] <= legal[place - 1]:
            return False
    return number == 1 or legal[number - 1] != PASS or game.phase != Phase.ACTION  # BASE-PASS-2


@compiled
def sums_right(game, player):
    """INV-9, and bonuses, counts and number of cards: all counted again from the cards."""
    prestige = 3 * ones(int(player.nobles))
    posts = int(player.posts)
    if (posts >> Power.FIVE_PRESTIGE) & 1:
        prestige += 5
    if (posts >> Power.PRESTIGE_PER_POST) & 1:
        prestige += ones(posts)
    bonus = 0  # a byte for each colour
    counted = 0
    cards = 0
    virtual = 0
    for word in range(WORDS):
        rest = int(player.tableau[word])
        while rest:
            card = word * WORD + ones((rest & -rest) - 1)
            rest &= rest - 1
            kind = KIND[card]
            cards += 1
            prestige += int(PRESTIGE[card])
            virtual += 1 if kind == Kind.VIRTUAL_GOLD else 0
            colour = int(BONUS[card])
            if kind == Kind.COPY or kind == Kind.COPY_AND_FREE_CARD:
                colour = int(game.copied[(card - BASE_CARDS) % 30])
            if colour >= 0:
                double = kind == Kind.DOUBLE_BONUS
                bonus += (2 if double else 1) << (8 * colour)
                counted += (2 if double and game.orient == FIRST_EDITION else 1) << (8 * colour)
    for colour in range(5):
        if (bonus >> (8 * colour)) & 0xFF != player.bonus[colour]:
            return False
        if (counted >> (8 * colour)) & 0xFF != player.count[colour]:
            return False
    return prestige == player.prestige and cards == player.cards and virtual == player.virtual_gold


# --- what is true of turns ----------------------------------------------------------------------------------------
@compiled
def wrong_in_the_turn(game, driver, watch):
    """INV-6, INV-8, INV-9 and the order of turns, watched from decision to decision."""
    if driver.played == NOTHING:  # just dealt
        for seat in range(SEATS):
            watch.turns[seat] = 0
        return begin_turn(game, watch)
    wrong = 0
    watch.decisions += 1
    mover = int(watch.player)
    if not sums_right(game, game.players[mover]):
        wrong |= Wrong.SUMS
    watch.conquests += 1 if driver.played == CONQUER else 0
    if watch.conquests > 1:
        wrong |= Wrong.GAINS
    if game.phase != Phase.ACTION and game.phase != Phase.OVER:
        return wrong if game.player == mover else wrong | Wrong.TURNS
    if not gains_right(game, watch):
        wrong |= Wrong.GAINS
    for seat in range(game.seats):
        if seat != mover and watch.things[seat] != things_of(game.players[seat]):
            wrong |= Wrong.OTHERS
    if game.over:
        return wrong | wrong_at_the_end(game, watch)
    if game.winners or game.player != (mover + 1) % game.seats:
        wrong |= Wrong.TURNS
    return wrong | begin_turn(game, watch)


@compiled
def begin_turn(game, watch):
    watch.player = game.player
    watch.turns[game.player] += 1
    watch.conquests = 0
    for seat in range(SEATS):
        player = game.players[seat]
        watch.nobles[seat] = player.nobles
        watch.posts[seat] = player.posts
        watch.city[seat] = player.city
        watch.things[seat] = things_of(player)
    return Wrong.TURNS if game.rounds != watch.turns[game.player] - 1 else 0


@compiled
def things_of(player):
    """A digest of tokens, hand and tableau."""
    digest = 0
    for colour in range(6):
        digest = (digest << 4) + int(player.tokens[colour])
    for place in range(HAND):
        digest = (digest << 8) + int(player.hand[place])
    for word in range(WORDS):
        digest ^= int(player.tableau[word]) << (4 * word)
    return digest


@compiled
def gains_right(game, watch):
    """INV-6: nobles, posts and cities come one at a time (2017 posts all at once), to the player on turn, to stay."""
    for seat in range(game.seats):
        player = game.players[seat]
        most = 1 if seat == watch.player else 0
        nobles = int(watch.nobles[seat])
        posts = int(watch.posts[seat])
        if nobles & ~int(player.nobles) or ones(int(player.nobles)) - ones(nobles) > most:
            return False
        most_posts = 5 * most if game.posts == FIRST_EDITION else most
        if posts & ~int(player.posts) or ones(int(player.posts)) - ones(posts) > most_posts:
            return False
        if watch.city[seat] != player.city and (watch.city[seat] != NOTHING or most == 0):
            return False
    return True


@compiled
def wrong_at_the_end(game, watch):
    """INV-8: equal turns, unless all players passed in a row; and the best of those who may win have won."""
    wrong = 0
    for seat in range(game.seats):
        if watch.turns[seat] != watch.turns[0] and game.passes != game.seats:
            wrong |= Wrong.TURNS
    cities = 0
    for seat in range(game.seats):
        cities += 1 if game.players[seat].city != NOTHING else 0
    best = -1000
    for seat in range(game.seats):
        if cities == 0 or game.players[seat].city != NOTHING:
            best = max(best, 200 * int(game.players[seat].prestige) - int(game.players[seat].cards))
    for seat in range(SEATS):
        won = (int(game.winners) >> seat) & 1 == 1
        player = game.players[seat]
        standing = 200 * int(player.prestige) - int(player.cards)
        may_win = seat < game.seats and (cities == 0 or player.city != NOTHING)
        if won != (may_win and standing == best):
            wrong |= Wrong.END
    return wrong


# --- views --------------------------------------------------------------------------------------------------------
@door
def show_all(games, seat, seen):
    for index in range(len(games)):
        views.show(games[index], seat, seen[index])


@door
def determinise_all(seen, seed):
    for index in range(len(seen)):
        views.determinise(seen[index], seed + index)


@door
def reshuffle_all(games, seat, seed, draw):
    """Deal anew what `seat` cannot know, by RULES INFO-2, -3, -8 and -9, and put other generators into the games."""
    chance.seed(draw, seed)
    for index in range(len(games)):
        game = games[index]
        for deck in range(decks_of(game)):
            reshuffle_deck(game, seat, deck, draw)
        game.chance[0] = chance.next_word(draw)
        game.chance[1] = chance.next_word(draw)


@compiled
def reshuffle_deck(game, seat, deck, draw):
    """All unknown cards of a deck are put together and dealt to the same places again."""
    first = int(DECK_FIRST[game.orient, deck])
    pool = int(game.decks[deck])
    for lifting in (True, False):
        for owner in range(game.seats):
            player = game.players[owner]
            for place in range(player.hand_size):
                if DECK[player.hand[place]] == deck and not knows(int(player.hand_seen[place]), seat):
                    if lifting:
                        pool |= 1 << (int(player.hand[place]) - first)
                    else:
                        pick = any_of(pool, draw)
                        pool &= ~(1 << pick)
                        player.hand[place] = first + pick
        for place in range(UNDER_FIRST[deck], UNDER_FIRST[deck] + game.under_count[deck]):
            if not knows(int(game.under_seen[place]), seat):
                if lifting:
                    pool |= 1 << int(game.under[place])
                else:
                    pick = any_of(pool, draw)
                    pool &= ~(1 << pick)
                    game.under[place] = pick
        for which in range(2):
            if game.drawn[which] >= 0 and DECK[game.drawn[which]] == deck and seat != game.player:
                if lifting:
                    pool |= 1 << (int(game.drawn[which]) - first)
                else:
                    pick = any_of(pool, draw)
                    pool &= ~(1 << pick)
                    game.drawn[which] = first + pick
    game.decks[deck] = pool


@compiled
def knows(seen, seat):
    return (seen >> seat) & 1 == 1


@compiled
def any_of(pool, draw):
    """A random element of a set of bits."""
    skip = chance.below(draw, ones(pool))
    rest = pool
    for _ in range(skip):
        rest &= rest - 1
    return ones((rest & -rest) - 1)


@door
def witness(games, drivers, witnesses):
    """Keep account of the cards each seat (and an onlooker) has seen with its own eyes since the deal."""
    for index in range(len(games)):
        game = games[index]
        if drivers[index].played == NOTHING:
            witnesses[index] = 0
        for viewer in range(SPECTATOR + 1):
            seen = witnesses[index, viewer]
            for slot in range(SLOTS):
                saw(seen, int(game.market[slot]))
            for seat in range(game.seats):
                player = game.players[seat]
                for word in range(WORDS):
                    seen[word] |= player.tableau[word] | game.gone[word]
                for place in range(player.hand_size):
                    if seat == viewer or (seat == game.player and game.buying == SLOTS + place):
                        saw(seen, int(player.hand[place]))
            if viewer == game.player:
                saw(seen, int(game.drawn[0]))
                saw(seen, int(game.drawn[1]))


@compiled
def has_seen(seen, card):
    return (int(seen[card // WORD]) >> (card % WORD)) & 1 == 1


@door
def wrongly_named(seen, viewer, witnesses):
    """Views that name a card the viewer never saw, or hide one of the viewer's own hand."""
    found = 0
    for index in range(len(seen)):
        found += 0 if rightly_named(seen[index], viewer, witnesses[index]) else 1
    return found


@compiled
def rightly_named(view, viewer, witnesses):
    for seat in range(view.seats):
        player = view.players[seat]
        for place in range(player.hand_size):
            card = int(player.hand[place])
            if card >= 0 and not has_seen(witnesses[viewer], card):
                return False
            if card < 0 and seat == viewer:
                return False
    for deck in range(decks_of(view)):
        first = int(DECK_FIRST[view.orient, deck])
        for place in range(UNDER_FIRST[deck], UNDER_FIRST[deck] + view.under_count[deck]):
            if view.under[place] >= 0 and not has_seen(witnesses[viewer], first + int(view.under[place])):
                return False
    for which in range(2):
        if view.drawn[which] >= 0 and not has_seen(witnesses[viewer], int(view.drawn[which])):
            return False
    return True


@door
def wrongly_hidden(games, seen, witnesses):
    """Reserved cards that an onlooker saw in the market and whose view hides them (INFO-4: perfect recall)."""
    found = 0
    for index in range(len(games)):
        for seat in range(games[index].seats):
            player = games[index].players[seat]
            for place in range(player.hand_size):
                public = has_seen(witnesses[index, SPECTATOR], int(player.hand[place]))
                if public and seen[index].players[seat].hand[place] < 0:
                    found += 1
    return found


# --- chance -------------------------------------------------------------------------------------------------------
@door
def count_deals(games, first_seed, number, slots, pairs, nobles, faces):
    """Deal so often, and count which card lies in which slot, and so on with pairs of slots, nobles and cities."""
    game = games[0]
    for seed in range(first_seed, first_seed + number):
        deal_rules.deal(game, seed)
        for slot in range(SLOTS):
            if game.market[slot] != NOTHING:
                slots[slot, game.market[slot]] += 1
        for level in range(3):
            left = SLOTS_PER_LEVEL * level
            first = int(DECK_FIRST[0, level])
            pairs[level, game.market[left] - first, game.market[left + 1] - first] += 1
        for place in range(NOBLE_PLACES):
            if game.nobles[place] != NOTHING:
                nobles[place, game.nobles[place]] += 1
        for place in range(3):
            if game.city_faces[place] != NOTHING:
                faces[place, game.city_faces[place] % 14] += 1


@door
def count_orders(games, first_seed, number, deck, orders):
    """Draw whole decks, the revealed cards first, and count which card comes at which place."""
    game = games[0]
    first = int(DECK_FIRST[game.orient, deck])
    slots = 4 if deck < 3 else 2
    for seed in range(first_seed, first_seed + number):
        deal_rules.deal(game, seed)
        for place in range(slots):
            orders[place, game.market[first_slot(deck) + place] - first] += 1
        for place in range(slots, DECK_CARDS[deck]):
            orders[place, market.draw(game, deck) - first] += 1


@door
def count_numbers(draw, number, limit, counts, pairs):
    """Draw numbers below `limit`, and count them and their pairs of neighbours."""
    last = chance.below(draw, limit)
    for _ in range(number):
        drawn = chance.below(draw, limit)
        counts[drawn] += 1
        pairs[last, drawn] += 1
        last = drawn
