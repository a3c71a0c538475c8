"""The command `splendor`: one function per command, each handing over to a module."""

import json as json_format
import math
import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from splendor import __version__
from splendor.errors import SplendorError
from splendor.table.setup import Setup

if TYPE_CHECKING:
    from splendor.terminal.start import Wishes

WRONG_INPUT = 2
NAMED_VALUE = re.compile(r"\b(?P<name>[a-z_]+)=(?P<quote>'?)(?P<value>[^\s:;']*[^\s:;.,'])(?P=quote)")
RAY_ADDRESS = re.compile(r"auto|local|ray://.+|[\w.-]+:\d+")

app = typer.Typer(
    name="splendor",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    help="The board game Splendor with its four expansions: play, simulate, replay, look up rules.",
    epilog="Start with [bold]splendor play[/], or try [bold]splendor COMMAND --help[/].",
)

Players = Annotated[int, typer.Option(help="How many play: 2, 3 or 4.", rich_help_panel="Set-up")]
Module = Annotated[int | None, typer.Option(metavar="YEAR", help="2017 or 2025.", rich_help_panel="Set-up")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
TakeFewer = Annotated[
    str,
    typer.Option(
        help="When fewer than three tokens may be taken: short_supply_only, never or free.", rich_help_panel="Set-up"
    ),
]
ExtraNobles = Annotated[
    bool, typer.Option("--extra-nobles", help="Play with the two promotional nobles.", rich_help_panel="Set-up")
]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; what the user did wrong is said in one line, without a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that lacks a character shows a question mark
    words = _with_address(sys.argv[1:] if arguments is None else arguments)
    try:
        app(args=words)
    except SplendorError as error:
        said = f"Error: {_as_typed(str(error), words)}"
        Console(stderr=True, highlight=False).print(Text(said, "bold red"), soft_wrap=True)
        sys.exit(WRONG_INPUT)


def _as_typed(message: str, arguments: Sequence[str]) -> str:
    """The library speaks of `games=0`; whoever typed `--games 0` reads that.

    >>> _as_typed("time_limit=0: expected seconds.", ["arena", "--time-limit", "0"])
    '--time-limit 0: expected seconds.'
    """
    typed = {word.partition("=")[0] for word in arguments}

    def option(found: re.Match[str]) -> str:
        name = _option(found["name"])
        return f"{name} {found['value']}" if name in typed else found[0]

    return NAMED_VALUE.sub(option, message)


def _with_address(arguments: Sequence[str]) -> list[str]:
    """`--ray` without an address means this machine; typer has no options whose value may be left out.

    >>> _with_address(["--ray", "greedy", "--ray", "head:6379"])
    ['--ray=local', 'greedy', '--ray', 'head:6379']
    """
    return [
        "--ray=local" if word == "--ray" and not RAY_ADDRESS.fullmatch(after) else word
        for word, after in zip(arguments, [*arguments[1:], ""], strict=False)
    ]


def _option(name: str) -> str:
    """A parameter as it is typed."""
    return f"--{name.replace('_', '-')}"


def _version(wanted: bool) -> None:
    if wanted:
        print(f"splendor {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and leave.")
    ] = False,
) -> None:
    """The options before a command."""


def _print_json(values: dict[str, Any]) -> None:
    print(json_format.dumps(values, ensure_ascii=False))


# --- play ---------------------------------------------------------------------------------------------------------
TERMINAL = "In the terminal"
ON_PAGE = "On the page"


