"""Whole games of all set-ups in one go, and a digest of how they ended: the same in every way to run the rules.

`run_elsewhere` plays them in a process of its own, with other switches of the compiler.
"""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from splendor.game import fill_setup
from splendor.rules import chance, deal, invariants, turn, views
from splendor.rules.actions import CONQUER, PASS, PURCHASE
from splendor.rules.jit import compiled, door
from splendor.rules.layout import SPECTATOR, new_games, new_legal, with_attributes
from splendor.table.setup import Setup

LOOK_EVERY = 16  # decisions between two looks at views and invariants
UNIFORM, EAGER = 0, 1


@compiled
def is_purchase(action):
    return PURCHASE <= action < PASS or action == CONQUER


@compiled
def choose(legal, number, policy, choice):
    """Any action; an eager player purchases seven times of eight where it can."""
    purchases = 0
    for place in range(number):
        if is_purchase(legal[place]):
            purchases += 1
    if policy == UNIFORM or purchases == 0 or chance.below(choice, 8) == 0:
        return int(legal[chance.below(choice, number)])
    wanted = chance.below(choice, purchases)
    for place in range(number):
        if is_purchase(legal[place]):
            if wanted == 0:
                return int(legal[place])
            wanted -= 1
    return -1


@door
def play_game(games, seed, policy, legal, choice):
    """Play games[0] to its end; games[1] is room for a view. Returned is everything wrong that was seen."""
    game = games[0]
    deal.deal(game, seed)
    chance.seed(choice, seed + 1)
    number = turn.legal_actions(game, legal)
    decisions = 0
    wrong = 0
    while number > 0:
        number = turn.play(game, choose(legal, number, policy, choice), legal)
        if decisions % LOOK_EVERY == 0:
            wrong |= invariants.status(game)
            seat = (decisions // LOOK_EVERY) % (game.seats + 1)
            views.show(game, SPECTATOR if seat == game.seats else seat, games[1])
            views.determinise(games[1], seed)
            wrong |= invariants.status(games[1])
        decisions += 1
    return wrong


def digest(setup: Setup, games: int) -> str:
    """The last positions of so many uniform and as many eager games, in short."""
    found = hashlib.sha256()
    records, legal, choice = new_games(2), new_legal(), np.zeros(2, dtype=np.int64)
    fill_setup(with_attributes(records)[0], setup)
    for seed in range(games):
        for policy in (UNIFORM, EAGER):
            wrong = play_game(records, seed, policy, legal, choice)
            assert wrong == 0, f"{setup.describe()}, seed {seed}, policy {policy}: {invariants.Status(wrong)!r}"
            found.update(records[:1].tobytes())
    return found.hexdigest()[:16]


def digests(games: int, names: Iterable[str] = ()) -> dict[str, str]:
    """The digests of the set-ups named `3 cities2025+orient2017`, or of all 111."""
    setups = [Setup.of_name(name.split()[1], int(name.split()[0])) for name in names] or Setup.all()
    return {f"{setup.players} {setup.name}": digest(setup, games) for setup in setups}


@door
def read_beyond(games, place):
    """One token too far: a check of bounds must notice."""
    return games[0].players[0].tokens[place]


def overrun(games: int, names: Iterable[str] = ()) -> dict[str, str]:
    """Read beyond the end of an array inside the record."""
    del names
    return {"found": str(read_beyond(new_games(1), games))}


def run_elsewhere(switch: str, games: int, names: Iterable[str] = (), do: str = "digests") -> dict[str, str]:
    """What `digests`, or another function here, answers in a process with this environment variable set to 1."""
    program = (
        f"import json; from tests.rules import many_games; print(json.dumps(many_games.{do}({games}, {[*names]})))"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env=os.environ | {switch: "1"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    answer: dict[str, str] = json.loads(done.stdout)
    return answer
