"""The checked build of the interpreted execution: functions with the guards written into them.

Each function is compiled again from its text, with every index, and every operation whose result may not fit,
passed through a guard. Compiled code is tested against it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import CodeType
from typing import Any

from .dialect import OPERATORS, SourceLines
from .errors import BAD_SHIFT, OVERFLOW, ZERO_DIVISOR, Site, bad_index, too_large
from .program import Program
from .rewriting import rewritten_codes
from .symbols import LARGEST, SMALLEST, Array

# Names that no Python source can contain.
_INDEX, _FIT, _FIT_16, _SHIFT, _DIVISOR = ".index", ".fit", ".fit 16", ".shift", ".divisor"
_TARGET = ".target"
_CAN_OVERFLOW = ("+", "-", "*", "<<", "//")


def guarded_codes(program: Program) -> tuple[dict[str, CodeType], dict[str, Any]]:
    """Return the guarded code of all functions, and the guards by the names that the code calls them."""
    sites: list[Site] = []
    lines: dict[str, SourceLines] = {}

    def guarded(file: str, node: ast.FunctionDef) -> ast.FunctionDef:
        if file not in lines:
            lines[file] = SourceLines(file, program.texts[file])
        changed = _Guarded(program, lines[file], node, sites).visit(node)
        assert isinstance(changed, ast.FunctionDef)
        return changed

    return rewritten_codes(program, guarded), _guards(sites)


def _guards(sites: list[Site]) -> dict[str, Callable[..., int]]:
    def index(value: int, length: int, site: int) -> int:
        if not 0 <= value < length:
            raise sites[site].failure(int(value))  # not a truth value
        return value

    def fit(value: int, site: int) -> int:
        if not SMALLEST <= value <= LARGEST:
            raise sites[site].failure(value)
        return value

    def fit_16(value: int, site: int) -> int:
        if not -(2**15) <= value < 2**15:
            raise sites[site].failure(value)
        return value

    def shift(value: int, site: int) -> int:
        if not 0 <= value <= 31:
            raise sites[site].failure(value)
        return value

    def divisor(value: int, site: int) -> int:
        if value == 0:
            raise sites[site].failure(value)
        return value

    return {_INDEX: index, _FIT: fit, _FIT_16: fit_16, _SHIFT: shift, _DIVISOR: divisor}


class _Guarded(ast.NodeTransformer):
    """Writes the guards into one function."""

    def __init__(self, program: Program, lines: SourceLines, node: ast.FunctionDef, sites: list[Site]):
        self._program = program
        self._lines = lines
        self._function = node.name
        self._sites = sites

    def _guard(self, guard: str, fault: str, at: ast.expr | ast.stmt, *values: ast.expr) -> ast.expr:
        site = len(self._sites)
        self._sites.append(Site(self._lines.file, *self._lines.place(at), self._function, fault))
        call = ast.Call(ast.Name(guard, ast.Load()), [*values, ast.Constant(site)], [])
        return ast.copy_location(call, at)

    def visit_Subscript(self, node: ast.Subscript) -> ast.Subscript:
        """Guard an index, of an array or of a table."""
        assert isinstance(node.value, ast.Name)
        name = node.value.id
        symbol = self._program.arrays.get(name) or self._program.tables[name]
        length = symbol.length if isinstance(symbol, Array) else len(symbol.rows)
        index = self.visit(node.slice)
        if not isinstance(node.slice, ast.Constant):
            index = self._guard(_INDEX, bad_index(name, length), node, index, ast.Constant(length))
        return ast.copy_location(ast.Subscript(node.value, index, node.ctx), node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """Guard an operation."""
        return self._operation(node, self.visit(node.left), node.op, self.visit(node.right))

    def _operation(
        self, node: ast.BinOp | ast.AugAssign, left: ast.expr, op: ast.operator, right: ast.expr
    ) -> ast.expr:
        sign, _ = OPERATORS[type(op)]
        if sign in ("<<", ">>"):
            right = self._guard(_SHIFT, BAD_SHIFT, node, right)
        elif sign in ("//", "%"):
            right = self._guard(_DIVISOR, ZERO_DIVISOR, node, right)
        result: ast.expr = ast.copy_location(ast.BinOp(left, op, right), node)
        return self._guard(_FIT, OVERFLOW, node, result) if sign in _CAN_OVERFLOW else result

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        """Guard the only unary operation that can overflow."""
        if isinstance(node.op, ast.USub):
            if isinstance(node.operand, ast.Constant):
                return node
            negated = ast.copy_location(ast.UnaryOp(node.op, self.visit(node.operand)), node)
            return self._guard(_FIT, OVERFLOW, node, negated)
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Guard abs(). The argument of len() is not evaluated and stays."""
        assert isinstance(node.func, ast.Name)
        node.args = [self.visit(argument) for argument in node.args]
        return self._guard(_FIT, OVERFLOW, node, node) if node.func.id == "abs" else node

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        """Guard the stored values, before any index of a target."""
        self.generic_visit(node)
        match node:
            case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)):
                pairs = zip(targets, values, strict=True)
                values[:] = [self._stored(target, value, target) for target, value in pairs]
            case ast.Assign(targets):
                for target in targets:
                    node.value = self._stored(target, node.value, target)
        return node

    def _stored(self, target: ast.expr, value: ast.expr, at: ast.expr | ast.stmt) -> ast.expr:
        """Guard a value for an array of 16-bit entries."""
        if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
            array = self._program.arrays[target.value.id]
            if array.bits == 16:
                return self._guard(_FIT_16, too_large(array.name), at, value)
        return value

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt | list[ast.stmt]:
        """Guard an update: the index is evaluated once, and the old element read before the value."""
        if isinstance(node.target, ast.Name):
            old: ast.expr = ast.Name(node.target.id, ast.Load())
            value = self._operation(node, ast.copy_location(old, node), node.op, self.visit(node.value))
            return ast.copy_location(ast.Assign([node.target], value), node)
        assert isinstance(node.target, ast.Subscript)
        target = self.visit_Subscript(node.target)
        keep = ast.copy_location(ast.Assign([ast.Name(_TARGET, ast.Store())], target.slice), node)
        old = ast.Subscript(target.value, ast.Name(_TARGET, ast.Load()), ast.Load())
        value = self._operation(node, ast.copy_location(old, node), node.op, self.visit(node.value))
        new = ast.Subscript(target.value, ast.Name(_TARGET, ast.Load()), ast.Store())
        return [keep, ast.copy_location(ast.Assign([new], self._stored(target, value, node)), node)]
