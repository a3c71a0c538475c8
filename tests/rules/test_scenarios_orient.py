"""S-OR, S-O25: the Orient of both editions."""

from typing import Any

import pytest

from splendor import Game, Phase, Setup
from splendor.table.things import HiddenCard
from tests.rules.helpers import (
    R4K4,
    U3G3R3,
    U4G4,
    W3R3K3,
    W3U3G3,
    W4U4,
    A,
    B,
    amounts,
    gems,
    names,
    payments,
    play,
    position,
    refuses,
    sacrifices,
    shown,
    texts,
)

FIRST, SECOND = Setup(2, orient=2017), Setup(2, orient=2025)
BURN_RED = "O17-25"  # black, 3 prestige, costs two red bonuses
DOUBLE_RED = "O17-14"


# --- rows and decks -----------------------------------------------------------------------------------------------
@pytest.mark.scenario("S-OR-1")
@pytest.mark.rule("ORIENT-1", "ORIENT-2")
def test_orient_cards_come_from_their_own_deck() -> None:
    game = position(FIRST, market={"1.5": "O17-06"}, players=[{"tokens": "w3"}])
    base = {slot: card for slot, card in shown(game).items() if slot[1] <= 4}
    play(game, "purchase 1.5")
    assert game.market[1, 5] is not None
    assert game.market[1, 5].name.startswith("O17")
    assert game.deck_sizes == {"1": 36, "2": 26, "3": 16, "o1": 7, "o2": 8, "o3": 8}
    assert {slot: card for slot, card in shown(game).items() if slot[1] <= 4} == base
    play(game, "reserve deck o2")
    assert (len(game.players[B].hand), game.deck_sizes["o2"]) == (1, 7)
    assert game.view(A).players[B].hand == (HiddenCard(2, orient=True),)
    assert game.players[B].tokens == amounts("y1")


@pytest.mark.scenario("S-OR-20")
@pytest.mark.rule("ORIENT-3")
def test_no_effect_on_reservation() -> None:
    game = position(FIRST, market={"2.5": "O17-17"})
    nobles = game.nobles
    play(game, "reserve 2.5")
    assert (game.player, game.nobles, game.players[A].reserved_nobles) == (B, nobles, ())
    assert game.players[A].tokens == amounts("y1")


# --- virtual gold -------------------------------------------------------------------------------------------------
@pytest.mark.scenario("S-OR-5")
@pytest.mark.rule("ORIENT-JOKER-1", "ORIENT-JOKER-2")
def test_half_of_a_virtual_gold_card_is_lost() -> None:
    # 5 costs g2 r1: with g2 the need is r1.
    game = position(FIRST, market={"1.1": "5"}, players=[{"tableau": ["O17-06"], "bonus": "g2"}])
    assert payments(game, "purchase 1.1") == ["+1"]
    play(game, "purchase 1.1")
    assert (names(game.gone), game.players[A].virtual_gold) == ({"O17-06"}, ())
    assert game.bank == amounts("w4 u4 g4 r4 k4 y5")  # no token moved
    assert game.players[A].cards == 3


@pytest.mark.scenario("S-OR-6")
@pytest.mark.rule("ORIENT-JOKER-3")
def test_two_virtual_gold_cards_together() -> None:
    game = position(FIRST, market={"1.1": "18"}, players=[{"tableau": ["O17-06", "O17-07"]}])  # costs u2 r2
    assert payments(game, "purchase 1.1") == ["+2"]


@pytest.mark.scenario("S-OR-7")
@pytest.mark.rule("ORIENT-JOKER-3", "PAY-GEN-1")
def test_virtual_gold_mixed_with_tokens() -> None:
    game = position(FIRST, market={"1.1": "8"}, players=[{"tableau": ["O17-06"], "tokens": "r1 y1"}])  # costs r3
    assert payments(game, "purchase 1.1") == ["r1 +1", "y1 +1"]


@pytest.mark.scenario("S-OR-8")
@pytest.mark.rule("ORIENT-JOKER-1", "ORIENT-JOKER-4")
def test_virtual_gold_is_no_token() -> None:
    game = position(FIRST, players=[{"tableau": ["O17-06", "O17-07"], "tokens": "w2 u2 g2 y1"}])
    play(game, "take wug")
    assert (game.player, sum(game.players[A].tokens.values())) == (B, 10)
    assert (game.players[A].bonus, game.players[A].cards) == (gems(""), 2)


