"""Before the first turn: the table as the set-up wants it (SETUP)."""

from splendor.rules import chance, cities, market, nobles, strongholds, tokens
from splendor.rules.actions import Phase
from splendor.rules.jit import compiled
from splendor.rules.layout import HAND, NOTHING, RESERVED_NOBLES, SEATS, UNDER, VIRTUAL_GOLD_CARDS, WORDS
from splendor.table.catalogue import DECKS, GOLD, ORIENT_CARDS


@compiled
def deal(game, seed):
    """Deal a game whose set-up fields are filled in; whatever else the record held is forgotten."""
    chance.seed(game.chance, seed)
    clear_turn(game)
    clear_table(game)
    for seat in range(SEATS):
        clear_player(game.players[seat])
    tokens.deal(game)
    strongholds.deal(game)
    market.deal(game)
    nobles.deal(game)
    cities.deal(game)


@compiled
def clear_turn(game):
    """The first player's first turn."""
    game.phase = Phase.ACTION
    game.stage = 0
    game.player = 0
    game.over = 0
    game.winners = 0
    game.ending = 0
    game.passes = 0
    game.quiet_rounds = 0
    game.rounds = 0
    game.lively = 0
    game.passed = 0
    game.gained = 0
    game.conquest = 0
    game.pair = NOTHING
    game.buying = NOTHING
    game.pay_step = 0
    for colour in range(GOLD):
        game.paid[colour] = 0
    game.paid_virtual = 0
    game.effect = 0
    game.lifted = NOTHING
    game.give_back_from = 0
    game.opened_count = 0
    for place in range(len(game.opened)):
        game.opened[place] = 0
    game.card = NOTHING
    game.sacrificed = NOTHING
    game.drawn[0] = NOTHING
    game.drawn[1] = NOTHING


@compiled
def clear_table(game):
    """No card anywhere."""
    for deck in range(DECKS):
        game.decks[deck] = 0
        game.deck_size[deck] = 0
        game.under_count[deck] = 0
    for place in range(UNDER):
        game.under[place] = NOTHING
        game.under_seen[place] = 0
    for place in range(ORIENT_CARDS):
        game.copied[place] = NOTHING
    for word in range(WORDS):
        game.gone[word] = 0


@compiled
def clear_player(player):
    """Nothing before a player (SETUP-4)."""
    for colour in range(GOLD):
        player.bonus[colour] = 0
        player.count[colour] = 0
    for colour in range(GOLD + 1):
        player.tokens[colour] = 0
    player.prestige = 0
    player.cards = 0
    player.hand_size = 0
    player.virtual_gold = 0
    player.reserved_count = 0
    player.posts = 0
    player.nobles = 0
    player.city = NOTHING
    for place in range(HAND):
        player.hand[place] = NOTHING
        player.hand_seen[place] = 0
    for place in range(RESERVED_NOBLES):
        player.reserved_nobles[place] = NOTHING
    for place in range(VIRTUAL_GOLD_CARDS):
        player.virtual_gold_cards[place] = NOTHING
    for word in range(WORDS):
        player.tableau[word] = 0
