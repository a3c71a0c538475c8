"""The signature of the rules: digests of the last positions of many seeded games, for each module set.

python -m tests.rules.signature                  writes signature.txt anew
python -m tests.rules.signature 5 orient2017     prints the digest of five games
"""

import hashlib
import sys
from pathlib import Path

import numpy as np

from splendor.rules.layout import LAYOUT_VERSION, new_legal
from splendor.sim.kernels import play_each
from splendor.sim.simulate import records_of
from splendor.table.setup import Setup

FILE = Path(__file__).with_name("signature.txt")
GAMES = (1_000, 10_000)  # of each number of players, in the two digests of a module set
SEED = 2025


def signature(name: str, games: int) -> str:
    """The digest of all fields of the last positions of random games with 2, 3 and 4 players."""
    digest = hashlib.sha256()
    for players in (2, 3, 4):
        records = records_of(Setup.of_name(name, players), games)
        play_each(records, SEED, new_legal(), np.zeros(2, dtype=np.int64))
        digest.update(records.tobytes())
    return digest.hexdigest()[:32]


def stored() -> dict[str, list[str]]:
    """What the file says: by module set a digest for each number in GAMES."""
    lines = [line.split() for line in FILE.read_text("utf-8").splitlines() if not line.startswith("#")]
    return {name: digests for name, *digests in lines}


def write() -> None:
    """Write the file anew."""
    lines = [
        f"# Digests of {GAMES[0]} and of {GAMES[1]} random games with 2, 3 and 4 players each, seeds from {SEED}, "
        f"layout {LAYOUT_VERSION}.",
        "# Written by `python -m tests.rules.signature`; a change means that a rule or the layout has changed.",
    ]
    for setup in Setup.all(players=2):
        digests = [signature(setup.name, games) for games in GAMES]
        lines += [" ".join([setup.name, *digests])]
    FILE.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        for argument in sys.argv[2:]:
            print(argument, signature(argument, int(sys.argv[1])))
    else:
        write()
