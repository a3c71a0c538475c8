"""Who may import whom: the arrows of docs/design/layers.md, checked on every import of the package."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "splendor"
LAYERS_PAGE = ROOT / "docs" / "design" / "layers.md"

# --- the table: a part of the package, the parts it may import, the packages it may import ------------------------
# From the bottom to the top: a part may import only parts that stand above it in this table. A part that does not exist
# yet is there already, so that its first module is held to the arrows.
ARROWS: dict[str, tuple[str, str]] = {
    "errors": ("", ""),
    "files": ("", ""),
    "rulebook": ("", ""),
    "table": ("errors", "numpy"),
    "rules": ("table", "numpy numba llvmlite platformdirs"),
    "action": ("errors table rules", ""),
    "position": ("table rules", ""),
    "soundness": ("errors table rules position", "numpy"),
    "game": ("errors table rules action position soundness", "numpy"),
    "drawing": ("table rules position", ""),
    "builder": ("errors table rules position game", ""),
    "choices": ("table rules action position game", ""),
    "wording": ("table rules action position game", ""),
    "records": ("errors files table rules action position soundness game", "numpy"),
    "observation": ("errors table rules position game", "numpy numba"),
    "foreign": ("errors table rules action position soundness game", "numpy"),
    "agents": ("errors files table rules action position game observation foreign", "numpy numba onnx onnxruntime"),
    "sim": ("errors table rules game observation agents", "numpy numba"),
    "env": ("errors table rules action position game records observation agents sim",
            "numpy numba gymnasium pettingzoo pyspiel"),
    "jobs": ("errors", "ray"),
    "reports": ("errors files", "numpy matplotlib pyarrow"),
    "arena": ("errors files table action position game records foreign agents sim jobs reports",
              "numpy rich matplotlib"),
    "statistics": ("errors files table rules action position game records agents sim jobs reports",
                   "numpy numba rich ray"),
    "train": ("errors files table rules action position game observation agents sim arena",
              "numpy numba torch triton rich matplotlib"),
    "analysis": ("errors table rules action position game records agents reports", ""),
    "server": ("errors rulebook table action position game choices wording drawing records foreign agents analysis",
               "litestar msgspec sqlalchemy alembic uvicorn redis saq argon2 openskill prometheus_client platformdirs"),
    "client": ("errors", "httpx"),
    "terminal": ("errors files rulebook table rules action position game drawing builder choices wording records "
                 "foreign agents sim jobs arena statistics analysis train", "rich numba platformdirs"),
    "__init__": ("errors table rules action position game builder records", ""),
    "cli": ("__init__ errors rulebook table sim records agents arena statistics analysis train server terminal",
            "typer rich"),
    "__main__": ("cli", ""),
}  # fmt: skip

# Imports inside a function against the arrows: (importer, imported), each with its reason in docs/design/layers.md.
LATE = {("position", "drawing")}

# Agents know views; the true state of a game is none of their business (importing a name for its type alone is fine).
SEEN_BY_AGENTS = {"game": {"LegalActions", "View", "as_action"}}

# The oracle itself; the other files beside it bring engine and oracle together.
ORACLE = [ROOT / "tests" / "oracle" / name for name in ("oracle.py", "test_oracle.py")]


# --- reading imports ----------------------------------------------------------------------------------------------
class Import(NamedTuple):
    """One imported module or name; `late` inside a function, `typing` under `if TYPE_CHECKING`."""

    module: str
    name: str
    line: int
    late: bool
    typing: bool

    @property
    def part(self) -> str:
        """The part of the package it comes from: `from splendor.rules import turn` and `from splendor import x`."""
        words = [*self.module.split("."), self.name]
        return words[1] if (PACKAGE / words[1]).is_dir() or (PACKAGE / f"{words[1]}.py").is_file() else "__init__"


def imports(node: ast.AST, late: bool = False, typing: bool = False) -> Iterator[Import]:
    """All imports below a node."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from (Import(alias.name, "", child.lineno, late, typing) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            module = "." * child.level + (child.module or "")
            yield from (Import(module, alias.name, child.lineno, late, typing) for alias in child.names)
        else:
            inside = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            checking = isinstance(child, ast.If) and ast.unparse(child.test).endswith("TYPE_CHECKING")
            yield from imports(child, late or inside, typing or checking)


