"""The faults that mutation testing plants: all of them, each once, each in a source that still compiles."""

from pathlib import Path

from tests.mutation.mutants import mutants_of
from tests.mutation.run import equivalent, rules_files

SOURCE = '''
"""A module."""
LIMIT = 3


class Names:
    FIRST = 1


@decorated
def play(game):
    """A function."""
    game.count += 1
    if game.count < LIMIT and not game.over:
        return game.count
    game.end()
'''
FAULTS = [
    "constants: LIMIT = 3 → LIMIT = 4",
    "constants: LIMIT = 3 → LIMIT = 2",
    "play: game.count += 1 → gone",
    "play: game.count += 1 → game.count -= 1",
    "play: game.count += 1 → game.count += 2",
    "play: game.count += 1 → game.count += 0",
    "play: if game.count < LIMIT and (not game.over): → if game.count < LIMIT or not game.over:",
    "play: if game.count < LIMIT and (not game.over): → if game.count <= LIMIT and (not game.over):",
    "play: if game.count < LIMIT and (not game.over): → if game.count < LIMIT and game.over:",
    "play: return game.count → gone",
    "play: game.end() → gone",
]


def test_every_fault_once(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text(SOURCE)
    found = list(mutants_of(file))
    assert [mutant.name.removeprefix("module.") for mutant in found] == FAULTS
    assert len({mutant.source for mutant in found}) == len(FAULTS)
    for mutant in found:
        compile(mutant.source, "module.py", "exec")
        assert SOURCE.splitlines()[mutant.line - 1].strip().startswith(mutant.before.split("(")[0].rstrip(":")[:10])


def test_rules_have_mutants() -> None:
    assert {"turn.py", "payment.py", "orient.py"} <= {file.name for file in rules_files()}
    assert sum(1 for _ in mutants_of(next(file for file in rules_files() if file.name == "tableau.py"))) > 40


def test_harmless_mutants_are_explained() -> None:
    assert all(len(reason) > 10 for reason in equivalent().values())
