"""Games to be recorded."""

import random
from collections.abc import Iterator
from typing import Any

from splendor import Game, Setup
from splendor.rules.layout import GAME

SETUPS = list(Setup.all())
NAMES = [f"{setup.players}-{setup.name}" for setup in SETUPS]


def play_on(game: Game, rng: random.Random, most: int = 100_000) -> Game:
    """Play at random to the end, or so many decisions."""
    for _ in range(most):
        if game.is_over:
            break
        numbers = game.legal_actions.numbers
        game.play(int(numbers[rng.randrange(len(numbers))]))
    return game


def random_game(setup: Setup, seed: int, most: int = 100_000) -> Game:
    """A game played at random."""
    rng = random.Random(f"{setup.players} {setup.name} {seed}")
    return play_on(Game(setup, seed=rng.randrange(2**63)), rng, most)


def without_generator(data: bytes) -> bytes:
    """The bytes of a state, its generator blotted out."""
    return data[GAME["chance"].itemsize :]  # the first field


def states(game: Game) -> list[bytes]:
    """Every state of a game from the start of its history, without the generator."""
    return [without_generator(data) for data in [*(before for before, _ in game.history), game.record.tobytes()]]


def decisions(setups: list[Setup], number: int, seed: int = 0) -> Iterator[tuple[Game, Any]]:
    """So many decisions of random games, set-up by set-up: the game and its legal numbers."""
    rng = random.Random(seed)
    share = -(-number // len(setups))
    for setup in setups:
        left = share
        while left > 0:
            game = Game(setup, seed=rng.randrange(2**63))
            while not game.is_over and left > 0:
                legal = game.legal_actions.numbers
                yield game, legal
                game.play(int(legal[rng.randrange(len(legal))]))
                left -= 1


EXAMPLE = """\
Splendor record 1
Players: 2
Modules: base
A: Ada
B: Bob
Date: 2025-06-01
Level 3: 77 90 74 86
Level 2: 43 41 42 46
Level 1: 39 32 23 27
Nobles: 6 3 2

1A  take wug #f3fa4ed3
1B  take urk #08ee0000
2A  take ugr #ab34af94
2B  reserve 2.2 [2.2=53] #4dcb373e
3A  reserve deck 1 [hand=12] #fe98260a
3B  take wrk #c8eed29f
4A  reserve 1.4 [1.4=20] #3dde8596
4B  take wgk #775f7b8a
5A  purchase 1.2, pay u1, pay g2, pay r1 [1.2=40] #14f10cf4
5B  take ugr, give back u, give back r, give back k #f465709c

Prestige: 0 0
Result: *
"""
