"""`splendor simulate`: the progress bar and the table of figures."""

from rich.console import Console
from rich.table import Table

from splendor.position import SEAT_LETTERS
from splendor.sim import Simulation, simulate
from splendor.table.setup import Setup
from splendor.terminal.cold import announced, part_is_cold
from splendor.terminal.progress import games_bar


def run(setup: Setup, games: int, seed: int, threads: int, device: str) -> Simulation:
    """Simulate, with a progress bar on stderr where that is a terminal."""
    if part_is_cold("sim"):
        with announced(True):
            simulate(setup, min(games, 1), seed=seed, threads=threads, device=device)
    with games_bar() as bar:
        task = bar.add_task("games", total=games)
        return simulate(
            setup, games, seed=seed, threads=threads, device=device, progress=lambda number: bar.advance(task, number)
        )


def show(console: Console, setup: Setup, result: Simulation) -> None:
    """The figures for people."""
    table = Table(title=setup.describe(), title_justify="left", show_header=False, box=None, padding=(0, 3, 0, 0))
    table.add_column(style="dim")
    table.add_column(justify="right")
    table.add_row("games", f"{result.games:,}")
    table.add_row("decisions", f"{result.decisions:,}")
    table.add_row("seconds", f"{result.seconds:.2f}")
    table.add_row("decisions per second", f"{result.decisions_per_second:,.0f}", style="bold")
    table.add_row("games per second", f"{result.games_per_second:,.0f}")
    table.add_row("rounds per game", f"{result.rounds_mean:.1f}")
    for letter, wins in zip(SEAT_LETTERS, result.wins_by_seat, strict=False):
        table.add_row(f"won by seat {letter}", f"{100 * wins / result.games:.1f} %")
    table.add_row("unfinished", f"{result.unfinished:,}")
    console.print(table)
