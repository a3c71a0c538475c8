"""Writing an observation, compiled: from the record of a game or of a view, the same bytes either way.

A true record holds cards the seat may not know. They are read in two ways only: `as_seen` turns a hidden card into
the mark of its deck, and `write_decks` counts them together with the deck they came from, which tells nothing. The
tests deal everything hidden anew and compare bytes.
"""

import numpy as np

from splendor.observation.pieces import BY_NAME, CARD, COLOURS, MOST, SIZE
from splendor.rules import payment
from splendor.rules.actions import Phase
from splendor.rules.bits import count, has
from splendor.rules.jit import compiled, door, inlined
from splendor.rules.layout import (
    ABSENT,
    CITY_PLACES,
    EVERYONE,
    FIRST,
    HAND,
    NOBLE_PLACES,
    NOTHING,
    SEATS,
    SLOTS,
    UNDER_FIRST,
    UNKNOWN,
)
from splendor.rules.market import decks_in_play, first_card
from splendor.rules.orient import can_copy
from splendor.rules.packed import halved, less, pack, total
from splendor.rules.tableau import is_copy
from splendor.rules.tokens import held, over_the_limit
from splendor.table.catalogue import (
    BASE_CARDS,
    BONUS,
    CARDS,
    CITY_ALIKE,
    CITY_COUNT,
    CITY_PRESTIGE,
    COST,
    COST_PACKED,
    DECK,
    DECK_CARDS,
    DECK_FIRST,
    DECKS,
    GOLD,
    KIND,
    LEVEL,
    LEVELS,
    NOBLE_PACKED,
    POST_COUNT,
    POST_NOBLES,
    POWERS,
    PRESTIGE,
    SACRIFICE_COLOUR,
    Kind,
)

SACRIFICED = 2  # cards a sacrifice takes
CARD_WIDTH = sum(one.size for one in CARD)


# --- places -------------------------------------------------------------------------------------------------------
def _start(piece):
    return BY_NAME[piece].start


def _offset(piece, name):
    return BY_NAME[piece].offset(name)


def _at(piece, name):
    """Where a field of a piece of one row stands."""
    return _start(piece) + _offset(piece, name)


SETUP, PROGRESS, BANK, CARD_AT = _start("setup"), _start("progress"), _start("bank"), _start("card")
PRICE = _at("card", "price")
PHASE, PAY_STEP, PAID = _at("decision", "phase"), _at("decision", "pay_step"), _at("decision", "paid")
PAIR = _at("decision", "pair")
GIVE_BACK, EXCESS = _at("decision", "give_back"), _at("decision", "excess")
FIRST_SACRIFICED, CONQUEST = _at("decision", "sacrificed"), _at("decision", "conquest")

DECKS_AT, DECK_ROW = _start("decks"), BY_NAME["decks"].width
UNSEEN, UNDER_KNOWN = _offset("decks", "unseen"), _offset("decks", "under")

PLAYERS, PLAYER_ROW = _start("players"), BY_NAME["players"].width
P_DECIDES, P_TOKENS, P_HELD = _offset("players", "decides"), _offset("players", "tokens"), _offset("players", "held")
P_BONUS, P_COUNT, P_PRESTIGE = _offset("players", "bonus"), _offset("players", "count"), _offset("players", "prestige")
P_POSTS, P_CITY = _offset("players", "posts"), _offset("players", "city")

NOBLES_AT, NOBLE_ROW = _start("nobles"), BY_NAME["nobles"].width
N_MISSING, N_SEATS = _offset("nobles", "missing"), _offset("nobles", "missing_cards")
OWN_NOBLES, OWN_NOBLE_ROW = _start("own_nobles"), BY_NAME["own_nobles"].width
CITIES_AT, CITY_ROW = _start("cities"), BY_NAME["cities"].width
C_SEATS, C_PRESTIGE = _offset("cities", "missing_cards"), _offset("cities", "missing_prestige")
POSTS_AT, POST_ROW = _start("posts"), BY_NAME["posts"].width
T_SEATS = _offset("posts", "missing_cards")