@pytest.mark.scenario("S-OR-23")
@pytest.mark.rule("PAY-GEN-1")
def test_virtual_gold_acquired_first_is_spent_first() -> None:
    # 19 costs w2 r2: with w2 the need is r2.
    players = [{"tableau": ["O17-08", "O17-06", "O17-07"], "bonus": "w2", "tokens": "r1"}]
    game = position(FIRST, market={"1.1": "19"}, players=players)
    assert payments(game, "purchase 1.1") == ["+1"]
    play(game, "purchase 1.1")
    assert names(game.gone) == {"O17-08"}
    assert [card.name for card in game.players[A].virtual_gold] == ["O17-06", "O17-07"]


@pytest.mark.scenario("S-OR-19")
@pytest.mark.rule("BASE-TIE-2", "ORIENT-JOKER-4", "ORIENT-6")
def test_spent_cards_do_not_count_for_the_tie() -> None:
    # 37 (blue, 1 prestige) costs r4, 36 (white, 1) costs g4.
    players = [
        {"tableau": ["O17-06"], "bonus": "w2 u2 g2 r2 k2", "prestige": 14},
        {"bonus": "w2 u2 g2 r2 k3", "prestige": 14, "tokens": "g2"},
    ]
    game = position(FIRST, market={"1.1": "37", "1.2": "36"}, players=players)
    play(game, "purchase 1.1", "purchase 1.2")
    assert [(player.prestige, player.cards) for player in game.players] == [(15, 11), (15, 12)]
    assert (game.is_over, game.winners) == (True, {A})
    assert names(game.gone) == {"O17-06"}
    for seat in (A, B):  # it is in no deck, hand or market either
        assert "O17-06" not in names(game.market.values()) | names(game.players[seat].hand)


# --- copies -------------------------------------------------------------------------------------------------------
def with_copies_for_sale(tableau: list[str], **named: Any) -> Game:
    """O17-01 (w3 r2) in the market and O17-02 (w2 k3) in A's hand can both be paid."""
    holdings = {"tableau": tableau, "tokens": "w3 r2 k3", "hand": ["O17-02"], **named}
    return position(FIRST, market={"1.5": "O17-01"}, players=[holdings])


@pytest.mark.scenario("S-OR-2")
@pytest.mark.rule("ORIENT-COPY-2")
def test_copy_needs_a_card_to_copy() -> None:
    for tableau in ([], ["O17-06"]):
        assert refuses(with_copies_for_sale(tableau), "purchase 1.5", "purchase hand 1")
    game = with_copies_for_sale(["4"])  # red
    assert {"purchase 1.5", "purchase hand 1"} <= texts(game)
    play(game, "purchase hand 1")
    assert game.player == B  # red was the only choice
    assert game.players[A].copies == {"O17-02": "red"}
    assert game.players[A].bonus == gems("r2")


@pytest.mark.scenario("S-OR-3")
@pytest.mark.rule("ORIENT-COPY-1", "ORIENT-COPY-3")
def test_copy_of_a_double_is_one_bonus() -> None:
    game = with_copies_for_sale(["O17-12"])
    assert game.players[A].bonus == gems("u2")
    play(game, "purchase 1.5")
    assert (game.players[A].bonus, game.players[A].count) == (gems("u3"), gems("u3"))


@pytest.mark.scenario("S-OR-21")
@pytest.mark.rule("ORIENT-COPY-5", "ORIENT-COPY-4")
def test_copy_of_a_copy() -> None:
    game = with_copies_for_sale(["1", "O17-03"], copies={"O17-03": "white"}, tokens="w3 r2")
    assert game.players[A].bonus == gems("w2")
    play(game, "purchase 1.5")
    assert (game.player, game.players[A].bonus) == (B, gems("w3"))
    assert game.players[A].copies == {"O17-01": "white", "O17-03": "white"}
    # With two colours the choice is made while the slot is still empty.
    game = with_copies_for_sale(["1", "4"])
    play(game, "purchase 1.5")
    assert (game.phase, texts(game)) == (Phase.COPY, {"copy w", "copy r"})
    assert game.market[1, 5] is None
    play(game, "copy w")
    assert game.market[1, 5] is not None


