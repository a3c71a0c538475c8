"""The table in plain text."""

import doctest

import pytest

from splendor import Game, Setup
from splendor.drawing import text, text_table
from tests.terminal.helpers import ALL, game_at


def test_examples() -> None:
    assert doctest.testmod(text).failed == 0


def test_the_base_game_takes_about_ten_lines() -> None:
    assert len(str(Game(Setup(2), seed=1)).splitlines()) <= 11


@pytest.mark.parametrize("setup", list(Setup.all(3)), ids=lambda setup: setup.name)
def test_every_set_up_can_be_printed(setup: Setup) -> None:
    game = game_at(setup, 1, lambda game: game.rounds == 8)
    printed = str(game)
    assert all(ord(letter) < 128 or letter in "·" for letter in printed)
    assert "player C" in printed
    assert ("nobles" in printed) == bool(game.nobles)
    assert "orient 3" in printed or not setup.orient


def test_all_cards_and_tokens_are_there() -> None:
    game = game_at(ALL, 2, lambda game: game.rounds == 10)
    printed = str(game)
    for card in game.market.values():
        assert text.card_text(card) in printed
    for player in game.players:
        assert f"{player.prestige} prestige" in printed


def test_an_onlooker_sees_backs() -> None:
    game = Game(Setup(2), seed=1)
    game.play("reserve deck 3")
    assert "[level 3, hidden]" in str(game.view(1))
    assert "hidden" not in str(game.view(0))


def test_the_end_names_the_winners() -> None:
    game = game_at(Setup(2), 3, lambda game: game.is_over or game.ending)
    while not game.is_over:
        game.play(game.legal_actions[0])
    assert "over: " in text_table(game, ["Ada", "Bob"])
    assert "win" in text_table(game)