@app.command(
    epilog="Examples:\n\n"
    "[bold]splendor play[/]  opens the page in your browser\n\n"
    "[bold]splendor play --players 3 --orient 2025 --bots club[/]  sets this table there\n\n"
    "[bold]splendor play --text[/]  in the terminal: a few questions, then the game\n\n"
    "[bold]splendor play --text --bots greedy:style=nobles,random --players 3 --seat 2 --seed 7[/]\n\n"
    "[bold]splendor play --text --bots person[/]  two people at one keyboard\n\n"
    "[bold]splendor play --text --resume game.txt[/]"
)
def play(
    context: typer.Context,
    players: Players = 2,
    cities: Module = None,
    posts: Module = None,
    orient: Module = None,
    strongholds: Module = None,
    take_fewer: TakeFewer = "short_supply_only",
    extra_nobles: ExtraNobles = False,
    bots: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SPEC",
            help="Your opponents: a level such as casual, club or master, or greedy, random, greedy:style=nobles, …; "
            "several with commas; 'person' for a human.",
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(help="The port of the page; by default 8000, or the next free one.", rich_help_panel=ON_PAGE),
    ] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Print the address only.", rich_help_panel=ON_PAGE)
    ] = False,
    text: Annotated[bool, typer.Option("--text", help="Play in the terminal.", rich_help_panel=TERMINAL)] = False,
    seed: Annotated[int | None, typer.Option(help="Deal the same game again.", rich_help_panel=TERMINAL)] = None,
    seat: Annotated[
        str, typer.Option(help="Where you sit: 1 plays first; 'random' by lot.", rich_help_panel=TERMINAL)
    ] = "1",
    names: Annotated[
        list[str] | None,
        typer.Option(metavar="NAMES", help="Names with commas, yours first: Eva,Max.", rich_help_panel=TERMINAL),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with a saved game.", rich_help_panel=TERMINAL)
    ] = None,
) -> None:
    """Play against bots or people: on the page, which opens in your browser, or with --text in the terminal."""
    from splendor.terminal import start

    given = set(_given(context)) - {"text"}
    _refuse_foreign_options(given, text)
    if resume is not None:
        if others := sorted(given - {"resume", "bots"}):
            raise SplendorError(
                f"--resume goes on with the game as it was: leave out {', '.join(map(_option, others))}."
            )
        _resume_in_terminal(resume, bots or ())
        return
    setup = _setup(players, cities, posts, orient, strongholds, take_fewer, extra_nobles)
    if text:
        _play_in_terminal(start.Wishes(setup, seed, seat, bots or (), names or ()) if given else None)
    else:
        _play_on_page(setup if given - OF_THE_PAGE else None, bots or (), port, not no_browser)


MOST_PORT = 65535
OF_THE_PAGE = {"port", "no_browser"}
OF_THE_TERMINAL = {"seed", "seat", "names", "resume"}


def _refuse_foreign_options(given: set[str], text: bool) -> None:
    """Options of the other place to play are not silently left out."""
    wrong = sorted(given & (OF_THE_PAGE if text else OF_THE_TERMINAL))
    if wrong:
        option = _option(wrong[0])
        raise SplendorError(
            f"{option} belongs to the page: leave out --text."
            if text
            else f"{option} belongs to the game in the terminal: add --text. On the page, choose under 'New table'."
        )


def _play_on_page(setup: Setup | None, bots: Sequence[str], port: int | None, browse: bool) -> None:
    """Serve the page; with a set-up, it opens where such a table is made."""
    from splendor.agents import make
    from splendor.server import at_home
    from splendor.terminal.cold import compile_agents, compile_rules, part_is_cold
    from splendor.terminal.start import seat_specs

    if port is not None:
        _check_number("--port", port, 0, MOST_PORT)
    opponents = seat_specs(bots or [at_home.LEVEL], 0, setup.players)[1:] if setup else []
    levels = at_home.further_levels(opponents)
    at_home.check_page()
    compile_rules()
    if part_is_cold("agents"):
        compile_agents([make(at_home.COMPILED)])  # here, with a line that says so, and not in the first game
    at_home.play(at_home.table_path(setup, opponents) if setup else "", levels, port, browse)


def _play_in_terminal(wishes: "Wishes | None") -> None:
    """A game in the terminal; without wishes a few questions are asked first."""
    from splendor.terminal import start
    from splendor.terminal.cold import compile_rules
    from splendor.terminal.reading import line_reader, terminal_console

    console = terminal_console()
    read = line_reader(console)
    try:
        wishes = wishes or start.dialogue(console, read)
    except (EOFError, KeyboardInterrupt):
        console.print("\nGood-bye.")
        return
    compile_rules()
    start.new_session(wishes, console, read).run()


