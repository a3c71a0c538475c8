"""`splendor arena`: a match with its live table, what came of it, and how to go on with it."""

import shlex
import time
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from splendor import jobs
from splendor.agents import make
from splendor.arena import Match, Plan, Sprt, Store, summary
from splendor.errors import SplendorError
from splendor.position import SEAT_LETTERS
from splendor.table.setup import Setup
from splendor.terminal import paint
from splendor.terminal.cold import compile_agents, compile_rules
from splendor.terminal.session import saves_folder

GAMES = 100
GAMES_OF_A_TEST = 20_000  # a sequential test stops earlier
ANY_TIME = ("resume", "threads", "ray", "report", "json")  # options that change nothing about what is played
INTERRUPTED = 130  # the exit code of programs that were stopped with ctrl-C
PAUSE = 1.0  # seconds between two live tables
EFFORT = 0.05  # of the time may be spent on computing them
LABEL = 40  # characters of a spec in a table
REASONS = 3  # reasons of forfeits shown for an agent


def read_plan(
    specs: Sequence[str], setup: Setup, games: int | None, seed: int, limit: float | None, sprt: Sprt | None
) -> Plan:
    """The plan of the options."""
    if games is None:
        games = GAMES if sprt is None else GAMES_OF_A_TEST
    return Plan(tuple(specs), setup, games, seed, limit, sprt)


# --- playing ------------------------------------------------------------------------------------------------------
def start(plan: Plan, folder: Path | None, threads: int, ray: str | None) -> tuple[Match, Store]:
    """A new match; what cannot be played leaves no folder behind."""
    jobs.check(threads, ray)
    store = Store(folder or _new_folder())
    return Match.start(plan, store), store


def resume(folder: Path, given: Sequence[str]) -> tuple[Match, Store]:
    """The match to go on with; options that say what to play (`given`) are refused, not ignored."""
    if given:
        raise SplendorError(f"--resume goes on with what was planned: leave out {', '.join(given)}.")
    store = Store(folder)
    return Match.resume(store), store


def _new_folder() -> Path:
    """A folder of its own beside the saved games."""
    root = saves_folder() / "arena"
    name = f"{datetime.now():%Y-%m-%d-%H%M%S}"
    names = (name, *(f"{name}-{number}" for number in range(2, 1000)))
    return next(root / name for name in names if not (root / name).exists())


def prepare(plan: Plan) -> None:
    """Compile what is to play, where that was not done before: workers then find it."""
    compile_rules()
    compile_agents(map(make, plan.specs))


def play(match: Match, threads: int, ray: str | None) -> bool:
    """Play it to its end, with a live table on stderr where that is a terminal; false if ctrl-C came first."""
    with _Screen(match, Console(stderr=True)) as screen:
        try:
            for _ in match.play(threads, ray):
                screen.update()
        except KeyboardInterrupt:
            return False
    return True


class _Screen:
    """The table that grows while games are played."""

    def __init__(self, match: Match, console: Console) -> None:
        self._match = match
        self._bar = Progress(
            TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn()
        )
        self._size = match.plan.setup.players
        self._task = self._bar.add_task("", total=match.plan.groups * self._size)
        self._shown = console.is_terminal
        self._live = Live(console=console, transient=True, refresh_per_second=4)
        self._next = 0.0

    def __enter__(self) -> "_Screen":
        if self._shown:
            self._live.start()
        self.update()
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            self._live.stop()

    def update(self) -> None:
        """Count on, and now and then compute the figures anew."""
        if not self._shown:
            return
        self._bar.update(self._task, completed=len(self._match.groups) * self._size)
        start = time.monotonic()
        if start >= self._next:
            self._live.update(Group(*tables(summary(self._match), self._match.plan.setup), self._bar))
            now = time.monotonic()
            self._next = now + max(PAUSE, (now - start) / EFFORT)


def write_report(match: Match, path: Path) -> None:
    """A page with plots."""
    from splendor.arena.report import report

    report(match).write(path)
    Console(stderr=True, highlight=False).print(f"Report: {path}", soft_wrap=True)


def to_dict(match: Match, store: Store) -> dict[str, Any]:
    """The result as one JSON object, and where it is kept."""
    return {**summary(match), "folder": str(store.folder), "records": str(store.archive)}


