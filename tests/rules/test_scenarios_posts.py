"""S-P17, S-P25: trading posts of both editions."""

from typing import Any

import pytest

from splendor import Game, Phase, Setup
from splendor.table.things import Card, HiddenCard
from tests.rules.helpers import (
    G4R4,
    R4K4,
    U4G4,
    W4U4,
    A,
    B,
    amounts,
    give_backs,
    letters_of,
    names,
    payments,
    play,
    position,
    refuses,
    shown,
    takes,
    texts,
)

FIRST, SECOND = Setup(2, posts=2017), Setup(2, posts=2025)


# --- 2017 ---------------------------------------------------------------------------------------------------------
@pytest.mark.scenario("S-P17-1")
@pytest.mark.rule("POST17-1", "POST17-4", "POST17-D", "TURN-P6")
def test_noble_of_this_turn_counts_for_the_five_prestige() -> None:
    # 39 (red, 1 prestige) costs w4.
    players = [{"bonus": "g5 r3", "prestige": 6, "tokens": "w4"}]
    game = position(FIRST, market={"1.1": "39"}, players=players, nobles=[G4R4, W4U4, U4G4])
    play(game, "purchase 1.1")
    player = game.players[A]
    assert (names(player.nobles), letters_of(game, A), player.prestige) == ({G4R4}, "D", 7 + 3 + 5)
    assert game.ending


@pytest.mark.scenario("S-P17-2")
@pytest.mark.rule("POST17-E", "BASE-SCORE-1")
def test_score_with_posts() -> None:
    # 10 (black) costs g3: with it comes coat E.
    players = [{"bonus": "g5 r4 k2", "nobles": [G4R4], "posts": "D", "prestige": 5 + 3 + 5}]
    game = position(FIRST, market={"1.1": "10"}, players=players, nobles=[W4U4, U4G4, None])
    play(game, "purchase 1.1")
    assert (letters_of(game, A), game.players[A].prestige) == ("DE", 3 + 5 + 5 + 2)
    assert sum(card.prestige for card in game.players[A].tableau) == 5


@pytest.mark.scenario("S-P17-3")
@pytest.mark.rule("POST17-E")
def test_prestige_per_coat_grows() -> None:
    # 7 (blue, 0 prestige) costs k3.
    players = [{"bonus": "u2 k3 w2", "posts": "BE", "prestige": 14}]
    game = position(FIRST, market={"1.1": "7"}, players=players)
    play(game, "purchase 1.1")
    assert (letters_of(game, A), game.players[A].prestige, game.ending) == ("BCE", 15, True)


@pytest.mark.scenario("S-P17-4")
@pytest.mark.rule("POST17-A", "POST17-3", "DEC-POST-TOKEN")
def test_token_after_the_next_purchase() -> None:
    # 9 (red) costs w3, 8 (green) costs r3.
    players = [{"bonus": "r2 w1", "tokens": "w2"}]
    game = position(FIRST, market={"1.1": "9", "1.2": "8"}, players=players)
    play(game, "purchase 1.1")
    assert (game.player, letters_of(game, A), game.players[A].tokens) == (B, "A", amounts(""))
    play(game, "take wug", "purchase 1.2")
    assert game.phase is Phase.EXTRA_TOKEN
    assert texts(game) == {f"extra {colour}" for colour in "wugrk"}
    assert refuses(game, "extra y")
    assert game.market[1, 2] is None  # not refilled yet
    play(game, "extra k")
    assert game.players[A].tokens == amounts("k1")
    assert game.market[1, 2] is not None
    assert letters_of(game, A) == "A"


def owns_a(**named: Any) -> dict[str, Any]:
    return {"bonus": "r3 w1", "posts": "A", **named}


@pytest.mark.scenario("S-P17-5")
@pytest.mark.rule("POST17-A")
def test_token_just_spent() -> None:
    # 51 costs r5: with r3 the need is r2.
    game = position(FIRST, market={"2.1": "51"}, players=[owns_a(tokens="r2"), {"tokens": "r2"}])
    assert game.bank["red"] == 0
    play(game, "purchase 2.1", "extra r")
    assert (game.players[A].tokens, game.bank["red"]) == (amounts("r1"), 1)


def pairs(bank: str, posts: str, setup: Setup) -> Game:
    return position(setup, bank=bank, players=[{"bonus": "w2", "posts": posts, "tokens": ""}], nobles=[])


