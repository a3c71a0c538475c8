"""What is always true (INV-1…9): a bit for everything wrong with a game, 0 for a sound one."""

from enum import IntFlag

from splendor.rules import trading_posts
from splendor.rules.actions import Phase
from splendor.rules.bits import bit, count, has, has_card
from splendor.rules.jit import compiled
from splendor.rules.layout import (
    ABSENT,
    FIRST,
    HAND,
    NOBLE_PLACES,
    NOTHING,
    SECOND,
    SLOTS,
    SLOTS_PER_LEVEL,
    UNDER_FIRST,
)
from splendor.rules.market import deck_of_slot, decks_in_play, first_card, places_per_level
from splendor.rules.strongholds import STRONGHOLDS
from splendor.rules.tableau import colour_of
from splendor.rules.tokens import GEMS_BY_SEATS, GOLD_TOKENS, LIMIT, held
from splendor.table.catalogue import (
    BASE_CARDS,
    CARDS,
    DECK_CARDS,
    GOLD,
    KIND,
    NOBLE_PRESTIGE,
    ORIENT_CARDS,
    PRESTIGE,
    Kind,
)


class Status(IntFlag):
    """Everything that can be wrong with a position, as flags."""

    SOUND = 0
    TOKENS_NOT_CONSERVED = 1
    TOO_MANY_TOKENS = 2
    HAND_TOO_LARGE = 4
    SLOT_NOT_REFILLED = 8
    CARD_LOST_OR_DOUBLED = 16
    STRONGHOLDS_WRONG = 32
    PRESTIGE_WRONG = 64
    BONUSES_WRONG = 128
    NOBLES_WRONG = 256
    DECK_SIZE_WRONG = 512
    WRONG_CARD_IN_SLOT = 1024
    TABLEAU_WRONG = 2048


@compiled
def status(game):
    """Check everything; the result is a sum of the flags of `Status`."""
    wrong = 0
    if not tokens_conserved(game):
        wrong |= 1
    if not tokens_within_limit(game):
        wrong |= 2
    if not hands_fit(game):
        wrong |= 4
    if not market_refilled(game):
        wrong |= 8
    if not every_card_once(game):
        wrong |= 16
    if not strongholds_conserved(game):
        wrong |= 32
    for seat in range(game.seats):
        wrong |= player_status(game, game.players[seat])
    if not every_noble_once(game):
        wrong |= 256
    if not deck_sizes_right(game):
        wrong |= 512
    if not slots_right(game):
        wrong |= 1024
    return wrong


@compiled
def tokens_conserved(game):
    """INV-1."""
    for colour in range(GOLD + 1):
        total = int(game.bank[colour])
        if game.bank[colour] < 0:
            return False
        for seat in range(game.seats):
            total += int(game.players[seat].tokens[colour])
            if game.players[seat].tokens[colour] < 0:
                return False
        if total != (GOLD_TOKENS if colour == GOLD else GEMS_BY_SEATS[game.seats]):
            return False
    return True


@compiled
def tokens_within_limit(game):
    """INV-2: over ten only inside one's own turn."""
    for seat in range(game.seats):
        inside_turn = seat == game.player and game.phase != Phase.ACTION and game.phase <= Phase.GIVE_BACK
        if not inside_turn and held(game.players[seat]) > LIMIT:
            return False
    return True


@compiled
def hands_fit(game):
    """INV-3, and the cards lie at the front."""
    for seat in range(game.seats):
        player = game.players[seat]
        if player.hand_size < 0 or player.hand_size > HAND:
            return False
        for place in range(HAND):
            if (player.hand[place] == NOTHING) != (place >= player.hand_size):
                return False
            if player.hand[place] != NOTHING and not has(player.hand_seen[place], seat):
                return False
    return True


@compiled
def market_refilled(game):
    """INV-4: between turns a slot is empty only if its deck is."""
    if game.phase != Phase.ACTION:
        return True
    for slot in range(SLOTS):
        in_play = slot % SLOTS_PER_LEVEL < places_per_level(game)
        if in_play and game.market[slot] == NOTHING and game.deck_size[deck_of_slot(slot)] > 0:
            return False
    return game.opened_count == 0


@compiled
def slots_right(game):
    """Every market card lies in a slot of its own deck."""
    for slot in range(SLOTS):
        card = int(game.market[slot])
        if card != NOTHING:
            deck = deck_of_slot(slot)
            first = first_card(game, deck)
            if slot % SLOTS_PER_LEVEL >= places_per_level(game) or not first <= card < first + DECK_CARDS[deck]:
                return False
    return True


