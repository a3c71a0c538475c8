"""The table as one self-contained SVG, for notebooks and pages.

The symbols (gems, card grounds, backs, portraits) lie in symbols.svg; a picture carries those it uses. Everything
that has a colour has a shape or a figure of its own too, so a picture can be read in grey.
"""

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from xml.sax.saxutils import escape, quoteattr

from splendor.drawing.text import bonus_text, card_text, decision_text, posts_in_play, tile_text
from splendor.position import SEAT_LETTERS, Player, Position
from splendor.table.catalogue import COLOURS, LEVELS, Kind, Power
from splendor.table.things import Card, City, HiddenCard, Noble, TradingPost

Cell = Card | HiddenCard | None

GEMS = COLOURS[:5]
BASE_PLACES = 4

# --- the design language: an ink ground, brass for prestige, and the stones the only bright things ----------------
GROUND, PANEL, PANEL_LINE = "#10131a", "#191e29", "#333a4a"
TEXT, MUTED, BRASS = "#f3f0e8", "#b3b9c7", "#edc873"
SEATS = ("#1fa79b", "#9a6bf2", "#e8782f", "#e0589b")
FILL = dict(zip(COLOURS, ("#eef2f9", "#2460d2", "#0d7d50", "#c9263b", "#292733", "#ecc04f"), strict=True))
INK = dict(zip(COLOURS, ("#1c2436", "#ffffff", "#ffffff", "#ffffff", "#ffffff", "#2a1c02"), strict=True))
RIMS = ("#ffffff33", "#e0eaf88c", "#f1cf7ad9")  # by level: plain, silver, gold
SANS = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans Condensed', 'DejaVu Sans', sans-serif"
DISPLAY = "'Iowan Old Style', Palatino, 'Noto Serif', 'DejaVu Serif Condensed', 'DejaVu Serif', Georgia, serif"

# --- measures; a card is drawn in units of 72 × 96 and scaled ------------------------------------------------------
CARD_WIDTH, CARD_HEIGHT = 72, 96
SCALE = 1.4
STEP_X, STEP_Y = 112, 152
SPINE, EDGE, GAP = 40, 20, 12
HEADER = 44
TILES = 84
POSTS, WIDE_POST = 64, 120
BANK = 66
PANEL_WIDTH, PANEL_HEIGHT = 388, 134

_ICONS = {
    Kind.COPY_AND_FREE_CARD: "i-copy-free",
    Kind.RESERVE_NOBLE: "i-reserve-noble",
    Kind.FREE_CARD: "i-free-card",
}
_POWER_ICONS = {
    Power.TOKEN_AFTER_PURCHASE: ("i-token-after", "Token after", "a purchase"),
    Power.DRAW_TWO: ("i-draw-two", "Draw two,", "reserve one"),
    Power.THIRD_TOKEN: ("i-third-token", "Third token", "with a pair"),
    Power.DOUBLE_GOLD: ("i-gold-two", "Gold is", "worth two"),
    Power.PRESTIGE_PER_POST: ("i-point-per-post", "1 prestige", "per post"),
    Power.FIVE_PRESTIGE: ("i-five-points", "Five", "prestige"),
}


def svg_table(position: Position, names: Sequence[str] | None = None) -> str:
    """The whole table as an SVG document.

    >>> from splendor import Game
    >>> svg_table(Game(seed=1))[:28]
    '<svg xmlns="http://www.w3.or'
    """
    shown = list(names) if names else [f"Player {letter}" for letter in SEAT_LETTERS[: position.setup.players]]
    table_width = _table_width(position)
    table, table_height = _table(position, table_width)
    panels, panels_height = _panels(position, shown)
    width = EDGE + table_width + 2 * GAP + PANEL_WIDTH + EDGE
    height = HEADER + max(table_height, panels_height) + EDGE
    body = "".join(
        [
            f'<rect width="{width}" height="{height}" rx="14" fill="{GROUND}"/>',
            _header(position, shown, width),
            _at(EDGE, HEADER, table),
            _at(EDGE + table_width + 2 * GAP, HEADER, panels),
        ]
    )
    label = quoteattr(f"Splendor: {position.setup.describe()}, {decision_text(position, shown)}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label={label} font-family="{SANS}" fill="{TEXT}">'
        f"<defs>{_definitions(body)}</defs>{body}</svg>"
    )