def imports_of(file: Path) -> list[Import]:
    return list(imports(ast.parse(file.read_text("utf-8"))))


def part_of(file: Path) -> str:
    first = file.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


def complaints(part: str, found: list[Import]) -> Iterator[str]:
    """What is wrong with the imports of a module of this part."""
    parts, packages = (set(words.split()) for words in ARROWS[part])
    for item in found:
        top = item.module.split(".")[0]
        if top == "splendor":
            if item.part not in parts | {part} and not (item.late and (part, item.part) in LATE) and not item.typing:
                yield f"line {item.line}: {part} may not import {item.part}"
            if part == "agents" and not item.typing and item.name not in SEEN_BY_AGENTS.get(item.part, {item.name}):
                yield f"line {item.line}: agents may not import {item.name} of {item.part}"
        elif top not in packages | set(sys.stdlib_module_names):
            yield f"line {item.line}: {part} may not import {item.module or 'relatively'}"


# --- the tests ----------------------------------------------------------------------------------------------------
FILES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_imports_follow_the_arrows(file: Path) -> None:
    assert part_of(file) in ARROWS, "a new part of the package: give it its line in ARROWS and in docs/design/layers.md"
    assert list(complaints(part_of(file), imports_of(file))) == []


def test_the_table_has_no_circle() -> None:
    below: set[str] = set()
    for part, (parts, _) in ARROWS.items():
        assert set(parts.split()) <= below, f"{part} imports what stands below it in the table"
        below.add(part)


def test_rules_stand_alone_and_the_server_does_not_see_them() -> None:
    assert ARROWS["rules"][0] == "table"
    assert "rules" not in ARROWS["server"][0].split()


def test_every_late_import_is_needed() -> None:
    found = {
        (part_of(file), item.part)
        for file in FILES
        for item in imports_of(file)
        if item.late and "splendor" in item.module
    }
    assert found >= LATE


def test_the_page_names_every_part() -> None:
    text = LAYERS_PAGE.read_text("utf-8")
    missing = [part for part in ARROWS if f"`{part}`" not in text]
    assert missing == []
    assert [pair for pair in LATE if f"`{pair[0]}` → `{pair[1]}`" not in text] == []


def test_the_oracle_does_not_know_the_package() -> None:
    for file in ORACLE:
        modules = {item.module.split(".")[0] for item in imports_of(file)}
        assert modules <= {"tests", "pytest"} | set(sys.stdlib_module_names), file
        assert all(
            item.module in ("tests.oracle.oracle", "tests.oracle")
            for item in imports_of(file)
            if "tests" in item.module
        )


@pytest.mark.parametrize(
    ("part", "source", "complaint"),
    [
        ("rules", "from splendor.game import Game", "line 1: rules may not import game"),
        ("rules", "import rich", "line 1: rules may not import rich"),
        ("table", "from splendor.rules import turn", "line 1: table may not import rules"),
        ("table", "from splendor import rules", "line 1: table may not import rules"),
        ("server", "def late():\n    from splendor.rules.turn import play", "line 2: server may not import rules"),
        ("game", "from tests.oracle import oracle", "line 1: game may not import tests.oracle"),
        ("agents", "from splendor.game import Game", "line 1: agents may not import Game of game"),
        ("agents", "from splendor import Game", "line 1: agents may not import __init__"),
        ("position", "from splendor.drawing import text_table", "line 1: position may not import drawing"),
        ("records", "from .text import write", "line 1: records may not import .text"),
    ],
)
def test_planted_imports_are_found(part: str, source: str, complaint: str) -> None:
    assert list(complaints(part, list(imports(ast.parse(source))))) == [complaint]


@pytest.mark.parametrize(
    ("part", "source"),
    [
        ("position", "def __str__(self):\n    from splendor.drawing import text_table"),
        ("agents", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from splendor.game import Game"),
        ("agents", "from splendor.game import LegalActions, View"),
        (
            "rules",
            "import numba\nimport os\nfrom splendor.rules import turn\nfrom splendor.table.catalogue import KIND",
        ),
    ],
)
def test_what_is_allowed_is_not_found(part: str, source: str) -> None:
    assert list(complaints(part, list(imports(ast.parse(source))))) == []
