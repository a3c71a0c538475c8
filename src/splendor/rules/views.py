"""What one seat may see, and filling in at random what it may not (INFO-1…9).

A view is a record of the same layout, built field by field from what the seat knows (an allow-list: a field
nobody thought of stays empty). Hidden cards are marked with the deck they came from, and the decks hold all
cards of their kind the seat has not seen. A determinisation of a view is a game again: hidden hands and cards
under decks are drawn from the unseen ones, and the generator is started anew.
"""

from splendor.rules import chance
from splendor.rules.bits import bit, count, has, has_card, nth
from splendor.rules.jit import compiled
from splendor.rules.layout import (
    CITY_PLACES,
    HAND,
    NOBLE_PLACES,
    NOTHING,
    RESERVED_NOBLES,
    SEATS,
    SLOTS,
    UNDER,
    UNDER_FIRST,
    UNKNOWN,
    VIRTUAL_GOLD_CARDS,
    WORDS,
)
from splendor.rules.market import decks_in_play, first_card
from splendor.table.catalogue import DECK, DECK_CARDS, DECKS, GOLD, ORIENT_CARDS


@compiled
def show(game, seat, seen):
    """Write what `seat` (SPECTATOR for an onlooker) may know of the game to the record `seen`."""
    show_setup(game, seen)
    show_turn(game, seen)
    show_table(game, seen)
    for player in range(SEATS):
        show_player(game.players[player], seen.players[player], seat)
    show_drawn(game, seat, seen)
    show_decks(game, seat, seen)


@compiled
def show_setup(game, seen):
    seen.seats = game.seats
    seen.cities = game.cities
    seen.posts = game.posts
    seen.orient = game.orient
    seen.strongholds = game.strongholds
    seen.take_fewer = game.take_fewer
    seen.extra_nobles = game.extra_nobles
    seen.payment = game.payment


@compiled
def show_turn(game, seen):
    """How far game and turn have come; payments and moves under way are made in the open."""
    seen.chance[0] = 0
    seen.chance[1] = 0
    seen.phase = game.phase
    seen.stage = game.stage
    seen.player = game.player
    seen.over = game.over
    seen.winners = game.winners
    seen.ending = game.ending
    seen.passes = game.passes
    seen.quiet_rounds = game.quiet_rounds
    seen.rounds = game.rounds
    seen.lively = game.lively
    seen.passed = game.passed
    seen.gained = game.gained
    seen.conquest = game.conquest
    seen.pair = game.pair
    seen.buying = game.buying
    seen.pay_step = game.pay_step
    for colour in range(GOLD):
        seen.paid[colour] = game.paid[colour]
    seen.paid_virtual = game.paid_virtual
    seen.effect = game.effect
    seen.lifted = game.lifted
    seen.give_back_from = game.give_back_from
    seen.opened_count = game.opened_count
    for place in range(6):
        seen.opened[place] = game.opened[place]
    seen.card = game.card
    seen.sacrificed = game.sacrificed


@compiled
def show_table(game, seen):
    for colour in range(GOLD + 1):
        seen.bank[colour] = game.bank[colour]
    for place in range(NOBLE_PLACES):
        seen.nobles[place] = game.nobles[place]
    for place in range(CITY_PLACES):
        seen.city_faces[place] = game.city_faces[place]
    for slot in range(SLOTS):
        seen.market[slot] = game.market[slot]
        seen.holder[slot] = game.holder[slot]
        seen.held[slot] = game.held[slot]
    for place in range(ORIENT_CARDS):
        seen.copied[place] = game.copied[place]
    for word in range(WORDS):
        seen.gone[word] = game.gone[word]