# --- small pieces -------------------------------------------------------------------------------------------------
def _at(x: float, y: float, content: str, scale: float = 1) -> str:
    grown = f" scale({scale:g})" if scale != 1 else ""
    return f'<g transform="translate({x:g} {y:g}){grown}">{content}</g>'


def _use(symbol: str, x: float, y: float, width: float, height: float | None = None, colour: str | None = None) -> str:
    tall = width if height is None else height
    tint = f' color="{colour}"' if colour else ""
    return f'<use href="#{symbol}" x="{x:g}" y="{y:g}" width="{width:g}" height="{tall:g}"{tint}/>'


def _text(
    x: float,
    y: float,
    text: object,
    size: float,
    fill: str = TEXT,
    anchor: str = "start",
    face: str = "",
    bold: bool = True,
) -> str:
    family = f' font-family="{face}"' if face else ""
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}" text-anchor="{anchor}"{weight}{family}>'
        f"{escape(str(text))}</text>"
    )


def _box(
    x: float, y: float, width: float, height: float, radius: float, fill: str, line: str = "none", more: str = ""
) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}" fill="{fill}" '
        f'stroke="{line}"{more}/>'
    )


def _pip(colour: str, number: object, x: float, y: float, size: float) -> str:
    """A gem's shape with a figure inside."""
    symbol = "pip-any" if colour == "any" else f"pip-{colour}"
    lift = {"white": 0.60, "red": 0.78}.get(colour, 0.67)
    ink = INK.get(colour, "#ffffff")
    return _use(symbol, x, y, size) + _text(x + size / 2, y + size * lift, number, size * 0.5, ink, "middle")


def _pips(needs: list[tuple[str, int]], x: float, y: float, size: float) -> str:
    """A row of pips."""
    return "".join(
        _pip(colour, number, x + place * (size + 3), y, size) for place, (colour, number) in enumerate(needs)
    )


@cache
def _symbols() -> dict[str, str]:
    """The symbols and gradients of symbols.svg by id."""
    text = files(__package__).joinpath("symbols.svg").read_text("utf-8")
    found = re.finditer(r'<(symbol|linearGradient) id="([^"]+)".*?</\1>', text, re.DOTALL)
    return {match[2]: match[0] for match in found}


def _definitions(body: str) -> str:
    """The symbols a picture uses, and those that they use."""
    known = _symbols()
    used: dict[str, str] = {}
    waiting = [body]
    while waiting:
        for name in re.findall(r'(?:href="#|url\(#)([\w-]+)', waiting.pop()):
            if name in known and name not in used:
                used[name] = known[name]
                waiting.append(known[name])
    clip = f'<clipPath id="card-shape"><rect width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="6.5"/></clipPath>'
    shade = (
        '<linearGradient id="card-shade" x1="0" y1="0" x2="0" y2="1"><stop offset=".5" stop-opacity="0"/>'
        '<stop offset="1" stop-opacity=".42"/></linearGradient>'
    )
    tile = '<clipPath id="noble-shape"><rect width="64" height="64" rx="6"/></clipPath>'
    city = '<clipPath id="city-shape"><rect width="140" height="72" rx="6"/></clipPath>'
    return clip + shade + tile + city + "".join(used.values())


# --- cards --------------------------------------------------------------------------------------------------------
def _card(cell: Cell) -> str:
    """A card face, a card back, or the outline of an empty slot, 72 × 96."""
    if cell is None:
        return _box(
            0.75, 0.75, CARD_WIDTH - 1.5, CARD_HEIGHT - 1.5, 6.5, "none", "#ffffff2b", ' stroke-dasharray="4 4"'
        )
    if isinstance(cell, HiddenCard):
        return f"<g><title>{escape(card_text(cell))}</title>{_back(cell.level, cell.orient)}</g>"
    parts = [f"<title>{escape(str(cell))}</title>", _ground(cell), _bonus(cell), _price(cell)]
    if cell.prestige:
        ink = "#1d2538" if cell.colour == "white" else "#ffffff"
        parts.append(_text(6, 26, cell.prestige, 25, ink, face=DISPLAY))
    return f"<g>{''.join(parts)}</g>"


def _back(level: int, orient: bool) -> str:
    symbol = f"backo-{level}" if orient else f"back-{level}"
    return _clipped(_use(symbol, 0, 0, CARD_WIDTH, CARD_HEIGHT)) + _rim(level)


def _clipped(content: str) -> str:
    return f'<g clip-path="url(#card-shape)">{content}</g>'


