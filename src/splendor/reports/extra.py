"""The packages of the extra `reports`, asked for in words when they are missing."""

import importlib
from typing import Any

from splendor.errors import MissingPackage


def need(module: str) -> Any:
    """A module of matplotlib or pyarrow."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise MissingPackage.of_extra("reports", module.partition(".")[0], "a report") from None
