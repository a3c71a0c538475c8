"""Reasons: each is a fact that can be checked on the table."""

from typing import Any

import pytest

from splendor import Game, Setup, build
from splendor.action import Action
from splendor.analysis import REASONS, reasons
from splendor.analysis.distance import short, turns
from splendor.analysis.judging import turn_ended
from splendor.table.things import CARD_BY_NAME


def found(game: Game, action: str) -> dict[str, dict[str, Any]]:
    """The reasons of an action, by code."""
    view = game.view(game.player)
    after = turn_ended(view, Action.parse(action))
    return {reason.code: reason.values for reason in reasons(view, after, game.player)}


def test_prestige_bonus_and_what_the_other_does_not_get() -> None:
    game = build(
        Setup(2), market={"1.1": "39"}, players=[{"tokens": "w4"}, {"bonus": "w4"}], seed=2
    )  # 39: red, 1 prestige, costs w4
    told = found(game, "purchase 1.1")
    assert told["prestige"] == {"n": 1}
    assert told["denies_now"] == {"player": 1, "card": "39"}
    assert told["bonus"]["gem"] == "red"
    assert told["bonus"]["n"] > 0


def test_a_card_that_comes_within_reach() -> None:
    game = build(Setup(2), market={"1.1": "39"}, players=[{"tokens": "w3"}], seed=2)
    assert found(game, "take wug")["affords"] == {"card": "39"}


def test_a_noble_that_comes_to_visit_and_one_that_comes_nearer() -> None:
    nobles = ["Catherine de' Medici"]  # u3 g3 r3
    players: list[Any] = [{"bonus": "u3 g3 r2", "tokens": "w4"}]
    game = build(Setup(2), market={"1.1": "39"}, players=players, nobles=nobles, seed=3)
    told = found(game, "purchase 1.1")
    assert told["noble"] == {"noble": "Catherine de' Medici", "n": 3}
    assert told["prestige"] == {"n": 1}  # the noble's is told apart
    players[0]["bonus"] = "u3 g3 r1"
    game = build(Setup(2), market={"1.1": "39"}, players=players, nobles=nobles, seed=3)
    assert found(game, "purchase 1.1")["noble_nearer"] == {"noble": "Catherine de' Medici", "n": 1}


def test_gold_a_full_hand_and_tokens_given_back() -> None:
    game = build(Setup(2), players=[{"tokens": "w3 u3 g3 r1", "hand": ["1", "2"]}], seed=2)
    told = found(game, "reserve 2.1")
    assert "full_hand" in told
    assert told["gives_back"] == {"n": 1}


def test_gold_comes_with_a_reservation() -> None:
    assert "gold" in found(Game(Setup(2), seed=1), "reserve 2.1")


def test_the_last_token_of_a_colour() -> None:
    """B lacks one white token for card 39."""
    game = build(
        Setup(2),
        market={"1.1": "39"},
        players=[{"tokens": ""}, {"tokens": "w3"}],
        seed=2,
    )
    assert game.bank["white"] == 1
    assert found(game, "take wug")["starves"] == {"player": 1, "gem": "white"}


def test_a_rich_card_left_to_another() -> None:
    game = build(Setup(2), market={"3.1": "80"}, players=[{}, {"bonus": "r7"}], seed=2)
    assert found(game, "take wug")["leaves"] == {"player": 1, "card": "80"}
    assert "leaves" not in found(game, "reserve 3.1")
    assert found(game, "reserve 3.1")["denies_now"] == {"player": 1, "card": "80"}


def test_a_guarded_card_is_no_threat() -> None:
    """Card 80 carries a stronghold of A: B cannot purchase it."""
    setup = Setup(2, strongholds=2025)
    open_card = build(setup, market={"3.1": "80"}, players=[{}, {"bonus": "r7"}], seed=2)
    guarded = build(setup, market={"3.1": "80"}, players=[{}, {"bonus": "r7"}], strongholds={"3.1": (0, 1)}, seed=2)
    assert found(open_card, "take wug")["leaves"]["card"] == "80"
    assert "leaves" not in found(guarded, "take wug")


def test_a_win_with_the_help_of_a_noble() -> None:
    """B, at 11, can purchase card 39 (red, 1 prestige), and its bonus would bring a noble."""
    bonus = {"bonus": "w4 u3 g3 r2", "prestige": 11}
    nobles = ["Catherine de' Medici"]  # u3 g3 r3
    game = build(Setup(2), market={"1.1": "39"}, players=[{"prestige": 9}, bonus], nobles=nobles, seed=3)
    assert found(game, "take wug")["exposes"] == {"player": 1}
    assert found(game, "reserve 1.1")["stops"] == {"player": 1, "card": "39"}


@pytest.mark.parametrize(
    ("tokens", "bonus", "expected"),
    [
        ("", "", (4, 2)),
        ("w1", "", (3, 2)),
        ("w2", "", (2, 1)),
        ("w2 y1", "", (1, 1)),
        ("w2 y2", "", (0, 0)),
        ("", "w4", (0, 0)),
    ],
)
def test_how_far_a_card_is(tokens: str, bonus: str, expected: tuple[int, int]) -> None:
    """Card 39 costs w4: two alike a turn."""
    game = build(Setup(2), market={"1.1": "39"}, players=[{"tokens": tokens, "bonus": bonus}], seed=2)
    player, card = game.players[0], CARD_BY_NAME["39"]
    assert (short(card, player), turns(card, player)) == expected


def test_every_reason_found_in_games_is_on_the_list() -> None:
    from tests.analysis.positions import played

    seen = set()
    for setup in (Setup(2), Setup(4, cities=2025, posts=2025, orient=2025, strongholds=2025), Setup(3, posts=2017)):
        record = played(setup, actions=150)
        for game, move in zip(record.positions(), (m for turn in record.turns for m in turn.moves), strict=False):
            view = game.view(game.player)
            for reason in reasons(view, turn_ended(view, move.action), game.player):
                assert set(reason.values) == set(REASONS[reason.code].places.split())
                seen.add(reason.code)
    assert len(seen) >= 15


def test_gold_covers_one_colour_and_virtual_gold_two_units() -> None:
    """POST25-D, ORIENT-GOLD: what can be paid is what the rules say."""
    setup = Setup(2, posts=2025, orient=2025)
    cards = ["13", "39"]  # they cost several colours, and four white
    for post in ("", "D"):
        for tokens in ("y1", "y2", "w1 y1", "w2 y1", "w3 u1 y1"):
            game = build(
                setup,
                market={f"1.{place}": card for place, card in enumerate(cards, start=1)},
                players=[{"tokens": tokens, "posts": post, "bonus": "u3 k1" if post else ""}, {}],
                seed=2,
            )
            legal = {str(action) for action in game.legal_actions}
            for place, card in enumerate(cards, start=1):
                can = short(CARD_BY_NAME[card], game.players[0]) == 0
                assert can == (f"purchase 1.{place}" in legal), (post, tokens, card)
