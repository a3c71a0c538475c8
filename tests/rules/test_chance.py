"""SETUP-1, SETUP-3, SETUP-CITY-1: shuffles are fair, and the same seed gives the same game.

`make test` counts 1.2·10⁷ deals and 10⁶ whole decks, `make test-long` ten times as many. The seeds are
fixed, so a test passes always or never. A probability below 10⁻³, divided by the number of tests made, is too small
to be chance.
"""

from typing import Any

import numpy as np
import pytest

from splendor import Game, Setup
from splendor.rules import chance, doors
from splendor.rules.layout import new_games, new_legal, with_attributes
from splendor.sim.simulate import records_of
from splendor.table.catalogue import CARDS, DECK_CARDS, DECK_FIRST
from tests.rules import checkers, chi_square
from tests.rules.batches import as_bytes
from tests.rules.figures import INTERPRETED, figures, scaled

RARE = 1e-3

needs_many = pytest.mark.skipif(INTERPRETED, reason="needs many deals")


def all_fair(probabilities: list[float]) -> bool:
    """Whether none of them is too small, given how many there are."""
    return min(probabilities) > RARE / len(probabilities)


# --- the generator ------------------------------------------------------------------------------------------------
def generator(seed: int) -> Any:
    state = np.zeros(2, dtype=np.int64)
    chance.seed(state, seed)
    return state


def words(state: Any, number: int) -> list[int]:
    return [int(chance.next_word(state)) for _ in range(number)]


def test_generator_is_xoroshiro64_starstar() -> None:
    """The first numbers that the reference implementation of Blackman and Vigna gives from the state (1, 2)."""
    reference = [
        3802928447, 813792938, 1618621494, 2955957307, 3252880261,
        1129983909, 2539651700, 1327610908, 1757650787, 2763843748,
    ]  # fmt: skip
    assert words(np.array([1, 2], dtype=np.int64), 10) == reference


@pytest.mark.parametrize(
    ("seed", "expected"),
    [
        (0, [2528491298, 2196500341, 2660626807, 609652159]),
        (1, [4099695665, 3429877139, 2577234220, 2955244559]),
        (2**32, [133095737, 963250676, 2638823525, 591191694]),
        (2**63 - 1, [2428660892, 3072257261, 3117522036, 2379845095]),
    ],
)
def test_known_answers(seed: int, expected: list[int]) -> None:
    """A change here changes every seeded game: old records that name a seed would replay differently."""
    assert words(generator(seed), 4) == expected


def test_near_seeds_are_unrelated() -> None:
    """Seeds that differ in one bit give words that differ in half of theirs."""
    seeds = [bit ^ base for base in range(20) for bit in (0, *(1 << place for place in range(63)))]
    first = np.array([words(generator(seed), 1)[0] for seed in seeds]).reshape(20, 64)
    changed = np.bitwise_count(first[:, 1:] ^ first[:, :1])
    assert 15.5 < changed.mean() < 16.5
    assert changed.min() > 0


