"""Matches between two networks, or two ways to search, on a GPU: thousands of games at once.

One seat of each table plays for the first side, all others for the second.
"""

import argparse
import math
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch

from splendor.agents.neural_core import network
from splendor.errors import SplendorError
from splendor.sim.cuda import require_device
from splendor.train import mixture
from splendor.train.gpu_hall import Group
from splendor.train.model import Player, model_of
from splendor.train.on_gpu import TOGETHER
from splendor.train.rules import ALL_WHOLE, Rules, settings_of
from splendor.train.tables import SHARE

from numba import cuda  # isort: skip — after sim.cuda, which mends what numba-cuda misses in numpy

LOOKED_AT = 128  # steps between two looks at how many games are over
LEFT = 0.002  # of the games, the longest, are not waited for: they would take as long as half of the others
GROUPS = 2


class Side(NamedTuple):
    """How one side decides."""

    simulations: int
    settings: dict[str, float]


class Result(NamedTuple):
    """The first side's share of the victories."""

    share: float
    error: float
    """Of 95 %."""
    games: int

    def __str__(self) -> str:
        return f"{self.share:.1%} ± {self.error:.1%} of {self.games:,} games"


class Duel:
    """Tables for matches, all of which are played at once: a game at every table, each of which keeps to one match."""

    def __init__(self, paths: Sequence[Path], setups: str, tables: int, most_simulations: int, seed: int = 0) -> None:
        require_device()
        self._parts = mixture.as_arrays(mixture.mixture(setups))
        self._most = most_simulations
        players = [Player(model_of(network.load(path)).to("cuda"), "cuda") for path in dict.fromkeys(paths)]
        self._groups = [Group(tables // GROUPS, most_simulations, players, seed + number) for number in range(GROUPS)]

    def play(self, matches: Sequence[tuple[Side, Side]]) -> list[Result]:
        """The matches."""
        rules = cuda.to_device(np.concatenate([self._rules(side) for sides in matches for side in sides]))
        shares = [torch.full((group.number,), -1, dtype=torch.int8, device="cuda") for group in self._groups]
        for group in self._groups:
            group.begin(rules)
        while any(float((part < 0).double().mean()) > LEFT for part in shares):
            for _ in range(LOOKED_AT):
                for group, part in zip(self._groups, shares, strict=True):
                    group.wait()
                    group.contest(rules, part)
            torch.cuda.synchronize()
        found = [part.double().cpu().numpy() for part in shares]
        of_matches = [np.arange(len(part)) // TOGETHER % len(matches) for part in found]
        return [
            _result(np.concatenate([part[of == number] for part, of in zip(found, of_matches, strict=True)]))
            for number in range(len(matches))
        ]

    def _rules(self, side: Side) -> Any:
        rules = Rules(self._parts, self._most, walks=1)
        rules.search(side.simulations, ALL_WHOLE, **side.settings)
        rules.record["noise"] = 0.0
        return rules.record


def _result(shares: Any) -> Result:
    """Of the games that are over, in parts of SHARE."""
    ended = shares[shares >= 0] / SHARE
    return Result(float(ended.mean()), 1.96 * float(ended.std()) / math.sqrt(len(ended)), len(ended))


def side(text: str) -> Side:
    """A side from text.

    >>> side("100,trust=2,doubt=0.5")
    Side(simulations=100, settings={'trust': 2.0, 'doubt': 0.5})
    """
    simulations, _, settings = text.partition(",")
    if not simulations.isdecimal():
        raise SplendorError(f"{text!r}: a side begins with its number of simulations, as in '100,trust=2'.")
    return Side(int(simulations), settings_of(settings))


def match(text: str) -> tuple[Side, Side]:
    """A match from text."""
    sides = text.split(":")
    if len(sides) != 2:
        raise SplendorError(f"{text!r} is no match: write two sides with a colon between them, as in '100:400'.")
    return side(sides[0]), side(sides[1])


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the matches asked for."""
    parser = argparse.ArgumentParser(prog="splendor.train.duel", description=__doc__)
    parser.add_argument("matches", nargs="+", help="such as 100:400 or 100,trust=2:100 — simulations and settings")
    parser.add_argument("--network", type=Path, default=network.FOLDER / f"{network.DEFAULT}.npz", help="first side's")
    parser.add_argument("--against", type=Path, help="the second side's network, if another")
    parser.add_argument("--setups", default="base/2", help="and their shares, as in base/2=60,all=40")
    parser.add_argument("--games", type=int, default=8192, help="of each match")
    parser.add_argument("--most", type=int, default=0, help="room for simulations; each size is compiled once")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    began = time.perf_counter()
    try:
        matches = [match(text) for text in given.matches]
        most = max(given.most, *(each.simulations for sides in matches for each in sides))
        tables = given.games * len(matches)
        duel = Duel([given.network, given.against or given.network], given.setups, tables, most, given.seed)
        for text, result in zip(given.matches, duel.play(matches), strict=True):
            print(f"{given.setups} {text}: {result}", flush=True)
    except SplendorError as error:
        sys.exit(f"Error: {error}")
    print(f"{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
