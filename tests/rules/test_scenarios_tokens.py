"""S-TAKE, S-LIM: taking tokens and the limit of ten."""

from itertools import combinations_with_replacement

import pytest

from splendor import Game, Phase, Setup
from tests.rules.helpers import A, amounts, give_backs, play, position, refuses, shown, takes

TRIPLES = {"wug", "wur", "wuk", "wgr", "wgk", "wrk", "ugr", "ugk", "urk", "grk"}


@pytest.mark.scenario("S-TAKE-1")
@pytest.mark.rule("BASE-TAKE-1", "BASE-TAKE-2", "DEC-TAKE-DIFF", "DEC-TAKE-SAME")
def test_first_take() -> None:
    game = Game(Setup(2), seed=1)
    assert takes(game) == {f"take {colours}" for colours in TRIPLES | {"ww", "uu", "gg", "rr", "kk"}}
    play(game, "take wug")
    assert game.bank == amounts("w3 u3 g3 r4 k4 y5")
    assert game.players[A].tokens == amounts("w1 u1 g1")


@pytest.mark.scenario("S-TAKE-2")
@pytest.mark.rule("BASE-TAKE-2")
def test_pair_needs_four_in_the_bank() -> None:
    game = play(Game(Setup(2), seed=1), "take rr")
    assert game.bank == amounts("w4 u4 g4 r2 k4 y5")
    assert game.player == 1
    assert refuses(game, "take rr")


@pytest.mark.scenario("S-TAKE-3")
@pytest.mark.rule("BASE-TAKE-2")
def test_three_are_too_few_for_a_pair() -> None:
    game = position(Setup(4), bank="w7 u3 g7 r7 k7 y5")
    assert refuses(game, "take uu")
    assert "take ww" in game.legal_actions


@pytest.mark.scenario("S-TAKE-4")
@pytest.mark.rule("BASE-TAKE-4")
def test_two_colours_left() -> None:
    game = position(Setup(2), bank="w2 u1 y5")
    assert takes(game) == {"take wu"}
    assert refuses(game, "take w", "take u", "take ww", "take wug")


@pytest.mark.scenario("S-TAKE-5")
@pytest.mark.rule("BASE-TAKE-4")
def test_one_colour_left() -> None:
    game = position(Setup(4), bank="k5 y5")
    assert takes(game) == {"take k", "take kk"}


@pytest.mark.scenario("S-TAKE-6")
@pytest.mark.rule("BASE-TAKE-4")
def test_four_colours_left() -> None:
    game = position(Setup(2), bank="w1 u1 g1 r1 y5")
    assert takes(game) == {"take wug", "take wur", "take wgr", "take ugr"}
    assert refuses(game, "take wu", "take wg", "take wr", "take ug", "take ur", "take gr", "take w", "take wuk")


@pytest.mark.scenario("S-TAKE-7")
@pytest.mark.rule("BASE-TAKE-4")
def test_option_take_fewer() -> None:
    game = position(Setup(2, take_fewer="never"), bank="w2 u1 y5")
    assert takes(game) == set()
    assert refuses(game, "take wu", "take w")
    game = Game(Setup(2, take_fewer="free"), seed=1)
    different = [action for action in game.legal_actions if action.kind == "take_different"]
    assert len(different) == 25
    assert {"take w", "take uk", "take grk"} <= {str(action) for action in different}


@pytest.mark.scenario("S-TAKE-8")
@pytest.mark.rule("BASE-TAKE-3")
def test_gold_cannot_be_taken() -> None:
    game = Game(Setup(2), seed=1)
    assert refuses(game, "take wuy", "take yy", "take y")
    for take in takes(game):
        assert play(game.copy(), take).bank["gold"] == 5


@pytest.mark.scenario("S-LIM-1")
@pytest.mark.rule("BASE-LIMIT-1", "BASE-LIMIT-2", "BASE-TAKE-5", "DEC-RETURN")
def test_three_over_the_limit() -> None:
    game = position(Setup(4), players=[{"tokens": "w4 u3 g3"}])
    assert "take wrk" in game.legal_actions
    play(game, "take wrk")
    assert (game.phase, game.player) == (Phase.GIVE_BACK, A)
    held = game.players[A].tokens
    assert held == amounts("w5 u3 g3 r1 k1")
    found = give_backs(game)
    assert len(found) == len(set(found)) == 25
    assert set(found) == _multisets(held, 3)
    play(game, "give back w", "give back r")  # then only k is left to give
    assert game.players[A].tokens == amounts("w4 u3 g3")
    assert game.bank == amounts("w3 u4 g4 r7 k7 y5")
    assert game.player == 1


def _multisets(held: dict[str, int], number: int) -> set[str]:
    """All ways to give so many of these tokens, counted out by hand."""
    letters = "wugrky"
    limit = dict(zip(letters, held.values(), strict=True))
    sets = combinations_with_replacement(letters, number)
    return {
        " ".join(f"{letter}{chosen.count(letter)}" for letter in letters if letter in chosen)
        for chosen in sets
        if all(chosen.count(letter) <= limit[letter] for letter in letters)
    }


@pytest.mark.scenario("S-LIM-2")
@pytest.mark.rule("BASE-LIMIT-3", "BASE-RES-3", "BASE-RES-4")
def test_gold_of_a_reservation_may_go_back() -> None:
    game = position(Setup(2), players=[{"tokens": "w4 u3 g3"}])
    card = shown(game)[2, 1]
    play(game, "reserve 2.1")
    assert [held.name for held in game.players[A].hand] == [card]
    assert game.players[A].tokens == amounts("w4 u3 g3 y1")
    assert give_backs(game) == ["g1", "u1", "w1", "y1"]
    play(game, "give back y")
    assert game.bank["gold"] == 5


@pytest.mark.scenario("S-LIM-3")
@pytest.mark.rule("BASE-LIMIT-3")
def test_ten_tokens_are_no_excess() -> None:
    game = position(Setup(2), players=[{"tokens": "w2 u2 g2 y1"}])
    play(game, "take wug")
    assert game.players[A].tokens == amounts("w3 u3 g3 y1")
    assert (game.phase, game.player) == (Phase.ACTION, 1)
    assert refuses(game, "give back w")


@pytest.mark.rule("BASE-TAKE-5", "TURN-P4", "TURN-2")
def test_limit_is_looked_at_after_the_action_and_before_the_noble() -> None:
    players = [{"tokens": "w3 u3 g3 r1", "bonus": "w4 u4 g4"}]
    nobles = ["Niccolo Machiavelli", "Suleiman the Magnificent"]
    game = position(Setup(3), players=players, nobles=nobles)
    play(game, "take wug")
    assert (game.phase, sum(game.players[A].tokens.values())) == (Phase.GIVE_BACK, 13)
    play(game, "give back w", "give back w", "give back w")
    assert (game.phase, sum(game.players[A].tokens.values())) == (Phase.VISIT, 10)
