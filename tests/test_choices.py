"""Whole choices: complete payments, tokens given back at once, sacrifices, moved strongholds."""

import random

import pytest

from splendor import Game, Phase, Setup
from splendor.choices import STEPWISE, choice_text, payment_of, whole_choices
from tests.terminal.helpers import ALL, game_at

MANY = [ALL, Setup(2), Setup(3, posts=2017), Setup(2, orient=2017, strongholds=2025), Setup(3, orient=2025)]


@pytest.mark.parametrize("setup", MANY, ids=lambda setup: f"{setup.players}-{setup.name}")
def test_whole_choices_are_complete_legal_and_different(setup: Setup) -> None:
    rng = random.Random(1)
    for seed in range(6):
        game = Game(setup, seed=seed)
        while not game.is_over:
            phase, seat = game.phase, game.player
            choices = whole_choices(game)
            if phase in STEPWISE:
                texts = [choice_text(game, choice) for choice in choices]
                assert len(set(texts)) == len(texts)
                assert {choice[0] for choice in choices} == set(game.legal_actions)
            liked = [choice for choice in choices if choice[0].kind.startswith("purchase")]
            for action in rng.choice(liked if liked and rng.random() < 0.6 else choices):
                game.play(action)
            assert phase not in STEPWISE or (game.phase, game.player) != (phase, seat)


def test_the_usual_payment_comes_first() -> None:
    """Least gold, as the engine chooses it with the switch `least_gold`."""
    for seed in range(20):
        game = game_at(Setup(2), seed, lambda game: game.phase is Phase.PAY)
        usual = whole_choices(game)[0]
        engine = game.copy()
        engine.undo()
        purchase = game.actions[-1]
        engine.record["payment"] = 1
        seat = game.player
        engine.play(purchase)
        for action in usual:
            game.play(action)
        assert game.players[seat].tokens == engine.players[seat].tokens


def test_a_payment_is_told_with_what_the_engine_pays_by_itself() -> None:
    game = game_at(ALL, 8, lambda game: game.phase is Phase.PAY and game.card is not None)
    seat, card = game.player, game.card
    assert card is not None
    owed = sum(max(0, cost - game.players[seat].bonus[colour]) for colour, cost in card.cost.items())
    for choice in whole_choices(game):
        paid, virtual = payment_of(game, choice)
        assert 1 <= sum(paid.values()) + 2 * virtual <= owed + 1


def test_a_forced_rest_is_told_too() -> None:
    """Of three tokens to give back the last may be the only one left to choose; the text names all three."""
    game = game_at(
        Setup(2), 9, lambda game: game.phase is Phase.GIVE_BACK and sum(game.players[game.player].tokens.values()) == 12
    )
    assert {len(choice_text(game, choice).split()) for choice in whole_choices(game)} == {4}


def test_beyond_the_limit_each_action_is_a_choice() -> None:
    game = game_at(Setup(2), 9, lambda game: game.phase is Phase.GIVE_BACK)
    assert whole_choices(game, limit=1) == [(action,) for action in game.legal_actions]
    assert choice_text(game, whole_choices(game, limit=1)[0]).startswith("give back")


def test_the_game_is_not_changed() -> None:
    game = game_at(ALL, 10, lambda game: game.phase is Phase.STRONGHOLD)
    before = game.to_bytes()
    for choice in whole_choices(game):
        choice_text(game, choice)
    assert game.to_bytes() == before
