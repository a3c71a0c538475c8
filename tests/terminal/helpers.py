"""Consoles without a terminal, and people who type by a script."""

import io
import random
from collections.abc import Callable, Iterable

from rich.console import Console

from splendor import Game, Setup
from splendor.agents import make
from splendor.terminal.menu import Menu
from splendor.terminal.session import Session

ALL = Setup(4, cities=2025, posts=2025, orient=2025, strongholds=2025)
NAMES = ("You", "Ada", "Bruno", "Clara")


def plain_console(width: int = 100, colour: bool = False) -> Console:
    """A console that writes into a text, without colours unless they are asked for."""
    return Console(
        file=io.StringIO(),
        width=width,
        highlight=False,
        force_terminal=colour,
        color_system="truecolor" if colour else None,
        _environ={},
    )


def output(console: Console) -> str:
    """Everything printed so far."""
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def typing(lines: Iterable[str]) -> Callable[[str], str]:
    """A reader that types these lines and then nothing more."""
    waiting = iter(lines)

    def read(prompt: str) -> str:  # noqa: ARG001 — the question is not looked at
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    return read


def session(setup: Setup, lines: Iterable[str] = (), seed: int = 1, width: int = 100) -> Session:
    """A person first, bots that play at random after them."""
    agents = [None, *(make(f"random:seed={seat}") for seat in range(1, setup.players))]
    return Session(Game(setup, seed=seed), agents, NAMES[: setup.players], plain_console(width), typing(lines))


def lively(session: Session, seed: int = 0) -> Callable[[str], str]:
    """A reader that looks at the menu, likes purchases, and answers by number or by notation."""
    rng = random.Random(seed)

    def read(prompt: str) -> str:  # noqa: ARG001
        if session.game.is_over:
            return ""
        items = Menu(session.game).items
        liked = [item for item in items if item.group == "purchase"]
        item = rng.choice(liked if liked and rng.random() < 0.8 else items)
        return str(item.number) if rng.random() < 0.5 else item.text

    return read


def game_at(setup: Setup, seed: int, wanted: Callable[[Game], bool]) -> Game:
    """A position that came about by lively random play."""
    for attempt in range(200):
        rng = random.Random(f"{seed} {attempt}")
        game = Game(setup, seed=rng.randrange(2**60))
        while not game.is_over:
            if wanted(game):
                return game
            legal = list(game.legal_actions)
            liked = [action for action in legal if action.kind.startswith("purchase")]
            game.play(rng.choice(liked if liked and rng.random() < 0.6 else legal))
    raise AssertionError("no such position was found")
