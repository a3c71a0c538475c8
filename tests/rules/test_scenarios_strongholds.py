"""S-FO, S-F25: strongholds of both editions."""

from typing import Any

import pytest

from splendor import Game, Phase, Setup
from splendor.table.things import CARDS
from tests.rules.helpers import (
    A,
    B,
    amounts,
    give_backs,
    names,
    payments,
    play,
    position,
    refuses,
    shown,
    stronghold_choices,
    texts,
)

FIRST, SECOND = Setup(2, strongholds=2017), Setup(2, strongholds=2025)
SLOTS = [f"{level}.{place}" for level in (1, 2, 3) for place in (1, 2, 3, 4)]


def supply(game: Game) -> list[int]:
    return [player.strongholds for player in game.players]


# --- the operation ------------------------------------------------------------------------------------------------
@pytest.mark.scenario("S-FO-1")
@pytest.mark.rule("FORT-OP-1", "FORT-OP-2", "FORT-OP-3", "DEC-FORT")
def test_all_operations() -> None:
    # 8 costs r3. B has two on 2.1 and one on 2.2, A one on 3.1.
    game = position(
        FIRST,
        market={"1.1": "8"},
        players=[{"tokens": "r3"}],
        strongholds={"2.1": (B, 2), "2.2": (B, 1), "3.1": (A, 1)},
    )
    play(game, "purchase 1.1")
    free = [slot for slot in SLOTS if slot not in ("1.1", "2.1", "2.2")]
    expected = {f"place {slot}" for slot in free}
    expected |= {f"move 3.1 {slot}" for slot in free if slot != "3.1"}
    expected |= {"remove 2.1", "remove 2.2"}
    assert len(expected) == 9 + 8 + 2
    assert stronghold_choices(game) == expected
    assert refuses(game, "decline", "pass", "place 1.1", "place 2.1", "lift 2.1", "remove 3.1")
    play(game, "lift 3.1", "place 1.2")
    assert (game.strongholds[1, 2], supply(game)) == ((A, 1), [2, 0])


@pytest.mark.scenario("S-FO-7")
@pytest.mark.rule("FORT-OP-6")
def test_removing_one_of_two() -> None:
    game = position(FIRST, market={"1.1": "8"}, players=[{"tokens": "r3"}], strongholds={"2.1": (B, 2)})
    play(game, "purchase 1.1", "remove 2.1")
    assert (game.strongholds, supply(game)) == ({(2, 1): (B, 1)}, [3, 2])


@pytest.mark.scenario("S-FO-8")
@pytest.mark.rule("FORT-OP-5")
def test_replacement_is_no_target() -> None:
    game = position(FIRST, market={"1.1": "8"}, players=[{"tokens": "r3"}])
    play(game, "purchase 1.1")
    assert game.market[1, 1] is None
    assert stronghold_choices(game) == {f"place {slot}" for slot in SLOTS[1:]}
    play(game, "place 2.2")
    assert game.market[1, 1] is not None
    assert game.strongholds == {(2, 2): (A, 1)}


@pytest.mark.scenario("S-FO-9")
@pytest.mark.rule("FORT-OP-4")
def test_no_operation_possible() -> None:
    """The last card of the market carries A's three; all others lie in tableaux (cities let the game go on)."""
    colours = [("white", "black"), ("blue",), ("green",), ("red",)]
    base = [card for card in CARDS if not card.orient and card.name not in ("80", "7")]
    tableaux = [[card for card in base if card.colour in own] for own in colours]
    players: list[dict[str, Any]] = [{"tableau": tableau} for tableau in tableaux]
    players[A]["hand"] = ["7"]  # costs k3, the card in the market r7
    game = position(
        Setup(4, cities=2025, strongholds=2017),
        cities=["Timbuktu A", "Madrid A", "Amboise A"],  # w3 u4; u3 g3 r3 k3; g3 k4
        market={slot: "80" if slot == "3.1" else None for slot in SLOTS},
        players=players,
        decks={"1": 0, "2": 0, "3": 0},
        strongholds={"3.1": (A, 3)},
    )
    play(game, "purchase hand 1")
    assert (game.player, game.phase) == (B, Phase.ACTION)
    assert game.strongholds == {(3, 1): (A, 3)}