# --- showing ------------------------------------------------------------------------------------------------------
def show(console: Console, match: Match, store: Store, seconds: float) -> None:
    """The result for people."""
    values = summary(match)
    for part in tables(values, match.plan.setup):
        console.print(part)
    for agent in values["agents"]:
        for reason, number in sorted(agent["forfeit_reasons"].items(), key=lambda item: -item[1])[:REASONS]:
            line = Text(f"{agent['label'][:LABEL]} forfeited {_times(number)}: ", paint.WRONG)
            console.print(line.append(reason, ""), soft_wrap=True)
    console.print(Text(f"{seconds:.1f} s", paint.QUIET))
    console.print(Text(f"Records: {store.archive}", paint.QUIET), soft_wrap=True)


def show_resume(console: Console, match: Match, store: Store) -> None:
    """How to go on after ctrl-C."""
    done, planned = (number * match.plan.setup.players for number in (len(match.groups), match.plan.groups))
    console.print(f"Stopped after {done} of {planned} games. Go on with:", highlight=False)
    command = f"  splendor arena --resume {shlex.quote(str(store.folder))}"
    console.print(command, highlight=False, soft_wrap=True, markup=False)


def tables(values: dict[str, Any], setup: Setup) -> list[RenderableType]:
    """The standings, the crosstable where there are more than two agents, and the sequential test."""
    shown: list[RenderableType] = [_standings(values, setup)]
    if len(values["agents"]) > 2:
        shown.append(_crosstable(values))
    shown.append(Text(_seat_line(values), paint.QUIET))
    if values["sprt"] is not None:
        shown.append(_sprt_line(values["sprt"]))
    return shown


def _standings(values: dict[str, Any], setup: Setup) -> Table:
    deals = "one deal" if values["groups"] == 1 else f"{values['groups']} deals"
    title = f"{setup.describe()}; {values['games']} games on {deals}"
    table = Table(title=title, title_justify="left", box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("agent")
    losing = any(agent["forfeits"] for agent in values["agents"])
    headers = ("games", "won", "share %", "Elo", "ms mean / p99 / longest", *(["forfeits"] if losing else []))
    for header in headers:
        table.add_column(header, justify="right", no_wrap=True)
    for agent in values["agents"]:
        table.add_row(
            Text(shortened(agent["label"]), "bold"),
            f"{agent['games']}",
            f"{agent['wins']:.5g}",
            f"{100 * agent['share']:.1f} ± {100 * agent['share_error']:.1f}",
            Text(elo_text(agent["elo"], agent["elo_error"]), "bold"),
            " / ".join(_milliseconds(agent["seconds"][name]) for name in ("mean", "p99", "longest")),
            *([Text(str(agent["forfeits"]), paint.WRONG)] if losing else []),
        )
    return table


def _crosstable(values: dict[str, Any]) -> Table:
    """How often the agent of the row stood before the one of the column."""
    agents = values["agents"]
    title = "stood before …, in %"
    table = Table(title=title, title_justify="left", box=None, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column("", no_wrap=True, overflow="ellipsis")
    for number in range(len(agents)):
        table.add_column(str(number + 1), justify="right", no_wrap=True, min_width=3)
    for row, cells in enumerate(values["crosstable"]):
        texts = ["" if score is None else f"{100 * score:.0f}" for score in cells]
        table.add_row(Text(f"{row + 1}  {shortened(agents[row]['label'])}"), *texts)
    return table


def _seat_line(values: dict[str, Any]) -> str:
    seats = ", ".join(
        f"{letter} {100 * share:.1f} %" for letter, share in zip(SEAT_LETTERS, values["seats"], strict=False)
    )
    return f"won by seat: {seats}; {values['rounds']['mean']:.1f} rounds a game"


def _sprt_line(sprt: dict[str, Any]) -> Text:
    told = f"SPRT [{sprt['elo0']:g}, {sprt['elo1']:g}]: LLR {sprt['llr']:+.2f}"
    told += f", stops at {sprt['lower']:+.2f} or {sprt['upper']:+.2f}"
    if sprt["accepted"] is None:
        return Text(f"{told}: undecided", paint.QUIET)
    return Text(f"{told}: {sprt[sprt['accepted']]:+g} Elo accepted", "bold")


def elo_text(elo: float, error: float) -> str:
    """`+123 ± 20`, with a true minus."""
    return f"{elo:+.0f} ± {error:.0f}".replace("-", "−")


def _milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.2g}" if seconds < 0.0995 else f"{1000 * seconds:.0f}"


def shortened(label: str) -> str:
    """A spec that fits into a table."""
    return label if len(label) <= LABEL else label[: LABEL - 1] + "…"


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"
