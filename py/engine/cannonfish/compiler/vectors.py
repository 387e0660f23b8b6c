"""Vector loops: plain loops that do several rounds at once, for instance

    for i in range(WIDTH):
        total += max(0, min(255, units[first + i])) * weights[i]

A vector has 128 bits: 4 lanes of 32 bits, or 8 of 16. One instruction computes all lanes, so 4 or 8 rounds of
the loop become one. The vector loop stands in front of the scalar one, which does the rounds that are left
over. This module finds the loops for which both give the same results; `vector_emitter.py` emits them.

- The loop counts by 1, and every statement stores into an array, assigns a local that is read in the same
  round only, or adds to a sum.
- Every index is the loop's variable plus a loop invariant, so that the entries for the lanes lie side by
  side. Invariants are computed once, in front of the loop.
- No lane uses an entry that another lane of the same vector writes: an array that is stored into is used at
  one index, or at indices that are at least 8 apart. If that depends on a variable, it is tested in front of
  the loop. Two arrays never overlap.
- The operators are + - * & | ^ << >>, min, max and abs; `x if x > 0 else 0` is max(x, 0).

Lanes wrap around just as scalar code does. Lanes of 16 bits hold the low halves of the numbers. That is
enough for + - * & | ^ << and for stores into arrays of 16-bit entries. Everything else needs whole numbers,
which must be known to fit in 16 bits, by the range of each expression; otherwise the loop has 4 lanes. Sums
have 32 bits; one instruction multiplies 16-bit lanes and adds the products in pairs.

The checked build has no vectors, as its guards run in Python's order.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, fields
from typing import TypeAlias

from . import ir
from .dialect import OPERATORS, fits
from .program import Program
from .symbols import LARGEST, SMALLEST

APART = 8
"""How far apart two indices of an array must be, so that no two lanes of any vector meet."""
UNROLLED = 2
"""Vectors in one round, if they come out even: with 2 instead of 1, 64 additions take 0.8 times as long."""

Form: TypeAlias = dict[Hashable, int]
"""A sum of unknowns, each with its factor."""
_ONE, _VARIABLE = "1", "i"
"""The constant of a form, and the loop's variable in it."""

Range: TypeAlias = tuple[int, int]
"""The smallest and the largest number that an expression can be."""
_WORD, _HALF = (SMALLEST, LARGEST), (-(2**15), 2**15 - 1)

_COMPUTE = dict(OPERATORS.values())
_REASONS: dict[type[object], str] = {
    ir.If: "there is an `if` in it",
    ir.While: "there is a loop in it",
    ir.RangeLoop: "there is a loop in it",
    ir.RowLoop: "there is a loop in it",
    ir.Return: "it may return",
    ir.Break: "it may break off",
    ir.ExprStatement: "it calls a function",
    ir.Call: "it calls a function",
    ir.Compare: "it uses a comparison; min() and max() have vector instructions",
    ir.Select: "it uses a conditional expression; min() and max() have vector instructions",
    ir.Logic: "it uses `and` or `or`",
    ir.Not: "it uses `not`",
    ir.Assign: "it assigns to several targets in one line",
}


@dataclass(frozen=True)
class Loop:
    """A loop, with the result of vectorising it."""

    file: str
    line: int
    function: str
    lanes: int
    """How many rounds it does at once."""
    reason: str
    """Why it is not vectorised, or does not have 8 lanes; "" if it has."""

    def __str__(self) -> str:
        lanes = f"{self.lanes} rounds at once" if self.lanes > 1 else "not vectorised"
        return f"{self.file}:{self.line}: {lanes}" + (f": {self.reason}" if self.reason else "")


def loops(program: Program) -> list[Loop]:
    """Return whether and how each loop of a program is vectorised, in the order of the source."""
    found = []
    for function in program.relinked().functions.values():
        for node in nodes(function.body):
            if isinstance(node, ir.RangeLoop | ir.RowLoop | ir.While):
                lanes, reason = 1, "it does not run over range()"
                if isinstance(node, ir.RangeLoop):
                    try:
                        plan = Plan(node, function)
                        lanes, reason = plan.lanes, plan.wide
                    except NotVectorised as error:
                        reason = str(error)
                found.append(Loop(function.file, node.at[0], function.signature.name, lanes, reason))
    return found


def nodes(value: object) -> Iterator[ir.Expression | ir.Statement]:
    """Yield all statements and expressions in a part of a function, the outer ones first."""
    if isinstance(value, list):
        for item in value:
            yield from nodes(item)
    elif isinstance(value, ir.Expression | ir.Statement):
        yield value
        for part in fields(value):
            yield from nodes(getattr(value, part.name))


class NotVectorised(Exception):
    """A loop stays scalar; the message says why."""


