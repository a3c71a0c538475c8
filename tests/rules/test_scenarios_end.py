"""S-NOB, S-PASS, S-STALL, S-END: nobles, passing, the end of the game and ties."""

from typing import Any

import pytest

from splendor import Game, Phase, Setup
from tests.rules.helpers import (
    G4R4,
    R4K4,
    U4G4,
    W3U3G3,
    W4U4,
    A,
    B,
    C,
    amounts,
    names,
    play,
    position,
    refuses,
    takes,
    texts,
)

SLOTS = [f"{level}.{place}" for level in (1, 2, 3) for place in (1, 2, 3, 4)]


# --- nobles -------------------------------------------------------------------------------------------------------
def nearly_visited() -> Game:
    """A has w3 u3 g2, five green tokens and 4 prestige; 33 (green) costs w1 u3 g1."""
    players = [{"bonus": "w3 u3 g2", "tokens": "g5", "prestige": 4}]
    nobles = [W3U3G3, W4U4, G4R4, R4K4]
    return position(Setup(3), market={"1.1": "33"}, players=players, nobles=nobles)


@pytest.mark.scenario("S-NOB-1")
@pytest.mark.rule("BASE-NOBLE-1", "BASE-NOBLE-2")
def test_tokens_bring_no_noble_but_cards_do() -> None:
    game = play(nearly_visited(), "take wur")
    assert (game.players[A].nobles, game.players[A].prestige) == ((), 4)
    game = play(nearly_visited(), "purchase 1.1")
    assert game.player == B  # nobody was asked
    assert (names(game.players[A].nobles), game.players[A].prestige) == ({W3U3G3}, 7)
    assert game.nobles[0] is None
    assert names(game.nobles) == {W4U4, G4R4, R4K4}


def two_nobles_at_once(b: dict[str, Any] | None = None) -> Game:
    """A has w4 u3 g4; 27 (blue) costs w1 g2 r2."""
    players = [{"bonus": "w4 u3 g4", "tokens": "r2"}, b or {}]
    game = position(Setup(2), market={"1.1": "27"}, players=players, nobles=[W4U4, U4G4, R4K4])
    return play(game, "purchase 1.1")


@pytest.mark.scenario("S-NOB-2")
@pytest.mark.rule("BASE-NOBLE-3", "BASE-NOBLE-4", "DEC-NOBLE")
def test_one_noble_a_turn_the_other_later() -> None:
    game = two_nobles_at_once()
    assert (game.phase, texts(game)) == (Phase.VISIT, {"visit 1", "visit 2"})
    assert refuses(game, "pass", "decline", "visit 3")
    before = game.players[A].prestige
    play(game, "visit 1", "take wug")
    assert (names(game.players[A].nobles), game.players[A].prestige) == ({W4U4}, before + 3)
    play(game, "take wug")
    assert (names(game.players[A].nobles), game.players[A].prestige) == ({W4U4, U4G4}, before + 6)
    assert names(game.nobles) == {R4K4}


@pytest.mark.scenario("S-NOB-3")
@pytest.mark.rule("BASE-NOBLE-5")
def test_only_the_player_on_turn_is_visited() -> None:
    game = two_nobles_at_once({"bonus": "u4 g4"})
    assert game.players[B].nobles == ()
    play(game, "visit 1", "take wug")
    assert names(game.players[B].nobles) == {U4G4}
    play(game, "take wug")
    assert names(game.players[A].nobles) == {W4U4}


@pytest.mark.rule("TURN-P5", "BASE-NOBLE-4")
def test_noble_is_looked_at_whatever_the_action_was() -> None:
    for action in ("take wug", "take ww", "reserve 1.1", "reserve deck 2"):
        players = [{"bonus": "w3 u3 g3"}]
        game = play(position(Setup(2), players=players, nobles=[W3U3G3, W4U4, R4K4]), action)
        assert names(game.players[A].nobles) == {W3U3G3}


# --- passing ------------------------------------------------------------------------------------------------------
def stuck(a_hand: int = 3) -> Game:
    """The bank has only gold; every card costs red or black, of which A has none."""
    market = ["1", "2", "5", "7", "41", "44", "49", "51", "71", "72", "76", "80"]
    players = [{"tokens": "w4 u3 g3", "hand": ["54", "61", "85"][:a_hand]}, {"tokens": "u1 g1 r4 k4"}]
    return position(Setup(2), market=dict(zip(SLOTS, market, strict=True)), players=players)


@pytest.mark.scenario("S-PASS-1")
@pytest.mark.rule("BASE-PASS-1", "TURN-P0")
def test_only_a_pass_is_left() -> None:
    game = stuck()
    assert game.bank == amounts("y5")
    assert texts(game) == {"pass"}
    tokens = game.players[A].tokens
    play(game, "pass")
    assert (game.player, game.phase, game.players[A].tokens) == (B, Phase.ACTION, tokens)


