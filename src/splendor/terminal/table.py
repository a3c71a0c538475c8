"""The table drawn in a terminal of 80 columns or more."""

from collections.abc import Collection, Sequence

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from splendor.drawing.text import belongings, card_text, posts_in_play
from splendor.position import SEAT_LETTERS, Player, Position, Slot
from splendor.table.catalogue import COLOURS, LEVELS, Kind, Power
from splendor.table.things import Card, City, HiddenCard, Noble, TradingPost
from splendor.terminal import paint
from splendor.terminal.paint import BRASS, QUIET

CARD_WIDTH = 17
DECK_WIDTH = 7
BASE_PLACES = 4
INDENT = "    "
TOWER = "♜"
WIDE = 2 * (DECK_WIDTH + 1) + 6 * (CARD_WIDTH + 1)

_KIND_SUFFIXES = {Kind.DOUBLE_BONUS: "×2", Kind.RESERVE_NOBLE: "+noble", Kind.FREE_CARD: "+free"}
_KIND_NAMES = {Kind.VIRTUAL_GOLD: "gold×2", Kind.COPY: "copy", Kind.COPY_AND_FREE_CARD: "copy+free"}
_POWERS = {
    Power.TOKEN_AFTER_PURCHASE: "a token after a purchase",
    Power.DRAW_TWO: "draw two, reserve one",
    Power.THIRD_TOKEN: "a third token with a pair",
    Power.DOUBLE_GOLD: "gold is worth two",
    Power.PRESTIGE_PER_POST: "1 prestige per post",
    Power.FIVE_PRESTIGE: "5 prestige",
}


def draw(
    position: Position, names: Sequence[str], console: Console, purchasable: Collection[Slot] = ()
) -> RenderableType:
    """The whole table; cards that can be purchased now are marked with a star."""
    market = _market(position, console.width, purchasable)
    return Group(_tiles(position), Text(), market, *_players(position, names, console.width))


# --- tiles --------------------------------------------------------------------------------------------------------
def _tiles(position: Position) -> RenderableType:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(style=QUIET, width=DECK_WIDTH - 1)
    grid.add_column()
    if position.nobles:
        grid.add_row("nobles", Text("   ").join(_noble(place, noble) for place, noble in enumerate(position.nobles, 1)))
    if position.cities:
        grid.add_row("cities", Text("   ").join(_city(place, city) for place, city in enumerate(position.cities, 1)))
    if posts := posts_in_play(position):
        grid.add_row("posts", _in_pairs([_post(position, post) for post in posts]))
    return grid


def _post(position: Position, post: TradingPost) -> Text:
    line = Text(f"{post.letter} ") + paint.gems(post.count)
    line.append(" and a noble" if post.nobles else "").append(f" {_POWERS[post.power]}")
    for player in position.players:
        if post in player.posts:
            line.append(f" {SEAT_LETTERS[player.seat]}", paint.SEAT_STYLES[player.seat])
    return line


def _in_pairs(lines: list[Text]) -> Table:
    pairs = Table.grid(padding=(0, 3, 0, 0))
    for place in range(0, len(lines), 2):
        pairs.add_row(*lines[place : place + 2])
    return pairs


def _noble(place: int, noble: Noble | None) -> Text:
    if noble is None:
        return Text(f"{place} –", QUIET)
    return Text(f"{place} ") + paint.gems(noble.count)


def _city(place: int, city: City | None) -> Text:
    if city is None:
        return Text(f"{place} –", QUIET)
    text = Text(f"{place} {city.name.rsplit(' ', 1)[0]} ")
    text.append(f"{city.prestige} ", BRASS).append_text(paint.gems(city.count))
    return text.append(f" {city.alike} alike" if city.alike else "")


# --- the market ---------------------------------------------------------------------------------------------------
def _market(position: Position, width: int, purchasable: Collection[Slot]) -> RenderableType:
    """Level 3 on top; the Orient's cards beside the others, or below them where the terminal is narrow."""
    market = Table.grid(padding=(0, 1, 0, 0))
    for level in range(LEVELS, 0, -1):
        base = _row(position, level, range(1, BASE_PLACES + 1), purchasable)
        orient = _row(position, level, range(BASE_PLACES + 1, position.places + 1), purchasable)
        if not orient:
            market.add_row(_deck(position, str(level)), *base)
        elif width >= WIDE:
            market.add_row(_deck(position, str(level)), *base, *orient, _deck(position, f"o{level}"))
        else:
            market.add_row(_deck(position, str(level)), *base)
            market.add_row(_deck(position, f"o{level}"), *orient)
        market.add_row()
    return market


