"""Self-play on a GPU does what it does on a processor; numba's simulator stands in for one."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_in_the_simulator() -> None:
    command = [sys.executable, "-W", "error", "-m", "tests.train.simulated"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "the same\n"), done.stderr
