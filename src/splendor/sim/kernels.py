"""Whole games of random play in compiled code; the GPU runs the same functions."""

from splendor.rules import chance, turn
from splendor.rules.deal import deal
from splendor.rules.jit import compiled, door
from splendor.rules.layout import SEATS

# Where `tally` adds up what it saw.
DECISIONS, ROUNDS, UNFINISHED, LONGEST, WINS = 0, 1, 2, 3, 4
TALLY = WINS + SEATS
SHARE = 12  # a victory in parts that two, three and four winners can divide
LIMIT = 100_000  # decisions after which a game counts as unfinished; the rules end every game long before
CHOICE_STREAM = 0x2545F491  # the choices' generator runs apart from the game's own


@compiled
def start_random(game, seed, choice):
    """Deal a game and start the generator of its random choices."""
    deal(game, seed)
    chance.seed(choice, seed ^ CHOICE_STREAM)


@compiled
def play_random(game, seed, legal, choice):
    """Deal a game and play it to its end with uniformly random choices; returns the number of decisions."""
    start_random(game, seed, choice)
    number = turn.legal_actions(game, legal)
    decisions = 0
    while number > 0 and decisions < LIMIT:
        number = turn.play(game, int(legal[chance.below(choice, number)]), legal)
        decisions += 1
    return decisions


@compiled
def tally(game, decisions, sums):
    """Add a finished game to the sums."""
    sums[DECISIONS] += decisions
    sums[ROUNDS] += game.rounds
    sums[LONGEST] = max(sums[LONGEST], decisions)
    if not game.over:
        sums[UNFINISHED] += 1
        return
    winners = 0
    for seat in range(game.seats):
        winners += (game.winners >> seat) & 1
    for seat in range(game.seats):
        if (game.winners >> seat) & 1:
            sums[WINS + seat] += SHARE // winners


@door
def play_many(games, index, first_seed, number, legal, choice, sums):
    """Play games of consecutive seeds, one after the other, in the record at `index`."""
    game = games[index]
    for seed in range(first_seed, first_seed + number):
        tally(game, play_random(game, seed, legal, choice), sums)


@door
def play_each(games, first_seed, legal, choice):
    """Play every record of an array to its end, each from its own seed; for comparing with other devices."""
    for index in range(len(games)):
        play_random(games[index], first_seed + index, legal, choice)
