"""A state is its bytes: copies, saves and undo give them back, and nothing changes a state that is past.

`make test` does so after 10⁵ decisions, `make test-long` after 10⁶; and plays 4,096 games of 16 module sets with 2,
3 and 4 players both side by side and each for itself.
"""

import copy
import hashlib
import pickle
import random
from collections.abc import Callable

import numpy as np
import pytest

from splendor import CorruptSave, Game, NothingToUndo, Setup
from splendor.rules.layout import new_legal
from splendor.sim import kernels, simulate
from splendor.sim.simulate import records_of
from tests.rules.batches import MODULE_SETS, Batch, as_bytes
from tests.rules.checkers import CHOICES, EAGER, GIVEN, SECRETIVE, UNIFORM
from tests.rules.figures import INTERPRETED, figures, scaled


def digest(game: Game) -> bytes:
    return hashlib.sha256(game.record.tobytes()).digest()


# --- copies, saves, undo ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("decisions", figures(ci=10**5, long=10**6))
@pytest.mark.parametrize("name", MODULE_SETS)
def test_copy_save_and_undo_after_every_decision(name: str, decisions: int) -> None:
    share = -(-decisions // len(MODULE_SETS))
    chance = random.Random(name)
    done = 0
    while done < share:
        done += check_a_game(Game(Setup.of_name(name, players=2 + done % 3), seed=done), chance, share - done)


def check_a_game(game: Game, chance: random.Random, most: int) -> int:
    """Play at random; returned is the number of decisions."""
    past: list[tuple[Game, bytes]] = []
    while not game.is_over and len(past) < most:
        before, twin = game.record.tobytes(), game.copy()
        past.append((twin, digest(twin)))
        action = chance.choice(list(game.legal_actions))
        game.play(action)
        after = game.record.tobytes()
        # undo
        assert game.undo() == action
        assert game.record.tobytes() == before
        assert list(game.legal_actions) == list(twin.legal_actions)
        game.play(action)
        assert game.record.tobytes() == after
        # save
        read = Game.from_bytes(game.to_bytes())
        assert read == game
        assert list(read.legal_actions) == list(game.legal_actions)
        assert read.to_bytes() == game.to_bytes()
    check_past(game, past)
    return len(past)


def check_past(game: Game, past: list[tuple[Game, bytes]]) -> None:
    """No earlier state has changed, neither the copies nor the history; undo leads through all of them back."""
    assert [digest(twin) for twin, _ in past] == [before for _, before in past]
    assert [hashlib.sha256(state).digest() for state, _ in game.history] == [before for _, before in past]
    for twin, before in reversed(past):
        game.undo()
        assert digest(game) == before
        assert game == twin
    with pytest.raises(NothingToUndo):
        game.undo()


@pytest.mark.parametrize("twin_of", [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_a_copy_made_by_python_is_a_game_of_its_own(twin_of: Callable[[Game], Game]) -> None:
    game = Game(Setup(2), seed=7)
    game.play("take wug")
    twin = twin_of(game)
    twin.play("take rk" if "take rk" in twin.legal_actions else twin.legal_actions[0])
    assert (game.player, twin.player) == (1, 0)
    assert sum(twin.players[1].tokens.values()) > 0 == sum(game.players[1].tokens.values())
    twin.undo()
    assert twin == game
    twin.undo()
    assert (twin.player, game.player) == (0, 1)


def test_a_pickled_view_is_the_same_view() -> None:
    view = Game(Setup(3), seed=7).view(0)
    twin = pickle.loads(pickle.dumps(view))
    assert twin == view
    assert twin.seat == view.seat
    assert list(twin.legal_actions) == list(view.legal_actions)


def test_copies_are_independent() -> None:
    game = Game(Setup(2), seed=1)
    copy = game.copy()
    copy.play("take wug")
    assert game.actions == ()
    assert game.bank["white"] == 4
    game.play("take rr")
    assert copy.bank["red"] == 4
    assert [str(action) for action in copy.actions] == ["take wug"]


def test_views_do_not_hold_on_to_the_game() -> None:
    game = Game(Setup(2), seed=1)
    view = game.view(0)
    before = view.record.tobytes()
    guess = view.determinise(seed=1)
    guess.play("take wug")
    game.play("take rr")
    assert view.record.tobytes() == before


@pytest.mark.parametrize("place", [0, 8, 9, 10, 200, -1])
def test_damaged_saves_are_refused(place: int) -> None:
    data = bytearray(Game(Setup(2), seed=1).to_bytes())
    data[place] ^= 1
    with pytest.raises(CorruptSave):
        Game.from_bytes(bytes(data))


# --- many games at once -------------------------------------------------------------------------------------------
SIXTEEN_SETS = [MODULE_SETS[36 * place // 15] for place in range(16)]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", SIXTEEN_SETS)
def test_array_equals_single_games(name: str, players: int) -> None:
    """Games played in one array end in the same bytes as each played alone."""
    number = scaled(4096)
    setup = Setup.of_name(name, players)
    together = records_of(setup, number)
    kernels.play_each(together, 50, new_legal(), np.zeros(2, dtype=np.int64))
    alone, sums = records_of(setup, 1), np.zeros(kernels.TALLY, dtype=np.int64)
    for index in range(number):
        kernels.play_many(alone, 0, 50 + index, 1, new_legal(), np.zeros(2, dtype=np.int64), sums)
        assert (as_bytes(alone)[0] == as_bytes(together)[index]).all(), f"seed {50 + index}"
    assert sums[kernels.UNFINISHED] == 0


@pytest.mark.parametrize("name", MODULE_SETS)
def test_lockstep_equals_objects(name: str) -> None:
    """A decision at a time in a batch, and through `Game.play`: the same positions and the same legal actions."""
    setups = [Setup.of_name(name, players) for players in (2, 3, 4)]
    batch = Batch(setups, 3, seed=8, policies=(EAGER, SECRETIVE, UNIFORM))
    games = [Game(setup, seed=8 + index) for index, setup in enumerate(setups)]
    for _ in range(10 if INTERPRETED else 400):
        for index, game in enumerate(games):
            number = int(batch.drivers["number"][index])
            assert game.record.tobytes() == as_bytes(batch.games)[index].tobytes()
            assert game.legal_actions.numbers.tolist() == batch.legal[index, :number].tolist()
        batch.step()
        for index, game in enumerate(games):
            if game.is_over:
                games[index] = Game(setups[index], seed=int(batch.drivers["seed"][index]) - len(batch))
            else:
                game.play(int(batch.drivers["played"][index]))


@pytest.mark.parametrize("setup", [Setup(2), Setup(4, cities=2025, posts=2025, orient=2025, strongholds=2025)])
def test_threads_make_no_difference(setup: Setup) -> None:
    results = [simulate(setup, scaled(3000), seed=9, threads=threads).to_dict() for threads in (1, 2, 5)]
    for result in results:
        for name in ("threads", "seconds", "decisions_per_second", "games_per_second"):
            del result[name]
    assert results[0] == results[1] == results[2]


def test_given_actions_replay_a_batch() -> None:
    """The choices alone, without the policy, lead to the same positions."""
    number = 2 if INTERPRETED else 50
    batch = Batch(Setup(3, orient=2025), number, seed=3, policies=(EAGER,))
    replay = Batch(Setup(3, orient=2025), number, seed=3, policies=(GIVEN,))
    assert (batch.drivers["chance"] == replay.drivers["chance"]).all()
    for _ in range(10 if INTERPRETED else 300):
        batch.step()
        replay.drivers["played"] = batch.drivers["played"]
        replay.step()
        assert (as_bytes(batch.games) == as_bytes(replay.games)).all()
    assert CHOICES == kernels.CHOICE_STREAM
