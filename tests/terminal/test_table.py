"""The table in a terminal: everything stands there, with colours and without."""

import pytest
from rich.text import Text

from splendor import Game, Setup
from splendor.terminal.table import draw
from tests.terminal.helpers import ALL, NAMES, game_at, output, plain_console


def shown(game: Game, width: int = 80, colour: bool = False, seat: int | None = 0) -> str:
    console = plain_console(width, colour)
    console.print(draw(game.view(seat), NAMES[: game.setup.players], console))
    return output(console)


def test_everything_on_the_table_is_shown() -> None:
    game = Game(Setup(2), seed=1)
    text = shown(game)
    for (level, place), card in game.market.items():
        assert card is not None
        assert f"{level}.{place} {card.colour}" in text
    assert "16 left" in text
    assert "w4 u4 g4 r4 k4 y5" in text
    assert "nobles" in text


def test_without_colours_nothing_is_lost() -> None:
    game = game_at(ALL, 1, lambda game: game.rounds == 12)
    assert Text.from_ansi(shown(game, colour=True)).plain.split() == shown(game).split()


@pytest.mark.parametrize("setup", list(Setup.all(4)), ids=lambda setup: setup.name)
def test_every_set_up_fits_into_eighty_columns(setup: Setup) -> None:
    game = game_at(setup, 2, lambda game: game.rounds == 5)
    assert max(len(line) for line in shown(game).splitlines()) <= 80
    assert "deck 3" in shown(game, width=140)


def test_strongholds_carry_the_letter_of_their_owner() -> None:
    game = game_at(Setup(2, strongholds=2025), 3, lambda game: bool(game.strongholds))
    (holder, held) = next(iter(game.strongholds.values()))
    assert "AB"[holder] + "♜" * held in shown(game)
