"""Code for expressions: each leaves its value on the stack.

What makes the code good is done where it costs nothing: constant indices and offsets go into the address
of a load, conditions become branches without ever being a value, divisions by powers of two become
shifts, min, max and short conditional expressions become `select`. All else is left to the optimiser of
whoever runs the module.

In the checked build every index, and every operation whose result may not fit, is followed by a guard
that reports its `Site` before it traps. Guards fire in the order in which Python would evaluate.
"""

from __future__ import annotations

from collections.abc import Callable

from . import ir, wasm
from .errors import BAD_SHIFT, OVERFLOW, ZERO_DIVISOR, Site, bad_index
from .instructions import Instructions, Layout
from .program import SMALLEST, Array

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
_FAR = 1 << 27
"""Numbers below this can be multiplied by 4 in an address."""
_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def is_power_of_two(value: int) -> bool:
    """Tell whether a number is 1, 2, 4, ..."""
    return value > 0 and value & (value - 1) == 0


class ExpressionEmitter(Instructions):
    """Guards and expressions of one function."""

    def __init__(self, function: ir.Function, layout: Layout):
        super().__init__(function, layout)
        self._values: dict[type[ir.Expression], Callable[..., None]] = {
            ir.Const: self._number,
            ir.Local: self._variable,
            ir.Load: self._load,
            ir.Binary: self._binary,
            ir.Negate: self._negate,
            ir.Invert: self._invert,
            ir.Absolute: self._absolute,
            ir.Extreme: self._extreme,
            ir.Compare: self._compare,
            ir.Chain: self._chain,
            ir.Not: self._not,
            ir.Logic: self._logic,
            ir.Choose: self._choose,
            ir.Call: self._call,
        }

    # --- guards of the checked build ---

    def _trap(self, fault: str, at: ir.Position, push: Callable[[], None]) -> None:
        """If the number on the stack is not 0: report a site with the 64-bit value that `push` pushes."""
        assert self._layout.trap is not None
        sites = self._layout.sites
        self._open(wasm.IF)
        self._const(len(sites))
        sites.append(Site(self._function.file, *at, self._function.signature.name, fault))
        push()
        self._code.append(wasm.CALL)
        self._code += wasm.unsigned(self._layout.trap)
        self._code.append(wasm.UNREACHABLE)  # so that nothing need be kept for afterwards
        self._close()

    def _widened(self, local: int) -> Callable[[], None]:
        def push() -> None:
            self._get(local)
            self._code.append(wasm.I64_EXTEND_I32_S)

        return push

    def _wide_constant(self, value: int) -> Callable[[], None]:
        def push() -> None:
            self._code.append(wasm.I64_CONST)
            self._code += wasm.signed(value)

        return push

    def _narrow(self, at: ir.Position) -> None:
        """Turn the 64-bit result on the stack into a number, trapping where it does not fit."""
        wide = self._parameters
        self._tee(wide)
        self._code.append(wasm.I64_EXTEND32_S)
        self._get(wide)
        self._code.append(wasm.I64_NE)
        self._trap(OVERFLOW, at, lambda: self._get(wide))
        self._get(wide)
        self._code.append(wasm.I32_WRAP_I64)

    def _guard_smallest(self, local: int, at: ir.Position) -> None:
        """Trap where a local is -2**31, the number without a negative."""
        self._get(local)
        self._const(SMALLEST)
        self._code.append(wasm.I32_EQ)
        self._trap(OVERFLOW, at, self._wide_constant(-SMALLEST))

    def _guard_below(self, limit: int, fault: str, at: ir.Position) -> None:
        """Trap where the number on the stack, which stays there, is not in range(limit)."""
        helper = self._take()
        self._tee(helper)
        self._const(limit)
        self._code.append(wasm.I32_GE_U)
        self._trap(fault, at, self._widened(helper))
        self._get(helper)
        self._release(helper)

    # --- expressions: values ---

    def _value(self, node: ir.Expression) -> None:
        self._values[type(node)](node)

    def _number(self, node: ir.Const) -> None:
        self._const(node.value)

    def _variable(self, node: ir.Local) -> None:
        self._get(self._local(node.slot))

    def _load(self, node: ir.Load) -> None:
        self._read(self._address(node.array, node.index, node.at))

    def _address(self, array: Array, index: ir.Expression, at: ir.Position) -> int:
        """Push the variable part of an element's address; return the constant part."""
        base = self._layout.addresses[array]
        return self._scaled(base, index, at, array.length, array.name)

    def _scaled(self, base: int, index: ir.Expression, at: ir.Position, length: int, name: str) -> int:
        if self._checked and not isinstance(index, ir.Const):
            self._value(index)
            self._guard_below(length, bad_index(name, length), at)
            self._const(2)
            self._code.append(wasm.I32_SHL)
            return base
        return self._folded(base, index)

    def _folded(self, base: int, index: ir.Expression) -> int:
        """Push the variable part of an address, four times a number that is taken to be a valid index."""
        if isinstance(index, ir.Const):
            self._const(0)
            return base + 4 * index.value
        if isinstance(index, ir.Binary) and isinstance(index.right, ir.Const):
            number = index.right.value
            if index.op == "-" and 0 < 4 * number <= base:
                # A valid index is not negative, so neither is what the number is taken from.
                return self._folded(base - 4 * number, index.left)
            if index.op == "<<" and number < 29:
                self._value(index.left)
                self._const(number + 2)
                self._code.append(wasm.I32_SHL)
                return base
            if index.op == "*" and 0 < number < _FAR:
                self._value(index.left)
                self._const(4 * number)
                self._code.append(wasm.I32_MUL)
                return base
        self._value(index)
        self._const(2)
        self._code.append(wasm.I32_SHL)
        return base

    def _binary(self, node: ir.Binary) -> None:
        self._value(node.left)
        self._apply(node)

    def _apply(self, node: ir.Binary) -> None:
        """Apply an operator to the number on the stack, its left operand, and to its right one."""
        op, right = node.op, node.right
        if op == "//":
            self._floor_divide(node)
            return
        if op == "%":
            self._modulo(node)
            return
        wide = self._checked and op in _WIDE
        if wide:
            self._code.append(wasm.I64_EXTEND_I32_S)
        self._value(right)
        if self._checked and op in ("<<", ">>") and not isinstance(right, ir.Const):
            self._guard_below(32, BAD_SHIFT, node.at)
        if wide:
            self._code.append(wasm.I64_EXTEND_I32_S)
            self._code.append(_WIDE[op])
            self._narrow(node.at)
        else:
            self._code.append(_SIMPLE[op])

    def _divisor(self, node: ir.Binary) -> tuple[int, int]:
        """Move the dividend from the stack and the divisor into helpers."""
        dividend, divisor = self._take(), self._take()
        self._set(dividend)
        self._value(node.right)
        self._set(divisor)
        if self._checked:
            self._get(divisor)
            self._code.append(wasm.I32_EQZ)
            self._trap(ZERO_DIVISOR, node.at, self._wide_constant(0))
        return dividend, divisor

    def _floor_divide(self, node: ir.Binary) -> None:
        constant = node.right.value if isinstance(node.right, ir.Const) else 0
        if is_power_of_two(constant):
            self._const(constant.bit_length() - 1)
            self._code.append(wasm.I32_SHR_S)  # rounds down, as // does
            return
        dividend, divisor = self._divisor(node)
        if self._checked:
            self._get(dividend)
            self._const(SMALLEST)
            self._code.append(wasm.I32_EQ)
            self._get(divisor)
            self._const(-1)
            self._code.append(wasm.I32_EQ)
            self._code.append(wasm.I32_AND)
            self._trap(OVERFLOW, node.at, self._wide_constant(-SMALLEST))
        self._get(dividend)
        self._get(divisor)
        self._code.append(wasm.I32_DIV_S)
        self._get(dividend)
        self._get(divisor)
        self._code.append(wasm.I32_REM_S)
        self._inexact(dividend, divisor)
        self._code.append(wasm.I32_SUB)
        self._release(dividend, divisor)

    def _modulo(self, node: ir.Binary) -> None:
        constant = node.right.value if isinstance(node.right, ir.Const) else 0
        if is_power_of_two(constant):
            self._const(constant - 1)
            self._code.append(wasm.I32_AND)
            return
        dividend, divisor = self._divisor(node)
        self._get(dividend)
        self._get(divisor)
        self._code.append(wasm.I32_REM_S)
        self._tee(dividend)
        self._get(divisor)
        self._const(0)
        self._get(dividend)
        self._inexact(dividend, divisor)
        self._code.append(wasm.SELECT)
        self._code.append(wasm.I32_ADD)
        self._release(dividend, divisor)

    def _inexact(self, helper: int, divisor: int) -> None:
        """Turn a remainder into 1 where it is not 0 and its sign is not the divisor's, else 0.

        There WebAssembly, which rounds towards zero, and Python, which rounds down, differ by one.
        """
        self._tee(helper)
        self._get(divisor)
        self._code.append(wasm.I32_XOR)
        self._const(0)
        self._code.append(wasm.I32_LT_S)
        self._get(helper)
        self._const(0)
        self._code.append(wasm.I32_NE)
        self._code.append(wasm.I32_AND)

    def _negate(self, node: ir.Negate) -> None:
        if self._checked:
            helper = self._take()
            self._value(node.operand)
            self._set(helper)
            self._guard_smallest(helper, node.at)
            self._const(0)
            self._get(helper)
            self._release(helper)
        else:
            self._const(0)
            self._value(node.operand)
        self._code.append(wasm.I32_SUB)

    def _invert(self, node: ir.Invert) -> None:
        self._value(node.operand)
        self._const(-1)
        self._code.append(wasm.I32_XOR)

    def _absolute(self, node: ir.Absolute) -> None:
        self._value(node.operand)
        number, sign = self._take(), self._take()
        self._set(number)
        if self._checked:
            self._guard_smallest(number, node.at)
        # sign is 0 or -1, and (x ^ -1) + 1 == -x
        self._get(number)
        self._get(number)
        self._const(31)
        self._code.append(wasm.I32_SHR_S)
        self._tee(sign)
        self._code.append(wasm.I32_XOR)
        self._get(sign)
        self._code.append(wasm.I32_SUB)
        self._release(number, sign)

    def _extreme(self, node: ir.Extreme) -> None:
        comparison = wasm.I32_GT_S if node.largest else wasm.I32_LT_S
        best = self._settle(node.operands[0])
        for number, operand in enumerate(node.operands[1:], 1):
            other = self._settle(operand)
            best.push()
            other.push()
            best.push()
            other.push()
            self._code.append(comparison)
            self._code.append(wasm.SELECT)
            best.release()
            other.release()
            if number < len(node.operands) - 1:
                best = self._settle_stack()

    def _settle(self, node: ir.Expression) -> _Settled:
        """Evaluate an expression now, to be pushed any number of times."""
        if isinstance(node, ir.Const):
            return _Settled(lambda: self._const(node.value))
        if isinstance(node, ir.Local):
            return _Settled(lambda: self._get(self._local(node.slot)))
        self._value(node)
        return self._settle_stack()

    def _settle_stack(self) -> _Settled:
        helper = self._take()
        self._set(helper)
        return _Settled(lambda: self._get(helper), lambda: self._release(helper))

    def _compare(self, node: ir.Compare) -> None:
        zero = _compared_with_zero(node)
        if zero is not None and node.op == "==":
            self._value(zero)
            self._code.append(wasm.I32_EQZ)
            return
        self._value(node.left)
        self._value(node.right)
        self._code.append(_COMPARE[node.op])

    def _chain(self, node: ir.Chain) -> None:
        self._value(node.first)
        opened = 0
        for sign, operand in node.links[:-1]:
            self._value(operand)
            helper = self._take()
            self._tee(helper)
            self._code.append(_COMPARE[sign])
            self._open(wasm.IF, wasm.I32)
            opened += 1
            self._get(helper)
            self._release(helper)
        sign, operand = node.links[-1]
        self._value(operand)
        self._code.append(_COMPARE[sign])
        for _ in range(opened):
            self._else()
            self._const(0)
            self._close()

    def _not(self, node: ir.Not) -> None:
        self._truth(node.operand)
        self._code.append(wasm.I32_EQZ)

    def _logic(self, node: ir.Logic) -> None:
        """The operand that decides, as in Python: `a or b` is `a` if that is not 0."""
        for operand in node.operands[:-1]:
            self._value(operand)
            if node.all:
                self._open(wasm.IF, wasm.I32)
            elif _is_truth_value(operand):
                self._open(wasm.IF, wasm.I32)
                self._const(1)
                self._else()
            else:
                helper = self._take()
                self._tee(helper)
                self._open(wasm.IF, wasm.I32)
                self._get(helper)
                self._release(helper)
                self._else()
        self._value(node.operands[-1])
        for _ in node.operands[:-1]:
            if node.all:
                self._else()
                self._const(0)  # what ends an `and` early is always 0
            self._close()

    def _choose(self, node: ir.Choose) -> None:
        leaves = (ir.Const, ir.Local)
        if isinstance(node.then, leaves) and isinstance(node.otherwise, leaves):
            self._value(node.then)
            self._value(node.otherwise)
            self._truth(node.test)
            self._code.append(wasm.SELECT)
        elif _branches(node.test):
            end = self._open(wasm.BLOCK, wasm.I32)
            otherwise = self._open(wasm.BLOCK)
            self._jump(node.test, False, otherwise)
            self._value(node.then)
            self._branch(end)
            self._close()
            self._value(node.otherwise)
            self._close()
        else:
            self._truth(node.test)
            self._open(wasm.IF, wasm.I32)
            self._value(node.then)
            self._else()
            self._value(node.otherwise)
            self._close()

    def _call(self, node: ir.Call) -> None:
        for argument in node.arguments:
            self._value(argument)
        self._code.append(wasm.CALL)
        self._code += wasm.unsigned(self._layout.functions[node.function.name])

    # --- expressions: conditions ---

    def _truth(self, node: ir.Expression) -> None:
        """Push some number that is 0 exactly where the value is 0."""
        if isinstance(node, ir.Compare) and node.op == "!=":
            zero = _compared_with_zero(node)
            if zero is not None:
                self._value(zero)
                return
        if isinstance(node, ir.Not) and isinstance(node.operand, ir.Not):
            self._truth(node.operand.operand)
            return
        self._value(node)

    def _jump(self, node: ir.Expression, sense: bool, label: int) -> None:
        """Branch to the label if the truth of the value is `sense`, else go on."""
        if isinstance(node, ir.Const):
            if bool(node.value) == sense:
                self._branch(label)
        elif isinstance(node, ir.Not):
            self._jump(node.operand, not sense, label)
        elif isinstance(node, ir.Logic):
            self._jump_logic(node, sense, label)
        elif isinstance(node, ir.Chain):
            self._jump_chain(node, sense, label)
        elif isinstance(node, ir.Compare) and not sense:
            self._truth(ir.Compare(_OPPOSITE[node.op], node.left, node.right))
            self._branch(label, wasm.BR_IF)
        else:
            self._truth(node)
            if not sense:
                self._code.append(wasm.I32_EQZ)
            self._branch(label, wasm.BR_IF)

    def _jump_logic(self, node: ir.Logic, sense: bool, label: int) -> None:
        if node.all != sense:  # one operand suffices to branch
            for operand in node.operands:
                self._jump(operand, sense, label)
            return
        stay = self._open(wasm.BLOCK)
        for operand in node.operands[:-1]:
            self._jump(operand, not sense, stay)
        self._jump(node.operands[-1], sense, label)
        self._close()

    def _jump_chain(self, node: ir.Chain, sense: bool, label: int) -> None:
        failed = self._open(wasm.BLOCK) if sense else label
        self._value(node.first)
        for sign, operand in node.links[:-1]:
            self._value(operand)
            helper = self._take()
            self._tee(helper)
            self._code.append(_COMPARE[_OPPOSITE[sign]])
            self._branch(failed, wasm.BR_IF)
            self._get(helper)
            self._release(helper)
        sign, operand = node.links[-1]
        self._value(operand)
        self._code.append(_COMPARE[sign if sense else _OPPOSITE[sign]])
        self._branch(label, wasm.BR_IF)
        if sense:
            self._close()


class _Settled:
    """A value that can be pushed again without being evaluated again."""

    def __init__(self, push: Callable[[], None], release: Callable[[], None] = lambda: None):
        self.push = push
        self.release = release


def _compared_with_zero(node: ir.Compare) -> ir.Expression | None:
    """Return what a comparison for (in)equality compares with 0."""
    if node.op in ("==", "!="):
        if isinstance(node.right, ir.Const) and node.right.value == 0:
            return node.left
        if isinstance(node.left, ir.Const) and node.left.value == 0:
            return node.right
    return None


def _is_truth_value(node: ir.Expression) -> bool:
    """Tell whether an expression is always 0 or 1."""
    if isinstance(node, ir.Logic):
        return all(_is_truth_value(operand) for operand in node.operands)
    return isinstance(node, ir.Compare | ir.Chain | ir.Not) or (
        isinstance(node, ir.Const) and node.value in (0, 1)
    )


def _branches(node: ir.Expression) -> bool:
    """Tell whether a condition is better taken apart into branches than evaluated."""
    while isinstance(node, ir.Not):
        node = node.operand
    return isinstance(node, ir.Logic | ir.Chain)
