"""Taking tokens and the limit of ten (BASE-TAKE, BASE-LIMIT)."""

from splendor.rules.actions import GIVE_BACK, PAIRS, SINGLES, TAKE_DIFFERENT, TAKE_SAME, TAKEN, TRIPLES
from splendor.rules.jit import inlined
from splendor.rules.offering import offer
from splendor.table.catalogue import GOLD

LIMIT = 10
PAIR_NEEDS = 4
GEMS_BY_SEATS = (0, 0, 4, 5, 7)
GOLD_TOKENS = 5
SHORT_SUPPLY_ONLY, NEVER, FREE = 0, 1, 2  # values of the option take_fewer


@inlined
def deal(game):
    """SETUP-2: the bank."""
    for colour in range(GOLD):
        game.bank[colour] = GEMS_BY_SEATS[game.seats]
    game.bank[GOLD] = GOLD_TOKENS


@inlined
def legal(game, legal, number):
    """BASE-TAKE-1, -2, -4: the takes the bank allows."""
    available = 0
    colours = 0
    for colour in range(GOLD):
        there = int(game.bank[colour] > 0)
        available |= there << colour
        colours += there
    if colours >= 3:
        number = legal_block(TRIPLES, PAIRS, available, legal, number)
    if game.take_fewer == FREE or (game.take_fewer == SHORT_SUPPLY_ONLY and colours == 2):
        number = legal_block(PAIRS, SINGLES, available, legal, number)
    if game.take_fewer == FREE or (game.take_fewer == SHORT_SUPPLY_ONLY and colours == 1):
        number = legal_block(SINGLES, TAKE_SAME, available, legal, number)
    for colour in range(GOLD):
        number = offer(legal, number, TAKE_SAME + colour, game.bank[colour] >= PAIR_NEEDS)
    return number


@inlined
def legal_block(start, stop, available, legal, number):
    for action in range(start, stop):
        number = offer(legal, number, TAKE_DIFFERENT + action, TAKEN[action] & ~available == 0)
    return number


@inlined
def take(game, colour, amount):
    game.bank[colour] -= amount
    game.players[game.player].tokens[colour] += amount


@inlined
def take_different(game, colours):
    for colour in range(GOLD):
        take(game, colour, (int(colours) >> colour) & 1)


@inlined
def held(player):
    total = 0
    for colour in range(GOLD + 1):
        total += int(player.tokens[colour])
    return total


@inlined
def over_the_limit(game):
    """BASE-LIMIT-1: how many tokens must be given back."""
    return held(game.players[game.player]) - LIMIT


@inlined
def legal_give_back(game, legal):
    """DEC-RETURN in colour order: each multiset has one sequence, and no choice leaves too few to give."""
    player = game.players[game.player]
    excess = over_the_limit(game)
    number = 0
    left = 0
    for colour in range(game.give_back_from, GOLD + 1):
        left += int(player.tokens[colour])
    for colour in range(game.give_back_from, GOLD + 1):
        number = offer(legal, number, GIVE_BACK + colour, player.tokens[colour] > 0 and left >= excess)
        left -= int(player.tokens[colour])
    return number


@inlined
def give_back(game, colour):
    take(game, colour, -1)
    game.give_back_from = colour
