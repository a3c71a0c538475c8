"""Games: the compiled way and the way through agents give the same rows, whatever the chunks and the processes."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from splendor import Setup
from splendor.action import Action
from splendor.errors import SplendorError
from splendor.game import LegalActions, View
from splendor.statistics import Plan, Sheet, collect, players
from splendor.statistics.play import Chunk, play_chunk
from splendor.statistics.rows import MOST_EVENTS

ALL = Setup(4, cities=2025, posts=2025, orient=2025, strongholds=2025)


def same(one: Sheet, other: Sheet) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def chunk(setup: Setup, agents: tuple[str, ...], number: int = 3, first: int = 0, rotate: bool = True) -> Chunk:
    return Chunk(setup, 0, agents, rotate, first, number, 0, 11)


@pytest.mark.parametrize(
    ("setup", "agents"),
    [
        (Setup(2), ("greedy", "greedy")),
        (Setup(2), ("random", "greedy:style=nobles")),
        (Setup(3, orient=2017), ("random:seed=3", "random", "greedy")),
        (ALL, ("greedy:style=rush", "random", "greedy", "random")),
        (Setup(2, cities=2017), ("random", "random")),
    ],
    ids=lambda value: value.name if isinstance(value, Setup) else "-".join(value),
)
def test_both_ways_give_the_same_rows(setup: Setup, agents: tuple[str, ...]) -> None:
    some = chunk(setup, agents)
    assert same(play_chunk(some), play_chunk(some, compiled=False))


def test_a_game_does_not_depend_on_the_others() -> None:
    whole = play_chunk(chunk(Setup(2), ("random", "greedy"), 6))
    parts = [play_chunk(chunk(Setup(2), ("random", "greedy"), 2, first)) for first in (0, 2, 4)]
    assert same(whole, Sheet.joined(parts))


def test_agents_move_on_by_one_seat() -> None:
    agents = ("greedy", "random", "greedy:style=rush")
    rows = play_chunk(chunk(Setup(3), agents, 4)).seats.reshape(4, 3)
    assert rows["agent"].tolist() == [[0, 1, 2], [2, 0, 1], [1, 2, 0], [0, 1, 2]]
    fixed = play_chunk(chunk(Setup(3), agents, 2, rotate=False)).seats.reshape(2, 3)
    assert fixed["agent"].tolist() == [[0, 1, 2], [0, 1, 2]]


def test_agents_without_compiled_code_play_through_game() -> None:
    plan = Plan((Setup(2),), ("greedy:noise=1", "random"), games=2)
    assert not plan.is_compiled
    assert [part.number for part in plan.chunks()] == [1, 1]
    sheet = collect(plan)
    assert same(sheet, collect(plan)), "noise has a seed of its own in every game"
    assert sheet.seats["won"].sum() == 2


def test_processes_give_the_same_rows() -> None:
    plan = Plan((Setup(2), Setup(2, orient=2025)), ("random",), games=150)
    told: list[int] = []
    assert same(collect(plan), collect(plan, threads=2, progress=told.append))
    assert sum(told) == plan.total


@pytest.mark.long
def test_a_ray_cluster_gives_the_same_rows() -> None:
    pytest.importorskip("ray", reason="needs the extra scale")
    plan = Plan((Setup(2),), ("random",), games=250)
    assert same(collect(plan), collect(plan, ray="local", threads=2))


def test_there_is_room_for_the_events_of_long_games() -> None:
    for setup in (ALL, ALL.replace(cities=None, orient=2017)):
        rows = play_chunk(chunk(setup, ("random",) * 4, 20))
        assert np.bincount(rows.events["game"]).max() < MOST_EVENTS


class Stubborn:
    """Always passes."""

    name = "stubborn"

    def choose(self, view: View, legal: LegalActions) -> Action:  # noqa: ARG002
        return Action.parse("pass")


def test_an_illegal_answer_names_the_agent_and_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "agent_for", lambda *_: Stubborn())
    with pytest.raises(SplendorError, match=r"stubborn at seat A answered 'pass', .* base dealt from seed 11"):
        play_chunk(chunk(Setup(2), ("greedy:noise=1", "random")))


class Follower:
    """Hears when a game begins, as programs of others do."""

    name = "follower"
    log: list[str]

    def begin(self, setup: Setup, seat: int, seed: int | None = None) -> None:
        self.log.append(f"begin {setup.name} {seat} {seed is not None}")

    def over(self, winners: list[int], prestige: list[int]) -> None:
        self.log.append(f"over {len(winners) > 0} {len(prestige)}")

    def close(self) -> None:
        self.log.append("close")

    def choose(self, view: View, legal: LegalActions) -> Action:  # noqa: ARG002
        return legal[0]


def test_who_wants_to_know_hears_of_begin_and_end(monkeypatch: pytest.MonkeyPatch) -> None:
    follower = Follower()
    follower.log = []
    monkeypatch.setattr(players, "agent_for", lambda *_: follower)
    play_chunk(chunk(Setup(2), ("greedy:noise=1", "random"), 1))
    heard = ["begin base 0 True", "begin base 1 True", "over True 2", "over True 2", "close", "close"]
    assert follower.log == heard


INTERPRETED = """
import sys
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
from splendor import Setup
from splendor.statistics import Plan, collect
sheet = collect(Plan((Setup(2, orient=2025),), ("random",), games=1))
np.savez(sys.argv[1], **sheet._asdict())
"""


def test_interpreted_code_does_the_same(tmp_path: Path) -> None:
    file = tmp_path / "rows.npz"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    subprocess.run([sys.executable, "-c", INTERPRETED, str(file)], check=True, env=environment)
    compiled = collect(Plan((Setup(2, orient=2025),), ("random",), games=1))
    with np.load(file) as rows:
        for name, expected in compiled._asdict().items():
            for field in expected.dtype.names:
                assert np.array_equal(rows[name][field], expected[field]), (name, field)
