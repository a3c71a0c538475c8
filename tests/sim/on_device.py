"""A batch on a GPU compared with the CPU and timed: `python -m tests.sim.on_device`, with numpy and numba alone."""

import time
from typing import Any

import numpy as np

from splendor import Setup
from splendor.sim import Batch

SETUPS = [
    Setup(players, **modules)  # type: ignore[arg-type]
    for players in (2, 3, 4)
    for modules in (
        {},
        {"cities": 2017},
        {"posts": 2017},
        {"orient": 2017},
        {"cities": 2025, "posts": 2025, "orient": 2025, "strongholds": 2025},
        {"posts": 2025, "orient": 2017, "strongholds": 2017},
    )
]
ALL_MODULES = Setup(2, cities=2025, posts=2025, orient=2025, strongholds=2025)
ARRAYS = ("masks", "legal", "numbers", "players", "rewards", "done", "seeds", "decisions", "observations")


def differences(host: Batch, device: Batch) -> list[str]:
    """What is not the same on both; of `legal` only what is legal counts."""
    found = []
    for name in ARRAYS:
        here, there = getattr(host, name), getattr(device, name).copy_to_host()
        if name == "legal":
            behind = np.arange(here.shape[1]) >= host.numbers[:, None]
            here, there = np.where(behind, 0, here), np.where(behind, 0, there)
        if not (here == there).all():
            found.append(name)
    return found if host.to_bytes() == device.to_bytes() else [*found, "bytes"]


def compare(kind: Any, autoreset: Any, games: int = 4096, steps: int = 200) -> list[str]:
    """Games of 18 set-ups side by side, stepped over their ends and then played out at random."""
    host, device = (
        Batch(SETUPS, games, seed=3, observations=kind, autoreset=autoreset, device=where) for where in ("cpu", "cuda")
    )
    for _ in range(steps):
        host.step(host.sample())
        device.step(device.sample())
    found = differences(host, device) + differences(host, device.copy())
    for batch in (host, device):
        batch.play_out("random")
    return found + differences(host, device)


def rate(setup: Setup, observations: Any, games: int = 131_072, steps: int = 50) -> float:
    """Decisions a second on the GPU, random choices included."""
    from numba import cuda

    batch = Batch(setup, games, observations=observations, device="cuda", check=False)
    best = 0.0
    for _ in range(4):
        start = time.perf_counter()
        for _ in range(steps):
            batch.step(batch.sample())
        cuda.synchronize()
        best = max(best, steps * games / (time.perf_counter() - start))
    return best


def main() -> None:
    """Compare, then measure."""
    for kind, autoreset in (("int8", "same_step"), ("float32", "next_step")):
        start = time.perf_counter()
        found = compare(kind, autoreset)
        said = "the same bytes" if not found else f"DIFFERENT: {', '.join(found)}"
        print(f"{kind}, {autoreset}: {said} ({time.perf_counter() - start:.0f} s, compiling included)", flush=True)
    for name, setup in (("base game", Setup(2)), ("all modules of 2025", ALL_MODULES)):
        for observations in (None, "int8", "float32"):
            print(
                f"{name}, observations {observations}: {rate(setup, observations) / 1e6:.0f} M decisions/s", flush=True
            )


if __name__ == "__main__":
    main()