def _deck(position: Position, name: str) -> Text:
    return Text(f"deck {name}\n").append(f"{position.deck_sizes[name]:>2} left", QUIET)


def _row(position: Position, level: int, places: range, purchasable: Collection[Slot]) -> list[Text]:
    market, forts = position.market, position.strongholds
    slots = [(level, place) for place in places]
    return [_card(slot, market[slot], forts.get(slot), slot in purchasable) for slot in slots]


def _card(slot: Slot, card: Card | None, held: tuple[int, int] | None, star: bool) -> Text:
    """A card in two lines: place, bonus and prestige; price and strongholds."""
    label = f"{slot[0]}.{slot[1]}"
    if card is None:
        return Text(f"{label} –".ljust(CARD_WIDTH) + "\n" + " " * CARD_WIDTH, QUIET)
    ground = paint.card_style(card)
    first = Text(label, ground).append("*" if star else " ", f"bold {ground}")
    first.append(bonus_name(card), f"bold {ground}")
    _fill(first, Text(str(card.prestige or "") + " ", f"bold {ground}"), ground)
    second = Text(" ", ground)
    if card.sacrifice:
        second.append(f"2 {card.sacrifice} cards ", ground)
    for colour, number in card.cost.items():
        second.append_text(paint.gem(colour, number)).append(" ", ground)
    towers = (
        Text(SEAT_LETTERS[held[0]] + TOWER * held[1], f"{paint.SEAT_STYLES[held[0]]} on #10131a") if held else Text()
    )
    _fill(second, towers, ground)
    return first.append("\n").append_text(second)


def _fill(line: Text, right: Text, style: str) -> None:
    """Bring a line to the width of a card, with something at its right end."""
    line.append(" " * (CARD_WIDTH - line.cell_len - right.cell_len), style).append_text(right)


def bonus_name(card: Card) -> str:
    """What a card gives, short enough for its line: `red`, `red×2`, `copy+free`, …"""
    return _KIND_NAMES.get(card.kind) or f"{card.colour}{_KIND_SUFFIXES.get(card.kind, '')}"


# --- the players --------------------------------------------------------------------------------------------------
def _players(position: Position, names: Sequence[str], columns: int) -> list[RenderableType]:
    width = max(len(name) for name in names)
    heading = Text(f"{'':{width + 30}}tokens{'':14}bonuses", QUIET)
    bank = Text(f"{'    bank':{width + 30}}").append_text(paint.columns(position.bank))
    lines: list[RenderableType] = [heading, bank]
    for player in position.players:
        lines += _player(position, player, names[player.seat], width, columns)
    return lines


def _player(position: Position, player: Player, name: str, width: int, columns: int) -> list[RenderableType]:
    style = paint.SEAT_STYLES[player.seat]
    mine = player.seat == position.player and not position.is_over
    line = Text().append("▸ " if mine else "  ", BRASS).append(f"{SEAT_LETTERS[player.seat]} ", style)
    line.append(name.ljust(width), style).append(f" {player.prestige:3} prestige", BRASS)
    line.append(f" {player.cards:3} card{' ' if player.cards == 1 else 's'}   ")
    line.append_text(paint.columns(player.tokens)).append("   ")
    line.append_text(paint.columns({colour: player.bonus[colour] for colour in COLOURS[:5]}))
    lines: list[RenderableType] = [line]
    if player.hand:
        cards = list(map(_in_hand, range(1, 4), player.hand))
        lines.append(_flow([Text("reserved", QUIET), *cards], columns))
    if has := belongings(position, player):
        lines.append(_flow([Text(thing, QUIET) for thing in has], columns))
    return lines


def _flow(pieces: Sequence[Text], columns: int) -> Text:
    """Pieces beside each other, on as many indented lines as they need; none is broken in two."""
    flowing, used = Text(INDENT), len(INDENT)
    for place, piece in enumerate(pieces):
        if place and used + 2 + piece.cell_len > columns:
            flowing.append("\n" + INDENT)
            used = len(INDENT)
        elif place:
            flowing.append("  ")
            used += 2
        flowing.append_text(piece)
        used += piece.cell_len
    return flowing


def _in_hand(place: int, card: Card | HiddenCard) -> Text:
    style = paint.card_style(card) if isinstance(card, Card) else QUIET
    return Text(f"{place} ").append(f" {card_text(card)} ", style)
