"""How strong the agents are: the matches that docs/strength.md reports, each on paired deals.

    python benchmarks/strength.py play results.jsonl --threads 16 --minutes 9    play what is not there yet
    python benchmarks/strength.py table results.jsonl                            the page made of it

A match that is under way when the minutes are over is lost; all finished ones stay in the file. `table` takes several
files, made on several machines.
"""

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from splendor import Setup
from splendor.arena.match import Match
from splendor.arena.plan import Plan
from splendor.arena.summary import summary

MATCHES = 400  # games, at least
SEED = 2026

BASE, THREE, FOUR = Setup(2), Setup(3), Setup(4)
SEARCH = "mcts:time=1"
QUICK = "mcts:sims=1000"


class Chapter(NamedTuple):
    """Matches that answer one question."""

    title: str
    question: str
    matches: Sequence[tuple[str, str, Setup]]


CHAPTERS = (
    Chapter(
        "Greedy against random",
        "Greedy should win 99 games in 100, with any modules. With more than two players it sits alone.",
        [("greedy", "random", setup) for setup in (BASE, THREE, FOUR, *list(Setup.all(players=2))[1:])],
    ),
    Chapter(
        "Search with every module set",
        "1,000 simulations a decision, one or two hundredths of a second, against greedy.",
        [(QUICK, "greedy", setup) for setup in Setup.all(players=2)],
    ),
    Chapter(
        "A second a decision",
        "Against greedy: 90 % of the games of two, 55 % of the first places among four are wanted.",
        [(SEARCH, "greedy", BASE), (SEARCH, "greedy", FOUR), (SEARCH, "greedy", THREE)],
    ),
    Chapter(
        "Twice the time",
        "Doubling the time should gain strength.",
        [("mcts:time=0.2", "mcts:time=0.1", BASE), ("mcts:time=0.1", "mcts:time=0.05", BASE)],
    ),
)


def plans() -> Iterator[Plan]:
    """All matches, the quick ones first."""
    for chapter in CHAPTERS:
        for first, second, setup in chapter.matches:
            yield Plan((first, second), setup, games=MATCHES, seed=SEED)


def key(plan: Plan) -> str:
    return json.dumps([plan.specs, plan.setup.to_dict()])


def read(files: Sequence[Path]) -> dict[str, Any]:
    """The finished matches of some files, by what was played."""
    lines = [line for file in files if file.exists() for line in file.read_text("utf-8").splitlines()]
    return {found["key"]: found["summary"] for found in map(json.loads, lines)}


def play(file: Path, threads: int, minutes: float) -> None:
    """Play what the file does not hold, as far as time allows."""
    done, end = read([file]), time.monotonic() + 60 * minutes
    for plan in plans():
        if key(plan) in done:
            continue
        match = Match(plan)
        with closing(match.play(threads)) as groups:
            for _ in groups:
                if time.monotonic() > end:
                    print(
                        f"time is over in {plan.specs} {plan.setup.name}: {len(match.groups)} groups of {plan.groups}"
                    )
                    return
        found = summary(match)
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps({"key": key(plan), "summary": found}) + "\n")
        print(row(found), flush=True)


def row(found: Any) -> str:
    """A match as a line of a table."""
    setup = Setup.from_dict(found["setup"])
    first, second = found["agents"]
    seconds = first["seconds"]
    cells = (
        setup.name,
        setup.players,
        f"`{first['spec']}`",
        f"`{second['spec']}`",
        first["games"],
        f"{100 * first['share']:.1f} ± {100 * first['share_error']:.1f} %",
        f"{first['elo']:+.0f} ± {first['elo_error']:.0f}",
        f"{1000 * seconds['mean']:.1f} / {1000 * seconds['longest']:.1f}",
        first["forfeits"] + second["forfeits"],
    )
    return f"| {' | '.join(map(str, cells))} |"


HEAD = (
    "| modules | players | agent | others | games | first places | Elo | ms a decision, mean / longest | forfeits |\n"
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
)


def table(files: Sequence[Path]) -> None:
    """Print the finished matches, chapter by chapter."""
    done = read(files)
    for chapter in CHAPTERS:
        found = [
            done[key(plan)]
            for first, second, setup in chapter.matches
            if key(plan := Plan((first, second), setup, games=MATCHES, seed=SEED)) in done
        ]
        if found:
            print(f"## {chapter.title}\n\n{chapter.question}\n\n{HEAD}")
            print("\n".join(map(row, found)) + "\n")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Matches that show how strong the agents are.")
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play", help="play the matches that a file does not hold yet")
    playing.add_argument("file", type=Path)
    playing.add_argument("--threads", type=int, default=2)
    playing.add_argument("--minutes", type=float, default=600.0)
    commands.add_parser("table", help="print the matches as tables").add_argument("files", type=Path, nargs="+")
    given = parser.parse_args()
    if given.command == "play":
        play(given.file, given.threads, given.minutes)
    else:
        table(given.files)


if __name__ == "__main__":
    main()
