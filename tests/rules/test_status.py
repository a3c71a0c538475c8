"""`Game.status()`: every way to spoil a position raises exactly the flag that names it, and nothing else does."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from splendor import Game, Phase, Setup, Status
from splendor.rules.layout import NOTHING, WORD
from splendor.table.catalogue import KIND, Kind
from tests.rules.helpers import play, position

Spoil = Callable[[Any], None]
FULL = Setup(3, posts=2025, orient=2017, strongholds=2025)
VIRTUAL_GOLD = [int(card) for card in np.flatnonzero(Kind.VIRTUAL_GOLD == KIND) if 90 <= card < 120]


def sound_game() -> Game:
    """A position with something of everything; player 0 is to choose an action."""
    return position(
        FULL,
        players=[
            {
                "tokens": "w2 u1 y1",
                "tableau": ["1", "2", "O17-06", "O17-07", "O17-01", "O17-17"],
                "copies": {"O17-01": "blue"},
                "hand": ["57", "58"],
                "reserved_nobles": ["Henry VIII"],
            },
            {"tokens": "r3 k3", "tableau": ["9", "10"], "hand": ["59"]},
        ],
        strongholds={"1.1": (0, 2), "2.2": (1, 1)},
    )


def move_card(words: Any, card: int, there: bool) -> None:
    """Put a card into a set of cards, or take it out."""
    bit = np.int64(1) << np.int64(card % WORD)
    words[card // WORD] = words[card // WORD] | bit if there else words[card // WORD] & ~bit


# --- the ways to spoil it -----------------------------------------------------------------------------------------
def one_token_more(game: Any) -> None:
    game["bank"][0] += 1


def bank_in_debt(game: Any) -> None:
    game["players"]["tokens"][2, 5] += game["bank"][5] + 1
    game["bank"][5] = -1


def player_in_debt(game: Any) -> None:
    game["players"]["tokens"][2, 0] = -1
    game["bank"][0] += 1


def eleven_tokens(game: Any) -> None:
    game["players"]["tokens"][2, 1:4] = game["bank"][1:4]
    game["bank"][1:4] = 0


def hand_of_minus_one(game: Any) -> None:
    game["players"]["hand_size"][2] = -1


def hand_of_four(game: Any) -> None:
    game["players"]["hand_size"][0] = 4


def hand_counted_short(game: Any) -> None:
    game["players"]["hand_size"][0] = 1


def hand_with_a_hole(game: Any) -> None:
    hand = game["players"]["hand"][0]
    hand[2], hand[1] = hand[1], NOTHING


def owner_does_not_know_the_card(game: Any) -> None:
    game["players"]["hand_seen"][0, 0] = 0b11110


def empty_slot(game: Any) -> None:
    card = int(game["market"][2])
    game["decks"][0] |= np.int64(1) << np.int64(card)
    game["deck_size"][0] += 1
    game["market"][2] = NOTHING


def slot_still_to_be_refilled(game: Any) -> None:
    game["opened_count"] = 1


def card_lost(game: Any) -> None:
    game["decks"][1] &= game["decks"][1] - 1
    game["deck_size"][1] -= 1


def card_in_hand_and_deck(game: Any) -> None:
    game["decks"][1] |= np.int64(1) << np.int64(57 - 1 - 40)
    game["deck_size"][1] += 1


def card_out_of_the_game_and_in_the_market(game: Any) -> None:
    move_card(game["gone"], int(game["market"][0]), there=True)


def card_drawn_from_nowhere(game: Any) -> None:
    game["drawn"][1] = game["market"][3]


def card_of_the_other_edition(game: Any) -> None:
    move_card(game["gone"], 149, there=True)


def card_twice_under_a_deck(game: Any) -> None:
    place = int(np.flatnonzero([int(game["decks"][0]) >> place & 1 for place in range(40)])[0])
    game["under"][:2] = place
    game["decks"][0] &= game["decks"][0] - 1
    game["under_count"][0] = 2
    game["deck_size"][0] += 1


def stronghold_lost(game: Any) -> None:
    game["players"]["strongholds"][2] = 2


def stronghold_of_nobody(game: Any) -> None:
    game["held"][4] = 1


def holder_without_stronghold(game: Any) -> None:
    game["holder"][4] = 1


def stronghold_on_an_empty_slot(game: Any) -> None:
    """All cards of the deck lie out of the game, so that the empty slot itself is right."""
    for card in range(70, 90):
        if int(game["decks"][2]) >> card - 70 & 1 or card == game["market"][12]:
            move_card(game["gone"], card, there=True)
    game["decks"][2], game["deck_size"][2], game["market"][12] = 0, 0, NOTHING
    game["holder"][12], game["held"][12], game["players"]["strongholds"][2] = 2, 1, 2


def prestige_counted_wrong(game: Any) -> None:
    game["players"]["prestige"][1] += 1


def bonus_counted_wrong(game: Any) -> None:
    game["players"]["bonus"][0, 1] += 1


def cards_of_a_colour_counted_wrong(game: Any) -> None:
    game["players"]["count"][0, 1] -= 1


def copy_of_another_colour(game: Any) -> None:
    game["copied"][0] = 0


def noble_twice(game: Any) -> None:
    game["nobles"][1] = game["nobles"][0]


def noble_lost(game: Any) -> None:
    game["nobles"][0] = NOTHING


def noble_at_two_players(game: Any) -> None:
    game["players"]["reserved_nobles"][1, 0] = game["players"]["reserved_nobles"][0, 0]
    game["players"]["reserved_count"][1] = 1


def deck_counted_wrong(game: Any) -> None:
    game["deck_size"][4] -= 1


def card_of_another_level(game: Any) -> None:
    game["market"][0], game["market"][6] = int(game["market"][6]), int(game["market"][0])
    game["holder"][0], game["held"][0], game["players"]["strongholds"][0] = NOTHING, 0, 3


def tableau_counted_wrong(game: Any) -> None:
    game["players"]["cards"][0] += 1


def virtual_gold_counted_wrong(game: Any) -> None:
    game["players"]["virtual_gold"][0] = 1


def virtual_gold_of_others(game: Any) -> None:
    game["players"]["virtual_gold_cards"][0, 0] = VIRTUAL_GOLD[-1]


SPOILS: dict[Status, tuple[Spoil, ...]] = {
    Status.TOKENS_NOT_CONSERVED: (one_token_more, bank_in_debt, player_in_debt),
    Status.TOO_MANY_TOKENS: (eleven_tokens,),
    Status.HAND_TOO_LARGE: (
        hand_of_minus_one, hand_of_four, hand_counted_short, hand_with_a_hole, owner_does_not_know_the_card
    ),
    Status.SLOT_NOT_REFILLED: (empty_slot, slot_still_to_be_refilled),
    Status.CARD_LOST_OR_DOUBLED: (
        card_lost, card_in_hand_and_deck, card_out_of_the_game_and_in_the_market, card_drawn_from_nowhere,
        card_of_the_other_edition, card_twice_under_a_deck,
    ),
    Status.STRONGHOLDS_WRONG: (
        stronghold_lost, stronghold_of_nobody, holder_without_stronghold, stronghold_on_an_empty_slot
    ),
    Status.PRESTIGE_WRONG: (prestige_counted_wrong,),
    Status.BONUSES_WRONG: (bonus_counted_wrong, cards_of_a_colour_counted_wrong, copy_of_another_colour),
    Status.NOBLES_WRONG: (noble_twice, noble_lost, noble_at_two_players),
    Status.DECK_SIZE_WRONG: (deck_counted_wrong,),
    Status.WRONG_CARD_IN_SLOT: (card_of_another_level,),
    Status.TABLEAU_WRONG: (tableau_counted_wrong, virtual_gold_counted_wrong, virtual_gold_of_others),
}  # fmt: skip


CASES = [pytest.param(spoil, flag, id=spoil.__name__) for flag, spoils in SPOILS.items() for spoil in spoils]


# --- the tests ----------------------------------------------------------------------------------------------------
def test_every_flag_is_tried() -> None:
    assert set(SPOILS) == set(Status)


@pytest.mark.parametrize(("spoil", "flag"), CASES)
def test_what_is_wrong_is_named_and_nothing_else(spoil: Spoil, flag: Status) -> None:
    game = sound_game()
    assert game.status() is Status.SOUND
    spoil(game.record[0])
    assert game.status() == flag


def test_several_things_wrong_are_all_named() -> None:
    game = sound_game()
    for spoil in (one_token_more, noble_twice, deck_counted_wrong):
        spoil(game.record[0])
    assert game.status() == Status.TOKENS_NOT_CONSERVED | Status.NOBLES_WRONG | Status.DECK_SIZE_WRONG


def test_a_card_in_a_slot_that_is_not_in_play() -> None:
    game = Game(Setup(2), seed=1)
    now = game.record[0]
    now["market"][4] = now["market"][3]
    assert game.status() == Status.WRONG_CARD_IN_SLOT | Status.CARD_LOST_OR_DOUBLED


def test_nobles_and_strongholds_where_there_are_none() -> None:
    game = Game(Setup(2, cities=2025), seed=1)
    now = game.record[0]
    now["nobles"][0] = 3
    now["players"]["strongholds"][1] = 3
    assert game.status() == Status.NOBLES_WRONG | Status.STRONGHOLDS_WRONG


def test_a_noble_who_visited_counts_three() -> None:
    game = Game(Setup(2), seed=1)
    now = game.record[0]
    now["players"]["nobles"][0] = 1 << int(now["nobles"][0])
    now["nobles"][0] = NOTHING
    assert game.status() == Status.PRESTIGE_WRONG  # the noble is there once; its three points are missing


def test_inside_the_own_turn_more_than_ten_tokens_may_be_held() -> None:
    game = play(position(Setup(2), players=[{"tokens": "w3 u3 g2 r1"}]), "take rkg")
    assert (game.phase, sum(game.players[0].tokens.values())) == (Phase.GIVE_BACK, 12)
    now = game.record[0]
    now["player"] = 1
    assert game.status() == Status.TOO_MANY_TOKENS
    now["player"], now["phase"] = 0, Phase.VISIT
    assert game.status() == Status.TOO_MANY_TOKENS


def test_inside_a_turn_a_slot_may_be_empty() -> None:
    game = sound_game()
    empty_slot(game.record[0])
    game.record[0]["phase"] = Phase.STRONGHOLD
    assert game.status() is Status.SOUND
