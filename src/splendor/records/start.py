"""Where a record starts: a deal that is laid out again, or a position that was built."""

import numpy as np

from splendor import soundness
from splendor.errors import ImpossiblePosition, SplendorError
from splendor.game import Game
from splendor.records.impose import SLOT_NAMES, State, in_play
from splendor.records.parts import Deal, card_name
from splendor.rules import doors
from splendor.rules.layout import BASE_SLOTS, CITY_PLACES, GAME, NOTHING, SLOTS_PER_LEVEL, new_games
from splendor.table.catalogue import BASE_NOBLES, CITY_FACES, DECK, DECK_CARDS, DECK_FIRST, EDITIONS, LEVELS, NOBLES
from splendor.table.setup import Setup

_CHANCE = slice(GAME.fields["chance"][1], GAME.fields["chance"][1] + GAME["chance"].itemsize)  # type: ignore[index]


class ImpossibleStart(SplendorError):
    """Something is wrong with one part of the start."""

    def __init__(self, part: str, reason: object) -> None:
        super().__init__(f"{part}: {reason}")
        self.part = part
        self.reason = reason


SEED = 0  # a record replays without its seed; the generator of a replay starts from this one


def deal_of(start: State) -> Deal:
    """The deal as it lies on the table of a game that was just dealt.

    >>> from splendor.records.impose import state
    >>> deal_of(state(Game(Setup(2), seed=1))).nobles
    (5, 2, 1)
    """
    rows = start["market"].reshape(LEVELS, SLOTS_PER_LEVEL).tolist()
    return Deal(
        market=tuple(tuple(card for card in row if card != NOTHING) for row in rows),
        nobles=tuple(noble for noble in start["nobles"].tolist() if noble != NOTHING),
        cities=tuple(face % CITY_FACES for face in start["city_faces"].tolist() if face != NOTHING),
    )


def lay_out(setup: Setup, deal: Deal) -> Game:
    """The game before its first turn, with everything where the deal says.

    >>> from splendor.records.impose import state
    >>> dealt = Game(Setup(3, cities=2025), seed=1)
    >>> lay_out(dealt.setup, deal_of(state(dealt))).market == dealt.market
    True
    """
    game = Game(setup, seed=SEED)
    now = game.record[0]
    _check_nobles(setup, deal.nobles)
    _check_cities(setup, deal.cities)
    now["nobles"][: len(deal.nobles)] = deal.nobles
    if setup.cities is not None:
        now["city_faces"][:] = np.array(deal.cities) + CITY_FACES * EDITIONS.index(setup.cities)
    _lay_market(now, deal)
    game.refresh()
    return game


def _lay_market(now: State, deal: Deal) -> None:
    places = SLOTS_PER_LEVEL if now["orient"] else BASE_SLOTS
    decks = [(1 << int(cards)) - 1 for cards in DECK_CARDS]
    for level, row in enumerate(deal.market):
        if len(row) != places:
            raise ImpossibleStart(f"level_{level + 1}", f"{places} cards were expected, not {len(row)}.")
        for place, card in enumerate(row):
            deck = level if place < BASE_SLOTS else level + LEVELS
            slot = level * SLOTS_PER_LEVEL + place
            if DECK[card] != deck or not in_play(now, card):
                raise ImpossibleStart(f"level_{level + 1}", f"card {card_name(card)} cannot lie at {SLOT_NAMES[slot]}.")
            bit = 1 << card - int(DECK_FIRST[now["orient"], deck])
            if not decks[deck] & bit:
                raise ImpossibleStart(f"level_{level + 1}", f"card {card_name(card)} lies there twice.")
            decks[deck] ^= bit
            now["market"][slot] = card
    for deck in range(2 * LEVELS if now["orient"] else LEVELS):
        now["decks"][deck] = decks[deck]


def _check_nobles(setup: Setup, nobles: tuple[int, ...]) -> None:
    expected = 0 if setup.cities else setup.players + 1
    if len(nobles) != expected:
        raise ImpossibleStart("nobles", f"{expected} were expected, not {len(nobles)}.")
    known = NOBLES if setup.extra_nobles else BASE_NOBLES
    if len(set(nobles)) != len(nobles) or not all(0 <= noble < known for noble in nobles):
        raise ImpossibleStart("nobles", f"{expected} different numbers from 1 to {known} were expected.")


def _check_cities(setup: Setup, cities: tuple[int, ...]) -> None:
    expected = CITY_PLACES if setup.cities else 0
    if len(cities) != expected:
        raise ImpossibleStart("cities", f"{expected} were expected, not {len(cities)}.")
    if len({face // 2 for face in cities}) != expected or not all(0 <= face < CITY_FACES for face in cities):
        raise ImpossibleStart("cities", f"{expected} faces of different tiles, from 1 to {CITY_FACES}, were expected.")


def is_dealt(start: State) -> bool:
    """Whether a state is nothing but a deal.

    >>> from splendor.records.impose import state
    >>> is_dealt(state(Game(Setup(2), seed=1)))
    True
    """
    game = game_at(start)
    try:
        return same(lay_out(game.setup, deal_of(start)), game)
    except ImpossibleStart:
        return False


def game_at(start: State) -> Game:
    """A game in this state; its generator is started anew, so that nothing tells what would have come."""
    game = Game()
    game.record.view(np.uint8)[:] = np.frombuffer(start.tobytes(), dtype=np.uint8)
    doors.reseed(game.record, 0, SEED)
    game.refresh()
    return game


def same(game: Game, other: Game) -> bool:
    """Whether two games are equal in everything except the generator."""
    return _without_chance(game) == _without_chance(other)


def _without_chance(game: Game) -> bytes:
    # As bytes: a copy of the array would leave the padding between fields undefined.
    data = bytearray(game.record.tobytes())
    data[_CHANCE] = bytes(_CHANCE.stop - _CHANCE.start)
    return bytes(data)


# --- built positions ------------------------------------------------------------------------------------------------
def open_position(data: bytes) -> Game:
    """The game of a saved position that stands at the start of a turn."""
    try:
        now = Game.from_bytes(data).record[0]
    except SplendorError as error:
        raise ImpossibleStart("position", error) from None
    _check_turn_start(now)
    return game_at(now)


def check_position(now: State) -> None:
    """Refuse what no game at the start of a turn can be."""
    _check_turn_start(now)
    record = new_games(1)
    record.view(np.uint8)[:] = np.frombuffer(now.tobytes(), dtype=np.uint8)
    try:
        soundness.check(record)
    except ImpossiblePosition as error:
        raise ImpossibleStart("position", error) from None


def _check_turn_start(now: State) -> None:
    if name := soundness.begun(now):
        raise ImpossibleStart("position", f"it is not the start of a turn ({name}).")
