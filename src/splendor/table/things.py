"""The printed things as objects for people: cards, nobles, cities, trading posts."""

from dataclasses import dataclass, field

from splendor.table import catalogue
from splendor.table.catalogue import COLOUR_LETTERS, COLOURS, Kind, Power

Amounts = dict[str, int]  # by colour, in colour order, nothing that is zero


def amounts(numbers: object) -> Amounts:
    """Numbers in colour order as a dictionary.

    >>> amounts([0, 2, 0, 1, 0])
    {'blue': 2, 'red': 1}
    """
    return {colour: int(number) for colour, number in zip(COLOURS, numbers, strict=False) if number}  # type: ignore[call-overload]


def letters(numbers: Amounts) -> str:
    """Amounts in the short form of the notation.

    >>> letters({'blue': 2, 'red': 1})
    'u2 r1'
    """
    return " ".join(f"{COLOUR_LETTERS[COLOURS.index(colour)]}{number}" for colour, number in numbers.items())


@dataclass(frozen=True, slots=True)
class Card:
    """A development card."""

    number: int
    name: str
    level: int
    orient: bool
    kind: Kind
    colour: str | None
    prestige: int
    cost: Amounts = field(hash=False)
    sacrifice: str | None

    def __str__(self) -> str:
        """A line such as `57: level 2, blue, 2 prestige, costs w2 r1 k4`."""
        words = [f"level {self.level}", self.colour or ""]
        words.append("" if self.kind is Kind.PLAIN else self.kind.name.lower().replace("_", " "))
        words.append(f"{self.prestige} prestige" if self.prestige else "")
        price = letters(self.cost) if self.sacrifice is None else f"two {self.sacrifice} cards"
        words.append(f"costs {price}")
        return f"{self.name}: " + ", ".join(word for word in words if word)


@dataclass(frozen=True, slots=True)
class HiddenCard:
    """A card reserved from a deck, as others see it."""

    level: int
    orient: bool

    def __str__(self) -> str:
        return f"a hidden card of level {self.level}" + (" (Orient)" if self.orient else "")


@dataclass(frozen=True, slots=True)
class Noble:
    """A noble tile."""

    number: int
    name: str
    prestige: int
    count: Amounts = field(hash=False)

    def __str__(self) -> str:
        return f"{self.name} ({letters(self.count)})"


@dataclass(frozen=True, slots=True)
class City:
    """One face of a city tile; `alike` asks for so many of one colour that is not named."""

    number: int
    name: str
    edition: int
    prestige: int
    count: Amounts = field(hash=False)
    alike: int

    def __str__(self) -> str:
        needs = letters(self.count) + (f" and {self.alike} of another colour" if self.alike else "")
        return f"{self.name} ({self.prestige} prestige{', ' if needs.strip() else ''}{needs.strip()})"


@dataclass(frozen=True, slots=True)
class TradingPost:
    """A trading post of one edition."""

    letter: str
    power: Power
    edition: int
    count: Amounts = field(hash=False)
    nobles: int

    def __str__(self) -> str:
        needs = letters(self.count) + (" and a noble" if self.nobles else "")
        return f"{self.letter}: {self.power.name.lower().replace('_', ' ')} ({needs})"


def _colour(number: int) -> str | None:
    return COLOURS[number] if number >= 0 else None


CARDS = tuple(
    Card(
        number=number,
        name=catalogue.CARD_NAMES[number],
        level=int(catalogue.LEVEL[number]) + 1,
        orient=number >= catalogue.BASE_CARDS,
        kind=Kind(int(catalogue.KIND[number])),
        colour=_colour(int(catalogue.BONUS[number])),
        prestige=int(catalogue.PRESTIGE[number]),
        cost=amounts(catalogue.COST[number]),
        sacrifice=_colour(int(catalogue.SACRIFICE_COLOUR[number])),
    )
    for number in range(catalogue.CARDS)
)
NOBLES = tuple(
    Noble(
        number,
        catalogue.NOBLE_NAMES[number],
        catalogue.NOBLE_PRESTIGE,
        amounts(catalogue.NOBLE_COUNT[number]),
    )
    for number in range(catalogue.NOBLES)
)
CITIES = tuple(
    City(
        number=number,
        name=catalogue.CITY_NAMES[number],
        edition=catalogue.EDITIONS[number // catalogue.CITY_FACES],
        prestige=int(catalogue.CITY_PRESTIGE[number]),
        count=amounts(catalogue.CITY_COUNT[number]),
        alike=int(catalogue.CITY_ALIKE[number]),
    )
    for number in range(2 * catalogue.CITY_FACES)
)
TRADING_POSTS = {
    edition: {
        power: TradingPost(
            letter=letter,
            power=power,
            edition=edition,
            count=amounts(catalogue.POST_COUNT[place, power]),
            nobles=int(catalogue.POST_NOBLES[place, power]),
        )
        for power, letter in catalogue.POST_LETTERS[place].items()
    }
    for place, edition in enumerate(catalogue.EDITIONS)
}
CARD_BY_NAME = {card.name: card for card in CARDS}