def _resume_in_terminal(file: Path, bots: Sequence[str]) -> None:
    from splendor.terminal import start
    from splendor.terminal.cold import compile_rules
    from splendor.terminal.reading import line_reader, terminal_console

    console = terminal_console()
    compile_rules()
    start.resumed_session(file, bots, console, line_reader(console)).run()


def _given(context: typer.Context) -> list[str]:
    """The options and arguments that stand on the command line, by name."""
    return [name for name in context.params if context.get_parameter_source(name).name == "COMMANDLINE"]  # type: ignore[union-attr]


def _setup(
    players: int,
    cities: int | None,
    posts: int | None,
    orient: int | None,
    strongholds: int | None,
    take_fewer: str = "short_supply_only",
    extra_nobles: bool = False,
) -> Setup:
    """The set-up of the options; what cannot be played together is refused by `Setup` itself."""
    values: dict[str, Any] = {
        "cities": cities,
        "posts": posts,
        "orient": orient,
        "strongholds": strongholds,
        "take_fewer": take_fewer,
        "extra_nobles": extra_nobles,
    }
    return Setup(players, **values)


# --- server -------------------------------------------------------------------------------------------------------
@app.command(
    epilog="Examples:\n\n"
    "[bold]splendor serve[/]  on this machine only, with SQLite in your data folder\n\n"
    "[bold]splendor serve --port 8080 --database sqlite:///club.db[/]\n\n"
    "[bold]splendor serve --database postgresql://splendor@db/splendor --redis redis://cache[/]"
)
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 127.0.0.1 is this machine only.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="0 takes a free one.")] = 8000,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="sqlite:///PATH or postgresql://…; your data folder if not given.")
    ] = None,
    redis: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="redis://…: several processes share their matches; bots think in `splendor worker`."
        ),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(help="Processes in which bots think, without Redis; one if not given.")
    ] = None,
    origin: Annotated[
        list[str] | None, typer.Option(metavar="URL", help="A page of another host that may connect; repeat it.")
    ] = None,
    sockets: Annotated[int, typer.Option(help="Open sockets of one address; more for a club behind one router.")] = 8,
    bot: Annotated[
        list[str] | None, typer.Option(metavar="NAME=SPEC", help="A further bot to play against; repeat it.")
    ] = None,
) -> None:
    """Serve matches for people and bots: docs/running-a-server.md."""
    from splendor.server.addresses import parts
    from splendor.server.bots import further
    from splendor.server.running import default_database
    from splendor.server.running import serve as run
    from splendor.server.service import Config

    _check_number("--port", port, 0, MOST_PORT)
    _check_number("--workers", 1 if workers is None else workers, 1)
    _check_number("--sockets", sockets, 1)
    _check_redis(redis)
    if redis is not None and workers is not None:
        raise SplendorError("--workers: with --redis no bot thinks here; start `splendor worker --processes` instead.")
    for one in origin or ():
        if parts(one).scheme not in ("http", "https") or not parts(one).netloc:
            raise SplendorError(f"--origin {one}: expected the address of a page, such as https://example.org.")
    levels = further([_named(one) for one in bot or ()])
    config = Config(database or default_database(), redis, workers or 1, frozenset(origin or ()), sockets, levels)
    run(config, host, port)


@app.command(epilog="Example:\n\n[bold]splendor worker --redis redis://cache --processes 4[/]")
def worker(
    redis: Annotated[str, typer.Option(metavar="URL", help="The servers' Redis.")],
    processes: Annotated[int, typer.Option(help="How many think at the same time.")] = 1,
) -> None:
    """Let bots of a server think on this machine."""
    from splendor.server.running import serve_bots

    _check_number("--processes", processes, 1)
    _check_redis(redis)
    serve_bots(redis, processes)


def _check_number(option: str, value: int, least: int, most: int | None = None) -> None:
    if value < least or (most is not None and value > most):
        wanted = f"at least {least}" if most is None else f"a number from {least} to {most}"
        raise SplendorError(f"{option} {value}: expected {wanted}.")


