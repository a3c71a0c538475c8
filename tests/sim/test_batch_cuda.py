"""Batch on a GPU: the same bytes as on the CPU. Without a GPU numba's simulator runs a few steps."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from splendor import IllegalAction, Setup, SplendorError
from splendor.sim import Batch
from tests.sim.on_device import ARRAYS, SETUPS, compare

ROOT = Path(__file__).resolve().parents[2]


def has_device() -> bool:
    try:
        from splendor.sim import cuda
    except ImportError:
        return False
    try:
        cuda.require_device()
    except SplendorError:
        return False
    return True


HAS_DEVICE = has_device()
on_device = pytest.mark.skipif(not HAS_DEVICE, reason="there is no GPU here")


def test_in_the_simulator() -> None:
    command = [sys.executable, "-W", "error", "-m", "tests.sim.simulated"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "the same\n"), done.stderr


@pytest.mark.skipif(HAS_DEVICE, reason="there is a GPU")
def test_without_a_gpu_it_says_so() -> None:
    with pytest.raises(SplendorError, match="needs an NVIDIA GPU"):
        Batch(Setup(2), 4, device="cuda")


# --- with a GPU ---------------------------------------------------------------------------------------------------
@on_device
@pytest.mark.parametrize("autoreset", ["same_step", "next_step"])
@pytest.mark.parametrize("kind", ["int8", "float32"])
def test_the_device_does_what_the_processor_does(autoreset: Any, kind: Any) -> None:
    """B3: games of 18 set-ups side by side, over their ends."""
    assert compare(kind, autoreset) == []


@on_device
def test_a_save_goes_on_elsewhere() -> None:
    device = Batch(SETUPS, 512, seed=9, device="cuda")
    for _ in range(50):
        device.step(device.sample())
    host = Batch.from_bytes(device.to_bytes())
    for batch in (host, device):
        batch.play_out("random")
    assert host.to_bytes() == device.to_bytes()


@on_device
def test_refusals_on_the_device() -> None:
    device = Batch(Setup(2), 256, device="cuda")
    actions = device.sample().copy_to_host()
    before = device.to_bytes()
    actions[200], actions[77] = 75, 400
    with pytest.raises(IllegalAction, match="^game 77: "):
        device.step(actions)
    assert device.to_bytes() == before


@on_device
def test_arrays_are_offered_to_other_libraries() -> None:
    device = Batch(Setup(2), 256, observations="int8", device="cuda")
    for name in ARRAYS:
        assert getattr(device, name).__cuda_array_interface__["shape"][0] == 256
    torch = pytest.importorskip("torch")
    masks = torch.as_tensor(device.masks, device="cuda")
    actions = torch.multinomial(masks.float(), 1)[:, 0]
    device.step(actions)
    assert masks.data_ptr() == device.masks.__cuda_array_interface__["data"][0]