@needs_many
@pytest.mark.parametrize("limit", [2, 3, 7, 10, 12, 20, 30, 40])
def test_below(limit: int) -> None:
    """All numbers alike, whatever the number before."""
    counts, pairs = np.zeros(limit, dtype=np.int64), np.zeros((limit, limit), dtype=np.int64)
    checkers.count_numbers(generator(limit), scaled(2 * 10**6), limit, counts, pairs)
    assert all_fair([chi_square.uniform(counts), chi_square.uniform(pairs)])


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 40, 90])
def test_below_is_even_to_the_last_word(limit: int) -> None:
    """Of all 2³² words the numbers get shares that differ by one at most: the bias is below one in 10⁷."""
    edges = [-(-(number << 32) // limit) for number in range(limit + 1)]  # the first word of each share
    shares = np.diff(edges)
    assert shares.max() - shares.min() <= 1
    assert (shares.max() - shares.min()) / shares.min() < 1e-7
    for number, edge in enumerate(edges[:-1]):
        assert chance.below(before_word(edge), limit) == number
        assert number == 0 or chance.below(before_word(edge - 1), limit) == number - 1


def before_word(word: int) -> Any:
    """A generator whose next word is this one: its output function, undone."""
    mask = 2**32 - 1
    value = word * pow(5, -1, 2**32) & mask
    value = (value >> 5 | value << 27) & mask
    return np.array([value * pow(0x9E3779BB, -1, 2**32) & mask, 1], dtype=np.int64)


# --- deals --------------------------------------------------------------------------------------------------------
@needs_many
@pytest.mark.rule("SETUP-1", "SETUP-3", "SETUP-ORIENT-1")
@pytest.mark.parametrize("deals", figures(ci=2 * 10**6, long=2 * 10**7))
@pytest.mark.parametrize(
    "setup",
    [Setup(4), Setup(2, orient=2017), Setup(3, orient=2025, extra_nobles=True), Setup(4, extra_nobles=True)],
    ids=["base", "orient2017", "orient2025", "extra"],
)
def test_deals_are_fair(setup: Setup, deals: int) -> None:
    """Every card of a deck in every slot of it, every pair in two slots, every noble in every place, alike."""
    slots, pairs, nobles, faces = count_deals(setup, deals)
    probabilities = []
    for slot in np.flatnonzero(slots.sum(axis=1)):
        deck = int(slot) // 6 + (0 if slot % 6 < 4 else 3)
        first = DECK_FIRST[0 if setup.orient is None else 1 + (setup.orient == 2025), deck]
        cards = slots[slot, first : first + DECK_CARDS[deck]]
        assert cards.sum() == slots[slot].sum() == deals
        probabilities.append(chi_square.uniform(cards))
    assert len(probabilities) == (12 if setup.orient is None else 18)
    for level, size in enumerate((40, 30, 20)):
        table = pairs[level, :size, :size]
        assert np.trace(table) == 0
        probabilities.append(chi_square.uniform(table[~np.eye(size, dtype=bool)]))
    for place in range(setup.players + 1):
        dealt = nobles[place, : 12 if setup.extra_nobles else 10]
        assert dealt.sum() == nobles[place].sum() == deals
        probabilities.append(chi_square.uniform(dealt))
    assert not faces.any()
    assert all_fair(probabilities)


@needs_many
@pytest.mark.rule("SETUP-CITY-1")
@pytest.mark.parametrize("deals", figures(ci=2 * 10**6, long=2 * 10**7))
@pytest.mark.parametrize("edition", [2017, 2025])
def test_cities_are_fair(edition: Any, deals: int) -> None:
    """Every tile in every place, and both its sides, alike; no nobles."""
    _, _, nobles, faces = count_deals(Setup(3, cities=edition), deals)
    assert not nobles.any()
    assert (faces.sum(axis=1) == deals).all()
    sides = faces.reshape(3, 7, 2)
    probabilities = [chi_square.uniform(place) for place in faces]
    probabilities += [chi_square.uniform(sides.sum(axis=(0, 1))), chi_square.uniform(sides.sum(axis=(0, 2)))]
    assert all_fair(probabilities)


def count_deals(setup: Setup, deals: int) -> tuple[Any, Any, Any, Any]:
    slots, pairs = np.zeros((18, CARDS), dtype=np.int64), np.zeros((3, 40, 40), dtype=np.int64)
    nobles, faces = np.zeros((5, 12), dtype=np.int64), np.zeros((3, 14), dtype=np.int64)
    checkers.count_deals(records_of(setup, 1), 10**9, deals, slots, pairs, nobles, faces)
    return slots, pairs, nobles, faces


@needs_many
@pytest.mark.rule("SETUP-1")
@pytest.mark.parametrize("deals", figures(ci=2 * 10**5, long=2 * 10**6))
@pytest.mark.parametrize("deck", range(6))
def test_whole_decks_are_fair(deck: int, deals: int) -> None:
    """Draws after the deal: every card comes at every place of the deck alike, and each card once."""
    size = int(DECK_CARDS[deck])
    orders = np.zeros((size, size), dtype=np.int64)
    checkers.count_orders(records_of(Setup(2, orient=2017), 1), 2 * 10**9, deals, deck, orders)
    assert (orders.sum(axis=0) == deals).all()
    assert (orders.sum(axis=1) == deals).all()
    assert chi_square.permutations(orders) > RARE / 6


# --- seeds --------------------------------------------------------------------------------------------------------
SETUP = Setup(3, posts=2025, orient=2025, strongholds=2025)


def test_same_seed_same_bytes() -> None:
    first, second = Game(SETUP, seed=77), Game(SETUP, seed=77)
    while not first.is_over:
        assert first.to_bytes() == second.to_bytes()
        action = first.legal_actions[len(first.legal_actions) // 2]
        first.play(action)
        second.play(action)
    assert first.to_bytes() == second.to_bytes()


def test_different_seeds_differ() -> None:
    seeds = [*range(scaled(3000) + 20), *(2**32 + seed for seed in range(20)), *(2**place for place in range(5, 63))]
    games = {Game(Setup(2), seed=seed).record["market"].tobytes() for seed in seeds}
    assert len(games) == len(set(seeds))


def test_deal_forgets_what_the_record_held() -> None:
    """A record is dealt alike whether it was empty or full of an old game, padding apart."""
    for setup in (Setup(2), SETUP, Setup(4, cities=2017)):
        fresh, used = records_of(setup, 1), new_games(1)
        as_bytes(used)[:] = np.random.default_rng(1).integers(0, 256, as_bytes(used).shape)
        for name in ("seats", "cities", "posts", "orient", "strongholds", "take_fewer", "extra_nobles", "payment"):
            used[name] = fresh[name]
        for games in (fresh, used):
            doors.deal(with_attributes(games) if INTERPRETED else games, 0, 5, new_legal())
        for name in fresh.dtype.names:
            if name != "players":
                assert (fresh[name] == used[name]).all(), name
        for name in fresh.dtype["players"].base.names:
            assert (fresh["players"][name] == used["players"][name]).all(), name


def test_reseeding_decides_what_comes() -> None:
    """After a reseed the game depends on that seed alone, not on the one it was dealt from or on draws before."""
    first = Game(SETUP, seed=1)
    second = first.copy()
    second.record["chance"] = generator(99)  # a past that used the generator otherwise
    for seed in (5, 6, 7):
        action = next(action for action in first.legal_actions if action.kind == "reserve")
        first.play(action, seed=seed)
        second.play(action, seed=seed)
        assert first.to_bytes() == second.to_bytes()


def test_reseeding_changes_what_comes() -> None:
    game = Game(Setup(2), seed=1)
    revealed = set()
    for seed in range(60):
        other = game.copy()
        other.play("reserve 1.1", seed=seed)
        revealed.add(other.market[1, 1])
    assert len(revealed) > 20


# --- the helper ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("freedom", "statistic", "probability"),
    [
        (1, 3.841, 0.05),
        (5, 11.070, 0.05),
        (10, 18.307, 0.05),
        (10, 29.588, 0.001),
        (39, 72.055, 0.001),
        (100, 124.342, 0.05),
        (100, 149.449, 0.001),
        (100, 99.334, 0.5),
    ],
)
def test_chi_square(freedom: int, statistic: float, probability: float) -> None:
    """Against the printed tables; the approximation is within a tenth, for one degree within a fifth."""
    assert chi_square.p_value(statistic, freedom) == pytest.approx(probability, rel=0.2 if freedom == 1 else 0.1)


def test_chi_square_finds_a_bias() -> None:
    rng = np.random.default_rng(3)
    assert chi_square.uniform(rng.multinomial(10**6, [0.1] * 10)) > RARE
    assert chi_square.uniform(rng.multinomial(10**6, [0.103] + [0.897 / 9] * 9)) < RARE
    fair = sum(np.eye(8)[rng.permutation(8)] for _ in range(20_000))
    lazy = sum(np.eye(8)[lazy_shuffle(rng, 8)] for _ in range(20_000))
    assert chi_square.permutations(fair) > RARE
    assert chi_square.permutations(lazy) < RARE


def lazy_shuffle(rng: np.random.Generator, size: int) -> Any:
    """The well-known wrong shuffle: every place exchanged with any other."""
    order = np.arange(size)
    for place in range(size):
        other = rng.integers(size)
        order[[place, other]] = order[[other, place]]
    return order
