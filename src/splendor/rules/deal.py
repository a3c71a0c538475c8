"""Before the first turn: the table as the set-up wants it (SETUP)."""

from splendor.rules import chance, cities, market, nobles, strongholds, tokens
from splendor.rules.actions import Phase
from splendor.rules.jit import compiled
from splendor.rules.layout import HAND, NOTHING, RESERVED_NOBLES, SEATS, UNDER, VIRTUAL_GOLD_CARDS
from splendor.table.catalogue import ORIENT_CARDS


@compiled
def deal(game, seed):
    """Deal a game whose set-up fields are filled in and whose other fields are zero."""
    chance.seed(game.chance, seed)
    clear(game)
    tokens.deal(game)
    strongholds.deal(game)
    market.deal(game)
    nobles.deal(game)
    cities.deal(game)
    game.phase = Phase.ACTION


@compiled
def clear(game):
    """Places that hold nothing say so."""
    game.pair = NOTHING
    game.buying = NOTHING
    game.lifted = NOTHING
    game.card = NOTHING
    game.sacrificed = NOTHING
    game.drawn[0] = NOTHING
    game.drawn[1] = NOTHING
    for place in range(UNDER):
        game.under[place] = NOTHING
    for place in range(ORIENT_CARDS):
        game.copied[place] = NOTHING
    for seat in range(SEATS):
        clear_player(game.players[seat])


@compiled
def clear_player(player):
    player.city = NOTHING
    for place in range(HAND):
        player.hand[place] = NOTHING
    for place in range(RESERVED_NOBLES):
        player.reserved_nobles[place] = NOTHING
    for place in range(VIRTUAL_GOLD_CARDS):
        player.virtual_gold_cards[place] = NOTHING
