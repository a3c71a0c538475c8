"""Saves with a right checksum and wrong contents: refused, or a game that can be played to its end."""

import hashlib
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from splendor import CorruptSave, Game, Phase, Setup, Status, build, hidden, soundness
from splendor.rules.layout import GAME, LAYOUT_VERSION, NOTHING, PLAYER
from splendor.rules.turn import Stage
from tests.rules.helpers import position

Spoil = Callable[[Any], None]
SETUPS = [
    Setup(2),
    Setup(3, cities=2017),
    Setup(2, posts=2017),
    Setup(4, posts=2025, orient=2017, strongholds=2017),
    Setup(2, cities=2025, posts=2025, orient=2025, strongholds=2025),
    Setup(2, orient=2017, strongholds=2025),
    Setup(3, posts=2025, orient=2025),
]


def sealed(record: Any) -> bytes:
    """The record, or its bytes, as a save whose checksum is right."""
    data = record if isinstance(record, bytes) else record.tobytes()
    body = b"splendor" + LAYOUT_VERSION.to_bytes(2, "big") + data
    return body + hashlib.sha256(body).digest()[:16]


def walk(setup: Setup, seed: int) -> Iterator[Game]:
    """One and the same game at each of its decisions, and at its end."""
    chance = random.Random(seed)
    game = Game(setup, seed=seed)
    yield game
    while not game.is_over:
        actions = list(game.legal_actions)
        purchases = [action for action in actions if action.kind.startswith(("purchase", "conquer"))]
        game.play(chance.choice(purchases if purchases and chance.random() < 0.7 else actions))
        yield game


