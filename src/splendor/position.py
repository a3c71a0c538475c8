"""Position: a game's record, readable. `Game` and `View` are both one; agents and pictures read it."""

from dataclasses import dataclass
from typing import Any

from splendor.rules.actions import Phase
from splendor.rules.ending import QUIET_ROUNDS
from splendor.rules.layout import (
    BASE_SLOTS,
    HAND,
    NOTHING,
    SLOTS_PER_LEVEL,
    UNDER_FIRST,
    UNKNOWN,
    WORD,
)
from splendor.rules.strongholds import STRONGHOLDS
from splendor.rules.tableau import copy_place, is_copy
from splendor.rules.tokens import LIMIT
from splendor.table.catalogue import COLOURS, DECK_FIRST, EDITIONS, LEVELS, Power
from splendor.table.setup import PAYMENT, TAKE_FEWER, Edition, Setup
from splendor.table.things import (
    CARDS,
    CITIES,
    NOBLES,
    TRADING_POSTS,
    Amounts,
    Card,
    City,
    HiddenCard,
    Noble,
    TradingPost,
)

SEAT_LETTERS = "ABCD"  # how people and records call the seats
Slot = tuple[int, int]  # level 1–3 and place 1–6 (5 and 6 are the Orient's)
SLOTS: tuple[Slot, ...] = tuple((level + 1, place + 1) for level in range(LEVELS) for place in range(SLOTS_PER_LEVEL))


@dataclass(frozen=True, slots=True)
class Player:
    """What one player has before them."""

    seat: int
    tokens: Amounts
    bonus: Amounts
    count: Amounts
    prestige: int
    tableau: tuple[Card, ...]
    hand: tuple[Card | HiddenCard, ...]
    nobles: tuple[Noble, ...]
    reserved_nobles: tuple[Noble, ...]
    posts: tuple[TradingPost, ...]
    city: City | None
    strongholds: int
    copies: dict[str, str]
    virtual_gold: tuple[Card, ...]

    @property
    def cards(self) -> int:
        """Development cards in the tableau: fewer win a tie."""
        return len(self.tableau)

    def price(self, card: Card) -> Amounts:
        """What a card costs this player in tokens: its cost less the bonuses (BASE-BONUS-1)."""
        rest = {colour: number - self.bonus.get(colour, 0) for colour, number in card.cost.items()}
        return {colour: number for colour, number in rest.items() if number > 0}


