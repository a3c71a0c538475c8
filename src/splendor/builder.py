"""Any position by naming what lies where; one that cannot be on a table is refused with the reason.

>>> from splendor import Setup, build
>>> game = build(
...     Setup(2),
...     market={"1.1": "8", (2, 3): "57"},
...     players=[dict(tokens="w2 r1 y1", bonus="u2 g1", hand=["1", hidden("90")]), dict(prestige=9)],
...     nobles=["Anne of Brittany"],
...     player=1,
... )
>>> game.players[0].bonus["blue"], game.players[1].prestige, str(game.market[1, 1])
(2, 9, '8: level 1, green, costs r3')
>>> build(Setup(2), market={"1.1": "8"}, players=[dict(tableau=["8"])])
Traceback (most recent call last):
splendor.errors.ImpossiblePosition: card 8 lies in the tableau of player 0 and cannot lie in slot 1.1 too (INV-5).

The names are those a position is read by: what is named here, `Game` reads back. What is not named is chosen so
that the position is complete: market slots, nobles and cities are dealt from the rest with the seed, every other
card lies in its deck, every other token in the bank. `plan_of` is the way back, from a game to the names.

The position stands at the start of a turn. It is one that a table can show, whether or not play would lead there:
what a player has must have been won (a noble needs its cards, a post its condition), but nobody is asked why
something that could be had was not taken before.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypedDict, TypeVar

from splendor.errors import ImpossiblePosition
from splendor.game import Game
from splendor.position import Slot
from splendor.rules import chance
from splendor.rules.actions import Phase
from splendor.rules.ending import GOAL, QUIET_ROUNDS
from splendor.rules.invariants import Status
from splendor.rules.layout import (
    BASE_SLOTS,
    CITY_PLACES,
    EVERYONE,
    HAND,
    NOTHING,
    RESERVED_NOBLES,
    SLOTS_PER_LEVEL,
    UNDER_FIRST,
    WORD,
    WORDS,
    with_attributes,
)
from splendor.rules.strongholds import STRONGHOLDS
from splendor.rules.tableau import copy_place
from splendor.rules.tokens import GEMS_BY_SEATS, GOLD_TOKENS, LIMIT
from splendor.rules.trading_posts import FIVE
from splendor.table.catalogue import (
    BASE_NOBLES,
    COLOUR_LETTERS,
    COLOURS,
    DECK_FIRST,
    GOLD,
    LEVELS,
    NOBLE_PRESTIGE,
    Kind,
    Power,
)
from splendor.table.setup import Setup
from splendor.table.things import (
    CARD_BY_NAME,
    CARDS,
    CITIES,
    NOBLES,
    TRADING_POSTS,
    Card,
    City,
    Noble,
    TradingPost,
    letters,
)

COPIES = (Kind.COPY, Kind.COPY_AND_FREE_CARD)
GEMS = COLOURS[:GOLD]
_AMOUNT = re.compile(r"([a-z])(\d+)")

Thing = TypeVar("Thing", Noble, City)
Item = TypeVar("Item")
AnyCard = Card | str
AnySlot = Slot | str
AnyAmounts = str | Mapping[str, int]


class Hidden(NamedTuple):
    """A card in a hand that not everybody has seen; made by `hidden`."""

    card: AnyCard
    known_to: tuple[int, ...] = ()


def hidden(card: AnyCard, *known_to: int) -> Hidden:
    """A card reserved from a deck: its owner knows it, and the seats named besides (INFO-9)."""
    return Hidden(card, known_to)


class Holdings(TypedDict, total=False):
    """What a player has; whoever is not described has nothing.

    `tableau` lists cards in the order of acquisition (virtual gold is spent in that order). `bonus`, `prestige`
    and `cards` say what the whole tableau comes to (prestige with nobles and posts): it is filled up with free base
    cards that give exactly that, those without prestige first. `hand` lists cards everybody has seen, or `hidden` ones.
    """

    tokens: AnyAmounts
    tableau: Sequence[AnyCard]
    bonus: AnyAmounts
    prestige: int
    cards: int
    hand: Sequence[AnyCard | Hidden]
    nobles: Sequence[Noble | str]
    reserved_nobles: Sequence[Noble | str]
    posts: str | Sequence[TradingPost | str]
    city: City | str | None
    copies: Mapping[str, str]
    virtual_gold: Sequence[AnyCard]


def build(
    setup: Setup | None = None,
    *,
    players: Sequence[Holdings] = (),
    market: Mapping[AnySlot, AnyCard | None] | None = None,
    bank: AnyAmounts | None = None,
    nobles: Sequence[Noble | str | None] = (),
    cities: Sequence[City | str | None] = (),
    strongholds: Mapping[AnySlot, tuple[int, int]] | None = None,
    decks: Mapping[str, int | Sequence[AnyCard]] | None = None,
    under_decks: Mapping[str, Mapping[str, int]] | None = None,
    gone: Sequence[AnyCard] = (),
    park: int | Sequence[int] = (),
    player: int = 0,
    rounds: int | None = None,
    quiet_rounds: int = 0,
    passes: int = 0,
    lively: bool = False,
    ending: bool | None = None,
    seed: int | None = None,
) -> Game:
    """A game in the position described, with `player` to choose an action.

    - `players`: by seat, see `Holdings`.
    - `market`: cards by slot, `"2.3"` or `(2, 3)`; None for an empty slot, whose deck must be empty too.
    - `bank`: without it, all tokens the players do not name. With it, what is neither there nor named with a player
      is handed to the players whose `tokens` are not named, in turn order from the next player on, up to ten each.
    - `nobles`, `cities`: by place, None where one has left; places beyond the list are dealt.
    - `strongholds`: by slot, the seat and how many.
    - `decks`: by name (`"1"`–`"3"`, `"o1"`–`"o3"`), how many cards are left (those under the deck included) or, as a
      list, exactly which. The cards this takes away from a deck must lie somewhere: with the seats of `park`, those
      with most prestige in a hand that is not named, the others in a tableau of which nothing is named.
    - `under_decks`: cards put under a deck with the draw-two post, next drawn first, each with the seat that knows it.
    - `gone`: cards out of the game (only with the Orient).
    - `passes`, `lively`: passes in a row before this turn; whether this round somebody purchased or reserved.
    - `ending`: follows from the position; a value that contradicts it is refused.

    >>> game = build(Setup(2), bank="w2 u1 y5")
    >>> [sum(player.tokens.values()) for player in game.players]
    [7, 10]
    >>> build(Setup(2), players=[dict(tokens="w5")])
    Traceback (most recent call last):
    splendor.errors.ImpossiblePosition: there are 4 white tokens, and players have 5 (INV-1).
    """
    table = _Table(setup or Setup(), seed, players)
    table.on_turn(player, rounds, quiet_rounds, passes, lively)
    table.lay_named_cards(market or {}, gone, decks or {}, under_decks or {})
    table.give_tiles()
    table.fill_tableaux()
    table.deal_market()
    table.size_decks(decks or {}, _seats_of(park))
    table.share_tokens(bank)
    table.deal_nobles(_list(nobles, "nobles"))
    table.deal_cities(_list(cities, "cities"))
    table.place_strongholds(strongholds or {})
    table.check(ending)
    return table.to_game()


@dataclass
class _Seat:
    """What a player has so far."""

    number: int
    named: Holdings
    tokens: list[int] = field(default_factory=lambda: [0] * len(COLOURS))
    tableau: list[Card] = field(default_factory=list)
    hand: list[Card] = field(default_factory=list)
    hand_seen: list[int] = field(default_factory=list)
    nobles: list[Noble] = field(default_factory=list)
    reserved_nobles: list[Noble] = field(default_factory=list)
    posts: list[TradingPost] = field(default_factory=list)
    city: City | None = None
    copies: dict[str, str] = field(default_factory=dict)
    strongholds: int = 0

    def __str__(self) -> str:
        return f"player {self.number}"

    @property
    def open(self) -> bool:
        """Whether nothing is said of the tableau."""
        return not self.named.keys() & {"tableau", "bonus", "prestige", "cards"}

    def colour(self, card: Card) -> str | None:
        return self.copies.get(card.name) if card.kind in COPIES else card.colour

    def sums(self, double: int) -> dict[str, int]:
        """Cards by colour, with the given weight of a double bonus."""
        found = dict.fromkeys(GEMS, 0)
        for card in self.tableau:
            if colour := self.colour(card):
                found[colour] += double if card.kind is Kind.DOUBLE_BONUS else 1
        return found

    @property
    def prestige(self) -> int:
        """BASE-SCORE-1."""
        powers = {post.power for post in self.posts}
        of_posts = FIVE * (Power.FIVE_PRESTIGE in powers) + len(powers) * (Power.PRESTIGE_PER_POST in powers)
        return sum(card.prestige for card in self.tableau) + NOBLE_PRESTIGE * len(self.nobles) + of_posts


class _Table:
    """The things of a set-up, and where they lie so far."""

    def __init__(self, setup: Setup, seed: int | None, players: Sequence[Holdings]) -> None:
        if len(players) > setup.players:
            raise ImpossiblePosition(f"{len(players)} players are described; the set-up has {setup.players}.")
        self.setup = setup
        self.game = Game(setup, seed)
        self.record = with_attributes(self.game.record)[0]
        self.free = {card.number: card for card in CARDS if _in_play(setup, card)}
        self.places: dict[int, str] = {}
        self.market: dict[Slot, Card | None] = {}
        self.decks: dict[str, list[Card]] = {}
        self.under: dict[str, list[tuple[Card, int]]] = {name: [] for name in self.deck_names}
        self.gone: list[Card] = []
        self.nobles: list[Noble | None] = []
        self.cities: list[City | None] = []
        self.strongholds: dict[Slot, tuple[int, int]] = {}
        self.bank = [0] * len(COLOURS)
        described = [_holdings(seat, named) for seat, named in enumerate(players)]
        missing = setup.players - len(described)
        self.seats = [_Seat(seat, named) for seat, named in enumerate(described + [Holdings()] * missing)]

    # --- whose turn -----------------------------------------------------------------------------------------------
    def on_turn(self, player: int, rounds: int | None, quiet: int, passes: int, lively: bool) -> None:
        self.player = self._seat(player, "player")
        last = self.setup.players - 1
        self.quiet_rounds = _whole(quiet, f"quiet_rounds (the {QUIET_ROUNDS}th ends the game)", QUIET_ROUNDS - 1)
        self.rounds = self.quiet_rounds if rounds is None else _whole(rounds, "rounds", 32767)
        self.passes = _whole(passes, "passes (one of every player ends the game)", last)
        self.lively = bool(lively)
        if self.quiet_rounds > self.rounds:
            raise ImpossiblePosition(f"{self.quiet_rounds} quiet rounds cannot be among {self.rounds} rounds.")
        if lively and player == 0:
            raise ImpossiblePosition("nobody has purchased or reserved yet in a round that player 0 begins.")

    def _seat(self, seat: object, what: str) -> int:
        last = self.setup.players - 1
        if type(seat) is not int or not 0 <= seat <= last:
            raise ImpossiblePosition(f"{what}: there is no seat {seat!r}; seats are 0 to {last}.")
        return seat

    # --- cards ----------------------------------------------------------------------------------------------------
    @property
    def deck_names(self) -> list[str]:
        names = [str(level) for level in range(1, LEVELS + 1)]
        return names + [f"o{name}" for name in names] if self.setup.orient else names

    @property
    def slots(self) -> list[Slot]:
        places = SLOTS_PER_LEVEL if self.setup.orient else BASE_SLOTS
        return [(level, place) for level in range(1, LEVELS + 1) for place in range(1, places + 1)]

    def lay(self, named: object, where: str) -> Card:
        """Take a card that lies nowhere yet."""
        card = _card(named)
        if card.number in self.places:
            lies = self.places[card.number]
            raise ImpossiblePosition(f"card {card.name} lies {lies} and cannot lie {where} too (INV-5).")
        if card.number not in self.free:
            raise ImpossiblePosition(f"card {card.name} is not in a game of {self.setup.describe()}.")
        self.places[card.number] = where
        return self.free.pop(card.number)

    def lay_named_cards(
        self,
        market: Mapping[AnySlot, AnyCard | None],
        gone: Sequence[AnyCard],
        decks: Mapping[str, int | Sequence[AnyCard]],
        under: Mapping[str, Mapping[str, int]],
    ) -> None:
        for seat in self.seats:
            self._lay_tableau(seat)
            self._lay_hand(seat)
        for named, card in market.items():
            slot = self._slot(named)
            if slot in self.market:
                raise ImpossiblePosition(f"slot {_of_slot(slot)} is named twice.")
            self.market[slot] = None if card is None else self._lay_in_slot(card, slot)
        self.gone = [self.lay(card, "out of the game") for card in _list(gone, "gone")]
        for name in (*decks, *under):
            if name not in self.deck_names:
                raise ImpossiblePosition(f"there is no deck {name!r}; decks are {', '.join(self.deck_names)}.")
        for name, cards in under.items():
            self.under[name] = [self._lay_under(card, name, seat) for card, seat in cards.items()]
        for name, left in decks.items():
            if not isinstance(left, int):
                self.decks[name] = [self._lay_in_deck(card, name) for card in _list(left, f"deck {name}")]

    def _lay_tableau(self, seat: _Seat) -> None:
        tableau = _list(seat.named.get("tableau", ()), f"{seat}: tableau")
        cards = [self.lay(card, f"in the tableau of {seat}") for card in tableau]
        order = [_card(card) for card in _list(seat.named.get("virtual_gold", ()), f"{seat}: virtual_gold")]
        virtual = [card for card in cards if card.kind is Kind.VIRTUAL_GOLD]
        if order and sorted(card.number for card in order) != sorted(card.number for card in virtual):
            raise ImpossiblePosition(f"{seat}: virtual_gold must name the virtual-gold cards of the tableau, in order.")
        seat.tableau = (order or virtual) + [card for card in cards if card.kind is not Kind.VIRTUAL_GOLD]
        seat.copies = _copies(seat)

    def _lay_hand(self, seat: _Seat) -> None:
        for item in _list(seat.named.get("hand", ()), f"{seat}: hand"):
            card, seen = item, EVERYONE
            if isinstance(item, Hidden):
                knowers = {seat.number, *(self._seat(knower, f"{seat}'s hand") for knower in item.known_to)}
                card, seen = item.card, sum(1 << knower for knower in knowers)
            seat.hand.append(self.lay(card, f"in the hand of {seat}"))
            seat.hand_seen.append(seen)
        if len(seat.hand) > HAND:
            raise ImpossiblePosition(f"{seat} has {len(seat.hand)} cards in hand; at most {HAND} may be (BASE-RES-2).")

    def _slot(self, named: AnySlot) -> Slot:
        text = _of_slot(named) if isinstance(named, tuple) else named
        for slot in self.slots:
            if _of_slot(slot) == text:
                return slot
        raise ImpossiblePosition(f"there is no slot {named!r}; slots are '1.1' to '{_of_slot(self.slots[-1])}'.")

    def _lay_in_slot(self, named: AnyCard, slot: Slot) -> Card:
        card = self.lay(named, f"in slot {_of_slot(slot)}")
        if _deck_of(card) != _deck_of_slot(slot):
            raise ImpossiblePosition(
                f"card {card.name} is of deck {_deck_of(card)}; slot {_of_slot(slot)} holds cards of deck "
                f"{_deck_of_slot(slot)} (ORIENT-1, BASE-ROW-1)."
            )
        return card

    def _lay_in_deck(self, named: AnyCard, name: str) -> Card:
        card = self.lay(named, f"in deck {name}")
        if _deck_of(card) != name:
            raise ImpossiblePosition(f"card {card.name} is of deck {_deck_of(card)}, not {name}.")
        return card

    def _lay_under(self, named: AnyCard, name: str, seat: int) -> tuple[Card, int]:
        return self._lay_in_deck(named, name), self._seat(seat, f"under deck {name}")

    # --- filling tableaux -----------------------------------------------------------------------------------------
    def fill_tableaux(self) -> None:
        """Add base cards until bonus, prestige and number of cards are those named."""
        for seat in self.seats:
            prestige, cards = seat.named.get("prestige"), seat.named.get("cards")
            missing = None if prestige is None else _missing(prestige, seat.prestige, f"{seat}: prestige")
            room = None if cards is None else _missing(cards, len(seat.tableau), f"{seat}: cards")
            if "bonus" in seat.named:
                chosen = self._by_bonus(seat, missing, room)
            else:
                chosen = self._by_prestige(seat, missing, room)
            seat.tableau += [self.lay(card, f"in the tableau of {seat}") for card in chosen]

    def _by_bonus(self, seat: _Seat, prestige: int | None, cards: int | None) -> Sequence[Card]:
        named = _amounts(seat.named["bonus"], f"{seat}: bonus", GEMS)
        found: dict[int, tuple[Card, ...]] = {0: ()}
        for colour, has in seat.sums(double=2).items():
            need = _missing(named[colour], has, f"{seat}: {colour} bonuses")
            free = self._free_cards(colour)
            if len(free) < need:
                raise ImpossiblePosition(f"{seat}: {need} more {colour} cards are needed, {len(free)} are free.")
            sets = _sets(free, need, 99 if prestige is None else prestige)
            exact = {worth: chosen for (number, worth), chosen in sets.items() if number == need}
            found = {
                before + worth: chosen + more
                for before, chosen in found.items()
                for worth, more in exact.items()
                if prestige is None or before + worth <= prestige
            }
        wanted = min(found, default=0) if prestige is None else prestige
        if wanted not in found or (cards is not None and len(found[wanted]) != cards):
            raise ImpossiblePosition(
                f"{seat}: no free cards bring the bonus {letters(_nonzero(named))} with the prestige and number of "
                "cards named."
            )
        return found[wanted]

    def _by_prestige(self, seat: _Seat, prestige: int | None, cards: int | None) -> Sequence[Card]:
        if prestige is None and cards is None:
            return ()
        free = self._free_cards()
        if prestige is None:
            sets = {(len(free[:cards]), 0): tuple(free[:cards])}
        elif cards is None:
            sets = _sets([card for card in free if card.prestige], prestige, prestige)
        else:
            sets = _sets(free, cards, prestige)
        fitting = [
            (number, worth)
            for number, worth in sets
            if prestige in (None, worth) and (cards is None or number == cards)
        ]
        if not fitting:
            wanted = [f"{cards} more cards"] if cards is not None else []
            wanted += [f"{prestige} more prestige"] if prestige is not None else []
            raise ImpossiblePosition(f"{seat}: no free cards bring exactly {' and '.join(wanted)}.")
        return sets[min(fitting)]

    def _free_cards(self, colour: str | None = None) -> list[Card]:
        """Base cards that lie nowhere yet, the least prestige first."""
        fitting = [
            card
            for card in self.free.values()
            if card.kind is Kind.PLAIN and not card.orient and colour in (None, card.colour)
        ]
        return sorted(fitting, key=lambda card: (card.prestige, card.number))

    # --- market and decks -----------------------------------------------------------------------------------------
    def deal_market(self) -> None:
        """Slots that are not named get a card from the rest, as long as there is one."""
        for slot in self.slots:
            if slot not in self.market:
                rest = self._rest(_deck_of_slot(slot))
                self.market[slot] = self.lay(self._any(rest), f"in slot {_of_slot(slot)}") if rest else None

    def _rest(self, deck: str) -> list[Card]:
        return [card for card in self.free.values() if _deck_of(card) == deck]

    def _any(self, things: Sequence[Any]) -> Any:
        return things[int(chance.below(self.record.chance, len(things)))]

    def size_decks(self, decks: Mapping[str, int | Sequence[AnyCard]], park: Sequence[int]) -> None:
        """All free cards lie in their decks, or with those who park what a deck may not have."""
        for seat in park:
            self._seat(seat, "park")
        parked: list[Card] = []
        for name in self.deck_names:
            rest = sorted(self._rest(name), key=lambda card: (-card.prestige, card.number))
            keep = self._keep(name, decks.get(name), len(rest))
            self.decks.setdefault(name, [])
            self.decks[name] += [self.lay(card, f"in deck {name}") for card in rest[:keep]]
            parked += rest[keep:]
        self._park(parked, [self.seats[seat] for seat in park])
        for slot, card in self.market.items():
            name = _deck_of_slot(slot)
            if card is None and (self.decks[name] or self.under[name]):
                raise ImpossiblePosition(f"slot {_of_slot(slot)} is empty, but deck {name} is not (INV-4).")

    def _keep(self, name: str, named: int | Sequence[AnyCard] | None, rest: int) -> int:
        """How many of the cards that are left stay in the deck."""
        if named is None:
            return rest
        if not isinstance(named, int):
            return 0
        under = len(self.under[name])
        left = _whole(named, f"deck {name}", 40)
        if not under <= left <= rest + under:
            raise ImpossiblePosition(
                f"deck {name} cannot have {left} cards: {under} to {rest + under} are left for it."
            )
        return left - under

    def _park(self, cards: list[Card], seats: list[_Seat]) -> None:
        cards = sorted(cards, key=lambda card: (card.kind not in COPIES, -card.prestige))
        hands = [seat for seat in seats if "hand" not in seat.named for _ in range(HAND)]
        for seat, card in zip(hands, cards, strict=False):
            seat.hand.append(self.lay(card, f"in the hand of {seat}"))
            seat.hand_seen.append(EVERYONE)
        tableaux = [seat for seat in seats if seat.open]
        for card in cards[len(hands) :]:
            if not tableaux or card.kind in COPIES:
                raise ImpossiblePosition(
                    f"card {card.name} of deck {_deck_of(card)} has no place: name one for it, or the seats that may "
                    "have such cards (park)."
                )
            seat = min(tableaux, key=lambda seat: (seat.prestige, len(seat.tableau)))
            seat.tableau.append(self.lay(card, f"in the tableau of {seat}"))

    # --- tokens ---------------------------------------------------------------------------------------------------
    def share_tokens(self, bank: AnyAmounts | None) -> None:
        gems = GEMS_BY_SEATS[self.setup.players]
        supply = [GOLD_TOKENS if colour == "gold" else gems for colour in COLOURS]
        for seat in self.seats:
            seat.tokens = list(_amounts(seat.named.get("tokens", ""), f"{seat}: tokens", COLOURS).values())
        held = [sum(seat.tokens[place] for seat in self.seats) for place in range(len(COLOURS))]
        for colour, has, total in zip(COLOURS, held, supply, strict=True):
            if has > total:
                raise ImpossiblePosition(f"there are {total} {colour} tokens, and players have {has} (INV-1).")
        left = [total - has for total, has in zip(supply, held, strict=True)]
        self.bank = left if bank is None else list(_amounts(bank, "bank", COLOURS).values())
        for place, colour in enumerate(COLOURS):
            if self.bank[place] > left[place]:
                raise ImpossiblePosition(
                    f"the bank cannot have {self.bank[place]} {colour} tokens: {left[place]} are left for it (INV-1)."
                )
            for _ in range(left[place] - self.bank[place]):
                self._hand_out(place)
        for seat in self.seats:
            if sum(seat.tokens) > LIMIT:
                raise ImpossiblePosition(
                    f"{seat} has {sum(seat.tokens)} tokens; at most {LIMIT} may be (BASE-LIMIT-1)."
                )

    def _hand_out(self, colour: int) -> None:
        """A token that is neither in the bank nor named with a player goes to one who names none."""
        number = self.setup.players
        for step in range(1, number + 1):
            seat = self.seats[(self.player + step) % number]
            if "tokens" not in seat.named and sum(seat.tokens) < LIMIT:
                seat.tokens[colour] += 1
                return
        raise ImpossiblePosition(
            f"a {COLOURS[colour]} token is neither in the bank nor with a player, and nobody whose tokens are not "
            "named has room for it (INV-1)."
        )

    # --- tiles ----------------------------------------------------------------------------------------------------
    def give_tiles(self) -> None:
        """What players have besides cards and tokens."""
        for seat in self.seats:
            nobles, reserved = seat.named.get("nobles", ()), seat.named.get("reserved_nobles", ())
            seat.nobles = [_noble(noble) for noble in _list(nobles, f"{seat}: nobles")]
            seat.reserved_nobles = [_noble(noble) for noble in _list(reserved, f"{seat}: reserved_nobles")]
            seat.posts = [self._post(post, seat) for post in seat.named.get("posts", ())]
            city = seat.named.get("city")
            seat.city = None if city is None else _city(city)
            if len({post.power for post in seat.posts}) < len(seat.posts):
                raise ImpossiblePosition(f"{seat} has a trading post twice (POST17-3, POST25-2).")

    def _post(self, named: TradingPost | str, seat: _Seat) -> TradingPost:
        if self.setup.posts is None:
            raise ImpossiblePosition(f"{seat} has trading posts, but the set-up has none.")
        posts = TRADING_POSTS[self.setup.posts].values()
        for post in posts:
            if named in (post, post.letter):
                return post
        raise ImpossiblePosition(f"{seat}: {named!r} is no trading post of {self.setup.posts}; they are A, B, C, D, E.")

    def deal_nobles(self, named: Sequence[Noble | str | None]) -> None:
        """SETUP-3: one more than players, counting those that players have."""
        taken = [noble for seat in self.seats for noble in (*seat.nobles, *seat.reserved_nobles)]
        places = 0 if self.setup.cities else self.setup.players + 1
        pool = NOBLES if self.setup.extra_nobles else NOBLES[:BASE_NOBLES]
        for noble in taken:
            _same_set(noble, pool, "noble", "SETUP-NOBLE-X")
        table = [None if noble is None else _same_set(_noble(noble), pool, "noble", "SETUP-NOBLE-X") for noble in named]
        self.nobles = self._deal(table, places, taken, pool, "nobles")

    def deal_cities(self, named: Sequence[City | str | None]) -> None:
        """SETUP-CITY-1: three tiles, each with one face."""
        places = CITY_PLACES if self.setup.cities else 0
        pool = [city for city in CITIES if city.edition == self.setup.cities]
        held = [seat.city for seat in self.seats if seat.city is not None]
        for city in held:
            _same_set(city, pool, "city", "CONF-2")
        table = [None if city is None else _same_set(_city(city), pool, "city", "CONF-2") for city in named]
        taken = held if self.setup.cities == 2017 else []
        tiles = [city.number // 2 for city in (*taken, *filter(None, table))]
        free = [city for city in pool if city.number // 2 not in tiles and not self._fulfilled(city)]
        dealt: list[City] = []
        while free and len(dealt) < places:
            dealt.append(self._any(free))
            free = [city for city in free if city.number // 2 != dealt[-1].number // 2]
        if len(set(tiles)) < len(tiles):
            raise ImpossiblePosition("two faces of one city tile cannot be in play together (SETUP-CITY-2).")
        self.cities = self._deal(table, places, taken, [*filter(None, table), *taken, *dealt], "cities")

    def _deal(
        self, table: list[Thing | None], places: int, taken: list[Thing], pool: Sequence[Thing], what: str
    ) -> list[Thing | None]:
        """The places of the table: those named, then tiles from the rest, then empty ones for the tiles taken."""
        if len(table) > places or len(taken) > places:
            raise ImpossiblePosition(f"the set-up has {places} {what}; more are named.")
        lying = [tile for tile in (*table, *taken) if tile is not None]
        for tile in lying:
            if lying.count(tile) > 1:
                raise ImpossiblePosition(f"{tile.name} is named twice among the {what}.")
        empty = len(taken) - table.count(None)
        open_places = places - len(table)
        if not 0 <= empty <= open_places:
            raise ImpossiblePosition(
                f"{len(taken)} of {places} {what} are with players, but {table.count(None)} places are named empty and "
                f"{open_places} are not named."
            )
        rest = [tile for tile in pool if tile not in lying]
        for _ in range(open_places - empty):
            if not rest:
                raise ImpossiblePosition(f"no {what} are left that nobody fulfils: name those on the table.")
            table.append(rest.pop(rest.index(self._any(rest))))
        left: list[Thing | None] = [None] * empty
        return table + left

    def _fulfilled(self, city: City) -> bool:
        return any(_fulfils(seat, city, self._count(seat)) for seat in self.seats)

    def place_strongholds(self, named: Mapping[AnySlot, tuple[int, int]]) -> None:
        if named and self.setup.strongholds is None:
            raise ImpossiblePosition("strongholds are named, but the set-up has none.")
        for seat in self.seats:
            seat.strongholds = STRONGHOLDS if self.setup.strongholds else 0
        for where, pair in named.items():
            slot = self._slot(where)
            if not isinstance(pair, tuple) or len(pair) != 2:
                raise ImpossiblePosition(f"strongholds on {_of_slot(slot)}: {pair!r} is not a seat and how many.")
            owner, number = pair
            seat = self.seats[self._seat(owner, f"strongholds on {_of_slot(slot)}")]
            if slot in self.strongholds:
                raise ImpossiblePosition(f"slot {_of_slot(slot)} has two owners of strongholds (FORT-OP-2).")
            if self.market[slot] is None:
                raise ImpossiblePosition(f"slot {_of_slot(slot)} is empty: no stronghold can stand there (INV-7).")
            if type(number) is not int or not 1 <= number <= seat.strongholds:
                raise ImpossiblePosition(
                    f"{number!r} strongholds of {seat} cannot stand on {_of_slot(slot)}: {seat.strongholds} are left "
                    "(INV-7)."
                )
            seat.strongholds -= number
            self.strongholds[slot] = owner, number

    # --- what cannot be -------------------------------------------------------------------------------------------
    def check(self, ending: bool | None) -> None:
        self._check_gone()
        self._check_under()
        for seat in self.seats:
            self._check_won(seat)
            self._check_city(seat)
            self._check_end(seat)
        self.ending = any(self._ended_by(seat) for seat in self.seats)
        if ending is not None and ending != self.ending:
            why = "somebody has reached the end" if self.ending else "nobody who has played has reached the end"
            raise ImpossiblePosition(f"ending={ending}, but {why} (BASE-END-1, CITY17-5, CITY25-4).")

    def _check_gone(self) -> None:
        acquired = [*self.gone, *(card for seat in self.seats for card in seat.tableau)]
        burned = sum(card.kind is not Kind.VIRTUAL_GOLD for card in self.gone)
        if self.gone and self.setup.orient is None:
            raise ImpossiblePosition("cards leave the game only with the Orient (INV-5).")
        if burned > 2 * sum(card.kind is Kind.SACRIFICE for card in acquired):
            raise ImpossiblePosition(
                f"{burned} cards besides virtual gold are out of the game, more than the sacrifice cards in the "
                "tableaux can have cost (ORIENT-BURN-1)."
            )

    def _check_under(self) -> None:
        for deck, (name, cards) in enumerate(self.under.items()):
            room = int(UNDER_FIRST[deck + 1] - UNDER_FIRST[deck])
            if len(cards) > room:
                raise ImpossiblePosition(f"{len(cards)} cards lie under deck {name}; at most {room} can (POST25-B).")
            for card, seat in cards:
                if Power.DRAW_TWO not in {post.power for post in self.seats[seat].posts}:
                    raise ImpossiblePosition(
                        f"player {seat} lacks the draw-two post and cannot have put card {card.name} under deck {name} "
                        "(POST25-B)."
                    )

    def _count(self, seat: _Seat) -> dict[str, int]:
        return seat.sums(double=1 if self.setup.orient == 2025 else 2)

    def _check_won(self, seat: _Seat) -> None:
        """Nobles, posts and copies need cards; those sacrificed since may have been among them."""
        reach = self._count(seat)
        for card in self.gone:
            for colour in GEMS if card.kind in COPIES else filter(None, [card.colour]):
                reach[colour] += 2 if card.kind is Kind.DOUBLE_BONUS else 1
        for noble in seat.nobles:
            _needs(noble.count, reach, f"{seat} cannot have been visited by {noble.name}", "BASE-NOBLE-1")
        for post in seat.posts:
            _needs(post.count, reach, f"{seat} cannot have trading post {post.letter}", "POST17-1, POST25-1")
            if len(seat.nobles) < post.nobles:
                raise ImpossiblePosition(f"{seat} cannot have trading post {post.letter} without a noble (POST17-D).")
        cards = [*seat.tableau, *self.gone]
        able = min(RESERVED_NOBLES, sum(card.kind is Kind.RESERVE_NOBLE for card in cards))
        if len(seat.reserved_nobles) > able:
            raise ImpossiblePosition(
                f"{seat} cannot have {len(seat.reserved_nobles)} reserved nobles with {able} cards that reserve one "
                "(ORIENT-NOBLE-1)."
            )
        own = {card.colour for card in seat.tableau}
        for name, colour in seat.copies.items():
            if colour not in own:
                raise ImpossiblePosition(f"{seat}: {name} cannot copy {colour}, there is no such card (ORIENT-COPY-1).")

    def _check_city(self, seat: _Seat) -> None:
        """CITY17-1, CITY25-1: whoever meets a city has it, and the conditions hold."""
        if seat.city is not None:
            if not _fulfils(seat, seat.city, self._count(seat)):
                raise ImpossiblePosition(f"{seat} does not fulfil the city {seat.city} (CITY17-1, CITY25-1).")
            if self.setup.cities == 2025 and seat.city not in self.cities:
                raise ImpossiblePosition(f"{seat} fulfils {seat.city.name}, which is not in play (CITY25-3).")
            return
        for city in filter(None, self.cities):
            if _fulfils(seat, city, self._count(seat)):
                raise ImpossiblePosition(
                    f"{seat} fulfils the city {city.name}: name it as the player's city (CITY17-4)."
                )

    def _ended_by(self, seat: _Seat) -> bool:
        return seat.city is not None or (self.setup.cities is None and seat.prestige >= GOAL)

    def _check_end(self, seat: _Seat) -> None:
        if self._ended_by(seat) and seat.number >= self.player:
            reached = "a city" if seat.city else f"{seat.prestige} prestige"
            raise ImpossiblePosition(
                f"{seat} had {reached} when the last round was complete: the game would be over (BASE-END-1)."
            )

    # --- the record -----------------------------------------------------------------------------------------------
    def to_game(self) -> Game:
        """Write everything into the dealt record."""
        record = self.record
        record.phase = int(Phase.ACTION)
        for name in ("player", "rounds", "quiet_rounds", "passes", "lively", "ending"):
            setattr(record, name, int(getattr(self, name)))
        record.bank[:] = self.bank
        record.nobles[: len(self.nobles)] = [NOTHING if noble is None else noble.number for noble in self.nobles]
        record.city_faces[: len(self.cities)] = [NOTHING if city is None else city.number for city in self.cities]
        record.gone[:] = _words(self.gone)
        self._write_slots()
        self._write_decks()
        for seat in self.seats:
            self._write_seat(seat)
        self.game.refresh()
        if status := self.game.status():
            raise ImpossiblePosition(f"the position is not sound: {Status(status)!r}.")
        return self.game

    def _write_slots(self) -> None:
        for slot, card in self.market.items():
            place = (slot[0] - 1) * SLOTS_PER_LEVEL + slot[1] - 1
            owner, number = self.strongholds.get(slot, (NOTHING, 0))
            self.record.market[place] = NOTHING if card is None else card.number
            self.record.holder[place] = owner
            self.record.held[place] = number

    def _write_decks(self) -> None:
        for deck, name in enumerate(self.deck_names):
            first = int(DECK_FIRST[self.record.orient, deck])
            under = self.under[name]
            self.record.decks[deck] = sum(1 << card.number - first for card in self.decks[name])
            self.record.deck_size[deck] = len(self.decks[name]) + len(under)
            self.record.under_count[deck] = len(under)
            for place, (card, seat) in enumerate(under, int(UNDER_FIRST[deck])):
                self.record.under[place] = card.number - first
                self.record.under_seen[place] = 1 << seat

    def _write_seat(self, seat: _Seat) -> None:
        player = self.record.players[seat.number]
        virtual = [card.number for card in seat.tableau if card.kind is Kind.VIRTUAL_GOLD]
        player.tokens[:] = seat.tokens
        player.bonus[:] = list(seat.sums(double=2).values())
        player.count[:] = list(self._count(seat).values())
        player.prestige = seat.prestige
        player.cards = len(seat.tableau)
        player.tableau[:] = _words(seat.tableau)
        player.virtual_gold = len(virtual)
        player.virtual_gold_cards[: len(virtual)] = virtual
        player.hand_size = len(seat.hand)
        player.hand[: len(seat.hand)] = [card.number for card in seat.hand]
        player.hand_seen[: len(seat.hand)] = seat.hand_seen
        player.reserved_count = len(seat.reserved_nobles)
        player.reserved_nobles[: len(seat.reserved_nobles)] = [noble.number for noble in seat.reserved_nobles]
        player.nobles = sum(1 << noble.number for noble in seat.nobles)
        player.posts = sum(1 << post.power for post in seat.posts)
        player.city = NOTHING if seat.city is None else seat.city.number
        player.strongholds = seat.strongholds
        for name, colour in seat.copies.items():
            self.record.copied[copy_place(CARD_BY_NAME[name].number)] = COLOURS.index(colour)


# --- from a game to its names -------------------------------------------------------------------------------------
def plan_of(game: Game) -> dict[str, Any]:
    """What `build` needs to make the same position (with the set-up; the generator is started anew).

    >>> game = Game(Setup(3, orient=2017), seed=4)
    >>> again = build(game.setup, **{**plan_of(game), "rounds": 2})
    >>> again.rounds, again.market == game.market
    (2, True)
    """
    if game.phase is not Phase.ACTION or game.is_over:
        raise ImpossiblePosition("only a game that waits for an action can be described.")
    now = game.record[0]
    return {
        "players": [_holdings_of(game, seat) for seat in range(game.setup.players)],
        "market": game.market,
        "bank": game.bank,
        "nobles": game.nobles,
        "cities": game.cities,
        "strongholds": game.strongholds,
        "decks": dict(game.deck_sizes),
        "under_decks": _under_of(game),
        "gone": game.gone,
        "player": game.player,
        "rounds": game.rounds,
        "quiet_rounds": game.quiet_rounds,
        "passes": int(now["passes"]),
        "lively": bool(now["lively"]),
        "ending": game.ending,
    }


def _holdings_of(game: Game, seat: int) -> Holdings:
    player = game.players[seat]
    hand: list[AnyCard | Hidden] = []
    for card, seen in zip(player.hand, game.record[0]["players"][seat]["hand_seen"], strict=False):
        known_to = tuple(other for other in range(game.setup.players) if int(seen) >> other & 1)
        hand.append(card if int(seen) == EVERYONE else Hidden(card, known_to))  # type: ignore[arg-type]
    return {
        "tokens": player.tokens,
        "tableau": player.tableau,
        "hand": hand,
        "nobles": player.nobles,
        "reserved_nobles": player.reserved_nobles,
        "posts": player.posts,
        "city": player.city,
        "copies": player.copies,
        "virtual_gold": player.virtual_gold,
    }


def _under_of(game: Game) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for deck, name in enumerate(game.deck_sizes):
        cards = game.under_decks.get(name, ())
        seen = game.record[0]["under_seen"][int(UNDER_FIRST[deck]) :]
        if cards:
            found[name] = {
                card.name: int(known).bit_length() - 1  # type: ignore[union-attr]
                for card, known in zip(cards, seen, strict=False)
            }
    return found


# --- reading what was named ---------------------------------------------------------------------------------------
def _holdings(seat: int, named: Holdings) -> Holdings:
    if not isinstance(named, Mapping):
        raise ImpossiblePosition(
            f"player {seat}: {named!r} does not say what the player has; write dict(tokens='w2', …)."
        )
    for name in named:
        if name not in Holdings.__annotations__:
            known = ", ".join(Holdings.__annotations__)
            raise ImpossiblePosition(f"player {seat}: {name!r} is unknown; a player has {known}.")
    return named


def _seats_of(seats: int | Sequence[int]) -> Sequence[int]:
    return (seats,) if isinstance(seats, int) else tuple(dict.fromkeys(seats))


def _list(named: Iterable[Item], what: str) -> list[Item]:
    """The items named; a text is one thing, not the list of its letters."""
    if isinstance(named, str) or not isinstance(named, Iterable):
        raise ImpossiblePosition(f"{what}: {named!r} is no list.")
    return list(named)


def _in_play(setup: Setup, card: Card) -> bool:
    if not card.orient:
        return True
    return setup.orient is not None and card.name.startswith(f"O{setup.orient % 100}")


def _card(named: object) -> Card:
    if isinstance(named, Card):
        return named
    if isinstance(named, str) and named in CARD_BY_NAME:
        return CARD_BY_NAME[named]
    raise ImpossiblePosition(f"there is no card {named!r}; cards are '1' to '90', 'O17-01' to 'O17-30' and 'O25-01' …")


def _noble(named: object) -> Noble:
    return _named(named, NOBLES, Noble, "noble")


def _city(named: object) -> City:
    return _named(named, CITIES, City, "city")


def _named(named: object, things: Sequence[Thing], kind: type[Thing], what: str) -> Thing:
    for thing in things:
        if named == (thing if isinstance(named, kind) else thing.name):
            return thing
    raise ImpossiblePosition(f"there is no {what} {named!r}; there are {', '.join(thing.name for thing in things)}.")


def _same_set(thing: Thing, pool: Iterable[Thing], what: str, rule: str) -> Thing:
    if thing not in pool:
        raise ImpossiblePosition(f"the {what} {thing.name} is not in this set-up ({rule}).")
    return thing


def _amounts(named: AnyAmounts, what: str, colours: Sequence[str]) -> dict[str, int]:
    """Numbers by colour, from `"w2 r1"` or `{"white": 2, "red": 1}`."""
    found = dict.fromkeys(colours, 0)
    for colour, number in _items(named, what):
        if colour not in found:
            known = ", ".join(f"{COLOUR_LETTERS[COLOURS.index(name)]} {name}" for name in colours)
            raise ImpossiblePosition(f"{what}: {colour!r} is no colour here; there are {known}.")
        found[colour] += _whole(number, f"{what}: {colour}", 40)
    return found


def _items(named: AnyAmounts, what: str) -> Iterator[tuple[str, object]]:
    if isinstance(named, Mapping):
        yield from named.items()
        return
    if not isinstance(named, str):
        raise ImpossiblePosition(f"{what}: {named!r} is unreadable; write for example 'w2 r1 y1'.")
    for word in named.lower().split():
        parts = _AMOUNT.fullmatch(word)
        if parts is None:
            raise ImpossiblePosition(f"{what}: {word!r} is unreadable; write for example 'w2 r1 y1'.")
        letter = parts[1]
        yield COLOURS[COLOUR_LETTERS.index(letter)] if letter in COLOUR_LETTERS else letter, int(parts[2])


def _nonzero(numbers: Mapping[str, int]) -> dict[str, int]:
    return {colour: number for colour, number in numbers.items() if number}


def _whole(number: object, what: str, most: int) -> int:
    if type(number) is not int or not 0 <= number <= most:
        raise ImpossiblePosition(f"{what}: {number!r} is not a whole number from 0 to {most}.")
    return number


def _missing(named: int, has: int, what: str) -> int:
    """How much is to be added to what is there already."""
    if _whole(named, what, 99) < has:
        raise ImpossiblePosition(f"{what}: {named} named, but what is named besides makes {has} already.")
    return named - has


def _copies(seat: _Seat) -> dict[str, str]:
    named = dict(seat.named.get("copies", {}))
    cards = {card.name for card in seat.tableau if card.kind in COPIES}
    for name in named.keys() - cards:
        raise ImpossiblePosition(f"{seat}: {name!r} is no copy card of the tableau, so it copies no colour.")
    for name in sorted(cards - named.keys()):
        raise ImpossiblePosition(f"{seat}: which colour does {name} copy? Say so: copies={{'{name}': 'red'}}.")
    for colour in named.values():
        if colour not in GEMS:
            raise ImpossiblePosition(f"{seat}: {colour!r} is no colour to copy; there are {', '.join(GEMS)}.")
    return named


# --- small things -------------------------------------------------------------------------------------------------
def _sets(cards: Sequence[Card], most: int, prestige: int) -> dict[tuple[int, int], tuple[Card, ...]]:
    """By number and prestige, up to the limits, a set of the cards that has both; early cards are preferred."""
    found: dict[tuple[int, int], tuple[Card, ...]] = {(0, 0): ()}
    for card in cards:
        for (number, worth), chosen in list(found.items()):
            if number < most and worth + card.prestige <= prestige:
                found.setdefault((number + 1, worth + card.prestige), (*chosen, card))
    return found


def _needs(count: Mapping[str, int], reach: Mapping[str, int], what: str, rule: str) -> None:
    for colour, number in count.items():
        if reach[colour] < number:
            raise ImpossiblePosition(f"{what}: that takes {number} {colour}, and {reach[colour]} are there ({rule}).")


def _fulfils(seat: _Seat, city: City, count: Mapping[str, int]) -> bool:
    others = max((number for colour, number in count.items() if colour not in city.count), default=0)
    named = all(count[colour] >= number for colour, number in city.count.items())
    return seat.prestige >= city.prestige and named and others >= city.alike


def _of_slot(slot: Slot) -> str:
    return ".".join(map(str, slot))


def _deck_of(card: Card) -> str:
    return f"o{card.level}" if card.orient else str(card.level)


def _deck_of_slot(slot: Slot) -> str:
    return str(slot[0]) if slot[1] <= BASE_SLOTS else f"o{slot[0]}"


def _words(cards: Iterable[Card]) -> list[int]:
    words = [0] * WORDS
    for card in cards:
        words[card.number // WORD] |= 1 << card.number % WORD
    return words
