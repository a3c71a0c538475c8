"""A view on its way to another program and back: the same bytes, and nothing else gets through."""

import base64
import json
import random

import numpy as np
import pytest

from splendor import Game, Setup
from splendor.errors import CorruptSave
from splendor.foreign.packed import pack, unpack
from splendor.foreign.table import setup_values, view_values
from splendor.rules.layout import GAME

SETUPS = list(Setup.all())


def decisions(setup: Setup, seed: int, number: int) -> list[Game]:
    """Positions of a random game, spread over it."""
    rng = random.Random(seed)
    game = Game(setup, seed=seed)
    found = []
    while not game.is_over:
        found.append(game.copy())
        game.play(rng.choice(list(game.legal_actions)))
    return rng.sample(found, min(number, len(found)))


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.players}-{setup.name}")
def test_there_and_back(setup: Setup) -> None:
    for game in decisions(setup, seed=5, number=8):
        for seat in range(setup.players):
            view = game.view(seat)
            again = unpack(pack(view), seat)
            assert again == view
            assert list(again.legal_actions) == list(view.legal_actions)


@pytest.mark.parametrize("setup", SETUPS[::10], ids=lambda setup: f"{setup.players}-{setup.name}")
def test_the_readable_view_is_json_and_hides_what_the_seat_may_not_know(setup: Setup) -> None:
    """Resample: another game that the seat cannot tell from this one gives the same text."""
    for game in decisions(setup, seed=6, number=8):
        for seat in range(setup.players):
            view = game.view(seat)
            text = json.dumps(view_values(view))
            other = view.determinise(seed=9).view(seat)
            assert json.dumps(view_values(other)) == text
            assert pack(other) == pack(view)


def test_every_card_of_the_game_is_named_at_its_start() -> None:
    assert len(setup_values(Setup(2))["cards"]) == 90
    for year in (2017, 2025):
        named = [card["name"] for card in setup_values(Setup(2, orient=year))["cards"]]
        assert len(set(named)) == 120
        assert sum(name.startswith(f"O{year % 100}-") for name in named) == 30
    assert [post["letter"] for post in setup_values(Setup(2, posts=2025))["posts"]] == list("ABCDE")


# --- damage -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "layout ''"),
        ("7:AAAA", "layout '7'"),
        ("1:!!!!", "no base64"),
        ("1:AAAA", "3 bytes; 664 were expected"),
        ("1:" + base64.b64encode(bytes(664)).decode(), "none of a game"),
    ],
)
def test_what_is_no_view(text: str, complaint: str) -> None:
    with pytest.raises(CorruptSave, match=complaint):
        unpack(text, 0)


def test_the_view_of_another_seat() -> None:
    game = Game(seed=1)
    game.play("reserve deck 1")
    with pytest.raises(CorruptSave, match="not what seat 1 would see"):
        unpack(pack(game.view(0)), 1)
    with pytest.raises(CorruptSave, match="no seat 2"):
        unpack(pack(game.view(0)), 2)


def test_a_whole_game_is_no_view() -> None:
    game = Game(seed=1)
    game.play("reserve deck 1")
    with pytest.raises(CorruptSave):
        unpack("1:" + base64.b64encode(game.record.tobytes()).decode(), 1)


@pytest.mark.parametrize("setup", [Setup(2), Setup(3, cities=2025, posts=2025, orient=2025, strongholds=2025)])
def test_changed_bytes_never_get_to_the_rules(setup: Setup) -> None:
    """Any byte of a view set to anything: refused, or else a view that could be."""
    rng = np.random.default_rng(1)
    (game,) = decisions(setup, seed=8, number=1)
    good = np.frombuffer(game.view(0).record.tobytes(), dtype=np.uint8)
    refused = 0
    for place in rng.integers(GAME.itemsize, size=400):
        data = good.copy()
        data[place] ^= rng.integers(1, 256, dtype=np.uint8)
        try:
            assert unpack("1:" + base64.b64encode(data.tobytes()).decode(), 0).legal_actions is not None
        except CorruptSave:
            refused += 1
    assert refused > 300
