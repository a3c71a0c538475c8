"""`splendor bench`: the table of figures."""

from rich.console import Console
from rich.table import Table

from splendor.sim import bench
from splendor.sim.bench import Bench, Figure
from splendor.terminal.cold import announced, part_is_cold

MEASURED = "The best of short bursts taken in turns; processor time except for threads and GPU."
MET = {None: "", True: "[green]met[/]", False: "[bold red]missed[/]"}


def run(cold: bool, device: str) -> Bench:
    """Measure, saying on stderr what is going on where that is a terminal."""
    with announced(part_is_cold("sim")):
        bench.prepare()
    with Console(stderr=True).status("Measuring …") as status:
        return bench.measure(cold, device, lambda what: status.update(f"Measuring {what} …"))


def show(console: Console, result: Bench) -> None:
    """The figures for people."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    for header in ("figure", "ratio", "target"):
        table.add_column(header, justify="right", no_wrap=True)
    table.add_column("")
    part = ""
    for figure in result.figures:
        if figure.part != part:
            part = figure.part
            table.add_row(f"[bold]{part}[/]")
        ratio = "" if figure.ratio is None else f"{figure.ratio:.2f} × {figure.ratio_to}"
        table.add_row(f"  {figure.words}", amount(figure.value, figure.unit), ratio, target(figure), MET[figure.met])
    if not console.is_terminal:  # a file has no width: nothing need be broken
        console.width = max(console.width, console.measure(table).maximum)
    console.print(table)
    about = ", ".join(f"{name} {value}" for name, value in result.machine.items())
    for line in (MEASURED, *result.notes, about):
        console.print(line, style="dim", soft_wrap=True)


def amount(value: float, unit: str) -> str:
    """A figure with its unit, large ones in millions."""
    if unit.endswith("/s"):
        for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
            if value >= size:
                return f"{value / size:.2f} {letter}/s" if size > 1e3 else f"{value / size:.0f} {letter}/s"
    return f"{value:.2f} {unit}"


def target(figure: Figure) -> str:
    """What was to be reached."""
    if figure.target is None:
        return ""
    wanted = amount(figure.target, figure.unit) if figure.ratio is None else f"{figure.target:.2f} ×"
    return f"{'≤' if figure.at_most else '≥'} {wanted}"
