"""Self-play in numba's simulator of a GPU compared with the processor's: `python -m tests.train.simulated`.

Interpreted, so a few tables and simulations only; the network is a table of numbers drawn once.
"""

from tests.sim import simulator  # isort: skip  # noqa: F401

import os
import warnings
from typing import Any

import numpy as np

from splendor.agents.neural_core.search import OUTPUTS
from splendor.observation import SIZE
from splendor.rules.layout import SEATS
from splendor.train import mixture, on_cpu, on_gpu
from splendor.train.imitation import new_workers
from splendor.train.rules import Rules
from splendor.train.tables import HISTORY, KEPT, SHARE, THINGS, Rows, table_of

TABLES, SIMULATIONS, ROOM = 3, 4, 256
SETUPS = "base/2,orient2025+strongholds2025/3,cities2017/4"
STEPS = int(os.environ.get("SPLENDOR_STEPS", "40"))


def records(dtype: Any, number: int) -> Any:
    return np.zeros(number, dtype=dtype).view(np.dtype((np.record, dtype))).view(np.recarray)


def main() -> None:
    """Some steps on both sides."""
    warnings.simplefilter("ignore", RuntimeWarning)  # numbers of the generators overflow, as they should
    setting = Rules(mixture.as_arrays(mixture.mixture(SETUPS)), SIMULATIONS, walks=1)
    setting.search(SIMULATIONS, quick=(0.5, 2))
    rules = setting.record
    rules = rules.view(np.dtype((np.record, rules.dtype))).view(np.recarray)
    answers = np.random.default_rng(1).normal(0, 1, (TABLES, OUTPUTS)).astype(np.float32)
    here, there = records(table_of(SIMULATIONS + 2), TABLES), records(table_of(SIMULATIONS + 2), TABLES)
    histories, device_histories = records(HISTORY, TABLES), records(HISTORY, TABLES)
    on_gpu.TOGETHER = 1
    on_gpu.prepare_all[1, TABLES](there, rules, 5)
    assert sorted(there["setup"]) == [0, 1, 2]
    for name in ("chance", "setup", "keeps"):
        here[name] = there[name]
    seen, columns = np.zeros((TABLES, SIZE), np.int8), np.zeros((SIZE, TABLES), np.int8)
    over, device_over = np.zeros(TABLES, bool), np.zeros(TABLES, bool)
    sides = np.ones(TABLES, np.int8)
    workers = new_workers(1)
    for _ in range(STEPS):
        on_cpu.step_all(here, histories, rules, workers, seen, answers, over)
        on_gpu.step_all[1, TABLES](there, device_histories, rules, columns, answers, device_over, sides)
        assert (seen == columns.T).all()
        assert (over == device_over).all()
        assert not sides.any()
    for name in ("chance", "status", "rows", "simulations", "game"):
        assert (here[name] == there[name]).all(), name
    assert 0 < (histories["rows"]["policy"].sum(2) > 0).sum() < here["rows"].sum(), "some searches were quick ones"
    for name in ("policy", "things"):
        assert (histories["rows"][name] == device_histories["rows"][name]).all(), name
    compare_fetching(here, histories)
    try_a_contest()
    print("the same")


def compare_fetching(tables: Any, histories: Any) -> None:
    """Both copy the same decisions to the same places, over the end of the ring."""
    kinds = ((np.int8, SIZE), (np.int16, KEPT), (np.int16, KEPT), (np.float32, SEATS), (np.int8, SEATS),
             (np.int8, SEATS), (np.int8, THINGS), (np.float32, 1))  # fmt: skip
    one, other = (Rows(*(np.zeros((ROOM, width), kind) for kind, width in kinds)) for _ in range(2))
    tables["game"]["winners"] = 1
    counters = np.array([ROOM - 2, 0, 0])
    counts = np.zeros(TABLES, np.int64)
    on_cpu.count_all(tables, histories, np.arange(TABLES), counts)
    assert counts.sum() > TABLES
    on_cpu.fetch_all(tables, histories, np.arange(TABLES), ROOM - 2 + np.cumsum(counts) - counts, one)
    made = int(tables["simulations"].sum())
    on_gpu.fetch_all[TABLES, 2](tables, histories, np.ones(TABLES, bool), counters, other)
    assert counters.tolist() == [ROOM - 2 + counts.sum(), TABLES, made]
    for name, here, there in zip(Rows._fields, one, other, strict=True):
        assert (here == there).all(), name


def try_a_contest() -> None:
    """One seat plays for the first side, by the first of the rules; its share of the victory is what counts."""
    parts = mixture.as_arrays(mixture.mixture("base/3"))
    both = [Rules(parts, SIMULATIONS, walks=1) for _ in range(2)]
    both[0].search(1)
    rules = np.concatenate([side.record for side in both])
    rules = rules.view(np.dtype((np.record, rules.dtype))).view(np.recarray)
    tables, histories = records(table_of(SIMULATIONS + 2), TABLES), records(HISTORY, TABLES)
    on_gpu.prepare_all[1, TABLES](tables, rules, 5)
    assert tables["opponents"].tolist() == [0b110, 0b101, 0b011]
    seen, answers = np.zeros((SIZE, TABLES), np.int8), np.zeros((TABLES, OUTPUTS), np.float32)
    over, sides, asked = np.zeros(TABLES, bool), np.zeros(TABLES, np.int8), []
    for _ in range(STEPS):
        on_gpu.step_all[1, TABLES](tables, histories, rules, seen, answers, over, sides)
        asked.append(sides.tolist())
    # The root, one walk or four, and the choice, which asks about the next player's root at once.
    own, others = 2, SIMULATIONS + 1
    order = [0] * own + [1] * others * 2
    assert [sides[0] for sides in asked[: len(order)]] == order
    assert [sides[2] for sides in asked[: len(order)]] == [1] * others * 2 + [0] * own
    tables["game"]["winners"] = [0b001, 0b011, 0b010]
    shares = np.full(TABLES, -1, np.int8)
    on_gpu.tally_all[1, TABLES](tables, np.array([True, True, False]), shares)
    on_gpu.tally_all[1, TABLES](tables, np.array([False, False, True]), shares)
    assert shares.tolist() == [SHARE, SHARE // 2, 0]


if __name__ == "__main__":
    main()
