"""From rulebook to test and back: every rule and every worked position has a test, and no test claims one in vain.

A test says which rules it tries with `@pytest.mark.rule("BASE-TAKE-4", …)` and which position of the scenarios it
plays with `@pytest.mark.scenario("S-TAKE-4")`. Only tests that pytest really collects count; so the files that
hold such marks are collected in a process of their own.
"""

import csv
import json
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import pytest

from splendor import rulebook

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent
SHARED = ROOT.parent / "shared" / "rules"
RESULT = "claims: "


class Claim(NamedTuple):
    """What one collected test says it tries."""

    test: str
    rules: tuple[str, ...]
    scenarios: tuple[str, ...]


# --- gathering ----------------------------------------------------------------------------------------------------
class Gatherer:
    """A plugin that remembers the marks of every test of a collection; skipped ones try nothing."""

    def __init__(self) -> None:
        self.claims: list[Claim] = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            if item.get_closest_marker("skip") is None:
                ids = [
                    tuple(text for mark in item.iter_markers(name) for text in mark.args)
                    for name in ("rule", "scenario")
                ]
                if any(ids):
                    self.claims.append(Claim(item.nodeid, *ids))


def marked_files(folder: Path) -> list[Path]:
    """Test files that contain a mark of a rule or scenario."""
    files = sorted(folder.rglob("test_*.py"))
    return [file for file in files if re.search(r"\bmark\.(rule|scenario)\(", file.read_text("utf-8"))]


def collect(files: Iterable[Path]) -> list[Claim]:
    """The claims of the tests that pytest collects from these files."""
    command = [sys.executable, "-m", "tests.test_traceability", *map(str, files)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if line.startswith(RESULT)]
    assert lines, done.stdout + done.stderr
    found = json.loads(lines[-1].removeprefix(RESULT))
    return [Claim(test, tuple(rules), tuple(scenarios)) for test, rules, scenarios in found]


def print_claims(files: list[str]) -> int:
    gatherer = Gatherer()
    options = ["--collect-only", "-q", "-p", "no:cacheprovider", "-c", str(ROOT / "pyproject.toml")]
    code = pytest.main([*options, "--rootdir", str(ROOT), *files], plugins=[gatherer])
    if code == 0:
        print(RESULT + json.dumps(gatherer.claims))
    return int(code)


# --- checking -----------------------------------------------------------------------------------------------------
def orphans(claims: Iterable[Claim], rules: set[str], scenarios: dict[str, set[str]]) -> list[str]:
    """Everything that leads nowhere, either way; `scenarios` are the ids with the rules each of them shows."""
    claimed = {rule: claim.test for claim in claims for rule in claim.rules}
    played: dict[str, set[str]] = {}
    for claim in claims:
        for scenario in claim.scenarios:
            played.setdefault(scenario, set()).update(claim.rules)
    found = [f"rule {rule} is claimed by no test" for rule in sorted(rules - claimed.keys())]
    found += [f"{claimed[rule]} claims {rule}, which is no rule" for rule in sorted(claimed.keys() - rules)]
    found += [f"scenario {scenario} has no test" for scenario in sorted(scenarios.keys() - played.keys())]
    found += [f"{scenario} is claimed but is no scenario" for scenario in sorted(played.keys() - scenarios.keys())]
    for scenario in sorted(scenarios.keys() & played.keys()):
        missing = sorted(scenarios[scenario] - played[scenario])
        found += [f"the tests of {scenario} do not claim its rule {rule}" for rule in missing]
    for scenario, ids in sorted(scenarios.items()):
        found += [f"{scenario} names {rule}, which is no rule" for rule in sorted(ids - rules)]
    return found


def rule_ids() -> set[str]:
    """The ids of the rulebook; rulings (AMB) explain rules and have no tests of their own."""
    return {rule for rule in rulebook.rules() if not rule.startswith("AMB-")}


def scenario_ids() -> dict[str, set[str]]:
    with (TESTS / "rules" / "scenarios.csv").open(newline="", encoding="utf-8") as file:
        return {row["id"]: set(row["rules"].split()) for row in csv.DictReader(file)}


