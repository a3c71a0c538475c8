"""Recorded games shown turn by turn, and rules in words."""

import random

import pytest

from splendor import Game, GameRecord, SplendorError
from splendor.terminal.replay import Replay
from splendor.terminal.rulebook import lookup
from tests.terminal.helpers import ALL, output, plain_console, typing


@pytest.fixture(scope="module")
def record() -> GameRecord:
    rng = random.Random(1)
    game = Game(ALL, seed=1)
    while not game.is_over:
        legal = list(game.legal_actions)
        liked = [action for action in legal if action.kind.startswith("purchase")]
        game.play(rng.choice(liked or legal))
    return GameRecord.of(game, names=("Ada", "Bob", "Cleo", "Dan"))


def test_each_turn_is_told_in_words(record: GameRecord) -> None:
    replay = Replay(record)
    assert len(replay.steps) == len(record.turns)
    console = plain_console()
    replay.show(console, 1)
    shown = output(console)
    assert "turn 1 of" in shown
    assert "1A Ada " in shown
    assert record.turns[0].moves[0].action.kind in ("take_different", "take_same", "reserve", "reserve_deck")


def test_the_last_turn_says_who_won(record: GameRecord) -> None:
    replay = Replay(record)
    console = plain_console()
    replay.show(console, len(replay.steps))
    assert "won." in output(console)


def test_stepping_forward_and_back(record: GameRecord) -> None:
    console = plain_console()
    Replay(record).walk(console, typing(["", "", "p", "5", "999", "x", "q"]))
    shown = output(console)
    titles = [line.strip("─ ") for line in shown.splitlines() if "turn" in line and "─" in line]
    assert [title.split(" of ")[0] for title in titles] == ["turn 1", "turn 2", "turn 1", "turn 5"]
    assert shown.count("there is no such turn") == 2


def test_enter_after_the_last_turn_leaves(record: GameRecord) -> None:
    replay = Replay(record)
    replay.walk(plain_console(), typing([str(len(replay.steps)), "", "unread"]))


def test_a_turn_that_is_not_there(record: GameRecord) -> None:
    with pytest.raises(SplendorError, match="there is no turn 0"):
        Replay(record).step(0)


def test_everything_is_in_the_dictionary(record: GameRecord) -> None:
    values = Replay(record).to_dict()
    assert values["names"] == ["Ada", "Bob", "Cleo", "Dan"]
    assert values["turns"][-1]["prestige"] == values["prestige"]
    assert all(turn["words"] for turn in values["turns"])


def test_rules_are_found_by_id_by_beginning_and_by_words() -> None:
    assert [rule.id for rule in lookup("base-take-2")] == ["BASE-TAKE-2"]
    assert len(lookup("BASE-TAKE")) > 3
    assert lookup("give back")[0].id == "BASE-LIMIT-2"
    with pytest.raises(SplendorError, match="did you mean BASE-TAKE-2"):
        lookup("BASE-TAKE-22")