MARKET, MARKET_ROW = _start("market"), BY_NAME["market"].width
HAND_AT, HAND_ROW = _start("hand"), BY_NAME["hand"].width
DRAWN, DRAWN_ROW = _start("drawn"), BY_NAME["drawn"].width
HANDS, HANDS_ROW = _start("hands"), BY_NAME["hands"].width
# Market, hand and drawn cards begin with the same fields.
AFFORDABLE, MISSING, SHORT = (_offset("market", name) for name in ("affordable", "missing", "short"))
ON_IT, CHOSEN = _offset("market", "strongholds"), _offset("market", "chosen")
H_SECRET, H_CHOSEN = _offset("hand", "secret"), _offset("hand", "chosen")
O_KNOWN, O_AFFORDABLE, O_SHORT = (_offset("hands", name) for name in ("known", "affordable", "short"))


# --- tables -------------------------------------------------------------------------------------------------------
def _card_rows():
    """The fields of every card, and after them those of a hidden card of each deck."""
    rows = np.zeros((CARDS + DECKS, CARD_WIDTH), dtype=np.int8)
    for card in range(CARDS):
        kind = KIND[card]
        cost = np.array(COST[card])
        bonus = np.zeros(COLOURS)
        if SACRIFICE_COLOUR[card] >= 0:
            cost[SACRIFICE_COLOUR[card]] = SACRIFICED
        if BONUS[card] >= 0:
            bonus[BONUS[card]] = 2 if kind == Kind.DOUBLE_BONUS else 1
        effects = (
            kind == Kind.VIRTUAL_GOLD,
            kind in (Kind.COPY, Kind.COPY_AND_FREE_CARD),
            kind in (Kind.FREE_CARD, Kind.COPY_AND_FREE_CARD),
            kind == Kind.RESERVE_NOBLE,
            kind == Kind.SACRIFICE,
        )
        rows[card] = [*_deck_fields(LEVEL[card], card >= BASE_CARDS), *cost, *bonus, PRESTIGE[card], *effects]
    for deck in range(DECKS):
        shown = _deck_fields(deck % LEVELS, deck >= LEVELS)
        rows[CARDS + deck, : len(shown)] = shown
    rows.flags.writeable = False
    return rows


def _deck_fields(level, orient):
    return [1, *(level == one for one in range(LEVELS)), orient]


def _colour_bits():
    """The cards of each colour in a deck, as bits, by edition of the Orient."""
    bits = np.zeros((3, DECKS, COLOURS), dtype=np.int64)
    for edition in range(3):
        for deck in range(DECKS if edition else LEVELS):
            for place in range(DECK_CARDS[deck]):
                colour = BONUS[DECK_FIRST[edition, deck] + place]
                if colour >= 0:
                    bits[edition, deck, colour] |= 1 << place
    bits.flags.writeable = False
    return bits


CARD_ROWS = _card_rows()
COLOUR_BITS = _colour_bits()
CUT = np.array(MOST)  # as compiled code takes it
CUT.flags.writeable = False


# --- the observation ----------------------------------------------------------------------------------------------
@compiled
def write(game, seat, out):
    """Write what `seat` sees of the game, or of its own view of it, to `out`: SIZE numbers of 8 bits."""
    for place in range(SIZE):
        out[place] = 0
    write_setup(game, out)
    write_progress(game, seat, out)
    write_decision(game, out)
    for colour in range(GOLD + 1):
        out[BANK + colour] = game.bank[colour]
    write_decks(game, seat, out)
    write_players(game, seat, out)
    if game.cities == ABSENT:
        write_nobles(game, seat, out)
        write_own_nobles(game, seat, out)
    else:
        write_cities(game, seat, out)
    if game.posts != ABSENT:
        write_posts(game, seat, out)
    write_market(game, seat, out)
    write_hand(game, seat, out)
    write_drawn(game, seat, out)
    write_hands(game, seat, out)


@inlined
def owner_of(game, seat, relative):
    """The seat that stands so many places after this one in turn order."""
    owner = seat + relative
    return owner - int(game.seats) if owner >= game.seats else owner


@inlined
def put(out, place, value):
    """A number that may be larger than what is told apart."""
    out[place] = min(int(value), int(CUT[place]))


@inlined
def unpack(amounts, out, place):
    """Five amounts, one after the other."""
    for colour in range(GOLD):
        out[place + colour] = (amounts >> (8 * colour)) & 0xFF


@inlined
def write_setup(game, out):
    out[SETUP + int(game.seats) - 2] = 1
    at = SETUP + 3
    if game.cities != ABSENT:
        out[at + int(game.cities) - 1] = 1
    if game.posts != ABSENT:
        out[at + 2 + int(game.posts) - 1] = 1
    if game.orient != ABSENT:
        out[at + 4 + int(game.orient) - 1] = 1
    if game.strongholds != ABSENT:
        out[at + 6 + int(game.strongholds) - 1] = 1
    at += 8
    out[at + int(game.take_fewer)] = 1
    out[at + 3] = game.extra_nobles
    out[at + 4] = game.payment


