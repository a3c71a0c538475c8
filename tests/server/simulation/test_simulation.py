"""Thousands of histories with every kind of fault; and faults planted in the server, which must not go unnoticed."""

import logging
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from unittest import mock

import pytest

from splendor.action import ACTION_BLOCKS
from splendor.server import store
from splendor.server.hosting import Host, Live
from splendor.server.hosting import host as requests
from splendor.server.match import Match
from splendor.server.store import matches as store_matches
from splendor.server.store import talk
from splendor.server.store.schema import entries
from splendor.server.wire import Refused
from tests.server.simulation.world import new_database, simulate

HISTORIES = 2500  # of one test
IN_TEST, IN_LONG = 4, 40  # such tests
WHOLE = 50  # every so many histories clients are sent real messages
HAPPENS = {
    "sat", "decided", "undone", "confirmed", "resigned", "stood_in", "returned", "offered", "for another", "said",
    "outage", "time over", "left", "muted",
    *(block.kind for block in ACTION_BLOCKS),
}  # fmt: skip


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Faults are what this is about; nobody needs them in the log."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def run(first: int, count: int) -> set[str]:
    """Histories from a seed on; a failure names its seed. Returns the kinds of what happened."""
    database, kinds = new_database(), set[str]()
    for seed in range(first, first + count):
        try:
            world, _ = simulate(seed, database, whole=seed % WHOLE == 0)
        except BaseException as error:
            raise AssertionError(f"python -m tests.server.simulation {seed} fails: {error!r}") from error
        kinds |= world.kinds
    return kinds


@pytest.mark.parametrize("part", range(IN_TEST))
def test_no_history_loses_doubles_or_reorders_anything(part: int) -> None:
    kinds = run(part * HISTORIES, HISTORIES)
    assert HAPPENS - kinds == set(), "it never happened"


@pytest.mark.long
@pytest.mark.parametrize("part", range(IN_TEST, IN_LONG))
def test_no_history_of_many_more_does(part: int) -> None:
    run(part * HISTORIES, HISTORIES)


def test_a_seed_always_makes_the_same_history() -> None:
    worlds = [simulate(7, whole=True)[0] for _ in range(2)]
    assert worlds[0].heard == worlds[1].heard
    assert worlds[0].acknowledged == worlds[1].acknowledged


# --- planted faults -----------------------------------------------------------------------------------------------
async def speak_then_write(self: Host, live: Live, entry: Any) -> None:
    """Everybody hears of it before it is on the disk."""
    after = live.match.copy()
    after.apply(entry)
    live.match = after
    live.tell()
    await self.run(store.append, after, entry)


async def keep_in_mind(self: Host, live: Live, entry: Any) -> None:
    """A write that fails is forgotten, and the match goes on as if it had not."""
    after = live.match.copy()
    after.apply(entry)
    with suppress(Refused):
        await self.run(store.append, after, entry)
    live.match, live.settled = after, live.doubts


async def never_catch_up(_: Host, live: Live) -> None:
    """What others wrote is ignored."""
    live.settled = live.doubts


def overwrite(connection: Any, after: Match, entry: Any, _: str) -> None:
    """The key of the log does not hold: the last writer wins."""
    connection.execute(
        entries.delete().where(entries.c.match == after.settings.match, entries.c.version == after.version)
    )
    store_matches._write(connection, after.settings.match, after.version, entry)


def say_again(connection: Any, match: str, seat: int, request: str, at: int, *values: Any, say: Any = store.say) -> int:
    """What is said twice is said twice."""
    return int(say(connection, match, seat, f"{request} {at}", at, *values))


async def count_without_asking(self: Host) -> int:
    """A process that has just begun, or has slept, believes that there was no outage."""
    return self.clock() - self.down


def before_any_owner(match: Match, seat: int, command: Any, _: str | None) -> int | None:
    """Whose seat it was is not looked at."""
    return match.answered(seat, command.request_id)


PLANTED = {
    "clocks run on": (store, "beat", lambda *_: 0),
    "count without asking": (Host, "matches_clock", count_without_asking),
    "say it again": (store, "say", say_again),
    "a last word from whoever has left": (talk, "check_version", lambda *_: None),
    "a refusal is soon forgotten": (store, "refuse", lambda *_: None),
    "speak, then write": (Host, "_append", speak_then_write),
    "keep in mind": (Host, "_append", keep_in_mind),
    "never catch up": (Host, "_catch_up", never_catch_up),
    "forget requests": (Match, "answered", lambda *_: None),
    "the last writer wins": (store, "append", overwrite),
    "a seat keeps what its last owner asked for": (store_matches, "forget", lambda *_: None),
    "a late copy sits down": (Match, "was_left", lambda *_: False),
    "an open socket acts for whoever sits there": (requests, "before", before_any_owner),
    "answer for any seat": (Match, "_check_turn", lambda *_: None),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_found(name: str) -> None:
    thing, attribute, fault = PLANTED[name]
    with mock.patch.object(thing, attribute, fault), pytest.raises(AssertionError, match="simulation"):
        run(0, 400)
