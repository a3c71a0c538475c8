"""Batch: the games of a batch are those of `Game`, byte for byte, whatever the threads and however they are stepped."""

from typing import Any

import numpy as np
import pytest

from splendor import CorruptSave, Game, IllegalAction, Setup, SplendorError
from splendor import observation as observations
from splendor.agents import make
from splendor.rules.actions import ACTIONS
from splendor.rules.layout import new_legal
from splendor.sim import Batch, kernels
from splendor.sim.simulate import records_of

EVERYTHING = Setup(4, cities=2025, posts=2025, orient=2025, strongholds=2025)
MIXED = [Setup(2), Setup(3, cities=2017), EVERYTHING, Setup(3, posts=2025, orient=2017, strongholds=2025)]
SETUPS = list(Setup.all())


def played(batch: Batch, steps: int) -> Batch:
    for _ in range(steps):
        batch.step(batch.sample())
    return batch


def share(game: Game, seat: int) -> float:
    """The reward as it is described: the share of the victory, stretched to a sum of 0."""
    players = game.setup.players
    won = seat in game.winners
    return (won / max(1, len(game.winners)) - 1 / players) * players / (players - 1)


def same_as(batch: Batch, index: int, game: Game) -> None:
    """Everything a batch shows of one place is what the game shows."""
    assert batch.games[index].tobytes() == game.record[0].tobytes()
    assert (batch.masks[index] == game.legal_actions.mask()).all()
    assert batch.legal[index][: batch.numbers[index]].tolist() == game.legal_actions.numbers.tolist()
    assert batch.players[index] == game.player
    if batch.observations is not None:
        assert (batch.observations[index] == observations.raw(game.view(game.player))).all()


# --- a batch is its games -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("autoreset", ["same_step", "next_step", "off"])
def test_a_batch_is_its_games(autoreset: Any) -> None:
    """Every module set, over the end of games and into the next ones."""
    setups = [setup.replace(players=2 + index % 3) for index, setup in enumerate(SETUPS[:37])]
    number = len(setups)
    batch = Batch(setups, number, seed=7, observations="int8", autoreset=autoreset)
    games = [Game(setup, seed=7 + index) for index, setup in enumerate(setups)]
    ended = 0
    for _ in range(400):
        actions = batch.sample().copy()
        batch.step(actions)
        for index, game in enumerate(games):
            waited = game.is_over
            if not waited:
                game.play(int(actions[index]))
            elif autoreset == "next_step":
                game = games[index] = Game(setups[index], seed=int(batch.seeds[index]))
            rewards = [0.0] * 4
            if game.is_over and not waited:
                ended += 1
                rewards[: game.setup.players] = [share(game, seat) for seat in range(game.setup.players)]
                assert batch.done[index]
                if autoreset == "same_step":
                    assert batch.final[index].tobytes() == game.record[0].tobytes()
                    assert batch.final_game(index).ranking == game.ranking
                    game = games[index] = Game(setups[index], seed=int(batch.seeds[index]))
            elif autoreset != "off" or not waited:
                assert not batch.done[index]
            if autoreset != "off" or not waited:
                assert batch.rewards[index].tolist() == pytest.approx(rewards)
            same_as(batch, index, game)
    assert ended >= number * 0.9
    assert (batch.seeds % number == (np.arange(number) + 7) % number).all()


def test_random_play_is_that_of_simulate() -> None:
    """`play_out` with random agents plays the games of `simulate`, the end of 3,000 games byte for byte."""
    for setup in MIXED:
        batch = Batch(setup, 750, seed=3)
        batch.play_out("random")
        records = records_of(setup, 750)
        kernels.play_each(records, 3, new_legal(), np.zeros(2, dtype=np.int64))
        assert batch.games.tobytes() == records.tobytes()
        assert batch.done.all()
        assert not batch.masks.any()
        assert np.allclose(batch.rewards.sum(axis=1), 0, atol=1e-6)
        assert batch.rewards.max() == 1


@pytest.mark.long
@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.players}-{setup.name}")
def test_random_play_of_all_setups(setup: Setup) -> None:
    """B3: 4,096 games of every set-up."""
    batch, records = Batch(setup, 4096, seed=1, threads=2), records_of(setup, 4096)
    batch.play_out("random")
    kernels.play_each(records, 1, new_legal(), np.zeros(2, dtype=np.int64))
    assert batch.games.tobytes() == records.tobytes()