@pytest.mark.scenario("S-P17-6")
@pytest.mark.rule("POST17-B", "DEC-EXTRA")
def test_third_token() -> None:
    game = pairs("w4 u1 y5", "B", Setup(4, posts=2017))
    play(game, "take ww")
    assert game.bank == amounts("w2 y5")
    assert game.players[A].tokens == amounts("w2 u1")
    # With more colours there is a choice, of the other colours only.
    game = position(FIRST, players=[{"bonus": "w2", "posts": "B"}])
    play(game, "take gg")
    assert (game.phase, texts(game)) == (Phase.EXTRA_TOKEN, {"extra w", "extra u", "extra r", "extra k"})
    assert refuses(game, "extra g", "extra y", "decline", "pass")


@pytest.mark.scenario("S-P17-7")
@pytest.mark.rule("POST17-5")
def test_no_other_colour_for_a_third_token() -> None:
    game = position(Setup(4, posts=2017), bank="w4 y5", players=[{"bonus": "w2", "posts": "B"}])
    before = game.players[A].tokens
    play(game, "take ww")
    assert (game.player, game.bank) == (B, amounts("w2 y5"))
    assert game.players[A].tokens == before | {"white": before["white"] + 2}


@pytest.mark.scenario("S-P17-8")
@pytest.mark.rule("POST17-B")
def test_pair_still_needs_four() -> None:
    game = position(Setup(4, posts=2017), bank="w3 u5 y5", players=[{"bonus": "w2", "posts": "B"}])
    assert refuses(game, "take ww")
    assert takes(game) == {"take wu", "take uu"}


@pytest.mark.scenario("S-P17-9")
@pytest.mark.rule("POST17-C", "PAY-GEN-1")
def test_double_gold() -> None:
    players = [{"bonus": "u3 k1", "posts": "C", "tokens": "r2 y2"}]
    game = position(FIRST, market={"1.1": "8"}, players=players)  # costs r3
    assert payments(game, "purchase 1.1") == ["r1 y1", "y2"]


@pytest.mark.scenario("S-P17-10")
@pytest.mark.rule("POST17-C", "PAY-GEN-1")
def test_double_gold_is_of_one_colour() -> None:
    # 5 costs g2 r1: with g1 the need is g1 r1.
    game = position(FIRST, market={"1.1": "5"}, players=[{"bonus": "u3 g1 k1", "posts": "C", "tokens": "y1"}])
    assert refuses(game, "purchase 1.1")
    game = position(FIRST, market={"1.1": "5"}, players=[{"bonus": "u3 g1 k1", "posts": "C", "tokens": "y2"}])
    assert payments(game, "purchase 1.1") == ["y2"]


@pytest.mark.scenario("S-P17-11")
@pytest.mark.rule("POST17-6", "BASE-LIMIT-1")
def test_post_token_counts_for_the_limit() -> None:
    game = position(FIRST, market={"1.1": "8"}, players=[owns_a(tokens="w3 u3 g3 k1")])  # costs r3
    play(game, "purchase 1.1", "extra r")
    assert sum(game.players[A].tokens.values()) == 11
    assert give_backs(game) == ["g1", "k1", "r1", "u1", "w1"]


@pytest.mark.scenario("S-P17-12")
@pytest.mark.rule("POST17-2")
def test_two_coats_in_one_turn() -> None:
    game = position(FIRST, players=[{"bonus": "r3 w2"}])
    play(game, "take wug")
    assert (game.player, letters_of(game, A)) == (B, "AB")


@pytest.mark.rule("POST17-2", "POST17-4")
def test_noble_and_coat_complete_two_conditions() -> None:
    # 10 (black) costs g3: k3 brings coat E and, with the noble g3 r3 k3, coat D.
    players = [{"bonus": "g5 r3 k2"}]
    game = position(FIRST, market={"1.1": "10"}, players=players, nobles=["Francis I of France", W4U4, R4K4])
    before = game.players[A].prestige
    play(game, "purchase 1.1")
    assert (letters_of(game, A), game.players[A].prestige - before) == ("DE", 3 + 5 + 2)


