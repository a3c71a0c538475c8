"""`python -m tests.server.simulation SEED [COUNT]` runs histories; the first that fails is shown."""

import sys
import time

from tests.server.simulation.world import new_database, simulate

if __name__ == "__main__":
    first, count = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    database, start, totals = new_database(), time.perf_counter(), dict[str, int]()
    for seed in range(first, first + count):
        if seed % 500 == 0:
            database = new_database()
        try:
            _, figures = simulate(seed, database, whole=seed % 50 == 0)
        except BaseException:
            print(f"seed {seed}")
            raise
        totals = {name: totals.get(name, 0) + number for name, number in figures.items()}
    print(totals, f"{(time.perf_counter() - start) / count * 1000:.1f} ms per history")