def test_threads_change_nothing() -> None:
    one, two = (played(Batch(MIXED, 97, seed=5, observations="float32", threads=threads), 90) for threads in (1, 3))
    assert one.to_bytes() == two.to_bytes()
    assert (one.observations == two.observations).all()
    one.play_out(["random", "greedy", "random", "greedy"])
    two.play_out(["random", "greedy", "random", "greedy"])
    assert one.to_bytes() == two.to_bytes()


# --- agents -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("setup", MIXED, ids=lambda setup: setup.name)
def test_agents_play_as_they_do_alone(setup: Setup) -> None:
    specs = ["greedy", "greedy:style=nobles", "greedy:style=rush", "greedy"][: setup.players]
    agents = [make(spec) for spec in specs]
    batch = Batch(setup, 3, seed=11)
    batch.play_out(specs)
    for index in range(3):
        game = Game(setup, seed=11 + index)
        while not game.is_over:
            game.play(agents[game.player].choose(game.view(game.player), game.legal_actions))
        assert batch.games[index].tobytes() == game.record[0].tobytes()


def test_play_until_a_seat_decides() -> None:
    batch = Batch(MIXED, 40, seed=2, autoreset="off")
    until = (np.arange(40) % 2).astype(np.int8)
    for _ in range(200):
        batch.play_out("random", until=until)
        assert (batch.done | (batch.players == until)).all()
        assert (batch.done == (batch.numbers == 0)).all()
        batch.step(batch.sample())
    assert batch.done.all()
    assert np.allclose(np.abs(batch.rewards).max(axis=1), 1, atol=0.7)  # they stay until the next deal
    kept = batch.to_bytes()
    batch.step(batch.sample())
    assert batch.to_bytes() == kept


def test_after_a_play_out_the_next_step_deals() -> None:
    for mode in ("same_step", "next_step"):
        batch = Batch(Setup(2), 3, seed=2, autoreset=mode)  # type: ignore[arg-type]
        batch.play_out()
        batch.step(batch.sample())
        assert batch.seeds.tolist() == [5, 6, 7]
        assert not batch.done.any()
        assert not batch.rewards.any()
        same_as(batch, 0, Game(Setup(2), seed=5))


@pytest.mark.parametrize(
    ("agents", "words"),
    [
        (["random"], "1 agents for 2 seats"),
        ("greedy:noise=2", "only, not by 'greedy:noise=2'"),
        ("random:seed=3", "not by"),
        ("nobody", "there is no agent"),
    ],
)
def test_agents_that_cannot_play(agents: Any, words: str) -> None:
    batch = Batch(Setup(2), 2)
    before = batch.to_bytes()
    with pytest.raises(SplendorError, match=words):
        batch.play_out(agents)
    assert batch.to_bytes() == before


# --- seeds and resets -----------------------------------------------------------------------------------------------
def test_seeds_and_resets() -> None:
    batch = Batch(Setup(2), 4, seed=[5, 9, 5, 0])
    assert batch.games[0].tobytes() == batch.games[2].tobytes() == Game(Setup(2), seed=5).record[0].tobytes()
    played(batch, 10)
    kept = batch.games[1].tobytes()
    batch.reset(where=[True, False, False, True])
    assert batch.seeds.tolist() == [9, 9, 5, 4]
    assert batch.decisions.tolist() == [0, 10, 10, 0]
    assert batch.games[1].tobytes() == kept
    same_as(batch, 3, Game(Setup(2), seed=4))
    batch.reset(seed=100)
    assert batch.seeds.tolist() == [100, 101, 102, 103]
    assert not batch.done.any()


def test_arrays_stay_where_they_are() -> None:
    batch = Batch(MIXED, 8, observations="int8")
    names = ("masks", "legal", "numbers", "players", "rewards", "done", "observations", "seeds", "decisions", "games")
    before = {name: getattr(batch, name).ctypes.data for name in names}
    played(batch, 100)
    batch.reset()
    batch.play_out()
    assert before == {name: getattr(batch, name).ctypes.data for name in names}
    assert batch.masks.dtype == np.bool_
    assert batch.masks.shape == (8, ACTIONS)


