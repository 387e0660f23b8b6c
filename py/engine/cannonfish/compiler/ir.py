"""The checked form of a program: every name resolved, every constant folded, every position kept.

`checker.py` builds these trees from Python's syntax trees, `emitter.py` turns them into WebAssembly.
Expressions are signed 32-bit integers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from .symbols import Array, Signature, Table

Position: TypeAlias = tuple[int, int]
"""Line and column of the source, both counted from 1."""


# --- expressions ---


@dataclass(slots=True, eq=False)
class Const:
    """A number."""

    value: int


@dataclass(slots=True, eq=False)
class Local:
    """A parameter or local variable, by slot."""

    slot: int


@dataclass(slots=True, eq=False)
class Tee:
    """The value, after assigning it to a local."""

    local: Local
    value: Expression


@dataclass(slots=True, eq=False)
class Element:
    """ARRAY[index]."""

    array: Array
    index: Expression
    at: Position


@dataclass(slots=True, eq=False)
class Binary:
    """left + - * & | ^ << >> // % right, with Python's meaning."""

    op: str
    left: Expression
    right: Expression
    at: Position


@dataclass(slots=True, eq=False)
class MinMax:
    """The larger or the smaller of two numbers."""

    largest: bool
    left: Expression
    right: Expression


@dataclass(slots=True, eq=False)
class Compare:
    """left == != < <= > >= right: 1 or 0."""

    op: str
    left: Expression
    right: Expression


@dataclass(slots=True, eq=False)
class Not:
    """Not operand: 1 or 0."""

    operand: Expression


@dataclass(slots=True, eq=False)
class Logic:
    """`and` (all) or `or` (not all) of operands; the value is that of the operand which decided."""

    all: bool
    operands: list[Expression]


@dataclass(slots=True, eq=False)
class Select:
    """then if test else otherwise."""

    test: Expression
    then: Expression
    otherwise: Expression


@dataclass(slots=True, eq=False)
class Call:
    """A call of a dialect or host function."""

    function: Signature
    arguments: list[Expression]


Expression: TypeAlias = (
    Const | Local | Tee | Element | Binary | MinMax | Compare | Not | Logic | Select | Call
)


# --- statements ---


Target: TypeAlias = Local | Element


@dataclass(slots=True, eq=False)
class Assign:
    """Evaluate all values from left to right, then assign them to the targets from left to right.

    As many targets as values, or several targets for one value (`a = b = 0`).
    """

    targets: list[Target]
    values: list[Expression]


@dataclass(slots=True, eq=False)
class Update:
    """ARRAY[index] op= value: the index is evaluated once, the old element read before the value."""

    target: Element
    op: str
    value: Expression
    at: Position


@dataclass(slots=True, eq=False)
class ExprStatement:
    """A call for its effect."""

    call: Call


@dataclass(slots=True, eq=False)
class Return:
    """Leave the function."""

    value: Expression | None


@dataclass(slots=True, eq=False)
class If:
    """if / elif / else."""

    test: Expression
    then: list[Statement]
    otherwise: list[Statement]


@dataclass(slots=True, eq=False)
class While:
    """while test."""

    test: Expression
    body: list[Statement]
    at: Position


@dataclass(slots=True, eq=False)
class RangeLoop:
    """for variable in range(start, stop, step)."""

    variable: Local
    start: Expression
    stop: Expression
    step: int
    body: list[Statement]
    at: Position


@dataclass(slots=True, eq=False)
class RowLoop:
    """for variables in TABLE[row]."""

    variables: list[Local]
    table: Table
    row: Expression
    body: list[Statement]
    at: Position


@dataclass(slots=True, eq=False)
class Break:
    """Leave the innermost loop."""


@dataclass(slots=True, eq=False)
class Continue:
    """Go on with the next round of the innermost loop."""


Statement: TypeAlias = (
    Assign | Update | ExprStatement | Return | If | While | RangeLoop | RowLoop | Break | Continue
)


@dataclass(eq=False)
class Function:
    """A checked dialect function."""

    signature: Signature
    file: str
    names: list[str]
    """The name of each slot, parameters first; that of a slot without a name begins with a dot."""
    body: list[Statement]
    lines: dict[Expression | Statement, int]
    """The line at which each statement, and each call, begins."""
