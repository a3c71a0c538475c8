"""How a terminal game begins: who sits where, by options, by a short dialogue, or from a saved game."""

import random
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from splendor.agents import Agent, agents, make
from splendor.agents.levels import LEVELS
from splendor.errors import SplendorError
from splendor.game import Game
from splendor.table.setup import MODULE_NAMES, MODULES, Setup
from splendor.terminal import paint
from splendor.terminal.files import about, read_record
from splendor.terminal.session import PERSON, Reader, Session
from splendor.terminal.words import YOU

BOT_NAMES = ("Ada", "Bruno", "Clara", "Dario")
DEFAULT_BOT = "greedy"
SEATS = ("1", "2", "3", "4", "a", "b", "c", "d")
BY_LOT = "random"


@dataclass(frozen=True, slots=True)
class Wishes:
    """What somebody wants to play, as given by options or answers."""

    setup: Setup
    seed: int | None = None
    seat: str = "1"
    bots: Sequence[str] = (DEFAULT_BOT,)
    names: Sequence[str] = ()


def new_session(wishes: Wishes, console: Console, read: Reader) -> Session:
    """A fresh game with the person in their seat and bots in the others."""
    seat = read_seat(wishes.seat, wishes.setup.players)
    specs = seat_specs(wishes.bots, seat, wishes.setup.players)
    seated = [None if spec == PERSON else make(spec) for spec in specs]
    names = read_names(wishes.names, seated)
    return Session(Game(wishes.setup, seed=wishes.seed), seated, names, console, read)


def resumed_session(path: Path, bots: Sequence[str], console: Console, read: Reader) -> Session:
    """Go on with a saved game; the seats are as they were, unless other bots are asked for."""
    record = read_record(path)
    with about(path):
        record.verify()
    seats = record.setup.players
    saved = shlex.split(record.meta.get("agents", "")) or seat_specs((), 0, seats)
    if len(saved) != seats:
        raise SplendorError(f"{path}: {seats} players, but agents for {len(saved)}: {' '.join(saved)}.")
    if bots:
        saved = seat_specs(bots, saved.index(PERSON) if PERSON in saved else 0, seats)
    seated = [None if spec == PERSON else make(spec) for spec in saved]
    names = record.names or read_names((), seated)
    return Session.resume(record, seated, names, console, read)


# --- seats and names ----------------------------------------------------------------------------------------------
def read_seat(text: str, players: int) -> int:
    """A seat given as 1–4 or A–D, or by lot.

    >>> read_seat("B", 2), read_seat("1", 2)
    (1, 0)
    """
    wanted = text.strip().lower()
    if wanted == BY_LOT:
        return random.randrange(players)
    if wanted not in SEATS or SEATS.index(wanted) % 4 >= players:
        raise SplendorError(f"there is no seat {text!r}: seats are 1 to {players} in turn order, or '{BY_LOT}'.")
    return SEATS.index(wanted) % 4


def read_specs(texts: Sequence[str]) -> list[str]:
    """The bots asked for: several options, or one with commas between them.

    >>> read_specs(["greedy:style=rush,seed=1,random"])
    ['greedy:style=rush,seed=1', 'random']
    >>> read_specs(["cmd(limit=2,start=9):./mybot --opening a,b,random"])
    ['cmd(limit=2,start=9):./mybot --opening a,b', 'random']
    """
    return [spec for text in texts for spec in _split_specs(text)]


def _split_specs(text: str) -> list[str]:
    specs: list[str] = []
    for part in text.split(","):
        if specs and _goes_on(specs[-1], part.strip()):
            specs[-1] += f",{part}"
        elif part.strip():
            specs.append(part.strip())
    return [spec.strip() for spec in specs]


def _goes_on(spec: str, part: str) -> bool:
    """Whether what follows a comma still belongs to the bot before it: an option, or more of a command."""
    if spec.count("(") > spec.count(")"):
        return True
    if spec.startswith(("cmd:", "cmd(")):  # a command may have commas of its own: only a bot's name ends it
        return re.split("[:(]", part)[0] not in {PERSON, *LEVELS, *(agent.name for agent in agents())}
    return "=" in part and ":" not in part


def seat_specs(bots: Sequence[str], seat: int, players: int) -> list[str]:
    """Who sits where: the person, and the bots in turn order; the last one asked for fills the rest."""
    specs = read_specs(bots) or [DEFAULT_BOT]
    if len(specs) > players - 1:
        raise SplendorError(f"{len(specs)} bots for {players} players: at most {players - 1} beside you.")
    specs += [specs[-1]] * (players - 1 - len(specs))
    specs.insert(seat, PERSON)
    return specs


def read_names(names: Sequence[str], seated: Sequence[Agent | None]) -> list[str]:
    """The names given, and good ones for the others."""
    given = [name.strip() for text in names for name in text.split(",") if name.strip()]
    if len(given) > len(seated):
        raise SplendorError(f"{len(given)} names for {len(seated)} players.")
    if len(given) == len(seated):
        return given
    people = [seat for seat, agent in enumerate(seated) if agent is None]
    own = dict(zip(people, given or ([YOU] if len(people) == 1 else []), strict=False))
    others = iter(given[len(people) :])
    return [own.get(seat) or next(others, BOT_NAMES[seat]) for seat in range(len(seated))]


# --- the dialogue -------------------------------------------------------------------------------------------------
def dialogue(console: Console, read: Reader) -> Wishes:
    """A few questions; Enter takes the answer in brackets."""
    console.print(Text("Splendor", paint.BRASS).append(" in the terminal. Enter takes the answer in brackets.", ""))
    players = _question(console, read, "How many players, 2 to 4? [2] ", lambda text: Setup(int(text or "2")).players)
    setup = _question(
        console,
        read,
        "Which expansions? cities, posts, orient, strongholds, all; orient2017 for the first edition. [none] ",
        lambda text: read_modules(text, players),
    )
    known = ", ".join([*LEVELS, *(agent.name for agent in agents() if not agent.text)])
    bots = _question(
        console, read, f"Which opponents? {known} [{DEFAULT_BOT}] ", lambda text: _known_bots(text, players)
    )
    return Wishes(setup, bots=bots)


def _question(console: Console, read: Reader, text: str, understand: Any) -> Any:
    """Ask until the answer is understood."""
    while True:
        answer = read(text).strip()
        try:
            return understand(answer)
        except SplendorError as error:
            console.print(Text(str(error), paint.WRONG))
        except ValueError:
            console.print(Text(f"{answer!r} is no number.", paint.WRONG))


def _known_bots(text: str, players: int) -> list[str]:
    for spec in seat_specs([text], 0, players)[1:]:
        if spec != PERSON:
            make(spec)
    return [text]


def read_modules(text: str, players: int) -> Setup:
    """Expansions by name, of 2025 unless the name says 2017.

    >>> read_modules("orient, cities", 3).name
    'cities2025+orient2025'
    """
    words = text.lower().replace(",", " ").replace("+", " ").split()
    if words in ([], ["none"], ["base"]):
        return Setup(players)
    chosen: dict[str, Any] = {}
    for word in MODULES if words == ["all"] else words:
        name, year = (word[:-4], int(word[-4:])) if word[-4:] in ("2017", "2025") else (word, 2025)
        if name not in MODULES:
            raise SplendorError(f"{word!r} is no expansion; they are {', '.join(MODULE_NAMES)}, all or none.")
        chosen[name] = year
    return Setup(players, **chosen)
