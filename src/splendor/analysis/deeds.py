"""Deeds: actions as data for sentences, with the names of the things they are about."""

from dataclasses import dataclass

from splendor.action import Action
from splendor.position import Position, Slot
from splendor.table.catalogue import Power
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
            return Deed("take", {"tokens": action.tokens or {}})
        case "reserve" | "purchase" | "free_card" | "place" | "lift" | "remove":
            return _on_market(position, action.kind, action.slot)
        case "conquer" | "decline":
            return _on_market(position, action.kind, position.conquerable)
        case "reserve_deck":
            return Deed("reserve_deck", {"level": int(last[-1])})
        case "purchase_hand":
            return _named("purchase_hand", position.players[position.player].hand, action.value)
        case "keep":
            return _named("keep", position.drawn, action.value)
        case "sacrifice":
            return Deed("sacrifice", {"card": last})
        case "pay":
            paid = {colour: number for colour, number in (action.tokens or {}).items() if number}
            return Deed("pay", {"tokens": paid}) if paid else Deed("pay_gold", {"gem": action.colour or ""})
        case "pay_virtual":
            return Deed("pay_virtual", {"n": action.value})
        case "copy" | "extra_token" | "give_back":
            return Deed(action.kind, {"gem": action.colour or ""})
        case "reserve_noble" | "visit":
            return Deed(action.kind, {"noble": _noble(position, action)})
        case "post":
            return Deed("post", {"post": Power(action.value).name.lower()})
        case "city":
            city = position.cities[action.value]
            return Deed("city", {"city": city.name if city else ""})
        case _:
            return Deed(action.kind, {})


def _on_market(position: Position, kind: str, slot: Slot | None) -> Deed:
    card = position.market.get(slot) if slot else None
    return Deed(kind, {"card": card.name if card else ""}, f"{slot[0]}.{slot[1]}" if slot else None)


def _named(kind: str, cards: tuple[object, ...], place: int) -> Deed:
    card = cards[place] if place < len(cards) else None
    return Deed(kind, {"card": card.name if isinstance(card, Card) else ""})


def _noble(position: Position, action: Action) -> str:
    reserved = "reserved" in str(action)
    nobles = position.players[position.player].reserved_nobles if reserved else position.nobles
    place = int(str(action).split()[-1]) - 1
    noble = nobles[place] if place < len(nobles) else None
    return noble.name if noble else ""
