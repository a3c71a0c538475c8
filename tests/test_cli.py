"""The command `splendor`, as somebody types it."""

import io
import json
import os
import random
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from splendor import Game, GameRecord, Setup, __version__
from splendor.cli import main
from splendor.records import write_archive
from splendor.server import at_home
from splendor.server.service import Config
from splendor.sim import Simulation
from splendor.sim.bench import Bench, Figure
from splendor.terminal import benchmark, cold, simulation

ALL_MODULES = ["--cities", "2025", "--posts", "2025", "--orient", "2025", "--strongholds", "2025"]


class Script:
    """A standard input that is no terminal and types numbers without end, or the lines it was given."""

    def __init__(self, lines: list[str] | None = None, seed: int = 1) -> None:
        self.lines = lines
        self.rng = random.Random(seed)

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        if self.lines is None:
            return f"{self.rng.randrange(1, 25)}\n"
        return f"{self.lines.pop(0)}\n" if self.lines else ""


@pytest.fixture(autouse=True)
def _away_from_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPLENDOR_SAVES", str(tmp_path / "saves"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def record() -> Path:
    rng = random.Random(1)
    game = Game(Setup(2), seed=1)
    while not game.is_over:
        game.play(rng.choice(list(game.legal_actions)))
    file = Path("game.txt")
    file.write_text(GameRecord.of(game, names=("Ada", "Bob")).text())
    return file


def run(*arguments: object) -> int:
    """The exit code."""
    with pytest.raises(SystemExit) as leaving:
        main([str(argument) for argument in arguments])
    code = leaving.value.code
    return code if isinstance(code, int) else 0


# --- play ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "options",
    [["--seed", "1"], ["--players", "4", "--seed", "2", *ALL_MODULES], ["--players", "3", "--orient", "2017"]],
    ids=["base", "all", "orient2017"],
)
def test_a_scripted_game_reaches_its_end(
    options: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Script())
    assert run("play", "--text", "--bots", "random:seed=1", *options) == 0
    shown = capsys.readouterr().out
    assert "the game is over" in shown
    assert "\x1b[" not in shown


