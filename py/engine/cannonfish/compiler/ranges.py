"""What is known about numbers before a function runs: intervals that hold every value an expression can have.

An analysis of one function, blind to the order of its statements: a local lies in the smallest interval that
holds everything that is ever assigned to it. Arrays may be written by anybody, so what is read from them
can be anything; tables never change. That no result leaves the 32 bits is taken for granted: in the checked
build it is true, and elsewhere the program is wrong already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from . import ir
from .parts import LARGEST, SMALLEST

Interval: TypeAlias = tuple[int, int]
"""Smallest and largest possible value."""

ANY: Interval = (SMALLEST, LARGEST)
TRUTH: Interval = (0, 1)
ZERO: Interval = (0, 0)

_ROUNDS = 3
"""So often a local may grow step by step; then the end that still moves is given up."""


class Ranges:
    """Intervals of one function's expressions."""

    def __init__(self, function: ir.Function):
        self._parameters = len(function.signature.parameters)
        others = len(function.slots) - self._parameters
        self._slots: list[Interval | None] = [ANY] * self._parameters + [None] * others
        self._results: dict[type[ir.Expression], Callable[..., Interval]] = {
            ir.Const: lambda node: (node.value, node.value),
            ir.Local: lambda node: self.local(node.slot),
            ir.Binary: self._binary,
            ir.Negate: self._negate,
            ir.Invert: self._invert,
            ir.Absolute: self._absolute,
            ir.Extreme: self._extreme,
            ir.Logic: self._logic,
            ir.Choose: lambda node: _join(self.of(node.then), self.of(node.otherwise)),
            ir.Compare: lambda node: TRUTH,
            ir.Chain: lambda node: TRUTH,
            ir.Not: lambda node: TRUTH,
            ir.Load: lambda node: ANY,
            ir.Call: lambda node: ANY,
        }
        self._settle(list(_assignments(function.body)))

    def local(self, slot: int) -> Interval:
        """Return an interval that holds every value of a local variable."""
        return self._slots[slot] or ZERO

    def of(self, node: ir.Expression) -> Interval:
        """Return an interval that holds every value of an expression."""
        low, high = self.result(node)
        return max(low, SMALLEST), min(high, LARGEST)

    def result(self, node: ir.Expression) -> Interval:
        """Return the interval of the exact result of the outermost operation; it may exceed 32 bits."""
        return self._results[type(node)](node)

    def fits(self, node: ir.Expression) -> bool:
        """Tell whether the outermost operation can never overflow."""
        low, high = self.result(node)
        return low >= SMALLEST and high <= LARGEST

    def within(self, node: ir.Expression, low: int, high: int) -> bool:
        """Tell whether a value is never below low or above high."""
        smallest, largest = self.of(node)
        return smallest >= low and largest <= high

    def _settle(self, assignments: list[_Assignment]) -> None:
        """Grow the intervals of all locals until no assignment leaves its interval."""
        slots = self._slots
        rounds = 0
        changed = True
        while changed:
            changed = False
            rounds += 1
            for slot, source in assignments:
                new, old = self._source(source), slots[slot]
                if old is None:
                    slots[slot] = new
                elif new[0] < old[0] or new[1] > old[1]:
                    low, high = _join(old, new)
                    if rounds > _ROUNDS:
                        low = SMALLEST if low < old[0] else low
                        high = LARGEST if high > old[1] else high
                    slots[slot] = low, high
                else:
                    continue
                changed = True
        # What was given up in passing may be narrower after all.
        exact: dict[int, Interval] = {}
        for slot, source in assignments:
            new = self._source(source)
            exact[slot] = _join(exact[slot], new) if slot in exact else new
        for slot, interval in exact.items():
            if slot >= self._parameters:
                slots[slot] = interval

    def _source(self, source: ir.Expression | ir.RangeLoop | Interval) -> Interval:
        """Return the interval of what is assigned."""
        if isinstance(source, tuple):
            return source
        if not isinstance(source, ir.RangeLoop):
            return self.of(source)
        start, stop = self.of(source.start), self.of(source.stop)
        low, high = (start[0], stop[1] - 1) if source.step > 0 else (stop[0] + 1, start[1])
        return (low, high) if low <= high else start

    # --- operations ---

    def _binary(self, node: ir.Binary) -> Interval:
        return OPERATIONS[node.op](self.of(node.left), self.of(node.right))

    def _negate(self, node: ir.Negate) -> Interval:
        low, high = self.of(node.operand)
        return -high, -low

    def _invert(self, node: ir.Invert) -> Interval:
        low, high = self.of(node.operand)
        return ~high, ~low

    def _absolute(self, node: ir.Absolute) -> Interval:
        low, high = self.of(node.operand)
        return (low if low > 0 else -high if high < 0 else 0), max(-low, high)

    def _extreme(self, node: ir.Extreme) -> Interval:
        pick = max if node.largest else min
        ranges = [self.of(operand) for operand in node.operands]
        return pick(low for low, _ in ranges), pick(high for _, high in ranges)

    def _logic(self, node: ir.Logic) -> Interval:
        if node.all:
            return _join(self.of(node.operands[-1]), ZERO)
        low, high = zip(*map(self.of, node.operands), strict=True)
        return min(low), max(high)


