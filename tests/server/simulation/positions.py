"""Starting positions for short matches: from all set-ups, mostly shortly before the end, where everything happens."""

import random
from functools import cache

from splendor.game import Game
from splendor.table.setup import Setup


@cache
def positions() -> tuple[Game, ...]:
    """Positions at the start of a turn, the same in every run."""
    found = []
    for number, setup in enumerate(Setup.all()):
        for seed in range(2):
            turns = _turns(setup, 100 * number + seed)
            chosen = [turns[-2], turns[-6], turns[len(turns) * 2 // 3]]
            found += [Game.from_bytes(data) for data in chosen]
    return tuple(found)


def _turns(setup: Setup, seed: int) -> list[bytes]:
    """The start of each turn of a random game."""
    game, rng, turns = Game(setup, seed=seed), random.Random(seed), list[bytes]()
    while not game.is_over:
        if game.phase.name == "ACTION":
            turns.append(game.to_bytes())
        game.play(rng.choice(list(game.legal_actions)))
    return turns


@cache
def by_setup() -> dict[Setup, list[Game]]:
    """The same, by what is played."""
    found: dict[Setup, list[Game]] = {}
    for game in positions():
        found.setdefault(game.setup, []).append(game)
    return found
