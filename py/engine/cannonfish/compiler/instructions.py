"""A function's code while it is written: instructions, labels and locals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from . import ir, wasm
from .errors import Site
from .program import Array, Table

_LOAD = bytes((wasm.I32_LOAD, 2))  # at addresses that are multiples of 2**2
_STORE = bytes((wasm.I32_STORE, 2))


@dataclass
class Layout:
    """What code must know about its surroundings: where things lie and how functions are numbered."""

    addresses: Mapping[Array, int]
    rows: Mapping[Table, int]
    """Per table, the address of its list of row starts: addresses of the first item of each row."""
    functions: Mapping[str, int]
    trap: int | None
    """The function that reports a trap; None in the unchecked build."""
    sites: list[Site] = field(default_factory=list)


class Instructions:
    """The code of one function, and what it takes to write it.

    Locals are numbered: the parameters; in the checked build one 64-bit value, the result under test; the
    function's own variables; helpers, which are reserved and released.
    """

    def __init__(self, function: ir.Function, layout: Layout):
        self._function = function
        self._layout = layout
        self._checked = layout.trap is not None
        self._code = bytearray()
        self._depth = 0
        self._parameters = len(function.signature.parameters)
        self._shift = 1 if self._checked else 0
        self._locals = len(function.slots) + self._shift
        self._free: list[int] = []

    def _declarations(self) -> bytes:
        """Return the declarations of all locals that are not parameters."""
        groups = [b"\x01" + bytes((wasm.I64,))] if self._checked else []
        others = self._locals - self._parameters - self._shift
        if others:
            groups.append(wasm.unsigned(others) + bytes((wasm.I32,)))
        return wasm.vector(groups)

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

    def _read(self, offset: int) -> None:
        self._code += _LOAD
        self._code += wasm.unsigned(offset)

    def _write(self, offset: int) -> None:
        self._code += _STORE
        self._code += wasm.unsigned(offset)

    def _open(self, opcode: int, result: int = wasm.VOID) -> int:
        """Begin a block, loop or if; return its label."""
        self._code.append(opcode)
        self._code.append(result)
        self._depth += 1
        return self._depth

    def _else(self) -> None:
        self._code.append(wasm.ELSE)

    def _close(self) -> None:
        self._code.append(wasm.END)
        self._depth -= 1

    def _branch(self, label: int, opcode: int = wasm.BR) -> None:
        self._code.append(opcode)
        self._code += wasm.unsigned(self._depth - label)

    def _local(self, slot: int) -> int:
        return slot if slot < self._parameters else slot + self._shift

    def _take(self) -> int:
        """Reserve a helper local."""
        if self._free:
            return self._free.pop()
        self._locals += 1
        return self._locals - 1

    def _release(self, *helpers: int) -> None:
        self._free.extend(helpers)
