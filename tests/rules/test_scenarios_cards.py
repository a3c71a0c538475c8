"""S-RES, S-BUY: reserving, purchasing, paying, and the market."""

import pytest

from splendor import Game, Phase, Setup, hidden
from splendor.table.things import Card, HiddenCard
from tests.rules.helpers import (
    A,
    B,
    amounts,
    gems,
    names,
    payments,
    play,
    position,
    refuses,
    short,
    shown,
    texts,
)


# --- reserving ----------------------------------------------------------------------------------------------------
@pytest.mark.scenario("S-RES-1")
@pytest.mark.rule("BASE-RES-1", "BASE-RES-3", "BASE-ROW-1")
def test_reserve_without_gold() -> None:
    game = position(Setup(2), bank="w4 u4 g4 r4 k4", market={"2.2": "57"})
    before = shown(game)
    play(game, "reserve 2.2")
    assert names(game.players[A].hand) == {"57"}
    assert game.players[A].tokens == amounts("")
    assert game.deck_sizes == {"1": 36, "2": 25, "3": 16}
    assert game.market[2, 2] is not None
    assert game.market[2, 2].level == 2
    assert game.market[2, 2].name not in before.values()
    assert {slot: card for slot, card in shown(game).items() if slot != (2, 2)} == {
        slot: card for slot, card in before.items() if slot != (2, 2)
    }


@pytest.mark.scenario("S-RES-2")
@pytest.mark.rule("BASE-RES-2")
def test_hand_is_full() -> None:
    game = position(Setup(2), players=[{"hand": ["1", "2", "3"], "tokens": "y2"}], bank="w4 u4 g4 r4 k4 y3")
    assert texts(game, "reserve", "reserve_deck") == set()
    assert refuses(game, "reserve 1.1", "reserve deck 1", "reserve deck 3")
    # Nothing lets a card of the hand go but its purchase.
    kinds = {action.kind for action in game.legal_actions}
    assert kinds <= {"take_different", "take_same", "purchase", "purchase_hand"}


@pytest.mark.scenario("S-RES-3")
@pytest.mark.rule("BASE-RES-1", "INFO-3", "BASE-ROW-3")
def test_reserve_from_a_deck() -> None:
    game = Game(Setup(2), seed=3)
    before = shown(game)
    play(game, "reserve deck 3")
    card = game.players[A].hand[0]
    assert isinstance(card, Card)
    assert card.level == 3
    assert game.view(A).players[A].hand == (card,)
    for seat in (B, None):
        view = game.view(seat)
        assert view.players[A].hand == (HiddenCard(3, orient=False),)
        assert view.deck_sizes == {"1": 36, "2": 26, "3": 15}
        assert str(view.players[A].hand[0]) == "a hidden card of level 3"
    assert shown(game) == before
    assert game.players[A].tokens == amounts("y1")


@pytest.mark.scenario("S-RES-4")
@pytest.mark.rule("BASE-RES-5", "BASE-ROW-2")
def test_empty_deck() -> None:
    game = position(Setup(2), decks={"1": 0}, park=B)
    assert texts(game, "reserve_deck") == {"reserve deck 2", "reserve deck 3"}
    assert refuses(game, "reserve deck 1")
    play(game, "reserve 1.2")
    face_up = [card for (level, _), card in game.market.items() if level == 1 and card]
    assert (len(face_up), game.market[1, 2]) == (3, None)
    for _ in range(4):
        seat = game.player
        while game.player == seat:
            play(game, str(game.legal_actions[0]))
        assert game.market[1, 2] is None
        assert refuses(game, "reserve 1.2", "purchase 1.2")


@pytest.mark.scenario("S-RES-5")
@pytest.mark.rule("INFO-4", "INFO-6")
def test_who_knows_reserved_cards() -> None:
    game = position(Setup(2), players=[{"hand": ["57", hidden("8")], "tokens": "r3"}])
    assert [str(card).split(":")[0] for card in game.view(B).players[A].hand] == [
        "57",
        "a hidden card of level 1",
    ]
    assert names(game.view(A).players[A].hand) == {"57", "8"}
    play(game, "purchase hand 2")
    for seat in (A, B, None):
        assert names(game.view(seat).players[A].tableau) == {"8"}
        assert names(game.view(seat).players[A].hand) == {"57"}


@pytest.mark.rule("BASE-RES-6", "BASE-BUY-1")
def test_reserved_card_counts_nothing_and_waits_for_a_later_turn() -> None:
    game = position(Setup(2), market={"3.1": "90"}, players=[{"tokens": "r4 k3 y3", "bonus": "r3"}])
    play(game, "reserve 3.1", "give back y")
    assert (game.players[A].prestige, game.players[A].bonus) == (0, gems("r3"))
    assert game.player == B  # it could be paid at once, but the turn is over
    play(game, "take wug", "purchase hand 1")
    while game.player == A:
        play(game, str(game.legal_actions[-1]))
    assert game.players[A].prestige == 5