def _check_redis(address: str | None) -> None:
    """The address is not repeated: there may be a password in it."""
    from splendor.server.addresses import parts

    if address is not None and (parts(address).scheme not in ("redis", "rediss") or not parts(address).hostname):
        raise SplendorError("--redis: expected an address such as redis://HOST or redis://HOST:PORT.")


def _named(text: str) -> tuple[str, str]:
    """A bot by name, and its agent."""
    name, equals, spec = text.partition("=")
    if not name or not equals:
        raise SplendorError(f"{text!r} is no bot; write for example strong=greedy:style=rush.")
    return name, spec


# --- simulate -----------------------------------------------------------------------------------------------------
@app.command(
    epilog="Examples:\n\n"
    "[bold]splendor simulate --games 100000 --threads 2[/]\n\n"
    "[bold]splendor simulate --players 4 --cities 2025 --posts 2025 --orient 2025 --strongholds 2025[/]\n\n"
    "[bold]splendor simulate --device cuda --games 10000000 --json[/]"
)
def simulate(
    players: Players = 2,
    cities: Module = None,
    posts: Module = None,
    orient: Module = None,
    strongholds: Module = None,
    games: Annotated[int, typer.Option(help="How many games.")] = 10_000,
    seed: Annotated[int, typer.Option(help="The first game's seed; the others follow.")] = 0,
    threads: Annotated[int, typer.Option(help="Threads on the CPU.")] = 1,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
    json: Json = False,
) -> None:
    """Play many games at random and show how fast that was and how they went."""
    from splendor.terminal import simulation

    setup = _setup(players, cities, posts, orient, strongholds)
    result = simulation.run(setup, games, seed, threads, device)
    if json:
        _print_json(result.to_dict())
    else:
        simulation.show(Console(highlight=False), setup, result)


@app.command(
    epilog="Examples:\n\n"
    "[bold]splendor bench[/]\n\n"
    "[bold]splendor bench --cold[/]  how long compiling takes, too\n\n"
    "[bold]splendor bench --device cuda --json[/]"
)
def bench(
    cold: Annotated[bool, typer.Option("--cold", help="Measure compiling everything anew, too.")] = False,
    device: Annotated[str, typer.Option(help="cpu; or cuda to measure a GPU, too.")] = "cpu",
    json: Json = False,
) -> None:
    """Measure the speed of the rules on this machine, mostly as ratios; takes about half a minute."""
    from splendor.terminal import benchmark

    result = benchmark.run(cold, device)
    if json:
        _print_json(result.to_dict())
    else:
        benchmark.show(Console(highlight=False), result)