def test_observations_of_any_seat() -> None:
    batch = played(Batch(MIXED, 12, seed=3, observations="float32"), 30)
    first, whole = np.zeros(12, dtype=np.int8), np.zeros((12, observations.SIZE), dtype=np.int8)
    batch.observe(first, whole)
    for index in range(12):
        view = batch.game(index).view(0)
        assert (whole[index] == observations.raw(view)).all()
        decider = batch.game(index).view(int(batch.players[index]))
        assert np.allclose(batch.observations[index], observations.observe(decider))
    batch.play_out()
    ended = played(Batch(Setup(2), 5, seed=3), 300)
    ended.observe(first[:5], whole[:5], final=True)
    assert observations.named(whole[:5])["progress"]["over"].all()


# --- keeping --------------------------------------------------------------------------------------------------------
def test_copy_and_save() -> None:
    batch = played(Batch(MIXED, 20, seed=4, observations="int8", autoreset="next_step"), 120)
    saved = batch.to_bytes()
    others = [batch.copy(), Batch.from_bytes(saved), Batch.from_bytes(saved, threads=2)]
    played(batch, 60)
    for other in others:
        assert other.to_bytes() == saved
        played(other, 60)
        assert other.to_bytes() == batch.to_bytes()
        assert (other.masks == batch.masks).all()
        assert (other.observations == batch.observations).all()
        assert (other.rewards == batch.rewards).all()
        assert other.autoreset == "next_step"


@pytest.mark.parametrize("damage", [b"", b"splendor", b"x" * 200])
def test_damaged_saves_are_refused(damage: bytes) -> None:
    saved = Batch(Setup(2), 2).to_bytes()
    with pytest.raises(CorruptSave):
        Batch.from_bytes(damage)
    for place in (0, 30, len(saved) // 2, len(saved) - 1):
        spoilt = bytearray(saved)
        spoilt[place] ^= 1
        with pytest.raises(CorruptSave):
            Batch.from_bytes(bytes(spoilt))


# --- refusals -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("action", [75, -1, ACTIONS, 10**12, -(10**12)])
def test_illegal_actions_are_refused_and_do_no_damage(action: int) -> None:
    batch = played(Batch(MIXED, 30, seed=6, observations="int8"), 15)
    before, masks = batch.to_bytes(), batch.masks.copy()
    actions = batch.sample().copy()
    before = batch.to_bytes()
    actions[17] = action
    with pytest.raises(IllegalAction, match="^game 17: "):
        batch.step(actions)
    assert batch.to_bytes() == before
    assert (batch.masks == masks).all()


def test_without_the_check_legal_actions_do_the_same() -> None:
    checked, unchecked = Batch(MIXED, 30, seed=6), Batch(MIXED, 30, seed=6, check=False)
    assert played(checked, 200).games.tobytes() == played(unchecked, 200).games.tobytes()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"games": 0}, "games: 0"),
        ({"threads": 0}, "threads: 0"),
        ({"setups": []}, "set-ups: 0"),
        ({"autoreset": "soon"}, "autoreset='soon' is unknown"),
        ({"observations": "float64"}, "observations='float64'"),
        ({"device": "abacus"}, "device='abacus'"),
        ({"seed": -1}, "a seed is"),
        ({"seed": [1, 2]}, "2 seeds for 4 games"),
    ],
)
def test_impossible_batches(options: dict[str, Any], words: str) -> None:
    with pytest.raises(SplendorError, match=words):
        Batch(**({"setups": Setup(2), "games": 4} | options))


def test_wrong_shapes_and_places() -> None:
    batch = Batch(Setup(2), 4)
    with pytest.raises(SplendorError, match="4 actions are needed"):
        batch.step([3, 3])
    with pytest.raises(SplendorError, match="4 marks"):
        batch.reset(where=[True])
    with pytest.raises(SplendorError, match="no game 4"):
        batch.game(4)
    with pytest.raises(SplendorError, match="has ended in place 0"):
        batch.final_game(0)
    assert len(batch) == 4
    assert batch.setup(3) == Setup(2)
