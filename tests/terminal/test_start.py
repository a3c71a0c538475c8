"""Who sits where: options, the dialogue, saved games."""

from pathlib import Path

import pytest

from splendor import Game, GameRecord, Setup, SplendorError
from splendor.terminal.session import PERSON
from splendor.terminal.start import (
    Wishes,
    dialogue,
    new_session,
    read_modules,
    read_names,
    read_seat,
    read_specs,
    resumed_session,
    seat_specs,
)
from tests.terminal.helpers import output, plain_console, typing


def test_a_seat_is_a_number_a_letter_or_by_lot() -> None:
    assert [read_seat(text, 4) for text in ("1", "4", "a", "D")] == [0, 3, 0, 3]
    assert {read_seat("random", 2) for _ in range(50)} == {0, 1}
    for text in ("0", "3", "C", "first", ""):
        with pytest.raises(SplendorError, match="seats are 1 to 2"):
            read_seat(text, 2)


def test_bots_are_listed_with_commas_or_as_several_options() -> None:
    assert read_specs(["greedy,random"]) == ["greedy", "random"]
    assert read_specs(["greedy:style=rush,noise=1", "random"]) == ["greedy:style=rush,noise=1", "random"]
    assert read_specs(["cmd:./bot --weights 1,2,x=3", "cmd:./bot a,b,mcts:time=1,club,random"]) == [
        "cmd:./bot --weights 1,2,x=3",
        "cmd:./bot a,b",
        "mcts:time=1",
        "club",
        "random",
    ]
    assert seat_specs(["random"], 1, 4) == ["random", PERSON, "random", "random"]
    assert seat_specs([], 0, 2) == [PERSON, "greedy"]
    with pytest.raises(SplendorError, match="at most 1 beside you"):
        seat_specs(["random,random"], 0, 2)


def test_names() -> None:
    assert read_names([], [None, None])[0] != "You"
    session = new_session(Wishes(Setup(3), seat="2", bots=["random"]), plain_console(), typing([]))
    assert session.names == ["Ada", "You", "Clara"]
    session = new_session(Wishes(Setup(3), seat="2", bots=["random"], names=["Eva,Max"]), plain_console(), typing([]))
    assert session.names == ["Max", "Eva", "Clara"]
    with pytest.raises(SplendorError, match="4 names for 3 players"):
        new_session(Wishes(Setup(3), bots=["random"], names=["a,b,c,d"]), plain_console(), typing([]))


def test_the_dialogue_takes_defaults_on_enter() -> None:
    wishes = dialogue(plain_console(), typing(["", "", ""]))
    assert wishes.setup == Setup(2)


def test_the_dialogue_asks_again_what_it_does_not_understand() -> None:
    console = plain_console()
    answers = ["five", "5", "3", "citis", "cities2017 posts2017", "all", "gready", "random,random,random", "random"]
    wishes = dialogue(console, typing(answers))
    assert wishes.setup.name == "cities2025+posts2025+orient2025+strongholds2025"
    assert wishes.setup.players == 3
    shown = output(console)
    for telling in ("'five' is no number", "CONF-1", "'citis' is no expansion", "CONF-5", "gready", "at most 2 beside"):
        assert telling in shown


def test_modules_by_name() -> None:
    assert read_modules("Orient2017 + strongholds", 2) == Setup(2, orient=2017, strongholds=2025)
    assert read_modules("none", 2) == Setup(2)


def test_a_record_without_agents_is_resumed_from_the_first_seat(tmp_path: Path) -> None:
    game = Game(Setup(2), seed=1)
    game.play("take wug")
    file = tmp_path / "game.txt"
    file.write_text(GameRecord.of(game).text())
    session = resumed_session(file, ["random"], plain_console(), typing([]))
    assert session.agents[0] is None
    assert session.names[0] == "You"


def test_a_record_that_cannot_be_resumed_says_why(tmp_path: Path) -> None:
    with pytest.raises(SplendorError, match="cannot be read"):
        resumed_session(tmp_path / "missing.txt", (), plain_console(), typing([]))
    file = tmp_path / "game.txt"
    file.write_text(GameRecord.of(Game(Setup(2), seed=1), agents="person").text())
    with pytest.raises(SplendorError, match="agents for 1"):
        resumed_session(file, (), plain_console(), typing([]))
