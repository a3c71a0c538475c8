"""Corners of the rules that neither the scenarios nor random games are sure to reach."""

import numpy as np
import pytest

from splendor import Game, Phase, Setup, Status
from splendor.rules import chance, turn
from splendor.rules.bits import lowest, nth
from splendor.rules.layout import copy_games, with_attributes
from splendor.table.things import HiddenCard
from tests.rules.helpers import names, play, position


def drawer(**named: object) -> Game:
    """Player 0 owns the draw-two post."""
    return position(Setup(2, posts=2025), players=[{"posts": "B", "bonus": "w3 u3 g3 r3 k3"}], **named)


def test_the_first_question_of_a_dealt_game_is_the_action() -> None:
    game = Game(Setup(2), seed=1)
    record = with_attributes(copy_games(game.record))[0]
    assert turn.next_phase(record) == Phase.ACTION
    assert game.record.tobytes() == record.tobytes()


# --- cards under a deck -------------------------------------------------------------------------------------------
def test_cards_under_a_deck_come_in_the_order_they_went_there() -> None:
    game = drawer(decks={"1": 3}, under_decks={"1": {"36": 0, "37": 0, "38": 0}}, park=1)
    play(game, "reserve deck 1", "keep 2")
    assert names(game.players[0].hand) == {"37"}
    assert [card.name for card in game.under_decks["1"]] == ["38", "36"]


def test_others_imagine_the_two_cards_looked_at() -> None:
    game = play(drawer(), "reserve deck 2")
    assert game.phase is Phase.KEEP
    view = game.view(1)
    assert view.drawn == (HiddenCard(2, orient=False),) * 2
    imagined = [view.determinise(seed) for seed in range(20)]
    assert all(other.status() is Status.SOUND and other.view(1) == view for other in imagined)
    assert len({frozenset(names(other.drawn)) for other in imagined}) > 10
    assert all(other.drawn == game.drawn for other in map(game.view(0).determinise, range(5)))


# --- payment ------------------------------------------------------------------------------------------------------
def test_least_gold_loses_half_a_virtual_gold_card_where_nothing_else_pays() -> None:
    """The card costs two red and a black one; two red bonuses leave one unit, and half of the card is lost."""
    game = position(
        Setup(2, orient=2017, payment="least_gold"),
        players=[{"tableau": ["O17-06", "4", "9"], "tokens": "g3"}],
        market={"1.1": "1"},
    )
    play(game, "purchase 1.1")
    assert names(game.gone) == {"O17-06"}
    assert names(game.players[0].tableau) == {"4", "9", "1"}
    assert sum(game.players[0].tokens.values()) == 3


# --- bits and chance ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("bits", [1, 2**39, 2**40 - 1, 0b1010_0000_0001, 2**31 + 2**8, 0x8080808080, 0x0101010101])
def test_the_nth_bit_of_a_set(bits: int) -> None:
    places = [place for place in range(40) if bits >> place & 1]
    assert [nth(np.int64(bits), number) for number in range(len(places))] == places
    assert lowest(np.int64(bits)) == places[0]


def test_no_seed_leaves_the_generator_standing_still() -> None:
    words = np.zeros(2, dtype=np.int64)
    seeds = {*range(200), *(2**bit for bit in range(63)), *(2**bit - 1 for bit in range(64))}
    found = set()
    for seed in seeds:
        chance.seed(words, seed)
        assert words.any()
        assert (words >> 32 == 0).all()
        found.add(tuple(words.tolist()))
    assert len(found) == len(seeds)


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 40, 1000])
def test_every_number_below_a_limit_comes(limit: int) -> None:
    words = np.zeros(2, dtype=np.int64)
    chance.seed(words, 1)
    found = {int(chance.below(words, limit)) for _ in range(40 * limit)}
    assert found == set(range(limit)) if limit < 1000 else found <= set(range(limit))
