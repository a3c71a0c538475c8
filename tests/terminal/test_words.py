"""Sentences about what happened."""

import pytest

from splendor import Phase, Setup
from splendor.terminal.words import ask, join_names, tell
from tests.terminal.helpers import ALL, game_at


def test_everything_that_happens_in_a_game_can_be_told() -> None:
    game = game_at(ALL, 1, lambda game: game.is_over or game.rounds == 30)
    after = game.copy()
    third, second = [], []
    while game.actions:
        action = game.undo()
        third += tell(game, action, after)
        second += tell(game.view(0), action, after.view(0), you=True)
        after = game.copy()
    assert len(third) > 100
    assert all(sentence.split()[0].endswith("s") for sentence in third)
    assert not any(sentence.split()[0] in ("takes", "pays", "purchases", "is") for sentence in second)


def test_a_noble_that_comes_by_itself_is_told() -> None:
    game = game_at(Setup(2), 2, lambda game: any(player.nobles for player in game.players))
    after = game.copy()
    action = game.undo()
    assert any("is visited by" in sentence for sentence in tell(game, action, after))


@pytest.mark.parametrize("phase", [Phase.PAY, Phase.GIVE_BACK, Phase.SACRIFICE, Phase.STRONGHOLD])
def test_whole_choices_have_a_question(phase: Phase) -> None:
    game = game_at(ALL, 3, lambda game: game.phase is phase)
    assert "?" in ask(game, whole=True)
    assert "?" in ask(game, whole=False)


def test_names_in_a_sentence() -> None:
    assert join_names(["Ada"]) == "Ada"
    assert join_names(["Ada", "Bob", "Cleo"]) == "Ada, Bob and Cleo"