@inlined
def write_progress(game, seat, out):
    at = PROGRESS + SEATS
    out[PROGRESS + seat] = 1
    put(out, at, game.rounds)
    put(out, at + 1, game.quiet_rounds)
    put(out, at + 2, game.passes)
    out[at + 3] = game.ending
    out[at + 4] = game.over
    out[at + 5] = game.seats - 1 - seat


@inlined
def write_decision(game, out):
    """The question, what was chosen so far, and the card it is about."""
    out[PHASE + int(game.phase)] = 1
    if game.pair != NOTHING:
        out[PAIR + int(game.pair)] = 1
    if game.phase == Phase.PAY:
        out[PAY_STEP + int(game.pay_step)] = 1
        for colour in range(GOLD):
            out[PAID + colour] = game.paid[colour]
    if game.phase == Phase.GIVE_BACK:
        out[GIVE_BACK + int(game.give_back_from)] = 1
        put(out, EXCESS, over_the_limit(game))
    out[FIRST_SACRIFICED] = game.sacrificed != NOTHING
    out[CONQUEST] = game.conquest
    card = int(game.card)
    if card != NOTHING:
        write_card(card, out, CARD_AT)
        if game.phase == Phase.PAY:
            player = game.players[game.player]
            for colour in range(GOLD):
                out[PRICE + colour] = payment.price(player, card, colour) - int(game.paid[colour])


# --- decks and players --------------------------------------------------------------------------------------------
@inlined
def write_decks(game, seat, out):
    """Sizes, and the unseen cards by colour: those of the deck and those hidden elsewhere, counted together."""
    for deck in range(decks_in_play(game)):
        row = DECKS_AT + deck * DECK_ROW
        out[row] = game.deck_size[deck]
        for colour in range(GOLD):
            out[row + UNSEEN + colour] = ones(int(game.decks[deck]) & int(COLOUR_BITS[game.orient, deck, colour]))
        start = int(UNDER_FIRST[deck])
        for place in range(start, start + game.under_count[deck]):
            if has(game.under_seen[place], seat):
                put(out, row + UNDER_KNOWN, out[row + UNDER_KNOWN] + 1)
            elif game.under[place] >= 0:
                count_unseen(first_card(game, deck) + int(game.under[place]), out)
    for owner in range(game.seats):
        player = game.players[owner]
        for place in range(player.hand_size):
            if player.hand[place] >= 0 and not has(player.hand_seen[place], seat):
                count_unseen(int(player.hand[place]), out)
    for which in range(2):
        if game.drawn[which] >= 0 and seat != game.player:
            count_unseen(int(game.drawn[which]), out)


@inlined
def count_unseen(card, out):
    if BONUS[card] >= 0:
        out[DECKS_AT + int(DECK[card]) * DECK_ROW + UNSEEN + int(BONUS[card])] += 1


@inlined
def ones(bits):
    """How many of forty bits are set: counted side by side, a byte each, then summed up."""
    pairs = bits - ((bits >> 1) & 0x5555555555)
    fours = (pairs & 0x3333333333) + ((pairs >> 2) & 0x3333333333)
    bytes_ = (fours + (fours >> 4)) & 0x0F0F0F0F0F
    return total(bytes_)


@inlined
def write_players(game, seat, out):
    for relative in range(game.seats):
        owner = owner_of(game, seat, relative)
        player = game.players[owner]
        row = PLAYERS + relative * PLAYER_ROW
        out[row] = 1
        out[row + P_DECIDES] = owner == game.player and not game.over
        for colour in range(GOLD + 1):
            out[row + P_TOKENS + colour] = player.tokens[colour]
        put(out, row + P_HELD, held(player))
        for colour in range(GOLD):
            put(out, row + P_BONUS + colour, player.bonus[colour])
            put(out, row + P_COUNT + colour, player.count[colour])
        at = row + P_PRESTIGE
        put(out, at, player.prestige)
        put(out, at + 1, player.cards)
        out[at + 2] = player.hand_size
        out[at + 3] = player.virtual_gold
        put(out, at + 4, count(int(player.nobles)))
        out[at + 5] = player.reserved_count
        if player.reserved_count > 0:
            put(out, at + 6, nearest_reserved(player))
        if game.posts != ABSENT:
            for power in range(POWERS):
                out[row + P_POSTS + power] = has(player.posts, power)
        out[row + P_CITY] = player.city != NOTHING
        out[row + P_CITY + 1] = player.strongholds


