"""One leg of a training run, as both command lines begin it: `splendor train` and `python -m splendor.train`."""

import math
from pathlib import Path
from typing import Any

from splendor.errors import MissingPackage
from splendor.train.plan import Plan


def train(plan: Plan, folder: Path, leg: float = math.inf, **options: Any) -> None:
    """Train for so many minutes, at most those that are left; the other options are those of `Run`.

    PyTorch is imported here and not before, so that without it the reason can be said.
    """
    try:
        from splendor.train.run import Run
    except ImportError as error:
        if error.name != "torch":
            raise
        raise MissingPackage.of_extra("train", "PyTorch", "training") from None
    Run(plan, folder, **options).go(leg)
