"""The first start compiles the rules, and the bots that think in compiled code: that takes a while, so say it."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import numba
from rich.console import Console

from splendor.agents import Agent, GetsReady
from splendor.agents.random_agent import RandomAgent
from splendor.foreign import ForeignAgent
from splendor.game import Game
from splendor.rules.jit import cache_folder, is_cold

RULES = "Compiling the rules, once, about 20 s …"
BOTS = "Compiling the bots, once, about a minute …"


@contextmanager
def announced(cold: bool, message: str = RULES) -> Iterator[None]:
    """A line on stderr, with a spinner where there is a terminal, while something is compiled for the first time."""
    console = Console(stderr=True)
    if not cold:
        yield
    elif console.is_terminal:
        with console.status(message):
            yield
    else:
        console.print(message)
        yield


def compile_rules() -> None:
    """Compile what a game needs, unless that was done before."""
    with announced(is_cold()):
        game = Game(seed=0)
        game.play(game.legal_actions[0])
        game.view(0).determinise(0)
        game.undo()


def compile_agents(agents: Iterable[Agent | None]) -> None:
    """Let each bot get ready or decide once, so that nobody waits for a compiler in the middle of a game."""
    plain = RandomAgent, ForeignAgent  # nothing of them is compiled
    thinkers = {type(agent): agent for agent in agents if agent is not None and not isinstance(agent, plain)}
    if not thinkers:
        return
    with announced(part_is_cold("agents"), BOTS):
        game = Game(seed=0)
        for agent in thinkers.values():
            if isinstance(agent, GetsReady):
                agent.get_ready()
            else:
                agent.choose(game.view(0), game.legal_actions)


def part_is_cold(part: str) -> bool:
    """Whether nothing of a part of the package has been compiled yet."""
    return not numba.config.DISABLE_JIT and not any(cache_folder(part).rglob("*.nbi"))