@compiled
def show_player(player, seen, seat):
    """INFO-1, -3, -4: everything but hidden reserved cards. Who knows a card is no secret: all saw it drawn."""
    for colour in range(GOLD + 1):
        seen.tokens[colour] = player.tokens[colour]
    for colour in range(GOLD):
        seen.bonus[colour] = player.bonus[colour]
        seen.count[colour] = player.count[colour]
    seen.prestige = player.prestige
    seen.cards = player.cards
    seen.hand_size = player.hand_size
    seen.virtual_gold = player.virtual_gold
    seen.reserved_count = player.reserved_count
    seen.strongholds = player.strongholds
    seen.posts = player.posts
    seen.city = player.city
    seen.nobles = player.nobles
    for place in range(RESERVED_NOBLES):
        seen.reserved_nobles[place] = player.reserved_nobles[place]
    for place in range(VIRTUAL_GOLD_CARDS):
        seen.virtual_gold_cards[place] = player.virtual_gold_cards[place]
    for word in range(WORDS):
        seen.tableau[word] = player.tableau[word]
    for place in range(HAND):
        seen.hand[place] = hidden_unless(player.hand[place], player.hand_seen[place], seat)
        seen.hand_seen[place] = player.hand_seen[place]


@compiled
def hidden_unless(card, known_to, seat):
    """The card itself, or the mark of the deck it came from."""
    if card == NOTHING or has(known_to, seat):
        return int(card)
    return UNKNOWN - int(DECK[card])


@compiled
def show_drawn(game, seat, seen):
    """INFO-8: the two cards looked at are the drawer's secret."""
    for which in range(2):
        known_to = bit(game.player)
        seen.drawn[which] = hidden_unless(game.drawn[which], known_to, seat)


@compiled
def show_decks(game, seat, seen):
    """INFO-2, -9: sizes, the cards under a deck the seat knows, and as deck all cards it has not seen."""
    for place in range(UNDER):
        seen.under[place] = NOTHING
        seen.under_seen[place] = game.under_seen[place]
        if game.under[place] != NOTHING:
            seen.under[place] = game.under[place] if has(game.under_seen[place], seat) else UNKNOWN
    for deck in range(DECKS):
        seen.deck_size[deck] = game.deck_size[deck]
        seen.under_count[deck] = game.under_count[deck]
        seen.decks[deck] = unseen(seen, deck) if deck < decks_in_play(game) else 0


@compiled
def unseen(seen, deck):
    """The cards of a deck that lie nowhere in the view."""
    first = first_card(seen, deck)
    cards = bit(DECK_CARDS[deck]) - 1
    for slot in range(SLOTS):
        cards = without(cards, seen.market[slot], deck, first)
    for which in range(2):
        cards = without(cards, seen.drawn[which], deck, first)
    for seat in range(seen.seats):
        for place in range(HAND):
            cards = without(cards, seen.players[seat].hand[place], deck, first)
    start = UNDER_FIRST[deck]
    for place in range(start, start + seen.under_count[deck]):
        if seen.under[place] >= 0:
            cards &= ~bit(seen.under[place])
    for place in range(DECK_CARDS[deck]):
        if in_the_open(seen, first + place):
            cards &= ~bit(place)
    return cards


@compiled
def without(cards, card, deck, first):
    """The set less one card, if that card is a known one of this deck."""
    return cards & ~bit(card - first) if card >= 0 and DECK[card] == deck else cards


@compiled
def in_the_open(seen, card):
    """Whether the card lies in a tableau or is out of the game."""
    if has_card(seen.gone, card):
        return True
    for seat in range(seen.seats):
        if has_card(seen.players[seat].tableau, card):
            return True
    return False


@compiled
def determinise(game, seed):
    """Turn a view, in place, into a game that its seat cannot tell from the true one."""
    chance.seed(game.chance, seed)
    for deck in range(decks_in_play(game)):
        start = UNDER_FIRST[deck]
        for place in range(start, start + game.under_count[deck]):
            if game.under[place] == UNKNOWN:
                game.under[place] = pick(game, deck) - first_card(game, deck)
    for seat in range(game.seats):
        for place in range(HAND):
            hidden = int(game.players[seat].hand[place])
            if hidden <= UNKNOWN:
                game.players[seat].hand[place] = pick(game, UNKNOWN - hidden)
    for which in range(2):
        if game.drawn[which] <= UNKNOWN:
            game.drawn[which] = pick(game, UNKNOWN - int(game.drawn[which]))


@compiled
def pick(game, deck):
    """A random card out of the unseen ones of a deck."""
    cards = game.decks[deck]
    place = nth(cards, chance.below(game.chance, count(cards)))
    game.decks[deck] &= ~bit(place)
    return first_card(game, deck) + place
