"""How far the winning chances of the network, alone and after a search, are from how games end.

    python benchmarks/chances.py                                             base game, two players: four minutes
    python benchmarks/chances.py --setup cities2025/3 --sims 0 400           another set-up, other searches
    python benchmarks/chances.py --network run/network.npz                   a network of one's own

Positions are from games in which every seat draws by the network's policy. From each, many games are played to the end
by the network without search, nearly always with the action it likes best, and with what the seat to decide cannot
see filled in anew: how many that seat wins is what the chances should have said. What chance alone makes of so many
games is taken off the error.
"""

import argparse
import math
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from splendor.agents.neural import Searcher
from splendor.agents.neural_core.network import Network, known, load
from splendor.errors import SplendorError
from splendor.observation import SIZE
from splendor.observation.writing import write_at
from splendor.rules import doors
from splendor.rules.layout import SEATS, new_games, new_legal
from splendor.sim.simulate import records_of
from splendor.train.mixture import mixture

WIDE, CLOSE = 1.0, 0.25  # temperatures: of the games that positions are from, and of those that are played from them
AT_ONCE = 128  # questions to the network
LATEST = 60  # decisions before a position


class Tables:
    """Games side by side, each waiting for a decision among several actions or over."""

    def __init__(self, games: Any) -> None:
        self.games = games
        self.legal = np.stack([new_legal() for _ in range(len(games))])
        self.numbers = np.zeros(len(games), dtype=np.int64)
        self.seen = np.zeros((len(games), SIZE), dtype=np.int8)

    @property
    def going_on(self) -> Any:
        """The places of the games that are not over."""
        return np.flatnonzero(self.numbers > 0)

    def step(self, network: Network, places: Any, temperature: float, random: np.random.Generator) -> None:
        """A decision in each of these games, drawn by the network's policy."""
        answers = np.concatenate(
            [network.evaluate(self.seen[places[first : first + AT_ONCE]]) for first in range(0, len(places), AT_ONCE)]
        )
        for place, answer in zip(places, answers, strict=True):
            logits = answer[self.legal[place, : self.numbers[place]]] / temperature
            chosen = int(np.argmax(logits + random.gumbel(size=len(logits))))
            self.play(place, int(self.legal[place, chosen]))

    def play(self, place: int, action: int) -> None:
        """An action, and all that follow from it without a choice."""
        self.numbers[place] = doors.play(self.games, place, action, self.legal[place])
        self.look(place)

    def look(self, place: int) -> None:
        """Go on to a decision with a choice, and see what there is to be seen."""
        while self.numbers[place] == 1:
            self.numbers[place] = doors.play(self.games, place, int(self.legal[place, 0]), self.legal[place])
        if self.numbers[place] > 0:
            write_at(self.games, place, int(self.games["player"][place]), self.seen[place])


def positions(
    network: Network, setup: Any, number: int, random: np.random.Generator, temperature: float = WIDE
) -> Iterator[Any]:
    """Views of those who decide, each from a game of its own."""
    while number > 0:
        tables = Tables(records_of(setup, 1))
        tables.numbers[0] = doors.deal(tables.games, 0, int(random.integers(2**60)), tables.legal[0])
        tables.look(0)
        for _ in range(int(random.integers(LATEST))):
            if tables.numbers[0] > 0:
                tables.step(network, tables.going_on, temperature, random)
        if tables.numbers[0] > 0:
            view = new_games(1)
            doors.view(tables.games, 0, int(tables.games["player"][0]), view, 0)
            number -= 1
            yield view


def share_won(network: Network, view: Any, games: int, random: np.random.Generator) -> float:
    """By the seat that decides in the view, shared victories counted as shares."""
    tables, seat = Tables(np.repeat(view, games)), int(view["player"][0])
    for place in range(games):
        doors.determinise(tables.games, place, int(random.integers(2**60)))
        tables.numbers[place] = doors.legal_actions(tables.games, place, tables.legal[place])
        tables.look(place)
    while len(tables.going_on):
        tables.step(network, tables.going_on, CLOSE, random)
    winners = (np.asarray(tables.games["winners"], dtype=int)[:, None] >> np.arange(SEATS)) & 1
    return float((winners[:, seat] / winners.sum(axis=1)).mean())


def add_network(parser: argparse.ArgumentParser) -> None:
    """What is measured, of which network."""
    parser.add_argument("--setup", default="base/2", help="such as base/2 or orient2025+strongholds2025/3")
    parser.add_argument("--network", type=Path, help="another one than the package's")
    parser.add_argument("--seed", type=int, default=1)


def chosen(parser: argparse.ArgumentParser, given: argparse.Namespace) -> tuple[Network, Any]:
    """The network and the set-up that were asked for, or an error in words."""
    try:
        network = load(given.network) if given.network else known()
        (setup, _), *others = mixture(given.setup)
    except SplendorError as error:
        parser.error(str(error))
    if others:
        parser.error(f"--setup is one set-up, such as base/2, not {1 + len(others)} of them.")
    return network, setup


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="How far winning chances are from how games end.")
    add_network(parser)
    parser.add_argument("--positions", type=int, default=200, help="two at least")
    parser.add_argument("--games", type=int, default=128, help="from each position, two at least")
    parser.add_argument("--sims", type=int, nargs="+", default=[0, 100, 400], help="of the searches, 0 for none")
    given = parser.parse_args()
    if min(given.positions, given.games) < 2 or min(given.sims) < 0:
        parser.error("--positions and --games are 2 at least, --sims 0 at least.")
    network, setup = chosen(parser, given)
    random = np.random.default_rng(given.seed)
    searcher, began = Searcher(network), time.monotonic()
    shares, chances = [], []
    for view in positions(network, setup, given.positions, random):
        seat = int(view["player"][0])
        found = []
        for simulations in given.sims:
            searcher.run(view, int(random.integers(2**60)), simulations, None)
            found.append(float(searcher.chances[seat]))
        chances.append(found)
        shares.append(share_won(network, view, given.games, random))
        print(f"\r{len(shares)} positions, {time.monotonic() - began:.0f} s", end="", flush=True)
    print(f"\r{given.setup}: {len(shares)} positions, {given.games} games from each")
    report(np.array(shares), np.array(chances), given.sims, given.games)


def report(shares: Any, chances: Any, simulations: list[int], games: int) -> None:
    """A line for each search."""
    luck = (shares * (1 - shares)).mean() / (games - 1)
    print(f"what the seat to decide wins varies by {math.sqrt(max(0.0, shares.var() - luck)):.1%}")
    for number, column in zip(simulations, chances.T, strict=True):
        squares = (column - shares) ** 2
        error = math.sqrt(max(1e-9, squares.mean() - luck))
        sure = 1.96 * squares.std() / math.sqrt(len(squares)) / (2 * error)
        print(f"{number:>5} simulations: the chances are off by {error:.1%} ± {sure:.1%}")


if __name__ == "__main__":
    main()