def _rim(level: int) -> str:
    return _box(0.6, 0.6, CARD_WIDTH - 1.2, CARD_HEIGHT - 1.2, 6, "none", RIMS[level - 1], ' stroke-width="1.2"')


def _ground(card: Card) -> str:
    if card.kind is Kind.VIRTUAL_GOLD:
        ground = "gold-1"
    elif card.colour is None:
        ground = f"copy-{min(card.level, 2)}"
    else:
        ground = f"{card.colour}-{card.level}"
    drawn = _use(f"bg-{ground}", 0, 0, CARD_WIDTH, CARD_HEIGHT)
    if card.orient:
        drawn += f'<g opacity=".16">{_use("lattice", 0, 0, CARD_WIDTH, CARD_HEIGHT, "#ffffff")}</g>'
    shade = f'<rect width="{CARD_WIDTH}" height="{CARD_HEIGHT}" fill="url(#card-shade)"/>'
    return _clipped(drawn + shade) + _rim(card.level)


def _bonus(card: Card) -> str:
    """The bonus gem at the top right, twice for a double, and the Orient's ability below it."""
    gem = "gem-gold" if card.kind is Kind.VIRTUAL_GOLD else f"gem-{card.colour or 'copy'}"
    drawn = _use(gem, 42.5, 4.5, 25)
    if card.kind in (Kind.VIRTUAL_GOLD, Kind.DOUBLE_BONUS):
        drawn = _use(gem, 33, 9, 21) + drawn
    if icon := _ICONS.get(card.kind):
        drawn += '<circle cx="55.5" cy="44.5" r="11" fill="#0e091cc8" stroke="#f5d98da6" stroke-width=".9"/>'
        drawn += _use(icon, 48, 37, 15, colour="#f5d98d")
    return drawn


def _price(card: Card) -> str:
    """The cost at the bottom left: one or two pips in a column, three or four in two columns."""
    if card.sacrifice:
        flame = _use("i-sacrifice", 6, 56, 13, colour="#ffb27a")
        return _box(4, 54, 26, 39, 6, "#0e091cb8") + flame + _pip(card.sacrifice, 2, 6.2, 70, 21.5)
    pips = list(card.cost.items())
    return "".join(
        _pip(colour, number, 3.5 + 22.5 * column, CARD_HEIGHT - 4 - 22.5 * (len(cells) - row), 21.5)
        for column, cells in enumerate((pips[:2], pips[2:]))
        for row, (colour, number) in enumerate(cells)
    )


def _towers(held: tuple[int, int] | None) -> str:
    """Strongholds up the right edge of a card."""
    if held is None:
        return ""
    seat, number = held
    return "".join(_use(f"tower-{seat}", 60, 79 - 13 * place, 16, 20) for place in range(number))


# --- the table ----------------------------------------------------------------------------------------------------
def _table_width(position: Position) -> float:
    if position.places > BASE_PLACES:
        return _card_x(position.places + 1) + SPINE
    return _card_x(BASE_PLACES) + SCALE * CARD_WIDTH


def _header(position: Position, names: Sequence[str], width: float) -> str:
    round_number = position.rounds + (0 if position.is_over else 1)
    decision = decision_text(position, names)
    return (
        _use("gem-gold", EDGE, 11, 24)
        + _text(EDGE + 32, 30, "Splendor", 19, face=DISPLAY)
        + _text(EDGE + 130, 29, f"{position.setup.describe()} · round {round_number}", 12.5, MUTED, bold=False)
        + _text(width - EDGE, 29, decision[:1].upper() + decision[1:], 13.5, BRASS, "end")
    )


def _table(position: Position, width: float) -> tuple[str, float]:
    """Tiles, market and bank from top to bottom; the drawing and its height."""
    parts, y = [], 0.0
    if posts := posts_in_play(position):
        parts.append(_at(0, y, _posts(position, posts, width)))
        y += POSTS
    if position.nobles:
        parts.append(_at(0, y, _nobles(position)))
        y += TILES
    if position.cities:
        parts.append(_at(0, y, _cities(position, width)))
        y += TILES
    parts.append(_at(0, y, _market(position)))
    y += LEVELS * STEP_Y
    parts.append(_at(0, y, _bank(position)))
    return "".join(parts), y + BANK


def _nobles(position: Position) -> str:
    return "".join(_at(place * 84, 0, _noble(noble), 1.13) for place, noble in enumerate(position.nobles))


