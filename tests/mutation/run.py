"""How many small faults in the rules do the tests notice? `make mutation`, or

    python -m tests.mutation.run --sample 200 --seed 1 --jobs 2 [--file payment.py …]

The rules run interpreted. First the tests run once with coverage, so that every line knows the tests that reach it.
Then each mutant runs in a process of its own, against those tests, the quickest first, until one fails. Mutants that
change nothing a game can show are listed with the reason in equivalent.txt and do not count.
"""

import argparse
import hashlib
import importlib.abc
import importlib.util
import json
import os
import random
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

from tests.mutation.mutants import Mutant, mutants_of

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "src" / "splendor" / "rules"
NOT_RULES = ("__init__.py", "jit.py", "layout.py")
KEPT = ROOT / "build" / "mutation"
EQUIVALENT = Path(__file__).with_name("equivalent.txt")
TESTS = [
    "tests/rules/interpreted/test_against_oracle.py",
    "tests/rules/interpreted/test_corners.py",
    "tests/rules/test_status.py",
    "tests/rules/test_rules_turn.py",
    *sorted(str(file.relative_to(ROOT)) for file in (ROOT / "tests" / "rules").glob("test_scenarios_*.py")),
]
BUDGET = 40.0  # seconds of tests, as measured, that one mutant is worth
WANTED = 0.95  # the share of mutants that must be noticed
PATIENCE = 4.0  # how many times as long a mutant may take: it may run in circles


# --- which tests reach a line -----------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Survey:
    """How long each test takes, and the tests that reach each line of each file."""

    seconds: dict[str, float]
    reached: dict[str, dict[str, list[str]]]

    def tests_for(self, mutant: Mutant) -> list[str]:
        """The tests that could notice, quickest first, as many as the budget allows."""
        lines = self.reached[mutant.file.name]
        tests = lines.get(str(mutant.line)) or list(self.seconds)
        chosen: list[str] = []
        spent = 0.0
        for test in sorted(tests, key=lambda test: self.seconds[test]):
            spent += self.seconds[test]
            if spent > BUDGET:
                break
            chosen.append(test)
        return chosen


def survey(jobs: int) -> Survey:
    """Measured, or remembered from the last time with the same sources and tests."""
    digest = hashlib.sha256()
    for folder in ("src/splendor/rules", "src/splendor/table", "tests/rules", "tests/oracle"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            digest.update(file.read_bytes())
    kept = KEPT / f"{digest.hexdigest()[:16]}.json"
    if not kept.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(_measure(jobs)), "utf-8")
    return Survey(**json.loads(kept.read_text("utf-8")))


