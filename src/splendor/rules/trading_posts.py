"""Trading posts (POST17, POST25): powers won by cards; an edition gives them all at once or one a turn."""

from splendor.rules import tokens
from splendor.rules.actions import EXTRA_TOKEN, POST
from splendor.rules.bits import bit, count, has
from splendor.rules.jit import inlined
from splendor.rules.layout import NOTHING
from splendor.rules.offering import offer
from splendor.table.catalogue import GOLD, POST_COUNT, POST_NOBLES, POWERS, Power

FIVE = 5


@inlined
def gives_third_token(game):
    """POST17-B, POST25-C: after two equal tokens, one of another colour."""
    return game.pair != NOTHING and has(game.players[game.player].posts, Power.THIRD_TOKEN)


@inlined
def gives_token_after_purchase(game):
    """POST17-A, POST25-A: once for each purchase, conquest included (COMBO-9)."""
    return has(game.players[game.player].posts, Power.TOKEN_AFTER_PURCHASE)


@inlined
def legal_extra_token(game, legal):
    """DEC-EXTRA, DEC-POST-TOKEN: a gem the bank has; after a pair, of another colour; never gold."""
    number = 0
    for colour in range(GOLD):
        number = offer(legal, number, EXTRA_TOKEN + colour, game.bank[colour] > 0 and colour != game.pair)
    return number


@inlined
def extra_token(game, colour):
    tokens.take(game, colour, 1)


@inlined
def wins(game, player, power):
    """Whether the condition of a power not yet owned holds."""
    edition = game.posts - 1
    if has(player.posts, power) or POST_COUNT[edition, power, 0] < 0:
        return False
    for colour in range(GOLD):
        if player.count[colour] < POST_COUNT[edition, power, colour]:
            return False
    return count(player.nobles) >= POST_NOBLES[edition, power]


@inlined
def take_all(game):
    """POST17-2: every power whose condition holds, in the same turn."""
    player = game.players[game.player]
    for power in range(POWERS):
        if wins(game, player, power):
            take(game, power)


@inlined
def legal(game, legal):
    """DEC-POST (2025): one of the posts whose condition holds (POST25-2, -4)."""
    player = game.players[game.player]
    number = 0
    for power in range(POWERS):
        number = offer(legal, number, POST + power, wins(game, player, power))
    return number


@inlined
def take(game, power):
    """The power lasts to the end; prestige by post grows with every post (AMB-52)."""
    player = game.players[game.player]
    player.prestige -= prestige(player)
    player.posts |= bit(power)
    player.prestige += prestige(player)
    game.gained = 1


@inlined
def prestige(player):
    """POST17-D, -E, POST25-E."""
    total = FIVE if has(player.posts, Power.FIVE_PRESTIGE) else 0
    if has(player.posts, Power.PRESTIGE_PER_POST):
        total += count(player.posts)
    return total