def test_the_input_ends(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", Script(["take wug", "1"]))
    assert run("play", "--text", "--bots", "random", "--seat", "2", "--names", "Eva") == 0
    shown = capsys.readouterr().out
    assert "Eva> take wug" in shown
    going_on = shown.split("Go on with: splendor ")[1].split()
    monkeypatch.setattr(sys, "stdin", Script(["log", "quit"]))
    assert run(*going_on) == 0
    assert "Eva takes 1 white, 1 blue and 1 green" in capsys.readouterr().out


def test_without_options_a_dialogue(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", Script(["3", "posts", "random", "1"]))
    assert run("play", "--text") == 0
    shown = capsys.readouterr().out
    assert "How many players" in shown
    assert "3 players, Trading Posts 2025" in shown
    monkeypatch.setattr(sys, "stdin", Script([]))
    assert run("play", "--text") == 0
    assert "Good-bye" in capsys.readouterr().out


def test_play_opens_the_page(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    opened: list[str] = []
    served: list[Config] = []
    here = threading.Event()

    def browse(address: str) -> None:
        opened.append(address)
        here.set()

    def serve(_: object, config: Config, *__: object) -> None:
        served.append(config)
        assert here.wait(60)
        here.clear()
        raise KeyboardInterrupt  # ctrl-C

    monkeypatch.setattr(at_home, "built_page", lambda: Path())
    monkeypatch.setattr(at_home, "has_screen", lambda: True)
    monkeypatch.setattr(at_home, "LocalThinker", lambda: SimpleNamespace(get_ready=lambda _: None))
    monkeypatch.setattr(at_home, "default_database", lambda: "sqlite:///matches.db")
    monkeypatch.setattr(at_home.webbrowser, "open", browse)
    monkeypatch.setattr(at_home, "serve_at", serve)
    assert run("play") == 0
    assert run("play", "--port", 0, "--players", 3, "--cities", 2025, "--bots", "club,greedy:style=rush") == 0
    shown = capsys.readouterr().out
    assert shown.count("Your games are kept") == 2
    assert all(address in shown for address in opened)
    assert opened[0].endswith("/")
    assert opened[1].endswith("/#/new?players=3&cities=2025&seat=club&seat=greedy%3Astyle%3Drush")
    assert served[1].levels == {"greedy:style=rush": "greedy:style=rush"}
    monkeypatch.setattr(at_home, "built_page", lambda: None)
    assert run("play") == 2
    assert "make setup" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "telling"),
    [
        (["play", "--players", "5"], "CONF-1"),
        (["play", "--cities", "2020"], "--cities 2020"),
        (["play", "--cities", "2017", "--posts", "2017"], "Legal: --cities 2025, --posts 2025"),
        (["play", "--take-fewer", "always"], "--take-fewer always is unknown"),
        (["play", "--bots", "gready"], "gready"),
        (["play", "--seed", "1"], "add --text"),
        (["play", "--resume", "game.txt"], "add --text"),
        (["play", "--text", "--no-browser"], "leave out --text"),
        (["play", "--text", "--seed", "-1"], "seed"),
        (["play", "--text", "--bots", "gready"], "gready"),
        (["play", "--text", "--seat", "7"], "seats are 1 to 2"),
        (["play", "--text", "--resume", "missing.txt"], "missing.txt cannot be read"),
        (["play", "--text", "--resume", "game.txt", "--players", "3"], "leave out --players"),
        (["replay", "missing.txt"], "missing.txt cannot be read"),
        (["rules", "XYZ-99"], "no rule"),
        (["simulate", "--games", "0"], "--games 0: expected at least 1"),
        (["simulate", "--device", "tpu"], "--device tpu is unknown"),
    ],
)
def test_what_was_wrong_is_said_in_one_line(
    arguments: list[str], telling: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulation, "part_is_cold", lambda _: False)  # or a line about compiling may come first
    monkeypatch.setattr(cold, "is_cold", lambda: False)
    assert run(*arguments) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("Error: ")
    assert captured.err.count("\n") == 1
    assert telling in captured.err


@pytest.mark.parametrize("arguments", [["play", "--players", "two"], ["fly"], ["verify"], ["simulate", "--speed"]])
def test_options_that_are_none_exit_with_2(arguments: list[str]) -> None:
    assert run(*arguments) == 2


# --- help ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("command", ["play", "simulate", "replay", "verify", "rules", "bench", "train"])
def test_help_has_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(command, "--help") == 0
    shown = capsys.readouterr().out
    assert "Examples" in shown
    assert f"splendor {command}" in shown


def test_version_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--version") == 0
    assert capsys.readouterr().out == f"splendor {__version__}\n"
    assert run("--help") == 0
    assert "simulate" in capsys.readouterr().out


def test_the_command_alone_shows_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run() in (0, 2)  # which of them depends on the version of typer
    assert "simulate" in "".join(capsys.readouterr())


@pytest.mark.parametrize(("typed", "offered"), [("splendor ar", "arena"), ("splendor arena --ga", "--games")])
def test_a_shell_completes_what_is_typed(typed: str, offered: str) -> None:
    asked = {"COMP_WORDS": typed, "COMP_CWORD": str(len(typed.split()) - 1), "_SPLENDOR_COMPLETE": "complete_bash"}
    command = [Path(sys.executable).with_name("splendor")]
    done = subprocess.run(command, env={**os.environ, **asked}, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [offered]


# --- simulate -----------------------------------------------------------------------------------------------------
def test_simulate_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("simulate", "--games", 20, "--players", 3, "--posts", 2025, "--seed", 5, "--json") == 0
    values = json.loads(capsys.readouterr().out)
    wanted = "games decisions seconds decisions_per_second games_per_second rounds_mean wins_by_seat unfinished"
    assert set(wanted.split()) <= set(values)
    assert values["games"] == 20
    assert len(values["wins_by_seat"]) == 3


def test_simulate_for_people(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    made = Simulation(Setup(2).to_dict(), "cpu", 1, 0, 100, 9000, 0.5, 18000.0, 200.0, 90.0, 200, 30.5, [55.0, 45.0], 0)
    monkeypatch.setattr(simulation, "simulate", lambda *_, **__: made)
    assert run("simulate", "--games", 100) == 0
    shown = capsys.readouterr().out
    assert "18,000" in shown
    assert "55.0 %" in shown


# --- records ------------------------------------------------------------------------------------------------------
def test_replay(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("replay", record, "--turn", 2) == 0
    assert "1B Bob " in capsys.readouterr().out
    assert run("replay", record, "--turn", 9999) == 2
    assert "there is no turn 9999" in capsys.readouterr().err
    assert run("replay", record, "--json") == 0
    values = json.loads(capsys.readouterr().out)
    assert values["turns"][0]["label"] == "1A"
    assert run("replay", record, "--turn", 1, "--json") == 0
    assert json.loads(capsys.readouterr().out)["name"] == "Ada"


def test_replay_all_when_there_is_nobody_to_press_a_key(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game(Setup(2), seed=1)
    for action in ("take wug", "take rr", "reserve deck 1"):
        game.play(action)
    Path("short.txt").write_text(GameRecord.of(game).text())
    monkeypatch.setattr(sys, "stdin", Script([]))
    assert run("replay", "short.txt") == 0
    shown = capsys.readouterr().out
    assert "turn 3 of 3" in shown
    assert "The game is not finished." in shown


def test_verify(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    damaged = Path("damaged.txt")
    damaged.write_text(record.read_text().replace("1A ", "1A take rr, ", 1))
    archive = Path("games.jsonl")
    write_archive(archive, [GameRecord.read(record.read_bytes())] * 2)
    assert run("verify", record, archive) == 0
    assert capsys.readouterr().out.count("OK") == 2
    assert run("verify", record, damaged, "missing.jsonl") == 1
    shown = capsys.readouterr().out
    assert shown.count("WRONG") == 2
    assert "line " in shown
    assert run("verify", damaged, record, "--json") == 1
    values = json.loads(capsys.readouterr().out)
    assert values["ok"] is False
    assert [file["ok"] for file in values["files"]] == [False, True]
    assert "line" in values["files"][0]["error"]


# --- rules --------------------------------------------------------------------------------------------------------
def test_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rules", "base-take-2") == 0
    assert "Two tokens of one colour" in capsys.readouterr().out
    assert run("rules") == 0
    everything = capsys.readouterr().out
    assert "Trading posts" in everything
    assert "CONF-1" in everything
    assert run("rules", "give", "back") == 0
    assert "BASE-LIMIT-2" in capsys.readouterr().out
    assert run("rules", "BASE-TAKE", "--json") == 0
    assert json.loads(capsys.readouterr().out)["rules"][0]["id"] == "BASE-TAKE-1"
    assert run("rules", "--json") == 0
    assert len(json.loads(capsys.readouterr().out)["rules"]) > 100


# --- starting -----------------------------------------------------------------------------------------------------
def test_a_cold_start_is_announced(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cold, "is_cold", lambda: True)
    assert run("replay", "missing.txt") == 2
    assert "Compiling" not in capsys.readouterr().err
    monkeypatch.setattr(sys, "stdin", Script(["quit"]))
    assert run("play", "--text", "--bots", "random") == 0
    assert "Compiling the rules, once, about 20 s" in capsys.readouterr().err
    monkeypatch.setattr(simulation, "part_is_cold", lambda _: True)
    assert run("simulate", "--games", 1, "--json") == 0
    captured = capsys.readouterr()
    assert "Compiling" in captured.err
    assert json.loads(captured.out)["games"] == 1


def test_bench_hands_over(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[bool, str]] = []
    made = Bench({"cores": 2}, [Figure("Start", "warm_start", "first move", 0.5, "s", target=1.0, at_most=True)], [])

    def run_bench(cold: bool, device: str) -> Bench:
        asked.append((cold, device))
        return made

    monkeypatch.setattr(benchmark, "run", run_bench)
    assert run("bench", "--json", "--cold", "--device", "cuda") == 0
    assert json.loads(capsys.readouterr().out)["figures"]["warm_start"]["met"] is True
    assert run("bench") == 0
    assert "first move" in capsys.readouterr().out
    assert asked == [(True, "cuda"), (False, "cpu")]


def test_as_a_program_without_colours() -> None:
    command = [sys.executable, "-m", "splendor", "rules", "BASE-TAKE-2"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, "NO_COLOR": "1"})
    assert "Two tokens of one colour" in done.stdout
    assert "\x1b[" not in done.stdout
    assert done.stderr == ""


# --- operators ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("serve --port 99999", "--port 99999: expected a number from 0 to 65535."),
        ("serve --port -1", "--port -1: expected a number from 0 to 65535."),
        ("play --port 99999 --no-browser", "--port 99999: expected a number from 0 to 65535."),
        ("serve --workers 0", "--workers 0: expected at least 1."),
        (
            "serve --workers 2 --redis redis://host",
            "--workers: with --redis no bot thinks here; start `splendor worker",
        ),
        ("serve --sockets 0", "--sockets 0: expected at least 1."),
        ("serve --origin nonsense", "--origin nonsense: expected the address of a page"),
        ("serve --origin http://[", "--origin http://[: expected the address of a page"),
        ("serve --bot club=random", "'club' is a level of every server; give the bot another name."),
        ("serve --bot a=random --bot a=greedy", "there are two bots 'a'; give each a name of its own."),
        (f"serve --bot {101 * 'x'}=random", "a bot's name has at most 100 letters, not 101: xxx"),
        ("serve --bot random", "'random' is no bot; write for example strong=greedy:style=rush."),
        ("serve --redis elsewhere://:secret@host", "--redis: expected an address such as redis://HOST"),
        ("serve --redis redis://[", "--redis: expected an address such as redis://HOST"),
        ("serve --redis redis://host:99999", "--redis: expected an address such as redis://HOST"),
        ("serve --port 0 --host 2001:db8::7", "[2001:db8::7]:0 cannot be served"),  # set aside for documentation, too
        ("worker --redis redis://", "--redis: expected an address such as redis://HOST"),
        ("worker --redis redis://host --processes 0", "--processes 0: expected at least 1."),
        ("serve --port 0 --host 203.0.113.7", "Choose another --host."),  # set aside for documentation
        ("serve --port 0 --database sqlite:////dev/null/x.db", "Does the folder exist, and may you write there?"),
    ],
)
def test_what_cannot_be_served_is_refused_at_once(
    command: str, expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*command.split()) == 2
    said = capsys.readouterr().err
    assert expected in said
    assert "secret" not in said
    assert "Traceback" not in said


def test_levels_of_the_page_play_in_the_terminal_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert run("play", "--text", "--players", 3, "--bots", "newcomer,club", "--seed", 1) == 0
    assert "round 1" in capsys.readouterr().out
