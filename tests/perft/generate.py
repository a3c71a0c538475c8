"""Write the perft files anew: `python -m tests.perft.generate`, or with the names of some module sets.

Do so only when a rule has changed on purpose, and look at the difference.
"""

import sys
from dataclasses import replace

from splendor.table.setup import Setup
from tests.perft.perft import DEPTH, FOLDER, Position, perft

DECISIONS = (0, 2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 32)  # of each player, in the twelve positions of a set-up

HEADER = """\
# How many sequences of 1, 2, 3, … actions there are: see perft.py. Written by `python -m tests.perft.generate`.
"""


def position(setup: Setup, number: int, decisions: int) -> Position:
    """The position from the first seed whose game lasts so long."""
    for seed in range(number, 10**4, len(DECISIONS)):
        chosen = Position(setup, seed, decisions)
        if all(not batch.over[0] for batch in chosen.play()):
            return replace(chosen, counts=perft(chosen.game(), DEPTH))
    raise ValueError(f"no game of {setup} lasts {decisions} decisions")


def write(name: str) -> None:
    """Write the file of a module set."""
    positions = [
        position(Setup.of_name(name, players), number, decisions * players)
        for players in (2, 3, 4)
        for number, decisions in enumerate(DECISIONS)
    ]
    (FOLDER / f"{name}.perft").write_text(HEADER + "".join(f"{line}\n" for line in positions), "utf-8")


if __name__ == "__main__":
    for chosen in sys.argv[1:] or [setup.name for setup in Setup.all(players=2)]:
        write(chosen)
        print(chosen)
