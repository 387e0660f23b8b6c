"""WebAssembly for checked functions. An expression leaves its value on the stack, a statement nothing.

The code is plain; the optimiser of the browser or of wasmtime makes it fast. Two things help it:
`and` and `or` in a condition become branches, not values (1 to 6 % more nodes/s), and a choice between two
constants or locals becomes `select` (up to 2 %).

In the checked build every index, and every operation whose result may not fit, is followed by a guard, which
reports its `Site` and traps. Guards run in the order in which Python evaluates.
"""

from __future__ import annotations

from contextlib import suppress

from . import ir, wasm
from .errors import BAD_SHIFT, OVERFLOW, ZERO_DIVISOR, Site, bad_index, too_large
from .instructions import Layout, LineMap
from .symbols import SMALLEST
from .vector_emitter import VectorLoops
from .vectors import NotVectorised, Plan

_SIMPLE = {
    "+": wasm.I32_ADD,
    "-": wasm.I32_SUB,
    "*": wasm.I32_MUL,
    "&": wasm.I32_AND,
    "|": wasm.I32_OR,
    "^": wasm.I32_XOR,
    "<<": wasm.I32_SHL,
    ">>": wasm.I32_SHR_S,
}
_WIDE = {"+": wasm.I64_ADD, "-": wasm.I64_SUB, "*": wasm.I64_MUL, "<<": wasm.I64_SHL}
_COMPARE = {
    "==": wasm.I32_EQ,
    "!=": wasm.I32_NE,
    "<": wasm.I32_LT_S,
    "<=": wasm.I32_LE_S,
    ">": wasm.I32_GT_S,
    ">=": wasm.I32_GE_S,
}


def emit_function(function: ir.Function, layout: Layout) -> tuple[bytes, bool]:
    """Return the entry of the code section for a function, and whether it uses a shared array."""
    emitter = _Emitter(function, layout)
    if layout.lines is not None:
        emitter = noting = _LineNotingEmitter(function, layout)
        layout.lines[function.signature.name] = noting.lines
    return emitter.entry(), emitter.shares


