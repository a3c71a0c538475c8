"""Where bots think: in processes that may die or hang, and nobody waits for those."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable

import pytest

from splendor.errors import SplendorError
from splendor.foreign.packed import pack
from splendor.game import Game
from splendor.server import bots
from splendor.server.bots import LocalThinker, Workers, begin
from splendor.table.setup import Setup


def run(play: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(play(), 300))


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def hang() -> None:
    signal.pause()


def test_a_bot_thinks_in_a_process_of_its_own() -> None:
    async def play() -> None:
        game, thinker = Game(Setup(2), seed=1), LocalThinker()
        assert await thinker.choose(pack(game.view(0)), 0, "random") in game.legal_actions
        await thinker.close()

    run(play)


def test_workers_that_die_or_hang_are_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        workers = Workers(1, begin)
        with pytest.raises(SplendorError, match="died"):
            await workers.run(die)
        assert await workers.run(abs, -1) == 1
        monkeypatch.setattr(bots, "THINK_WITHIN", 0.2)
        with pytest.raises(SplendorError, match="too long"):
            await workers.run(hang)
        monkeypatch.setattr(bots, "THINK_WITHIN", 120)
        assert await workers.run(abs, -2) == 2
        for failing, value in ((abs, "whatever is wrong with an agent"), (os.stat, "/nowhere/to/be/found")):
            with pytest.raises(SplendorError, match=r"a bot failed: \w+Error"):
                await workers.run(failing, value)
        await workers.close()

    run(play)


def test_who_waits_for_a_process_does_not_think_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        workers = Workers(1, begin)
        assert await workers.run(abs, -1) == 1
        monkeypatch.setattr(bots, "THINK_WITHIN", 1.5)
        assert await asyncio.gather(*(workers.run(time.sleep, 0.6) for _ in range(3))) == [None] * 3
        await workers.close()

    run(play)


def test_a_process_that_hangs_is_replaced_though_nobody_waits_for_it_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        workers = Workers(1, begin)
        monkeypatch.setattr(bots, "THINK_WITHIN", 0.5)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(workers.run(hang), 0.1)
        monkeypatch.setattr(bots, "THINK_WITHIN", 120)
        assert await workers.run(abs, -1) == 1
        await workers.close()

    run(play)


def test_no_bot_waits_for_hints() -> None:
    async def play() -> None:
        view, thinker = pack(Game(Setup(2), seed=1).view(0)), LocalThinker()
        hints = [asyncio.create_task(thinker.advise(view, 0, "mcts:sims=20000,seed=1")) for _ in range(4)]
        await thinker.choose(view, 0, "random")
        assert not any(hint.done() for hint in hints)
        for hint in hints:
            hint.cancel()
        await thinker.close()

    run(play)


def test_every_level_is_an_agent() -> None:
    game = Game(Setup(2), seed=1)
    view = game.view(0)
    for spec in bots.levels().values():
        assert bots.choose(pack(view), 0, spec) in game.legal_actions
