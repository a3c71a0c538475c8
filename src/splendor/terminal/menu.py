"""The choices of a decision: numbered, in groups, and found again by number or by notation."""

import re
from dataclasses import dataclass
from itertools import groupby

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from splendor.action import Action
from splendor.choices import Choice, choice_text, payment_of, payment_text, whole_choices
from splendor.drawing.text import bonus_text
from splendor.errors import IllegalAction, UnreadableAction
from splendor.game import Game
from splendor.position import Position, Slot
from splendor.rules.actions import Phase
from splendor.table.catalogue import COLOUR_LETTERS
from splendor.table.things import CARD_BY_NAME, Card
from splendor.terminal.paint import AMOUNT, BRASS, NUMBER, with_gems
from splendor.wording import describe

NUMERAL = re.compile("[0-9]{1,9}")
LISTED = 12
"""So many choices of a group are listed one by one, in words; more stand in columns, in notation."""

_GROUPS = {
    "take_different": "take",
    "take_same": "take",
    "reserve": "reserve",
    "reserve_deck": "reserve",
    "purchase": "purchase",
    "purchase_hand": "purchase",
    "lift": "move",
    "decline": "conquer",
    "give_back": "give back",
    "pay_virtual": "pay",
}
_COMPACT = ("take", "reserve", "place", "move")


@dataclass(frozen=True, slots=True)
class Item:
    """One line of the menu."""

    number: int
    choice: Choice
    text: str
    group: str

    @property
    def short(self) -> str:
        """The notation without the verb, which stands over the group."""
        return self.text.removeprefix(self.group).strip() or self.text


class Menu:
    """What can be chosen now."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.position: Position = game.view(game.player)
        self.legal = game.legal_actions
        self.items = [
            Item(number, choice, choice_text(game, choice), _group(choice))
            for number, choice in enumerate(whole_choices(game), start=1)
        ]

    def purchasable(self) -> set[Slot]:
        """The market cards that can be purchased."""
        slots = [item.choice[0].slot for item in self.items if item.choice[0].kind == "purchase"]
        return {slot for slot in slots if slot}

    # --- finding --------------------------------------------------------------------------------------------------
    def find(self, typed: str) -> Choice:
        """The choice a person means by a number or a notation; the verb may be left out where that is clear."""
        if NUMERAL.fullmatch(typed.strip()):
            return self._by_number(int(typed))
        wanted = normal(typed)
        found = [item for item in self.items if wanted in (normal(item.text), normal(item.short))]
        if len(found) > 1:
            meant = " or ".join(f"'{item.text}'" for item in found)
            raise UnreadableAction(f"{typed.strip()!r} could be {meant}: say which.")
        if found:
            return found[0].choice
        return self._by_action(typed)

    def _by_action(self, typed: str) -> Choice:
        """One small decision in the notation of the engine, or the reason why not."""
        hint = f"Type a number from 1 to {len(self.items)}, an action such as '{self.items[0].text}', or 'help'."
        try:
            action = Action.parse(typed)
        except UnreadableAction:
            raise UnreadableAction(f"{typed.strip()[:40]!r} is neither a choice nor a command. {hint}") from None
        if action not in self.legal:
            raise IllegalAction(f"'{action}' is not possible now. {hint}")
        return (action,)

    def _by_number(self, number: int) -> Choice:
        if not 1 <= number <= len(self.items):
            raise UnreadableAction(f"there is no choice {number}; choices are numbered from 1 to {len(self.items)}.")
        return self.items[number - 1].choice

    # --- showing --------------------------------------------------------------------------------------------------
    def draw(self) -> RenderableType:
        """The choices by groups: short ones in words, long ones in columns."""
        groups = [(group, list(items)) for group, items in groupby(self.items, key=lambda item: item.group)]
        parts: list[RenderableType] = []
        for group, items in groups:
            in_columns = group in _COMPACT or len(items) > LISTED
            if len(groups) > 1 or in_columns:
                parts.append(Text(self._heading(group), BRASS))
            parts.append(_in_columns(items) if in_columns else self._in_words(items))
        return Group(*parts)

    def _heading(self, group: str) -> str:
        if group == "reserve":
            return "reserve" + (" and take a gold token" if self.position.bank["gold"] else "; no gold token is left")
        return group

    def _in_words(self, items: list[Item]) -> Table:
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(justify="right", style=NUMBER, width=4)
        for item in items:
            grid.add_row(str(item.number), with_gems(item.text), with_gems(self._words(item)))
        return grid

    def _words(self, item: Item) -> str:
        """What a choice means, where its notation does not say it."""
        action = item.choice[0]
        if item.group == "purchase":
            return f"{self._card(action)} for {price_text(self._game, action)}"
        if item.group == "sacrifice":
            return " and ".join(_short(CARD_BY_NAME[name]) for name in item.text.split()[1:])
        if len(item.choice) > 1 or item.group in ("pay", "give back"):
            return ""
        return describe(self.position, action)

    def _card(self, action: Action) -> str:
        """The card a purchase is about: its bonus and prestige."""
        if action.kind == "purchase_hand":
            card = self.position.players[self.position.player].hand[action.value]
        else:
            card = self.position.market.get(action.slot)  # type: ignore[assignment, arg-type]
        return _short(card) if isinstance(card, Card) else ""


def _short(card: Card) -> str:
    return bonus_text(card) + (f" with {card.prestige} prestige" if card.prestige else "")


def price_text(game: Game, purchase: Action) -> str:
    """What a purchase costs, paid the usual way: `r3 y1`; others are possible where the engine will ask."""
    after = game.copy()
    after.play(purchase)
    if after.player == game.player and after.phase is Phase.SACRIFICE:
        return "two cards"
    if after.player != game.player or after.phase is not Phase.PAY:
        return payment_text(*payment_of(game, (purchase,))).removeprefix("pay ")
    usual = payment_of(after, whole_choices(after)[0])
    return payment_text(*usual).removeprefix("pay ") + " (or another payment)"


def _in_columns(items: list[Item]) -> RenderableType:
    cells = [Text().append(f"{item.number:>3} ", NUMBER).append_text(with_gems(item.short)) for item in items]
    width = max(cell.cell_len for cell in cells)
    return Padding(Columns(cells, width=width, padding=(0, 2)), (0, 0, 0, 2))


def _group(choice: Choice) -> str:
    kind = choice[0].kind
    return _GROUPS.get(kind, str(choice[0]).split(" ", maxsplit=1)[0])


def normal(text: str) -> str:
    """One spelling for what means the same: lower case, single spaces, colours and amounts in colour order.

    >>> normal(" give back R w"), normal("pay y1 r2"), normal("take guw")
    ('give back wr', 'pay r2 y1', 'take wug')
    """
    words = text.lower().replace(",", " ").split()
    colours = [word for word in words if set(word) <= set(COLOUR_LETTERS)]
    amounts = [word for word in words if AMOUNT.fullmatch(word)]
    rest = [word for word in words if word not in colours and word not in amounts]
    ordered = "".join(sorted("".join(colours), key=COLOUR_LETTERS.index))
    return " ".join([*rest, *([ordered] if ordered else []), *sorted(amounts, key=_colour_order)])


def _colour_order(word: str) -> int:
    return COLOUR_LETTERS.index(word[0])