class _Emitter(VectorLoops):
    def __init__(self, function: ir.Function, layout: Layout):
        super().__init__(function, layout)
        self._checked = layout.trap is not None
        self._loops: list[tuple[int, int]] = []
        """The labels of `break` and `continue`, innermost loop last."""

    def entry(self) -> bytes:
        self._block(self._function.body)
        if self._function.signature.returns:
            self._emit(wasm.UNREACHABLE)  # the checker has proved it
        self._emit(wasm.END)
        return self._entry()

    def visit(self, node: ir.Expression | ir.Statement) -> None:
        """Emit a node, by the method named after its type."""
        getattr(self, f"visit_{type(node).__name__}")(node)

    def _block(self, body: list[ir.Statement]) -> None:
        for statement in body:
            self.visit(statement)

    def _hold(self, node: ir.Expression) -> int:
        """Evaluate an expression into a helper."""
        self.visit(node)
        helper = self._take()
        self._set(helper)
        return helper

    # --- guards of the checked build ---

    def _trap(self, fault: str, at: ir.Position, local: int) -> None:
        """If the number on the stack is not 0: report a site, with a local as the wrong value."""
        assert self._layout.trap is not None
        self._open(wasm.IF)
        self._const(len(self._layout.sites))
        self._layout.sites.append(Site(self._function.file, *at, self._function.signature.name, fault))
        self._get(local)
        if local != self._wide:
            self._emit(wasm.I64_EXTEND_I32_S)
        self._call(self._layout.trap)
        self._emit(wasm.UNREACHABLE)
        self._close()

    def _narrow(self, at: ir.Position) -> None:
        """Turn the 64-bit result on the stack into a number; trap if it does not fit."""
        self._tee(self._wide)
        self._emit(wasm.I64_EXTEND32_S)
        self._get(self._wide)
        self._emit(wasm.I64_NE)
        self._trap(OVERFLOW, at, self._wide)
        self._get(self._wide)
        self._emit(wasm.I32_WRAP_I64)

    def _guard_below(self, limit: int, fault: str, at: ir.Position) -> None:
        """Trap if the number on the stack, which stays there, is not in range(limit)."""
        helper = self._take()
        self._tee(helper)
        self._const(limit)
        self._emit(wasm.I32_GE_U)
        self._trap(fault, at, helper)
        self._get(helper)
        self._release(helper)

    def _guard_store(self, target: ir.Element, at: ir.Position) -> None:
        """Trap if the number on the stack, which stays there, does not fit in the target."""
        if not self._checked or target.array.bits == 32:
            return
        helper = self._take()
        self._tee(helper)
        self._emit(wasm.I32_EXTEND16_S)
        self._get(helper)
        self._emit(wasm.I32_NE)
        self._trap(too_large(target.array.name), at, helper)
        self._get(helper)
        self._release(helper)

    # --- expressions ---

    def visit_Const(self, node: ir.Const) -> None:
        self._const(node.value)

    def visit_Local(self, node: ir.Local) -> None:
        self._get(self._local(node))

    def visit_Tee(self, node: ir.Tee) -> None:
        self.visit(node.value)
        self._tee(self._local(node.local))

    def visit_Element(self, node: ir.Element) -> None:
        self._read(self._element(node), node.array.bits, node.array.shared)

    def _element(self, node: ir.Element) -> int:
        """Push the variable part of an element's address; return the constant part."""
        array = node.array
        base = self._layout.addresses[array]
        return self._address(base, node.index, array.name, array.length, node.at, array.size)

    def _address(
        self, base: int, index: ir.Expression, name: str, length: int, at: ir.Position, size: int = 4
    ) -> int:
        if isinstance(index, ir.Const):
            self._const(0)
            return base + size * index.value
        self.visit(index)
        if self._checked:
            self._guard_below(length, bad_index(name, length), at)
        self._const(size.bit_length() - 1)
        self._emit(wasm.I32_SHL)
        return base

    def visit_Binary(self, node: ir.Binary) -> None:
        self.visit(node.left)
        self._operate(node.op, node.right, node.at)

    def _operate(self, op: str, right: ir.Expression, at: ir.Position) -> None:
        """Apply an operator to the number on the stack, its left operand, and to its right one."""
        if op in ("//", "%"):
            self._divide(op, right, at)
            return
        wide = self._checked and op in _WIDE
        if wide:
            self._emit(wasm.I64_EXTEND_I32_S)
        self.visit(right)
        if self._checked and op in ("<<", ">>") and not isinstance(right, ir.Const):
            self._guard_below(32, BAD_SHIFT, at)
        if wide:
            self._emit(wasm.I64_EXTEND_I32_S, _WIDE[op])
            self._narrow(at)
        else:
            self._emit(_SIMPLE[op])

    def _divide(self, op: str, right: ir.Expression, at: ir.Position) -> None:
        """Apply // or %, which round down; WebAssembly rounds towards zero."""
        dividend, remainder = self._take(), self._take()
        self._set(dividend)
        divisor = self._hold(right)
        if self._checked:
            self._get(divisor)
            self._emit(wasm.I32_EQZ)
            self._trap(ZERO_DIVISOR, at, divisor)
        if self._checked and op == "//":
            self._get(dividend)
            self._const(SMALLEST)
            self._emit(wasm.I32_EQ)
            self._get(divisor)
            self._const(-1)
            self._emit(wasm.I32_EQ, wasm.I32_AND)
            self._trap(OVERFLOW.format(-SMALLEST), at, dividend)
        self._get(dividend)
        self._get(divisor)
        self._emit(wasm.I32_REM_S)
        self._set(remainder)
        if op == "//":
            self._get(dividend)
            self._get(divisor)
            self._emit(wasm.I32_DIV_S)
        else:
            self._get(remainder)
            self._get(divisor)
            self._const(0)
        # 1 if the two roundings differ: the remainder is not 0 and its sign is not the divisor's
        self._get(remainder)
        self._get(divisor)
        self._emit(wasm.I32_XOR)
        self._const(0)
        self._emit(wasm.I32_LT_S)
        self._get(remainder)
        self._const(0)
        self._emit(wasm.I32_NE, wasm.I32_AND, wasm.I32_SUB)
        if op == "%":
            self._emit(wasm.I32_AND, wasm.I32_ADD)  # remainder + (divisor & -difference)
        self._release(dividend, remainder, divisor)

    def visit_MinMax(self, node: ir.MinMax) -> None:
        left, right = self._hold(node.left), self._hold(node.right)
        for _ in range(2):
            self._get(left)
            self._get(right)
        self._emit(wasm.I32_GT_S if node.largest else wasm.I32_LT_S, wasm.SELECT)
        self._release(left, right)

    def visit_Compare(self, node: ir.Compare) -> None:
        self.visit(node.left)
        self.visit(node.right)
        self._emit(_COMPARE[node.op])

    def visit_Not(self, node: ir.Not) -> None:
        self.visit(node.operand)
        self._emit(wasm.I32_EQZ)

    def visit_Logic(self, node: ir.Logic) -> None:
        for operand in node.operands[:-1]:
            helper = self._hold(operand)
            self._get(helper)
            self._open(wasm.IF, wasm.I32)
            if not node.all:
                self._get(helper)
                self._emit(wasm.ELSE)
            self._release(helper)
        self.visit(node.operands[-1])
        for _ in node.operands[:-1]:
            if node.all:
                self._emit(wasm.ELSE)
                self._const(0)
            self._close()

    def visit_Select(self, node: ir.Select) -> None:
        leaves = (ir.Const, ir.Local)
        if isinstance(node.then, leaves) and isinstance(node.otherwise, leaves):
            self.visit(node.then)
            self.visit(node.otherwise)
            self.visit(node.test)
            self._emit(wasm.SELECT)
            return
        self.visit(node.test)
        self._open(wasm.IF, wasm.I32)
        self.visit(node.then)
        self._emit(wasm.ELSE)
        self.visit(node.otherwise)
        self._close()

    def visit_Call(self, node: ir.Call) -> None:
        for argument in node.arguments:
            self.visit(argument)
        self._call(self._layout.functions[node.function.name])

    # --- conditions ---

    def _jump(self, node: ir.Expression, sense: bool, label: int) -> None:
        """Branch to the label if the truth of the value is `sense`."""
        if isinstance(node, ir.Not):
            self._jump(node.operand, not sense, label)
        elif isinstance(node, ir.Logic) and node.all != sense:  # one operand suffices
            for operand in node.operands:
                self._jump(operand, sense, label)
        elif isinstance(node, ir.Logic):
            stay = self._open(wasm.BLOCK)
            for operand in node.operands[:-1]:
                self._jump(operand, not sense, stay)
            self._jump(node.operands[-1], sense, label)
            self._close()
        else:
            self.visit(node)
            if not sense:
                self._emit(wasm.I32_EQZ)
            self._branch(label, wasm.BR_IF)

    # --- statements ---

    def visit_Assign(self, node: ir.Assign) -> None:
        target = node.targets[0]
        if len(node.targets) == 1 and isinstance(target, ir.Local):
            self.visit(node.values[0])
            self._set(self._local(target))
            return
        held: list[int] = []
        for expression in node.values:
            self.visit(expression)
            for target in node.targets[len(held) :: len(node.values)]:
                if isinstance(target, ir.Element):
                    self._guard_store(target, target.at)
            held.append(self._take())
            self._set(held[-1])
        for number, target in enumerate(node.targets):
            value = held[number % len(held)]
            if isinstance(target, ir.Local):
                self._get(value)
                self._set(self._local(target))
            else:
                offset = self._element(target)
                self._get(value)
                self._write(offset, target.array.bits, target.array.shared)
        self._release(*held)

    def visit_Update(self, node: ir.Update) -> None:
        offset = self._element(node.target)
        helper = self._take()
        self._tee(helper)
        self._get(helper)
        self._release(helper)
        array = node.target.array
        self._read(offset, array.bits, array.shared)
        self._operate(node.op, node.value, node.at)
        self._guard_store(node.target, node.at)
        self._write(offset, array.bits, array.shared)

    def visit_ExprStatement(self, node: ir.ExprStatement) -> None:
        self.visit(node.call)
        if node.call.function.returns:
            self._emit(wasm.DROP)

    def visit_Return(self, node: ir.Return) -> None:
        if node.value is not None:
            self.visit(node.value)
        self._emit(wasm.RETURN)

    def visit_If(self, node: ir.If) -> None:
        end = self._open(wasm.BLOCK)
        otherwise = self._open(wasm.BLOCK)
        self._jump(node.test, False, otherwise)
        self._block(node.then)
        if node.otherwise:
            self._branch(end)
        self._close()
        self._block(node.otherwise)
        self._close()

    def visit_While(self, node: ir.While) -> None:
        end = self._open(wasm.BLOCK)
        top = self._open(wasm.LOOP)
        self._jump(node.test, False, end)
        self._loop_body(node.body, end)
        self._branch(top)
        self._close()
        self._close()

    def _loop_body(self, body: list[ir.Statement], end: int) -> None:
        """Emit one round, in a block which `continue` leaves."""
        self._loops.append((end, self._open(wasm.BLOCK)))
        self._block(body)
        self._loops.pop()
        self._close()

    def visit_RangeLoop(self, node: ir.RangeLoop) -> None:
        """Count in a helper.

        The variable changes only when a round begins, as in Python. Without any round it keeps its old value;
        after the loop it has the value of the last round.
        """
        counter, stop = self._hold(node.start), self._hold(node.stop)
        if self._layout.vectors:
            with suppress(NotVectorised):
                self._vector_loop(Plan(node, self._function), counter, stop)
        end = self._open(wasm.BLOCK)
        self._get(counter)
        self._get(stop)
        self._emit(wasm.I32_GE_S if node.step > 0 else wasm.I32_LE_S)
        self._branch(end, wasm.BR_IF)
        top = self._open(wasm.LOOP)
        self._get(counter)
        self._set(self._local(node.variable))
        self._loop_body(node.body, end)
        # End unless the next value is before the stop. The distance to it fits in 32 unsigned bits.
        for local in (stop, counter) if node.step > 0 else (counter, stop):
            self._get(local)
        self._emit(wasm.I32_SUB)
        self._const(wasm.wrapped(abs(node.step)))  # 2**31 does not fit as it is
        self._emit(wasm.I32_LE_U)
        self._branch(end, wasm.BR_IF)
        self._get(counter)
        self._const(node.step)
        self._emit(wasm.I32_ADD)
        self._set(counter)
        self._branch(top)
        self._close()
        self._close()
        self._release(counter, stop)

    def visit_RowLoop(self, node: ir.RowLoop) -> None:
        """Walk through the items of a row, which lie one after the other in memory."""
        table = node.table
        offset = self._address(self._layout.rows[table], node.row, table.name, len(table.rows), node.at)
        item, stop = self._take(), self._take()
        self._tee(item)
        self._read(offset + 4)
        self._set(stop)
        self._get(item)
        self._read(offset)
        self._set(item)
        end = self._open(wasm.BLOCK)
        self._get(item)
        self._get(stop)
        self._emit(wasm.I32_GE_U)
        self._branch(end, wasm.BR_IF)
        top = self._open(wasm.LOOP)
        for number, variable in enumerate(node.variables):
            self._get(item)
            self._read(4 * number)
            self._set(self._local(variable))
        self._loop_body(node.body, end)
        self._get(item)
        self._const(4 * len(node.variables))
        self._emit(wasm.I32_ADD)
        self._tee(item)
        self._get(stop)
        self._emit(wasm.I32_LT_U)
        self._branch(top, wasm.BR_IF)
        self._close()
        self._close()
        self._release(item, stop)

    def visit_Break(self, node: ir.Break) -> None:
        self._branch(self._loops[-1][0])

    def visit_Continue(self, node: ir.Continue) -> None:
        self._branch(self._loops[-1][1])


class _LineNotingEmitter(_Emitter):
    """Notes the source line of each piece of code."""

    def __init__(self, function: ir.Function, layout: Layout):
        super().__init__(function, layout)
        self._line = int(function.signature.location.rpartition(":")[2])
        self.lines: LineMap = [(0, self._line)]

    def visit(self, node: ir.Expression | ir.Statement) -> None:
        outer = self._line
        self._enter(self._line_of(node))
        super().visit(node)
        self._enter(outer)

    def _assign(self, target: ir.Target, op: str, value: ir.Expression) -> None:
        outer = self._line
        self._enter(self._line_of(target if isinstance(target, ir.Element) else value))
        super()._assign(target, op, value)
        self._enter(outer)

    def _line_of(self, node: ir.Expression | ir.Statement) -> int:
        return self._function.lines.get(node) or getattr(node, "at", (self._line,))[0]

    def _enter(self, line: int) -> None:
        if line != self._line:
            self._line = line
            self.lines.append((len(self._code), line))
