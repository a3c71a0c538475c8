"""Test oracle: a second, independent rules engine for Splendor and its modules.

It is written from shared/rules/RULES.md alone and cites its rule ids. It is used only by the tests, which
compare it decision by decision with the real engine. Plain Python, standard library only.

How a game runs: `todo` is a stack of the steps still to come in this turn. A step is either a decision
("DEC-..."), with one method that lists its choices and one that carries a choice out, or an automatic step.
`_run` takes steps from the stack until a decision with at least two choices comes up (TURN-4).
"""

from __future__ import annotations

import csv
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, product
from pathlib import Path
from typing import Any, ClassVar

Choice = tuple[Any, ...]  # what legal() lists and apply() takes
Slot = tuple[int, int]  # (level, i); i 1..4 base, 5..6 Orient
DeckKey = tuple[int, str]  # (level, "base" | "orient")
Five = tuple[int, ...]  # one number per colour, in the order of COLOURS

DATA = Path(__file__).parent / "data"
COLOURS = "WUGRK"
COLOUR_NAMES = ("white", "blue", "green", "red", "black")
GOLD = 5  # index of Y in the six-part token lists
LEVELS = (1, 2, 3)
EDITIONS = (2017, 2025)
GEM_TOKENS = {2: 4, 3: 5, 4: 7}  # SETUP-2
GOLD_TOKENS = 5
TOKEN_LIMIT = 10  # BASE-LIMIT-1
HAND_LIMIT = 3  # BASE-RES-2
END_POINTS = 15  # BASE-END-1
STALL_ROUNDS = 25  # BASE-STALL-1
STRONGHOLDS = 3  # SETUP-FORT-1

BASE, JOKER, COPY, COPY_FREE1 = "base", "JOKER", "COPY", "COPY+FREE1"
DOUBLE, NOBLE, FREE2, BURN = "DOUBLE", "NOBLE", "FREE2", "BURN"
COPY_KINDS = (COPY, COPY_FREE1)
KIND_OF_ABILITY = {
    "virtual_gold_2": JOKER,
    "copy_bonus": COPY,
    "copy_bonus_take_level1": COPY_FREE1,
    "double_bonus": DOUBLE,
    "reserve_noble": NOBLE,
    "take_level2": FREE2,
    "discard_cost": BURN,
}


# ---------------------------------------------------------------------------------------------------------
# Components
# ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Card:
    """A development card. `colour` is None for JOKER and COPY kinds, which have no colour of their own."""

    id: str
    level: int
    kind: str
    colour: int | None
    bonus: int  # what it is worth when paying
    count: int  # what it is worth for nobles, posts and cities (ORIENT25-1)
    points: int
    cost: Five
    burn_colour: int | None = None
    free_level: int | None = None


@dataclass(frozen=True, slots=True)
class Noble:
    id: int
    points: int
    need: Five


@dataclass(frozen=True, slots=True)
class City:
    """One face of a city tile. `other` = n of one colour that the face does not name (CITY17-2, CITY25-2)."""

    id: int
    tile: int
    points: int
    need: Five
    other: int


@dataclass(frozen=True, slots=True)
class Post:
    letter: str
    need: Five
    nobles: int
    power: str


@dataclass(frozen=True, slots=True)
class Table:
    """All component data."""

    base: dict[str, Card]
    orient: dict[int, dict[str, Card]]  # by edition
    nobles: dict[int, Noble]
    extra_nobles: frozenset[int]
    cities: dict[int, dict[int, City]]  # by edition
    posts: dict[int, tuple[Post, ...]]  # by edition, in the order A..E


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _five(row: dict[str, str]) -> Five:
    return tuple(int(row[name]) for name in COLOUR_NAMES)


def _base_card(row: dict[str, str]) -> Card:
    colour = COLOUR_NAMES.index(row["bonus"])
    return Card(row["id"], int(row["level"]), BASE, colour, 1, 1, int(row["points"]), _five(row))


def _orient_card(row: dict[str, str]) -> Card:
    kind = KIND_OF_ABILITY[row["ability"]]
    bonus = int(row["bonus_count"])
    return Card(
        id=row["id"],
        level=int(row["level"]),
        kind=kind,
        colour=COLOUR_NAMES.index(row["bonus"]) if row["bonus"] in COLOUR_NAMES else None,
        bonus=bonus,
        count=1 if kind == DOUBLE and row["edition"] == "2025" else bonus,  # ORIENT25-1
        points=int(row["points"]),
        cost=_five(row),
        burn_colour=COLOUR_NAMES.index(row["discard_colour"]) if row["discard_colour"] else None,
        free_level=int(row["take_free_level"]) if row["take_free_level"] else None,
    )


def _city(row: dict[str, str]) -> City:
    other = int(row["any_same_other_colour"])
    return City(int(row["id"]), int(row["tile"]), int(row["points"]), _five(row), other)


def _posts(rows: list[dict[str, str]], edition: int) -> tuple[Post, ...]:
    of_edition = [row for row in rows if int(row["edition"]) == edition]
    ordered = sorted(of_edition, key=lambda row: int(row["order"]))
    return tuple(
        Post(letter, _five(row), int(row["nobles_required"]), row["power"])
        for letter, row in zip("ABCDE", ordered, strict=True)
    )