# --- agents -------------------------------------------------------------------------------------------------------
@app.command(
    epilog="Examples:\n\n"
    "[bold]splendor arena greedy random --games 400[/]\n\n"
    "[bold]splendor arena mcts:time=1 greedy --players 4 --threads 2[/]  one mcts against three greedy\n\n"
    "[bold]splendor arena greedy:style=nobles greedy --cities 2025 --sprt 0,30[/]  stops when it is sure\n\n"
    "[bold]splendor arena greedy 'cmd:./mybot --level 3' --time-limit 2 --report match.html[/]\n\n"
    "[bold]splendor arena mcts greedy --ray auto[/]  on a Ray cluster\n\n"
    "[bold]splendor arena --resume FOLDER[/]  after ctrl-C"
)
def arena(
    context: typer.Context,
    agents: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SPEC",
            help="Two or more agents, as 'splendor agents' lists them. At a larger table the last one fills the seats; "
            "of more agents than seats every choice plays.",
            show_default=False,
        ),
    ] = None,
    players: Players = 2,
    cities: Module = None,
    posts: Module = None,
    orient: Module = None,
    strongholds: Module = None,
    take_fewer: TakeFewer = "short_supply_only",
    extra_nobles: ExtraNobles = False,
    games: Annotated[
        int | None,
        typer.Option(
            help="How many games, rounded up to whole deals; by default 100, with --sprt at most 20000.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed, the same deals and the same choices.")] = 0,
    time_limit: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="For each decision of programs (cmd:…); over it the game is lost."),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(metavar="ELO0,ELO1", help="Stop when it is sure that the first of two is one or the other."),
    ] = None,
    alpha: Annotated[float, typer.Option(help="Chance to accept ELO1 wrongly.")] = 0.05,
    beta: Annotated[float, typer.Option(help="Chance to accept ELO0 wrongly.")] = 0.05,
    threads: Annotated[int, typer.Option(help="Games at the same time, each in a process of its own.")] = 1,
    ray: Annotated[
        str | None,
        typer.Option(metavar="[ADDRESS]", help="Play on a Ray cluster; without address on one of its own, here."),
    ] = None,
    records: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Keep the match there; by default beside the saved games.")
    ] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Go on with a match that was stopped.")] = None,
    report: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a page with plots (HTML).")] = None,
    json: Json = False,
) -> None:
    """Let agents play each other on paired deals: Elo with intervals, crosstable, records of all games."""
    from splendor.arena import Sprt
    from splendor.terminal import arena as hall

    if resume is not None:
        given = [name for name in _given(context) if name not in hall.ANY_TIME]
        match, store = hall.resume(resume, [name if name == "agents" else _option(name) for name in given])
    else:
        setup = _setup(players, cities, posts, orient, strongholds, take_fewer, extra_nobles)
        test = None if sprt is None else Sprt.read(sprt, alpha, beta)
        plan = hall.read_plan(agents or (), setup, games, seed, time_limit, test)
        match, store = hall.start(plan, records, threads, ray)
    hall.prepare(match.plan)
    start = time.monotonic()
    finished = hall.play(match, threads, ray)
    if json:
        _print_json(hall.to_dict(match, store))
    else:
        hall.show(Console(highlight=False), match, store, time.monotonic() - start)
    if report is not None:
        hall.write_report(match, report)
    if not finished:
        hall.show_resume(Console(stderr=True), match, store)
        raise typer.Exit(hall.INTERRUPTED)


@app.command(
    epilog="Examples:\n\n"
    "[bold]splendor train --device cuda --minutes 20 --folder run[/]  one GPU, all processor cores\n\n"
    "[bold]splendor train --minutes 5 --small --setups base/2[/]  a small network on a processor\n\n"
    "[bold]splendor train --device cuda --minutes 20 --leg 10 --folder run --resume[/]  the second of two legs\n\n"
    "docs/training.md tells what comes out of it."
)
def train(
    folder: Annotated[Path, typer.Option(help="Where checkpoints, log, curve and network go.")] = Path("training"),
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
    minutes: Annotated[float, typer.Option(help="Of all legs together.")] = 20.0,
    leg: Annotated[
        float | None, typer.Option(metavar="MINUTES", help="Of this leg; all that are left without it.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the folder's checkpoint.")] = False,
    start: Annotated[
        Path | None, typer.Option(metavar="NETWORK", help="Begin with this network instead of with imitation.")
    ] = None,
    setups: Annotated[str | None, typer.Option(help="Set-ups with their shares, as base/2=60,all=40.")] = None,
    small: Annotated[bool, typer.Option("--small", help="A small network at few tables, for a processor.")] = False,
    gpu_tables: Annotated[
        int, typer.Option(metavar="N", help="Tables that the GPU keeps by itself, as 32768; 0: the processor does.")
    ] = 0,
    threads: Annotated[int | None, typer.Option(help="Cores to play on; all of them without it.")] = None,
    seed: Annotated[int, typer.Option(help="Where the random numbers begin.")] = 0,
) -> None:
    """Train a network for the agent `neural` by self-play. Needs PyTorch, which the extra `train` brings."""
    from splendor.train.leg import train as make_leg
    from splendor.train.plan import Plan

    chosen: dict[str, Any] = {"setups": setups} if setups is not None else {}
    plan = (Plan.small if small else Plan)(minutes=minutes, seed=seed, gpu_tables=gpu_tables, **chosen)
    console = Console(highlight=False)
    make_leg(
        plan,
        folder,
        math.inf if leg is None else leg,
        device=device,
        threads=threads,
        resume=resume,
        start=start,
        tell=lambda line: console.print(line, markup=False),
    )