def _noble(noble: Noble | None, pips: bool = True) -> str:
    """A noble tile, 64 × 64."""
    if noble is None:
        return _box(0.75, 0.75, 62.5, 62.5, 6, "none", "#ffffff2b", ' stroke-dasharray="4 4"')
    needs = list(noble.count.items()) if pips else []
    asked = "".join(
        _pip(colour, number, 2.5, 62 - 20 * (len(needs) - place), 19) for place, (colour, number) in enumerate(needs)
    )
    face = _portrait(noble.number)
    rim = _box(0.6, 0.6, 62.8, 62.8, 6, "none", "#f1cf7a99", ' stroke-width="1.2"')
    figure = _text(59, 19, noble.prestige, 18, "#f6dc9b", "end", DISPLAY)
    return f"<g><title>{escape(str(noble))}</title>{face}{rim}{asked}{figure}</g>"


def _portrait(number: int) -> str:
    return f'<g clip-path="url(#noble-shape)">{_use(f"noble-{number % 5}", 0, 0, 64)}</g>'


def _cities(position: Position, width: float) -> str:
    tile = (width - 2 * GAP) / 3
    return "".join(_at(place * (tile + GAP), 0, _city(city, tile)) for place, city in enumerate(position.cities))


def _needs(tile: City | TradingPost) -> list[tuple[str, int]]:
    needs = list(tile.count.items())
    return [*needs, ("any", tile.alike)] if isinstance(tile, City) and tile.alike else needs


def _city(city: City | None, width: float) -> str:
    if city is None:
        return _box(0.75, 0.75, width - 1.5, 70.5, 8, "none", "#ffffff2b", ' stroke-dasharray="4 4"')
    scene = (
        f'<svg width="{width:g}" height="72"><g transform="scale({width / 140:g} 1)">'
        f'<g clip-path="url(#city-shape)">{_use(f"city-{city.number % 5}", 0, 0, 140, 72)}</g></g></svg>'
    )
    shade = _box(0, 0, width, 72, 8, "#10131a73") + _box(0.6, 0.6, width - 1.2, 70.8, 8, "none", "#f1cf7a80")
    name = _text(12, 24, city.name.rsplit(" ", 1)[0], 15, face=DISPLAY)
    crown = _use("i-crown", width - 50, 11, 15, colour=BRASS) + _text(
        width - 11, 25, city.prestige, 18, BRASS, "end", DISPLAY
    )
    return f"<g><title>{escape(str(city))}</title>{scene}{shade}{name}{crown}{_pips(_needs(city), 11, 39, 24)}</g>"


def _posts(position: Position, posts: Sequence[TradingPost], width: float) -> str:
    tile = (width - 4 * 8) / 5
    return "".join(_at(place * (tile + 8), 0, _post(position, post, tile)) for place, post in enumerate(posts))


def _post(position: Position, post: TradingPost, width: float) -> str:
    """A trading post: what it gives, what it asks for, and the arms of those who have it."""
    icon, *words = _POWER_ICONS[post.power]
    owners = [player.seat for player in position.players if post in player.posts]
    arms = "".join(_use(f"arms-{seat}", width - 20 - 15 * place, 33, 14, 15) for place, seat in enumerate(owners))
    wide = width > WIDE_POST  # where there is no room the icon alone says what the post gives
    x, y = (8, 32) if wide else (33, 8)
    asked = _pips(_needs(post), x, y, 18)
    if post.nobles:
        asked += _at(x + 21 * len(post.count), y, _portrait(0), 18 / 64)
    if wide:
        asked += _text(32, 16, words[0], 9.5) + _text(32, 27, words[1], 9.5)
    letter = _text(width - 8, 15, post.letter, 10, MUTED, "end") if wide else _text(8, 45, post.letter, 10, MUTED)
    return (
        f"<g><title>{escape(str(post))}</title>{_box(0, 0, width, 54, 8, PANEL, PANEL_LINE)}"
        f"{_use(icon, 8, 8, 19, colour=BRASS)}{asked}{letter}{arms}</g>"
    )


