"""Bots: the levels one can play against, and where they think: in processes of their own, never in the event loop.

All a bot gets is the view of its seat, packed as text.
"""

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from functools import cache
from multiprocessing.connection import wait
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from splendor import analysis
from splendor.agents import Agent, Explains, make
from splendor.agents.levels import LEVELS
from splendor.errors import SplendorError
from splendor.foreign.packed import unpack
from splendor.game import Game
from splendor.server import judging, wire

# Seconds for a thought from the moment it begins, the compiling of a first start included. Who takes longer never
# answers. How long a server waits for a worker elsewhere is another question: `cluster.ANSWER_WITHIN`.
THINK_WITHIN = 300
# Whoever asks for a hint waits for it: four actions in six worlds take this one about 0.4 seconds of a core.
ADVISER = "neural:sims=40,seed=1"


def levels(more: Mapping[str, str] = {}) -> dict[str, str]:
    """The agent of each level; `more` are those an operator adds."""
    return {name: level.spec for name, level in LEVELS.items()} | dict(more)


def further(named: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The bots an operator adds, by name, each tried out; a level is one thing on every server, with its Elo."""
    found: dict[str, str] = {}
    for name, spec in named:
        if name in LEVELS:
            raise SplendorError(f"{name!r} is a level of every server; give the bot another name.")
        if name in found:
            raise SplendorError(f"there are two bots {name!r}; give each a name of its own.")
        if len(name) > wire.AGENT_LENGTH:
            raise SplendorError(f"a bot's name has at most {wire.AGENT_LENGTH} letters, not {len(name)}: {name[:30]}…")
        make(spec)  # what is wrong with it is said now
        found[name] = spec
    return found


def levels_told(more: Mapping[str, str] = {}) -> list[wire.Level]:
    """The levels, for players to choose from."""
    own = [wire.Level(name, level.summary, level.elo) for name, level in LEVELS.items()]
    return own + [wire.Level(name, spec, None) for name, spec in more.items()]


class Advice(Struct):
    """What an agent would do, and how it judges the position."""

    options: list[wire.Option]
    chances: list[float]


class Thinker(Protocol):
    """Whoever thinks for bots. Whatever goes wrong there is a `SplendorError` here."""

    async def choose(self, packed: str, seat: int, spec: str) -> int:
        """The number of the action that an agent chooses from a view."""

    async def advise(self, packed: str, seat: int, spec: str) -> Any:
        """The best few actions with their reasons, and the winning chances: `Advice` as plain values."""

    async def judge(self, packed: str, seat: int, spec: str, played: int) -> Any:
        """How good an action was in a view: `judging.Verdict` as plain values."""

    async def close(self) -> None:
        """Think no more."""


class Workers:
    """Processes that think; one that dies or never answers is replaced."""

    def __init__(self, number: int, initializer: Callable[[], None]) -> None:
        self.number, self._initializer = number, initializer
        self._pool = self._new_pool()
        self.waiting = 0
        self._free = asyncio.Semaphore(number)  # nothing waits inside the pool, where its time would run already

    def _new_pool(self) -> ProcessPoolExecutor:
        spawning = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.number, mp_context=spawning, initializer=self._initializer)

    def submit(self, function: Any, *values: Any) -> None:
        """Let somebody do it, some time."""
        self._pool.submit(function, *values)

    async def run(self, function: Any, *values: Any) -> Any:
        """What a function answers; `SplendorError` if it does not."""
        # It goes on when nobody waits for it any more: a process is free when its work is done, and not before.
        running = asyncio.ensure_future(self._run(function, *values))
        running.add_done_callback(_heeded)
        return await asyncio.shield(running)

    async def _run(self, function: Any, *values: Any) -> Any:
        self.waiting += 1
        async with self._free:
            self.waiting -= 1
            return await self._think(function, *values)

    async def _think(self, function: Any, *values: Any) -> Any:
        pool = self._pool
        try:
            thinking = asyncio.get_running_loop().run_in_executor(pool, function, *values)
            return await asyncio.wait_for(thinking, THINK_WITHIN)
        except BrokenExecutor:
            self._replace(pool)
            raise SplendorError("a bot's worker died.") from None
        except TimeoutError:
            self._replace(pool)
            raise SplendorError("a bot thinks for too long.") from None
        except SplendorError:
            raise
        except Exception as error:  # of the agent or of the pool, whatever it is: nobody waits for it
            raise SplendorError(f"a bot failed: {type(error).__name__}.") from error

    def _replace(self, pool: ProcessPoolExecutor) -> None:
        """New workers, if nobody else has noticed yet; those that do not answer any more are ended."""
        if self._pool is pool:
            self._pool = self._new_pool()
            _kill(pool)

    async def close(self) -> None:
        """End them; thoughts are thrown away, those under way too: whoever stops waits for none."""
        _kill(self._pool)
        await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)


def _heeded(running: "asyncio.Future[Any]") -> None:
    """What went wrong is told to whoever waits; if nobody does, it is nobody's business."""
    if not running.cancelled():
        running.exception()


def _kill(pool: ProcessPoolExecutor) -> None:
    for worker in list((pool._processes or {}).values()):
        worker.kill()


class LocalThinker:
    """Thinks in worker processes on this machine."""

    def __init__(self, workers: int = 1) -> None:
        self._bots = Workers(workers, begin)
        # One of its own, with less claim to the processor: no bot waits for a hint or an analysis.
        self._analysts = Workers(1, begin_quietly)

    def get_ready(self, spec: str) -> None:
        """Start workers now and let them load an agent and the adviser, so that nobody waits for that later.

        The adviser is compiled beside the bots, which find it in the cache: the first game begins at once.
        """
        self._bots.submit(load, spec)
        self._analysts.submit(load, ADVISER)

    async def choose(self, packed: str, seat: int, spec: str) -> int:
        """See `Thinker`."""
        chosen: int = await self._bots.run(choose, packed, seat, spec)
        return chosen

    async def advise(self, packed: str, seat: int, spec: str) -> Any:
        """See `Thinker`."""
        return await self._analysts.run(advise, packed, seat, spec)

    async def judge(self, packed: str, seat: int, spec: str, played: int) -> Any:
        """See `Thinker`."""
        return await self._analysts.run(judge, packed, seat, spec, played)

    async def workers(self) -> int:
        """How many processes think."""
        return self._bots.number + self._analysts.number

    async def waiting(self) -> dict[str, int]:
        """How many thoughts nobody has begun, for bots and for others."""
        return {"bots": self._bots.waiting, "quiet": self._analysts.waiting}

    async def close(self) -> None:
        """Think no more."""
        await self._bots.close()
        await self._analysts.close()


# --- in a worker --------------------------------------------------------------------------------------------------
def begin() -> None:
    """A worker ends when its server is gone, also after kill -9, which leaves the server no time to say so.

    Ctrl-C reaches every process of a terminal; what it means is the server's business alone.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_wait_and_end, args=(parent.sentinel,), daemon=True).start()


def begin_quietly() -> None:
    """A worker that lets others go first."""
    begin()
    if hasattr(os, "nice"):
        os.nice(10)


def _wait_and_end(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


@cache
def _agent(spec: str) -> Agent:
    return make(spec)


@cache
def _explaining(spec: str) -> Explains:
    return analysis.explaining(spec)


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
    found = analysis.judge(view, _explaining(spec))
    chances = [round(chance, 4) for chance in found.chances]
    return msgspec.to_builtins(Advice([judging.option(view, one) for one in found.options], chances))


def judge(packed: str, seat: int, spec: str, played: int) -> Any:
    """How good an action was, as plain values."""
    view = unpack(packed, seat)
    return msgspec.to_builtins(judging.verdict(view, analysis.judge(view, _explaining(spec), played)))