@pytest.mark.scenario("S-OR-4")
@pytest.mark.rule("ORIENT-FREE1-1", "DEC-COPY", "DEC-FREE", "ORIENT-4")
def test_copy_and_free_card() -> None:
    # O17-19 costs w4 u3 k1; 8 is green.
    players = [{"bonus": "u1 r1", "tokens": "w4 u2 k1"}]
    game = position(FIRST, market={"2.5": "O17-19", "1.1": "8"}, players=players)
    sizes = game.deck_sizes
    play(game, "purchase 2.5")
    assert (game.phase, texts(game)) == (Phase.COPY, {"copy u", "copy r"})
    play(game, "copy u")
    assert (game.phase, texts(game)) == (Phase.FREE_CARD, {f"free 1.{place}" for place in range(1, 7)})
    assert refuses(game, "free 2.1", "decline", "pass")
    assert game.market[2, 5] is None
    play(game, "free 1.1")
    assert (game.player, game.players[A].bonus) == (B, gems("u2 g1 r1"))
    assert game.players[A].tokens == amounts("")
    assert None not in game.market.values()
    assert (game.deck_sizes["1"], game.deck_sizes["o2"]) == (sizes["1"] - 1, sizes["o2"] - 1)


@pytest.mark.scenario("S-OR-22")
@pytest.mark.rule("ORIENT-5")
def test_no_free_card_left() -> None:
    copies = [f"O17-0{number}" for number in range(1, 6)]
    players = [
        {"bonus": "w4 u3 k1"},
        {"tableau": ["1", *copies], "copies": dict.fromkeys(copies, "white")},
    ]
    game = position(
        Setup(3, orient=2017),
        market={"2.5": "O17-19", **{f"1.{place}": None for place in range(1, 7)}},  # costs w4 u3 k1
        players=players,
        decks={"1": 0, "o1": 0},
        gone=[f"O17-{number:02}" for number in range(6, 11)],
        park=2,
    )
    play(game, "purchase 2.5")
    assert texts(game) == {"copy w", "copy u", "copy k"}
    play(game, "copy k")
    assert (game.player, game.players[A].bonus) == (B, gems("w4 u3 k2"))
    assert game.players[A].cards == 9


@pytest.mark.rule("ORIENT-COPY-6", "ORIENT-FREE-2")
def test_longest_chain() -> None:
    """A free card of level 2 brings one of level 1, a copy: each has something to copy, and slots wait."""
    # O17-27 (blue, free card of level 2) costs u1 g6 r3.
    players = [{"tokens": "u1 g4 r3", "bonus": "g2"}]
    market = {"3.5": "O17-27", "2.5": "O17-20", "1.5": "O17-01"}
    game = position(FIRST, market=market, players=players)
    play(game, "purchase 3.5", "free 2.5")
    assert (game.phase, texts(game)) == (Phase.COPY, {"copy u", "copy g"})  # the parent's blue is there
    play(game, "copy u", "free 1.5")
    assert (game.phase, texts(game)) == (Phase.COPY, {"copy u", "copy g"})
    assert [game.market[slot] for slot in ((3, 5), (2, 5), (1, 5))] == [None, None, None]
    play(game, "copy g")
    assert (game.player, game.players[A].bonus) == (B, gems("u2 g3"))
    assert None not in game.market.values()


# --- nobles -------------------------------------------------------------------------------------------------------
@pytest.mark.scenario("S-OR-9")
@pytest.mark.rule("ORIENT-NOBLE-1", "ORIENT-NOBLE-2", "ORIENT-NOBLE-3", "DEC-NOBLE-RES")
def test_reserved_noble_visits_at_once() -> None:
    # O17-17 (green, 1 prestige) costs w2 u2 r2 k2.
    players = [{"bonus": "w3 u3 g2", "tokens": "r2 k2"}]
    game = position(FIRST, market={"2.5": "O17-17"}, players=players, nobles=[R4K4, W3U3G3, W4U4])
    before = game.players[A].prestige
    play(game, "purchase 2.5")
    assert (game.phase, texts(game)) == (Phase.RESERVE_NOBLE, {f"reserve noble {place}" for place in (1, 2, 3)})
    assert refuses(game, "decline", "pass")
    play(game, "reserve noble 2")
    player = game.players[A]
    assert (names(player.nobles), player.reserved_nobles, player.prestige) == ({W3U3G3}, (), before + 1 + 3)
    assert player.tokens == amounts("")
    assert (game.nobles[1], game.player) == (None, B)


