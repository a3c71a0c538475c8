"""Deeds: actions as data for sentences, with the names of the things they are about."""

from collections import Counter
from dataclasses import dataclass

from splendor.action import Action
from splendor.position import Position
from splendor.table.catalogue import COLOUR_LETTERS, COLOURS, Power
from splendor.table.things import Amounts, Card

Value = str | int | Amounts


@dataclass(frozen=True, slots=True)
class Deed:
    """An action in a position: the key of its sentence and what stands in the sentence's places."""

    kind: str
    values: dict[str, Value]
    slot: str | None = None
    """The place of the market it is about, such as `2.3`."""


def deed_of(position: Position, action: Action) -> Deed:
    """What an action means here; a card that the position does not know is told by its level.

    >>> from splendor import Game, Setup
    >>> deed_of(Game(Setup(2), seed=1), Action.parse("reserve 2.3"))
    Deed(kind='reserve', values={'card': '42'}, slot='2.3')
    """
    last = str(action).split()[-1]
    match action.kind:
        case "take_different" | "take_same":
            return Deed("take", {"tokens": dict(Counter(_colour(letter) for letter in last))})
        case "reserve" | "purchase" | "free_card" | "place" | "lift" | "remove":
            card = position.market.get((int(last[0]), int(last[2])))
            return Deed(action.kind, {"card": card.name if card else ""}, last)
        case "conquer" | "decline":
            return _conquest(position, action.kind)
        case "reserve_deck":
            return Deed("reserve_deck", {"level": int(last[-1])})
        case "purchase_hand":
            return _named("purchase_hand", position.players[position.player].hand, action.value)
        case "keep":
            return _named("keep", position.drawn, action.value)
        case "sacrifice":
            return Deed("sacrifice", {"card": last})
        case "pay":
            return Deed("pay" if int(last[1:]) else "pay_gold", _paid(last))
        case "pay_virtual":
            return Deed("pay_virtual", {"n": action.value})
        case "copy" | "extra_token" | "give_back":
            return Deed(action.kind, {"gem": _colour(last)})
        case "reserve_noble" | "visit":
            return Deed(action.kind, {"noble": _noble(position, action)})
        case "post":
            return Deed("post", {"post": Power(action.value).name.lower()})
        case "city":
            city = position.cities[action.value]
            return Deed("city", {"city": city.name if city else ""})
        case _:
            return Deed(action.kind, {})


def _colour(letter: str) -> str:
    return COLOURS[COLOUR_LETTERS.index(letter)]


def _paid(last: str) -> dict[str, Value]:
    colour = _colour(last[0])
    return {"tokens": {colour: int(last[1:])}} if int(last[1:]) else {"gem": colour}


def _named(kind: str, cards: tuple[object, ...], place: int) -> Deed:
    card = cards[place] if place < len(cards) else None
    return Deed(kind, {"card": card.name if isinstance(card, Card) else ""})


def _noble(position: Position, action: Action) -> str:
    reserved = "reserved" in str(action)
    nobles = position.players[position.player].reserved_nobles if reserved else position.nobles
    place = int(str(action).split()[-1]) - 1
    noble = nobles[place] if place < len(nobles) else None
    return noble.name if noble else ""


def _conquest(position: Position, kind: str) -> Deed:
    for place, (seat, number) in position.strongholds.items():
        card = position.market[place]
        if seat == position.player and number == 3 and card:
            return Deed(kind, {"card": card.name}, f"{place[0]}.{place[1]}")
    return Deed(kind, {"card": ""})