@pytest.mark.scenario("S-P17-13")
@pytest.mark.rule("POST17-D")
def test_five_prestige_once() -> None:
    players = [{"bonus": "u4 g5 r4", "nobles": [G4R4, U4G4]}]
    game = position(FIRST, players=players, nobles=[R4K4, None, None])
    before = game.players[A].prestige
    play(game, "take wug")
    assert (letters_of(game, A), game.players[A].prestige) == ("D", before + 5)
    # Without a noble there is no coat.
    game = play(position(FIRST, players=[{"bonus": "g5", "prestige": 2}]), "take wug")
    assert (letters_of(game, A), game.players[A].prestige) == ("", 2)


# --- 2025 ---------------------------------------------------------------------------------------------------------
@pytest.mark.scenario("S-P25-1")
@pytest.mark.rule("POST25-1", "POST25-2", "POST25-3", "DEC-POST")
def test_one_post_a_turn() -> None:
    game = position(SECOND, players=[{"bonus": "g5 k3", "prestige": 8}])
    play(game, "take wug")
    assert (game.phase, texts(game)) == (Phase.POST, {"post B", "post E"})
    assert refuses(game, "decline", "pass", "post A")
    play(game, "post E")
    assert (letters_of(game, A), game.players[A].prestige) == ("E", 9)
    play(game, "take wug", "take wug")
    assert (game.player, letters_of(game, A), game.players[A].prestige) == (B, "BE", 10)


@pytest.mark.scenario("S-P25-2")
@pytest.mark.rule("POST25-2")
def test_no_post_twice() -> None:
    game = position(SECOND, players=[{"bonus": "r4 w1", "posts": "A"}])
    play(game, "take wug")
    assert (game.player, letters_of(game, A)) == (B, "A")


@pytest.mark.scenario("S-P25-3")
@pytest.mark.rule("POST25-B", "INFO-8", "DEC-KEEP")
@pytest.mark.parametrize("kept", [1, 2])
def test_draw_two_keep_one(kept: int) -> None:
    game = position(SECOND, players=[{"bonus": "k3", "posts": "B"}], bank="w4 u4 g4 r4 k4 y2")
    play(game, "reserve deck 2")
    assert (game.phase, texts(game)) == (Phase.KEEP, {"keep 1", "keep 2"})
    drawn = game.drawn
    assert all(isinstance(card, Card) and card.level == 2 for card in drawn)
    assert game.view(A).drawn == drawn
    for seat in (B, None):
        assert game.view(seat).drawn == (HiddenCard(2, orient=False),) * 2
    play(game, f"keep {kept}")
    other = drawn[2 - kept]
    assert game.players[A].hand == (drawn[kept - 1],)
    assert (game.under_decks, game.deck_sizes["2"]) == ({"2": (other,)}, 25)
    assert game.players[A].tokens == amounts("y1")
    assert game.view(A).under_decks == {"2": (other,)}
    for seat in (B, None):
        view = game.view(seat)
        assert view.players[A].hand == (HiddenCard(2, orient=False),)
        assert view.under_decks == {"2": (HiddenCard(2, orient=False),)}
        assert view.deck_sizes["2"] == 25


@pytest.mark.scenario("S-P25-4")
@pytest.mark.rule("POST25-5")
def test_one_card_left_to_draw() -> None:
    players = [{"bonus": "k3", "posts": "B"}]
    game = position(Setup(4, posts=2025), players=players, decks={"3": ["90"]}, park=(1, 2, 3))
    play(game, "reserve deck 3")
    assert game.player == B
    assert (names(game.players[A].hand), game.deck_sizes["3"], game.drawn) == ({"90"}, 0, ())


@pytest.mark.scenario("S-P25-5")
@pytest.mark.rule("POST25-5")
def test_market_reservation_draws_one() -> None:
    game = position(SECOND, players=[{"bonus": "k3", "posts": "B"}])
    card = shown(game)[2, 1]
    play(game, "reserve 2.1")
    assert (game.player, names(game.players[A].hand), game.under_decks) == (B, {card}, {})
    assert game.players[A].tokens == amounts("y1")


@pytest.mark.scenario("S-P25-6")
@pytest.mark.rule("POST25-E", "BASE-END-1")
def test_prestige_per_post() -> None:
    # 38 (green, 1 prestige) costs k4.
    players = [{"bonus": "w2 g4 r3", "posts": "AC", "prestige": 11, "tokens": "k4"}]
    game = position(SECOND, market={"1.1": "38"}, players=players)
    play(game, "purchase 1.1", "extra w")
    assert (letters_of(game, A), game.players[A].prestige, game.ending) == ("ACE", 12 + 3, True)


