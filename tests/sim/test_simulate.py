"""`simulate`: the same games whatever the threads, and the same as played one by one through `Game`."""

import json
from collections.abc import Callable

import numpy as np
import pytest

from splendor import Game, Setup, SplendorError
from splendor.rules.layout import new_legal
from splendor.sim import Simulation, kernels, simulate
from splendor.sim.simulate import CHUNK, records_of

ALL_2025 = Setup(2, cities=2025, posts=2025, orient=2025, strongholds=2025)
SETUPS = [
    Setup(2),
    Setup(3),
    Setup(4),
    Setup(2, payment="least_gold"),
    Setup(3, take_fewer="free", extra_nobles=True),
    Setup(4, cities=2017),
    Setup(3, posts=2017),
    Setup(2, orient=2017),
    Setup(3, strongholds=2017),
    ALL_2025,
    ALL_2025.replace(players=4),
]
each_setup = pytest.mark.parametrize("setup", SETUPS, ids=Setup.describe)

# What the clock decides, and how many threads there were; everything else the seeds decide.
BY_CHANCE = {"threads", "seconds", "decisions_per_second", "games_per_second"}


def outcome(result: Simulation) -> dict[str, object]:
    return {name: value for name, value in result.to_dict().items() if name not in BY_CHANCE}


# --- the same games -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("threads", [2, 3, 7])
@pytest.mark.parametrize("setup", [Setup(2), ALL_2025.replace(players=3)], ids=Setup.describe)
def test_any_number_of_threads_plays_the_same_games(setup: Setup, threads: int) -> None:
    games = 2 * CHUNK + 3
    assert outcome(simulate(setup, games, seed=11, threads=threads)) == outcome(simulate(setup, games, seed=11))


@pytest.mark.parametrize("setup", [Setup(2), ALL_2025], ids=Setup.describe)
def test_game_i_is_dealt_from_seed_plus_i(setup: Setup) -> None:
    whole = simulate(setup, 60, seed=1000)
    parts = [simulate(setup, 25, seed=1000), simulate(setup, 35, seed=1025)]
    assert whole.decisions == sum(part.decisions for part in parts)
    assert whole.decisions_longest == max(part.decisions_longest for part in parts)
    assert np.allclose(whole.wins_by_seat, np.sum([part.wins_by_seat for part in parts], axis=0))
    assert simulate(setup, 60, seed=5000).decisions != whole.decisions


def test_seeds_up_to_the_largest() -> None:
    assert simulate(Setup(2), 3, seed=2**62 - 3).unfinished == 0


def test_seeds_beyond_32_bits_differ() -> None:
    seeds = (7, 7 + 2**32, 7 + 2**40)
    assert len({simulate(Setup(2), 20, seed=seed).decisions for seed in seeds}) == len(seeds)


# --- one by one ---------------------------------------------------------------------------------------------------
def words(seed: int) -> Callable[[], int]:
    """The generator of `rules/chance.py` written once more, in plain Python: xoroshiro64** and its seeding."""
    mask = 2**32 - 1

    def scramble(word: int) -> int:
        word = ((word ^ word >> 16) * 0x7FEB352D) & mask
        word = ((word ^ word >> 15) * 0x846CA68B) & mask
        return word ^ word >> 16

    def rotate(word: int, by: int) -> int:
        return (word << by | word >> 32 - by) & mask

    low, high = scramble(seed & mask), scramble(seed >> 32 ^ 0x5EED)
    state = [scramble(low ^ 3 * high & mask), scramble(high + low + 0x9E3779B9 & mask)]

    def following() -> int:
        low, high = state[0], state[0] ^ state[1]
        state[:] = rotate(low, 26) ^ high ^ high << 9 & mask, rotate(high, 13)
        return rotate(low * 0x9E3779BB & mask, 5) * 5 & mask

    for _ in range(4):
        following()
    return following


def play_through(setup: Setup, seed: int) -> Game:
    """A game through the people's API, with the choices that the kernel makes for this seed."""
    game = Game(setup, seed=seed)
    word = words(seed ^ kernels.CHOICE_STREAM)
    while not game.is_over:
        legal = game.legal_actions
        game.play(legal[word() * len(legal) >> 32])
    return game


@each_setup
def test_equal_to_games_played_one_by_one(setup: Setup) -> None:
    number, seed = 4, 123_456_789_012
    games = [play_through(setup, seed + place) for place in range(number)]
    result = simulate(setup, number, seed=seed)
    assert result.decisions == sum(len(game.actions) for game in games)
    assert result.decisions_longest == max(len(game.actions) for game in games)
    assert result.rounds_mean * number == sum(game.rounds for game in games)
    shares = [sum(1 / len(game.winners) for game in games if seat in game.winners) for seat in range(setup.players)]
    assert np.allclose(result.wins_by_seat, shares)

    records = records_of(setup, number)
    kernels.play_each(records, seed, new_legal(), np.zeros(2, dtype=np.int64))
    assert [record.tobytes() for record in records] == [game.record.tobytes() for game in games]


# --- what comes back ----------------------------------------------------------------------------------------------
@each_setup
def test_figures_agree_with_each_other(setup: Setup) -> None:
    result = simulate(setup, 200, seed=5)
    assert result.setup == setup.to_dict()
    assert (result.games, result.unfinished, result.device, result.threads, result.seed) == (200, 0, "cpu", 1, 5)
    assert sum(result.wins_by_seat) == pytest.approx(200)
    assert len(result.wins_by_seat) == setup.players
    assert result.decisions_mean == result.decisions / 200
    assert result.decisions_longest >= result.decisions_mean > result.rounds_mean > 1
    assert result.decisions_per_second == result.decisions / result.seconds
    assert result.games_per_second == 200 / result.seconds


def test_the_dictionary_has_what_the_command_promises() -> None:
    values = simulate(Setup(3), 10).to_dict()
    promised = "games decisions seconds decisions_per_second games_per_second rounds_mean wins_by_seat unfinished"
    assert set(promised.split()) <= set(values)
    assert json.loads(json.dumps(values)) == values


@pytest.mark.parametrize("threads", [1, 3])
def test_progress_counts_every_game(threads: int) -> None:
    seen: list[int] = []
    simulate(Setup(2), CHUNK + 7, threads=threads, progress=seen.append)
    assert sum(seen) == CHUNK + 7
    assert max(seen) == CHUNK


# --- what is refused ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("values", "complaint"),
    [
        ({"games": 0}, "games=0: expected at least 1"),
        ({"games": -5}, "games=-5: expected at least 1"),
        ({"games": 1, "threads": 0}, "threads=0: expected at least 1"),
        ({"games": 1, "seed": -1}, "seed=-1: expected at least 0"),
        ({"games": 1, "seed": 2**62}, "below 2\\*\\*62"),
        ({"games": 1, "device": "tpu"}, "device='tpu' is unknown: expected 'cpu' or 'cuda'"),
    ],
)
def test_refusals_say_what_was_expected(values: dict[str, object], complaint: str) -> None:
    with pytest.raises(SplendorError, match=complaint):
        simulate(Setup(2), **values)  # type: ignore[arg-type]