@cache
def pool() -> tuple[bytes, ...]:
    """A few positions of every set-up and phase, as records."""
    found: dict[tuple[Setup, Phase], list[bytes]] = {}
    for setup in SETUPS:
        for seed in range(4):
            for game in walk(setup, seed):
                found.setdefault((setup, game.phase), []).append(game.record.tobytes())
    return tuple(data for kept in found.values() for data in kept[:: max(1, len(kept) // 5)])


def test_the_pool_has_every_phase() -> None:
    seen = {Phase(int(np.frombuffer(data, dtype=GAME)["phase"][0])) for data in pool()}
    assert seen >= set(Phase) - {Phase.NONE, Phase.VISIT, Phase.POST, Phase.CITY, Phase.CONQUER, Phase.RESERVE_NOBLE}


# --- what came about by play is accepted ------------------------------------------------------------------------------
@pytest.mark.parametrize("setup", list(Setup.all()), ids=lambda setup: f"{setup.players} {setup.name}")
def test_every_position_of_a_game_is_sound(setup: Setup) -> None:
    for game in walk(setup, seed=1):
        soundness.check(game.record)
    assert Game.from_bytes(game.to_bytes()) == game


@pytest.mark.parametrize("option", [{"take_fewer": "free"}, {"extra_nobles": True}, {"payment": "least_gold"}])
def test_options_are_sound(option: dict[str, Any]) -> None:
    for game in walk(Setup(3, posts=2025, orient=2025).replace(**option), seed=2):
        soundness.check(game.record)


def test_every_field_has_its_range() -> None:
    assert set(soundness.RANGES) == set(GAME.names or ()) - {"players"}
    assert set(soundness.PLAYER_RANGES) == set(PLAYER.names or ())


# --- anything else is refused or harmless -----------------------------------------------------------------------------
FIELDS = sorted({name for name, _, _ in soundness._leaves(GAME, soundness.RANGES)})
LEAVES = {name: [leaf for leaf in soundness._leaves(GAME, soundness.RANGES) if leaf[0] == name] for name in FIELDS}


@st.composite
def spoiled(draw: st.DrawFn) -> bytes:
    """A position with one to three numbers changed, most of them to something likely."""
    record = bytearray(draw(st.sampled_from(pool())))
    for _ in range(draw(st.integers(1, 3))):
        name, offset, kind = draw(st.sampled_from(LEAVES[draw(st.sampled_from(FIELDS))]))
        low, high = soundness._range_of(name)
        size = np.dtype(kind).itemsize
        before = int(np.frombuffer(record[offset : offset + size], dtype=kind)[0])
        likely = st.sampled_from([before + 1, before - 1, low, high, 0, NOTHING])
        value = draw(st.one_of(likely, st.integers(low, high), st.integers(-100, 100)))
        record[offset : offset + size] = np.array([value]).astype(kind).tobytes()
    return bytes(record)


@settings(max_examples=400, deadline=None)
@given(spoiled(), st.integers(0, 1000))
def test_a_save_is_refused_or_can_be_played(data: bytes, seed: int) -> None:
    try:
        game = Game.from_bytes(sealed(data))
    except CorruptSave:
        return
    assert game.record.tobytes() == data
    chance = random.Random(seed)
    for _ in range(60):
        if game.is_over:
            return
        assert len(game.legal_actions) > 0
        game.play(chance.choice(list(game.legal_actions)))
        assert game.status() is Status.SOUND


@settings(max_examples=100, deadline=None)
@given(st.binary(min_size=GAME.itemsize, max_size=GAME.itemsize))
def test_any_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(CorruptSave, match="no position of a game"):
        Game.from_bytes(sealed(data))


# --- each check finds what it is there for ----------------------------------------------------------------------------
def everything() -> Game:
    return position(
        Setup(3, posts=2025, orient=2017, strongholds=2025),
        players=[
            {
                "tokens": "w2 u1 y1",
                "tableau": ["1", "2", "O17-06", "O17-07", "O17-01", "O17-17"],
                "copies": {"O17-01": "blue"},
                "hand": ["57", hidden("58")],
                "reserved_nobles": ["Henry VIII"],
            },
            {"bonus": "k3", "posts": "B"},
        ],
        strongholds={"1.1": (0, 2), "2.2": (1, 1)},
        under_decks={"2": {"59": 1}},
    )


def first(phase: Phase, setup: Setup) -> Game:
    """The first position of a game in which this is asked."""
    return next(game for seed in range(50) for game in walk(setup, seed) if game.phase is phase)


def cities() -> Game:
    return Game(Setup(2, cities=2025), seed=1)


def put(name: str, value: int, *place: int) -> Spoil:
    """Another number in a field, at a place of it or everywhere."""

    def spoil(now: Any) -> None:
        owner, _, field = name.rpartition(".")
        if place:
            (now[owner] if owner else now)[field][place] = value
        else:
            now[field] = value

    return spoil


START: list[tuple[Callable[[], Game], Spoil, str]] = [
    (everything, put("chance", 0), "the generator stands still"),
    (everything, put("seats", 5), "seats is 5, expected 2 to 4"),
    (everything, put("players.tokens", -1, 0, 0), "players.tokens is -1, expected 0 to 10"),
    (everything, put("posts", 1), "CONF-5"),
    (everything, put("player", 3), "has no seat"),
    (everything, put("players.city", 3, 3), "a seat that is not in play"),
    (cities, put("gone", 1, 0), "the Orient, which is not played"),
    (cities, put("under_count", 1, 0), "under a deck without the post"),
    (cities, put("players.reserved_count", 1, 0), "a noble is reserved without such a card"),
    (everything, put("holder", 3, 0), "belongs to nobody"),
    (cities, put("held", 1, 0), "strongholds, which are not played"),
    (everything, put("players.posts", 32, 0), "a post of another edition"),
    (everything, put("players.hand", NOTHING, 0, 0), "a hand is not in order"),
    (everything, put("players.hand_seen", 8, 0, 0), "a hand is not in order"),
    (everything, put("players.hand_seen", 1, 2, 0), "a hand is not in order"),
    (everything, put("players.reserved_nobles", 3, 0, 2), "the reserved nobles are not in order"),
    (everything, put("players.virtual_gold_cards", 96, 0, 0), "the virtual gold is not in order"),
    (everything, put("players.virtual_gold_cards", 0, 0, 0), "the virtual gold is not in order"),
    (everything, put("under_seen", 3, 18), "the cards under a deck are not in order"),
    (everything, put("under", 3, 0), "the cards under a deck are not in order"),
    (everything, put("under_count", 13, 1), "the cards under a deck are not in order"),
    (everything, put("opened", 3, 0), "the slots to refill are not in order"),
    (everything, put("nobles", 3, 4), "too many places for nobles"),
    (everything, put("nobles", 11, 0), "a noble that is not in play"),
    (everything, put("players.reserved_count", 0, 0), "the reserved nobles are not in order"),
    (everything, put("players.posts", 1, 2), "without the cards for it"),
    (cities, put("city_faces", 0, 0), "the cities are not those of the set-up"),
    (everything, put("city_faces", 0, 0), "the cities are not those of the set-up"),
    (everything, put("bank", 0, 0), "TOKENS_NOT_CONSERVED"),
    (everything, put("ending", 1), "the end is announced, or not, for no reason"),
    (everything, put("quiet_rounds", 25), "passes or rounds are counted wrong"),
    (everything, put("passes", 3), "passes or rounds are counted wrong"),
    (everything, put("lively", 1), "a round that only begins"),
    (everything, put("winners", 1), "others have won"),
    (everything, put("copied", NOTHING, 0), "BONUSES_WRONG"),
    (everything, put("copied", 2, 7), "a copy card has a colour too many"),
    (everything, put("phase", Phase.VISIT), "has not come to the decision"),
    (everything, put("stage", Stage.PAY), "has not come to the decision"),
    (everything, put("card", 3), "card is of a decision that is not asked"),
    (everything, put("effect", 1), "the effect of a card is not in order"),
]


@pytest.mark.parametrize(("make", "spoil", "telling"), START, ids=[telling for _, _, telling in START])
def test_between_turns(make: Callable[[], Game], spoil: Spoil, telling: str) -> None:
    game = make()
    soundness.check(game.record)
    spoil(game.record[0])
    with pytest.raises(CorruptSave, match=telling.replace("(", r"\(")):
        Game.from_bytes(sealed(game.record))


def test_bytes_between_the_fields() -> None:
    data = np.frombuffer(Game(seed=1).record.tobytes(), dtype=np.uint8).copy()
    data[soundness._GAPS[0]] = 1
    with pytest.raises(CorruptSave, match="between the fields"):
        Game.from_bytes(sealed(data))


def together(**values: int) -> Spoil:
    """Several fields at once."""

    def spoil(now: Any) -> None:
        for name, value in values.items():
            now[name] = value

    return spoil


def tokens_back(now: Any) -> None:
    """What is over the limit lies in the bank again."""
    tokens = now["players"]["tokens"][int(now["player"])]
    while tokens.sum() > 10:
        colour = int(tokens.argmax())
        tokens[colour] -= 1
        now["bank"][colour] += 1


def fewer_slots_open(now: Any) -> None:
    now["opened_count"] -= 1
    now["opened"][int(now["opened_count"])] = 0


ORIENT = Setup(2, orient=2017)
POSTS = Setup(2, posts=2025)
FORTS = Setup(2, strongholds=2017)
MIDDLE: list[tuple[Phase, Setup, Spoil, str]] = [
    (Phase.PAY, Setup(2), put("buying", NOTHING), "nothing is being purchased"),
    (Phase.PAY, Setup(2), put("card", 89), "that card cannot be purchased"),
    (
        Phase.PAY,
        Setup(2),
        together(pay_step=0, phase=Phase.SACRIFICE),
        "the payment is not in order|another payment|paid is of",
    ),
    (Phase.PAY, Setup(2), put("payment", 1), "the payment is not in order"),
    (Phase.PAY, Setup(2), put("paid", 1, 4), "the payment is not in order|cannot have come so far"),
    (Phase.PAY, FORTS, put("conquest", 1), "a card is conquered without strongholds"),
    (Phase.GIVE_BACK, Setup(2), tokens_back, "nothing is to be given back"),
    (Phase.GIVE_BACK, Setup(2), put("give_back_from", 5), "there is nothing to decide"),
    (Phase.GIVE_BACK, Setup(2), together(phase=Phase.CITY, stage=Stage.END), "TOO_MANY_TOKENS"),
    (Phase.FREE_CARD, ORIENT, put("card", 0), "another effect than the card's is asked"),
    (Phase.COPY, ORIENT, put("effect", 2), "the effect of a card is not in order"),
    (Phase.COPY, ORIENT, fewer_slots_open, "a slot is empty|are not in order"),
    (Phase.STRONGHOLD, FORTS, put("lifted", 4), "a stronghold was lifted from nowhere"),
    (Phase.STRONGHOLD, FORTS, together(phase=Phase.CONQUER, stage=Stage.LATE_REFILL), "there is nothing to conquer"),
    (Phase.EXTRA_TOKEN, POSTS, together(stage=Stage.CONQUEST, pair=NOTHING), "a third token without a pair"),
    (Phase.KEEP, POSTS, put("drawn", NOTHING, 0), "CARD_LOST|drawn without the post"),
    (Phase.KEEP, POSTS, together(phase=Phase.ACTION, stage=Stage.ACTION), "drawn is of a decision that is not asked"),
    (Phase.OVER, Setup(2), put("winners", 0), "others have won"),
    (Phase.OVER, Setup(2), put("over", 0), "has not come|others have won|would be over|announced"),
]


@pytest.mark.parametrize(("phase", "setup", "spoil", "telling"), MIDDLE, ids=[item[3] for item in MIDDLE])
def test_inside_a_turn(phase: Phase, setup: Setup, spoil: Spoil, telling: str) -> None:
    game = first(phase, setup)
    soundness.check(game.record)
    spoil(game.record[0])
    with pytest.raises(CorruptSave, match=telling):
        Game.from_bytes(sealed(game.record))


def test_a_module_that_is_not_played() -> None:
    game = build(Setup(2), players=[{"bonus": "w2 u3 r3 k1"}], seed=1)
    game.record[0]["phase"], game.record[0]["stage"] = Phase.POST, Stage.CITIES
    with pytest.raises(CorruptSave, match="a module that is not played"):
        Game.from_bytes(sealed(game.record))
