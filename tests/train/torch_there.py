"""Whether PyTorch is installed: the tests of the training need it."""

import importlib.util
import os

import pytest

MISSING = importlib.util.find_spec("torch") is None
NEEDED = "PyTorch is not installed: `make train-tools` installs it"

if MISSING and not os.environ.get("SPLENDOR_TRY_EVERYTHING"):
    pytest.skip(NEEDED, allow_module_level=True)