@pytest.mark.rule("DEC-RESERVE", "DEC-BUY", "DEC-ACTION", "TURN-P1", "TURN-4")
def test_all_actions_of_a_position() -> None:
    """Takes, reservations and exactly the purchases that can be paid, from the market and one's own hand."""
    market = ["8", "6", "9", "11", "51", "53", "41", "42", "76", "79", "71", "72"]
    slots = [f"{level}.{place}" for level in (1, 2, 3) for place in (1, 2, 3, 4)]
    players = [{"tokens": "r2 y1", "bonus": "g4", "hand": ["36", "90"]}, {"hand": ["10"]}]
    game = position(Setup(2), market=dict(zip(slots, market, strict=True)), players=players, bank="w4 u4 k4 y4")
    takings = {"take wuk", "take ww", "take uu", "take kk"}
    reservations = {f"reserve {slot}" for slot in slots} | {f"reserve deck {deck}" for deck in "123"}
    # 8 costs r3 (r2 y1), 53 costs g5 (y1), 36 costs g4 (nothing); 11 lacks u1 r1 k1, and so on.
    purchases = {"purchase 1.1", "purchase 2.2", "purchase hand 1"}
    assert texts(game) == takings | reservations | purchases
    assert refuses(game, "purchase 1.2", "purchase 3.2", "purchase hand 2", "purchase hand 3", "pass")


# --- purchasing ---------------------------------------------------------------------------------------------------
@pytest.mark.scenario("S-BUY-1")
@pytest.mark.rule("BASE-BONUS-1", "BASE-BUY-2")
def test_bonuses_lower_the_price() -> None:
    game = position(Setup(2), market={"1.1": "4"}, players=[{"bonus": "u2", "tokens": "g1"}])  # costs u2 g1
    assert payments(game, "purchase 1.1") == ["g1"]
    play(game, "purchase 1.1")
    assert game.players[A].tokens == amounts("")
    assert game.bank == amounts("w4 u4 g4 r4 k4 y5")


@pytest.mark.scenario("S-BUY-2")
@pytest.mark.rule("BASE-BONUS-1", "BASE-BUY-3")
def test_purchase_without_a_token() -> None:
    game = position(Setup(2), market={"1.1": "15"}, players=[{"bonus": "w1 u1 g1 r1"}])  # costs w1 u1 g1 r1
    assert payments(game, "purchase 1.1") == [""]
    play(game, "purchase 1.1")
    assert game.players[A].bonus == gems("w1 u1 g1 r1 k1")
    assert "15" in names(game.players[A].tableau)
    assert game.player == B


@pytest.mark.scenario("S-BUY-3")
@pytest.mark.rule("BASE-PAY-2", "BASE-PAY-3", "DEC-PAY")
def test_gold_in_place_of_gems() -> None:
    # 27 costs w1 g2 r2: with w1 g1 the need is g1 r2.
    players = [{"bonus": "w1 g1", "tokens": "r2 g1 y1"}]
    game = position(Setup(2), market={"1.1": "27"}, players=players)
    assert payments(game, "purchase 1.1") == sorted(["g1 r2", "g1 r1 y1", "r2 y1"])


@pytest.mark.scenario("S-BUY-4")
@pytest.mark.rule("BASE-PAY-3")
def test_gold_for_what_is_missing() -> None:
    game = position(Setup(2), market={"1.1": "8"}, players=[{"tokens": "r1 y3"}])  # costs r3
    assert payments(game, "purchase 1.1") == ["r1 y2", "y3"]


@pytest.mark.scenario("S-BUY-5")
@pytest.mark.rule("BASE-PAY-3")
def test_eleven_payments_and_the_usual_one() -> None:
    named = {"market": {"1.1": "15"}, "players": [{"tokens": "w1 u1 g1 r1 y2"}]}
    found = payments(position(Setup(2), **named), "purchase 1.1")
    assert len(found) == len(set(found)) == 11
    gold = [2 * ("y2" in payment) or int("y1" in payment) for payment in found]
    assert [gold.count(number) for number in (0, 1, 2)] == [1, 4, 6]
    usual = position(Setup(2, payment="least_gold"), **named)
    assert payments(usual, "purchase 1.1") == ["w1 u1 g1 r1"]
    assert play(usual, "purchase 1.1").player == B


@pytest.mark.scenario("S-BUY-6")
@pytest.mark.rule("BASE-PAY-1")
def test_gems_replace_no_other_colour() -> None:
    # 19 costs w2 r2: with w2 the need is r2.
    players = [{"bonus": "w2", "tokens": "r1 u5"}]
    game = position(Setup(3), market={"1.1": "19"}, players=players)
    assert refuses(game, "purchase 1.1")
    # One gold token replaces the red one that is missing.
    players = [{"bonus": "w2", "tokens": "r1 u5 y1"}]
    game = position(Setup(3), market={"1.1": "19"}, players=players)
    assert payments(game, "purchase 1.1") == ["r1 y1"]