@pytest.mark.rule("ORIENT-NOBLE-2", "ORIENT-NOBLE-4")
def test_three_reserved_nobles_score_nothing() -> None:
    tableau = ["O17-16", "O17-17"]
    players = [{"tableau": tableau, "bonus": "w2 u2 g2 k2", "reserved_nobles": [W4U4, U4G4]}]
    game = position(FIRST, market={"2.5": "O17-18"}, players=players, nobles=[None, R4K4, None])
    before = game.players[A].prestige
    play(game, "purchase 2.5")
    assert names(game.players[A].reserved_nobles) == {W4U4, U4G4, R4K4}
    assert game.players[A].prestige == before + 1
    assert game.nobles == (None, None, None)


@pytest.mark.rule("ORIENT-NOBLE-2", "ORIENT-NOBLE-3")
def test_of_three_reserved_nobles_one_visits_and_two_wait() -> None:
    tableau = ["O17-16", "O17-17", "O17-18"]
    players = [{"tableau": tableau, "bonus": "w4 u4 g1 r1", "reserved_nobles": [W4U4, U4G4, R4K4]}]
    game = position(FIRST, players=players, nobles=[None, None, None])
    play(game, "take wug")
    player = game.players[A]
    assert names(player.nobles) == {W4U4}
    assert [noble.name for noble in player.reserved_nobles] == [U4G4, R4K4]


@pytest.mark.scenario("S-OR-10")
@pytest.mark.rule("ORIENT-NOBLE-4", "ORIENT-5")
def test_no_noble_left_to_reserve() -> None:
    players = [
        {"bonus": "w2 u2 r2 k2"},
        {"bonus": "w3 u3 g3 r3 k3", "nobles": [W3U3G3, U3G3R3, W3R3K3]},
    ]
    game = position(FIRST, market={"2.5": "O17-17"}, players=players, nobles=[None, None, None])
    play(game, "purchase 2.5")
    assert (game.player, game.players[A].reserved_nobles) == (B, ())
    assert game.players[A].bonus == gems("w2 u2 g1 r2 k2")


@pytest.mark.scenario("S-OR-11")
@pytest.mark.rule("ORIENT-NOBLE-3", "INFO-7")
def test_reserved_and_open_nobles() -> None:
    players = [
        {"tableau": ["O17-17"], "bonus": "w4 u4 g4", "reserved_nobles": [W4U4]},
        {"bonus": "w4 u4"},
    ]
    game = position(FIRST, players=players, nobles=[U4G4, R4K4, None])
    for seat in (A, B, None):
        assert names(game.view(seat).players[A].reserved_nobles) == {W4U4}
    play(game, "take wug")
    assert (game.phase, texts(game)) == (Phase.VISIT, {"visit 1", "visit reserved 1"})
    play(game, "visit 1", "take wug")
    assert (names(game.players[A].nobles), game.players[B].nobles) == ({U4G4}, ())
    play(game, "take wug")
    assert (names(game.players[A].nobles), game.players[A].reserved_nobles) == ({U4G4, W4U4}, ())


# --- sacrifice ----------------------------------------------------------------------------------------------------
def with_sacrifice(tableau: list[str], card: str = BURN_RED, **named: Any) -> Game:
    setup = FIRST if card.startswith("O17") else SECOND
    return position(setup, market={"3.5": card}, players=[{"tableau": tableau, **named}])


@pytest.mark.scenario("S-OR-12")
@pytest.mark.rule("ORIENT-BURN-1", "ORIENT-BURN-4", "DEC-BURN")
def test_sacrifice_of_two_cards() -> None:
    game = with_sacrifice(["4", "39", "54"])  # red with 0, 1 and 2 prestige
    assert sacrifices(game, "purchase 3.5") == [{"39", "4"}, {"39", "54"}, {"4", "54"}]
    play(game, "purchase 3.5", "sacrifice 4", "sacrifice 39")
    player = game.players[A]
    assert (player.bonus, player.prestige, names(player.tableau)) == (gems("r1 k1"), 3 - 1 + 3, {"54", BURN_RED})
    assert names(game.gone) == {"4", "39"}
    assert game.bank == amounts("w4 u4 g4 r4 k4 y5")


