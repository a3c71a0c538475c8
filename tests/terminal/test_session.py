"""Whole games at the terminal, and what a person can do besides choosing."""

import json
from pathlib import Path

import pytest

from splendor import Game, GameRecord, Phase, Setup
from splendor.terminal import session as session_module
from splendor.terminal.files import read_record
from splendor.terminal.session import Session
from splendor.terminal.start import resumed_session
from tests.terminal.helpers import ALL, NAMES, game_at, lively, output, plain_console, session, typing

SETUPS = [
    Setup(2),
    Setup(3, cities=2017),
    Setup(2, posts=2017),
    Setup(3, orient=2017, strongholds=2025),
    Setup(4, posts=2025, strongholds=2017),
    ALL,
]


@pytest.fixture(autouse=True)
def _saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPLENDOR_SAVES", str(tmp_path / "saves"))
    monkeypatch.setattr(session_module, "HINT_AGENT", "random:seed=5")


def saved(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "saves").glob("*.txt"))


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.players}-{setup.name}")
def test_a_whole_game_is_played_to_its_end(setup: Setup, tmp_path: Path) -> None:
    table = session(setup, seed=3, width=80)
    table.read = lively(table)
    table.run()
    shown = output(table.console)
    assert table.game.is_over
    assert "wins!" in shown or "You win!" in shown or "share the victory!" in shown
    assert max(len(line.rstrip()) for line in shown.splitlines()) <= 80
    table.record().verify()
    assert not saved(tmp_path)


def test_choices_are_shown_by_number_and_by_notation() -> None:
    table = session(Setup(2), ["take wug"])
    table.run()
    shown = output(table.console)
    assert "Take tokens, reserve a card or purchase one?" in shown
    assert "  1 wug" in shown
    assert "28 deck 1" in shown
    assert table.game.actions[0].number == 0


def test_what_the_others_did_is_told_in_words() -> None:
    table = session(Setup(3), ["take wug"])
    table.run()
    shown = output(table.console)
    assert "1A You take 1 white, 1 blue and 1 green" in shown
    assert "1B Ada " in shown
    assert "1C Bruno " in shown


def test_undo_takes_back_the_answers_of_the_bots_too() -> None:
    table = session(Setup(3), ["take wug", "undo"])
    before = table.game.to_bytes()
    table.run()
    assert table.game.to_bytes() == before
    assert table.events == []


def test_undo_goes_back_choice_by_choice() -> None:
    table = session(Setup(2), ["1", "2", "1", "undo", "undo", "undo", "undo"])
    start = table.game.to_bytes()
    table.run()
    assert table.game.to_bytes() == start
    assert "there is nothing to undo" in output(table.console)


def test_undo_takes_a_whole_choice_back() -> None:
    game = game_at(Setup(2), 1, lambda game: game.phase is Phase.GIVE_BACK and game.player == 0)
    before = game.to_bytes()
    table = Session(game, session(Setup(2)).agents, NAMES[:2], plain_console(), typing(["1", "undo"]))
    table.run()
    assert table.game.to_bytes() == before


def test_undo_after_the_end_goes_on_with_the_game() -> None:
    table = session(Setup(2), seed=3)
    play = lively(table)
    asked: list[str] = []

    def read(prompt: str) -> str:
        asked.append(prompt)
        if table.game.is_over:
            return "undo" if asked.count(prompt) == 1 else ""
        return play(prompt)

    table.read = read
    table.run()
    assert table.game.is_over
    assert output(table.console).count("the game is over") == 2


def test_a_slip_after_the_end_loses_nothing(tmp_path: Path) -> None:
    table = session(Setup(2), seed=3)
    play = lively(table)
    last = iter(["sav game.txt", f"save {tmp_path / 'game.txt'}", ""])
    table.read = lambda prompt: next(last) if table.game.is_over else play(prompt)
    table.run()
    assert "'sav' is nothing to do now" in output(table.console)
    assert read_record(tmp_path / "game.txt").replay().is_over


def test_a_hint_is_a_legal_choice() -> None:
    table = session(Setup(2), ["hint"])
    table.run()
    assert "bot would play: " in output(table.console)
    assert not table.game.actions


def test_a_hint_for_a_payment_is_a_whole_one() -> None:
    game = game_at(Setup(2), 2, lambda game: game.phase is Phase.PAY and game.player == 0)
    table = Session(game, session(Setup(2)).agents, NAMES[:2], plain_console(), typing(["hint"]))
    table.run()
    assert "How do you pay for card" in output(table.console)
    assert "bot would play: pay " in output(table.console)


