"""`@compiled`, `@inlined` and `@door`, the decorators of the rules, and the folder where their machine code is kept.

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
from typing import Any, TypeVar

import numba
import numpy as np
from llvmlite import binding as llvm
from llvmlite import ir
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.registry import CPUDispatcher

Function = TypeVar("Function", bound=Callable[..., object])

PACKAGE = Path(__file__).resolve().parents[1]
# In the order they build on each other.
COMPILED_PARTS = ("table", "rules", "observation", "agents", "sim", "env", "statistics", "train")
KEPT_FOLDERS = 24
ENVIRONMENT = "_ZN08NumbaEnv"  # how numba's names of a function's environment begin
ANYTHING = ir.IntType(8).as_pointer()


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

    It gets no way in from Python and no machine code of its own, which would cost most of the compile time: called from
    Python it runs interpreted. Nothing in it may allocate memory, so references need no counting either (`_nrt`): numba
    would count every array in and out, by instructions that lock the memory.
    """
    return _inner(function)


def inlined(function: Function) -> Function:
    """Compile a function as a part of every function that calls it: for all that happens many times in a turn.

    Left to itself the compiler keeps most of these small functions apart, and calling them takes as long as what they
    do: the rules run half as fast. What is large and called in several places should be `compiled`.
    """
    return _inner(function, forceinline=True)


def _inner(function: Function, **options: object) -> Function:
    options |= {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False, "pipeline_class": _InnerCompiler}
    made = _compiled(function, **options)
    if isinstance(made, CPUDispatcher):  # pragma: no cover - coverage is measured with NUMBA_DISABLE_JIT
        made.__class__ = _Inner
    return made


def door(function: Function) -> Function:
    """Compile a function that Python calls too; it allocates nothing, like all that it calls."""
    return _compiled(function, _nrt=False)


def counting_door(function: Function) -> Function:
    """A door that may allocate, and may be handed what numba keeps by reference: generators of numpy."""
    return _compiled(function)


class _Inner(CPUDispatcher):  # type: ignore[misc]
    """What has no way in from Python; numba would jump to nowhere."""

    def __call__(self, *arguments: object) -> object:  # pragma: no cover - only where numba compiles
        return self.py_func(*arguments)

    def get_call_template(self, args: Sequence[numba.types.Type], kws: object) -> object:  # pragma: no cover - the same
        """Once for all numbers, not for every number that stands in a caller: constants reach it by inlining anyway."""
        return super().get_call_template([numba.types.unliteral(kind) for kind in args], kws)


class _InnerCompiler(CompilerBase):  # type: ignore[misc]
    """numba's own way, but for what becomes of the result."""

    def define_pipelines(self) -> list[object]:  # pragma: no cover - only where numba compiles
        """Every step that numba takes."""
        state = self.state
        state.library = _InnerCode(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return [DefaultPassBuilder.define_nopython_pipeline(state)]


class _InnerCode(JITCodeLibrary):  # type: ignore[misc]
    """Code that only waits to become part of its callers.

    numba would optimise it with all it calls and make machine code of it, and do both again for each caller, and for
    each of theirs. Here the doors alone are optimised, each with everything behind it: the code is as fast, and there
    after half of the time.
    """

    _final_module: Any

    def finalize(self) -> None:  # pragma: no cover - only where numba compiles
        """Bring together what the function calls; only the place of its environment becomes machine code."""
        whole = self._final_module
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            whole.link_in(library._get_module_for_linking(), preserve=True)
        whole.verify()
        for function in whole.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                function.linkage = "linkonce_odr"  # as numba does: callers take a copy
        self._shared_module = whole
        rest = self._codegen._create_empty_module(self.name)
        for variable in whole.global_variables:
            if variable.name.startswith(ENVIRONMENT):
                place = ir.GlobalVariable(rest, ANYTHING, name=variable.name)
                place.linkage, place.initializer = "common", ir.Constant(ANYTHING, None)
        self._final_module = llvm.parse_assembly(str(rest))
        self._finalize_final_module()


def _compiled(function: Function, **options: object) -> Function:
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
