"""S-CO: modules played together."""

from typing import Any

import pytest

from splendor import Phase, Setup
from splendor.table.things import Card
from tests.rules.helpers import (
    A,
    B,
    amounts,
    gems,
    give_backs,
    letters_of,
    names,
    payments,
    play,
    position,
    refuses,
    sacrifices,
    texts,
)

CITIES = ["Samarkand A", "Seoul B", "Madrid A"]  # 14: w4 and 4 alike; 13: 6 alike; 12: u3 g3 r3 k3
POSTS_ORIENT = Setup(2, posts=2025, orient=2017)
POSTS_ORIENT_FORTS = Setup(2, posts=2025, orient=2017, strongholds=2017)


@pytest.mark.scenario("S-CO-1")
@pytest.mark.rule("COMBO-2", "TURN-P7")
def test_post_prestige_counts_for_the_city() -> None:
    # 8 (green, 0 prestige) costs r3.
    players = [{"prestige": 13, "bonus": "w4 u4 g4", "posts": "C", "tokens": "r3"}]
    game = position(Setup(2, cities=2025, posts=2025), cities=CITIES, market={"1.1": "8"}, players=players)
    play(game, "purchase 1.1")
    assert (letters_of(game, A), game.players[A].prestige) == ("CE", 15)
    assert names([game.players[A].city]) == {"Samarkand A"}
    assert game.ending


@pytest.mark.scenario("S-CO-2")
@pytest.mark.rule("COMBO-4", "PAY-GEN-1")
def test_virtual_gold_is_doubled() -> None:
    # 42 costs u2 g2 r3: with u3 r1 the need is g2 r2.
    holdings = {"tableau": ["O17-06"], "bonus": "u3 r1 k1"}
    game = position(POSTS_ORIENT, market={"2.1": "42"}, players=[{**holdings, "posts": "D"}])
    assert payments(game, "purchase 2.1") == ["+1"]
    game = position(POSTS_ORIENT, market={"2.1": "42"}, players=[holdings])
    assert refuses(game, "purchase 2.1")


@pytest.mark.scenario("S-CO-3")
@pytest.mark.rule("COMBO-5", "COMBO-9", "POST25-7")
def test_post_stays_after_a_sacrifice() -> None:
    # O17-25 (black) costs two red cards.
    players = [{"tableau": ["4", "9", "14", "1"], "posts": "A"}]
    game = position(POSTS_ORIENT, market={"3.5": "O17-25"}, players=players)
    assert game.players[A].bonus == gems("r3 w1")
    assert len(sacrifices(game, "purchase 3.5")) == 3
    play(game, "purchase 3.5", "sacrifice 4", "sacrifice 9")
    assert game.phase is Phase.EXTRA_TOKEN
    play(game, "extra u")
    assert (game.players[A].bonus, game.players[A].tokens) == (gems("w1 r1 k1"), amounts("u1"))
    assert letters_of(game, A) == "A"
    play(game, "take wug", "take wug")
    assert letters_of(game, A) == "A"


@pytest.mark.scenario("S-CO-4")
@pytest.mark.rule("COMBO-3", "COMBO-14")
def test_six_decks_to_draw_two_from() -> None:
    game = position(POSTS_ORIENT, players=[{"bonus": "k3", "posts": "B"}])
    decks = {f"reserve deck {deck}" for deck in ("1", "2", "3", "o1", "o2", "o3")}
    assert texts(game, "reserve_deck") == decks
    for deck in decks:
        after = play(game.copy(), deck)
        assert after.phase is Phase.KEEP
        assert {f"o{card.level}" if card.orient else str(card.level) for card in after.drawn} == {deck.split()[-1]}
    play(game, "reserve deck o1")
    assert all(isinstance(card, Card) and card.orient and card.level == 1 for card in game.drawn)
    play(game, "keep 1")
    assert (game.deck_sizes["o1"], list(game.under_decks)) == (7, ["o1"])


@pytest.mark.scenario("S-CO-5")
@pytest.mark.rule("COMBO-1", "COMBO-6")
def test_noble_card_with_cities() -> None:
    # O17-17 (green, 1 prestige) costs w2 u2 r2 k2.
    players = [{"bonus": "w2 u2 r2 k2"}]
    game = position(Setup(2, cities=2025, orient=2017), cities=CITIES, market={"2.5": "O17-17"}, players=players)
    assert game.nobles == ()
    before = game.players[A].prestige
    play(game, "purchase 2.5")
    assert (game.player, game.players[A].prestige, game.players[A].bonus["green"]) == (B, before + 1, 1)
    assert (game.players[A].reserved_nobles, game.players[A].nobles) == ((), ())


