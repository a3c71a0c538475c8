"""How strong the agents are: the matches that docs/strength.md reports, each on paired deals.

    python benchmarks/strength.py list                                       the chapters
    python benchmarks/strength.py play FOLDER --threads 16 --minutes 9       go on until the minutes are over
    python benchmarks/strength.py play FOLDER --chapter instinct modules     these alone
    python benchmarks/strength.py play FOLDER --match cities2025+ --games 200    these alone, half of each for now
    python benchmarks/strength.py table FOLDER...                            what was played so far, as tables

Every match is kept in a folder of its own, as `splendor arena` keeps it: nothing is lost when time is over, and the
same command goes on. `table` takes several folders, made on several machines.
"""

import argparse
import math
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from splendor import Setup
from splendor.arena import Match, Plan, Store
from splendor.arena.summary import summary

GAMES = 400  # of a match, at least
SEED = 2026

BASE, THREE, FOUR = Setup(2), Setup(3), Setup(4)
EVERY = list(Setup.all(players=2))
ALL_MODULES = EVERY[-1]


class Chapter(NamedTuple):
    """Matches that answer one question, each of one agent against another that fills the other seats."""

    name: str
    question: str
    matches: Sequence[tuple[str, str, Setup]]


CHAPTERS = (
    Chapter(
        "random",
        "Greedy should win 99 games in 100 against random, with any modules.",
        [("greedy", "random", setup) for setup in (BASE, THREE, FOUR, *EVERY[1:])],
    ),
    Chapter(
        "search",
        "1,000 simulations of mcts, one or two hundredths of a second, against greedy with every module set.",
        [("mcts:sims=1000", "greedy", setup) for setup in EVERY],
    ),
    Chapter(
        "second",
        "A second of mcts against greedy: 90 % with two players, 55 % of the first places among four are wanted.",
        [("mcts:time=1", "greedy", setup) for setup in (BASE, FOUR, THREE)],
    ),
    Chapter(
        "doubling",
        "Doubling the time of mcts should gain strength.",
        [("mcts:time=0.2", "mcts:time=0.1", BASE), ("mcts:time=0.1", "mcts:time=0.05", BASE)],
    ),
    Chapter(
        "instinct",
        "The network without search against greedy: 97 % is wanted in the base game with two players.",
        [("neural:sims=0", "greedy", setup) for setup in (BASE, THREE, FOUR, ALL_MODULES)],
    ),
    Chapter(
        "deeper",
        "More simulations of the network: 100 should win 80 % against none, 400 should win 70 % against 100.",
        [("neural:sims=100", "neural:sims=0", BASE), ("neural:sims=400", "neural:sims=100", BASE)],
    ),
    Chapter(
        "tables",
        "100 simulations of the network against 1,000 of mcts: 60 % with three players, 50 % with four are wanted.",
        [("neural:sims=100", "mcts:sims=1000", setup) for setup in (THREE, FOUR)],
    ),
    Chapter(
        "modules",
        "The network against mcts, the same time for both, with every module set.",
        [("neural:time=0.02", "mcts:time=0.02", setup) for setup in EVERY],
    ),
    Chapter(
        "against-a-second",
        "100 simulations of the network against 120,000 of mcts, about a second on any machine: 85 % is wanted.",
        [("neural:sims=100", "mcts:sims=120000", BASE)],
    ),
)


def plans(chapters: Sequence[Chapter]) -> Iterator[tuple[str, Plan]]:
    """All matches, each with the name of its folder."""
    for chapter in chapters:
        for place, (agent, others, setup) in enumerate(chapter.matches, start=1):
            name = f"{chapter.name}-{place:02}-{setup.name}-{setup.players}p"
            yield name, Plan((agent, others), setup, games=GAMES, seed=SEED)


def match_in(folder: Path, plan: Plan) -> Match:
    """The match of a folder, as far as it was played."""
    store = Store(folder)
    if not folder.exists():
        return Match.start(plan, store)
    match = Match.resume(store)
    if match.plan != plan:
        raise SystemExit(f"{folder} holds another match: {match.plan.specs}, {match.plan.setup.describe()}.")
    return match


def play(folder: Path, chosen: Iterator[tuple[str, Plan]], threads: int, minutes: float, games: int) -> None:
    """Play what is not finished yet, as far as time allows, and so many games of each match."""
    end = time.monotonic() + 60 * minutes
    for name, plan in chosen:
        match = match_in(folder / name, plan)
        enough = min(plan.groups, math.ceil(games / plan.setup.players))  # a deal is played from every seat
        if len(match.groups) >= enough:
            continue
        with closing(match.play(threads)) as groups:
            for _ in groups:
                if time.monotonic() > end:
                    print(row(match))
                    print("Time is over; the same command goes on.")
                    return
                if len(match.groups) >= enough:
                    break
        print(row(match), flush=True)


def row(match: Match) -> str:
    """A match as a line of a table."""
    found: Any = summary(match)
    setup, (first, second) = match.plan.setup, found["agents"]
    cells = (
        setup.name,
        setup.players,
        f"`{first['spec']}`",
        f"`{second['spec']}`",
        f"{100 * first['share']:.1f} ± {100 * first['share_error']:.1f} % of {first['games']}",
        " / ".join(f"{1000 * agent['seconds']['mean']:.1f}" for agent in (first, second)),
        first["forfeits"] + second["forfeits"],
    )
    return f"| {' | '.join(map(str, cells))} |"


HEAD = (
    "| modules | players | agent | others | first places | ms a decision | forfeits |\n"
    "| --- | --- | --- | --- | --- | --- | --- |"
)


def table(folders: Sequence[Path]) -> None:
    """Print what was played, chapter by chapter; a match that stands in several folders is taken from the longest."""
    for chapter in CHAPTERS:
        rows = []
        for name, _ in plans([chapter]):
            found = [Match.resume(Store(folder / name)) for folder in folders if (folder / name).exists()]
            if any(match.groups for match in found):
                rows.append(row(max(found, key=lambda match: len(match.groups))))
        if rows:
            print(f"## {chapter.question}\n\n{HEAD}")
            print("\n".join(rows) + "\n")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Matches that show how strong the agents are.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="show the chapters")
    playing = commands.add_parser("play", help="play the matches that are not finished yet")
    playing.add_argument("folder", type=Path)
    names = [chapter.name for chapter in CHAPTERS]
    playing.add_argument("--chapter", nargs="+", choices=names, default=names, metavar="NAME")
    playing.add_argument("--match", default="", metavar="WORD", help="matches with this word in their name alone")
    playing.add_argument("--games", type=int, default=GAMES, help="of each match, for now")
    playing.add_argument("--threads", type=int, default=2)
    playing.add_argument("--minutes", type=float, default=600.0)
    commands.add_parser("table", help="print the matches as tables").add_argument("folders", type=Path, nargs="+")
    given = parser.parse_args()
    if given.command == "list":
        for chapter in CHAPTERS:
            print(f"{chapter.name:<18}{len(chapter.matches):>3} matches  {chapter.question}")
    elif given.command == "play":
        wanted = [chapter for chapter in CHAPTERS if chapter.name in given.chapter]
        chosen = ((name, plan) for name, plan in plans(wanted) if given.match in name)
        play(given.folder, chosen, given.threads, given.minutes, given.games)
    else:
        table(given.folders)


if __name__ == "__main__":
    main()