@compiled
def every_card_once(game):
    """INV-5: deck, market, hand, tableau or out of the game."""
    for card in range(CARDS):
        if copies_of(game, card) != (1 if in_play(game, card) else 0):
            return False
    return True


@compiled
def in_play(game, card):
    if card < BASE_CARDS:
        return True
    return game.orient == (FIRST if card < BASE_CARDS + ORIENT_CARDS else SECOND)


@compiled
def copies_of(game, card):
    """In how many places the card lies."""
    found = 1 if has_card(game.gone, card) else 0
    for slot in range(SLOTS):
        found += 1 if game.market[slot] == card else 0
    for which in range(2):
        found += 1 if game.drawn[which] == card else 0
    for seat in range(game.seats):
        found += 1 if has_card(game.players[seat].tableau, card) else 0
        for place in range(HAND):
            found += 1 if game.players[seat].hand[place] == card else 0
    for deck in range(decks_in_play(game)):
        place = card - first_card(game, deck)
        if 0 <= place < DECK_CARDS[deck]:
            found += copies_in_deck(game, deck, place)
    return found


@compiled
def copies_in_deck(game, deck, place):
    found = 1 if has(game.decks[deck], place) else 0
    start = UNDER_FIRST[deck]
    for under in range(start, start + game.under_count[deck]):
        found += 1 if game.under[under] == place else 0
    return found


@compiled
def deck_sizes_right(game):
    for deck in range(decks_in_play(game)):
        if game.deck_size[deck] != count(game.decks[deck]) + game.under_count[deck]:
            return False
    return True


@compiled
def strongholds_conserved(game):
    """INV-7: three for each player, one owner to a card, none on an empty slot."""
    for seat in range(game.seats):
        total = int(game.players[seat].strongholds)
        for slot in range(SLOTS):
            total += int(game.held[slot]) if game.holder[slot] == seat else 0
        if total != (0 if game.strongholds == ABSENT else STRONGHOLDS):
            return False
    for slot in range(SLOTS):
        if (game.holder[slot] == NOTHING) != (game.held[slot] == 0):
            return False
        if game.held[slot] > 0 and game.market[slot] == NOTHING:
            return False
    return True


@compiled
def every_noble_once(game):
    """A noble is at one place at most, and nobody has more than came into play."""
    found = 0
    total = 0
    for place in range(NOBLE_PLACES):
        if game.nobles[place] != NOTHING:
            found |= bit(game.nobles[place])
            total += 1
    for seat in range(game.seats):
        player = game.players[seat]
        found |= int(player.nobles)
        total += count(player.nobles)
        for place in range(player.reserved_count):
            found |= bit(player.reserved_nobles[place])
            total += 1
    return total == count(found) and total == (0 if game.cities != ABSENT else game.seats + 1)


@compiled
def player_status(game, player):
    """INV-9 and the running sums of a tableau, counted again from its cards."""
    wrong = 0
    if player.prestige != recount_prestige(player):
        wrong |= 64
    for colour in range(GOLD):
        if not bonuses_right(game, player, colour):
            wrong |= 128
    if not tableau_right(player):
        wrong |= 2048
    return wrong


@compiled
def recount_prestige(player):
    total = NOBLE_PRESTIGE * count(player.nobles) + trading_posts.prestige(player)
    for card in range(CARDS):
        if has_card(player.tableau, card):
            total += int(PRESTIGE[card])
    return total


@compiled
def bonuses_right(game, player, colour):
    bonus = 0
    counted = 0
    for card in range(CARDS):
        if has_card(player.tableau, card) and colour_of(game, card) == colour:
            double = KIND[card] == Kind.DOUBLE_BONUS
            bonus += 2 if double else 1
            counted += 2 if double and game.orient == FIRST else 1
    return bonus == player.bonus[colour] and counted == player.count[colour]


@compiled
def tableau_right(player):
    """The number of cards and the list of virtual gold agree with the set."""
    cards = 0
    virtual = 0
    for card in range(CARDS):
        if has_card(player.tableau, card):
            cards += 1
            virtual += 1 if KIND[card] == Kind.VIRTUAL_GOLD else 0
    for place in range(player.virtual_gold):
        if not has_card(player.tableau, int(player.virtual_gold_cards[place])):
            return False
    return cards == player.cards and virtual == player.virtual_gold
