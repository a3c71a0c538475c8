"""What Python calls. A game goes in as an array and an index: passing a record from Python costs microseconds."""

from splendor.rules import chance, invariants, turn
from splendor.rules import deal as deal_rules
from splendor.rules import views as views_rules
from splendor.rules.jit import door


@door
def deal(games, index, seed, legal):
    """Deal the game from its set-up fields; returns the number of legal actions."""
    game = games[index]
    deal_rules.deal(game, seed)
    return turn.legal_actions(game, legal)


@door
def play(games, index, action, legal):
    """Play an action known to be legal; returns the number of legal actions of the next decision."""
    return turn.play(games[index], action, legal)


@door
def legal_actions(games, index, legal):
    return turn.legal_actions(games[index], legal)


@door
def view(games, index, seat, views, place):
    """Write what `seat` knows of games[index] to views[place]."""
    views_rules.show(games[index], seat, views[place])


@door
def determinise(views, place, seed):
    """Make a game of the view in place."""
    views_rules.determinise(views[place], seed)


@door
def status(games, index):
    """The sum of the flags of `invariants.Status`."""
    return invariants.status(games[index])


@door
def reseed(games, index, seed):
    """Start the generator anew: what is drawn from now on depends on this seed alone."""
    chance.seed(games[index].chance, seed)
