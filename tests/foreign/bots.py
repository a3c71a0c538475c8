"""Programs for the tests: small scripts, good and bad, and whether they are gone afterwards."""

import os
import shlex
import sys
from pathlib import Path

from splendor import Game, Setup
from splendor.agents import Agent, make

PRELUDE = """
import json, os, signal, subprocess, sys, time

def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return json.loads(line)

def say(**message):
    sys.stdout.write(json.dumps(message) + "\\n")
    sys.stdout.flush()

def greet():
    hear(), say(type="hello", name="test", version=1)

def begin():
    greet(), hear(), say(type="ready")

def decide(number=1):
    for _ in range(number):
        say(type="answer", action=hear()["legal"][0]["number"])

open(sys.argv[0] + ".pid", "a").write(f"{os.getpid()}\\n")
"""

GOOD = """
greet()
while (message := hear())["type"] != "quit":
    if message["type"] == "game":
        say(type="ready")
    if message["type"] == "decide":
        say(type="answer", action=message["legal"][-1]["text"], comment="the last one")
"""


def command(folder: Path, script: str, name: str = "bot.py") -> str:
    """Write a script, and the command line that runs it (isolated, because that starts fastest)."""
    file = folder / name
    file.write_text(PRELUDE + script)
    return shlex.join([sys.executable, "-I", "-S", str(file)])


def pids(folder: Path, name: str = "bot.py") -> list[int]:
    """The processes a script has run as; none if it was ended before its first line."""
    file = folder / f"{name}.pid"
    return [int(line) for line in file.read_text().split()] if file.exists() else []


def is_alive(pid: int) -> bool:
    """Whether a process still does something."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state not in "ZX"  # an orphan that ended waits for the system to notice


def is_known(pid: int) -> bool:
    """Whether a process is there at all, be it as a zombie."""
    return Path(f"/proc/{pid}").exists()


def living(group: int) -> list[int]:
    """The processes of a group that still do something."""
    numbers = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    return [number for number in numbers if _group(number) == group and is_alive(number)]


def _group(pid: int) -> int | None:
    try:
        return os.getpgid(pid)
    except ProcessLookupError:
        return None


def play(*agents: Agent, seed: int = 1, setup: Setup | None = None) -> Game:
    """A game between agents to its end."""
    game = Game(setup, seed=seed)
    while not game.is_over:
        seat = game.player
        game.play(agents[seat].choose(game.view(seat), game.legal_actions))
    return game


def opponent() -> Agent:
    """Somebody to play against."""
    return make("random:seed=1")