@app.command(
    epilog="Examples:\n\n"
    "[bold]splendor statistics --games 10000 --threads 2[/]  greedy against itself\n\n"
    "[bold]splendor statistics greedy random --players 2 --orient 2025[/]\n\n"
    "[bold]splendor statistics --sets base,orient2017,orient2025[/]  what a module changes\n\n"
    "[bold]splendor statistics --every-module-set --players 3 --out three-players[/]\n\n"
    "After ctrl-C the same command goes on where it stopped."
)
def statistics(
    agents: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[SPEC]...",
            help="Who plays: one agent for all seats, or one for each; without any, greedy.",
            show_default=False,
        ),
    ] = None,
    players: Players = 2,
    cities: Module = None,
    posts: Module = None,
    orient: Module = None,
    strongholds: Module = None,
    take_fewer: TakeFewer = "short_supply_only",
    extra_nobles: ExtraNobles = False,
    sets: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAMES",
            help="Several module sets, with commas: base,cities2025+orient2017.",
            rich_help_panel="Set-up",
        ),
    ] = None,
    every_module_set: Annotated[
        bool, typer.Option("--every-module-set", help="All 37 module sets.", rich_help_panel="Set-up")
    ] = False,
    games: Annotated[int, typer.Option(help="How many games of each set-up.")] = 1000,
    seed: Annotated[int, typer.Option(help="The first game's seed; the others follow.")] = 0,
    fixed_seats: Annotated[
        bool, typer.Option("--fixed-seats", help="Agents keep their seats; else they move on with every game.")
    ] = False,
    threads: Annotated[int, typer.Option(help="Processes that play at the same time.")] = 1,
    ray: Annotated[
        str | None,
        typer.Option(metavar="[ADDRESS]", help="Play on a Ray cluster; without address on one of its own, here."),
    ] = None,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Where report and data go.")] = Path("statistics"),
    json: Json = False,
) -> None:
    """Play many games and report how they go: seats, length, prestige, cards and tiles, modules; with the data."""
    from splendor.statistics import Plan
    from splendor.terminal import statistics as counting

    setup = _setup(players, cities, posts, orient, strongholds, take_fewer, extra_nobles)
    setups = counting.chosen_setups(setup, sets or (), every_module_set)
    plan = Plan(setups, tuple(agents or ()), games, seed, rotate=not fixed_seats)
    try:
        sheet, files = counting.run(plan, out, threads, ray)
    except KeyboardInterrupt:
        counting.show_resume(Console(stderr=True), plan, out)
        raise typer.Exit(counting.INTERRUPTED) from None
    if json:
        _print_json(counting.to_dict(plan, sheet, files))
    else:
        counting.show(Console(highlight=False), plan, sheet, files)


@app.command(epilog="Examples:\n\n[bold]splendor agents[/]\n\n[bold]splendor agents --json[/]")
def agents(json: Json = False) -> None:
    """List the agents with their options and styles, and the levels: who can be asked to play."""
    from splendor.terminal import listing

    if json:
        _print_json(listing.agents_dict())
    else:
        listing.show(Console(highlight=False))


@app.command(
    epilog="Examples:\n\n"
    "[bold]splendor engine greedy[/]  waits for messages; docs/engine-protocol.md describes them\n\n"
    "[bold]splendor arena random 'cmd:splendor engine greedy:style=rush'[/]"
)
def engine(
    agent: Annotated[str, typer.Argument(metavar="SPEC", help="Who answers.", show_default=False)],
) -> None:
    """Let an agent answer programs of others: JSON lines on standard input and output."""
    from splendor.terminal import engine as answering

    answering.run(agent)