# --- the tests ----------------------------------------------------------------------------------------------------
def test_every_rule_and_scenario_has_a_test() -> None:
    claims = collect(marked_files(TESTS))
    assert orphans(claims, rule_ids(), scenario_ids()) == []
    assert len(claims) > len(scenario_ids())


RULES = {"BASE-1", "BASE-2"}
SCENARIOS = {"S-1": {"BASE-1"}}
GOOD = [Claim("test_a", ("BASE-1",), ("S-1",)), Claim("test_b", ("BASE-2",), ())]


@pytest.mark.parametrize(
    ("claims", "rules", "scenarios", "expected"),
    [
        (GOOD, RULES, SCENARIOS, []),
        (GOOD[:1], RULES, SCENARIOS, ["rule BASE-2 is claimed by no test"]),
        (GOOD, {"BASE-1"}, SCENARIOS, ["test_b claims BASE-2, which is no rule"]),
        (GOOD, RULES, SCENARIOS | {"S-2": {"BASE-2"}}, ["scenario S-2 has no test"]),
        (GOOD, RULES, {}, ["S-1 is claimed but is no scenario"]),
        (GOOD, RULES, {"S-1": {"BASE-1", "BASE-2"}}, ["the tests of S-1 do not claim its rule BASE-2"]),
        (
            GOOD,
            RULES,
            {"S-1": {"BASE-1", "X"}},
            ["the tests of S-1 do not claim its rule X", "S-1 names X, which is no rule"],
        ),
    ],
)
def test_planted_orphans_are_found(
    claims: list[Claim], rules: set[str], scenarios: dict[str, set[str]], expected: list[str]
) -> None:
    assert orphans(claims, rules, scenarios) == expected


PLANTED = """
import pytest

@pytest.mark.rule("BASE-1", "NO-SUCH-RULE")
def test_collected(): ...

@pytest.mark.rule("BASE-2")
def helper_that_is_no_test(): ...

@pytest.mark.rule("BASE-3")
def test_hidden_by_another(): ...

def test_hidden_by_another(): ...

@pytest.mark.skip
@pytest.mark.rule("BASE-4")
def test_skipped(): ...

@pytest.mark.long
@pytest.mark.rule("BASE-5")
def test_not_run_by_default(): ...

class TestGroup:
    @pytest.mark.scenario("S-1")
    @pytest.mark.parametrize("number", [1, 2])
    def test_in_a_class(self, number): ...
"""


def test_only_collected_tests_count(tmp_path: Path) -> None:
    file = tmp_path / "test_planted.py"
    file.write_text(PLANTED, encoding="utf-8")
    assert marked_files(tmp_path) == [file]
    claims = collect([file])
    assert {rule for claim in claims for rule in claim.rules} == {"BASE-1", "NO-SUCH-RULE"}
    assert [claim.scenarios for claim in claims if claim.scenarios] == [("S-1",), ("S-1",)]
    problems = orphans(claims, {"BASE-1", "BASE-2"}, {"S-1": set()})
    assert "rule BASE-2 is claimed by no test" in problems
    assert any("NO-SUCH-RULE" in problem for problem in problems)


@pytest.mark.skipif(
    not (SHARED / "RULES.md").exists(), reason="the rules text lies beside the repository only where it was written"
)
def test_rulebook_and_list_agree_with_their_source() -> None:
    text = (SHARED / "RULES.md").read_text("utf-8")
    ids = re.findall(r"^\| \*\*([A-Z0-9-]+)\*\* \|", text, re.MULTILINE)
    rulings = re.findall(r"^\| (AMB-\d+) \|", text, re.MULTILINE)
    assert len(ids) == len(set(ids))
    assert set(ids) | set(rulings) == set(rulebook.rules())
    rows = re.findall(
        r"^\| (S-[A-Z0-9]+-\d+) \| ([^|]+) \|", (SHARED / "SCENARIOS.md").read_text("utf-8"), re.MULTILINE
    )
    assert {scenario: set(rules.split(", ")) for scenario, rules in rows} == scenario_ids()


if __name__ == "__main__":
    raise SystemExit(print_claims(sys.argv[1:]))
