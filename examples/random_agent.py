"""Two agents that choose by lot play a game: all a bot needs in ten lines."""

import random

from splendor import Game, Setup

game = Game(Setup(players=2), seed=7)
while not game.is_over:
    game.play(random.choice(list(game.legal_actions)))
print(game)
print("won by", " and ".join("player " + "ABCD"[seat] for seat in sorted(game.winners)))