@pytest.mark.scenario("S-FO-10")
@pytest.mark.rule("FORT-OP-1")
def test_twelve_places() -> None:
    game = position(FIRST, players=[{"tokens": "r3", "hand": ["8"]}])
    play(game, "purchase hand 1")
    assert stronghold_choices(game) == {f"place {slot}" for slot in SLOTS}


@pytest.mark.rule("FORT-OP-7", "FORT-OP-3")
def test_forced_move_off_a_full_card() -> None:
    # All three of A stand on 53 (costs g5, nothing for A); the purchase of another card must move one of them away.
    game = position(
        FIRST,
        market={"1.1": "8", "2.1": "53"},
        players=[{"tokens": "r3", "bonus": "g5"}],
        strongholds={"2.1": (A, 3)},
    )
    play(game, "purchase 1.1")
    assert refuses(game, "decline", "pass", "place 2.1")
    # The lifting was the only choice and is done; where it goes is asked.
    assert stronghold_choices(game) == {f"place {slot}" for slot in SLOTS if slot not in ("1.1", "2.1")}
    play(game, "place 3.3")
    assert (game.player, game.phase) == (B, Phase.ACTION)  # no conquest
    assert game.strongholds == {(2, 1): (A, 2), (3, 3): (A, 1)}


# --- occupation ---------------------------------------------------------------------------------------------------
@pytest.mark.scenario("S-FO-2")
@pytest.mark.rule("FORT-OCC-1")
@pytest.mark.parametrize("setup", [FIRST, SECOND])
def test_occupied_card(setup: Setup) -> None:
    named: dict[str, Any] = {
        "market": {"1.1": "8"},
        "players": [{"tokens": "r2 y1"}, {"tokens": "r2 y1"}],
        "strongholds": {"1.1": (B, 1)},
    }
    game = position(setup, **named)
    assert refuses(game, "purchase 1.1", "reserve 1.1")
    game = position(setup, player=B, **named)
    assert {"purchase 1.1", "reserve 1.1"} <= texts(game)


@pytest.mark.scenario("S-FO-3")
@pytest.mark.rule("FORT-OCC-2", "FORT-OCC-3")
def test_reserving_the_own_card() -> None:
    game = position(FIRST, market={"1.1": "8"}, strongholds={"1.1": (A, 2)})
    assert supply(game) == [1, 3]
    play(game, "reserve 1.1")
    assert (game.player, supply(game), game.strongholds) == (B, [3, 3], {})
    assert names(game.players[A].hand) == {"8"}
    assert game.players[A].tokens == amounts("y1")
    assert game.market[1, 1] is not None


# --- conquest -----------------------------------------------------------------------------------------------------
def ready_to_conquer(setup: Setup | None = None) -> Game:
    """A has three on 51 (costs r5) and will have five red tokens after taking two."""
    return position(
        setup or Setup(4, strongholds=2017),
        market={"2.1": "51"},
        players=[{"tokens": "w3 u3 g1 r3"}],
        strongholds={"2.1": (A, 3)},
    )


@pytest.mark.scenario("S-FO-4")
@pytest.mark.rule("FORT-CONQUEST-1", "FORT-CONQUEST-2", "FORT-CONQUEST-3", "FORT-CONQUEST-6")
def test_conquest_with_twelve_tokens() -> None:
    game = play(ready_to_conquer(), "take rr")
    assert (game.phase, texts(game)) == (Phase.CONQUER, {"conquer", "decline"})
    assert sum(game.players[A].tokens.values()) == 12
    play(game, "conquer")
    assert game.players[A].tokens == amounts("w3 u3 g1")
    assert game.phase is Phase.STRONGHOLD
    assert (game.players[A].strongholds, game.market[2, 1]) == (3, None)
    assert stronghold_choices(game) == {f"place {slot}" for slot in SLOTS if slot != "2.1"}
    play(game, "place 1.1")
    assert (game.player, game.phase) == (B, Phase.ACTION)
    assert game.market[2, 1] is not None
    assert names(game.players[A].tableau) == {"51"}
    assert game.players[A].strongholds == 2


