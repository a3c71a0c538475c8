"""Starting positions for short matches: from all set-ups, mostly shortly before the end, where everything happens."""

import random
from functools import cache

from splendor import Phase
from splendor.game import Game
from splendor.table.setup import Setup

RARE = (Phase.CONQUER, Phase.POST)


@cache
def positions() -> tuple[Game, ...]:
    """Positions at the start of a turn, or at a decision that is rare; the same in every run."""
    found = []
    for number, setup in enumerate(Setup.all()):
        for seed in range(2):
            turns, rare = _turns(setup, 100 * number + seed)
            chosen = [turns[-2], turns[-6], turns[len(turns) * 2 // 3], *rare]
            found += [Game.from_bytes(data) for data in chosen]
    return tuple(found)


def _turns(setup: Setup, seed: int) -> tuple[list[bytes], list[bytes]]:
    """The start of each turn of a random game; and the first of each decision that is rare, with its turn's start."""
    game, rng = Game(setup, seed=seed), random.Random(seed)
    turns, rare = list[bytes](), {phase: list[bytes]() for phase in RARE}
    while not game.is_over:
        if game.phase is Phase.ACTION:
            turns.append(game.to_bytes())
        if game.phase in RARE:
            rare[game.phase] += [turns[-1], game.to_bytes()]
        game.play(rng.choice(list(game.legal_actions)))
    return turns, [turn for found in rare.values() for turn in found[:2]]


@cache
def by_setup() -> dict[Setup, list[Game]]:
    """The same, by what is played."""
    found: dict[Setup, list[Game]] = {}
    for game in positions():
        found.setdefault(game.setup, []).append(game)
    return found
