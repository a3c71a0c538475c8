"""Bots: the levels one can play against, and where they think: in processes of their own, never in the event loop.

All a bot gets is the view of its seat, packed as text.
"""

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Mapping
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from functools import cache
from multiprocessing.connection import wait
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from splendor.agents import Agent, Explains, make
from splendor.foreign.packed import unpack
from splendor.game import Game
from splendor.server import telling, wire

OPTIONS = 3  # actions that a hint names

# Weakest first: the name, the agent, and how it plays.
LEVELS: dict[str, tuple[str, str]] = {
    "newcomer": ("greedy:noise=6", "knows the rules and little more"),
    "casual": ("greedy:noise=2", "plays sensibly and makes mistakes"),
    "club": ("greedy", "rarely makes a mistake"),
    "rush": ("greedy:style=rush", "as strong as club, in a hurry for prestige"),
    "nobles": ("greedy:style=nobles", "as strong as club, fond of nobles"),
}
STAND_IN = "club"
ADVISER = "club"


def levels(more: Mapping[str, str] = {}) -> dict[str, str]:
    """The agent of each level; `more` are those an operator adds."""
    return {name: spec for name, (spec, _) in LEVELS.items()} | dict(more)


def levels_told(more: Mapping[str, str] = {}) -> list[wire.Level]:
    """The levels, for players to choose from."""
    own = [wire.Level(name, summary) for name, (_, summary) in LEVELS.items()]
    return own + [wire.Level(name, spec) for name, spec in more.items()]


class Advice(Struct):
    """What an agent would do, and how it judges the position."""

    options: list[wire.Reason]
    chances: list[float] | None


class Thinker(Protocol):
    """Whoever thinks for bots."""

    async def choose(self, packed: str, seat: int, spec: str) -> int:
        """The number of the action that an agent chooses from a view."""

    async def advise(self, packed: str, seat: int, spec: str) -> Any:
        """The best few actions with their reasons, and the winning chances: `Advice` as plain values."""

    async def close(self) -> None:
        """Think no more."""


class LocalThinker:
    """Thinks in worker processes on this machine; one that dies is replaced."""

    def __init__(self, workers: int = 1) -> None:
        self._workers = workers
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        spawning = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._workers, mp_context=spawning, initializer=begin)

    def get_ready(self, spec: str) -> None:
        """Start a worker now and let it load an agent, so that nobody waits for that in their first game."""
        self._pool.submit(load, spec)

    async def choose(self, packed: str, seat: int, spec: str) -> int:
        """See `Thinker`."""
        chosen: int = await self._run(choose, packed, seat, spec)
        return chosen

    async def advise(self, packed: str, seat: int, spec: str) -> Any:
        """See `Thinker`."""
        return await self._run(advise, packed, seat, spec)

    async def _run(self, function: Any, *values: Any) -> Any:
        pool = self._pool
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, function, *values)
        except BrokenExecutor:
            if self._pool is pool:  # whoever notices first
                self._pool = self._new_pool()
            raise

    async def close(self) -> None:
        """End the workers; thoughts under way are thrown away."""
        await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)


# --- in a worker --------------------------------------------------------------------------------------------------
def begin() -> None:
    """A worker ends when its server is gone, also after kill -9, which leaves the server no time to say so.

    Ctrl-C reaches every process of a terminal; what it means is the server's business alone.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_wait_and_end, args=(parent.sentinel,), daemon=True).start()


def _wait_and_end(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


@cache
def _agent(spec: str) -> Agent:
    return make(spec)


def load(spec: str) -> None:
    """Let an agent choose once, whatever it chooses."""
    game = Game(seed=0)
    _agent(spec).choose(game.view(0), game.legal_actions)


def choose(packed: str, seat: int, spec: str) -> int:
    """An agent's choice from a view."""
    view = unpack(packed, seat)
    return _agent(spec).choose(view, view.legal_actions).number


def advise(packed: str, seat: int, spec: str) -> Any:
    """The best few actions with their reasons, as plain values."""
    view = unpack(packed, seat)
    agent = _agent(spec)
    seen = telling.Seen(view)
    if not isinstance(agent, Explains):
        action = agent.choose(view, view.legal_actions)
        return msgspec.to_builtins(Advice([wire.Reason(telling.choice(seen, action), 0.0, "", {}, None)], None))
    told = agent.explain(view, view.legal_actions)
    reasons = [
        wire.Reason(
            telling.choice(seen, option.action),
            option.score,
            option.reason,
            option.numbers,
            telling.card_name(option.target),
        )
        for option in told.options[:OPTIONS]
    ]
    return msgspec.to_builtins(Advice(reasons, list(told.chances) if told.chances else None))
