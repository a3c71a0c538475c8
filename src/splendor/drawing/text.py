"""The table in plain text: about ten lines, readable without colour."""

from collections.abc import Iterable, Sequence

from splendor.position import SEAT_LETTERS, Player, Position
from splendor.rules.actions import Phase
from splendor.table.catalogue import COLOUR_LETTERS, COLOURS, LEVELS, Kind
from splendor.table.things import TRADING_POSTS, Amounts, Card, City, HiddenCard, Noble, TradingPost, letters

BASE_PLACES = 4
Cell = Card | HiddenCard | None

_KIND_WORDS = {
    Kind.VIRTUAL_GOLD: "two gold",
    Kind.COPY: "copy",
    Kind.COPY_AND_FREE_CARD: "copy+free",
    Kind.DOUBLE_BONUS: "double",
    Kind.RESERVE_NOBLE: "noble",
    Kind.FREE_CARD: "free",
}


def text_table(position: Position, names: Sequence[str] | None = None) -> str:
    """The whole table as text; colours are w u g r k and y for gold, as in the notation.

    >>> from splendor import Game, Setup
    >>> print(text_table(Game(Setup(2), seed=1)))
    2 players, base game · round 1 · player A decides: action
    bank      w4 u4 g4 r4 k4 y5
    nobles    1: u3 g3 r3   2: w4 u4   3: w3 r3 k3
              1                  2                  3                   4
    level 3   blue 4: w7         black 5: r7 k3     red 3: w3 u5 g3 k3  white 5: w3 k7     16 left
    level 2   green 1: w2 u3 k2  white 1: g3 r2 k2  blue 1: u2 g2 r3    white 1: w2 u3 r3  26 left
    level 1   red 1: w4          blue: u1 g3 r1     green: w1 u1 r1 k2  blue: w1 g2 r2     36 left
    > player A   0 prestige    0 cards   tokens  .  .  .  .  .  .   bonus  .  .  .  .  .
      player B   0 prestige    0 cards   tokens  .  .  .  .  .  .   bonus  .  .  .  .  .
    """
    shown = list(names) if names else [f"player {letter}" for letter in SEAT_LETTERS[: position.setup.players]]
    lines = [_heading(position, shown), f"bank      {letters(position.bank)}", *_tiles(position)]
    lines += _market(position, shown, range(1, BASE_PLACES + 1), "level {}", "{}")
    if position.places > BASE_PLACES:
        lines += _market(position, shown, range(BASE_PLACES + 1, position.places + 1), "orient {}", "o{}")
    width = max(map(len, shown))
    for player in position.players:
        lines += _player(position, player, shown[player.seat].ljust(width))
    return "\n".join(line.rstrip() for line in lines)


def card_text(card: Cell) -> str:
    """A card in a few words: `red 3: w3 u5 g3 k3`; `-` for an empty slot."""
    if card is None:
        return "-"
    if isinstance(card, HiddenCard):
        return f"{'orient' if card.orient else 'level'} {card.level}, hidden"
    price = f"two {card.sacrifice} cards" if card.sacrifice else letters(card.cost)
    return f"{bonus_text(card)}{f' {card.prestige}' if card.prestige else ''}: {price}"


def bonus_text(card: Card) -> str:
    """What a card gives besides prestige: `red`, `double red`, `copy+free`, …"""
    words = [_KIND_WORDS.get(card.kind, ""), card.colour or ""]
    if card.kind in (Kind.RESERVE_NOBLE, Kind.FREE_CARD):
        words.reverse()
    return " ".join(word for word in words if word)


def tile_text(tile: Noble | City | TradingPost | None) -> str:
    """What a tile asks for: `w4 u4`, `13 prestige, w3 u4`; `-` where one has left."""
    if tile is None:
        return "-"
    needs = [letters(tile.count)] if tile.count else []
    if isinstance(tile, City):
        needs.insert(0, f"{tile.prestige} prestige")
        needs += [f"{tile.alike} alike"] if tile.alike else []
    if isinstance(tile, TradingPost) and tile.nobles:
        needs.append("a noble")
    return ", ".join(needs)


