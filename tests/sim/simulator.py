"""Imported first of all: numba's simulator takes the place of a GPU, and nothing is compiled."""

import os

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"
os.environ["NUMBA_DISABLE_JIT"] = "1"

from typing import Any

import numpy as np
from numba import cuda
from numba.cuda.simulator.kernelapi import FakeCUDALocal

_jit = cuda.jit


def _jit_without_registers(*args: Any, max_registers: int = 0, **options: Any) -> Any:
    """The simulator does not know registers."""
    del max_registers
    return _jit(*args, **options)


cuda.jit = _jit_without_registers

_local = FakeCUDALocal.array


def _local_records(self: Any, shape: Any, dtype: Any) -> Any:
    """Records of the simulator's local memory have their fields as attributes, as those of a GPU have."""
    array = _local(self, shape, dtype)
    return array.view(np.dtype((np.record, array.dtype))).view(np.recarray) if array.dtype.names else array


FakeCUDALocal.array = _local_records