@pytest.mark.scenario("S-OR-13")
@pytest.mark.rule("ORIENT-BURN-2", "ORIENT-BURN-3")
def test_copy_goes_first() -> None:
    game = with_sacrifice(["O17-01", "4", "9"], copies={"O17-01": "red"})
    assert sacrifices(game, "purchase 3.5") == [{"4", "O17-01"}, {"9", "O17-01"}]


@pytest.mark.scenario("S-OR-14")
@pytest.mark.rule("ORIENT-BURN-2", "ORIENT-BURN-3")
def test_two_of_three_copies() -> None:
    copies = dict.fromkeys(["O17-01", "O17-02", "O17-03"], "red")
    game = with_sacrifice([*copies, "4"], copies=copies)
    assert sacrifices(game, "purchase 3.5") == [
        {"O17-01", "O17-02"},
        {"O17-01", "O17-03"},
        {"O17-02", "O17-03"},
    ]


@pytest.mark.scenario("S-OR-15")
@pytest.mark.rule("ORIENT-BURN-3", "ORIENT-DOUBLE-1")
def test_double_alone_is_enough() -> None:
    game = with_sacrifice([DOUBLE_RED, "4", "9"])
    assert game.players[A].bonus == gems("r4")
    assert sacrifices(game, "purchase 3.5") == [{"4", "9"}, {DOUBLE_RED}]
    # Beside a copy, a double goes only where there is no other card.
    copies = {"O17-01": "red"}
    assert sacrifices(with_sacrifice([DOUBLE_RED, "O17-01"], copies=copies), "purchase 3.5") == [{DOUBLE_RED, "O17-01"}]
    game = with_sacrifice([DOUBLE_RED, "O17-01", "4"], copies=copies)
    assert sacrifices(game, "purchase 3.5") == [{"4", "O17-01"}]
    # One other card beside the double makes no pair.
    assert sacrifices(with_sacrifice([DOUBLE_RED, "4"]), "purchase 3.5") == [{DOUBLE_RED}]


@pytest.mark.scenario("S-OR-16")
@pytest.mark.rule("ORIENT-BURN-5")
def test_gold_cannot_help_a_sacrifice() -> None:
    game = with_sacrifice(["4", "O17-06", "O17-07"], tokens="y5")
    assert refuses(game, "purchase 3.5")
    # Nor can a reserved card (ORIENT-BURN-1).
    assert refuses(with_sacrifice(["4"], hand=["9", "14"]), "purchase 3.5")


@pytest.mark.scenario("S-OR-17")
@pytest.mark.rule("ORIENT-BURN-4", "BASE-NOBLE-4")
def test_noble_stays_after_a_sacrifice() -> None:
    game = with_sacrifice([], bonus="r4 k4", nobles=[R4K4])
    before = game.players[A].prestige
    red = [card.name for card in game.players[A].tableau if card.colour == "red"]
    assert len(sacrifices(game, "purchase 3.5")) == 6  # two of four
    play(game, "purchase 3.5", f"sacrifice {red[0]}", f"sacrifice {red[1]}")
    assert names(game.players[A].nobles) == {R4K4}
    assert (game.players[A].bonus, game.players[A].prestige) == (gems("r2 k5"), before + 3)


# --- free cards of level 2 ----------------------------------------------------------------------------------------
@pytest.mark.scenario("S-OR-18")
@pytest.mark.rule("ORIENT-FREE2-1", "ORIENT-FREE-2", "ORIENT-FREE-4")
def test_free_card_of_level_two() -> None:
    # O17-27 (blue) costs u1 g6 r3; O17-11 is a white double.
    players = [{"bonus": "g6", "tokens": "u1 r3", "hand": ["57"]}]
    game = position(FIRST, market={"3.5": "O17-27", "2.5": "O17-11"}, players=players)
    play(game, "purchase 3.5")
    assert (game.phase, texts(game)) == (Phase.FREE_CARD, {f"free 2.{place}" for place in range(1, 7)})
    play(game, "free 2.5")
    assert (game.player, game.players[A].bonus) == (B, gems("w2 u1 g6"))
    assert names(game.players[A].hand) == {"57"}


