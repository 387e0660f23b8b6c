"""The code of one function while it is emitted: instructions, labels and locals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import TypeAlias

from . import ir, wasm
from .errors import Site
from .program import MEMORIES
from .symbols import Array, Table

LineMap: TypeAlias = list[tuple[int, int]]
"""The beginnings of source lines: offset in the code of a function, and line."""


@dataclass
class Layout:
    """The surroundings of a function: addresses in memory, and the numbers of functions."""

    addresses: Mapping[Array, int]
    rows: Mapping[Table, int]
    """Per table, the address of its list of row starts: addresses of the first item of each row."""
    functions: Mapping[str, int]
    trap: int | None
    """The function that reports a trap; None in the unchecked build."""
    vectors: bool
    """Whether to use vector instructions where possible."""
    sites: list[Site] = field(default_factory=list)
    vector_loops: int = 0
    """How many loops use vector instructions."""
    lines: dict[str, LineMap] | None = None
    """Filled with the source lines of each function's code, unless None."""
    for_threads: bool = False
    """Whether shared arrays are in the second memory."""
    shared_from: int = 0
    """The address at which the shared arrays begin in a memory that holds all arrays."""


class Instructions:
    """The code of one function.

    Its locals are, in this order: the parameters; one of 64 bits, for the checked build; the function's other
    variables; and helpers, which are reserved and released.
    """

    def __init__(self, function: ir.Function, layout: Layout):
        self._function = function
        self._layout = layout
        self._code = bytearray()
        self.shares = False
        """Whether it uses a shared array."""
        self._depth = 0
        self._parameters = self._wide = len(function.signature.parameters)
        others = len(function.names) - self._parameters
        self._types = bytearray((wasm.I64, *[wasm.I32] * others))
        """The types of the locals other than parameters."""
        self._free: dict[int, list[int]] = {wasm.I32: [], wasm.V128: []}

    def _entry(self) -> bytes:
        """Return the function's entry in the code section."""
        declarations = wasm.vector(
            wasm.unsigned(len(list(group))) + bytes((kind,)) for kind, group in groupby(self._types)
        )
        return wasm.unsigned(len(declarations) + len(self._code)) + declarations + self._code

    def _emit(self, *opcodes: int) -> None:
        self._code.extend(opcodes)

    def _const(self, value: int) -> None:
        self._code.append(wasm.I32_CONST)
        self._code += wasm.signed(value)

    def _get(self, local: int) -> None:
        self._code.append(wasm.LOCAL_GET)
        self._code += wasm.unsigned(local)

    def _set(self, local: int) -> None:
        self._code.append(wasm.LOCAL_SET)
        self._code += wasm.unsigned(local)

    def _tee(self, local: int) -> None:
        self._code.append(wasm.LOCAL_TEE)
        self._code += wasm.unsigned(local)

    def _read(self, offset: int, bits: int = 32, shared: bool = False) -> None:
        self._access((wasm.I32_LOAD, wasm.I32_LOAD16_S), offset, bits, shared)

    def _write(self, offset: int, bits: int, shared: bool) -> None:
        self._access((wasm.I32_STORE, wasm.I32_STORE16), offset, bits, shared)

    def _access(self, opcodes: tuple[int, int], offset: int, bits: int, shared: bool) -> None:
        """Load or store a number. `offset` is the address in a memory that holds all arrays."""
        opcode, alignment = opcodes[bits == 16], wasm.ALIGNED_16 if bits == 16 else wasm.ALIGNED
        self.shares |= shared
        if shared and self._layout.for_threads:
            self._emit(opcode, alignment | wasm.OTHER_MEMORY, MEMORIES.index("shared"))
            offset -= self._layout.shared_from
        else:
            self._emit(opcode, alignment)
        self._code += wasm.unsigned(offset)

    def _call(self, function: int) -> None:
        self._code.append(wasm.CALL)
        self._code += wasm.unsigned(function)

    def _open(self, opcode: int, result: int = wasm.VOID) -> int:
        """Begin a block, loop or if; return its label."""
        self._emit(opcode, result)
        self._depth += 1
        return self._depth

    def _close(self) -> None:
        self._code.append(wasm.END)
        self._depth -= 1

    def _branch(self, label: int, opcode: int = wasm.BR) -> None:
        self._code.append(opcode)
        self._code += wasm.unsigned(self._depth - label)

    def _local(self, local: ir.Local) -> int:
        return local.slot if local.slot < self._parameters else local.slot + 1

    def _take(self, kind: int = wasm.I32) -> int:
        """Reserve a helper."""
        if self._free[kind]:
            return self._free[kind].pop()
        self._types.append(kind)
        return self._parameters + len(self._types) - 1

    def _release(self, *helpers: int) -> None:
        for helper in helpers:
            self._free[self._types[helper - self._parameters]].append(helper)
