"""`@compiled` and `@door`, the decorators of the rules, and the folder where their machine code is kept.

numba's own cache notices an edit in a function's file but not in the files it calls: old rules would go on
running silently. So the folder is named after a digest of every source that is compiled, and of the versions.
"""

import hashlib
import os
import platform
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TypeVar

import numba
import numpy as np
from numba.core.registry import CPUDispatcher

Function = TypeVar("Function", bound=Callable[..., object])

PACKAGE = Path(__file__).resolve().parents[1]
# In the order they build on each other.
COMPILED_PARTS = ("table", "rules", "observation", "agents", "sim", "env", "statistics", "train")
KEPT_FOLDERS = 24


@cache
def cache_folder(part: str = COMPILED_PARTS[-1]) -> Path:
    """Where the machine code of a part lies, by the sources of it and of all parts before it.

    Older folders beyond a few are removed.
    """
    digest = hashlib.sha256()
    versions = (platform.python_version(), platform.machine(), numba.__version__, np.__version__)
    switches = (os.environ.get("NUMBA_BOUNDSCHECK", ""), os.environ.get("NUMBA_OPT", ""))
    digest.update(repr((versions, switches)).encode())
    for earlier in COMPILED_PARTS[: COMPILED_PARTS.index(part) + 1]:
        for file in sorted((PACKAGE / earlier).rglob("*")):
            if file.suffix in (".py", ".csv"):
                digest.update(file.name.encode() + file.read_bytes())
    root = _cache_root() / "compiled"
    folder = root / digest.hexdigest()[:20]
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    for old in sorted(root.iterdir(), key=_last_used)[:-KEPT_FOLDERS]:
        shutil.rmtree(old, ignore_errors=True)
    return folder


def _last_used(folder: Path) -> float:
    """Another process may be removing the same old folders."""
    try:
        return folder.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def _part_of(function: Callable[..., object]) -> str:
    """The part a function belongs to; code outside the package builds on all of them."""
    names = function.__module__.split(".")
    return names[1] if names[0] == "splendor" and names[1] in COMPILED_PARTS else COMPILED_PARTS[-1]


def _cache_root() -> Path:
    if "SPLENDOR_CACHE" in os.environ:
        return Path(os.environ["SPLENDOR_CACHE"])
    try:
        from platformdirs import user_cache_path
    except ImportError:  # on a bare GPU machine the rules run with numpy and numba alone
        return Path.home() / ".cache" / "splendor"
    return user_cache_path("splendor")


def is_cold() -> bool:
    """Whether the next call into the rules has to compile them first (some seconds)."""
    return not numba.config.DISABLE_JIT and not any(cache_folder("rules").rglob("*.nbi"))


def compiled(function: Function) -> Function:
    """Compile a function that compiled code calls, on the CPU; CUDA kernels call the same function.

    It gets no way in from Python, which would cost a quarter of the compile time: called from there it runs
    interpreted.
    """
    made = _compiled(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)
    if isinstance(made, CPUDispatcher):  # pragma: no cover - coverage is measured with NUMBA_DISABLE_JIT
        made.__class__ = _Inner
    return made


def door(function: Function) -> Function:
    """Compile a function that Python calls too."""
    return _compiled(function)


class _Inner(CPUDispatcher):  # type: ignore[misc]
    """What has no way in from Python; numba would jump to nowhere."""

    def __call__(self, *arguments: object) -> object:  # pragma: no cover - only where numba compiles
        return self.py_func(*arguments)

    def get_call_template(self, args: Sequence[numba.types.Type], kws: object) -> object:  # pragma: no cover - the same
        """Once for all numbers, not for every number that stands in a caller: constants reach it by inlining anyway."""
        return super().get_call_template([numba.types.unliteral(kind) for kind in args], kws)


def _compiled(function: Function, **options: bool) -> Function:
    with keeping(_part_of(function)):
        return numba.njit(cache=True, nogil=True, error_model="numpy", **options)(function)


@contextmanager
def keeping(part: str) -> Iterator[None]:
    """What is decorated inside keeps its machine code in the part's folder; other users of numba keep theirs."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder(part))
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before
