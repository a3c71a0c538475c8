"""What runs on a GPU does what it does on a processor; simulators stand in for one."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TRITON = pytest.mark.skipif(importlib.util.find_spec("triton") is None, reason="`make train-tools` installs Triton")


@pytest.mark.parametrize("program", ["simulated", pytest.param("kernels", marks=TRITON)])
def test_in_a_simulator(program: str) -> None:
    command = [sys.executable, "-W", "error", "-m", f"tests.train.{program}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "the same\n"), done.stderr