def _measure(jobs: int) -> dict[str, object]:
    print("Measuring which tests reach which lines (some minutes)", flush=True)
    data, times = KEPT / "coverage", KEPT / "times.xml"
    command = [sys.executable, "-m", "pytest", "-q", "-n", str(jobs), "-p", "no:cacheprovider", *TESTS]
    options = ["--cov", "--cov-context=test", "--cov-report=", f"--junitxml={times}"]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "COVERAGE_FILE": str(data)}
    subprocess.run([*command, *options], cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
    return {"seconds": _seconds(times), "reached": {file.name: _reached(data, file) for file in rules_files()}}


def _seconds(times: Path) -> dict[str, float]:
    found = {}
    for case in ElementTree.parse(times).getroot().iter("testcase"):
        file = case.attrib["classname"].replace(".", "/") + ".py"
        found[f"{file}::{case.attrib['name']}"] = float(case.attrib["time"])
    return found


def _reached(data: Path, file: Path) -> dict[str, list[str]]:
    import coverage

    measured = coverage.CoverageData(str(data))
    measured.read()
    lines = measured.contexts_by_lineno(str(file))
    tests = {line: sorted({name.split("|")[0] for name in names if name}) for line, names in lines.items()}
    return {str(line): names for line, names in tests.items() if names}


def rules_files() -> list[Path]:
    return [file for file in sorted(RULES.glob("*.py")) if file.name not in NOT_RULES]


# --- one mutant -------------------------------------------------------------------------------------------------------
class Plant(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from another source."""

    def __init__(self, name: str, source: str, file: Path) -> None:
        self.name, self.source, self.file = name, source, file

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        del path, target
        return importlib.util.spec_from_loader(name, self, origin=str(self.file)) if name == self.name else None

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = str(self.file)
        exec(compile(self.source, str(self.file), "exec"), module.__dict__)


def start(mutant: Mutant, tests: Sequence[str], seconds: float) -> int:
    """Try the mutant in a process of its own; its number is returned."""
    child = os.fork()
    if child == 0:
        _try(mutant, tests, seconds)
    return child


def survived(status: int) -> bool:
    """Whether all tests passed in a process that has ended."""
    if os.WIFSIGNALED(status):
        return False  # it ran in circles
    code = os.WEXITSTATUS(status)
    if code > 2:
        raise RuntimeError(f"pytest left with {code}")
    return code == 0


def _try(mutant: Mutant, tests: Sequence[str], seconds: float) -> None:
    import pytest

    signal.alarm(int(PATIENCE * seconds) + 20)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    sys.meta_path.insert(0, Plant(f"splendor.rules.{mutant.file.stem}", mutant.source, mutant.file))
    code = 1  # a package that cannot be imported any more is noticed, too
    try:
        importlib.import_module("splendor")
        code = 3
        code = int(pytest.main(["-q", "-x", "-p", "no:cacheprovider", "-p", "no:cov", "-p", "no:xdist", *tests]))
    finally:
        os._exit(code)


# --- all of them --------------------------------------------------------------------------------------------------
def equivalent() -> dict[str, str]:
    """The mutants that are no faults, each with the reason."""
    lines = EQUIVALENT.read_text("utf-8").splitlines() if EQUIVALENT.exists() else []
    pairs = [line.split(" | ") for line in lines if line.strip() and not line.startswith("#")]
    return {name.strip(): reason.strip() for name, reason in pairs}


def prepare() -> None:
    """Import what every mutant needs, once; the package itself is imported by each mutant anew."""
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    sys.dont_write_bytecode = True
    os.chdir(ROOT)
    for name in ("numpy", "numba", "pytest", "tests.oracle.oracle"):
        importlib.import_module(name)
    if any(name.split(".")[0] == "splendor" for name in sys.modules):
        raise RuntimeError("the package is imported already: mutants would not be seen")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Plant faults in the rules and see whether the tests notice.")
    parser.add_argument("--sample", type=int, default=200, help="how many mutants; 0 for all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--file", action="append", help="only these files of the rules")
    options = parser.parse_args(arguments)
    known = survey(options.jobs)
    prepare()
    files = [file for file in rules_files() if not options.file or file.name in options.file]
    harmless = equivalent()
    everything = [mutant for file in files for mutant in mutants_of(file)]
    chosen = [mutant for mutant in everything if mutant.name not in harmless]
    if options.sample:
        chosen = random.Random(options.seed).sample(chosen, min(options.sample, len(chosen)))
    print(f"{len(chosen)} of {len(everything)} mutants, {len(harmless)} known to be harmless", flush=True)
    return report(chosen, known, options.jobs)


def report(chosen: list[Mutant], known: Survey, jobs: int) -> int:
    """Try all mutants, a few at a time, and tell what came of it."""
    started = time.monotonic()
    running: dict[int, Mutant] = {}
    survivors = 0
    for mutant in [*chosen, None]:
        while running and (len(running) == jobs or mutant is None):
            child, status = os.wait()
            ended = running.pop(child)
            if survived(status):
                survivors += 1
                print(f"survived: line {ended.line} of {ended.name}", flush=True)
        if mutant is not None:
            tests = known.tests_for(mutant)
            running[start(mutant, tests, sum(known.seconds[test] for test in tests))] = mutant
    killed = len(chosen) - survivors
    minutes = (time.monotonic() - started) / 60
    print(f"noticed {killed} of {len(chosen)} ({killed / len(chosen):.1%}) in {minutes:.1f} minutes")
    return 0 if killed >= WANTED * len(chosen) else 1


if __name__ == "__main__":
    raise SystemExit(main())