@pytest.mark.scenario("S-P25-7")
@pytest.mark.rule("POST25-D", "PAY-GEN-1")
def test_half_a_double_gold_is_lost() -> None:
    # 5 costs g2 r1: with g2 the need is r1.
    players = [{"bonus": "u3 g2 k1", "posts": "D", "tokens": "r1 y1"}]
    game = position(SECOND, market={"1.1": "5"}, players=players)
    assert payments(game, "purchase 1.1") == ["r1", "y1"]


@pytest.mark.scenario("S-P25-8")
@pytest.mark.rule("POST25-6")
def test_new_post_was_not_active_yet() -> None:
    # 9 (red) costs w3.
    game = position(SECOND, market={"1.1": "9"}, players=[{"bonus": "r2 w1", "tokens": "w2"}])
    play(game, "purchase 1.1")
    assert (game.player, letters_of(game, A), game.players[A].tokens) == (B, "A", amounts(""))


@pytest.mark.scenario("S-P25-9")
@pytest.mark.rule("POST25-A", "POST25-9")
def test_no_gem_left_after_a_purchase() -> None:
    players = [owns_a(tokens="w4 u4 g2"), {"tokens": "g2 r4 k4"}]
    game = position(SECOND, market={"1.1": "8"}, players=players)  # costs r3
    assert game.bank == amounts("y5")
    play(game, "purchase 1.1")
    assert (game.player, game.players[A].tokens) == (B, amounts("w4 u4 g2"))
    # With a gem in the bank one must be taken: here the only one.
    players = [owns_a(tokens="w4 u4 g1"), {"tokens": "g2 r4 k4"}]
    game = position(SECOND, market={"1.1": "8"}, players=players)
    play(game, "purchase 1.1")
    assert game.players[A].tokens == amounts("w4 u4 g2")


@pytest.mark.scenario("S-P25-10")
@pytest.mark.rule("POST25-C", "POST25-9")
def test_third_token_is_never_gold() -> None:
    game = position(Setup(4, posts=2025), bank="g4 y3", players=[{"bonus": "w2", "posts": "C"}])
    before = game.players[A].tokens
    play(game, "take gg")
    assert (game.player, game.bank) == (B, amounts("g2 y3"))
    assert game.players[A].tokens == before | {"green": before["green"] + 2}


@pytest.mark.scenario("S-P25-11")
@pytest.mark.rule("POST25-4", "POST25-8")
def test_five_green_need_no_noble() -> None:
    game = position(SECOND, players=[{"bonus": "g5"}])
    before = game.players[A].prestige
    play(game, "take wug")
    assert (game.player, letters_of(game, A), game.players[A].prestige) == (B, "E", before + 1)
    # K3 gives the draw-two post instead of prestige.
    game = play(position(SECOND, players=[{"bonus": "k3"}]), "take wug")
    assert (letters_of(game, A), game.players[A].prestige) == ("B", 0)


@pytest.mark.rule("POST25-A", "POST25-9")
def test_post_token_2025_before_the_refill_and_for_the_limit() -> None:
    game = position(SECOND, market={"1.1": "8"}, players=[owns_a(tokens="w3 u3 g3 k1")])  # costs r3
    play(game, "purchase 1.1")
    assert (game.phase, texts(game)) == (Phase.EXTRA_TOKEN, {f"extra {colour}" for colour in "wugrk"})
    assert game.market[1, 1] is None
    play(game, "extra r")
    assert game.phase is Phase.GIVE_BACK


@pytest.mark.rule("POST17-3", "POST25-3")
@pytest.mark.parametrize("setup", [FIRST, SECOND])
def test_posts_are_not_exclusive(setup: Setup) -> None:
    game = position(setup, players=[{"bonus": "w2"}, {"bonus": "w2"}])
    play(game, "take wug", "take wug")
    letter = "B" if setup.posts == 2017 else "C"
    assert [letters_of(game, seat) for seat in (A, B)] == [letter, letter]


@pytest.mark.rule("POST17-C", "POST25-D")
def test_double_gold_counts_one_for_the_limit() -> None:
    for setup, letter in ((FIRST, "C"), (SECOND, "D")):
        players = [{"bonus": "u3 k1", "posts": letter, "tokens": "w2 u2 g2 y1"}]
        game = play(position(setup, players=players), "take wug")
        assert (game.player, sum(game.players[A].tokens.values())) == (B, 10)