def _market(position: Position) -> str:
    """Decks and face-up cards, level 3 on top."""
    market, forts, sizes = position.market, position.strongholds, position.deck_sizes
    parts = []
    for level in range(LEVELS, 0, -1):
        y = (LEVELS - level) * STEP_Y
        parts.append(_at(0, y, _spine(level, False, sizes[str(level)])))
        for place in range(1, position.places + 1):
            x = _card_x(place)
            slot = (level, place)
            parts.append(_at(x, y, _card(market[slot]) + _towers(forts.get(slot)), SCALE))
            parts.append(
                _text(
                    x + SCALE * CARD_WIDTH / 2, y + SCALE * CARD_HEIGHT + 11, f"{level}.{place}", 9, "#7d8496", "middle"
                )
            )
        if position.places > BASE_PLACES:
            parts.append(_at(_card_x(position.places + 1), y, _spine(level, True, sizes[f"o{level}"])))
    return "".join(parts)


def _card_x(place: int) -> float:
    """Where the cards of a column stand; the Orient's are set a little apart."""
    return SPINE + GAP + (place - 1) * STEP_X + (GAP if place > BASE_PLACES else 0)


def _spine(level: int, orient: bool, size: int) -> str:
    """A deck, seen from its edge: as high as a card, with the number of cards left."""
    if not size:
        height = SCALE * CARD_HEIGHT
        return _box(0.75, 0.75, SPINE - 1.5, height - 1.5, 8, "none", "#ffffff2b", ' stroke-dasharray="4 4"')
    # The middle of a card back: a deck is narrower than a card.
    view = f'viewBox="{(CARD_WIDTH - SPINE / SCALE) / 2:g} 0 {SPINE / SCALE:g} {CARD_HEIGHT}"'
    symbol = f"backo-{level}" if orient else f"back-{level}"
    width, height = SPINE, SCALE * CARD_HEIGHT
    inside = _use(symbol, 0, 0, CARD_WIDTH, CARD_HEIGHT)
    return (
        f'<svg width="{width:g}" height="{height:g}" {view}>{inside}</svg>'
        + _box(0.6, 0.6, width - 1.2, height - 1.2, 3, "none", RIMS[level - 1], ' stroke-width="1.4"')
        + _text(width / 2, height - 10, size, 13, "#ffffff", "middle")
    )


def _bank(position: Position) -> str:
    parts = [_text(0, 36, "BANK", 10, MUTED)]
    for place, (colour, number) in enumerate(position.bank.items()):
        parts.append(_at(SPINE + GAP + place * 66, 4, _token(colour, number)))
    return "".join(parts)


def _token(colour: str, number: int) -> str:
    """A token of the bank with its count."""
    faded = "" if number else ' opacity=".3"'
    disc = (
        f'<circle cx="26" cy="26" r="25" fill="{FILL[colour]}" fill-opacity=".55" stroke="#ffffff66" stroke-width="2"/>'
        '<circle cx="26" cy="26" r="19.5" fill="none" stroke="#ffffff40"/>'
    )
    badge = '<circle cx="45" cy="43" r="10.5" fill="#ffffff" stroke="#10131a" stroke-width="1.5"/>'
    count = _text(45, 47.6, number, 13, "#10131a", "middle")
    return (
        f"<g><title>{number} {colour}</title><g{faded}>{disc}{_use(f'gem-{colour}', 12, 12, 28)}</g>{badge}{count}</g>"
    )


# --- the players --------------------------------------------------------------------------------------------------
def _panels(position: Position, names: Sequence[str]) -> tuple[str, float]:
    parts, y = [], 0.0
    for player in position.players:
        drawing, height = _panel(position, player, names[player.seat])
        parts.append(_at(0, y, drawing))
        y += height + GAP
    return "".join(parts), y - GAP


def _panel(position: Position, player: Player, name: str) -> tuple[str, float]:
    """What one player has: arms, name and prestige, six columns of bonuses and tokens, the hand, and tiles below."""
    tiles, tokens = _belongings(position, player), sum(player.tokens.values())
    height = PANEL_HEIGHT + (36 if tiles else 0)
    active = player.seat == position.player and not position.is_over
    won = position.is_over and player.seat in position.winners
    line = BRASS if active or won else PANEL_LINE
    parts = [
        _box(0.5, 0.5, PANEL_WIDTH - 1, height - 1, 12, PANEL, line, ' stroke-width="1.5"'),
        _use(f"arms-{player.seat}", 12, 11, 24, 25),
        _text(44, 23, name if len(name) <= 22 else name[:21] + "…", 14.5),
        _text(44, 37, f"{_count(player.cards, 'card')} · {_count(tokens, 'token')}", 10.5, MUTED, bold=False),
        _use("i-crown", PANEL_WIDTH - 72, 13, 20, colour=BRASS),
        _text(PANEL_WIDTH - 14, 33, player.prestige, 24, BRASS, "end", DISPLAY),
        _at(12, 48, _columns(player)),
        _at(PANEL_WIDTH - 12 - 158, 50, _hand(position, player)),
        _at(12, PANEL_HEIGHT - 7, tiles),
    ]
    return "".join(parts), height


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _columns(player: Player) -> str:
    """Square is a bonus and stays, round is a token and is spent."""
    parts = []
    for place, colour in enumerate(COLOURS):
        x = place * 33.0
        if colour in GEMS:
            parts.append(_at(x, 0, _bonus_square(colour, player.bonus[colour])))
        parts.append(_at(x, 45, _small_token(colour, player.tokens[colour])))
    return "".join(parts)


