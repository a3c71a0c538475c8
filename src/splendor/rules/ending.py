"""The end of a turn and of the game (BASE-END, BASE-PASS-3, BASE-STALL-1, BASE-TIE, CITY ends)."""

from splendor.rules.bits import bit
from splendor.rules.jit import inlined
from splendor.rules.layout import ABSENT, NOTHING

GOAL = 15
QUIET_ROUNDS = 25


@inlined
def end_of_turn(game):
    """TURN-P8: is the end triggered, is the game over, or who is next?"""
    last_seat = game.player == game.seats - 1
    if game.cities == ABSENT and game.players[game.player].prestige >= GOAL:
        game.ending = 1
    count_passes(game)
    if last_seat:
        count_quiet_rounds(game)
    if game.passes == game.seats or (last_seat and (game.ending or game.quiet_rounds == QUIET_ROUNDS)):
        game.over = 1
        game.winners = winners(game)
        return
    game.player = 0 if last_seat else game.player + 1


@inlined
def count_passes(game):
    """BASE-PASS-3: turns in a row that were passes and brought nothing."""
    game.passes = game.passes + 1 if game.passed and not game.gained else 0


@inlined
def count_quiet_rounds(game):
    """BASE-STALL-1: rounds in a row in which nobody purchased or reserved."""
    game.rounds += 1
    game.quiet_rounds = 0 if game.lively else game.quiet_rounds + 1
    game.lively = 0


@inlined
def winners(game):
    """BASE-TIE-1…3 among those who have a city, or among all: most prestige, fewest cards, else shared."""
    anyone = 0
    for seat in range(game.seats):
        if game.players[seat].city != NOTHING:
            anyone = 1
    best = -1
    shared = 0
    for seat in range(game.seats):
        player = game.players[seat]
        if anyone and player.city == NOTHING:
            continue
        standing = int(player.prestige) * 256 + 255 - int(player.cards)
        if standing > best:
            best = standing
            shared = 0
        if standing == best:
            shared |= bit(seat)
    return shared