@pytest.mark.scenario("S-CO-6")
@pytest.mark.rule("COMBO-8", "DEC-FREE")
def test_occupied_card_is_not_free() -> None:
    # O17-19 costs w4 u3 k1.
    named: dict[str, Any] = {"market": {"2.5": "O17-19"}, "players": [{"bonus": "w4 u3 k1"}]}
    game = position(POSTS_ORIENT_FORTS, strongholds={"1.3": (B, 1)}, **named)
    play(game, "purchase 2.5", "copy w")
    assert texts(game) == {f"free 1.{place}" for place in (1, 2, 4, 5, 6)}
    # A free card with own strongholds gives them back.
    game = position(POSTS_ORIENT_FORTS, strongholds={"1.3": (A, 2)}, **named)
    play(game, "purchase 2.5", "copy w", "free 1.3")
    assert (game.phase, game.players[A].strongholds, game.strongholds) == (Phase.STRONGHOLD, 3, {})


@pytest.mark.scenario("S-CO-7")
@pytest.mark.rule("COMBO-9", "COMBO-13")
def test_two_post_tokens_in_a_turn() -> None:
    # 8 (in hand) costs r3, 51 costs r5: nothing for A.
    game = position(
        Setup(2, posts=2025, strongholds=2017),
        market={"2.1": "51"},
        players=[{"bonus": "r5 w1", "posts": "A", "hand": ["8"], "tokens": "u4 g4 k2"}],
        strongholds={"2.1": (A, 3), "1.1": (B, 1)},
    )
    play(game, "purchase hand 1")
    assert game.phase is Phase.EXTRA_TOKEN
    play(game, "extra w")
    assert game.phase is Phase.STRONGHOLD
    play(game, "remove 1.1", "conquer")
    assert game.phase is Phase.EXTRA_TOKEN
    play(game, "extra w")
    assert game.phase is Phase.STRONGHOLD
    play(game, "place 1.2")
    assert sum(game.players[A].tokens.values()) == 12
    assert len(give_backs(game)) == len(set(give_backs(game)))
    assert all(sum(int(word[1]) for word in choice.split()) == 2 for choice in give_backs(game))


@pytest.mark.rule("COMBO-9", "POST25-A", "DEC-POST-TOKEN")
def test_post_token_of_a_conquest_after_a_pair() -> None:
    """The pair was the action's: the token after the conquest may have its colour, the third token may not."""
    game = position(
        Setup(4, posts=2025, strongholds=2017),
        market={"2.1": "51"},  # costs r5
        players=[{"bonus": "r5 w2", "posts": "AC"}],
        strongholds={"2.1": (A, 3)},
    )
    play(game, "take gg")
    assert texts(game) == {"extra w", "extra u", "extra r", "extra k"}
    play(game, "extra w", "conquer")
    assert (game.phase, texts(game)) == (Phase.EXTRA_TOKEN, {f"extra {colour}" for colour in "wugrk"})


@pytest.mark.scenario("S-CO-8")
@pytest.mark.rule("COMBO-7", "CITY25-8")
def test_double_for_posts() -> None:
    game = position(
        POSTS_ORIENT, market={"2.5": "O17-11", "1.1": "19"}, players=[{"tokens": "u4 g3"}]
    )  # the white double costs u4 g3
    play(game, "purchase 2.5")
    assert (letters_of(game, A), game.players[A].bonus) == ("C", gems("w2"))
    game = position(Setup(2, posts=2025, orient=2025), market={"2.5": "O25-11"}, players=[{"tokens": "g3 r4"}])
    play(game, "purchase 2.5")
    assert (letters_of(game, A), game.players[A].bonus, game.players[A].count) == ("", gems("w2"), gems("w1"))


