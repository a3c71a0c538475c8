"""Chance imposed: the cards of a record in place of those the engine drew.

A deck is a set that is drawn from at random when a card is needed, and which card came never matters before the
next decision. So a replay plays an action, and then exchanges what the engine drew for what the record says was
drawn. A card from under a deck (draw-two post) has its order and cannot be exchanged: there the record must agree.

>>> from splendor import Game, Setup
>>> game = Game(Setup(2), seed=1)
>>> before = state(game)
>>> game.play("reserve 2.3")
>>> list(revealed(before, state(game)))
['2.3']
>>> impose(game, before, {"2.3": 56})
>>> game.market[2, 3].name, game.status().name
('57', 'SOUND')
>>> impose(game, before, {"2.3": 3})
Traceback (most recent call last):
splendor.errors.UnreadableRecord: card 4 cannot come to 2.3: it is not of that deck.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from splendor.errors import UnreadableRecord
from splendor.game import Game
from splendor.records.parts import card_name
from splendor.rules.layout import GAME, NOTHING, SLOTS, SLOTS_PER_LEVEL, UNDER_FIRST
from splendor.table.catalogue import DECK, DECK_CARDS, DECK_FIRST

State = Any  # one GAME record
SLOT_NAMES = tuple(f"{slot // SLOTS_PER_LEVEL + 1}.{slot % SLOTS_PER_LEVEL + 1}" for slot in range(SLOTS))
DRAWN_NAMES = ("first", "second")
PLACES = (*SLOT_NAMES, "hand", *DRAWN_NAMES)


def state(game: Game) -> State:
    """The record of a game as it is now; a copy that later play does not change."""
    return np.frombuffer(game.record.tobytes(), dtype=GAME)[0]


def revealed(before: State, after: State) -> dict[str, int]:
    """The cards that left a deck between two states, by the place they came to."""
    if not (after["deck_size"] < before["deck_size"]).any():
        return {}
    found = _changed(SLOT_NAMES, before["market"], after["market"])
    found |= _changed(DRAWN_NAMES, before["drawn"], after["drawn"])
    seat = int(before["player"])
    size, card = _last_in_hand(after, seat)
    if size > int(before["players"]["hand_size"][seat]) and deck_holds(before, card):
        found["hand"] = card
    return found


def _changed(names: tuple[str, ...], before: Any, after: Any) -> dict[str, int]:
    cards = zip(names, before.tolist(), after.tolist(), strict=True)
    return {name: new for name, old, new in cards if new not in (old, NOTHING)}


def _last_in_hand(now: State, seat: int) -> tuple[int, int]:
    """How many cards a hand has, and the newest of them."""
    size = int(now["players"]["hand_size"][seat])
    return size, int(now["players"]["hand"][seat][size - 1]) if size else NOTHING


def deck_holds(now: State, card: int) -> bool:
    """Whether a card is in its deck, shuffled or under it."""
    return shuffled_in(now, card) or card in _under(now, int(DECK[card]))


def shuffled_in(now: State, card: int) -> bool:
    """Whether a card is in the shuffled part of its deck: any of those could be drawn next."""
    deck = int(DECK[card])
    return in_play(now, card) and bool(int(now["decks"][deck]) >> _place(now, card) & 1)


def _under(now: State, deck: int) -> list[int]:
    start = int(UNDER_FIRST[deck])
    first = int(DECK_FIRST[now["orient"], deck])
    return [first + int(place) for place in now["under"][start : start + int(now["under_count"][deck])]]


def in_play(now: State, card: int) -> bool:
    """Whether the set-up has the card at all: Orient cards belong to one edition."""
    return bool(0 <= _place(now, card) < DECK_CARDS[DECK[card]]) and (DECK[card] < 3 or bool(now["orient"]))


def _place(now: State, card: int) -> int:
    """The card's place in the run of its deck."""
    return card - int(DECK_FIRST[now["orient"], DECK[card]])


def impose(game: Game, before: State, cards: Mapping[str, int]) -> None:
    """Exchange what the last action revealed for `cards`; refuse cards that could not have come."""
    drawn = revealed(before, game.record[0])
    _same_places(drawn, cards)
    if drawn == cards:
        return
    for place, card in cards.items():
        _could_come(before, place, drawn[place], card)
    if len(set(cards.values())) != len(cards):
        raise UnreadableRecord("a card cannot come to two places.")
    now = game.record[0]
    for card in drawn.values():
        if shuffled_in(before, card):
            _flip(now, card)
    for place, card in cards.items():
        if shuffled_in(before, card):
            _flip(now, card)
        _lay(now, int(before["player"]), place, card)
    game.refresh()


def _same_places(drawn: Mapping[str, int], cards: Mapping[str, int]) -> None:
    for place in drawn:
        if place not in cards:
            raise UnreadableRecord(f"the card revealed is missing: expected [{place}=…].")
    for place in cards:
        if place not in drawn:
            raise UnreadableRecord(f"no card was revealed: [{place}={card_name(cards[place])}] should not be there.")


def _could_come(before: State, place: str, drawn: int, card: int) -> None:
    """The card is in the deck drawn from; of those under the deck only the next one will do."""
    if DECK[card] != DECK[drawn] or not in_play(before, card):
        raise UnreadableRecord(f"card {card_name(card)} cannot come to {place}: it is not of that deck.")
    if not shuffled_in(before, drawn) and card != drawn:
        raise UnreadableRecord(
            f"card {card_name(card)} cannot come to {place}: {card_name(drawn)} was next under the deck."
        )
    if shuffled_in(before, drawn) and not shuffled_in(before, card):
        raise UnreadableRecord(f"card {card_name(card)} cannot come to {place}: it has left the deck already.")


def _flip(now: State, card: int) -> None:
    """Put a card into the shuffled part of its deck, or take it out."""
    now["decks"][DECK[card]] ^= np.int64(1 << _place(now, card))


def _lay(now: State, seat: int, place: str, card: int) -> None:
    if place in DRAWN_NAMES:
        now["drawn"][DRAWN_NAMES.index(place)] = card
    elif place == "hand":
        now["players"]["hand"][seat][int(now["players"]["hand_size"][seat]) - 1] = card
    else:
        now["market"][SLOT_NAMES.index(place)] = card
