"""The engine behind the oracle's interface: whole choices, snapshots and knowledge in the oracle's words.

The engine asks payments, give-backs, sacrifices and stronghold moves in small steps; the oracle in one. Here the
paths through such steps are walked on a scratch record, so that both sides name complete choices.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from splendor.game import fill_setup
from splendor.rules import doors, payment
from splendor.rules.actions import (
    CITY,
    CONQUER,
    COPY,
    COUNTS_PER_COLOUR,
    EXTRA_TOKEN,
    FREE_CARD,
    GIVE_BACK,
    KEEP,
    LIFT,
    PASS,
    PAY,
    PAY_VIRTUAL,
    PLACE,
    POST,
    PURCHASE,
    PURCHASE_HAND,
    REMOVE,
    RESERVE,
    RESERVE_DECK,
    RESERVE_NOBLE,
    TAKE_SAME,
    TAKEN,
    VISIT,
    Phase,
)
from splendor.rules.jit import door
from splendor.rules.layout import (
    GAME,
    NOBLE_PLACES,
    NOTHING,
    PLAYER,
    SLOTS,
    UNDER_FIRST,
    WORD,
    new_games,
    new_legal,
    with_attributes,
)
from splendor.table.catalogue import (
    BASE_CARDS,
    CARD_NAMES,
    CARDS,
    CITY_FACES,
    DECK,
    DECK_FIRST,
    KIND,
    POST_LETTERS,
    Kind,
    Power,
)
from splendor.table.setup import Setup

Choice = tuple[Any, ...]
Path = tuple[int, ...]  # action numbers

LETTERS = "WUGRK"
SLOT_OF = [(slot // 6 + 1, slot % 6 + 1) for slot in range(SLOTS)]
FIRST, UNDER = DECK_FIRST.tolist(), UNDER_FIRST.tolist()  # plain lists are quicker to read
DECK_KEY = [(level, kind) for kind in ("base", "orient") for level in (1, 2, 3)]
NODES = {
    Phase.ACTION: "DEC-ACTION",
    Phase.KEEP: "DEC-KEEP",
    Phase.PAY: "DEC-PAY",
    Phase.SACRIFICE: "DEC-BURN",
    Phase.COPY: "DEC-COPY",
    Phase.FREE_CARD: "DEC-FREE",
    Phase.RESERVE_NOBLE: "DEC-NOBLE-RES",
    Phase.STRONGHOLD: "DEC-FORT",
    Phase.CONQUER: "DEC-CONQUEST",
    Phase.GIVE_BACK: "DEC-RETURN",
    Phase.VISIT: "DEC-NOBLE",
    Phase.POST: "DEC-POST",
    Phase.CITY: "DEC-CITY",
    Phase.OVER: "OVER",
}
STEPPED = (Phase.PAY, Phase.SACRIFICE, Phase.STRONGHOLD, Phase.GIVE_BACK)


class Engine:
    """One game of the engine, spoken to in the oracle's words."""

    def __init__(self, setup: Setup, seed: int) -> None:
        self.setup = setup
        self.record = new_games(1)
        fill_setup(with_attributes(self.record)[0], setup)
        self.bytes = self.record.view(np.uint8)
        self.legal_buffer = new_legal()
        self.choices = doors.deal(self.record, 0, seed, self.legal_buffer)
        self.scratch = new_games(1)
        self.scratch_bytes = self.scratch.view(np.uint8)
        self.scratch_legal = new_legal()
        self.fields, self.player_fields = _fields(self.record)
        self.scratch_fields, self.scratch_players = _fields(self.scratch)

    # --- reading --------------------------------------------------------------------------------------------------
    def number(self, name: str) -> int:
        found: int = self.fields[name].item(0)
        return found

    def numbers(self, name: str) -> list[int]:
        return self.fields[name][0].tolist()

    @property
    def phase(self) -> int:
        return self.number("phase")

    @property
    def node(self) -> str:
        if self.phase == Phase.EXTRA_TOKEN:
            return "DEC-EXTRA" if self.number("pair") != NOTHING else "DEC-POST-TOKEN"
        return NODES[Phase(self.phase)]

    # --- choices --------------------------------------------------------------------------------------------------
    def legal(self) -> dict[Choice, Path]:
        """Every whole choice of this node with the actions that make it."""
        numbers = self.legal_buffer[: self.choices].tolist()
        if self.phase == Phase.PAY:
            found = self._payments()
        elif self.phase in STEPPED:
            found = [(self._difference(), path) for path in self._paths(numbers)]
        else:
            found = [(self._single(number), (number,)) for number in numbers]
        assert len(dict(found)) == len(found), f"two paths make one choice: {found}"
        return dict(found)

    def _paths(self, numbers: list[int]) -> Iterator[Path]:
        """All sequences of actions that complete this node; the scratch record stands behind each."""
        phase = self.phase
        open_paths = [((number,), self.bytes.copy()) for number in numbers]
        while open_paths:
            path, before = open_paths.pop()
            self.scratch_bytes[:] = before
            count = doors.play(self.scratch, 0, path[-1], self.scratch_legal)
            if self._goes_on(phase, path):
                after = self.scratch_bytes.copy()
                open_paths += [((*path, int(number)), after) for number in self.scratch_legal[:count]]
            else:
                yield path

    def _goes_on(self, phase: int, path: Path) -> bool:
        """Whether the same node is still being answered after this path."""
        if self.scratch_fields["phase"][0] != phase:
            return False
        if phase == Phase.SACRIFICE:
            return bool(self.scratch_fields["sacrificed"][0] != NOTHING)
        if phase == Phase.STRONGHOLD:
            return LIFT <= path[-1] < REMOVE
        return bool(self.scratch_fields["player"][0] == self.number("player"))

    def _difference(self) -> Choice:
        """What the walked path changed, in the oracle's words."""
        seat = self.number("player")
        if self.phase == Phase.SACRIFICE:
            return "burn", _cards(self.scratch_fields["gone"][0]) - _cards(self.fields["gone"][0])
        if self.phase == Phase.GIVE_BACK:
            before = self.player_fields["tokens"][seat].tolist()
            after = self.scratch_players["tokens"][seat].tolist()
            return "return", tuple(had - has for had, has in zip(before, after, strict=True))
        before, after = self.numbers("held"), self.scratch_fields["held"][0].tolist()
        more = [SLOT_OF[slot] for slot in range(SLOTS) if after[slot] > before[slot]]
        fewer = [SLOT_OF[slot] for slot in range(SLOTS) if after[slot] < before[slot]]
        if self.number("lifted") != NOTHING:  # the only stronghold that could move was lifted by the engine itself
            fewer = [SLOT_OF[self.number("lifted")]]
        if more and fewer:
            return ("move", *fewer[0], *more[0])
        return ("place", *more[0]) if more else ("remove", *fewer[0])

    def _payments(self) -> list[tuple[Choice, Path]]:
        """Whole payments, walked with the steps of the payment alone."""
        found = []
        open_paths: list[tuple[Path, Any]] = [((), self.bytes.copy())]
        while open_paths:
            path, before = open_paths.pop()
            self.scratch_bytes[:] = before
            if path and pay_step(self.scratch, 0, path[-1]):
                tokens, virtual = self.scratch_fields["paid"][0].tolist(), int(self.scratch_fields["paid_virtual"][0])
                found.append((("pay", tuple(tokens), int(gold_due(self.scratch, 0)), virtual), path))
                continue
            count = doors.legal_actions(self.scratch, 0, self.scratch_legal)
            after = self.scratch_bytes.copy()
            open_paths += [((*path, int(number)), after) for number in self.scratch_legal[:count]]
        return found

    def _single(self, action: int) -> Choice:
        if action < TAKE_SAME:
            return "take_diff", "".join(LETTERS[colour] for colour in range(5) if TAKEN[action] >> colour & 1)
        if action < RESERVE:
            return "take_same", LETTERS[action - TAKE_SAME]
        if action < RESERVE_DECK:
            return ("reserve", "slot", *SLOT_OF[action - RESERVE])
        if action < PURCHASE:
            return ("reserve", "deck", *DECK_KEY[action - RESERVE_DECK])
        if action < PURCHASE_HAND:
            return ("buy", "slot", *SLOT_OF[action - PURCHASE])
        if action < PASS:
            return "buy", "hand", CARD_NAMES[self.player_fields["hand"][self.number("player")][action - PURCHASE_HAND]]
        if action == PASS:
            return ("pass",)
        return self._single_follow_up(action)

    def _single_follow_up(self, action: int) -> Choice:
        if COPY <= action < FREE_CARD:
            return "copy", LETTERS[action - COPY]
        if action < RESERVE_NOBLE:
            return ("free", *SLOT_OF[action - FREE_CARD])
        if action < EXTRA_TOKEN:
            return "reserve_noble", self.numbers("nobles")[action - RESERVE_NOBLE] + 1
        if action < PLACE:
            return "token", LETTERS[action - EXTRA_TOKEN]
        if CONQUER <= action < KEEP:
            return ("conquer",) if action == CONQUER else ("decline",)
        if KEEP <= action < GIVE_BACK:
            return "keep", CARD_NAMES[self.numbers("drawn")[action - KEEP]]
        if VISIT <= action < POST:
            return "noble", self._noble(action - VISIT) + 1
        if POST <= action < CITY:
            return "post", POST_LETTERS[1][Power(action - POST)]
        return "city", self.numbers("city_faces")[action - CITY] % CITY_FACES + 1

    def _noble(self, place: int) -> int:
        if place < NOBLE_PLACES:
            return self.numbers("nobles")[place]
        return int(self.player_fields["reserved_nobles"][self.number("player")][place - NOBLE_PLACES])

    # --- playing --------------------------------------------------------------------------------------------------
    def play(self, path: Path) -> dict[tuple[int, str], list[str]]:
        """Play a whole choice; returned are the cards drawn from the shuffled part of each deck, in order."""
        decks = self.numbers("decks")
        before = self._visible()
        opened: list[int] = []
        for number in path:
            opened = self.numbers("opened")[: self.number("opened_count")]
            self.choices = doors.play(self.record, 0, number, self.legal_buffer)
        new = [item for item in self._visible() if item not in before]
        # Refills come in the order the slots were opened; those opened earlier in the turn come first.
        new.sort(key=lambda item: opened.index(item[0]) if item[0] in opened else SLOTS)
        drawn: dict[tuple[int, str], list[str]] = {}
        for _, card in new:
            deck = int(DECK[card])
            if decks[deck] >> card - FIRST[self.number("orient")][deck] & 1:
                drawn.setdefault(DECK_KEY[deck], []).append(CARD_NAMES[card])
        return drawn

    def _visible(self) -> list[tuple[int, int]]:
        """Every card on the table outside the decks with where it lies, as far as draws can bring it there."""
        found = [(slot, card) for slot, card in enumerate(self.numbers("market")) if card != NOTHING]
        found += [(SLOTS, card) for hand in self.player_fields["hand"].tolist() for card in hand if card != NOTHING]
        return found + [(SLOTS, card) for card in self.numbers("drawn") if card != NOTHING]

    # --- snapshots ------------------------------------------------------------------------------------------------
    def snapshot(self) -> dict[str, Any]:
        orient, places = self.number("orient"), 6 if self.number("orient") else 4
        market, holder, held = self.numbers("market"), self.numbers("holder"), self.numbers("held")
        lifted = self.number("lifted")
        if lifted != NOTHING:  # in the middle of a move; in the oracle's eyes nothing has moved yet
            holder[lifted], held[lifted] = self.number("player"), held[lifted] + 1
        decks = range(6 if orient else 3)
        names = {key: self._under(deck) for deck, key in enumerate(DECK_KEY) if deck in decks}
        over = bool(self.number("over"))
        return {
            "node": self.node,
            "seat": self.number("player"),
            "over": over,
            "winners": tuple(seat for seat in range(4) if self.number("winners") >> seat & 1),
            "bank": tuple(self.numbers("bank")),
            "display": {
                SLOT_OF[slot]: CARD_NAMES[market[slot]] if market[slot] != NOTHING else None
                for slot in range(SLOTS)
                if slot % 6 < places
            },
            "forts": {SLOT_OF[slot]: (holder[slot], held[slot]) for slot in range(SLOTS) if held[slot]},
            "decks": {DECK_KEY[deck]: self._deck(deck).union(names[DECK_KEY[deck]]) for deck in decks},
            "under": names,
            "nobles": frozenset(noble + 1 for noble in self.numbers("nobles") if noble != NOTHING),
            "cities": frozenset(face % CITY_FACES + 1 for face in self.numbers("city_faces") if face != NOTHING),
            "out": _cards(self.numbers("gone")),
            "players": [self._player(seat) for seat in range(self.number("seats"))],
            "ending": self.number("ending") == 1,
            "quiet_rounds": self.number("quiet_rounds"),
            "round": self.number("rounds"),
        }

    def _deck(self, deck: int) -> frozenset[str]:
        return _names(self.fields["decks"].item(0, deck), FIRST[self.number("orient")][deck])

    def _under(self, deck: int) -> tuple[str, ...]:
        count = self.fields["under_count"].item(0, deck)
        if not count:
            return ()
        first, start = FIRST[self.number("orient")][deck], UNDER[deck]
        return tuple(CARD_NAMES[first + place] for place in self.numbers("under")[start : start + count])

    def _player(self, seat: int) -> dict[str, Any]:
        fields = {name: values[seat].tolist() for name, values in self.player_fields.items()}
        copied = self.numbers("copied")
        tableau = _cards(fields["tableau"])
        posts = {Power(power) for power in range(6) if fields["posts"] >> power & 1}
        letters = POST_LETTERS[self.number("posts") - 1] if posts else {}
        first_cities = self.number("cities") == 1
        return {
            "tokens": tuple(fields["tokens"]),
            "tableau": tableau,
            "copies": {
                card: LETTERS[copied[int(card[4:]) - 1]]
                for card in tableau & COPY_CARDS
                if copied[int(card[4:]) - 1] != NOTHING
            },
            "bonus": tuple(fields["bonus"]),
            "count": tuple(fields["count"]),
            "points": fields["prestige"],
            "cards": fields["cards"],
            "hand": tuple(CARD_NAMES[card] for card in fields["hand"] if card != NOTHING),
            "reserved_nobles": frozenset(noble + 1 for noble in fields["reserved_nobles"] if noble != NOTHING),
            "nobles": frozenset(noble + 1 for noble in range(12) if fields["nobles"] >> noble & 1),
            "posts": frozenset(letters[power] for power in posts),
            "city": fields["city"] % CITY_FACES + 1 if first_cities and fields["city"] != NOTHING else None,
            "fulfilled": not first_cities and fields["city"] != NOTHING,
            "supply": fields["strongholds"] - (seat == self.number("player") and self.number("lifted") != NOTHING),
            "jokers": tuple(CARD_NAMES[card] for card in fields["virtual_gold_cards"] if card != NOTHING),
        }

    def knowledge(self, seat: int) -> dict[str, Any]:
        """What the engine's view of a seat shows of hands and of the cards under the decks."""
        doors.view(self.record, 0, seat, self.scratch, 0)
        hands = self.scratch_players["hand"].tolist()
        known = [frozenset(CARD_NAMES[card] for card in hand if card >= 0) for hand in hands[: self.number("seats")]]
        under = {}
        orient, counts = self.number("orient"), self.numbers("under_count")
        shown = self.scratch_fields["under"][0].tolist() if any(counts) else []
        for deck in range(6 if orient else 3):
            places = shown[UNDER[deck] : UNDER[deck] + counts[deck]]
            first = FIRST[orient][deck]
            under[DECK_KEY[deck]] = tuple(CARD_NAMES[first + place] if place >= 0 else None for place in places)
        return {"hands": known, "under": under}