# --- records ------------------------------------------------------------------------------------------------------
@app.command(
    epilog="Examples:\n\n"
    "[bold]splendor replay game.txt[/]  Enter for the next turn, p for the previous one\n\n"
    "[bold]splendor replay game.txt --turn 12[/]\n\n"
    "[bold]splendor replay game.txt --all | less -R[/]"
)
def replay(
    file: Annotated[Path, typer.Argument(help="A recorded game.", show_default=False)],
    turn: Annotated[int | None, typer.Option(help="Show this turn only; 0 is the deal.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Show all turns without waiting.")] = False,
    json: Json = False,
) -> None:
    """Show a recorded game turn by turn, in words and with the table."""
    from splendor.terminal.cold import compile_rules
    from splendor.terminal.files import about, read_record
    from splendor.terminal.reading import line_reader, terminal_console
    from splendor.terminal.replay import Replay

    record = read_record(file)
    compile_rules()
    with about(file):
        shown = Replay(record)
    console = terminal_console()
    if json:
        _print_json(shown.to_dict() if turn is None else shown.turn_dict(turn))
    elif turn is not None:
        shown.show(console, turn)
    elif everything or not sys.stdin.isatty() or not console.is_terminal:
        shown.show_all(console)
    else:
        shown.walk(console, line_reader(console))


@app.command(
    epilog="Examples:\n\n"
    "[bold]splendor analyse game.txt[/]  turning points, accuracy, winning chances\n\n"
    "[bold]splendor analyse game.txt --language fr --html game.html[/]\n\n"
    "[bold]splendor analyse game.txt --turn 12[/]  what else could have been done in the twelfth turn\n\n"
    "[bold]splendor analyse game.json --agent mcts:sims=2000,seed=1 --json[/]"
)
def analyse(
    file: Annotated[
        Path, typer.Argument(help="A recorded game (text or JSON), or a saved position.", show_default=False)
    ],
    agent: Annotated[
        str,
        typer.Option(
            metavar="SPEC", help="Who judges: an agent that says why. With sims and a seed the result is repeatable."
        ),
    ] = "neural:sims=40,seed=1",
    language: Annotated[str, typer.Option(help="The language of the report: en, fr or nl.")] = "en",
    turn: Annotated[
        int | None, typer.Option(metavar="N", help="Judge only this turn of the game, from 1.", show_default=False)
    ] = None,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the report as one HTML file.", show_default=False)
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the text or JSON to a file.", show_default=False)
    ] = None,
    json: Json = False,
) -> None:
    """Judge the decisions of a game, or a position: what was lost, what was better, and why."""
    from splendor.terminal import analysing

    wanted = analysing.Wanted(file, agent, language, turn, html, out, json)
    try:
        analysing.run(wanted)
    except KeyboardInterrupt:
        Console(stderr=True).print("Stopped; nothing was written.")
        raise typer.Exit(analysing.INTERRUPTED) from None


@app.command(
    epilog="Examples:\n\n[bold]splendor verify game.txt[/]\n\n[bold]splendor verify games/*.txt archive.jsonl --json[/]"
)
def verify(
    files: Annotated[list[Path], typer.Argument(help="Recorded games; .jsonl for archives.", show_default=False)],
    json: Json = False,
) -> None:
    """Check that recorded games are possible from the first line to the last; exit code 1 if one is not."""
    from splendor.terminal import checking
    from splendor.terminal.cold import compile_rules

    compile_rules()
    checked = [checking.check(file) for file in files]
    fine = all(check.error is None for check in checked)
    if json:
        _print_json({"ok": fine, "files": [check.to_dict() for check in checked]})
    else:
        checking.show(Console(highlight=False), checked)
    raise typer.Exit(0 if fine else 1)


# --- rules --------------------------------------------------------------------------------------------------------
@app.command(
    epilog="Examples:\n\n"
    "[bold]splendor rules[/]  all chapters and ids\n\n"
    "[bold]splendor rules BASE-TAKE-2[/]\n\n"
    "[bold]splendor rules give back[/]  rules with these words"
)
def rules(
    words: Annotated[list[str] | None, typer.Argument(help="An id, the beginning of one, or words.")] = None,
    json: Json = False,
) -> None:
    """Show a rule in words, by its id or by words in it."""
    from splendor.rulebook import rules as all_rules
    from splendor.terminal import rulebook

    wanted = " ".join(words or [])
    if json:
        found = rulebook.lookup(wanted) if wanted.strip() else list(all_rules().values())
        _print_json({"rules": [rulebook.rule_dict(rule) for rule in found]})
    else:
        rulebook.show(Console(highlight=False), wanted)


if __name__ == "__main__":
    main()