@pytest.mark.scenario("S-PASS-2")
@pytest.mark.rule("BASE-PASS-2")
def test_no_pass_while_something_is_possible() -> None:
    game = stuck(a_hand=2)
    assert texts(game) == {f"reserve {slot}" for slot in SLOTS} | {f"reserve deck {deck}" for deck in "123"}
    assert refuses(game, "pass")


# Cards that cost at least two white, and red or black.
WHITE_AND_MORE = ["19", "24", "29", "30", "44", "48", "50", "57", "72", "73", "81", "86"]


@pytest.mark.scenario("S-PASS-3")
@pytest.mark.rule("BASE-PASS-3")
def test_everybody_passes() -> None:
    players = [
        {"tokens": "w4 u3 g3", "hand": ["64", "75", "82"], "tableau": ["76", "66"], "prestige": 9},
        {"tokens": "u1 g1 r4 k4", "hand": ["31", "55", "39"], "tableau": ["77", "78"]},
    ]
    game = position(Setup(2), market=dict(zip(SLOTS, WHITE_AND_MORE, strict=True)), players=players)
    assert [player.prestige for player in game.players] == [9, 8]
    assert texts(game) == {"pass"}
    play(game, "pass")
    assert texts(game) == {"pass"}
    play(game, "pass")
    assert (game.is_over, game.winners, game.ranking) == (True, {A}, ((A,), (B,)))
    assert len(game.legal_actions) == 0
    assert refuses(game, "pass", "take wug")


@pytest.mark.rule("BASE-PASS-3")
def test_pass_that_brings_a_noble_does_not_count() -> None:
    """The second pass in a row brings a noble: the game goes on, and ends with the next two."""
    market = dict(zip(SLOTS, WHITE_AND_MORE, strict=True))
    players = [
        {"tokens": "w4 u3 g3", "hand": ["64", "75", "82"]},
        {"tokens": "u1 g1 r4 k4", "hand": ["31", "55", "66"], "bonus": "u4 g4"},
    ]
    game = position(Setup(2), market=market, players=players, nobles=[U4G4, W4U4, R4K4])
    play(game, "pass", "pass")
    assert (game.is_over, names(game.players[B].nobles)) == (False, {U4G4})
    play(game, "pass")
    assert not game.is_over
    play(game, "pass")
    assert (game.is_over, game.winners) == (True, {B})


def only_shuffling(quiet_rounds: int = 24) -> Game:
    """Hands are full and nothing can be paid; one green token is left to take, and to give back."""
    players = [
        {"tokens": "w4 u3 g3", "hand": ["64", "75", "82"], "tableau": ["76"]},
        {"tokens": "u1 r4 k4 y1", "hand": ["31", "55", "66"]},
    ]
    market = dict(zip(SLOTS, WHITE_AND_MORE, strict=True))
    return position(Setup(2), market=market, players=players, quiet_rounds=quiet_rounds)


@pytest.mark.scenario("S-STALL-1")
@pytest.mark.rule("BASE-STALL-1")
def test_twenty_five_quiet_rounds() -> None:
    game = only_shuffling()
    assert texts(game) == {"take g"}
    play(game, "take g", "give back g")
    assert texts(game) == {"take g"}
    assert not game.is_over
    play(game, "take g", "give back g")
    assert (game.is_over, game.quiet_rounds, game.winners) == (True, 25, {A})  # A has 4 prestige, B none
    game = only_shuffling(quiet_rounds=23)
    play(game, "take g", "give back g", "take g", "give back g")
    assert (game.is_over, game.quiet_rounds) == (False, 24)


@pytest.mark.scenario("S-STALL-2")
@pytest.mark.rule("BASE-STALL-1")
def test_a_reservation_ends_the_quiet() -> None:
    game = position(Setup(2), quiet_rounds=24)
    play(game, "take wug", "reserve 1.1")
    assert (game.is_over, game.quiet_rounds) == (False, 0)
    players = [{}, {"tokens": "r3"}]
    game = position(Setup(2), quiet_rounds=24, market={"1.1": "8"}, players=players)
    play(game, "take wug", "purchase 1.1")
    assert (game.is_over, game.quiet_rounds) == (False, 0)


# --- the end ------------------------------------------------------------------------------------------------------
# 36 (white, 1 prestige) costs g4; 51 (white, 2) costs r5; 69 (red, 3) costs r6.
NEAR = {"prestige": 14, "tokens": "g4"}


@pytest.mark.scenario("S-END-1")
@pytest.mark.rule("BASE-END-1", "TURN-P8")
def test_round_is_completed() -> None:
    game = position(Setup(3), market={"1.1": "36"}, players=[{}, NEAR], player=B)
    play(game, "purchase 1.1")
    assert (game.players[B].prestige, game.ending, game.is_over, game.player) == (15, True, False, C)
    play(game, "take wug")
    assert (game.is_over, game.winners) == (True, {B})