@pytest.mark.scenario("S-FO-5")
@pytest.mark.rule("FORT-CONQUEST-5", "BASE-LIMIT-1", "DEC-CONQUEST")
def test_declined_conquest() -> None:
    game = play(ready_to_conquer(), "take rr", "decline")
    assert game.phase is Phase.GIVE_BACK
    assert {payment.count("2") for payment in give_backs(game)} == {0, 1}  # two tokens go back
    play(game, "give back r")  # the second can only be red too
    assert game.players[A].tokens == amounts("w3 u3 g1 r3")
    assert (game.player, game.strongholds) == (B, {(2, 1): (A, 3)})
    assert game.players[A].tableau == ()


def third_stronghold(setup: Setup, **named: Any) -> Game:
    """A buys 8 (green, costs r3) and puts the third stronghold on 10 (costs g3), which its bonus makes payable."""
    game = position(
        setup,
        market={"1.1": "8", "1.2": "10"},
        players=[{"bonus": "g2", "tokens": "r3"}],
        strongholds={"1.2": (A, 2)},
        **named,
    )
    assert refuses(game, "purchase 1.2")
    return play(game, "purchase 1.1", "place 1.2")


@pytest.mark.scenario("S-FO-6")
@pytest.mark.rule("FORT-CONQUEST-4")
def test_third_stronghold_and_conquest_in_one_turn() -> None:
    game = third_stronghold(FIRST)
    assert game.phase is Phase.CONQUER
    assert game.market[1, 1] is not None  # the replacement is there already
    play(game, "conquer")
    assert "place 1.1" in game.legal_actions
    assert game.market[1, 2] is None
    play(game, "place 1.1")
    assert (game.player, supply(game), game.strongholds) == (B, [2, 3], {(1, 1): (A, 1)})
    assert {"8", "10"} <= names(game.players[A].tableau)
    assert None not in game.market.values()


@pytest.mark.scenario("S-FO-11")
@pytest.mark.rule("FORT-CONQUEST-1")
def test_no_conquest_with_two() -> None:
    named: dict[str, Any] = {
        "market": {"1.1": "8", "2.1": "51"},
        "players": [{"bonus": "r5"}, {"tokens": "r3"}],
        "strongholds": {"2.1": (A, 3)},
    }
    assert play(position(FIRST, **named), "take wug").phase is Phase.CONQUER
    game = position(FIRST, player=B, **named)
    play(game, "purchase 1.1", "remove 2.1", "take wug")
    assert (game.player, game.phase) == (B, Phase.ACTION)


@pytest.mark.scenario("S-FO-12")
@pytest.mark.rule("FORT-CONQUEST-6")
def test_gold_of_the_reservation_pays_the_conquest() -> None:
    game = position(
        FIRST,
        market={"1.1": "8"},  # costs r3
        players=[{"tokens": "r2"}],
        strongholds={"1.1": (A, 3)},
        bank="w4 u4 g4 r2 k4 y1",
    )
    play(game, "reserve 2.1")
    assert (game.phase, game.players[A].tokens) == (Phase.CONQUER, amounts("r2 y1"))
    assert payments(game, "conquer") == ["r2 y1"]


@pytest.mark.scenario("S-FO-13")
@pytest.mark.rule("FORT-CONQUEST-7")
def test_purchase_of_the_full_card_as_the_action() -> None:
    game = position(FIRST, market={"1.1": "8"}, players=[{"tokens": "r3"}], strongholds={"1.1": (A, 3)})
    play(game, "purchase 1.1")
    assert (game.phase, game.players[A].strongholds) == (Phase.STRONGHOLD, 3)
    play(game, "place 1.2")
    assert (game.player, game.phase) == (B, Phase.ACTION)
    assert supply(game) == [2, 3]