@pytest.mark.rule("ORIENT-FREE-2", "ORIENT-NOBLE-1")
def test_free_noble_card() -> None:
    players = [{"bonus": "g6", "tokens": "u1 r3"}]
    game = position(FIRST, market={"3.5": "O17-27", "2.5": "O17-17"}, players=players)
    play(game, "purchase 3.5", "free 2.5")
    assert game.phase is Phase.RESERVE_NOBLE
    play(game, "reserve noble 1")
    assert len(game.players[A].reserved_nobles) == 1


# --- 2025 ---------------------------------------------------------------------------------------------------------
@pytest.mark.scenario("S-O25-1")
@pytest.mark.rule("ORIENT25-1")
def test_double_2025_pays_two_and_counts_one() -> None:
    # O25-11 is a white double; 9 costs w3.
    players = [{"tableau": ["O25-11"], "bonus": "w3 u3 g3"}]
    game = position(SECOND, market={"1.1": "9"}, players=players, nobles=[W3U3G3, R4K4, W4U4])
    assert game.players[A].count == gems("w2 u3 g3")
    assert payments(game, "purchase 1.1") == [""]
    play(game, "take wug")
    assert (game.player, game.players[A].nobles) == (B, ())
    # The same in 2017 brings the noble.
    players = [{"tableau": ["O17-11"], "bonus": "w3 u3 g3"}]
    game = position(FIRST, players=players, nobles=[W3U3G3, R4K4, W4U4])
    assert names(play(game, "take wug").players[A].nobles) == {W3U3G3}


BURN_RED_2025, DOUBLE_RED_2025 = "O25-22", "O25-14"


@pytest.mark.scenario("S-O25-2")
@pytest.mark.rule("ORIENT25-2")
def test_sacrifice_2025_is_two_cards() -> None:
    double = DOUBLE_RED_2025
    assert sacrifices(with_sacrifice([double, "4"], BURN_RED_2025), "purchase 3.5") == [{"4", double}]
    game = with_sacrifice([double, "4", "9"], BURN_RED_2025)
    assert sacrifices(game, "purchase 3.5") == [{"4", "9"}, {"4", double}, {"9", double}]
    assert refuses(with_sacrifice([double], BURN_RED_2025), "purchase 3.5")


@pytest.mark.scenario("S-O25-3")
@pytest.mark.rule("ORIENT25-2")
def test_sacrifice_2025_with_a_copy() -> None:
    copies = {"O25-01": "red"}
    game = with_sacrifice(["O25-01", DOUBLE_RED_2025, "4"], BURN_RED_2025, copies=copies)
    assert sacrifices(game, "purchase 3.5") == [{"4", "O25-01"}, {"O25-01", DOUBLE_RED_2025}]
    copies = dict.fromkeys(["O25-01", "O25-02"], "red")
    game = with_sacrifice([*copies, DOUBLE_RED_2025, "4"], BURN_RED_2025, copies=copies)
    assert sacrifices(game, "purchase 3.5") == [{"O25-01", "O25-02"}]


@pytest.mark.rule("ORIENT25-4")
def test_free_card_2025() -> None:
    # O25-17 (copy and free card) costs w3 u1 g4.
    players = [{"bonus": "u1", "tokens": "w3 g4"}]
    game = position(SECOND, market={"2.5": "O25-17", "1.5": "O25-03"}, players=players)
    play(game, "purchase 2.5", "free 1.5")  # blue is the only colour to copy, twice
    assert (game.player, game.players[A].bonus) == (B, gems("u3"))
    assert game.players[A].copies == {"O25-17": "blue", "O25-03": "blue"}
    assert game.players[A].tokens == amounts("")
    assert None not in game.market.values()


@pytest.mark.rule("ORIENT25-5")
def test_copy_of_a_double_2025() -> None:
    players = [{"tableau": ["O25-12"], "tokens": "w3 r2"}]  # a blue double; O25-01 costs w3 r2
    game = position(SECOND, market={"1.5": "O25-01"}, players=players)
    play(game, "purchase 1.5")
    assert (game.players[A].bonus, game.players[A].count) == (gems("u3"), gems("u2"))