@pytest.mark.scenario("S-END-2")
@pytest.mark.rule("BASE-END-2")
def test_last_seat_ends_at_once() -> None:
    players = [{}, {}, {"prestige": 14, "tokens": "r5"}]
    game = position(Setup(3), market={"2.1": "51"}, players=players, player=C)
    play(game, "purchase 2.1")
    assert (game.players[C].prestige, game.is_over, game.winners) == (16, True, {C})


@pytest.mark.scenario("S-END-3")
@pytest.mark.rule("BASE-TIE-1")
def test_most_prestige_wins() -> None:
    players = [NEAR, {}, {"prestige": 14, "bonus": "w1 u1 g1 k1", "tokens": "r5 y1"}]
    game = position(Setup(3), market={"1.1": "36", "2.1": "69"}, players=players)
    play(game, "purchase 1.1")
    assert game.ending
    play(game, "take wuk", "purchase 2.1")
    assert [player.prestige for player in game.players] == [15, 0, 17]
    assert (game.is_over, game.winners, game.ranking) == (True, {C}, ((C,), (A,), (B,)))


@pytest.mark.scenario("S-END-4")
@pytest.mark.rule("BASE-TIE-2")
def test_fewest_cards_break_a_tie() -> None:
    players = [
        {"prestige": 16, "cards": 12},
        {"prestige": 14, "bonus": "w2 u2 g2 r2 k2", "tokens": "r3", "hand": ["6", "7", "9"]},
    ]
    game = position(Setup(2), market={"2.1": "51"}, players=players, player=B)
    assert game.ending
    play(game, "purchase 2.1")
    assert [(player.prestige, player.cards, len(player.hand)) for player in game.players] == [(16, 12, 0), (16, 11, 3)]
    assert (game.is_over, game.winners) == (True, {B})


@pytest.mark.scenario("S-END-5")
@pytest.mark.rule("BASE-TIE-3", "CONF-6")
def test_shared_victory() -> None:
    players = [
        {"prestige": 16, "cards": 12},
        {"prestige": 14, "bonus": "w2 u2 g2 r2 k3", "tokens": "r3"},
        {"prestige": 14, "tokens": "g4"},
    ]
    game = position(Setup(3), market={"1.1": "36", "2.1": "51"}, players=players, player=B)
    play(game, "purchase 2.1", "purchase 1.1")
    assert [(player.prestige, player.cards) for player in game.players[:2]] == [(16, 12), (16, 12)]
    assert game.players[C].prestige == 15
    assert (game.is_over, game.winners, game.ranking) == (True, {A, B}, ((A, B), (C,)))


@pytest.mark.scenario("S-END-6")
@pytest.mark.rule("BASE-END-3", "BASE-NOBLE-1")
def test_noble_triggers_the_end() -> None:
    players = [{"bonus": "w3 u3 g2", "prestige": 12}]
    game = position(Setup(2), market={"1.1": "33"}, players=players, nobles=[W3U3G3, W4U4, R4K4])
    play(game, "purchase 1.1")
    assert (game.players[A].prestige, game.ending, game.player) == (15, True, B)


@pytest.mark.scenario("S-END-7")
@pytest.mark.rule("BASE-SCORE-1", "BASE-RES-6")
def test_reserved_cards_do_not_score() -> None:
    game = position(Setup(2), players=[{"prestige": 14, "hand": ["90"]}])
    play(game, "take wug", "take wug")
    assert (game.players[A].prestige, game.ending, game.is_over) == (14, False, False)


@pytest.mark.rule("BASE-END-3")
def test_prestige_in_mid_turn_does_not_matter() -> None:
    """A purchase takes A to fifteen, the conquest of the same turn costs two cards and nine of them."""
    players = [{"tableau": ["79", "89", "86"], "tokens": "g4"}]  # red 4, red 5, white 5
    game = position(
        Setup(2, orient=2017, strongholds=2025),
        market={"1.1": "36", "3.5": "O17-25"},  # O17-25 (3 prestige) costs two red cards
        players=players,
        strongholds={"3.5": (A, 3), "1.2": (B, 1)},
    )
    play(game, "purchase 1.1", "remove 1.2")
    assert (game.phase, game.players[A].prestige) == (Phase.CONQUER, 15)
    play(game, "conquer", "place 1.2")
    assert (game.players[A].prestige, game.ending, game.player) == (9, False, B)


@pytest.mark.rule("TURN-1", "TURN-P2")
@pytest.mark.parametrize("action", ["take wug", "take ww", "reserve 1.1", "reserve deck 3", "purchase 1.2"])
def test_one_action_a_turn(action: str) -> None:
    game = position(Setup(2), market={"1.2": "8"}, players=[{"tokens": "r3"}])
    play(game, action)
    assert (game.player, game.phase) == (B, Phase.ACTION)
    assert takes(game)
