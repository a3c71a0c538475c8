"""The table as SVG: well-formed, self-contained, and only what may be seen."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

from splendor import Game, Setup
from splendor.drawing import svg_table
from tests.terminal.helpers import ALL, game_at


@pytest.mark.parametrize("setup", list(Setup.all(4)), ids=lambda setup: setup.name)
def test_every_set_up_is_a_self_contained_picture(setup: Setup) -> None:
    picture = svg_table(game_at(setup, 1, lambda game: game.rounds == 25))
    ElementTree.fromstring(picture)
    known = set(re.findall(r'id="([^"]+)"', picture))
    used = set(re.findall(r'(?:href="#|url\(#)([\w-]+)', picture))
    assert used <= known
    assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")


def test_cards_have_their_names_as_titles() -> None:
    game = game_at(ALL, 2, lambda game: game.rounds == 3)
    picture = svg_table(game)
    for card in game.market.values():
        assert card is None or f"<title>{card}</title>" in picture


def test_hidden_cards_are_backs() -> None:
    game = Game(Setup(2), seed=1)
    game.play("reserve deck 3")
    card = game.players[0].hand[0]
    assert f"<title>{card}</title>" in svg_table(game.view(0))
    assert f"<title>{card}</title>" not in svg_table(game.view(1))
    assert "level 3, hidden" in svg_table(game.view(1))


def test_tiles_a_player_has_are_shown() -> None:
    game = game_at(Setup(2, orient=2017, strongholds=2025), 4, lambda game: bool(game.players[0].reserved_nobles))
    assert f"<title>{game.players[0].reserved_nobles[0]}</title>" in svg_table(game)
    game = game_at(Setup(2, cities=2017), 5, lambda game: any(player.city for player in game.players))
    assert next(player.city for player in game.players if player.city).name.split()[0] in svg_table(game)
    game = game_at(Setup(2, orient=2025), 6, lambda game: bool(game.players[1].virtual_gold))
    assert "<title>two gold</title>" in svg_table(game)


def test_names_are_escaped() -> None:
    picture = svg_table(Game(Setup(2), seed=1), ["<b>Ada & Bob</b>", "Max"])
    ElementTree.fromstring(picture)
    assert "<b>" not in picture


def test_a_notebook_finds_it() -> None:
    assert Game(seed=1)._repr_svg_().startswith("<svg")


def test_the_end_of_a_game_and_two_cards_drawn() -> None:
    game = game_at(Setup(2, posts=2025), 3, lambda game: bool(game.drawn))
    ElementTree.fromstring(svg_table(game))
    while not game.is_over:
        game.play(game.legal_actions[0])
    assert "Over: " in svg_table(game)
