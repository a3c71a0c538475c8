"""Small faults for Python sources: other comparisons, constants off by one, `and` for `or`, statements left out."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

COMPARISONS = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq}
OPERATORS = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
REMOVABLE = (ast.Assign, ast.AugAssign, ast.Expr, ast.Return, ast.Continue)


@dataclass(frozen=True)
class Mutant:
    """One fault in one file: where and what it is, and the source with it."""

    file: Path
    line: int
    function: str
    before: str
    after: str
    source: str = field(repr=False)

    @property
    def name(self) -> str:
        """Where and what, without the line number, which other edits move."""
        return f"{self.file.stem}.{self.function}: {self.before} → {self.after}"


def mutants_of(file: Path) -> Iterator[Mutant]:
    """All mutants of a file, in the order of its text."""
    number = 0
    while (mutant := _mutant(file, number)) is not None:
        yield mutant
        number += 1


def _mutant(file: Path, number: int) -> Mutant | None:
    tree = ast.parse(file.read_text("utf-8"))
    planter = _Planter(number)
    planter.visit(tree)
    if planter.where is None:
        return None
    after = "gone" if planter.removed else _first_line(planter.where)
    source = ast.unparse(ast.fix_missing_locations(tree))
    return Mutant(file, planter.where.lineno, planter.inside or "constants", planter.before, after, source)


def _first_line(node: ast.AST) -> str:
    return ast.unparse(node).splitlines()[0]


class _Planter(ast.NodeTransformer):
    """Walks a module and changes it at the place with the wanted number."""

    def __init__(self, wanted: int) -> None:
        self.wanted = wanted
        self.met = 0
        self.function = ""
        self.statement: ast.stmt | None = None
        self.where: ast.stmt | None = None
        self.inside = ""
        self.before = ""
        self.removed = False

    def here(self) -> bool:
        """Whether the change that is possible at this place is the wanted one."""
        self.met += 1
        if self.met - 1 != self.wanted or self.statement is None:
            return False
        self.where, self.inside, self.before = self.statement, self.function, _first_line(self.statement)
        return True

    # --- statements -------------------------------------------------------------------------------------------------
    def visit(self, node: ast.AST) -> Any:
        if not isinstance(node, ast.stmt):
            return super().visit(node)
        outer, self.statement = self.statement, node
        if self.function and isinstance(node, REMOVABLE) and not _is_docstring(node) and self.here():
            self.removed = True
            return ast.copy_location(ast.Pass(), node)
        answer = super().visit(node)
        self.statement = outer
        return answer

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.function = node.name
        node.body = [self.visit(item) for item in node.body]
        self.function = ""
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return node

    # --- expressions ------------------------------------------------------------------------------------------------
    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        for place, operator in enumerate(node.ops):
            if type(operator) in COMPARISONS and self.here():
                node.ops[place] = COMPARISONS[type(operator)]()
        return self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        if self.here():
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        return self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        if isinstance(node.op, ast.Not) and self.here():
            return node.operand
        return self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        return self._operator(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        return self._operator(node)

    def _operator(self, node: Any) -> ast.AST:
        if type(node.op) in OPERATORS and self.here():
            node.op = OPERATORS[type(node.op)]()
        return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        for step in (1, -1):
            if type(node.value) is int and self.here():
                node.value += step
                break
        return node


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
