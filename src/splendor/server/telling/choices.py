"""An action with all that it says: the colours, the card, the slot it is about."""

from collections import Counter

from splendor.action import Action
from splendor.game import View
from splendor.server import wire
from splendor.server.telling.tables import Known, slot_name
from splendor.table import things
from splendor.table.catalogue import COLOUR_LETTERS, COLOURS
from splendor.wording import describe


def choice(view: View, action: Action) -> wire.Choice:
    """An action with all that it says in this position."""
    said = wire.Choice(action.number, str(action), action.kind, describe(view, action))
    last = str(action).split()[-1]
    match action.kind:
        case "take_different" | "take_same":
            said.tokens = dict(Counter(_colour(letter) for letter in last))
        case "pay":
            said.tokens, said.colour = {_colour(last[0]): int(last[1:])}, _colour(last[0])
        case "copy" | "extra_token" | "give_back":
            said.colour = _colour(last)
        case "reserve" | "purchase" | "free_card" | "place" | "lift" | "remove":
            found = view.market.get((int(last[0]), int(last[2])))
            said.slot, said.card = last, found.name if found else None
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
            said.slot, said.card = _conquered(view)
    return said


def _colour(letter: str) -> str:
    return COLOURS[COLOUR_LETTERS.index(letter)]


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


def _conquered(view: View) -> tuple[str, str]:
    """The slot with three strongholds of the player who decides, and its card."""
    return next(
        (slot_name(place), found.name)
        for place, held in view.strongholds.items()
        if held == (view.player, 3) and (found := view.market[place])
    )
