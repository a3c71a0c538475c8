"""The pictures of docs/pictures that the library draws: a table, and two findings of docs/statistics.md.

    python benchmarks/pictures.py             `make pictures`: a few minutes on one core
    python benchmarks/pictures.py --threads 2 --folder /tmp

The same version of the agents gives the same files. `page_pictures.py` draws those of the page; learning
curves come from elsewhere.
"""

import argparse
from pathlib import Path

from splendor import Game, Setup
from splendor.agents import make
from splendor.position import SEAT_LETTERS
from splendor.reports import plots
from splendor.reports.svg import standalone
from splendor.statistics import Plan, collect, figures
from splendor.statistics.intervals import Estimate
from splendor.table.setup import MODULE_NAMES

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"
SEAT_GAMES = {2: 20_000, 3: 13_333, 4: 10_000}
MODULE_GAMES = 400  # of each of the 37 module sets
ROUNDS = 12  # before the table is drawn


def table() -> str:
    """A table for four with all modules, in the middle of a game."""
    game = Game(Setup(4, cities=2025, posts=2025, orient=2025, strongholds=2025), seed=7)
    greedy = make("greedy")
    while game.rounds < ROUNDS:
        game.play(greedy.choose(game.view(game.player), game.legal_actions))
    return game._repr_svg_()


def seats(threads: int) -> str:
    """Who wins more than a fair share, at tables of two, three and four."""
    names: list[str] = []
    found: list[Estimate] = []
    for players, games in SEAT_GAMES.items():
        plan = Plan((Setup(players),), games=games)
        base = figures.of_setup(plan, collect(plan, threads=threads), 0)
        names += [f"{players} players, seat {letter}" for letter in SEAT_LETTERS[:players]]
        found += [_points_above(1 / players, seat) for seat in base.seats]
    told = ", ".join(f"{name} {each.value:+.1f}" for name, each in zip(names, found, strict=True))
    return _dots(
        names,
        found,
        "percentage points above a fair share",
        f"Victories of greedy against itself in the base game, above a fair share: {told} percentage points.",
    )


def _points_above(fair: float, won: Estimate) -> Estimate:
    value, low, high = (100 * (side - fair) for side in (won.value, won.low, won.high))
    return Estimate(value, low, high, won.number)


def modules(threads: int) -> str:
    """What each module changes in the length of a game."""
    plan = Plan(tuple(Setup.all(players=2)), games=MODULE_GAMES)
    sheet = collect(plan, threads=threads)
    effects = figures.effects([figures.of_setup(plan, sheet, number) for number in range(len(plan.setups))])
    names = [f"{MODULE_NAMES[name[:-4]]} {name[-4:]}" for name in effects]
    found = [effect["rounds"] for effect in effects.values()]
    told = "; ".join(
        f"{name} {each.value:+.2f} ± {(each.high - each.low) / 2:.2f}" for name, each in zip(names, found, strict=True)
    )
    return _dots(names, found, "more or fewer rounds", f"Change of the rounds of a game by each module: {told}.")


def _dots(names: list[str], found: list[Estimate], label: str, alt: str) -> str:
    sides = ([getattr(each, side) for each in found] for side in ("value", "low", "high"))
    return standalone(plots.dots(names, *sides, xlabel=label, reference=0), alt.replace("-", "−"))


def main() -> None:
    """Draw them all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=PICTURES)
    options = parser.parse_args()
    drawn = {
        "table": table(),
        "statistics-seats": seats(options.threads),
        "statistics-modules": modules(options.threads),
    }
    for name, svg in drawn.items():
        file = options.folder / f"{name}.svg"
        file.write_text(svg.rstrip() + "\n", "utf-8", newline="\n")
        print(file)


if __name__ == "__main__":
    main()
