"""Perft of twelve positions of each set-up, to depth 4: 4·10⁸ sequences of actions in all.

A count says whether legal actions and what they lead to have changed, not whether they are right. So the counts of
depth 1 and 2 (`make test-long`: and 3) are found a second time, from the choices that the oracle gives.
"""

import pytest

from splendor.table.setup import Setup
from tests.oracle.adapter import Choice, Engine, Path
from tests.oracle.compare import oracle_of
from tests.oracle.oracle import OracleGame
from tests.perft.generate import DECISIONS, position
from tests.perft.perft import DEPTH, FOLDER, Counts, Position, perft, read
from tests.rules.batches import MODULE_SETS, SETUP_NAMES, SETUPS
from tests.rules.figures import INTERPRETED

pytestmark = pytest.mark.skipif(INTERPRETED, reason="millions of positions")

CHANGED = "the counts have changed: look for the reason; if it is meant, `python -m tests.perft.generate`"


@pytest.mark.parametrize("name", MODULE_SETS)
def test_counts(name: str) -> None:
    for chosen in read(name):
        assert perft(chosen.game(), DEPTH) == chosen.counts, f"{name}: {chosen}: {CHANGED}"


def test_every_set_up_has_its_positions() -> None:
    assert {file.stem for file in FOLDER.glob("*.perft")} == set(MODULE_SETS)
    for name in MODULE_SETS:
        positions = read(name)
        assert [chosen.setup.players for chosen in positions] == [2] * 12 + [3] * 12 + [4] * 12
        assert len({(chosen.setup, chosen.seed, chosen.decisions) for chosen in positions}) == 36
        assert all(len(chosen.counts) == DEPTH for chosen in positions)
    assert sum(chosen.counts[-1] for name in MODULE_SETS for chosen in read(name)) > 10**7


def test_counted_by_hand() -> None:
    """The first decision: ten triples, five pairs, twelve cards and three decks to reserve; no pair once two lack."""
    start = Position(Setup(2), seed=0, decisions=0)
    assert perft(start.game(), 1) == (10 + 5 + 12 + 3,)
    # After a triple three pairs are gone, after a pair its own; after a reservation everything is as before.
    assert perft(start.game(), 2)[1] == 10 * (30 - 3) + 5 * (30 - 1) + 15 * 30


def test_lines_are_read_as_written() -> None:
    chosen = position(Setup(3, orient=2017), number=1, decisions=3 * DECISIONS[1])
    assert Position.parse(str(chosen), "orient2017") == chosen
    for line in ("players 2 seed 1 plies 4 : d1 3", "players 2 seed 1 decisions 4 : d1 3 d3 4"):
        with pytest.raises(ValueError, match="perft line|no counts"):
            Position.parse(line, "base")


# --- the same counts from the oracle ------------------------------------------------------------------------------
@pytest.mark.parametrize("depth", [2, pytest.param(3, marks=pytest.mark.long)])
@pytest.mark.parametrize("setup", SETUPS, ids=SETUP_NAMES)
def test_oracle_counts_the_same(setup: Setup, depth: int) -> None:
    """Left out are positions in which a payment, say, is half done: the oracle has none such."""
    counted = 0
    for chosen in (chosen for chosen in read(setup.name) if chosen.setup == setup):
        engine = Engine(chosen.setup, chosen.seed)
        oracle = oracle_of(engine)
        if follow(engine, oracle, tuple(chosen.actions())):
            assert count(engine, oracle, depth) == chosen.counts[:depth], chosen
            counted += 1
    assert counted >= 8  # of twelve


def follow(engine: Engine, oracle: OracleGame, actions: Path) -> bool:
    """Lead both sides to the position; False if it lies inside a choice that the oracle makes in one."""
    while actions:
        fitting = [item for item in engine.legal().items() if item[1] == actions[: len(item[1])]]
        if not fitting:
            return False
        choice, path = fitting[0]
        play(engine, oracle, choice, path)
        actions = actions[len(path) :]
    return True


def play(engine: Engine, oracle: OracleGame, choice: Choice, path: Path) -> None:
    for deck, cards in engine.play(path).items():
        oracle.arrange(deck, cards)
    oracle.apply(choice)


def count(engine: Engine, oracle: OracleGame, depth: int) -> Counts:
    """Sequences of single actions, counted from the oracle's whole choices.

    A whole choice is a path of one or more actions. The sequences of k actions are the beginnings of k actions that
    some paths share, and, behind each shorter path, those of what is left.
    """
    paths = engine.legal()
    assert set(paths) == set(oracle.legal())
    counts = [len({path[:length] for path in paths.values() if len(path) >= length}) for length in range(1, depth + 1)]
    record, buffer, choices = engine.bytes.copy(), engine.legal_buffer.copy(), engine.choices
    for choice, path in paths.items():
        if len(path) < depth:
            after = oracle.copy()
            play(engine, after, choice, path)
            for level, found in enumerate(count(engine, after, depth - len(path)), start=len(path)):
                counts[level] += found
            engine.bytes[:], engine.legal_buffer[:], engine.choices = record, buffer, choices
    return tuple(counts)
