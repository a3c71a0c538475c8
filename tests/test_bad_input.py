"""Bad input anywhere: a specific exception with a message that helps, and nothing has changed."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from splendor import (
    Action,
    CorruptSave,
    Game,
    GameRecord,
    IllegalAction,
    IllegalSetup,
    ImpossiblePosition,
    NothingToUndo,
    Phase,
    Setup,
    SplendorError,
    UnreadableAction,
    UnreadableRecord,
    agents,
    build,
    hidden,
)
from splendor.agents import UnknownAgent, make
from splendor.sim import simulate
from splendor.table.catalogue import COLOURS

NO_NUMBERS: list[Any] = [True, 1.0, "1", None, [1], b"1", float("nan")]


def refusal(error: type[SplendorError], call: Callable[[], object]) -> str:
    """The message of a refusal: of exactly that class, and a sentence."""
    with pytest.raises(SplendorError) as caught:
        call()
    assert type(caught.value) is error
    message = str(caught.value)
    assert len(message) > 15
    assert message.endswith((".", "…", "?"))
    assert len(message) < 2000
    return message


def unchanged(game: Game, error: type[SplendorError], call: Callable[[], object]) -> str:
    """The message of a refusal that leaves the game as it was, to the byte."""
    before = game.record.tobytes(), game.actions, game.legal_actions.numbers.tolist()
    message = refusal(error, call)
    assert (game.record.tobytes(), game.actions, game.legal_actions.numbers.tolist()) == before
    return message


# --- Setup --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("values", "telling"),
    [
        *[({"players": value}, "2, 3 or 4") for value in [0, 1, 5, -2, *NO_NUMBERS]],
        *[({"cities": value}, "cities=") for value in (2016, 0, True, "2025", 2025.0, [])],
        ({"posts": 1}, "Legal: None, 2017, 2025"),
        ({"take_fewer": "sometimes"}, "short_supply_only"),
        ({"take_fewer": None}, "BASE-TAKE-4"),
        ({"payment": "gold"}, "least_gold"),
        ({"extra_nobles": 1}, "True nor False"),
        ({"cities": 2017, "posts": 2017}, "CONF-5"),
        ({"cities": 2017, "orient": 2025}, "Legal: cities=2025, orient=2025"),
        ({"orient": 2017, "strongholds": 2017}, "CONF-5"),
    ],
)
def test_set_ups(values: dict[str, Any], telling: str) -> None:
    assert telling in refusal(IllegalSetup, lambda: Setup(**values))
    assert telling in refusal(IllegalSetup, lambda: Setup.from_dict(values))
    assert telling in refusal(IllegalSetup, lambda: Setup(2).replace(**values))


@pytest.mark.parametrize(
    "name", ["", "bass", "cities", "cities2018", "cities2025+cities2025", "2025", "base+posts2025"]
)
def test_names_of_module_sets(name: str) -> None:
    assert name in refusal(IllegalSetup, lambda: Setup.of_name(name))


def test_unknown_options_of_a_set_up() -> None:
    assert "'colours'" in refusal(IllegalSetup, lambda: Setup.from_dict({"colours": 6}))


@pytest.mark.parametrize("setup", ["base", 2, 0, {"players": 2}, [], Setup])
def test_what_is_no_set_up(setup: Any) -> None:
    assert "Setup(3, cities=2025)" in refusal(IllegalSetup, lambda: Game(setup))


# --- Action -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("number", [-1, 379, 10**30, False, *NO_NUMBERS])
def test_action_numbers(number: Any) -> None:
    assert "0 to 378" in refusal(UnreadableAction, lambda: Action(number))


@pytest.mark.parametrize(
    ("text", "telling"),
    [
        ("take wux", "colours are w u g r k"),
        ("take white", "'take wug'"),
        ("take wwu", "a pair"),
        ("take", "'take rr'"),
        ("copy y", "'copy w'"),
        ("give back z", "y is gold"),
        ("purchase 4.1", "level 1, slot 4"),
        ("purchase 1.7", "'purchase hand 2'"),
        ("reserve deck 4", "'reserve deck 3'"),
        ("sacrifice 91", "a card's name"),
        ("pay r8", "'pay r2'"),
        ("buy 1.4", "begins with one of"),
        ("", "begins with one of"),
        ("take wug\0", "'take wug'"),
        ("x" * 100_000, "..."),
    ],
)
def test_action_texts(text: str, telling: str) -> None:
    assert telling in refusal(UnreadableAction, lambda: Action.parse(text))
    game = Game(seed=1)
    assert telling in unchanged(game, UnreadableAction, lambda: game.play(text))


@pytest.mark.parametrize("text", [None, 5, True, b"take wug", ["take wug"], 1.5])
def test_actions_that_are_no_text(text: Any) -> None:
    refusal(UnreadableAction, lambda: Action.parse(text))


@given(st.text(max_size=40))
def test_any_text_is_an_action_or_is_refused(text: str) -> None:
    try:
        action = Action.parse(text)
    except UnreadableAction:
        return
    assert Action.parse(str(action)) == action


# --- Game ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", [-1, 2**63, *[value for value in NO_NUMBERS if value is not None]])
def test_seeds(seed: Any) -> None:
    assert "2**63 - 1" in refusal(SplendorError, lambda: Game(Setup(2), seed=seed))
    game = Game(Setup(2), seed=1)
    assert "2**63 - 1" in unchanged(game, SplendorError, lambda: game.play("take wug", seed=seed))
    assert "2**63 - 1" in unchanged(game, SplendorError, lambda: game.view(0).determinise(seed))
    refusal(SplendorError, lambda: build(Setup(2), seed=seed))


@pytest.mark.parametrize("action", [False, True, 1.0, None, b"pass", (1,), np.float64(3.0), np.True_])
def test_actions_of_no_kind(action: Any) -> None:
    game = Game(seed=1)
    unchanged(game, UnreadableAction, lambda: game.play(action))
    unchanged(game, UnreadableAction, lambda: action in game.legal_actions)


@pytest.mark.parametrize("number", [-1, 379, np.int64(-1), np.int32(400), 2**70])
def test_numbers_of_no_action(number: Any) -> None:
    game = Game(seed=1)
    unchanged(game, UnreadableAction, lambda: game.play(number))


def test_illegal_actions() -> None:
    game = Game(Setup(2), seed=1)
    legal = set(game.legal_actions.numbers.tolist())
    for number in set(range(379)) - legal:
        message = unchanged(game, IllegalAction, lambda number=number: game.play(number))
        assert "Player" in message
        assert "take wug" in message
    assert "BASE-PASS-2" in unchanged(game, IllegalAction, lambda: game.play("pass"))


def test_actions_of_another_phase() -> None:
    game = build(Setup(2), players=[{"tokens": "w3 u3 g2 r1"}], seed=1)
    assert "action" in unchanged(game, IllegalAction, lambda: game.play("give back w"))
    game.play("take rkg")
    assert game.phase is Phase.GIVE_BACK
    for action in ("take rkg", "pass", "give back y", "purchase 1.1", "pay w1"):
        assert "give back" in unchanged(game, IllegalAction, lambda action=action: game.play(action))


def test_actions_after_the_end() -> None:
    game = build(Setup(2), players=[{"prestige": 15}], player=1, seed=1)
    game.play("take wug")
    assert game.is_over
    assert "the game is over" in unchanged(game, IllegalAction, lambda: game.play("take wug"))


def test_nothing_to_undo() -> None:
    game = Game(seed=1)
    unchanged(game, NothingToUndo, game.undo)
    game.play("take wug")
    game.undo()
    unchanged(game, NothingToUndo, game.undo)


@pytest.mark.parametrize("seat", [-1, 2, 4, True, 0.0, "0"])
def test_seats(seat: Any) -> None:
    game = Game(Setup(2), seed=1)
    unchanged(game, SplendorError, lambda: game.view(seat))


# --- View ---------------------------------------------------------------------------------------------------------
def test_a_view_cannot_be_played_on() -> None:
    game = Game(Setup(2), seed=1)
    view = game.view(1)
    assert len(view.legal_actions) == 0
    assert not hasattr(view, "play")
    assert not hasattr(view, "to_bytes")


# --- positions ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("named", "telling"),
    [
        ({"players": [{"tokens": "z2"}]}, "z"),
        ({"players": [{"tokens": {"pink": 1}}]}, "pink"),
        ({"players": [{"tokens": "w5"}]}, "INV-1"),
        ({"players": [{"tokens": "w4 u4 g3"}]}, "10"),
        ({"players": [{"hand": ["1", "2", "3", "4"]}]}, "BASE-RES-2"),
        ({"players": [{"tableau": ["91"]}]}, "91"),
        ({"players": [{"tableau": ["1", "1"]}]}, "INV-5"),
        ({"players": [{"gold": 1}]}, "gold"),
        ({"players": [{}, {}, {}]}, "3 players"),
        ({"market": {"4.1": "1"}}, "4.1"),
        ({"market": {"1.1": "70"}}, "70"),
        ({"nobles": ["Napoleon"]}, "Napoleon"),
        ({"cities": ["Rome"]}, "Rome"),
        ({"player": 2}, "seat"),
        ({"player": True}, "seat"),
        ({"rounds": -1}, "rounds"),
        ({"ending": True}, "BASE-END-1"),
        ({"players": [{"hand": [hidden("1", 5)]}]}, "seat"),
    ],
)
def test_impossible_positions(named: dict[str, Any], telling: str) -> None:
    assert telling in refusal(ImpossiblePosition, lambda: build(Setup(2), **named))


# --- records ------------------------------------------------------------------------------------------------------
def test_records_that_are_none() -> None:
    for data in ("", "nonsense", "{}", "[1]", "{", b"\xff", "Splendor record 2\n", "null", 5, None):
        refusal(UnreadableRecord, lambda data=data: GameRecord.read(data))


def test_records_of_impossible_games() -> None:
    game = Game(Setup(2), seed=1)
    for action in ("take wug", "take wug", "take rr"):
        game.play(action)
    text = GameRecord.of(game).text()
    for right, wrong in (("take rr", "take ww"), ("1B ", "2B "), ("Prestige: 0 0", "Prestige: 1 0")):
        assert right in text
        record = GameRecord.read(text.replace(right, wrong))
        refusal(UnreadableRecord, record.verify)
    for upto in (-1, 4):
        refusal(SplendorError, lambda upto=upto: GameRecord.of(game).replay(upto))
    game.play("take gkr")
    game.record[0]["bank"][0] += 1
    refusal(SplendorError, lambda: GameRecord.of(Game._of_record(game.record)))


# --- agents and simulations ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("spec", "telling"),
    [
        ("gready", "known are"),
        ("", "known are"),
        ("greedy:style=boring", "styles are"),
        ("greedy:speed=3", "no option"),
        ("greedy:noise=much", "0 to 100"),
        ("greedy:noise=nan", "0 to 100"),
        ("random:seed=-1", "2**63"),
        ("random:seed=1,seed=2", "twice"),
        ("random:seed", "seed"),
        (None, "for example"),
        (3, "for example"),
    ],
)
def test_agents(spec: Any, telling: str) -> None:
    assert telling in refusal(UnknownAgent, lambda: make(spec))


def test_agents_are_registered_once() -> None:
    refusal(SplendorError, lambda: agents.register(agents.agents()[0]))


@pytest.mark.parametrize(
    "values",
    [
        {"games": 0},
        {"games": -1},
        {"threads": 0},
        {"seed": -1},
        {"seed": 2**62},
        {"device": "tpu"},
        {"device": None},
    ],
)
def test_simulations(values: dict[str, Any]) -> None:
    message = refusal(SplendorError, lambda: simulate(**({"setup": Setup(2), "games": 1} | values)))
    assert "expected" in message


def test_colours_are_those_of_the_rulebook() -> None:
    assert COLOURS == ("white", "blue", "green", "red", "black", "gold")


# --- saves --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("data", "telling"),
    [
        (b"", "no saved game"),
        (b"splendor", "no saved game"),
        (b"splendor\0", "no saved game"),
        (b"splendour" + bytes(2000), "no saved game"),
        (b"splendor\xff\xff" + bytes(2000), "layout 65535"),
        ("text", "not str"),
        (None, "not NoneType"),
        ([1, 2], "not list"),
    ],
)
def test_bytes_that_are_no_save(data: Any, telling: str) -> None:
    assert telling in refusal(CorruptSave, lambda: Game.from_bytes(data))


def test_cut_and_lengthened_saves() -> None:
    data = Game(seed=1).to_bytes()
    for length in range(0, len(data), 37):
        refusal(CorruptSave, lambda length=length: Game.from_bytes(data[:length]))
    refusal(CorruptSave, lambda: Game.from_bytes(data + b"\0"))
    assert Game.from_bytes(bytearray(data)) == Game.from_bytes(memoryview(data)) == Game(seed=1)


@given(st.data())
def test_mutated_saves(data: st.DataObject) -> None:
    """Any other byte anywhere is noticed."""
    save = bytearray(Game(Setup(3, posts=2025), seed=data.draw(st.integers(0, 3))).to_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        save[data.draw(st.integers(0, len(save) - 1))] ^= data.draw(st.integers(1, 255))
    try:
        game = Game.from_bytes(bytes(save))
    except CorruptSave:
        return
    assert game.to_bytes() == bytes(save)