@pytest.mark.scenario("S-CO-9")
@pytest.mark.rule("COMBO-9", "COMBO-10", "ORIENT-FREE-3", "TURN-BUY")
@pytest.mark.parametrize("edition", [2017, 2025])
def test_order_inside_a_purchase(edition: int) -> None:
    # O17-19 costs w4 u3 k1; 8 is green.
    game = position(
        Setup(2, posts=2025, orient=2017, strongholds=edition),
        market={"2.5": "O17-19", "1.1": "8"},
        players=[{"bonus": "w4 u3 r3 k1", "posts": "ACD"}],
    )
    phases = []
    for action in ("purchase 2.5", "copy w", "free 1.1", "extra g", "place 3.1"):
        play(game, action)
        if game.player == A:
            phases.append(game.phase)
            assert game.market[2, 5] is None
    assert phases == [Phase.COPY, Phase.FREE_CARD, Phase.EXTRA_TOKEN, Phase.STRONGHOLD]
    assert game.player == B  # one token, one operation
    assert (game.players[A].tokens, game.players[A].strongholds) == (amounts("g1"), 2)
    assert None not in game.market.values()


@pytest.mark.scenario("S-CO-10")
@pytest.mark.rule("COMBO-12")
def test_fifteen_prestige_with_and_without_cities() -> None:
    # 36 (white, 1 prestige) costs g4.
    named: dict[str, Any] = {"market": {"1.1": "36"}, "players": [{"prestige": 14, "tokens": "g4"}]}
    game = play(position(POSTS_ORIENT, **named), "purchase 1.1")
    assert (game.players[A].prestige, game.ending) == (15, True)
    setup = Setup(2, cities=2025, posts=2025)
    game = play(position(setup, cities=CITIES, **named), "purchase 1.1")
    assert (game.players[A].prestige, game.ending) == (15, False)


@pytest.mark.scenario("S-CO-11")
@pytest.mark.rule("COMBO-11", "ORIENT-JOKER-3")
def test_virtual_gold_of_this_turn_pays_the_conquest() -> None:
    # O17-19 costs w4 u3 k1; 19 costs w2 r2: with w4 the need is r2.
    game = position(
        POSTS_ORIENT_FORTS,
        market={"2.5": "O17-19", "1.5": "O17-06", "1.1": "19"},
        players=[{"bonus": "w4 u3 k1"}],
        strongholds={"1.1": (A, 2)},
    )
    assert refuses(game, "purchase 1.1")
    play(game, "purchase 2.5", "copy w", "free 1.5", "place 1.1")
    assert game.phase is Phase.CONQUER
    assert payments(game, "conquer") == ["+1"]
    play(game, "conquer")
    assert (names(game.gone), game.players[A].virtual_gold) == ({"O17-06"}, ())
    assert "19" in names(game.players[A].tableau)


@pytest.mark.rule("COMBO-11")
def test_conquest_of_an_orient_card_resolves_its_effect() -> None:
    # O17-11 (a white double) costs u4 g3, O17-19 (copy and free card) w4 u3 k1.
    game = position(
        POSTS_ORIENT_FORTS,
        market={"2.5": "O17-19"},
        players=[{"bonus": "w4 u3 k1"}],
        strongholds={"2.5": (A, 3)},
    )
    play(game, "take wug", "conquer")
    assert (game.phase, texts(game)) == (Phase.COPY, {"copy w", "copy u", "copy k"})
    play(game, "copy k")
    assert game.phase is Phase.FREE_CARD


@pytest.mark.scenario("S-CO-12")
@pytest.mark.rule("COMBO-7")
def test_copies_and_doubles_count_for_cities() -> None:
    # Amboise B: 13 prestige, r4 k3. O17-15 is a black double, O17-04 (copy) costs u2 r3.
    players = [{"tableau": ["O17-15"], "bonus": "r3 k3", "prestige": 13, "tokens": "u2"}]
    cities = ["Amboise B", "Seoul A", "Timbuktu A"]
    setup = Setup(2, cities=2025, orient=2017)
    game = position(setup, cities=cities, market={"1.5": "O17-04"}, players=players)
    play(game, "purchase 1.5", "copy r")
    assert game.players[A].count == gems("r4 k3")
    assert names([game.players[A].city]) == {"Amboise B"}
    assert game.ending
    # With a double of 2025 black counts two.
    players = [{"tableau": ["O25-15"], "bonus": "r3 k3", "prestige": 13, "tokens": "u2"}]
    setup = Setup(2, cities=2025, orient=2025)
    game = position(setup, cities=cities, market={"1.5": "O25-04"}, players=players)
    play(game, "purchase 1.5", "copy r")
    assert (game.players[A].count, game.ending) == (gems("r4 k2"), False)
