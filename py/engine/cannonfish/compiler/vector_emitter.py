"""WebAssembly for the vector loops that `vectors.py` finds."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable

from . import ir, wasm
from .instructions import Instructions
from .vectors import APART, Plan, constant_key

_LANES = {  # for 4 and 8 lanes
    "+": (wasm.I32X4_ADD, wasm.I16X8_ADD),
    "-": (wasm.I32X4_SUB, wasm.I16X8_SUB),
    "*": (wasm.I32X4_MUL, wasm.I16X8_MUL),
    "&": (wasm.V128_AND, wasm.V128_AND),
    "|": (wasm.V128_OR, wasm.V128_OR),
    "^": (wasm.V128_XOR, wasm.V128_XOR),
    "<<": (wasm.I32X4_SHL, wasm.I16X8_SHL),
    ">>": (wasm.I32X4_SHR_S, wasm.I16X8_SHR_S),
    "max": (wasm.I32X4_MAX_S, wasm.I16X8_MAX_S),
    "min": (wasm.I32X4_MIN_S, wasm.I16X8_MIN_S),
    "splat": (wasm.I32X4_SPLAT, wasm.I16X8_SPLAT),
    "extract": (wasm.I32X4_EXTRACT_LANE, wasm.I16X8_EXTRACT_LANE_S),
}
_LOW_HALVES = bytes((0, 1, 4, 5, 8, 9, 12, 13) * 2)
_SWAPS = (bytes((*range(8, 16), *range(8))), bytes((4, 5, 6, 7, 0, 1, 2, 3) * 2))
"""Shuffles: the low halves of 32-bit lanes; a vector with its halves swapped, and with swaps in each half."""


class VectorLoops(Instructions):
    """Emits vector loops."""

    _plan: Plan
    _vectors: dict[int, int]
    """The vector locals of temporaries and sums, by slot."""
    _constants: dict[Hashable, int]
    """The vector locals of the loop invariants."""
    _pointers: dict[tuple[Hashable, int], int]
    """The addresses of entries, without those of their arrays; by index and size."""
    _part: int
    """The number of the vector in the round that is being emitted."""

    @abstractmethod
    def visit(self, node: ir.Expression | ir.Statement) -> None:
        """Emit a scalar node."""

    def _vector_loop(self, plan: Plan, counter: int, stop: int) -> None:
        """Do as many rounds as fill vectors, and advance the counter by their number."""
        self._layout.vector_loops += 1
        self._plan, self._vectors, self._constants, self._pointers = plan, {}, {}, {}
        group = plan.lanes * plan.unrolled
        size = group.bit_length() - 1
        rounds = self._take()
        end = self._open(wasm.BLOCK)
        self._get(counter)
        self._get(stop)
        self._emit(wasm.I32_GE_S)
        self._branch(end, wasm.BR_IF)
        self._get(stop)
        self._get(counter)
        self._emit(wasm.I32_SUB)
        self._const(size)
        self._emit(wasm.I32_SHR_U)
        self._tee(rounds)
        self._emit(wasm.I32_EQZ)
        self._branch(end, wasm.BR_IF)
        self._get(counter)
        self._set(self._local(plan.loop.variable))
        for one, other in plan.distances.values():
            self._leave_if_near(one, other, end)
        self._prepare()
        self._get(counter)
        self._get(rounds)
        self._const(size)
        self._emit(wasm.I32_SHL, wasm.I32_ADD)
        self._set(counter)
        top = self._open(wasm.LOOP)
        for self._part in range(plan.unrolled):
            for target, op, value in plan.steps:
                self._assign(target, op, value)
        for (_, entry), pointer in self._pointers.items():
            self._get(pointer)
            self._const(group * entry)
            self._emit(wasm.I32_ADD)
            self._set(pointer)
        self._get(rounds)
        self._const(-1)
        self._emit(wasm.I32_ADD)
        self._tee(rounds)
        self._branch(top, wasm.BR_IF)
        self._close()
        self._finish(counter)
        self._close()
        self._release(rounds, *self._vectors.values(), *self._constants.values(), *self._pointers.values())

    def _leave_if_near(self, one: ir.Expression, other: ir.Expression, end: int) -> None:
        """Leave all rounds to the scalar loop if two indices are different and less than APART apart."""
        distance = self._take()
        self.visit(one)
        self.visit(other)
        self._emit(wasm.I32_SUB)
        self._tee(distance)
        self._const(APART - 1)
        self._emit(wasm.I32_ADD)
        self._const(2 * (APART - 1))
        self._emit(wasm.I32_LE_U)
        self._get(distance)
        self._const(0)
        self._emit(wasm.I32_NE, wasm.I32_AND)
        self._branch(end, wasm.BR_IF)
        self._release(distance)

    def _prepare(self) -> None:
        """Compute the values with which the rounds begin."""
        for element in self._plan.elements:
            place = self._place(element)
            if place not in self._pointers:
                self.visit(element.index)
                self._const(element.array.size.bit_length() - 1)
                self._emit(wasm.I32_SHL)
                self._pointers[place] = self._take()
                self._set(self._pointers[place])
        for key, node in self._plan.constants.items():
            self.visit(node)
            self._lanes("splat")
            self._constants[key] = self._take(wasm.V128)
            self._set(self._constants[key])
        for slot in (*self._plan.temporaries, *self._plan.sums):
            self._vectors[slot] = self._take(wasm.V128)
        for slot in self._plan.sums:
            self._const(0)
            self._simd(wasm.I32X4_SPLAT)
            self._get(self._local(ir.Local(slot)))
            self._simd(wasm.I32X4_REPLACE_LANE, 0)
            self._set(self._vectors[slot])

    def _finish(self, counter: int) -> None:
        """Give the scalar locals the values that they have after the last of these rounds."""
        self._get(counter)
        self._const(-1)
        self._emit(wasm.I32_ADD)
        self._set(self._local(self._plan.loop.variable))
        for slot, vector in self._vectors.items():
            if slot in self._plan.sums:
                for swap in _SWAPS:
                    for _ in range(3):
                        self._get(vector)
                    self._simd(wasm.I8X16_SHUFFLE, *swap)
                    self._simd(wasm.I32X4_ADD)
                    self._set(vector)
                self._get(vector)
                self._simd(wasm.I32X4_EXTRACT_LANE, 0)
            else:
                self._get(vector)
                self._lanes("extract", self._plan.lanes - 1)
            self._set(self._local(ir.Local(slot)))

    def _simd(self, opcode: int, *immediates: int) -> None:
        self._code.append(wasm.VECTOR)
        self._code += wasm.unsigned(opcode)
        self._code.extend(immediates)

    def _lanes(self, op: str, *immediates: int) -> None:
        """Emit an instruction for the lanes of this loop."""
        self._simd(_LANES[op][self._plan.lanes == 8], *immediates)

    def _place(self, node: ir.Element) -> tuple[Hashable, int]:
        """Return the key of an element's pointer; elements with equal keys share it."""
        return frozenset(self._plan.elements[node].items()), node.array.size

    def _at(self, opcode: int, node: ir.Element) -> None:
        """Emit a load or store of the entries for the lanes; their pointer is on the stack already."""
        size = node.array.size
        self._simd(opcode, size.bit_length() - 1)
        self._code += wasm.unsigned(self._layout.addresses[node.array] + self._part * self._plan.lanes * size)

    # --- a round ---

    def _assign(self, target: ir.Target, op: str, value: ir.Expression) -> None:
        if isinstance(target, ir.Element):
            self._get(self._pointers[self._place(target)])
            self._vector(value)
            if target.array.bits == 16 and self._plan.lanes == 4:
                helper = self._take(wasm.V128)
                self._tee(helper)
                self._get(helper)
                self._simd(wasm.I8X16_SHUFFLE, *_LOW_HALVES)
                self._at(wasm.V128_STORE64_LANE, target)
                self._code.append(0)  # the lane of 64 bits
                self._release(helper)
            else:
                self._at(wasm.V128_STORE, target)
            return
        vector = self._vectors[target.slot]
        if op:
            self._get(vector)
            if self._plan.lanes == 8:
                self._pairs(value)
            else:
                self._vector(value)
            self._simd(_LANES[op][0])
        else:
            self._vector(value)
        self._set(vector)

    def _pairs(self, node: ir.Expression) -> None:
        """Emit 4 lanes of 32 bits whose sum is that of 8 lanes."""
        match node:
            case ir.Binary("+" | "-" as op, left, right) if not self._plan.is_constant(node):
                self._pairs(left)
                self._pairs(right)
                self._simd(_LANES[op][0])
            case ir.Binary("*", left, right) if not self._plan.is_constant(node):
                self._vector(left)
                self._vector(right)
                self._simd(wasm.I32X4_DOT_I16X8_S)
            case _:
                self._vector(node)
                self._simd(wasm.I32X4_EXTADD_PAIRWISE_I16X8_S)

    def _vector(self, node: ir.Expression) -> None:
        """Emit the lanes of an expression."""
        if self._plan.is_constant(node):
            self._get(self._constants[constant_key(node)])
            return
        match node:
            case ir.Local(slot):
                self._get(self._vectors[slot])
            case ir.Tee(local, value):
                self._vector(value)
                self._tee(self._vectors[local.slot])
            case ir.Element(array):
                self._get(self._pointers[self._place(node)])
                widens = array.bits == 16 and self._plan.lanes == 4
                self._at(wasm.V128_LOAD16X4_S if widens else wasm.V128_LOAD, node)
            case ir.MinMax(largest, left, right):
                self._vector(left)
                self._vector(right)
                self._lanes("max" if largest else "min")
            case ir.Binary("<<" | ">>" as op, left, right):
                self._vector(left)
                self.visit(right)
                self._lanes(op)
            case ir.Binary(op, left, right):
                self._vector(left)
                self._vector(right)
                self._lanes(op)