class Position:
    """Reading access to a record; nothing here changes it."""

    record: Any
    """The array of one record that compiled code takes."""

    def __init__(self, record: Any) -> None:
        self.record = record
        # Read by name in brackets: attributes of a numpy record are twenty times slower, and a view reads hundreds.
        self._now = record[0]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_now"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._now = self.record[0]  # a pickled one would be a copy that no action changes

    @property
    def setup(self) -> Setup:
        """What is played."""
        now = self._now
        editions: tuple[Edition, ...] = (None, *EDITIONS)
        return Setup(
            players=int(now["seats"]),
            cities=editions[now["cities"]],
            posts=editions[now["posts"]],
            orient=editions[now["orient"]],
            strongholds=editions[now["strongholds"]],
            take_fewer=TAKE_FEWER[now["take_fewer"]],
            extra_nobles=bool(now["extra_nobles"]),
            payment=PAYMENT[now["payment"]],
        )

    @property
    def phase(self) -> Phase:
        """What is asked now."""
        return Phase(int(self._now["phase"]))

    @property
    def player(self) -> int:
        """The seat that decides."""
        return int(self._now["player"])

    @property
    def rounds(self) -> int:
        """Completed rounds."""
        return int(self._now["rounds"])

    @property
    def quiet_rounds(self) -> int:
        """Rounds in a row without purchase or reservation; 25 end the game (BASE-STALL-1)."""
        return int(self._now["quiet_rounds"])

    @property
    def stalled(self) -> bool:
        """Whether there were so many of them that the game has ended."""
        return self.quiet_rounds >= QUIET_ROUNDS

    @property
    def over_limit(self) -> int:
        """How many tokens whoever decides has to give back (BASE-LIMIT-1)."""
        return max(0, int(self._now["players"]["tokens"][self.player].sum()) - LIMIT)

    @property
    def ending(self) -> bool:
        """Whether this round is the last one."""
        return bool(self._now["ending"])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._now["over"])

    @property
    def winners(self) -> frozenset[int]:
        """The seats that won, several if they share the victory; empty before the end."""
        return frozenset(seat for seat in range(self._now["seats"]) if self._now["winners"] >> seat & 1)

    @property
    def bank(self) -> Amounts:
        """Tokens in the bank, zeros included."""
        return _all_amounts(self._now["bank"])

    @property
    def market(self) -> dict[Slot, Card | None]:
        """The face-up cards by (level, place); None for an empty slot."""
        places = self.places
        return {
            slot: CARDS[card] if card != NOTHING else None
            for slot, card in zip(SLOTS, self._now["market"].tolist(), strict=True)
            if slot[1] <= places
        }

    @property
    def places(self) -> int:
        """Market slots of a level: four, or six with the Orient."""
        return SLOTS_PER_LEVEL if self._now["orient"] else BASE_SLOTS

    @property
    def deck_sizes(self) -> dict[str, int]:
        """Cards left in each deck: `1`–`3`, and `o1`–`o3` with the Orient."""
        return dict(zip(self._deck_names(), self._now["deck_size"].tolist(), strict=False))

    def _deck_names(self) -> list[str]:
        names = [str(level + 1) for level in range(LEVELS)]
        return names + [f"o{name}" for name in names] if self._now["orient"] else names

    @property
    def under_decks(self) -> dict[str, tuple[Card | HiddenCard, ...]]:
        """Cards that were put under a deck (draw-two post), next drawn first; only decks that have some."""
        counts = zip(self._deck_names(), self._now["under_count"].tolist(), strict=False)
        return {name: self._under(deck, number) for deck, (name, number) in enumerate(counts) if number}

    def _under(self, deck: int, number: int) -> tuple[Card | HiddenCard, ...]:
        start, first = int(UNDER_FIRST[deck]), int(DECK_FIRST[self._now["orient"], deck])
        places = self._now["under"][start : start + number].tolist()
        return tuple(CARDS[first + place] if place >= 0 else _hidden(UNKNOWN - deck) for place in places)

    @property
    def nobles(self) -> tuple[Noble | None, ...]:
        """The nobles on the table by place; None where one has left."""
        places = 0 if self._now["cities"] else int(self._now["seats"]) + 1
        return tuple(NOBLES[noble] if noble >= 0 else None for noble in self._now["nobles"][:places].tolist())

    @property
    def cities(self) -> tuple[City | None, ...]:
        """The city faces in play by place; None where a 2017 tile was taken."""
        faces = self._now["city_faces"].tolist() if self._now["cities"] else ()
        return tuple(CITIES[face] if face >= 0 else None for face in faces)

    @property
    def strongholds(self) -> dict[Slot, tuple[int, int]]:
        """Occupied slots: the seat and how many of its strongholds stand there."""
        now = self._now
        return {
            slot: (holder, held)
            for slot, holder, held in zip(SLOTS, now["holder"].tolist(), now["held"].tolist(), strict=True)
            if held
        }

    @property
    def conquerable(self) -> Slot | None:
        """Where all strongholds of whoever decides stand, if they do."""
        wanted = (self.player, STRONGHOLDS)
        return next((slot for slot, held in self.strongholds.items() if held == wanted), None)

    @property
    def gone(self) -> tuple[Card, ...]:
        """Cards out of the game: spent virtual gold and sacrifices."""
        return _cards_of(self._now["gone"])

    @property
    def players(self) -> tuple[Player, ...]:
        """What each player has, by seat."""
        return tuple(self._player(seat) for seat in range(int(self._now["seats"])))

    def _player(self, seat: int) -> Player:
        now, player = self._now, self._now["players"][seat]
        tableau = _cards_of(player["tableau"])
        edition = EDITIONS[now["posts"] - 1] if now["posts"] else None
        posts, nobles = int(player["posts"]), int(player["nobles"])
        copied = {card.name: int(now["copied"][copy_place(card.number)]) for card in tableau if is_copy(card.number)}
        return Player(
            seat=seat,
            tokens=_all_amounts(player["tokens"]),
            bonus=_all_amounts(player["bonus"]),
            count=_all_amounts(player["count"]),
            prestige=int(player["prestige"]),
            tableau=tableau,
            hand=tuple(_hidden(card) for card in player["hand"][:HAND].tolist() if card != NOTHING),
            nobles=tuple(noble for noble in NOBLES if nobles >> noble.number & 1) if nobles else (),
            reserved_nobles=tuple(NOBLES[noble] for noble in player["reserved_nobles"].tolist() if noble >= 0),
            posts=tuple(TRADING_POSTS[edition][power] for power in Power if edition is not None and posts >> power & 1),
            city=CITIES[player["city"]] if player["city"] >= 0 else None,
            strongholds=int(player["strongholds"]),
            copies={name: COLOURS[colour] for name, colour in copied.items() if colour >= 0},
            virtual_gold=tuple(CARDS[card] for card in player["virtual_gold_cards"].tolist() if card >= 0),
        )

    @property
    def drawn(self) -> tuple[Card | HiddenCard, ...]:
        """The two cards looked at with the draw-two post, while one of them is to be kept."""
        return tuple(_hidden(card) for card in self._now["drawn"].tolist() if card != NOTHING)

    @property
    def card(self) -> Card | None:
        """The card being paid, or whose effect is under way."""
        return CARDS[self._now["card"]] if self._now["card"] >= 0 else None

    @property
    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """The seats from first to last; those in one group share the place.

        With Cities, whoever has a city stands before those without (CITY17-5, CITY25-4).
        """

        def standing(seat: int) -> tuple[bool, int, int]:
            player = self._now["players"][seat]
            return bool(player["city"] >= 0), int(player["prestige"]), -int(player["cards"])

        groups: dict[tuple[bool, int, int], list[int]] = {}
        for seat in sorted(range(self._now["seats"]), key=standing, reverse=True):
            groups.setdefault(standing(seat), []).append(seat)
        return tuple(tuple(sorted(group)) for group in groups.values())

    def __eq__(self, other: object) -> bool:
        """Equal in every byte, the generator included."""
        if not isinstance(other, Position):
            return NotImplemented
        return type(self) is type(other) and self.record.tobytes() == other.record.tobytes()

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        from splendor.drawing import text_table

        return text_table(self)

    def _repr_svg_(self) -> str:
        from splendor.drawing import svg_table

        return svg_table(self)


def _all_amounts(numbers: Any) -> Amounts:
    return dict(zip(COLOURS, numbers.tolist(), strict=False))


def _hidden(card: int) -> Card | HiddenCard:
    """The card, or what its mark says of it."""
    if card >= 0:
        return CARDS[card]
    deck = UNKNOWN - card
    return HiddenCard(deck % LEVELS + 1, deck >= LEVELS)


def _cards_of(words: Any) -> tuple[Card, ...]:
    """The cards of a set, by walking over its bits: most sets hold few of the 150 cards."""
    found = []
    for place, word in enumerate(words.tolist()):
        while word:
            found.append(CARDS[place * WORD + (word & -word).bit_length() - 1])
            word &= word - 1
    return tuple(found)