@pytest.mark.rule("DEC-CONQUEST", "TURN-P3")
def test_conquest_is_offered_only_if_it_can_be_paid() -> None:
    game = position(FIRST, market={"2.1": "51"}, players=[{"tokens": "r1"}], strongholds={"2.1": (A, 3)})
    play(game, "take rwu")
    assert (game.player, game.phase) == (B, Phase.ACTION)
    # The payment of a conquest is asked like that of any purchase.
    game = position(
        Setup(4, strongholds=2017),
        market={"2.1": "51"},
        players=[{"tokens": "r3 y1"}],
        strongholds={"2.1": (A, 3)},
    )
    play(game, "take rr")
    assert payments(game, "conquer") == ["r4 y1", "r5"]


@pytest.mark.rule("INV-6", "FORT-CONQUEST-5")
def test_one_conquest_a_turn() -> None:
    game = third_stronghold(FIRST)
    play(game, "conquer", "place 1.1")
    assert (game.player, game.phase) == (B, Phase.ACTION)


# --- 2025 ---------------------------------------------------------------------------------------------------------
@pytest.mark.scenario("S-F25-1")
@pytest.mark.rule("FORT25-1")
def test_only_a_lone_stronghold_can_be_removed() -> None:
    named: dict[str, Any] = {
        "market": {"1.1": "8"},
        "players": [{"tokens": "r3"}],
        "strongholds": {"2.1": (B, 2), "2.2": (B, 1)},
    }
    game = play(position(SECOND, **named), "purchase 1.1")
    assert texts(game, "remove") == {"remove 2.2"}
    assert refuses(game, "remove 2.1")
    game = play(position(FIRST, **named), "purchase 1.1")
    assert texts(game, "remove") == {"remove 2.1", "remove 2.2"}


@pytest.mark.scenario("S-F25-2")
@pytest.mark.rule("FORT25-2", "CHANCE-2")
def test_slots_wait_for_the_conquest() -> None:
    game = third_stronghold(SECOND)
    assert (game.phase, game.market[1, 1]) == (Phase.CONQUER, None)
    declined = play(game.copy(), "decline")
    assert (declined.player, declined.market[1, 1] is None) == (B, False)
    play(game, "conquer")
    assert game.phase is Phase.STRONGHOLD
    assert not {"place 1.1", "place 1.2"} & texts(game)
    play(game, "place 1.3")
    assert game.player == B
    assert None not in game.market.values()


@pytest.mark.scenario("S-F25-3")
@pytest.mark.rule("FORT25-2")
def test_slot_of_a_reservation_is_refilled_before() -> None:
    game = position(SECOND, market={"1.1": "8"}, players=[{"bonus": "r3"}], strongholds={"1.1": (A, 3)})
    reserved = shown(game)[2, 1]
    play(game, "reserve 2.1")
    assert game.phase is Phase.CONQUER
    assert shown(game)[2, 1] not in (None, reserved)
    play(game, "conquer")
    assert "place 2.1" in game.legal_actions


@pytest.mark.scenario("S-F25-4")
@pytest.mark.rule("FORT25-2")
def test_last_card_goes_to_the_slot_opened_first() -> None:
    game = third_stronghold(SECOND, decks={"1": ["40"]}, park=B)
    play(game, "conquer", "place 2.1")
    assert game.player == B
    assert (shown(game)[1, 1], shown(game)[1, 2]) == ("40", None)


@pytest.mark.rule("FORT25-2")
def test_no_conquest_offered_refills_at_once() -> None:
    game = position(SECOND, market={"1.1": "8"}, players=[{"tokens": "r3"}])
    play(game, "purchase 1.1", "place 1.2")
    assert (game.player, game.market[1, 1] is None) == (B, False)