def stronghold_text(held: tuple[int, int] | None, names: Sequence[str]) -> str:
    """Strongholds on a card, in brackets with the owner's name."""
    return f" [{names[held[0]].strip()} x{held[1]}]" if held else ""


def decision_text(position: Position, names: Sequence[str]) -> str:
    """Who decides what, or how the game ended."""
    if position.is_over:
        winners = " and ".join(names[seat] for seat in sorted(position.winners))
        return f"over: {winners} {'win' if len(position.winners) > 1 else 'wins'}"
    asked = Phase(position.phase).name.lower().replace("_", " ")
    return f"{names[position.player]} decides: {asked}" + (" · last round" if position.ending else "")


def posts_in_play(position: Position) -> tuple[TradingPost, ...]:
    """The trading posts of the edition in play, by letter."""
    edition = position.setup.posts
    return tuple(sorted(TRADING_POSTS[edition].values(), key=lambda post: post.letter)) if edition else ()


def _heading(position: Position, names: Sequence[str]) -> str:
    round_number = position.rounds + (0 if position.is_over else 1)
    return f"{position.setup.describe()} · round {round_number} · {decision_text(position, names)}"


def _tiles(position: Position) -> list[str]:
    lines = []
    if position.nobles:
        lines.append(f"nobles    {_numbered(map(tile_text, position.nobles))}")
    if position.cities:
        lines.append(f"cities    {_numbered(map(tile_text, position.cities))}")
    if posts := posts_in_play(position):
        lines.append("posts     " + "   ".join(f"{post.letter}: {tile_text(post)}" for post in posts))
    return lines


def _numbered(texts: Iterable[str]) -> str:
    return "   ".join(f"{place}: {text}" for place, text in enumerate(texts, start=1))


def _market(position: Position, names: Sequence[str], places: range, label: str, deck: str) -> list[str]:
    """The rows of a part of the market, level 3 first, in columns."""
    forts, market = position.strongholds, position.market
    rows = [
        [card_text(market[level, place]) + stronghold_text(forts.get((level, place)), names) for place in places]
        for level in range(LEVELS, 0, -1)
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(places))]
    header = "  ".join(str(place).ljust(width) for place, width in zip(places, widths, strict=True))
    lines = [f"{'':10}{header}"]
    for level, row in zip(range(LEVELS, 0, -1), rows, strict=True):
        cells = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        lines.append(f"{label.format(level):10}{cells}  {position.deck_sizes[deck.format(level)]} left")
    return lines


def _columns(numbers: Amounts, colours: Iterable[str]) -> str:
    cells = (
        f"{COLOUR_LETTERS[COLOURS.index(colour)]}{numbers[colour]}" if numbers[colour] else " ." for colour in colours
    )
    return " ".join(cells)


def _player(position: Position, player: Player, name: str) -> list[str]:
    mark = ">" if player.seat == position.player and not position.is_over else " "
    cards = f"{player.cards:2} card{'s' if player.cards != 1 else ' '}"
    line = f"{mark} {name}  {player.prestige:2} prestige   {cards}"
    line += f"   tokens {_columns(player.tokens, COLOURS)}   bonus {_columns(player.bonus, COLOURS[:5])}"
    line += "".join(f"  [{card_text(card)}]" for card in player.hand)
    has = belongings(position, player)
    return [line, f"    {'; '.join(has)}"] if has else [line]


def belongings(position: Position, player: Player) -> list[str]:
    """What a player has besides cards and tokens, in words."""
    has = []
    if player.nobles:
        has.append("nobles " + ", ".join(noble.name for noble in player.nobles))
    if player.reserved_nobles:
        has.append("reserved nobles " + ", ".join(str(noble) for noble in player.reserved_nobles))
    if player.posts:
        has.append("posts " + " ".join(post.letter for post in player.posts))
    if player.city:
        has.append(f"city {player.city.name}")
    if player.virtual_gold:
        has.append(f"virtual gold: {len(player.virtual_gold)}")
    if position.setup.strongholds:
        has.append(f"strongholds left: {player.strongholds}")
    if player.seat == position.player and position.drawn:
        has.append("drawn " + ", ".join(f"[{card_text(card)}]" for card in position.drawn))
    return has
