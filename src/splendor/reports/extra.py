"""The packages of the extra `reports`, asked for in words when they are missing."""

import importlib
from typing import Any

from splendor.errors import SplendorError


class MissingPackage(SplendorError):
    """A package that is not installed; the message says how to install it."""


def need(module: str) -> Any:
    """A module of matplotlib or pyarrow."""
    try:
        return importlib.import_module(module)
    except ImportError:
        package = module.partition(".")[0]
        raise MissingPackage(
            f"a report needs {package}, which is not installed; install it with: pip install 'splendor[reports]'"
        ) from None