@inlined
def nearest_reserved(player):
    least = 99
    for place in range(player.reserved_count):
        missing = less(int(NOBLE_PACKED[player.reserved_nobles[place]]), pack(player.count))
        least = min(least, total(missing))
    return least


@inlined
def lacks(player, needed, colour):
    """Cards of a colour a player lacks for a tile."""
    return max(0, int(needed) - int(player.count[colour]))


# --- tiles --------------------------------------------------------------------------------------------------------
@inlined
def write_nobles(game, seat, out):
    for relative in range(game.seats):
        cards = pack(game.players[owner_of(game, seat, relative)].count)
        for place in range(NOBLE_PLACES):
            noble = int(game.nobles[place])
            if noble == NOTHING:
                continue
            row = NOBLES_AT + place * NOBLE_ROW
            missing = less(int(NOBLE_PACKED[noble]), cards)
            put(out, row + N_SEATS + relative, total(missing))
            if relative == 0:
                out[row] = 1
                unpack(int(NOBLE_PACKED[noble]), out, row + 1)
                unpack(missing, out, row + N_MISSING)


@inlined
def write_own_nobles(game, seat, out):
    player = game.players[seat]
    for place in range(player.reserved_count):
        row = OWN_NOBLES + place * OWN_NOBLE_ROW
        out[row] = 1
        unpack(less(int(NOBLE_PACKED[player.reserved_nobles[place]]), pack(player.count)), out, row + 1)


@inlined
def write_cities(game, seat, out):
    for place in range(CITY_PLACES):
        face = int(game.city_faces[place])
        if face == NOTHING:
            continue
        row = CITIES_AT + place * CITY_ROW
        out[row] = 1
        out[row + 1] = CITY_PRESTIGE[face]
        for colour in range(GOLD):
            out[row + 2 + colour] = CITY_COUNT[face, colour]
        out[row + 2 + GOLD] = CITY_ALIKE[face]
        for relative in range(game.seats):
            player = game.players[owner_of(game, seat, relative)]
            put(out, row + C_SEATS + relative, cards_missing(player, face))
            out[row + C_PRESTIGE + relative] = max(0, int(CITY_PRESTIGE[face]) - int(player.prestige))


@inlined
def cards_missing(player, face):
    """Cards a player lacks for a city, those of a colour not named included."""
    missing = 0
    alike = 0
    for colour in range(GOLD):
        missing += lacks(player, CITY_COUNT[face, colour], colour)
        if CITY_COUNT[face, colour] == 0:
            alike = max(alike, int(player.count[colour]))
    return missing + max(0, int(CITY_ALIKE[face]) - alike)


@inlined
def write_posts(game, seat, out):
    """What is missing, for those who do not have the post yet."""
    edition = int(game.posts) - 1
    for power in range(POWERS):
        if POST_COUNT[edition, power, 0] < 0:
            continue
        row = POSTS_AT + power * POST_ROW
        out[row] = 1
        for relative in range(game.seats):
            player = game.players[owner_of(game, seat, relative)]
            if has(player.posts, power):
                continue
            missing = max(0, int(POST_NOBLES[edition, power]) - count(int(player.nobles)))
            for colour in range(GOLD):
                cards = lacks(player, POST_COUNT[edition, power, colour], colour)
                missing += cards
                if relative == 0:
                    out[row + 1 + colour] = cards
            put(out, row + T_SEATS + relative, missing)


# --- cards --------------------------------------------------------------------------------------------------------
@inlined
def as_seen(card, known_to, seat):
    """The card, or the mark of its deck where the seat does not know it; in a view the mark is there already."""
    if card < 0 or has(known_to, seat):
        return int(card)
    return UNKNOWN - int(DECK[card])


@inlined
def write_card(card, out, row):
    """The fields of a card, or what is known of a hidden one."""
    line = card if card >= 0 else CARDS + UNKNOWN - card
    for place in range(CARD_WIDTH):
        out[row + place] = CARD_ROWS[line, place]


@inlined
def costs_a_sacrifice(card):
    return card >= BASE_CARDS and KIND[card] == Kind.SACRIFICE