@cache
def load_table(folder: Path = DATA) -> Table:
    """Reads the csv files of `folder`."""
    orient_files = {2017: "orient_cards.csv", 2025: "orient_cards_2025.csv"}
    nobles = _rows(folder / "nobles.csv")
    posts = _rows(folder / "trading_posts.csv")
    return Table(
        base={row["id"]: _base_card(row) for row in _rows(folder / "base_cards.csv")},
        orient={
            edition: {row["id"]: _orient_card(row) for row in _rows(folder / name)}
            for edition, name in orient_files.items()
        },
        nobles={int(row["id"]): Noble(int(row["id"]), int(row["points"]), _five(row)) for row in nobles},
        extra_nobles=frozenset(int(row["id"]) for row in nobles if row["set"] != "base"),
        cities={
            edition: {int(row["id"]): _city(row) for row in _rows(folder / f"cities_{edition}.csv")}
            for edition in EDITIONS
        },
        posts={edition: _posts(posts, edition) for edition in EDITIONS},
    )


# ---------------------------------------------------------------------------------------------------------
# Configuration
# ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Setup:
    """A set-up (CONF-2) with the options of RULES section 15."""

    players: int
    cities: int | None
    posts: int | None
    orient: int | None
    strongholds: int | None
    take_fewer: str
    extra_nobles: bool
    payment: str

    def check(self) -> None:
        """Raises ValueError, naming the rule broken."""
        if self.players not in GEM_TOKENS:
            raise ValueError(f"CONF-1: 2 to 4 players, not {self.players}")
        modules = (self.cities, self.posts, self.orient, self.strongholds)
        if any(edition is not None and edition not in EDITIONS for edition in modules):
            raise ValueError("CONF-2: a module is None, 2017 or 2025")
        chosen = [edition for edition in modules if edition is not None]
        if len(chosen) >= 2 and 2017 in (self.cities, self.posts):
            raise ValueError("CONF-5 (a): combined Cities and Posts must be 2025")
        if len(chosen) >= 2 and 2025 not in chosen:
            raise ValueError("CONF-5 (b): a combination needs a 2025 module")
        if self.take_fewer not in ("short_supply_only", "never", "free"):
            raise ValueError(f"unknown option take_fewer={self.take_fewer!r}")
        if self.payment not in ("free", "least_gold"):
            raise ValueError(f"unknown option payment={self.payment!r}")


# ---------------------------------------------------------------------------------------------------------
# Choices that depend on numbers only
# ---------------------------------------------------------------------------------------------------------

Payment = tuple[Five, int, int]  # gem tokens p, gold tokens g, JOKERs k


