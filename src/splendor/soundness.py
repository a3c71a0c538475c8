"""Whether a record from outside is a position of a game.

The rules trust the record they are given: they allocate nothing, raise nothing and look nothing up twice. Bytes can
come from anybody. So before the rules run on a record that was read, everything in it is checked here: each number
lies in its range, the things of the set-up are each in one place, and the turn stands where its decision can be asked.
(`Batch.from_bytes` alone trusts its bytes: it reads thousands of games.)

>>> from splendor import Game, Setup
>>> record = Game(Setup(2), seed=1).record
>>> check(record)
>>> record["bank"][0, 0] = 3
>>> check(record)
Traceback (most recent call last):
splendor.errors.ImpossiblePosition: it cannot be on a table (TOKENS_NOT_CONSERVED).
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from splendor.errors import ImpossiblePosition, SplendorError
from splendor.position import Position
from splendor.rules import doors
from splendor.rules.actions import COUNTS_PER_COLOUR, PAY, PURCHASE, SACRIFICE, Phase
from splendor.rules.ending import GOAL, QUIET_ROUNDS
from splendor.rules.invariants import Status
from splendor.rules.layout import (
    EVERYONE,
    FIRST,
    GAME,
    HAND,
    NOTHING,
    PLAYER,
    SECOND,
    SLOTS,
    UNDER_FIRST,
    WORD,
    copy_games,
    new_legal,
)
from splendor.rules.orient import COPYING, DONE, TAKING
from splendor.rules.strongholds import STRONGHOLDS
from splendor.rules.tokens import LIMIT
from splendor.rules.turn import Stage
from splendor.table.catalogue import (
    BASE_CARDS,
    BASE_NOBLES,
    BONUS,
    CARDS,
    CITY_ALIKE,
    CITY_COUNT,
    CITY_FACES,
    CITY_PRESTIGE,
    DECK,
    KIND,
    LEVELS,
    NOBLE_COUNT,
    NOBLES,
    ORIENT_CARDS,
    POST_COUNT,
    POWERS,
    Kind,
    Power,
)

Record = Any  # an array of one GAME record
State = Any  # that record

RANGES: Mapping[str, tuple[int, int]] = {
    "chance": (0, 2**32 - 1), "seats": (2, 4), "cities": (0, 2), "posts": (0, 2), "orient": (0, 2),
    "strongholds": (0, 2), "take_fewer": (0, 2), "extra_nobles": (0, 1), "payment": (0, 1), "phase": (0, 14),
    "stage": (0, 14), "player": (0, 3), "over": (0, 1), "winners": (0, 15), "ending": (0, 1), "passes": (0, 4),
    "quiet_rounds": (0, 25), "rounds": (0, 26000), "lively": (0, 1), "passed": (0, 1), "gained": (0, 1),
    "conquest": (0, 1), "pair": (-1, 4), "buying": (-1, 20), "pay_step": (0, 5), "paid": (0, 7),
    "paid_virtual": (0, 0), "effect": (0, 2), "lifted": (-1, 17), "give_back_from": (0, 5), "opened_count": (0, 6),
    "opened": (0, 17), "card": (-1, 149), "sacrificed": (-1, 149), "drawn": (-1, 149), "bank": (0, 7),
    "nobles": (-1, 11), "city_faces": (-1, 27), "holder": (-1, 3), "held": (0, 3), "market": (-1, 149),
    "deck_size": (0, 40), "under_count": (0, 18), "under": (-1, 39), "under_seen": (0, 15),
    "decks": (0, 2**40 - 1), "copied": (-1, 4), "gone": (0, 2**50 - 1),
}  # fmt: skip
PLAYER_RANGES: Mapping[str, tuple[int, int]] = {
    "tokens": (0, 10), "bonus": (0, 40), "count": (0, 40), "prestige": (0, 100), "cards": (0, 120), "hand_size": (0, 3),
    "virtual_gold": (0, 5), "reserved_count": (0, 3), "strongholds": (0, 3), "posts": (0, 63), "city": (-1, 27),
    "reserved_nobles": (-1, 11), "hand_seen": (0, 31), "hand": (-1, 149), "virtual_gold_cards": (-1, 149),
    "nobles": (0, 4095), "tableau": (0, 2**50 - 1),
}  # fmt: skip

# What belongs to the turn, as it stands while its action is to be chosen.
TURN_START: Mapping[str, int] = {
    "phase": Phase.ACTION, "stage": Stage.ACTION, "over": 0, "winners": 0, "passed": 0, "gained": 0, "conquest": 0,
    "pair": NOTHING, "buying": NOTHING, "pay_step": 0, "paid": 0, "paid_virtual": 0, "lifted": NOTHING,
    "give_back_from": 0, "opened_count": 0, "opened": 0, "card": NOTHING, "sacrificed": NOTHING, "drawn": NOTHING,
}  # fmt: skip
# How far the turn has come when a decision is asked.
STAGES: Mapping[int, tuple[int, ...]] = {
    Phase.ACTION: (Stage.ACTION,),
    Phase.EXTRA_TOKEN: (Stage.CONQUEST, Stage.STRONGHOLD),
    Phase.KEEP: (Stage.CONQUEST,),
    Phase.PAY: (Stage.PAY,),
    Phase.SACRIFICE: (Stage.PAY,),
    Phase.COPY: (Stage.EFFECT,),
    Phase.FREE_CARD: (Stage.EFFECT,),
    Phase.RESERVE_NOBLE: (Stage.EFFECT,),
    Phase.STRONGHOLD: (Stage.REFILL,),
    Phase.CONQUER: (Stage.LATE_REFILL,),
    Phase.GIVE_BACK: (Stage.GIVE_BACK,),
    Phase.VISIT: (Stage.POSTS,),
    Phase.POST: (Stage.CITIES,),
    Phase.CITY: (Stage.END,),
    Phase.OVER: (Stage.END,),
}
# A field and the phases in which it may differ from its value at the start of a turn.
PAYING = (Phase.PAY, Phase.SACRIFICE)
# The step that follows a question about a card's effect; COPYING at all other times.
EFFECT_STEP: Mapping[int, int] = {Phase.COPY: TAKING, Phase.FREE_CARD: DONE, Phase.RESERVE_NOBLE: DONE}
AFTER_LIMIT = (Phase.VISIT, Phase.POST, Phase.CITY, Phase.OVER)
USED_IN: Mapping[str, tuple[int, ...]] = {
    "over": (Phase.OVER,),
    "winners": (Phase.OVER,),
    "gained": (Phase.POST, Phase.CITY, Phase.OVER),
    "passed": tuple(phase for phase in STAGES if phase not in (Phase.ACTION, Phase.KEEP)),
    "pair": tuple(phase for phase in STAGES if phase not in (Phase.ACTION, Phase.KEEP)),
    "conquest": tuple(phase for phase in STAGES if phase not in (Phase.ACTION, Phase.KEEP, Phase.CONQUER)),
    "buying": PAYING,
    "card": (*PAYING, *EFFECT_STEP),
    "pay_step": (Phase.PAY,),
    "paid": (Phase.PAY,),
    "sacrificed": (Phase.SACRIFICE,),
    "lifted": (Phase.STRONGHOLD,),
    "give_back_from": (Phase.GIVE_BACK, *AFTER_LIMIT),
    "opened_count": (*PAYING, *EFFECT_STEP, Phase.EXTRA_TOKEN, Phase.STRONGHOLD, Phase.CONQUER),
    "opened": (*PAYING, *EFFECT_STEP, Phase.EXTRA_TOKEN, Phase.STRONGHOLD, Phase.CONQUER),
    "drawn": (Phase.KEEP,),
}
# Decisions of one edition of a module.
EDITION_OF: Mapping[int, tuple[str, int]] = {
    Phase.KEEP: ("posts", SECOND),
    Phase.RESERVE_NOBLE: ("orient", FIRST),
    Phase.POST: ("posts", SECOND),
    Phase.CITY: ("cities", FIRST),
}
KIND_OF_EFFECT: Mapping[int, tuple[int, ...]] = {
    Phase.COPY: (Kind.COPY, Kind.COPY_AND_FREE_CARD),
    Phase.FREE_CARD: (Kind.FREE_CARD, Kind.COPY_AND_FREE_CARD),
    Phase.RESERVE_NOBLE: (Kind.RESERVE_NOBLE,),
}
_COPY_CARDS = [int(card) for card in np.flatnonzero(np.isin(KIND, KIND_OF_EFFECT[Phase.COPY]))]


def check(record: Record) -> None:
    """Refuse, with the reason, a record that no game can have; nothing is changed."""
    _check_numbers(record)
    now = record[0]
    _check_setup(record)
    _check_absent(now)
    _check_lists(now)
    _check_tiles(now)
    wrong = Status(doors.status(record, 0))
    _require(wrong is Status.SOUND, f"it cannot be on a table ({wrong.name}).")
    _check_end(record)
    _check_copies(now)
    _check_turn(record)


def begun(now: State) -> str | None:
    """A field that says that the turn has begun; None where its action is to be chosen."""
    return next((name for name, value in TURN_START.items() if (now[name] != value).any()), None)


def _require(holds: Any, reason: str) -> None:
    if not holds:
        raise ImpossiblePosition(reason)


# --- numbers ----------------------------------------------------------------------------------------------------------
class _Numbers(NamedTuple):
    """All numbers of one size in a record: where they lie, the range of each, and the field it belongs to."""

    places: Any
    low: Any
    high: Any
    names: tuple[str, ...]


def _leaves(dtype: Any, ranges: Mapping[str, tuple[int, int]], start: int = 0) -> Iterator[tuple[str, int, str]]:
    """Every number of a record: its field, its offset and its numpy type."""
    for name in dtype.names:
        kind, offset = dtype.fields[name][:2]
        base, shape = kind.subdtype or (kind, ())
        for place in range(int(np.prod(shape))):
            begin = start + offset + place * base.itemsize
            if base.names:
                yield from _leaves(base, PLAYER_RANGES, begin)
            else:
                yield ("" if ranges is RANGES else "players.") + name, begin, base.str


def _numbers(kind: str) -> _Numbers:
    size = np.dtype(kind).itemsize
    found = [(name, offset // size) for name, offset, base in _leaves(GAME, RANGES) if base == np.dtype(kind).str]
    limits = [_range_of(name) for name, _ in found]
    return _Numbers(
        np.array([place for _, place in found]),
        np.array([low for low, _ in limits]),
        np.array([high for _, high in limits]),
        tuple(name for name, _ in found),
    )


def _range_of(name: str) -> tuple[int, int]:
    own = name.removeprefix("players.")
    return RANGES[own] if own == name else PLAYER_RANGES[own]


def _gaps() -> Any:
    """The bytes between the fields."""
    used = np.zeros(GAME.itemsize, dtype=np.bool_)
    for _, offset, kind in _leaves(GAME, RANGES):
        used[offset : offset + np.dtype(kind).itemsize] = True
    return np.flatnonzero(~used)


_NUMBERS = {kind: _numbers(kind) for kind in ("i1", "i2", "i8")}
_GAPS = _gaps()


def _check_numbers(record: Record) -> None:
    data = np.frombuffer(record.tobytes(), dtype=np.uint8)
    for kind, numbers in _NUMBERS.items():
        values = data.view(kind)[numbers.places]
        wrong = (values < numbers.low) | (values > numbers.high)
        if wrong.any():
            place = int(wrong.argmax())
            low, high = _range_of(numbers.names[place])
            raise ImpossiblePosition(f"{numbers.names[place]} is {values[place]}, expected {low} to {high}.")
    _require(not data[_GAPS].any(), "there is something between the fields.")
    _require(record["chance"].any(), "the generator stands still.")


# --- the set-up -------------------------------------------------------------------------------------------------------
def _check_setup(record: Record) -> None:
    try:
        Position(record).setup.describe()
    except SplendorError as error:
        raise ImpossiblePosition(str(error)) from None
    _require(record[0]["player"] < record[0]["seats"], "the player on turn has no seat.")


def _no_player() -> bytes:
    """A seat at which nobody sits."""
    nobody = np.zeros(1, dtype=PLAYER)
    for name in ("city", "reserved_nobles", "hand", "virtual_gold_cards"):
        nobody[name] = NOTHING
    return nobody.tobytes()


_NO_PLAYER = _no_player()


def _check_absent(now: State) -> None:
    """Modules and seats that do not play stay at their start values."""
    seats = int(now["seats"])
    players = now["players"]
    empty = all(players[seat].tobytes() == _NO_PLAYER for seat in range(seats, len(players)))
    _require(empty, "somebody sits at a seat that is not in play.")
    if not now["orient"]:
        nothing = not now["gone"].any() and not now["decks"][LEVELS:].any() and not now["deck_size"][LEVELS:].any()
        _require(nothing, "there are cards of the Orient, which is not played.")
    _require(now["posts"] == SECOND or not now["under_count"].any(), "there are cards under a deck without the post.")
    _require(now["orient"] == FIRST or not players["reserved_count"].any(), "a noble is reserved without such a card.")
    _require((now["holder"] < seats).all(), "a stronghold belongs to nobody.")
    if not now["strongholds"]:
        _require(not now["held"].any() and not now["conquest"], "there are strongholds, which are not played.")
    for seat in range(seats):
        _require(
            not int(players["posts"][seat]) & ~_powers(int(now["posts"])), "a player has a post of another edition."
        )


def _powers(edition: int) -> int:
    """The powers of an edition of the trading posts, as bits."""
    return sum(1 << power for power in range(POWERS) if edition and POST_COUNT[edition - 1, power, 0] >= 0)


# --- lists ------------------------------------------------------------------------------------------------------------
def _filled(values: Any, number: int, empty: int = NOTHING) -> bool:
    """Whether exactly the first so many of a list are in use."""
    return bool((values[:number] != empty).all() and (values[number:] == empty).all())


def _check_lists(now: State) -> None:
    """Lists are filled from the front, and who knows a card is a set of seats."""
    seats = int(now["seats"])
    for player in now["players"][:seats]:
        hand, reserved, virtual = (int(player[name]) for name in ("hand_size", "reserved_count", "virtual_gold"))
        knowers = [int(seen) for seen in player["hand_seen"]]
        fine = all(seen == EVERYONE or 0 < seen < 1 << seats for seen in knowers[:hand]) and not any(knowers[hand:])
        _require(_filled(player["hand"], hand) and fine, "a hand is not in order.")
        _require(_filled(player["reserved_nobles"], reserved), "the reserved nobles are not in order.")
        gold = player["virtual_gold_cards"]
        fine = (KIND[gold[:virtual]] == Kind.VIRTUAL_GOLD).all() and len(set(gold[:virtual].tolist())) == virtual
        _require(_filled(gold, virtual) and fine, "the virtual gold is not in order.")
    for deck in range(2 * LEVELS):
        _check_under(now, deck)
    opened = now["opened"][: int(now["opened_count"])].tolist()
    fine = len(set(opened)) == len(opened) and all(now["market"][slot] == NOTHING for slot in opened)
    _require(fine and not now["opened"][len(opened) :].any(), "the slots to refill are not in order.")


def _check_under(now: State, deck: int) -> None:
    """The cards under a deck; each costs two of its top, so that there is always room for those to come."""
    start, stop = int(UNDER_FIRST[deck]), int(UNDER_FIRST[deck + 1])
    number = int(now["under_count"][deck])
    knowers = [int(seen) for seen in now["under_seen"][start:stop]]
    shuffled = int(now["deck_size"][deck]) - number
    room = stop - start - sum(card != NOTHING and DECK[card] == deck for card in now["drawn"].tolist()) // 2
    fine = shuffled >= 0 and number + shuffled // 2 <= room and _filled(now["under"][start:stop], number)
    fine = fine and all(seen.bit_count() == 1 and seen < 1 << now["seats"] for seen in knowers[:number])
    _require(fine and not any(knowers[number:]), "the cards under a deck are not in order.")


# --- tiles ------------------------------------------------------------------------------------------------------------
def _check_tiles(now: State) -> None:
    """Nobles and cities are those of the set-up; `status` counts the nobles."""
    players = now["players"][: int(now["seats"])]
    _require((now["nobles"][int(now["seats"]) + 1 :] == NOTHING).all(), "there are too many places for nobles.")
    if not now["extra_nobles"]:
        known = (now["nobles"] < BASE_NOBLES).all() and (players["reserved_nobles"] < BASE_NOBLES).all()
        _require(known and (players["nobles"] < 1 << BASE_NOBLES).all(), "there is a noble that is not in play.")
    gone = _of_kind(now["gone"], Kind.RESERVE_NOBLE)
    for seat, player in enumerate(players):
        to_come = now["phase"] == Phase.RESERVE_NOBLE and seat == now["player"]
        able = _of_kind(player["tableau"], Kind.RESERVE_NOBLE) + gone
        _require(player["reserved_count"] + to_come <= able, "a noble is reserved without such a card.")
    for player in players:
        _check_won(now, player)
    _check_cities(now, players)


def _check_won(now: State, player: Any) -> None:
    """Nobles and posts were won with cards; those sacrificed since may have been among them."""
    visits, posts = int(player["nobles"]), int(player["posts"])
    if not visits and not posts:
        return
    reach = player["count"].astype(np.int64)
    for card in range(CARDS) if now["gone"].any() else ():
        if _has(now["gone"], card):
            reach += 1 if card in _COPY_CARDS else 2 * (np.arange(len(reach)) == BONUS[card])
    needs = [NOBLE_COUNT[noble] for noble in range(NOBLES) if visits >> noble & 1]
    needs += [POST_COUNT[int(now["posts"]) - 1, power] for power in range(POWERS) if posts >> power & 1]
    _require(all((reach >= need).all() for need in needs), "a player has a noble or a post without the cards for it.")


def _of_kind(words: Any, kind: Kind) -> int:
    """How many cards of a kind are in a set of cards."""
    return sum(_has(words, int(card)) for card in np.flatnonzero(kind == KIND))


def _has(words: Any, card: int) -> bool:
    return bool(int(words[card // WORD]) >> card % WORD & 1)


def _check_cities(now: State, players: Any) -> None:
    edition = int(now["cities"])
    taken = [int(city) for city in players["city"] if city != NOTHING]
    faces = [int(face) for face in now["city_faces"] if face != NOTHING]
    if edition == FIRST:  # a tile that is taken leaves the table
        faces += taken
    tiles = {face // 2 for face in faces}
    fine = len(tiles) == len(faces) == (len(now["city_faces"]) if edition else 0)
    fine = fine and all((face >= CITY_FACES) == (edition == SECOND) for face in faces)
    _require(fine and set(taken) <= set(faces), "the cities are not those of the set-up.")
    for player in players:
        if player["city"] != NOTHING:
            _require(_fulfils(player, int(player["city"])), "a player does not fulfil their city.")


def _fulfils(player: Any, face: int) -> bool:
    """CITY17-1, CITY25-1."""
    counts = player["count"]
    free = counts[CITY_COUNT[face] == 0]
    alike = int(free.max()) if len(free) else 0
    enough = (counts >= CITY_COUNT[face]).all() and alike >= CITY_ALIKE[face]
    return bool(enough and player["prestige"] >= CITY_PRESTIGE[face])


# --- the end of the game ----------------------------------------------------------------------------------------------
def _check_end(record: Record) -> None:
    """The last round has begun exactly if somebody reached the end in it, and the game is over when it must be."""
    now = record[0]
    seats, player, cities = int(now["seats"]), int(now["player"]), int(now["cities"])
    over, last = bool(now["over"]), int(now["player"]) == int(now["seats"]) - 1
    reached = [bool(_reached(now, seat)) for seat in range(seats)]
    played = player + 1 if over else player
    _require(bool(now["ending"]) == any(reached[:played]), "the end is announced, or not, for no reason.")
    # Whoever is on turn may have reached it in this very turn.
    later = reached[played if over or now["phase"] == Phase.ACTION else player + 1 :]
    _require(not any(later) and (over or not cities or not reached[player]), "the game would be over.")
    ended = now["passes"] == seats or (last and (now["ending"] or now["quiet_rounds"] == QUIET_ROUNDS))
    counted = now["passes"] <= seats and (over or (now["passes"] < seats and now["quiet_rounds"] < QUIET_ROUNDS))
    _require(counted and now["quiet_rounds"] <= now["rounds"], "passes or rounds are counted wrong.")
    begins = player == 0 and now["phase"] == Phase.ACTION
    _require(not (begins and now["lively"]), "somebody purchased or reserved in a round that only begins.")
    winners = sum(1 << seat for seat in Position(record).ranking[0]) if over else 0
    _require((not over or ended) and now["winners"] == winners, "the game is over for no reason, or others have won.")


def _reached(now: State, seat: int) -> bool:
    player = now["players"][seat]
    return bool(player["city"] != NOTHING or (not now["cities"] and player["prestige"] >= GOAL))


# --- copies -----------------------------------------------------------------------------------------------------------
def _check_copies(now: State) -> None:
    """A copy card in a tableau has its colour, unless that is being asked; no other place has one."""
    asked = int(now["card"]) if now["phase"] == Phase.COPY else NOTHING
    owned = np.bitwise_or.reduce(now["players"]["tableau"])
    coloured = np.zeros(ORIENT_CARDS, dtype=np.bool_)
    for card in _COPY_CARDS:
        if _has(owned, card) and card != asked:
            coloured[(card - BASE_CARDS) % ORIENT_CARDS] = True
    _require(((now["copied"] != NOTHING) == coloured).all(), "a copy card has a colour too many or lacks it.")


# --- the turn ---------------------------------------------------------------------------------------------------------
def _check_turn(record: Record) -> None:
    """The turn stands where its decision is asked, and there is something to decide."""
    now = record[0]
    phase = int(now["phase"])
    for name, phases in USED_IN.items():
        if phase not in phases:
            _require((now[name] == TURN_START[name]).all(), f"{name} is of a decision that is not asked.")
    fine = int(now["stage"]) in STAGES[phase] and bool(now["over"]) == (phase == Phase.OVER)
    _require(fine, "the turn has not come to the decision that is asked.")
    module, edition = EDITION_OF.get(phase, ("seats", int(now["seats"])))
    fine = now[module] == edition and (phase != Phase.STRONGHOLD or now["strongholds"])
    _require(fine, "a decision is asked of a module that is not played.")
    _require(int(now["effect"]) == EFFECT_STEP.get(phase, COPYING), "the effect of a card is not in order.")
    _check_opened(now, phase)
    if phase == Phase.EXTRA_TOKEN:
        third = now["stage"] == Stage.CONQUEST
        _require(not third or (now["pair"] != NOTHING and not now["conquest"]), "a third token without a pair.")
        _require(_owns(now, Power.THIRD_TOKEN if third else Power.TOKEN_AFTER_PURCHASE), "a token without the post.")
    elif phase == Phase.KEEP:
        _check_drawn(now)
    elif phase in PAYING:
        _check_purchase(record, phase)
    elif phase in EFFECT_STEP:
        card = int(now["card"])
        _require(card != NOTHING and KIND[card] in KIND_OF_EFFECT[phase], "another effect than the card's is asked.")
        _require(_has(_me(now)["tableau"], card), "the card whose effect is asked is not in the tableau.")
    elif phase == Phase.STRONGHOLD and now["lifted"] != NOTHING:
        slot = int(now["lifted"])
        fine = now["market"][slot] != NOTHING and now["holder"][slot] in (NOTHING, now["player"])
        _require(fine and _me(now)["strongholds"] > 0, "a stronghold was lifted from nowhere.")
    elif phase == Phase.CONQUER:
        slots = np.flatnonzero((now["holder"] == now["player"]) & (now["held"] == STRONGHOLDS))
        _require(len(slots) == 1 and _purchasable(record, int(slots[0])), "there is nothing to conquer.")
    elif phase == Phase.GIVE_BACK:
        _require(_me(now)["tokens"].sum() > LIMIT, "nothing is to be given back.")
    choices = doors.legal_actions(record, 0, new_legal())
    expected = choices == 0 if phase == Phase.OVER else choices > (0 if phase == Phase.ACTION else 1)
    _require(expected, "there is nothing to decide.")


def _me(now: State) -> Any:
    """The player on turn."""
    return now["players"][int(now["player"])]


def _owns(now: State, power: Power) -> bool:
    return bool(int(_me(now)["posts"]) >> power & 1)


def _check_opened(now: State, phase: int) -> None:
    """Empty slots wait for their refill; a purchase with its free cards opens up to three, a conquest as many."""
    opened = now["opened"][: int(now["opened_count"])].tolist()
    slots = range(SLOTS) if now["orient"] else [slot for slot in range(SLOTS) if slot % 6 < 4]
    for slot in slots:
        deck = slot // 6 + (LEVELS if slot % 6 >= 4 else 0)
        waits = now["market"][slot] == NOTHING and now["deck_size"][deck] > 0
        _require(not waits or slot in opened, "a slot is empty.")
    most = 3
    if phase in PAYING:
        most = 0
    elif phase in EFFECT_STEP and KIND[now["card"]] == Kind.COPY_AND_FREE_CARD:
        most = 2
    elif phase in EFFECT_STEP and KIND[now["card"]] == Kind.FREE_CARD:
        most = 1
    _require(len(opened) <= most + 3 * int(now["conquest"]), "too many slots are open.")


def _check_drawn(now: State) -> None:
    first, second = now["drawn"].tolist()
    fine = NOTHING not in (first, second) and DECK[first] == DECK[second]
    _require(
        fine and _owns(now, Power.DRAW_TWO) and _me(now)["hand_size"] < HAND, "two cards were drawn without the post."
    )


def _check_purchase(record: Record, phase: int) -> None:
    """The card lies where it is purchased from and can be paid, and what was chosen so far could be chosen."""
    now = record[0]
    source = int(now["buying"])
    _require(source != NOTHING, "nothing is being purchased.")
    place = source - SLOTS
    lies = int(now["market"][source]) if place < 0 else int(_me(now)["hand"][place])
    _require(lies != NOTHING and lies == now["card"] and _purchasable(record, source), "that card cannot be purchased.")
    _require((KIND[lies] == Kind.SACRIFICE) == (phase == Phase.SACRIFICE), "another payment than the card's is asked.")
    if now["conquest"]:
        fine = place < 0 and now["holder"][source] == now["player"] and now["held"][source] == STRONGHOLDS
        _require(fine, "a card is conquered without strongholds.")
    if phase == Phase.PAY:
        _check_payment(record)
    elif now["sacrificed"] != NOTHING:
        first = int(now["sacrificed"])
        before = copy_games(record)
        before["sacrificed"] = NOTHING
        alone = now["orient"] == FIRST and KIND[first] == Kind.DOUBLE_BONUS
        _require(not alone and SACRIFICE + first in _choices(before), "that card cannot be sacrificed.")


def _check_payment(record: Record) -> None:
    now = record[0]
    _require(not now["payment"] and not now["paid"][int(now["pay_step"]) :].any(), "the payment is not in order.")
    before = copy_games(record)
    for step in range(int(now["pay_step"])):
        before["pay_step"] = step
        before["paid"][0, step:] = 0
        chosen = PAY + COUNTS_PER_COLOUR * step + int(now["paid"][step])
        _require(chosen in _choices(before), "the payment cannot have come so far.")
        before["paid"][0, step] = now["paid"][step]


def _purchasable(record: Record, source: int) -> bool:
    """Whether the card could be purchased if the action were asked now."""
    asked = copy_games(record)
    for name, value in TURN_START.items():
        asked[name] = value
    return PURCHASE + source in _choices(asked)


def _choices(record: Record) -> list[int]:
    legal = new_legal()
    return legal[: doors.legal_actions(record, 0, legal)].tolist()  # type: ignore[no-any-return]
