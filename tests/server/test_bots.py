"""Where bots think: in processes that may die or hang, and nobody waits for those."""

import asyncio
import os
import signal
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


def test_the_strongest_level_is_the_learned_agent() -> None:
    assert list(bots.levels().values())[-1].startswith("neural")


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
        await workers.close()

    run(play)


def test_every_level_is_an_agent() -> None:
    game = Game(Setup(2), seed=1)
    view = game.view(0)
    for spec in bots.levels().values():
        assert bots.choose(pack(view), 0, spec) in game.legal_actions


def test_an_agent_that_gives_no_reasons_advises_all_the_same() -> None:
    view = Game(Setup(2), seed=1).view(0)
    advice = bots.advise(pack(view), 0, "random")
    assert len(advice["options"]) == 1
    assert advice["chances"] is None