def _bonus_square(colour: str, number: int) -> str:
    if not number:
        return _box(0.5, 0.5, 27, 37, 5, "none", PANEL_LINE) + _text(14, 25, 0, 13, "#7d8496", "middle")
    square = _box(0.5, 0.5, 27, 37, 5, FILL[colour], "#ffffff59")
    flat = _use(f"flat-{colour}", 16, 2.5, 10, colour="#7b8aa6" if colour == "white" else "#ffffffb0")
    return square + flat + _text(10, 31, number, 18, INK[colour], "middle")


def _small_token(colour: str, number: int) -> str:
    if not number:
        return f'<circle cx="14" cy="14" r="12.5" fill="none" stroke="{PANEL_LINE}"/>' + _text(
            14, 18.5, 0, 12, "#7d8496", "middle"
        )
    disc = f'<circle cx="14" cy="14" r="13" fill="{FILL[colour]}" stroke="#ffffff73" stroke-width="1.5"/>'
    flat = (
        _use(f"flat-{colour}", 4, 4, 20, colour="#00000022" if colour == "white" else "#ffffff30")
        if colour in GEMS
        else ""
    )
    return disc + flat + _text(14, 19, number, 14, INK[colour], "middle")


def _hand(position: Position, player: Player) -> str:
    """The three places of a hand; others' hidden cards as backs. Cards just drawn lie there too."""
    drawn = position.drawn if player.seat == position.player else ()
    cells: list[Cell] = [*player.hand, *drawn]
    cells += [None] * (3 - len(cells))
    step = min(54, 108 / (len(cells) - 1))
    return "".join(_at(place * step, 0, _card(cell), 0.7) for place, cell in enumerate(cells))


def _belongings(position: Position, player: Player) -> str:
    """Nobles, reserved nobles, posts, a city and strongholds in one row of small pictures."""
    parts, x = [], 0.0
    for noble in player.nobles:
        parts.append(_at(x, 0, _noble(noble, pips=False), 0.5))
        x += 36
    for noble in player.reserved_nobles:
        frame = _box(-1, -1, 66, 66, 7, "none", BRASS, ' stroke-width="2.5" stroke-dasharray="5 4"')
        parts.append(_at(x + 1, 0, f'<g opacity=".8">{_noble(noble)}</g>{frame}', 0.5))
        x += 38
    for post in player.posts:
        icon = _use(_POWER_ICONS[post.power][0], x + 5, 7, 18, colour=BRASS)
        parts.append(f"<g><title>{escape(str(post))}</title>{_box(x, 2, 28, 28, 7, '#222938', PANEL_LINE)}{icon}</g>")
        x += 33
    for card in player.virtual_gold:
        coins = _use("gem-gold", x, 4, 22) + _use("gem-gold", x + 9, 8, 22)
        parts.append(f"<g><title>{escape(bonus_text(card))}</title>{coins}</g>")
        x += 36
    if player.city:
        title = f"<title>{escape(tile_text(player.city))}</title>"
        label = _text(x + 4, 21, player.city.name.rsplit(" ", 1)[0], 13, BRASS, face=DISPLAY)
        parts.append(f"<g>{title}{label}</g>")
        x += 84
    if position.setup.strongholds:
        right = PANEL_WIDTH - 40.0
        for place in range(3):
            faded = ' opacity=".22"' if place >= player.strongholds else ""
            parts.append(f"<g{faded}>{_use(f'tower-{player.seat}', right - 20 * place, 5, 18, 23)}</g>")
    return "".join(parts)