@pytest.mark.scenario("S-BUY-7")
@pytest.mark.rule("BASE-BUY-1", "BASE-ROW-3")
def test_purchase_from_the_hand() -> None:
    game = position(Setup(2), players=[{"hand": ["90", "8", "57"], "tokens": "r3"}])
    before, sizes = shown(game), game.deck_sizes
    play(game, "purchase hand 2")
    assert [card.name for card in game.players[A].hand] == ["90", "57"]
    assert names(game.players[A].tableau) == {"8"}
    assert (shown(game), game.deck_sizes) == (before, sizes)


@pytest.mark.scenario("S-BUY-8")
@pytest.mark.rule("BASE-BUY-1")
def test_hand_of_another_player() -> None:
    game = position(Setup(2), players=[{"tokens": "r3"}, {"hand": ["8"]}])
    assert texts(game, "purchase_hand") == set()
    assert refuses(game, "purchase hand 1")


@pytest.mark.scenario("S-BUY-9")
@pytest.mark.rule("BASE-ROW-2")
def test_slot_stays_empty() -> None:
    players = [{"bonus": "k7"}]
    game = position(Setup(4), market={"3.1": "76"}, players=players, decks={"3": 0}, park=(1, 2, 3))  # costs k7
    play(game, "purchase 3.1")
    assert "76" in names(game.players[A].tableau)
    assert game.market[3, 1] is None


@pytest.mark.scenario("S-BUY-10")
@pytest.mark.rule("BASE-BONUS-2")
def test_bonuses_cannot_be_declined() -> None:
    game = position(Setup(2), market={"1.1": "8"}, players=[{"bonus": "r3", "tokens": "r2"}])  # costs r3
    assert payments(game, "purchase 1.1") == [""]
    play(game, "purchase 1.1")
    assert game.players[A].tokens == amounts("r2")
    assert refuses(game, "pay r1", "pay r2", "pay r3")


@pytest.mark.scenario("S-BUY-12")
@pytest.mark.rule("PAY-GEN-1")
def test_usual_payment_with_virtual_gold() -> None:
    # 11 costs u1 g1 r1 k1: with k1 the need is u1 g1 r1.
    players = [{"tableau": ["O17-06"], "bonus": "k1", "tokens": "u1 r1"}]
    setup = Setup(2, orient=2017, payment="least_gold")
    game = position(setup, market={"1.1": "11"}, players=players)
    assert payments(game, "purchase 1.1") == ["u1 +1"]


@pytest.mark.scenario("S-BUY-11")
@pytest.mark.rule("TURN-3")
def test_refill_comes_before_giving_back() -> None:
    game = position(Setup(2), players=[{"tokens": "w4 u3 g3"}])
    reserved = shown(game)[1, 1]
    play(game, "reserve 1.1")
    assert game.phase is Phase.GIVE_BACK
    for seat in (A, B):
        view = game.view(seat)
        assert view.market[1, 1] is not None
        assert view.market[1, 1].name != reserved
        assert view.deck_sizes["1"] == 35


@pytest.mark.rule("PAY-GEN-1")
@pytest.mark.parametrize(
    ("tokens", "expected"),
    [
        # need w1 u1 g1 k1 of card 14, with one virtual-gold card (two units)
        ("w1 u1 g1 k1", ["g1 k1 +1", "u1 g1 +1", "u1 k1 +1", "w1 g1 +1", "w1 k1 +1", "w1 u1 +1", "w1 u1 g1 k1"]),
        ("w1 y1", ["w1 y1 +1"]),
        ("y2", ["y2 +1"]),
        ("y3", ["y2 +1"]),
        ("y4", ["y2 +1", "y4"]),
        ("w1", []),
    ],
)
def test_general_payment(tokens: str, expected: list[str]) -> None:
    players = [{"tableau": ["O17-07"], "tokens": tokens}]
    game = position(Setup(2, orient=2017), market={"1.1": "14"}, players=players)
    if not expected:
        assert refuses(game, "purchase 1.1")
        return
    assert sorted(payments(game, "purchase 1.1")) == sorted(expected)


@pytest.mark.rule("BASE-BUY-2", "BASE-PAY-1", "TURN-BUY")
def test_spent_gold_goes_back_to_the_bank() -> None:
    game = position(Setup(2), market={"1.1": "8"}, players=[{"tokens": "r2 y3"}])
    play(game, "purchase 1.1", "pay r0")
    assert short(game.players[A].tokens) == "r2"
    assert game.bank == amounts("w4 u4 g4 r2 k4 y5")
    assert game.market[1, 1] is not None  # refilled
    assert game.deck_sizes["1"] == 35
