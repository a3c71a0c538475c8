"""An action with all that it says: the colours, the card, the slot it is about."""

from splendor.action import Action
from splendor.game import View
from splendor.position import Slot
from splendor.server import wire
from splendor.server.telling.tables import Known, slot_name
from splendor.table import things
from splendor.wording import describe


def choice(view: View, action: Action) -> wire.Choice:
    """An action with all that it says in this position."""
    said = wire.Choice(action.number, str(action), action.kind, describe(view, action))
    last = str(action).split()[-1]
    match action.kind:
        case "take_different" | "take_same":
            said.tokens = action.tokens
        case "pay":
            said.tokens, said.colour = action.tokens, action.colour
        case "copy" | "extra_token" | "give_back":
            said.colour = action.colour
        case "reserve" | "purchase" | "free_card" | "place" | "lift" | "remove":
            _name_card(view, action.slot, said)
        case "reserve_deck":
            said.deck = last
        case "purchase_hand":
            said.hand, said.card = action.value, _name(view.players[view.player].hand, action.value)
        case "keep":
            said.place, said.card = action.value, _name(view.drawn, action.value)
        case "sacrifice":
            said.card = last
        case "pay_virtual":
            said.virtual = action.value
        case "reserve_noble" | "visit":
            _name_noble(view, action, said)
        case "post":
            said.post = last
        case "city":
            city = view.cities[action.value]
            said.place, said.city = action.value, city.name if city else None
        case "conquer" | "decline":
            _name_card(view, view.conquerable, said)
    return said


def _name_card(view: View, slot: Slot | None, said: wire.Choice) -> None:
    """A card of the market."""
    found = view.market.get(slot) if slot else None
    said.slot, said.card = slot_name(slot) if slot else None, found.name if found else None


def _name(cards: tuple[Known, ...], place: int) -> str | None:
    found = cards[place] if place < len(cards) else None
    return found.name if isinstance(found, things.Card) else None


def _name_noble(view: View, action: Action, said: wire.Choice) -> None:
    """A noble on the table, or one the player has reserved."""
    if "reserved" in str(action):
        nobles: tuple[things.Noble | None, ...] = view.players[view.player].reserved_nobles
    else:
        nobles = view.nobles
    said.place = int(str(action).split()[-1]) - 1
    noble = nobles[said.place] if said.place < len(nobles) else None
    said.noble = noble.name if noble else None