@inlined
def tokens_missing(game, player, means, card):
    """What lacks by colour, gold aside: a byte each, as in COST_PACKED; for a sacrifice the cards that lack."""
    if costs_a_sacrifice(card):
        colour = int(SACRIFICE_COLOUR[card])
        owned = int(player.bonus[colour]) if game.orient == FIRST else int(player.count[colour])
        return max(0, SACRIFICED - owned) << (8 * colour)
    return less(int(COST_PACKED[card]), means[0])


@inlined
def gold_missing(card, missing, means):
    """Gold still needed beside all tokens, or the cards that lack for a sacrifice."""
    if costs_a_sacrifice(card):
        return total(missing)
    return max(0, total(halved(missing, means[1])) - means[2])


@inlined
def affordable(player, card, short):
    return short == 0 and (card < BASE_CARDS or not is_copy(card) or can_copy(player))


@inlined
def write_market(game, seat, out):
    for relative in range(game.seats):
        player = game.players[owner_of(game, seat, relative)]
        means = payment.means(player)
        for slot in range(SLOTS):
            card = int(game.market[slot])
            if card == NOTHING:
                continue
            row = MARKET + slot * MARKET_ROW
            missing = tokens_missing(game, player, means, card)
            short = gold_missing(card, missing, means)
            out[row + SHORT + relative] = short
            if relative == 0:
                for place in range(CARD_WIDTH):  # `write_card` in place: handing over an array costs more than this
                    out[row + place] = CARD_ROWS[card, place]
                unpack(missing, out, row + MISSING)
                out[row + AFFORDABLE] = affordable(player, card, short)
    if game.buying != NOTHING and game.buying < SLOTS:
        out[MARKET + int(game.buying) * MARKET_ROW + CHOSEN] = 1
    if game.strongholds != ABSENT:
        write_strongholds(game, seat, out)


@inlined
def write_strongholds(game, seat, out):
    """Who stands on which card; one held by another cannot be purchased (FORT-OCC-1)."""
    for slot in range(SLOTS):
        if game.holder[slot] != NOTHING:
            row = MARKET + slot * MARKET_ROW
            relative = int(game.holder[slot]) - seat
            if relative < 0:
                relative += int(game.seats)
            out[row + ON_IT + relative] = game.held[slot]
            if relative != 0:
                out[row + AFFORDABLE] = 0
    if game.lifted != NOTHING:
        out[MARKET + int(game.lifted) * MARKET_ROW + CHOSEN] = 1


@inlined
def write_hand(game, seat, out):
    player = game.players[seat]
    for place in range(player.hand_size):
        row = HAND_AT + place * HAND_ROW
        write_own(game, player, int(player.hand[place]), out, row)
        out[row + H_SECRET] = player.hand_seen[place] != EVERYONE
        out[row + H_CHOSEN] = game.player == seat and game.buying == SLOTS + place


@inlined
def write_own(game, player, card, out, row):
    """A card as the player sees it who could purchase it alone."""
    means = payment.means(player)
    missing = tokens_missing(game, player, means, card)
    short = gold_missing(card, missing, means)
    for place in range(CARD_WIDTH):
        out[row + place] = CARD_ROWS[card, place]
    unpack(missing, out, row + MISSING)
    out[row + SHORT] = short
    out[row + AFFORDABLE] = affordable(player, card, short)


@inlined
def write_drawn(game, seat, out):
    """The drawer sees both cards, the others only their deck (INFO-8)."""
    known_to = EVERYONE if game.player == seat else 0
    for which in range(2):
        card = as_seen(game.drawn[which], known_to, seat)
        row = DRAWN + which * DRAWN_ROW
        if card >= 0:
            write_own(game, game.players[seat], card, out, row)
        elif card != NOTHING:
            write_card(card, out, row)


@inlined
def write_hands(game, seat, out):
    """The others' reserved cards, as far as this seat knows them."""
    for relative in range(1, game.seats):
        player = game.players[owner_of(game, seat, relative)]
        means = payment.means(player)
        for place in range(player.hand_size):
            row = HANDS + ((relative - 1) * HAND + place) * HANDS_ROW
            card = as_seen(player.hand[place], player.hand_seen[place], seat)
            write_card(card, out, row)
            if card >= 0:
                short = gold_missing(card, tokens_missing(game, player, means, card), means)
                out[row + O_KNOWN] = 1
                out[row + O_AFFORDABLE] = affordable(player, card, short)
                out[row + O_SHORT] = short


@door
def write_at(games, index, seat, out):
    """`write`, with an array and an index: passing a record from Python is slow."""
    write(games[index], seat, out)
