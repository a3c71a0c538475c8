"""Sentences for every action and every question."""

import random
import string

import pytest

from splendor import Action, Game, Phase, Setup, build
from splendor.rules.actions import ACTIONS
from splendor.wording import ENGLISH, QUESTIONS, describe, question
from tests.records.helpers import SETUPS, play_on


def test_every_legal_action_has_a_sentence_of_its_own() -> None:
    rng = random.Random(1)
    phases = set()
    for setup in SETUPS:
        game = Game(setup, seed=rng.randrange(2**63))
        while not game.is_over:
            legal = list(game.legal_actions)
            if game.phase is not Phase.ACTION or rng.random() < 0.1:
                sentences = [describe(game, action) for action in legal]
                assert len(set(sentences)) == len(legal)
                assert question(game).endswith(("?", "."))
            phases.add(game.phase)
            game.play(rng.choice(legal))
        assert question(game).startswith("The game is over: ")
    assert phases >= set(Phase) - {Phase.OVER, Phase.NONE, Phase.CITY}


@pytest.mark.parametrize("seat", [0, 1, None])
def test_anything_can_be_described(seat: int | None) -> None:
    """Illegal actions and hidden cards too: a sentence is never refused."""
    for setup in SETUPS[::8]:
        game = play_on(Game(setup, seed=3), random.Random(3), most=50)
        for position in (game, game.view(seat)):
            assert question(position)
            assert all(describe(position, number) for number in range(ACTIONS))


def test_an_onlooker_is_not_told_a_hidden_card() -> None:
    game = Game(Setup(2), seed=1)
    game.play("reserve deck 2")
    game.play("take wug")
    assert describe(game.view(1), "purchase hand 1") == "purchase a hidden card of level 2 from your hand"
    assert "hidden" not in describe(game.view(0), "purchase hand 1")


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ("take wug", "take one white token, one blue token and one green token"),
        ("take rr", "take 2 red tokens"),
        ("reserve 2.1", "reserve card 57 (blue, 2 prestige) from the market and take a gold token"),
        ("reserve deck 3", "reserve the top card of deck 3 unseen and take a gold token"),
        ("purchase 2.1", "purchase card 57 (blue, 2 prestige) from the market"),
        ("give back r", "give back one red token"),
        ("pass", "pass, since nothing else is possible"),
    ],
)
def test_sentences(action: str, sentence: str) -> None:
    game = build(Setup(2), market={"2.1": "57"}, seed=1)
    assert describe(game, action) == sentence


def test_a_payment_step_by_step() -> None:
    """Card 57 costs w2 r1 k4; one black bonus, gold worth two, a virtual-gold card."""
    game = build(
        Setup(2, posts=2025, orient=2025),
        market={"2.1": "57"},
        players=[{"tokens": "w2 k1 y3", "posts": "D", "bonus": "u3 k1", "tableau": ["O25-06"]}],
        seed=1,
    )
    game.play("purchase 2.1")
    assert question(game) == (
        "Pay for card 57 (blue, 2 prestige): how many white tokens? Needed: 2; you have 2 white tokens, "
        "3 gold tokens (worth two each) and one virtual-gold card."
    )
    assert [describe(game, action) for action in game.legal_actions] == [
        "pay no white token, gold instead",
        "pay 2 white tokens",
    ]
    game.play("pay w2")
    assert question(game).startswith(
        "Pay for card 57 (blue, 2 prestige): how many black tokens? Needed: 3; you have one"
    )
    assert [describe(game, action) for action in game.legal_actions] == [
        "pay no black token, gold instead",
        "pay one black token (the rest in gold)",
    ]
    game.play("pay k1")
    assert question(game) == (
        "Pay for card 57 (blue, 2 prestige): how many virtual-gold cards, each worth two gold? Needed in gold: 2; "
        "you have one virtual-gold card, 3 gold tokens (worth two each)."
    )
    assert [describe(game, action) for action in game.legal_actions] == [
        "pay with no virtual-gold card and 2 gold tokens",
        "pay with one virtual-gold card and no gold token",
    ]


def test_a_translation_is_another_table() -> None:
    """All templates are used by name, and may be replaced one and all."""
    game = Game(Setup(2), seed=1)
    shouting = {name: template.upper() if "{" not in template else template for name, template in ENGLISH.items()}
    assert question(game, shouting) == "TAKE TOKENS, RESERVE A CARD OR PURCHASE ONE?"
    assert describe(game, Action.parse("take ww"), shouting) == "take 2 WHITE tokens"


def test_templates_are_well_formed() -> None:
    for template in ENGLISH.values():
        assert all(name is None or name.isidentifier() for _, name, _, _ in string.Formatter().parse(template))
    assert set(QUESTIONS) == set(Phase) - {Phase.NONE}
