"""The modules that can be imported here: not those for a GPU, nor, without PyTorch, those of the training."""

import importlib.util
import pkgutil

import splendor


def module_names() -> list[str]:
    """Their names, in order."""
    names = [module.name for module in pkgutil.walk_packages(splendor.__path__, "splendor.")]
    torch = importlib.util.find_spec("torch") is not None
    return sorted(
        name for name in names if not name.endswith(".cuda") and (torch or not name.startswith("splendor.train."))
    )