def units_missing(need: Sequence[int], gems: Sequence[int], value: int) -> int:
    """U(p): gold units needed for what the gem tokens leave open; a unit covers one colour only."""
    return sum(-((gem - n) // value) for n, gem in zip(need, gems, strict=True))


def one_gem_less(gems: Sequence[int]) -> list[list[int]]:
    """Every way to drop one of the gem tokens paid."""
    return [[gem - (c == dropped) for c, gem in enumerate(gems)] for dropped in range(5) if gems[dropped]]


@lru_cache(maxsize=1 << 16)
def payments(need: Five, tokens: Five, gold: int, jokers: int, value: int) -> tuple[Payment, ...]:
    """All payments of PAY-GEN-1: those that cover the cost and from which nothing can be dropped."""
    found = []
    for gems in product(*(range(min(n, t) + 1) for n, t in zip(need, tokens, strict=True))):
        units = units_missing(need, gems, value)
        units_after_drop = [units_missing(need, fewer, value) for fewer in one_gem_less(gems)]
        for k, g in product(range(jokers + 1), range(gold + 1)):
            paid = g + 2 * k
            covered = paid >= units
            gold_needed = g == 0 or paid - 1 < units
            joker_needed = k == 0 or paid - 2 < units
            gems_needed = all(paid < more for more in units_after_drop)
            if covered and gold_needed and joker_needed and gems_needed:
                found.append((gems, g, k))
    return tuple(found)


def least_gold(options: Iterable[Payment]) -> Payment:
    """The one payment left by payment=least_gold (section 15)."""
    return min(options, key=lambda pay: (pay[1] + 2 * pay[2], pay[2], [-gem for gem in pay[0]]))


@cache
def take_diff_choices(available: str, take_fewer: str) -> tuple[Choice, ...]:
    """BASE-TAKE-1, BASE-TAKE-4 and the option take_fewer."""
    sizes = {"short_supply_only": (min(3, len(available)),), "never": (3,), "free": (1, 2, 3)}[take_fewer]
    return tuple(
        ("take_diff", "".join(colours)) for size in sizes if size >= 1 for colours in combinations(available, size)
    )


@lru_cache(maxsize=1 << 16)
def return_choices(tokens: tuple[int, ...], excess: int) -> tuple[tuple[int, ...], ...]:
    """All multisets of `excess` tokens out of `tokens` (DEC-RETURN)."""
    if not tokens:
        return ((),) if excess == 0 else ()
    return tuple(
        (first, *rest)
        for first in range(min(tokens[0], excess) + 1)
        for rest in return_choices(tokens[1:], excess - first)
    )


def reaches(count: Sequence[int], need: Five) -> bool:
    """Does Count(c) reach every number asked?"""
    return all(have >= n for have, n in zip(count, need, strict=True))


def city_met(count: Sequence[int], points: int, city: City) -> bool:
    """CITY17-1, CITY17-2, CITY25-1, CITY25-2."""
    if points < city.points or not reaches(count, city.need):
        return False
    return city.other == 0 or any(
        have >= city.other for have, named in zip(count, city.need, strict=True) if named == 0
    )


# ---------------------------------------------------------------------------------------------------------
# Players
# ---------------------------------------------------------------------------------------------------------


class Player:
    """What one player owns."""

    __slots__ = (
        "bonus", "card_points", "city", "copies", "count", "fulfilled", "hand", "jokers", "nobles", "posts",
        "reserved_nobles", "supply", "tableau", "tokens",
    )  # fmt: skip

    def __init__(self) -> None:
        self.tokens = [0] * 6
        self.tableau: dict[str, Card] = {}
        self.copies: dict[str, int] = {}  # COPY card -> colour it is associated with
        self.bonus = [0] * 5
        self.count = [0] * 5
        self.card_points = 0
        self.jokers: list[str] = []  # unspent, in order of acquisition
        self.hand: list[str] = []  # in order of reservation
        self.reserved_nobles: list[int] = []
        self.nobles: list[int] = []
        self.posts: set[str] = set()
        self.city: int | None = None
        self.fulfilled = False
        self.supply = 0

    def copy(self) -> Player:
        new = Player.__new__(Player)
        new.tokens = self.tokens[:]
        new.tableau = self.tableau.copy()
        new.copies = self.copies.copy()
        new.bonus = self.bonus[:]
        new.count = self.count[:]
        new.card_points = self.card_points
        new.jokers = self.jokers[:]
        new.hand = self.hand[:]
        new.reserved_nobles = self.reserved_nobles[:]
        new.nobles = self.nobles[:]
        new.posts = self.posts.copy()
        new.city = self.city
        new.fulfilled = self.fulfilled
        new.supply = self.supply
        return new

    def add(self, card: Card) -> None:
        """The card enters the tableau (BASE-BUY-3). A COPY counts only from its association on."""
        self.tableau[card.id] = card
        self.card_points += card.points
        if card.kind == JOKER:
            self.jokers.append(card.id)
        elif card.colour is not None:
            self._count_bonus(card.colour, card.bonus, card.count)

    def associate(self, card: Card, colour: int) -> None:
        """ORIENT-COPY-1, ORIENT-COPY-3, ORIENT25-5: exactly one bonus."""
        self.copies[card.id] = colour
        self._count_bonus(colour, 1, 1)

    def discard(self, card: Card) -> None:
        """The card leaves the tableau for good (ORIENT-6, ORIENT-BURN-4)."""
        del self.tableau[card.id]
        self.card_points -= card.points
        if card.kind == JOKER:
            self.jokers.remove(card.id)
        elif card.kind in COPY_KINDS:
            self._count_bonus(self.copies.pop(card.id), -1, -1)
        elif card.colour is not None:
            self._count_bonus(card.colour, -card.bonus, -card.count)

    def _count_bonus(self, colour: int, bonus: int, count: int) -> None:
        self.bonus[colour] += bonus
        self.count[colour] += count

    def burn_sets(self, colour: int, edition: int | None) -> list[frozenset[str]]:
        """Legal discard sets of a BURN card (ORIENT-BURN-2, -3; ORIENT25-2)."""
        copies = [card_id for card_id, copied in self.copies.items() if copied == colour]
        others = [card for card in self.tableau.values() if card.colour == colour]
        doubles = [card.id for card in others if card.kind == DOUBLE]
        singles = [card.id for card in others if card.kind != DOUBLE]
        sets: Iterable[tuple[str, ...]]
        if len(copies) >= 2:
            sets = combinations(copies, 2)
        elif edition == 2025:
            cards = doubles + singles
            sets = product(copies, cards) if copies else combinations(cards, 2)
        elif copies:
            sets = product(copies, singles or doubles)
        else:
            sets = [*combinations(singles, 2), *((double,) for double in doubles)]
        return [frozenset(cards) for cards in sets]


# ---------------------------------------------------------------------------------------------------------
# The game
# ---------------------------------------------------------------------------------------------------------


def deck_of(slot: Slot) -> DeckKey:
    """The deck that refills a slot (BASE-ROW-1, ORIENT-1)."""
    level, i = slot
    return (level, "base" if i <= 4 else "orient")


class OracleGame:
    """One game. See the module text for how it runs."""

    def __init__(
        self,
        players: int = 2,
        cities: int | None = None,
        posts: int | None = None,
        orient: int | None = None,
        strongholds: int | None = None,
        take_fewer: str = "short_supply_only",
        extra_nobles: bool = False,
        payment: str = "free",
        seed: int | None = None,
    ) -> None:
        self.setup = Setup(players, cities, posts, orient, strongholds, take_fewer, extra_nobles, payment)
        self.setup.check()
        table = load_table()
        self.cards = table.base | (table.orient[orient] if orient else {})
        self.noble_tiles = table.nobles
        self.city_faces = table.cities[cities] if cities else {}
        self.post_list = table.posts[posts] if posts else ()
        self.letter_of_power = {post.power: post.letter for post in self.post_list}

        self.seat = 0
        self.bank = [GEM_TOKENS[players]] * 5 + [GOLD_TOKENS]  # SETUP-2
        self.players = [Player() for _ in range(players)]  # SETUP-4
        for player in self.players:
            player.supply = STRONGHOLDS if strongholds else 0  # SETUP-FORT-1
        self.forts: dict[Slot, tuple[int, int]] = {}  # (owner, how many); occupied cards only
        self.out: set[str] = set()
        self.knowers: dict[str, frozenset[int]] = {}  # who knows a card in a hand or under a deck
        self.ending = False
        self.quiet_rounds = 0
        self.round = 0  # completed rounds
        self.round_quiet = True  # nobody has bought or reserved in this round
        self.passes = 0  # consecutive turns that count for BASE-PASS-3
        self.winners: tuple[int, ...] = ()
        self.node = "DEC-ACTION"
        self._choices: list[Choice] | None = None  # legal choices of the node, once listed
        self._deal(random.Random(seed))
        self._begin_turn()
        self._run()

    @classmethod
    def from_deal(
        cls,
        setup: dict[str, Any],
        display: Mapping[Slot, str | None],
        nobles: Sequence[int] = (),
        cities: Sequence[int] = (),
    ) -> OracleGame:
        """A game with this deal; every card not displayed is in its deck, in csv order."""
        game = cls(**setup)
        if unknown := set(display) - set(game.display):
            raise ValueError(f"no such slots: {unknown}")
        shown = [card for card in display.values() if card is not None]
        if len(set(shown)) != len(shown):
            raise ValueError("a card is displayed twice")
        game.decks = {key: list(cards) for key, cards in game._full_decks().items()}
        for slot in game.display:
            card = game.display[slot] = display.get(slot)
            if card is not None:
                if card not in game.decks[deck_of(slot)]:
                    raise ValueError(f"card {card} does not belong in slot {slot}")
                game.decks[deck_of(slot)].remove(card)
        if not set(nobles) <= set(game.noble_tiles) or not set(cities) <= set(game.city_faces):
            raise ValueError("unknown noble or city face")
        game.nobles, game.cities = list(nobles), list(cities)
        game.refresh()
        return game

    # --- deal ------------------------------------------------------------------------------------------

    def _full_decks(self) -> dict[DeckKey, list[str]]:
        families = ("base", "orient") if self.setup.orient else ("base",)
        decks: dict[DeckKey, list[str]] = {(level, family): [] for level in LEVELS for family in families}
        for card in self.cards.values():
            decks[card.level, "base" if card.kind == BASE else "orient"].append(card.id)
        return decks

    def _deal(self, rng: random.Random) -> None:
        """SETUP-1, SETUP-ORIENT-1, SETUP-3, SETUP-CITY-1."""
        self.decks = self._full_decks()  # shuffled part, next card first
        for deck in self.decks.values():
            rng.shuffle(deck)
        self.under: dict[DeckKey, list[str]] = {key: [] for key in self.decks}  # by P25-B, top-most first
        columns = range(1, 7 if self.setup.orient else 5)
        self.display: dict[Slot, str | None] = {
            slot: self.decks[deck_of(slot)].pop(0) for slot in product(LEVELS, columns)
        }
        self.nobles = [] if self.setup.cities else self._deal_nobles(rng)  # COMBO-1
        self.cities = self._deal_cities(rng) if self.setup.cities else []

    def _deal_nobles(self, rng: random.Random) -> list[int]:
        extra = load_table().extra_nobles
        pool = [noble for noble in self.noble_tiles if self.setup.extra_nobles or noble not in extra]
        return rng.sample(pool, self.setup.players + 1)

    def _deal_cities(self, rng: random.Random) -> list[int]:
        tiles = sorted({face.tile for face in self.city_faces.values()})
        return [
            rng.choice([face.id for face in self.city_faces.values() if face.tile == tile])
            for tile in rng.sample(tiles, 3)
        ]

    # --- interface -------------------------------------------------------------------------------------

    def legal(self) -> list[Choice]:
        """The complete legal set of the node at which the game stands."""
        if self._choices is None:
            self._choices = [] if self.node == "OVER" else self.LIST[self.node](self)
        return list(self._choices)

    def apply(self, choice: Choice) -> None:
        """Takes a legal choice and runs to the next node."""
        if choice not in self.legal():
            raise ValueError(f"{self.node}: illegal choice {choice!r}")
        self.DO[self.node](self, choice)
        self._run()

    def refresh(self) -> None:
        """To be called after the position was edited by hand."""
        self._choices = None

    def arrange(self, deck_key: DeckKey, card_ids: Sequence[str]) -> None:
        """Puts these cards of the shuffled part on top of the deck, the first one to be drawn next."""
        deck = self.decks.get(deck_key)
        if deck is None or self.looking_at == deck_key:
            raise ValueError(f"deck {deck_key} cannot be arranged")
        if len(set(card_ids)) != len(card_ids) or not set(card_ids) <= set(deck):
            raise ValueError(f"not all of {card_ids} are in the shuffled part of {deck_key}")
        self.decks[deck_key] = list(card_ids) + [card for card in deck if card not in card_ids]

    def copy(self) -> OracleGame:
        new = OracleGame.__new__(OracleGame)
        new.__dict__.update(self.__dict__)
        new.bank = self.bank[:]
        new.players = [player.copy() for player in self.players]
        new.decks = {key: deck[:] for key, deck in self.decks.items()}
        new.under = {key: deck[:] for key, deck in self.under.items()}
        new.display = self.display.copy()
        new.forts = self.forts.copy()
        new.nobles = self.nobles[:]
        new.cities = self.cities[:]
        new.out = self.out.copy()
        new.knowers = self.knowers.copy()
        new.todo = self.todo[:]
        new.opened = self.opened[:]
        return new

    def snapshot(self) -> dict[str, Any]:
        return {
            "node": self.node,
            "seat": self.seat,
            "over": self.node == "OVER",
            "winners": self.winners,
            "bank": tuple(self.bank),
            "display": self.display.copy(),
            "forts": self.forts.copy(),
            "decks": {key: frozenset(deck).union(self.under[key]) for key, deck in self.decks.items()},
            "under": {key: tuple(deck) for key, deck in self.under.items()},
            "nobles": frozenset(self.nobles),
            "cities": frozenset(self.cities),
            "out": frozenset(self.out),
            "players": [self._player_snapshot(player) for player in self.players],
            "ending": self.ending,
            "quiet_rounds": self.quiet_rounds,
            "round": self.round,
        }

    def _player_snapshot(self, player: Player) -> dict[str, Any]:
        return {
            "tokens": tuple(player.tokens),
            "tableau": frozenset(player.tableau),
            "copies": {card: COLOURS[colour] for card, colour in player.copies.items()},
            "bonus": tuple(player.bonus),
            "count": tuple(player.count),
            "points": self.points(player),
            "cards": len(player.tableau),
            "hand": tuple(player.hand),
            "reserved_nobles": frozenset(player.reserved_nobles),
            "nobles": frozenset(player.nobles),
            "posts": frozenset(player.posts),
            "city": player.city,
            "fulfilled": player.fulfilled,
            "supply": player.supply,
            "jokers": tuple(player.jokers),
        }

    def knowledge(self, seat: int) -> dict[str, Any]:
        """Which hidden cards `seat` knows (INFO-3, INFO-4, INFO-8, INFO-9)."""

        def known(card: str) -> bool:
            return seat in self.knowers[card]

        return {
            "hands": [frozenset(filter(known, player.hand)) for player in self.players],
            "under": {key: tuple(card if known(card) else None for card in deck) for key, deck in self.under.items()},
        }

    # --- the turn --------------------------------------------------------------------------------------

    @property
    def me(self) -> Player:
        """The player on turn; every decision is theirs (section 13)."""
        return self.players[self.seat]

    def _begin_turn(self) -> None:
        """P0: lays out the phases of a turn, next step last."""
        turn = ["DEC-ACTION", "DEC-CONQUEST", "REFILL", "DEC-RETURN", "DEC-NOBLE"]
        turn += {None: [], 2017: ["COATS"], 2025: ["DEC-POST"]}[self.setup.posts]
        turn += {None: [], 2017: ["DEC-CITY"], 2025: ["CITY-CHECK"]}[self.setup.cities]
        self.todo = [*turn, "END"][::-1]
        self.passed = False  # this turn's action was PASS
        self.gained_tile = False  # this turn brought a noble, post or city (BASE-PASS-3)
        self.opened: list[Slot] = []  # empty slots waiting for their refill, in the order opened
        self.buying: str | None = None  # the card being bought
        self.entered: Card | None = None  # the card whose Orient effect is resolved
        self.paired: str | None = None  # the colour of TAKE-SAME
        self.looking_at: DeckKey | None = None  # the deck a card is being reserved from

    def _next(self, *steps: str) -> None:
        """These steps come next, in this order."""
        self.todo += reversed(steps)

    def _run(self) -> None:
        """Takes steps up to the next decision that has to be asked (TURN-4)."""
        while self.todo:
            step = self.todo.pop()
            if step in self.AUTOMATIC:
                self.AUTOMATIC[step](self)
                continue
            choices = self.LIST[step](self)
            if len(choices) >= 2 or step == "DEC-ACTION":
                self.node, self._choices = step, choices
                return
            if choices:
                self.DO[step](self, choices[0])
        self.node, self._choices = "OVER", []

    # --- P1: the action --------------------------------------------------------------------------------

    def _list_action(self) -> list[Choice]:
        actions = self._list_takes() + self._list_reserves() + self._list_buys()
        return actions or [("pass",)]  # BASE-PASS-1, BASE-PASS-2

    def _list_takes(self) -> list[Choice]:
        available = "".join(colour for c, colour in enumerate(COLOURS) if self.bank[c])
        same: list[Choice] = [("take_same", colour) for c, colour in enumerate(COLOURS) if self.bank[c] >= 4]
        return [*take_diff_choices(available, self.setup.take_fewer), *same]

    def _list_reserves(self) -> list[Choice]:
        """BASE-RES-1, BASE-RES-2, BASE-RES-5, FORT-OCC-1."""
        if len(self.me.hand) >= HAND_LIMIT:
            return []
        slots = [slot for slot in self.display if self._accessible(slot)]
        decks = [key for key in self.decks if self.decks[key] or self.under[key]]
        return [("reserve", "slot", *slot) for slot in slots] + [("reserve", "deck", *key) for key in decks]

    def _list_buys(self) -> list[Choice]:
        """DEC-BUY."""
        choices: list[Choice] = [
            ("buy", "slot", *slot)
            for slot, card in self.display.items()
            if card is not None and self._accessible(slot) and self._buyable(self.cards[card])
        ]
        choices += [("buy", "hand", card) for card in self.me.hand if self._buyable(self.cards[card])]
        return choices

    def _do_action(self, choice: Choice) -> None:
        match choice:
            case ("take_diff", colours):
                for colour in colours:
                    self._take_tokens(COLOURS.index(colour), 1)
            case ("take_same", colour):
                self._take_tokens(COLOURS.index(colour), 2)
                self.paired = colour
                self._next("DEC-EXTRA")
            case ("reserve", "slot", level, i):
                self._reserve_from_display((level, i))
            case ("reserve", "deck", level, family):
                self.looking_at = (level, family)
                self._next("DEC-KEEP")
            case ("buy", "slot", level, i):
                self._start_purchase(self.display[level, i])
            case ("buy", "hand", card):
                self._start_purchase(card)
            case ("pass",):
                self.passed = True

    def _take_tokens(self, kind: int, number: int) -> None:
        self.bank[kind] -= number
        self.me.tokens[kind] += number

    def _accessible(self, slot: Slot) -> bool:
        """A display card not occupied by another player (FORT-OCC-1)."""
        owner, _ = self.forts.get(slot, (self.seat, 0))
        return self.display[slot] is not None and owner == self.seat

    def _has_power(self, player: Player, power: str) -> bool:
        return self.letter_of_power.get(power) in player.posts

    def _colours_in_bank(self) -> list[str]:
        return [colour for c, colour in enumerate(COLOURS) if self.bank[c]]

    def _list_extra(self) -> list[Choice]:
        """P17-B, P25-C (POST17-5, POST25-9): a token of another colour."""
        if not self._has_power(self.me, "third_token_on_pair"):
            return []
        return [("token", colour) for colour in self._colours_in_bank() if colour != self.paired]

    def _do_token(self, choice: Choice) -> None:
        self._take_tokens(COLOURS.index(choice[1]), 1)

    # --- P2: RESERVE resolution (TURN-RES) ---------------------------------------------------------------

    def _reserve_from_display(self, slot: Slot) -> None:
        card = self._clear_slot(slot)
        self._to_hand(card, frozenset(range(len(self.players))))  # INFO-4

    def _list_keep(self) -> list[Choice]:
        return [("keep", card) for card in self._cards_seen()]

    def _cards_seen(self) -> list[str]:
        """The top card of the deck, or the top two with P25-B (POST25-5: fewer if there are fewer)."""
        assert self.looking_at is not None
        number = 2 if self._has_power(self.me, "draw_two_reserve_one") else 1
        deck = self.decks[self.looking_at] + self.under[self.looking_at]
        return deck[:number]

    def _do_keep(self, choice: Choice) -> None:
        """The seen cards stay in the deck until one is kept; the other then goes under the deck."""
        assert self.looking_at is not None
        kept, seen = choice[1], self._cards_seen()
        before = self.knowers.get(kept, frozenset())
        for _ in seen:
            self._draw(self.looking_at)
        if len(seen) == 1:
            self._to_hand(kept, before | {self.seat})  # INFO-3, INFO-9: an earlier knower still knows it
        else:
            other = seen[1] if kept == seen[0] else seen[0]
            self.under[self.looking_at].append(other)
            self.knowers[other] = frozenset({self.seat})  # INFO-8, INFO-9: earlier knowledge ends
            self._to_hand(kept, frozenset({self.seat}))
        self.looking_at = None

    def _to_hand(self, card: str, knowers: frozenset[int]) -> None:
        """R3 to R6."""
        self.me.hand.append(card)
        self.knowers[card] = knowers
        self.round_quiet = False
        if self.bank[GOLD]:  # BASE-RES-3, BASE-RES-4
            self._take_tokens(GOLD, 1)
        self._next("REFILL")

    def _draw(self, key: DeckKey) -> str | None:
        """The top card of a deck: the shuffled part lies above the cards put under it."""
        for part in (self.decks[key], self.under[key]):
            if part:
                card = part.pop(0)
                self.knowers.pop(card, None)
                return card
        return None

    def _clear_slot(self, slot: Slot) -> str:
        """A card leaves the display; the strongholds on it, always own ones, return (FORT-OCC-2, COMBO-8)."""
        card = self.display[slot]
        assert card is not None
        self.display[slot] = None
        self.opened.append(slot)
        if slot in self.forts:
            owner, number = self.forts.pop(slot)
            self.players[owner].supply += number
        return card

    def _refill(self) -> None:
        """BASE-ROW-1, BASE-ROW-2: in the order opened."""
        for slot in self.opened:
            self.display[slot] = self._draw(deck_of(slot))
        self.opened = []

    # --- P2: BUY resolution (TURN-BUY) -------------------------------------------------------------------

    def _buyable(self, card: Card) -> bool:
        """DEC-BUY: is there a legal payment? ORIENT-COPY-2: a COPY also needs a bonus to copy."""
        if card.kind == BURN:
            return bool(self._burn_sets(card))
        if card.kind in COPY_KINDS and not any(self.me.bonus):
            return False
        return self._can_pay(card)

    def _can_pay(self, card: Card) -> bool:
        """Whether all gem tokens, gold and JOKERs together cover the cost (then some payment is legal)."""
        player, value = self.me, self._gold_value()
        units = player.tokens[GOLD] + 2 * len(player.jokers)
        for cost, bonus, tokens in zip(card.cost, player.bonus, player.tokens, strict=False):
            missing = cost - bonus - tokens
            if missing > 0:
                units -= -(-missing // value)
                if units < 0:
                    return False
        return True

    def _gold_value(self) -> int:
        """P17-C, P25-D, COMBO-4."""
        return 2 if self._has_power(self.me, "gold_worth_two") else 1

    def _start_purchase(self, card: str | None) -> None:
        """B1. The card stays where it is until it is paid."""
        assert card is not None
        self.buying = card
        self.round_quiet = False
        payment = "DEC-BURN" if self.cards[card].kind == BURN else "DEC-PAY"
        steps = [payment, "DEC-POST-TOKEN", "DEC-FORT"]
        if self.setup.strongholds != 2025:  # FORT25-2: there the REFILL that follows P3 does it
            steps.append("REFILL")
        self._next(*steps)

    def _list_pay(self) -> list[Choice]:
        assert self.buying is not None
        player = self.me
        cost = self.cards[self.buying].cost
        need = tuple(max(0, c - b) for c, b in zip(cost, player.bonus, strict=True))  # BASE-BONUS-1, -2
        gems = tuple(player.tokens[:GOLD])
        options = payments(need, gems, player.tokens[GOLD], len(player.jokers), self._gold_value())
        if self.setup.payment == "least_gold":
            options = (least_gold(options),)
        return [("pay", *option) for option in options]

    def _do_pay(self, choice: Choice) -> None:
        """B2: tokens to the bank (BASE-BUY-2), the JOKERs acquired first out of the game."""
        _, gems, gold, jokers = choice
        for kind, number in enumerate((*gems, gold)):
            self._take_tokens(kind, -number)
        self._remove_from_game(self.me.jokers[:jokers])
        self._take_bought_card()

    def _burn_sets(self, card: Card) -> list[frozenset[str]]:
        assert card.burn_colour is not None
        return self.me.burn_sets(card.burn_colour, self.setup.orient)

    def _list_burn(self) -> list[Choice]:
        assert self.buying is not None
        return [("burn", cards) for cards in self._burn_sets(self.cards[self.buying])]

    def _do_burn(self, choice: Choice) -> None:
        """B2 of a BURN card (ORIENT-BURN-4)."""
        self._remove_from_game(choice[1])
        self._take_bought_card()

    def _remove_from_game(self, cards: Iterable[str]) -> None:
        for card in cards:
            self.me.discard(self.cards[card])
            self.out.add(card)

    def _take_bought_card(self) -> None:
        """B3: from the hand or from the display."""
        card = self.buying
        assert card is not None
        self.buying = None
        if card in self.me.hand:
            self.me.hand.remove(card)
            del self.knowers[card]  # INFO-6: public now
        else:
            self._clear_slot(self._slot_of(card))
        self._enter_tableau(card)

    def _slot_of(self, card: str) -> Slot:
        return next(slot for slot, shown in self.display.items() if shown == card)

    def _enter_tableau(self, card_id: str) -> None:
        """The card counts at once (BASE-BUY-3); then B4, its own effect (ORIENT-3, ORIENT-FREE-2)."""
        card = self.entered = self.cards[card_id]
        self.me.add(card)
        if card.kind == COPY:
            self._next("DEC-COPY")
        elif card.kind == COPY_FREE1:
            self._next("DEC-COPY", "DEC-FREE")
        elif card.kind == NOBLE:
            self._next("DEC-NOBLE-RES")
        elif card.kind == FREE2:
            self._next("DEC-FREE")

    def _list_copy(self) -> list[Choice]:
        """ORIENT-COPY-4."""
        return [("copy", COLOURS[c]) for c in range(5) if self.me.bonus[c] >= 1]

    def _do_copy(self, choice: Choice) -> None:
        assert self.entered is not None
        self.me.associate(self.entered, COLOURS.index(choice[1]))

    def _list_noble_reservation(self) -> list[Choice]:
        """ORIENT-NOBLE-1; void without a noble (ORIENT-NOBLE-4, COMBO-6)."""
        return [("reserve_noble", noble) for noble in self.nobles]

    def _do_noble_reservation(self, choice: Choice) -> None:
        self.nobles.remove(choice[1])
        self.me.reserved_nobles.append(choice[1])

    def _list_free(self) -> list[Choice]:
        """ORIENT-FREE1-1, ORIENT-FREE2-1, ORIENT-FREE-4, COMBO-8."""
        assert self.entered is not None
        level = self.entered.free_level
        return [("free", *slot) for slot in self.display if slot[0] == level and self._accessible(slot)]

    def _do_free(self, choice: Choice) -> None:
        _, level, i = choice
        self._enter_tableau(self._clear_slot((level, i)))

    def _list_post_token(self) -> list[Choice]:
        """B5: P17-A, P25-A (POST17-5, POST25-9)."""
        if not self._has_power(self.me, "token_after_purchase"):
            return []
        return [("token", colour) for colour in self._colours_in_bank()]

    # --- Strongholds -----------------------------------------------------------------------------------

    def _list_fort(self) -> list[Choice]:
        """B6: FORT-OP-1 to FORT-OP-7. A slot whose card is gone is empty and so no target."""
        if not self.setup.strongholds:
            return []
        targets = [slot for slot in self.display if self._accessible(slot)]
        choices: list[Choice] = []
        if self.me.supply:
            choices += [("place", *target) for target in targets]
        for source, (owner, _) in self.forts.items():
            if owner == self.seat:
                choices += [("move", *source, *target) for target in targets if target != source]
        choices += [("remove", *slot) for slot in self.forts if self._removable(slot)]
        return choices

    def _removable(self, slot: Slot) -> bool:
        """FORT-OP-1 (b); 2025: FORT25-1."""
        owner, number = self.forts[slot]
        return owner != self.seat and (self.setup.strongholds == 2017 or number == 1)

    def _do_fort(self, choice: Choice) -> None:
        match choice:
            case ("place", level, i):
                self._put_stronghold((level, i))
            case ("move", level, i, to_level, to_i):
                self._lift_stronghold((level, i))
                self._put_stronghold((to_level, to_i))
            case ("remove", level, i):
                self._lift_stronghold((level, i))

    def _put_stronghold(self, slot: Slot) -> None:
        _, number = self.forts.get(slot, (self.seat, 0))
        self.forts[slot] = (self.seat, number + 1)
        self.me.supply -= 1

    def _lift_stronghold(self, slot: Slot) -> None:
        owner, number = self.forts.pop(slot)
        self.players[owner].supply += 1
        if number > 1:
            self.forts[slot] = (owner, number - 1)

    def _conquerable(self) -> str | None:
        """The card that carries all three own strongholds (FORT-CONQUEST-1)."""
        for slot, fort in self.forts.items():
            if fort == (self.seat, STRONGHOLDS):
                return self.display[slot]
        return None

    def _list_conquest(self) -> list[Choice]:
        """P3; optional (FORT-CONQUEST-5), offered if the card can be bought."""
        card = self._conquerable()
        if card is None or not self._buyable(self.cards[card]):
            return []
        return [("conquer",), ("decline",)]

    def _do_conquest(self, choice: Choice) -> None:
        if choice == ("conquer",):
            self._start_purchase(self._conquerable())  # FORT-CONQUEST-2: a purchase like any other

    # --- P4 to P7 --------------------------------------------------------------------------------------

    def _list_return(self) -> list[Choice]:
        """BASE-LIMIT-1, -2, -3."""
        excess = sum(self.me.tokens) - TOKEN_LIMIT
        if excess <= 0:
            return []
        return [("return", tokens) for tokens in return_choices(tuple(self.me.tokens), excess)]

    def _do_return(self, choice: Choice) -> None:
        for kind, number in enumerate(choice[1]):
            self._take_tokens(kind, -number)

    def _list_noble(self) -> list[Choice]:
        """P5: BASE-NOBLE-1 to -5, ORIENT-NOBLE-3."""
        candidates = [self.noble_tiles[noble] for noble in self.nobles + self.me.reserved_nobles]
        return [("noble", noble.id) for noble in candidates if reaches(self.me.count, noble.need)]

    def _do_noble(self, choice: Choice) -> None:
        noble = choice[1]
        source = self.nobles if noble in self.nobles else self.me.reserved_nobles
        source.remove(noble)
        self.me.nobles.append(noble)
        self.gained_tile = True

    def _qualifying_posts(self) -> list[str]:
        player = self.me
        return [
            post.letter
            for post in self.post_list
            if post.letter not in player.posts
            and reaches(player.count, post.need)
            and len(player.nobles) >= post.nobles
        ]

    def _place_coats(self) -> None:
        """P6, 2017: every power whose condition holds (POST17-2)."""
        for letter in self._qualifying_posts():
            self._take_post(letter)

    def _list_post(self) -> list[Choice]:
        """P6, 2025: one tile (POST25-1 to -4)."""
        return [("post", letter) for letter in self._qualifying_posts()]

    def _do_post(self, choice: Choice) -> None:
        self._take_post(choice[1])

    def _take_post(self, letter: str) -> None:
        self.me.posts.add(letter)
        self.gained_tile = True

    def _cities_met(self) -> list[int]:
        count, points = self.me.count, self.points(self.me)
        return [face for face in self.cities if city_met(count, points, self.city_faces[face])]

    def _list_city(self) -> list[Choice]:
        """P7, 2017 (CITY17-1, -3, -4)."""
        return [("city", face) for face in self._cities_met()]

    def _do_city(self, choice: Choice) -> None:
        self.cities.remove(choice[1])
        self.me.city = choice[1]
        self.gained_tile = True

    def _check_cities(self) -> None:
        """P7, 2025: nothing is taken (CITY25-3)."""
        if self._cities_met():
            self.me.fulfilled = True
            self.gained_tile = True

    # --- P8: end check ---------------------------------------------------------------------------------

    def points(self, player: Player) -> int:
        """BASE-SCORE-1."""
        points = player.card_points + sum(self.noble_tiles[noble].points for noble in player.nobles)
        if self._has_power(player, "five_points"):  # POST17-D
            points += 5
        if self._has_power(player, "point_per_post"):  # POST17-E, POST25-E
            points += len(player.posts)
        return points

    def _goal_reached(self) -> bool:
        """BASE-END-1; with Cities CITY17-5, -8 and CITY25-4, -7."""
        if self.setup.cities:
            return self.me.city is not None or self.me.fulfilled
        return self.points(self.me) >= END_POINTS

    def _end_turn(self) -> None:
        self.ending = self.ending or self._goal_reached()  # BASE-END-3
        self.passes = self.passes + 1 if self.passed and not self.gained_tile else 0
        dead = self.passes >= len(self.players)  # BASE-PASS-3
        last_seat = self.seat == len(self.players) - 1
        if last_seat:
            self._close_round()
        if dead or (last_seat and (self.ending or self.quiet_rounds >= STALL_ROUNDS)):
            self.winners = self._ranking_winners()
            return
        self.seat = (self.seat + 1) % len(self.players)
        self._begin_turn()

    def _close_round(self) -> None:
        """BASE-STALL-1."""
        self.round += 1
        self.quiet_rounds = self.quiet_rounds + 1 if self.round_quiet else 0
        self.round_quiet = True

    def _ranking_winners(self) -> tuple[int, ...]:
        """BASE-TIE-1 to -3; with Cities among those who have a city, if any (CITY17-5..7, CITY25-4..6)."""
        seats = range(len(self.players))
        with_city = [s for s in seats if self.players[s].city is not None or self.players[s].fulfilled]
        rank = {s: (-self.points(self.players[s]), len(self.players[s].tableau)) for s in with_city or seats}
        best = min(rank.values())
        return tuple(s for s in rank if rank[s] == best)

    # --- tables of steps -------------------------------------------------------------------------------

    AUTOMATIC: ClassVar[dict[str, Callable[[OracleGame], None]]] = {
        "REFILL": _refill,
        "COATS": _place_coats,
        "CITY-CHECK": _check_cities,
        "END": _end_turn,
    }
    LIST: ClassVar[dict[str, Callable[[OracleGame], list[Choice]]]] = {
        "DEC-ACTION": _list_action,
        "DEC-EXTRA": _list_extra,
        "DEC-KEEP": _list_keep,
        "DEC-PAY": _list_pay,
        "DEC-BURN": _list_burn,
        "DEC-COPY": _list_copy,
        "DEC-NOBLE-RES": _list_noble_reservation,
        "DEC-FREE": _list_free,
        "DEC-POST-TOKEN": _list_post_token,
        "DEC-FORT": _list_fort,
        "DEC-CONQUEST": _list_conquest,
        "DEC-RETURN": _list_return,
        "DEC-NOBLE": _list_noble,
        "DEC-POST": _list_post,
        "DEC-CITY": _list_city,
    }
    DO: ClassVar[dict[str, Callable[[OracleGame, Choice], None]]] = {
        "DEC-ACTION": _do_action,
        "DEC-EXTRA": _do_token,
        "DEC-KEEP": _do_keep,
        "DEC-PAY": _do_pay,
        "DEC-BURN": _do_burn,
        "DEC-COPY": _do_copy,
        "DEC-NOBLE-RES": _do_noble_reservation,
        "DEC-FREE": _do_free,
        "DEC-POST-TOKEN": _do_token,
        "DEC-FORT": _do_fort,
        "DEC-CONQUEST": _do_conquest,
        "DEC-RETURN": _do_return,
        "DEC-NOBLE": _do_noble,
        "DEC-POST": _do_post,
        "DEC-CITY": _do_city,
    }