@pytest.mark.parametrize("name", ["game.txt", "game.json"])
def test_save_and_resume(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    table = session(Setup(3, posts=2025), ["1", "1", "1", f"save {file}", "2"])
    table.run()
    record = read_record(file)
    record.verify()
    assert record.names == NAMES[:3]
    if name.endswith("json"):
        json.loads(file.read_text())

    again = resumed_session(file, (), plain_console(), typing(["log", "undo"]))
    assert [agent and agent.name for agent in again.agents] == [None, "random:seed=1", "random:seed=2"]
    played = len(again.game.actions)
    again.run()
    assert "1A You take" in output(again.console)
    assert len(again.game.actions) < played


def test_a_saved_game_overwrites_only_games(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ada")
    table = session(Setup(2), [f"save {letter}", "save", f"save {tmp_path}", "save " + str(tmp_path / "no" / "game")])
    table.run()
    assert letter.read_text() == "Dear Ada"
    shown = " ".join(output(table.console).split())
    assert "is no game: choose another name" in shown
    assert "save where?" in shown
    assert shown.count("cannot be written") == 2


def test_when_the_input_ends_nothing_is_lost(tmp_path: Path) -> None:
    table = session(Setup(2), ["1", "2"])
    table.run()
    [file] = saved(tmp_path)
    assert f"--resume {file}" in output(table.console)
    assert GameRecord.read(file.read_bytes()).replay().market == table.game.market


def test_quit_before_the_first_choice_saves_nothing(tmp_path: Path) -> None:
    table = session(Setup(2), ["quit"])
    table.run()
    assert not saved(tmp_path)
    assert "Good-bye" in output(table.console)


def test_a_bot_that_breaks_does_not_lose_the_game(tmp_path: Path) -> None:
    class Broken:
        name = "broken"

        def choose(self, *_: object) -> object:
            raise RuntimeError("out of ideas")

    table = session(Setup(2), ["1", "1"])
    table.run()
    table.agents = [None, Broken()]  # type: ignore[list-item]
    table.read = typing(["1", "1"])
    with pytest.raises(RuntimeError):
        table.run()
    assert saved(tmp_path)


def test_bad_input_is_explained_and_asked_again() -> None:
    table = session(Setup(2), ["", "99", "purchase 1.1", "nonsense", "1.1 1.2", "rules XYZ-1", "1"])
    table.run()
    shown = output(table.console)
    assert "there is no choice 99; choices are numbered from 1 to 30" in shown
    assert "'purchase 1.1' is not possible now" in shown
    assert "'nonsense' is neither a choice nor a command" in shown
    assert "no rule" in shown
    assert len(table.game.actions) >= 1


def test_commands_that_only_show() -> None:
    table = session(Setup(2), ["help", "?", "table", "view", "log", "rules BASE-TAKE-2", "rules"])
    table.run()
    shown = output(table.console)
    assert shown.count("Choose by number") == 2
    assert shown.count("deck 3") == 3 + 3 * 1
    assert "Two tokens of one colour" in shown


def test_hidden_cards_of_others_are_never_shown() -> None:
    """Neither in the table nor in the log."""
    table = session(Setup(2))
    table.game.play("take wug")
    table.game.play("reserve deck 3")
    hidden = table.game.players[1].hand[0]
    table.read = typing(["table", "log"])
    table.run()
    shown = output(table.console)
    assert "level 3, hidden" in shown
    assert f"card {hidden.name} " not in shown  # type: ignore[union-attr]


def test_a_stalled_game_says_why_it_ended() -> None:
    game = Game(Setup(2), seed=1)
    while not game.is_over:
        game.play(game.legal_actions[0])  # takes tokens and gives them back, for ever
    assert game.quiet_rounds == 25
    table = Session(game, session(Setup(2)).agents, NAMES[:2], plain_console(), typing(["log"]))
    table.run()
    assert "Nobody purchased or reserved for 25 rounds" in output(table.console)


def test_several_people_share_the_keyboard() -> None:
    table = Session(Game(Setup(2), seed=1), [None, None], ["Eva", "Max"], plain_console(), typing(["1", "1"]))
    table.run()
    shown = output(table.console)
    assert "round 1, Max" in shown
    assert "1A Eva takes 1 white" in shown
