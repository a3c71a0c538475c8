"""Starting positions for short matches: from all set-ups, mostly shortly before the end, where everything happens."""

import random
from functools import cache

from splendor import Phase
from splendor.game import Game
from splendor.table.setup import Setup


@cache
def positions() -> tuple[Game, ...]:
    """Positions at the start of a turn, the same in every run."""
    found = []
    for number, setup in enumerate(Setup.all()):
        for seed in range(2):
            turns, conquests = _turns(setup, 100 * number + seed)
            chosen = [turns[-2], turns[-6], turns[len(turns) * 2 // 3], *conquests[:2]]
            found += [Game.from_bytes(data) for data in chosen]
    return tuple(found)


def _turns(setup: Setup, seed: int) -> tuple[list[bytes], list[bytes]]:
    """The start of each turn of a random game; and of those with a conquest in them, which is rare."""
    game, rng = Game(setup, seed=seed), random.Random(seed)
    turns, conquests = list[bytes](), list[bytes]()
    while not game.is_over:
        if game.phase is Phase.ACTION:
            turns.append(game.to_bytes())
        if game.phase is Phase.CONQUER:
            conquests.append(turns[-1])
        game.play(rng.choice(list(game.legal_actions)))
    return turns, conquests


@cache
def by_setup() -> dict[Setup, list[Game]]:
    """The same, by what is played."""
    found: dict[Setup, list[Game]] = {}
    for game in positions():
        found.setdefault(game.setup, []).append(game)
    return found