_Assignment: TypeAlias = tuple[int, ir.Expression | ir.RangeLoop | Interval]


def _assignments(body: Iterable[ir.Statement]) -> Iterator[_Assignment]:
    """Yield every local that is assigned, and what tells its value."""
    for node in body:
        if isinstance(node, ir.Assign):
            for number, target in enumerate(node.targets):
                if isinstance(target, ir.Local):
                    yield target.slot, node.values[number % len(node.values)]
        elif isinstance(node, ir.If):
            yield from _assignments(node.then)
            yield from _assignments(node.otherwise)
        elif isinstance(node, ir.While):
            yield from _assignments(node.body)
        elif isinstance(node, ir.RangeLoop):
            yield node.variable.slot, node
            yield from _assignments(node.body)
        elif isinstance(node, ir.RowLoop):
            for variable, interval in zip(node.variables, node.table.columns(), strict=False):
                yield variable.slot, interval
            yield from _assignments(node.body)


def _join(one: Interval, other: Interval) -> Interval:
    return min(one[0], other[0]), max(one[1], other[1])


def _corners(function: Callable[[int, int], int]) -> Callable[[Interval, Interval], Interval]:
    """Make the interval of an operation which is monotonous in each operand."""

    def interval(a: Interval, b: Interval) -> Interval:
        corners = [function(x, y) for x in a for y in b]
        return min(corners), max(corners)

    return interval


def _and(a: Interval, b: Interval) -> Interval:
    not_negative = [high for low, high in (a, b) if low >= 0]
    return (0, min(not_negative)) if not_negative else (SMALLEST, max(a[1], b[1], -1))


def _xor(a: Interval, b: Interval) -> Interval:
    if a[0] < 0 or b[0] < 0:
        return ANY
    return 0, (1 << max(a[1], b[1]).bit_length()) - 1


def _or(a: Interval, b: Interval) -> Interval:
    return _xor(a, b) if a[0] < 0 or b[0] < 0 else (max(a[0], b[0]), _xor(a, b)[1])


def _left(a: Interval, b: Interval) -> Interval:
    if not 0 <= b[0] <= b[1] <= 31:
        return SMALLEST << 31, LARGEST << 31
    return _corners(lambda x, y: x << y)(a, b)


def _right(a: Interval, b: Interval) -> Interval:
    low, high = max(b[0], 0), min(b[1], 31)
    return _corners(lambda x, y: x >> y)(a, (low, high)) if low <= high else ANY


def _divide(a: Interval, b: Interval) -> Interval:
    if b[0] > 0 or b[1] < 0:
        return _corners(lambda x, y: x // y)(a, b)
    size = max(-a[0], a[1])
    return -size, size


def _modulo(a: Interval, b: Interval) -> Interval:
    if b[0] > 0:
        return a if a[0] >= 0 and a[1] < b[0] else (0, b[1] - 1)
    return (b[0] + 1, 0) if b[1] < 0 else ANY


OPERATIONS: dict[str, Callable[[Interval, Interval], Interval]] = {
    "+": lambda a, b: (a[0] + b[0], a[1] + b[1]),
    "-": lambda a, b: (a[0] - b[1], a[1] - b[0]),
    "*": _corners(lambda x, y: x * y),
    "&": _and,
    "|": _or,
    "^": _xor,
    "<<": _left,
    ">>": _right,
    "//": _divide,
    "%": _modulo,
}
