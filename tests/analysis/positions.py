"""Small positions in which it is certain what is best, and games to judge."""

from functools import cache

from splendor import Game, GameRecord, Setup, build
from splendor.agents import make


def a_win_is_there() -> Game:
    """B, last in the round, has 13 prestige and can purchase card 80 for 4 more; A is about to win with card 79."""
    return build(
        Setup(2),
        market={"3.1": "80", "3.2": "79"},
        players=[{"prestige": 12, "bonus": "g7"}, {"prestige": 13, "bonus": "r4", "tokens": "r3"}],
        player=1,
        rounds=20,
        seed=1,
    )


def a_loss_is_near() -> Game:
    """A is to decide and cannot win at once; B, at 13, would purchase card 80 unless A takes it away."""
    return build(
        Setup(2),
        market={"3.1": "80"},
        players=[{"prestige": 12, "bonus": "w3", "tokens": "w1"}, {"prestige": 13, "bonus": "r4", "tokens": "r3"}],
        rounds=20,
        seed=1,
    )


@cache
def played(setup: Setup | None = None, seed: int = 5, actions: int = 500) -> GameRecord:
    """A game of agents that make mistakes."""
    game, agent = Game(setup or Setup(2), seed=seed), make("greedy:noise=2,seed=1")
    while not game.is_over and len(game.actions) < actions:
        seen = game.view(game.player)
        game.play(agent.choose(seen, seen.legal_actions))
    return GameRecord.of(game, names=["Ada", "Bob", "Cleo", "Dan"][: game.setup.players])
