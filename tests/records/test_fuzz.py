"""Whatever is read, nothing but the promised complaints comes out (RELIABILITY B6)."""

import hashlib
import json
import random
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from splendor import Action, Game, GameRecord, Setup, UnreadableAction, UnreadableRecord
from splendor.action import TEXTS
from splendor.rules.layout import GAME
from tests.records.helpers import EXAMPLE, play_on, random_game

MODULES = ("base", "posts2025+orient2025", "cities2017", "orient2017+strongholds2025", "cities2025+posts2025")
RECORDS = [GameRecord.of(random_game(Setup.of_name(name), seed=1, most=70), digests=True) for name in MODULES]
TEXTS_AND_JSON = [EXAMPLE] + [text for record in RECORDS for text in (record.text(), record.json())]
JUNK = ["", " ", "\n", ",", "[", "]", "{", "}", '"', "#", "=", ";", ":", "\x00", "\ud800", "٣", "9" * 400, "-1",
        "1e999", "null", "[2.3=57]", "take wug", "12B ", "Level 1: ", "Result: *", "O25-30", "hand=1",
        "pass"]  # fmt: skip
fuzz = settings(max_examples=300, deadline=None, derandomize=True, database=None)


def read_and_verify(data: str | bytes) -> None:
    with suppress(UnreadableRecord):
        GameRecord.read(data).verify()


def mutated(text: str, rng: random.Random) -> str:
    """The text with one to four pieces cut out, doubled, moved or replaced by junk."""
    for _ in range(rng.randint(1, 4)):
        first = rng.randrange(len(text) + 1)
        beyond = min(len(text), first + rng.choice([0, 1, 1, 2, 5, 40]))
        piece = text[first:beyond]
        place = rng.randrange(len(text) + 1)
        new = rng.choice([rng.choice(JUNK), rng.choice(JUNK), piece * 2, text[place : place + 8]])
        text = text[:first] + new + text[beyond:]
    return text


def swapped(text: str, rng: random.Random) -> str:
    """The text with two lines, or two items of a list, exchanged."""
    by = "\n" if "\n" in text else ","
    lines = text.split(by)
    first, second = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[first], lines[second] = lines[second], lines[first]
    return by.join(lines)


@fuzz
@given(st.text())
def test_action_of_any_text(text: str) -> None:
    with suppress(UnreadableAction):
        assert Action.parse(text).number >= 0


@fuzz
@given(st.sampled_from(TEXTS), st.randoms(use_true_random=False))
def test_action_of_damaged_text(text: str, rng: random.Random) -> None:
    with suppress(UnreadableAction):
        Action.parse(mutated(text, rng))


@fuzz
@given(st.one_of(st.integers(), st.floats(), st.none(), st.booleans(), st.binary(), st.lists(st.integers())))
def test_action_of_any_number(value: object) -> None:
    with suppress(UnreadableAction):
        assert str(Action(value)) in TEXTS  # type: ignore[arg-type]


@fuzz
@given(st.one_of(st.text(), st.binary(), st.text(alphabet='{}[]",:0123456789truefalsn#=; \n')))
def test_record_of_anything(data: str | bytes) -> None:
    read_and_verify(data)
    if isinstance(data, str):
        read_and_verify("Splendor record 1\n" + data + "\nResult: *")


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text()),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4)),
    max_leaves=8,
)


@fuzz
@given(st.sampled_from(RECORDS), st.data())
def test_json_with_a_strange_value(record: GameRecord, data: st.DataObject) -> None:
    values = json.loads(record.json())
    inside = values
    while True:
        key = data.draw(st.sampled_from(sorted(inside) if isinstance(inside, dict) else range(len(inside))))
        if not isinstance(inside[key], dict | list) or not inside[key] or data.draw(st.booleans()):
            break
        inside = inside[key]
    inside[key] = data.draw(json_values)
    read_and_verify(json.dumps(values))


@fuzz
@given(st.sampled_from(TEXTS_AND_JSON), st.randoms(use_true_random=False))
def test_damaged_record(text: str, rng: random.Random) -> None:
    read_and_verify(mutated(text, rng) if rng.random() < 0.8 else swapped(text, rng))


@pytest.mark.long
def test_damaged_record_many() -> None:
    rng = random.Random(1)
    for _ in range(100_000):
        read_and_verify(mutated(rng.choice(TEXTS_AND_JSON), rng))


# --- positions --------------------------------------------------------------------------------------------------------
def with_bytes(position: bytes, changes: list[tuple[int, int]]) -> bytes:
    """A saved position with some bytes of its record changed, and a checksum that fits."""
    body = bytearray(position[:-16])
    for place, value in changes:
        body[len(body) - GAME.itemsize + place] = value
    return bytes(body) + hashlib.sha256(body).digest()[:16]


POSITIONS = [
    GameRecord.of(Game.from_bytes(record.replay(record.actions - len(record.turns[-1].moves)).to_bytes()))
    for record in RECORDS
]
byte_changes = st.lists(
    st.tuples(st.integers(0, GAME.itemsize - 1), st.one_of(st.integers(0, 255), st.sampled_from([0, 1, 2, 127, 255]))),
    min_size=1,
    max_size=6,
)


@settings(fuzz, max_examples=1000)
@given(st.sampled_from(POSITIONS), byte_changes, st.integers(0, 99))
def test_damaged_position(record: GameRecord, changes: list[tuple[int, int]], seed: int) -> None:
    """A stranger's position is refused, or it can be played: the rules never run on nonsense."""
    assert record.position is not None
    damaged = GameRecord(record.setup, None, with_bytes(record.position, changes), (), record.result)
    try:
        game = GameRecord.read(damaged.json()).replay()
    except UnreadableRecord:
        return
    play_on(game, random.Random(seed), most=40)
