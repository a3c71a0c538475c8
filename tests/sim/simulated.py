"""The GPU's side of a batch in numba's simulator, interpreted: run in a process of its own by test_batch_cuda.py."""

from tests.sim import simulator  # isort: skip  # noqa: F401

import numpy as np
import pytest

from splendor import IllegalAction, Setup
from splendor.sim import Batch

SETUPS = [Setup(2), Setup(3, cities=2025, posts=2025, orient=2025, strongholds=2025)]


def same(host: Batch, device: Batch) -> bool:
    """Whether both stand at the same place. The simulator copies records field by field, without what lies between."""
    arrays = ("games", "seeds", "masks", "numbers", "players", "rewards", "done", "decisions", "observations")
    return all(
        str(getattr(host, name).tolist()) == str(getattr(device, name).copy_to_host().tolist()) for name in arrays
    )


def main() -> None:
    """Some steps on both sides."""
    host, device = (Batch(SETUPS, 3, seed=1, observations="int8", device=where) for where in ("cpu", "cuda"))
    assert same(host, device)
    for _ in range(6):
        host.step(host.sample())
        device.step(device.sample().copy_to_host())
        assert same(host, device)
    actions = np.array([*host.sample()[:2], 75])
    device.sample()
    with pytest.raises(IllegalAction, match="^game 2: "):
        device.step(actions)
    for batch in (host, device):
        batch.reset(where=[False, True, False])
        batch.play_out("random", until=[1, 1, 1])
    assert same(host, device)
    assert same(host, device.copy())
    print("the same")


if __name__ == "__main__":
    main()