COPY_CARDS = {
    CARD_NAMES[card] for card in range(BASE_CARDS, CARDS) if KIND[card] in (Kind.COPY, Kind.COPY_AND_FREE_CARD)
}


def _cards(words: Any) -> frozenset[str]:
    return frozenset().union(*(_names(int(word), place * WORD) for place, word in enumerate(words) if word))


@lru_cache(maxsize=4096)  # from one decision to the next most of them stay as they are
def _names(bits: int, first: int) -> frozenset[str]:
    return frozenset(CARD_NAMES[first + place] for place in range(bits.bit_length()) if bits >> place & 1)


def _fields(record: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Plain arrays over the fields of a record and of its players: quicker to read than a recarray."""
    plain = record.view(np.ndarray).view(GAME)
    players = plain["players"][0]
    return {name: plain[name] for name in GAME.names}, {name: players[name] for name in PLAYER.names}


@door
def pay_step(games, index, action):
    """Take one step of a payment; whether the payment is complete then."""
    chosen = action - PAY_VIRTUAL if action >= PAY_VIRTUAL else (action - PAY) % COUNTS_PER_COLOUR
    payment.choose(games[index], chosen)
    return payment.settled(games[index])


@door
def gold_due(games, index):
    game = games[index]
    return payment.gold_due(game, game.players[game.player])
