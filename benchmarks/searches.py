"""How far searches of the same position agree, and what their choices lose.

    python benchmarks/searches.py                              base game, two players: a quarter of an hour
    python benchmarks/searches.py --positions 20 --sims 100    a first look
    python benchmarks/searches.py --setup cities2025/3 --network run/network.npz
    python benchmarks/searches.py --settings trust=2 trust=1 --repeat 5    settings against each other

Positions are from games of the network with itself; those where it is sure are left out. In each, the eight likeliest
actions are tried 160 times each: what their values say the best is better than the choice of a search is what that
search loses. And the four likeliest are tried less often, by six searches: the less their values differ from one
search to the next, seen from their mean, the less a choice among them is luck.

With settings of the search (`neural_core/desk.py`) what choices lose is told for each, and how much more it is than
with the first of them, in the same positions.
"""

import argparse
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
from chances import add_network, chosen, positions  # the program beside this one

from splendor.agents.edges import ROOT
from splendor.agents.neural import Searcher
from splendor.agents.neural_core import search
from splendor.agents.neural_core.desk import new_settings
from splendor.errors import SplendorError
from splendor.train.rules import settings_of

SURE = 0.97  # a prior with which there is nothing to decide
TEMPERATURE = 0.5  # of the games that positions are from
BEST = 8, 160  # actions, and walks for each
COMPARED, SEARCHES = 4, 6  # actions, and searches of each position
SELDOM = 5, 20, 80  # walks for each action


def to_decide(searcher: Searcher, setup: Any, number: int, random: np.random.Generator) -> Iterator[Any]:
    """Views of those who have to decide and are not sure."""
    found = 0
    for view in positions(searcher.network, setup, 100 * number, random, TEMPERATURE):
        searcher.look(view, 0)
        if searcher.edges_of(ROOT)["prior"].max() < SURE:
            yield view
            found += 1
        if found == number:
            return


def values(searcher: Searcher, view: Any, seed: int, actions: int, walks: int) -> Any:
    """Of the likeliest actions, each tried so often; what was not tried has none."""
    searcher.look(view, seed)
    number = min(actions, len(searcher.edges_of(ROOT)))
    searcher.settings = new_settings(considered=number)
    searcher.follow(seed, np.tile(np.repeat(np.arange(walks, dtype=np.int32), number), (number + 1, 1)))
    edges = searcher.edges_of(ROOT)
    with np.errstate(invalid="ignore"):
        return edges["total"] / edges["visits"]


def lost(searcher: Searcher, view: Any, seeds: Any, simulations: int, settings: str, best: Any) -> float:
    """By the choices of searches, on the mean; an action beyond those that were valued counts as the worst of them."""
    searcher.settings = new_settings(**settings_of(settings))
    found = []
    for seed in seeds:
        searcher.run(view, int(seed), simulations, None)
        place = search.decide_at(searcher.desks, 0, int(view["player"][0]), searcher.settings)
        found.append(np.nanmax(best) - (np.nanmin(best) if np.isnan(best[place]) else best[place]))
    return float(np.mean(found))


def spread(searcher: Searcher, view: Any, seeds: Any, walks: int) -> float:
    """The variance of an action's value, seen from the mean of all, from one search to the next."""
    found = np.array([values(searcher, view, int(seed), COMPARED, walks) for seed in seeds])
    found = found[:, ~np.isnan(found).any(axis=0)]
    return float((found - found.mean(axis=1, keepdims=True)).var(axis=0, ddof=1).mean())


def told(losses: Any) -> str:
    """The mean, with what it may be off by."""
    return f"{losses.mean():.2%} ± {1.96 * losses.std() / len(losses) ** 0.5:.2%}"


def report(found: dict[tuple[str, int], Any]) -> None:
    """What choices lose, by settings and simulations; beside it what they lose more than with the first settings."""
    first = next(iter(found))[0]
    for (settings, simulations), column in found.items():
        who = f"{simulations:>5} simulations{settings and ', '}{settings}"
        more = f", {told(column - found[first, simulations])} more than {first}" if settings != first else ""
        print(f"{who}: the choice loses {told(column)} of a victory{more}")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="How far searches of the same position agree.")
    add_network(parser)
    parser.add_argument("--positions", type=int, default=100, help="two at least")
    parser.add_argument("--sims", type=int, nargs="+", default=[0, 100, 400], help="of the searches, 0 for none")
    parser.add_argument("--settings", nargs="+", default=[], metavar="TEXT", help="to compare, as in trust=1,doubt=4")
    parser.add_argument("--repeat", type=int, default=1, help="searches of each position with each of them")
    given = parser.parse_args()
    if given.positions < 2 or min(given.sims) < 0 or given.repeat < 1:
        parser.error("--positions is 2 at least, --sims 0 at least, --repeat 1 at least.")
    try:
        for settings in given.settings:
            settings_of(settings)
    except SplendorError as error:
        parser.error(str(error))
    random = np.random.default_rng(given.seed)
    network, setup = chosen(parser, given)
    kinds = [(settings, simulations) for settings in given.settings or [""] for simulations in given.sims]
    searcher, began = Searcher(network), time.monotonic()
    losses, variances = [], []
    for view in to_decide(searcher, setup, given.positions, random):
        seeds = random.integers(2**60, size=1 + SEARCHES + given.repeat)
        best = values(searcher, view, int(seeds[0]), *BEST)
        again = seeds[1 + SEARCHES :]
        losses.append([lost(searcher, view, again, simulations, settings, best) for settings, simulations in kinds])
        if not given.settings:
            variances.append([spread(searcher, view, seeds[1 : 1 + SEARCHES], walks) for walks in SELDOM])
        print(f"\r{len(losses)} positions, {time.monotonic() - began:.0f} s", end="", flush=True)
    print(f"\r{given.setup}: {len(losses)} positions that leave something to decide")
    report(dict(zip(kinds, np.array(losses).T, strict=True)))
    for walks, column in zip(SELDOM, np.array(variances).T, strict=False):  # none where settings are compared
        print(f"{walks:>5} walks for each action: values differ by {column.mean() ** 0.5:.2%} from search to search")


if __name__ == "__main__":
    main()
