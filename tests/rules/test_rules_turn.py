"""TURN, CHANCE: the order of a turn and what chance decides, beyond the worked positions."""

import random

import pytest

from splendor import Game, Phase, Setup
from tests.rules.helpers import A, B, amounts, names, play, position, shown


@pytest.mark.rule("TURN-RES")
def test_order_of_a_reservation() -> None:
    """When tokens are given back, card, strongholds, gold and the new card are all where they belong."""
    game = position(
        Setup(2, posts=2025, strongholds=2025),
        market={"2.1": "57"},
        players=[{"tokens": "w4 u4 g2"}],
        strongholds={"2.1": (A, 2)},
    )
    play(game, "reserve 2.1")
    assert game.phase is Phase.GIVE_BACK
    assert names(game.players[A].hand) == {"57"}
    assert (game.players[A].strongholds, game.players[A].tokens["gold"]) == (3, 1)
    assert shown(game)[2, 1] not in (None, "57")


@pytest.mark.rule("TURN-RES", "POST25-B")
def test_order_of_a_reservation_from_a_deck() -> None:
    """Two cards are looked at before anything else; the gold comes with the card kept."""
    game = position(Setup(2, posts=2025), players=[{"bonus": "k3", "posts": "B", "tokens": "w4 u4 g2"}])
    play(game, "reserve deck 1")
    assert (game.phase, game.players[A].tokens["gold"], game.players[A].hand) == (Phase.KEEP, 0, ())
    play(game, "keep 2")
    assert (game.phase, game.players[A].tokens["gold"], len(game.players[A].hand)) == (Phase.GIVE_BACK, 1, 1)


@pytest.mark.rule("TURN-BUY", "TURN-P2", "TURN-P3", "TURN-P4", "TURN-P5", "TURN-P6", "TURN-P8", "TURN-3")
def test_all_phases_of_a_turn() -> None:
    """Purchase with copy, free card, post token and stronghold, conquest, giving back, noble, post, next player."""
    copier = "O17-19"  # costs w4 u3 k1
    game = position(
        Setup(4, posts=2025, orient=2017, strongholds=2017),
        market={"2.5": copier, "1.1": "9", "1.2": "8"},  # 9 (red) costs w3, 8 (green) costs r3
        players=[{"bonus": "w4 u4 g4 r3 k1", "posts": "A", "tokens": "w3 u2 g2 r2 k1"}],
        strongholds={"1.1": (A, 2)},
        nobles=["Niccolo Machiavelli", "Suleiman the Magnificent", "Henry VIII"],
    )
    expected = [
        ("purchase 2.5", Phase.COPY),
        ("copy g", Phase.FREE_CARD),
        ("free 1.2", Phase.EXTRA_TOKEN),
        ("extra w", Phase.STRONGHOLD),
        ("place 1.1", Phase.CONQUER),
        ("conquer", Phase.EXTRA_TOKEN),
        ("extra w", Phase.STRONGHOLD),
        ("place 3.1", Phase.GIVE_BACK),
        ("give back w", Phase.GIVE_BACK),
        ("give back w", Phase.VISIT),
        ("visit 1", Phase.POST),
        ("post C", Phase.ACTION),
    ]
    for action, phase in expected:
        assert game.player == A
        play(game, action)
        assert game.phase is phase
    assert game.player == B
    assert names(game.players[A].nobles) == {"Niccolo Machiavelli"}
    assert {copier, "8", "9"} <= names(game.players[A].tableau)


@pytest.mark.rule("TURN-4")
def test_only_the_action_is_asked_without_a_choice() -> None:
    chance = random.Random(8)
    for name in ("base", "posts2025+orient2017+strongholds2017", "cities2025+posts2025+orient2025+strongholds2025"):
        game = Game(Setup.of_name(name), seed=8)
        while not game.is_over:
            assert len(game.legal_actions) > 1 or game.phase is Phase.ACTION
            game.play(chance.choice(list(game.legal_actions)))


@pytest.mark.rule("CHANCE-2", "BASE-ROW-1")
def test_refill_is_a_public_draw() -> None:
    """Every card of the deck can come, and everybody sees which one did."""
    deck = ["76", "77", "78", "79"]
    setup = Setup(4)
    game = position(setup, decks={"3": deck}, park=(1, 2, 3))
    came = set()
    for seed in range(40):
        after = game.copy()
        after.play("reserve 3.1", seed=seed)
        came.add(shown(after)[3, 1])
        assert [after.view(seat).market[3, 1] for seat in (A, B, None)] == [after.market[3, 1]] * 3
    assert came == set(deck)


@pytest.mark.rule("CHANCE-3")
def test_deck_reservation_is_a_private_draw() -> None:
    deck = ["76", "77", "78", "79"]
    for posts, number in (("", 1), ("B", 2)):
        game = position(
            Setup(4, posts=2025),
            players=[{"bonus": "k3", "posts": posts}],
            decks={"3": deck},
            park=(1, 2, 3),
        )
        came, seen = set(), set()
        for seed in range(60):
            after = game.copy()
            after.play("reserve deck 3", seed=seed)
            drawn = [card.name for card in (after.drawn or after.players[A].hand)]
            assert len(set(drawn)) == number
            came |= set(drawn)
            seen.add(after.view(B).record.tobytes())
        assert came == set(deck)
        assert len(seen) == 1  # another player cannot tell the draws apart


@pytest.mark.rule("CHANCE-1", "CHANCE-2")
def test_same_seed_same_game() -> None:
    chance = random.Random(1)
    setup = Setup(3, posts=2025, orient=2025)
    first, second = Game(setup, seed=11), Game(setup, seed=11)
    for _ in range(80):
        action = chance.choice(list(first.legal_actions))
        first.play(action)
        second.play(action)
        assert first == second


@pytest.mark.rule("TURN-P1", "DEC-ACTION")
def test_exactly_four_kinds_of_actions() -> None:
    chance = random.Random(4)
    kinds = {"take_different", "take_same", "reserve", "reserve_deck", "purchase", "purchase_hand"}
    game = Game(Setup(2, orient=2017), seed=4)
    seen = set()
    for _ in range(300):
        if game.is_over:
            break
        if game.phase is Phase.ACTION:
            here = {action.kind for action in game.legal_actions}
            assert here <= kinds or here == {"pass"}
            seen |= here
        game.play(chance.choice(list(game.legal_actions)))
    assert seen >= kinds


@pytest.mark.rule("TURN-3", "DEC-POST-TOKEN")
def test_new_card_is_seen_after_the_post_token() -> None:
    players = [{"bonus": "r3 w1", "posts": "A"}]
    game = position(Setup(2, posts=2025), market={"1.1": "8"}, players=players)  # costs r3
    play(game, "purchase 1.1")
    assert (game.phase, game.market[1, 1]) == (Phase.EXTRA_TOKEN, None)
    play(game, "extra w")
    assert game.market[1, 1] is not None
    assert game.players[A].tokens == amounts("w1")
