"""The dialect in tables: its operators, its builtins, and the replacements for everything else.

Also the parts that the linker and the checker share: places in a kernel file, the meanings of global names,
the head of a function.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from .errors import DialectError
from .symbols import LARGEST, SMALLEST, Array, Signature, Table

OPERATORS: dict[type[ast.AST], tuple[str, Callable[[int, int], int]]] = {
    ast.Add: ("+", operator.add),
    ast.Sub: ("-", operator.sub),
    ast.Mult: ("*", operator.mul),
    ast.BitAnd: ("&", operator.and_),
    ast.BitOr: ("|", operator.or_),
    ast.BitXor: ("^", operator.xor),
    ast.LShift: ("<<", operator.lshift),
    ast.RShift: (">>", operator.rshift),
    ast.FloorDiv: ("//", operator.floordiv),
    ast.Mod: ("%", operator.mod),
    ast.Eq: ("==", operator.eq),
    ast.NotEq: ("!=", operator.ne),
    ast.Lt: ("<", operator.lt),
    ast.LtE: ("<=", operator.le),
    ast.Gt: (">", operator.gt),
    ast.GtE: (">=", operator.ge),
}
"""The signs of the binary operators and comparisons, and their functions."""
BUILTINS = frozenset({"abs", "len", "max", "min", "range"})
"""Python's functions that are in the dialect. A file cannot redefine them."""

INSTEAD: dict[type[ast.AST], str] = {
    ast.Div: "/ gives a float; write // for whole numbers",
    ast.Pow: "** is not in the dialect; write the products, or << for powers of two",
    ast.MatMult: "@ is not in the dialect",
    ast.Is: "`is` is not in the dialect; numbers are compared with ==",
    ast.IsNot: "`is not` is not in the dialect; numbers are compared with !=",
    ast.In: "`in` is not in the dialect; write the comparisons, or a loop",
    ast.NotIn: "`not in` is not in the dialect; write the comparisons, or a loop",
    ast.UAdd: "unary + does nothing; leave it out",
    ast.Lambda: "a lambda is not in the dialect; write a function at the top level of the file",
    ast.FunctionDef: "a function inside a function is not in the dialect; put it at the top level",
    ast.AsyncFunctionDef: "async is not in the dialect",
    ast.ClassDef: "a class is not in the dialect; facts live in arrays",
    ast.ListComp: "a comprehension is not in the dialect; write a loop that stores into an array",
    ast.SetComp: "a comprehension is not in the dialect; write a loop",
    ast.DictComp: "a comprehension is not in the dialect; write a loop",
    ast.GeneratorExp: "a generator is not in the dialect; write a loop",
    ast.Attribute: "attributes are not in the dialect; import the name itself",
    ast.JoinedStr: "text is not in the dialect",
    ast.List: "a list cannot be made here; arrays are made at the top level of the file",
    ast.Tuple: "a tuple is not a value in the dialect; only `a, b = b, a` is",
    ast.Dict: "dictionaries are not in the dialect",
    ast.Set: "sets are not in the dialect",
    ast.Starred: "* is not in the dialect; write the values",
    ast.NamedExpr: "an assignment inside an expression is not in the dialect; write it as a line of its own",
    ast.Await: "async is not in the dialect",
    ast.Yield: "yield is not in the dialect",
    ast.YieldFrom: "yield is not in the dialect",
    ast.Slice: "a slice is not in the dialect; write a loop",
    ast.Try: "try is not in the dialect",
    ast.With: "with is not in the dialect",
    ast.Raise: "raise is not in the dialect; return a value that says so",
    ast.Assert: "assert is not in the dialect; the checked build already traps on bad indices and overflow",
    ast.Delete: "del is not in the dialect",
    ast.Global: "global is not in the dialect; what changes lives in an array",
    ast.Nonlocal: "nonlocal is not in the dialect",
    ast.Import: "an import belongs at the top of the file",
    ast.ImportFrom: "an import belongs at the top of the file",
    ast.Match: "match is not in the dialect; write if / elif",
    ast.AsyncFor: "async is not in the dialect",
    ast.AsyncWith: "async is not in the dialect",
}


@dataclass(frozen=True)
class Unusable:
    """The meaning of a name that a file defines but dialect functions cannot use."""

    reason: str
    location: str


Symbol: TypeAlias = int | Array | Table | Signature | Unusable
Resolve: TypeAlias = Callable[[str], Symbol | None]
"""Returns the meaning of a global name in one file; None if the file neither defines nor imports it."""


LINE_END = r"\r\n|\r|\n"
"""The line ends of Python."""


class SourceLines:
    """The lines of a file, for errors that point at a place in it."""

    def __init__(self, file: str, text: str):
        self.file = file
        self._lines = re.split(LINE_END, text)

    def error(self, node: ast.AST, reason: str) -> DialectError:
        """Return the error that refuses `node`."""
        line, column = self.place(node)
        text = self._text(line)
        end = 0
        if getattr(node, "end_lineno", None) == line:
            end = self._column(text, getattr(node, "end_col_offset", 0))
        return DialectError(reason, self.file, line, column, text, end)

    def place(self, node: ast.AST) -> tuple[int, int]:
        """Return the line and the column at which `node` begins, both counted from 1."""
        line = getattr(node, "lineno", 1)
        return line, self._column(self._text(line), getattr(node, "col_offset", 0))

    def _text(self, line: int) -> str:
        return self._lines[line - 1] if line <= len(self._lines) else ""

    @staticmethod
    def _column(text: str, offset: int) -> int:
        """Turn Python's offset in UTF-8 bytes into a column counted in characters from 1."""
        if text.isascii():
            return offset + 1
        return len(text.encode()[:offset].decode(errors="ignore")) + 1


def read_signature(node: ast.FunctionDef, lines: SourceLines) -> Signature:
    """Check the head of a dialect function."""
    arguments = node.args
    if node.decorator_list:
        raise lines.error(node.decorator_list[0], "a decorator is not in the dialect")
    if getattr(node, "type_params", None):
        raise lines.error(node, "type parameters are not in the dialect")
    for extra in (*arguments.posonlyargs, arguments.vararg, arguments.kwarg, *arguments.kwonlyargs):
        if extra is not None:
            raise lines.error(extra, "only plain parameters are in the dialect")
    for default in (*arguments.defaults, *arguments.kw_defaults):
        if default is not None:
            raise lines.error(default, "a default value is not in the dialect; pass every argument")
    for parameter in arguments.args:
        if not is_int(parameter.annotation):
            raise lines.error(parameter, f"the parameter `{parameter.arg}` must be annotated `int`")
    returns = is_int(node.returns)
    if not returns and not (isinstance(node.returns, ast.Constant) and node.returns.value is None):
        raise lines.error(node.returns or node, f"`{node.name}` must be annotated `-> int` or `-> None`")
    location = f"{lines.file}:{node.lineno}"
    return Signature(node.name, tuple(parameter.arg for parameter in arguments.args), returns, location)


def is_int(annotation: ast.expr | None) -> bool:
    """Tell whether an annotation is `int`, the only type of the dialect."""
    return isinstance(annotation, ast.Name) and annotation.id == "int"


def fits(value: int) -> bool:
    """Tell whether a number fits in 32 bits."""
    return SMALLEST <= value <= LARGEST
