"""`splendor statistics`: the progress bar, the files, and the main figures."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from splendor import jobs
from splendor.agents import make
from splendor.errors import SplendorError
from splendor.statistics import Plan, Sheet, Store, collect, summary
from splendor.statistics.files import check_packages, write_files
from splendor.statistics.plan import SHORT_NAMES, short
from splendor.statistics.play import play_chunk
from splendor.table.setup import Setup
from splendor.terminal import paint
from splendor.terminal.cold import BOTS, announced, compile_agents, compile_rules, part_is_cold
from splendor.terminal.progress import games_bar

INTERRUPTED = 130  # the exit code of programs that were stopped with ctrl-C
MEANS = {
    "rounds": "rounds",
    "decisions": "decisions",
    "choices": "choices per decision",
    "prestige": "prestige of the winner",
}


def chosen_setups(setup: Setup, names: Sequence[str], every: bool) -> tuple[Setup, ...]:
    """The set-up of the options, or those named, or all; the options that are no modules hold for all of them."""
    if not names and not every:
        return (setup,)
    if setup.modules:
        raise SplendorError("--cities, --posts, --orient and --strongholds are for one set-up; leave them out.")
    if names and every:
        raise SplendorError("--sets names set-ups, --every-module-set takes all: choose one of them.")
    words = [word.strip() for name in names for word in name.split(",")]
    wanted = [Setup.of_name(word, setup.players) for word in words] or list(Setup.all(setup.players))
    return tuple(each.replace(**setup.options()) for each in wanted)


def run(plan: Plan, folder: Path, threads: int, ray: str | None) -> tuple[Sheet, list[Path]]:
    """Play the plan, going on where an earlier run stopped, and write the report and the data."""
    check_packages()
    jobs.check(threads, ray)
    sheet = _play(plan, Store(folder, plan), threads, ray)
    return sheet, write_files(plan, sheet, folder)


def _play(plan: Plan, store: Store, threads: int, ray: str | None) -> Sheet:
    _compile(plan)
    with games_bar() as bar:
        task = bar.add_task("games", total=plan.total)
        return collect(plan, store, threads=threads, ray=ray, progress=lambda number: bar.advance(task, number))


def _compile(plan: Plan) -> None:
    """Compile what is to play, where that was not done before: workers then find it."""
    if plan.is_compiled:
        with announced(part_is_cold("statistics"), BOTS):
            play_chunk(next(plan.chunks())._replace(number=1))
    else:
        compile_rules()
        compile_agents(map(make, dict.fromkeys(plan.agents)))


def to_dict(plan: Plan, sheet: Sheet, files: Sequence[Path]) -> dict[str, Any]:
    """The main figures as one JSON object, and where the files are."""
    return {**summary(plan, sheet), "files": [str(file) for file in files]}


def show(console: Console, plan: Plan, sheet: Sheet, files: Sequence[Path]) -> None:
    """The main figures for people."""
    values = summary(plan, sheet)
    several = len(plan.setups) > 1
    what = f"{len(plan.setups)} set-ups for {plan.players} players" if several else plan.setups[0].describe()
    console.print(Text(f"{what}; {plan.total:,} games, {plan.describe_agents()}"), soft_wrap=True)
    console.print(_table_of_setups(plan, values["setups"]) if several else _table_of_one(values["setups"][0]))
    if several:
        console.print(Text(SHORT_NAMES, paint.QUIET), soft_wrap=True)
    for agent in values["agents"] if len(values["agents"]) > 1 else ():
        won = {name: 100 * agent["won"][name] for name in ("value", "low", "high")}
        console.print(Text("{}: {value:.1f} % ({low:.1f} – {high:.1f} %)".format(agent["agent"], **won)))
    console.print(Text(f"Report: {files[0]}", paint.QUIET), soft_wrap=True)


def _table_of_one(values: dict[str, Any]) -> Table:
    table = Table(show_header=False, box=None, padding=(0, 3, 0, 0))
    table.add_column(style="dim")
    table.add_column(justify="right")
    for seat, won in values["wins_by_seat"].items():
        table.add_row(f"won by seat {seat}, %", _told(won, 1, factor=100))
    for name, words in MEANS.items():
        table.add_row(words, _told(values[name], 2))
    return table


def _table_of_setups(plan: Plan, setups: list[dict[str, Any]]) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column("set-up", no_wrap=True)
    for header in ("seat A won %", *MEANS):
        table.add_column(header, justify="right", no_wrap=True)
    for setup, values in zip(plan.setups, setups, strict=True):
        first = _told(values["wins_by_seat"]["A"], 1, factor=100)
        table.add_row(short(setup), first, *(_told(values[name], 1) for name in MEANS))
    return table


def _told(figure: dict[str, Any], digits: int, factor: float = 1) -> str:
    """A figure with half the width of its interval; of a single game nothing is known about the error."""
    value = f"{factor * figure['value']:.{digits}f}"
    if figure["low"] is None:
        return value
    return f"{value} ± {factor * (figure['high'] - figure['low']) / 2:.{digits}f}"


def show_resume(console: Console, plan: Plan, folder: Path) -> None:
    """How to go on after ctrl-C."""
    done = sum(chunk.number for chunk in Store(folder, plan).done())
    told = f"Stopped after {done:,} of {plan.total:,} games. The same command goes on from there."
    console.print(told, highlight=False)