class Plan:
    """The vector form of a loop. Raises NotVectorised if it has none."""

    def __init__(self, loop: ir.RangeLoop, function: ir.Function):
        self.loop = loop
        self._names = function.names
        self.steps: list[tuple[ir.Target, str, ir.Expression]] = []
        """The assignments; those with an operator, + or -, to a sum."""
        self.temporaries: dict[int, Range] = {}
        """The locals that are assigned before they are read, by slot, with their ranges at the moment."""
        self.sums: set[int] = set()
        """The slots of the sums."""
        self.elements: dict[ir.Element, Form] = {}
        """The entries whose index moves with the loop's variable, and their indices."""
        self.constants: dict[Hashable, ir.Expression] = {}
        """The expressions whose value stays the same."""
        self.distances: dict[Hashable, tuple[ir.Expression, ir.Expression]] = {}
        """The indices of one array whose distance is known only when the loop runs."""
        self.wide = ""
        """Why the lanes have 32 bits."""
        self._ranges: dict[ir.Expression, Range] = {}
        if loop.step != 1:
            raise NotVectorised(f"its step is {loop.step}")
        targets = [self._target(statement) for statement in loop.body]
        self._stored = {target.array for target in targets if isinstance(target, ir.Element)}
        self._changed = {target.slot for target in targets if isinstance(target, ir.Local)}
        self._changed |= {node.local.slot for node in nodes(loop.body) if isinstance(node, ir.Tee)}
        if loop.variable.slot in self._changed:
            raise NotVectorised(f"{self._name(loop.variable)} is assigned in it")
        for statement in loop.body:
            self._step(statement)
        for slot in self.sums & self.temporaries.keys():
            raise self._carried(ir.Local(slot))
        if not self.elements:
            raise NotVectorised(f"no index in it moves with {self._name(loop.variable)}")
        self._keep_apart()
        self._count()

    def _name(self, local: ir.Local) -> str:
        return f"`{self._names[local.slot]}`"

    def _carried(self, local: ir.Local) -> NotVectorised:
        return NotVectorised(f"{self._name(local)} carries a value into the next round, and is no plain sum")

    def _target(self, statement: ir.Statement) -> ir.Target:
        if isinstance(statement, ir.Update):
            return statement.target
        if isinstance(statement, ir.Assign) and len(statement.targets) == 1:
            return statement.targets[0]
        raise NotVectorised(_REASONS.get(type(statement), "it does more than assign"))

    def _step(self, statement: ir.Statement) -> None:
        match statement:
            case ir.Update(target, op, value, at):
                value = ir.Binary(op, target, value, at)
                self._value(value)
                self._access(target)
                self.steps.append((target, "", value))
            case ir.Assign([ir.Element() as target], [value]):
                self._value(value)
                self._access(target)
                self.steps.append((target, "", value))
            case ir.Assign([ir.Local(slot) as target], [value]):
                op, operand = self._sum(slot, value)
                known = self._value(operand)
                if op:
                    self.sums.add(slot)
                    self._summed(operand)
                else:
                    self.temporaries[slot] = known
                    self._needs_whole(operand)
                self.steps.append((target, op, operand))

    def _sum(self, slot: int, value: ir.Expression) -> tuple[str, ir.Expression]:
        """Split `total + x` into operator and operand; no operator if the target is no sum."""
        if slot not in self.temporaries:
            match value:
                case ir.Binary("+" | "-" as op, ir.Local(old), operand) if old == slot:
                    return op, operand
                case ir.Binary("+" as op, operand, ir.Local(old)) if old == slot:
                    return op, operand
        return "", value

    # --- values ---

    def _value(self, node: ir.Expression) -> Range:
        """Check that lanes can compute an expression, and return its range."""
        self._ranges[node] = known = self._range(node)
        return known

    def _range(self, node: ir.Expression) -> Range:
        if self.is_constant(node):
            self.constants[constant_key(node)] = node
            if isinstance(node, ir.Const):
                return node.value, node.value
            return _HALF if isinstance(node, ir.Element) and node.array.bits == 16 else _WORD
        match node:
            case ir.Local(slot):
                if slot == self.loop.variable.slot:
                    raise NotVectorised(f"{self._name(node)} itself is used, not only as an index")
                if slot not in self.temporaries:
                    raise self._carried(node)
                return self.temporaries[slot]
            case ir.Tee(local, value):
                self.temporaries[local.slot] = self._value(value)
                return self.temporaries[local.slot]
            case ir.Element(array):
                self._access(node)
                return _HALF if array.bits == 16 else _WORD
            case ir.MinMax(largest, left, right):
                one, other = self._value(left), self._value(right)
                self._needs_whole(left, right)
                choose = max if largest else min
                return choose(one[0], other[0]), choose(one[1], other[1])
            case ir.Binary(op, left, right):
                return self._operation(op, left, right)
        raise NotVectorised(_REASONS[type(node)])

    def _operation(self, op: str, left: ir.Expression, right: ir.Expression) -> Range:
        if op in ("//", "%"):
            raise NotVectorised(f"there is no vector instruction for {op}; >> and & have one")
        one = self._value(left)
        if op in ("<<", ">>"):
            if not self.is_constant(right):
                raise NotVectorised("it shifts by a number that changes from round to round")
            other = (right.value, right.value) if isinstance(right, ir.Const) else (0, 31)
            if op == ">>":
                self._needs_whole(left)
            if other[1] > 15:
                self.wide = self.wide or "it may shift by more than 15"
        else:
            other = self._value(right)
        if op in ("&", "|", "^"):
            limits = [limit[1] for limit in (one, other) if limit[0] >= 0]
            return (0, min(limits)) if op == "&" and limits else _WORD
        corners = [_COMPUTE[op](a, b) for a in one for b in other]
        smallest, largest = min(corners), max(corners)
        return (smallest, largest) if fits(smallest) and fits(largest) else _WORD

    def _needs_whole(self, *nodes: ir.Expression) -> None:
        """Note that an instruction needs whole numbers, not their low halves."""
        for node in nodes:
            smallest, largest = self._ranges[node]
            if smallest < _HALF[0] or largest > _HALF[1]:
                self.wide = self.wide or "a number in it may have more than 16 bits"

    def _summed(self, node: ir.Expression) -> None:
        """Note the parts of a sum that need whole numbers."""
        match node:
            case ir.Binary("+" | "-", left, right) if not self.is_constant(node):
                self._summed(left)
                self._summed(right)
            case ir.Binary("*", left, right) if not self.is_constant(node):
                self._needs_whole(left, right)
            case _:
                self._needs_whole(node)

    def is_constant(self, node: ir.Expression) -> bool:
        """Whether an expression has the same value in every round."""
        match node:
            case ir.Const():
                return True
            case ir.Local(slot):
                return slot not in self._changed and slot != self.loop.variable.slot
            case ir.Element(array, index):
                return array not in self._stored and self.is_constant(index)
            case ir.Binary(op, left, right) | ir.MinMax(op, left, right):
                return op not in ("//", "%") and self.is_constant(left) and self.is_constant(right)
        return False

    # --- indices ---

    def _access(self, node: ir.Element) -> None:
        name, variable = f"`{node.array.name}`", self._name(self.loop.variable)
        if node.array.shared:
            raise NotVectorised(f"{name} is shared by threads")
        form = self._form(node.index)
        if form is None:
            raise NotVectorised(f"the index of {name} is not linear in {variable}")
        step = form.get(_VARIABLE, 0)
        if step == 0:
            raise NotVectorised(f"{name} is stored into, and used at an index that does not move")
        if step != 1:
            raise NotVectorised(f"the index of {name} moves by {step}, not by 1")
        if node.array.bits == 32:
            self.wide = self.wide or f"{name} has entries of 32 bits"
        self.elements[node] = form

    def _form(self, node: ir.Expression) -> Form | None:
        """Return a number as a sum of the loop's variable and of loop invariants; None if it is not one."""
        match node:
            case ir.Const(value):
                return {_ONE: value}
            case ir.Local(slot) if slot == self.loop.variable.slot:
                return {_VARIABLE: 1}
            case ir.Binary("+" | "-" as op, left, right):
                one, other = self._form(left), self._form(right)
                if one is None or other is None:
                    return None
                return _combined(one, other, 1 if op == "+" else -1)
            case ir.Binary("*", one, ir.Const(factor)) | ir.Binary("*", ir.Const(factor), one):
                form = self._form(one)
                return form and _combined({}, form, factor)
        return {constant_key(node): 1} if self.is_constant(node) else None

    def _keep_apart(self) -> None:
        """Check that no two lanes meet in an entry that one of them writes."""
        stores = [target for target, _, _ in self.steps if isinstance(target, ir.Element)]
        for store in stores:
            for other in self.elements:
                if other.array is not store.array:
                    continue
                distance = _combined(self.elements[store], self.elements[other], -1)
                if not distance.keys() - {_ONE}:
                    entries = abs(distance.get(_ONE, 0))
                    if 0 < entries < APART:
                        raise NotVectorised(f"`{store.array.name}` is used at indices only {entries} apart")
                else:
                    self.distances[frozenset(distance.items())] = store.index, other.index

    def _count(self) -> None:
        """Choose the number of lanes, and of vectors in one round."""
        self.lanes = 4 if self.wide else 8
        self.unrolled = 1
        start, stop = self._form(self.loop.start), self._form(self.loop.stop)
        distance = None if start is None or stop is None else _combined(stop, start, -1)
        if distance is not None and not distance.keys() - {_ONE}:
            rounds = distance.get(_ONE, 0)
            if rounds < self.lanes:
                self.lanes, self.wide = 4, self.wide or f"it has only {rounds} rounds"
            if rounds < self.lanes:
                raise NotVectorised(f"it has only {rounds} rounds")
            if rounds % (self.lanes * UNROLLED) == 0:
                self.unrolled = UNROLLED


def _combined(one: Form, other: Form, factor: int) -> Form:
    """Return one + factor * other."""
    total = {key: one.get(key, 0) + factor * other.get(key, 0) for key in one | other}
    return {key: value for key, value in total.items() if value}


def constant_key(node: ir.Expression) -> Hashable:
    """Return a key that is equal for loop invariants that are written the same."""
    match node:
        case ir.Const(value):
            return value
        case ir.Element(array, index):
            return "element", array.name, constant_key(index)
        case ir.Binary(op, left, right) | ir.MinMax(op, left, right):
            return op, constant_key(left), constant_key(right)
    assert isinstance(node, ir.Local)
    return "local", node.slot
