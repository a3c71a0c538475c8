"""Things on the table: cards, tiles, players, and the catalogue of all there are."""

from msgspec import Struct

from splendor.server.wire.words import Amounts
from splendor.table.setup import Setup


class Card(Struct):
    """A development card."""

    name: str
    level: int
    orient: bool
    kind: str
    """`plain`, or for Orient cards `virtual_gold`, `copy`, `copy_and_free_card`, `double_bonus`, `reserve_noble`,
    `free_card`, `sacrifice`."""
    colour: str | None
    prestige: int
    cost: Amounts
    sacrifice: str | None
    """The colour of the two cards it costs, in place of tokens."""


class Noble(Struct):
    """A noble: visits whoever has so many bonuses."""

    name: str
    prestige: int
    count: Amounts


class City(Struct):
    """One face of a city; `alike` asks for so many of one further colour."""

    name: str
    edition: int
    prestige: int
    count: Amounts
    alike: int


class Post(Struct):
    """A trading post and what it asks for."""

    letter: str
    edition: int
    power: str
    count: Amounts
    nobles: int


class Level(Struct):
    """A bot one can play against."""

    name: str
    """What to write as `agent` of a seat."""
    summary: str
    elo: int | None
    """How strong it is in the base game for two, `league` being 1,500; none of a bot that an operator added."""


class Catalogue(Struct):
    """Every printed thing there is, and the legal set-ups: the same for ever, to be fetched once."""

    cards: list[Card]
    nobles: list[Noble]
    cities: list[City]
    posts: list[Post]
    setups: list[Setup]
    levels: list[Level]


class Strongholds(Struct):
    """Strongholds of one seat on a card."""

    seat: int
    number: int


class Slot(Struct):
    """A place of the market; `card` is null where it is empty."""

    slot: str
    card: Card | None
    strongholds: Strongholds | None = None


class Reserved(Struct):
    """A card out of a deck: `card` is null for those who may not know it."""

    level: int
    orient: bool
    card: Card | None


class Player(Struct):
    """What one player has before them."""

    seat: int
    tokens: Amounts
    bonus: Amounts
    """What each colour takes off a price."""
    count: Amounts
    """What each colour counts for nobles, posts and cities."""
    prestige: int
    tableau: list[str]
    """The cards, by name."""
    hand: list[Reserved]
    nobles: list[Noble]
    reserved_nobles: list[Noble]
    posts: list[str]
    city: City | None
    strongholds: int
    """Left in the supply."""
    copies: dict[str, str]
    """Copy cards and the colour each stands for."""
    virtual_gold: list[str]


class Table(Struct):
    """The table as one seat, or an onlooker, sees it."""

    round: int
    """From 1."""
    last_round: bool
    quiet_rounds: int
    """Rounds in a row without purchase or reservation; 25 end the game."""
    bank: Amounts
    market: list[Slot]
    decks: dict[str, int]
    """Cards left: `1` to `3`, and `o1` to `o3` with the Orient."""
    under_decks: dict[str, list[Reserved]]
    """Cards put under a deck with the draw-two post, next drawn first."""
    nobles: list[Noble | None]
    """By place; null where one has left."""
    cities: list[City | None]
    posts: list[Post]
    gone: list[str]
    players: list[Player]
