"""How often the comparison exercised each decision and each special rule: `python -m tests.oracle.table` writes it.

Games are compared set-up by set-up until nothing is left at zero and the asked number of decisions is reached.
"""

import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from splendor.table.setup import Setup
from tests.oracle.compare import POLICIES, compare_game
from tests.oracle.special import SPECIAL, always, several_posts

TABLE = Path(__file__).parents[2] / "docs" / "comparison.md"

DECISIONS = {
    "DEC-ACTION": always,
    "DEC-PAY": always,
    "DEC-RETURN": always,
    "DEC-NOBLE": lambda setup: setup.cities is None,
    "DEC-CITY": lambda setup: setup.cities == 2017,
    "DEC-EXTRA": lambda setup: setup.posts is not None,
    "DEC-POST-TOKEN": lambda setup: setup.posts is not None,
    "DEC-POST": several_posts,
    "DEC-KEEP": lambda setup: setup.posts == 2025,
    "DEC-COPY": lambda setup: setup.orient is not None,
    "DEC-FREE": lambda setup: setup.orient is not None,
    "DEC-BURN": lambda setup: setup.orient is not None,
    "DEC-NOBLE-RES": lambda setup: setup.orient == 2017 and setup.cities is None,
    "DEC-FORT": lambda setup: setup.strongholds is not None,
    "DEC-CONQUEST": lambda setup: setup.strongholds is not None,
}

# Who finds what is still missing when everything else has come up.
CHASERS = {"ended by passes all around (BASE-PASS-3)": ("hoarder",)}


def expected(setup: Setup) -> list[str]:
    """The names that a module set must exercise."""
    return [name for name, applies in (DECISIONS | SPECIAL).items() if applies(setup)]


def exercise(name: str, decisions: int, seconds: float) -> Counter[str]:
    """Compare games of a module set with two, three and four players.

    What is still missing after so many decisions are dead positions, as a rule.
    """
    counts: Counter[str] = Counter()
    start = time.monotonic()
    setups = [Setup.of_name(name, players) for players in (2, 3, 4)]
    for seed in range(10**6):
        missing = [what for what in expected(setups[0]) if not counts[what]]
        enough = counts["decisions"] >= decisions
        if enough and (not missing or time.monotonic() - start > seconds):
            break
        for setup in setups:
            for policy in CHASERS.get("".join(missing), POLICIES[1:]) if enough else POLICIES:
                counts["decisions"] += compare_game(setup, seed, policy, counts)
    return counts


def main(decisions: int, seconds: float) -> None:
    names = [setup.name for setup in Setup.all(players=2)]
    with ProcessPoolExecutor(2) as pool:
        results = pool.map(exercise, names, [decisions] * len(names), [seconds] * len(names))
        counted = {}
        for name, counts in zip(names, results, strict=True):
            counted[name] = counts
            missing = [what for what in expected(Setup.of_name(name)) if not counts[what]]
            print(name, counts["decisions"], "missing:", missing, flush=True)
    TABLE.write_text(markdown(counted), encoding="utf-8")


def markdown(counted: dict[str, Counter[str]]) -> str:
    """One column of counts per module set, in four tables of readable width."""
    total = sum(counts["decisions"] for counts in counted.values())
    lines = [
        "# What the comparison has exercised",
        "",
        "Engine and oracle were compared decision by decision (legal set, next position, winners, what each seat",
        f"knows): {total:,} decisions, no difference. The tables say how often each decision and each special rule",
        "came up, by module set (two, three and four players together); a dash: it cannot come up there.",
        "`python -m tests.oracle.table` plays the games again and writes this page.",
    ]
    names = list(counted)
    for first in range(0, len(names), 10):
        part = names[first : first + 10]
        lines += ["", "| | " + " | ".join(part) + " |", "| --- |" + " ---: |" * len(part)]
        lines.append("| decisions | " + " | ".join(f"{counted[name]['decisions']}" for name in part) + " |")
        for what, applies in (DECISIONS | SPECIAL).items():
            cells = [str(counted[name][what]) if applies(Setup.of_name(name)) else "–" for name in part]
            if set(cells) != {"–"}:
                lines.append(f"| {what} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60_000, float(sys.argv[2]) if len(sys.argv) > 2 else 600)
