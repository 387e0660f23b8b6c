"""The WebAssembly text of compiled functions, with the source line of each instruction.

The text is that of chapter 6 of the core specification; assembled, it gives the same code again. A load or
store whose address lies in an array names it in a comment.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from . import wasm
from .image import emit_program
from .instructions import LineMap
from .program import FIRST_ARRAY, IMPORTS, MODULE, Program

_TYPES = {wasm.I32: "i32", wasm.I64: "i64", wasm.V128: "v128"}
_PLAIN_NAME = re.compile(r"[\w.]+", re.ASCII)
_SHUFFLED_LANES = 16


@dataclass(frozen=True)
class TextLine:
    """A line of WebAssembly text, and the line of the source file that it comes from."""

    text: str
    line: int


class Disassembly:
    """The WebAssembly text of a program's functions in one build.

    `checked` and `vectors` choose the build as in `instantiate`. ExecutionUnavailable for a program that
    cannot be compiled.
    """

    def __init__(self, program: Program, checked: bool = False, vectors: bool = True):
        self._program = program = program.relinked()
        self._lines: dict[str, LineMap] = {}
        functions, arrays = program.functions, program.arrays.values()
        image = emit_program(program, checked, vectors and not checked, self._lines)
        self._ends = {image.addresses[one.name] + one.size * one.length: one.name for one in arrays}
        entries = code_entries(image.wasm)
        helpers = [".poll", ".trap"][: len(entries) - len(functions)]
        self._names = [f"{MODULE}.{name}" for name in IMPORTS] + helpers + [*functions]
        self._entries = dict(zip(functions, entries[len(helpers) :], strict=True))

    def function(self, name: str) -> list[TextLine]:
        """Return the text of a function. KeyError for an unknown one.

        Its head and its declarations of locals have the line of its `def`.
        """
        if name not in self._entries:
            raise KeyError(f"the program has no function `{name}`")
        entry, lines = self._entries[name], self._lines[name]
        return list(_Printer(self._program, name, entry, lines, self._names, self._ends).lines())


class _Bytes:
    """Bytes being read."""

    def __init__(self, data: bytes):
        self._data = data
        self.at = 0

    @property
    def left(self) -> int:
        return len(self._data) - self.at

    def byte(self) -> int:
        self.at += 1
        return self._data[self.at - 1]

    def take(self, count: int) -> bytes:
        self.at += count
        return self._data[self.at - count : self.at]

    def unsigned(self) -> int:
        return self._leb()[0]

    def signed(self) -> int:
        value, bits = self._leb()
        return value - (1 << bits) if value >> bits - 1 else value

    def _leb(self) -> tuple[int, int]:
        """Read a number in LEB128; return it without its sign, and its number of bits."""
        value = bits = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << bits
            bits += 7
            if byte < 128:
                return value, bits


def code_entries(module: bytes) -> list[bytes]:
    """Return the entries of a module's code section, without their sizes."""
    data = _Bytes(module)
    data.take(len(wasm.MAGIC))
    while data.left:
        section = data.byte()
        content = data.take(data.unsigned())
        if section == wasm.CODE_SECTION:
            entries = _Bytes(content)
            return [entries.take(entries.unsigned()) for _ in range(entries.unsigned())]
    return []


def _mnemonics(first: str, end: str) -> dict[int, str]:
    """Return the names of instructions by opcode: those in `wasm.py` from the first up to the end.

    `I32_LOAD16_S` is `i32.load16_s`.
    """
    names = list(vars(wasm))
    found = {}
    for name in names[names.index(first) : names.index(end)]:
        kind, _, rest = name.lower().partition("_")
        dotted = kind == "local" or kind[-1].isdigit()
        found[getattr(wasm, name)] = f"{kind}.{rest}" if dotted else name.lower()
    return found


_NAMES = _mnemonics("UNREACHABLE", "VECTOR")
_VECTOR_NAMES = _mnemonics("V128_LOAD", "ALIGNED")


class _Printer:
    """Prints the entry of one function in the code section."""

    def __init__(
        self,
        program: Program,
        function: str,
        entry: bytes,
        lines: LineMap,
        functions: Sequence[str],
        ends: Mapping[int, str],
    ):
        self._signature = program.signatures[function]
        self._names = program.functions[function].names
        self._data = _Bytes(entry)
        self._lines = lines
        self._functions = functions
        self._ends = ends
        self._labels: list[str] = []
        """The labels of the open blocks, the innermost last."""
        self._opened = 0

    def lines(self) -> Iterator[TextLine]:
        """Yield the text."""
        first = self._lines[0][1]
        types = [_TYPES[kind] for kind in self._declared()]
        parameters = self._signature.parameters
        locals_ = [*parameters, ".wide", *self._names[len(parameters) :]]
        locals_ += [f".{number}" for number in range(len(locals_), len(parameters) + len(types))]
        self._locals = [_identifier(name) for name in locals_]
        head = f"(func {_identifier(self._signature.name)}"
        head += "".join(f" (param {name} i32)" for name in self._locals[: len(parameters)])
        yield TextLine(head + (" (result i32)" if self._signature.returns else ""), first)
        for name, kind in zip(self._locals[len(parameters) :], types, strict=True):
            yield TextLine(f"  (local {name} {kind})", first)
        starts = [offset for offset, _ in self._lines]
        begin = self._data.at
        while self._data.left > 1:
            line = self._lines[bisect_right(starts, self._data.at - begin) - 1][1]
            depth = len(self._labels) + 1
            text = self._instruction()
            if text == "else" or len(self._labels) + 1 < depth:
                depth -= 1
            yield TextLine("  " * depth + text, line)
        yield TextLine(")", first)

    def _declared(self) -> Iterator[int]:
        """Read the types of the locals other than parameters."""
        for _ in range(self._data.unsigned()):
            count, kind = self._data.unsigned(), self._data.byte()
            yield from (kind for _ in range(count))

    def _instruction(self) -> str:
        opcode = self._data.byte()
        if opcode == wasm.VECTOR:
            return self._vector_instruction()
        name = _NAMES[opcode]
        match opcode:
            case wasm.BLOCK | wasm.LOOP | wasm.IF:
                self._opened += 1
                self._labels.append(f"${self._opened}")
                result = self._data.byte()
                return f"{name} {self._labels[-1]}" + (" (result i32)" if result != wasm.VOID else "")
            case wasm.END:
                self._labels.pop()
                return name
            case wasm.BR | wasm.BR_IF:
                return f"{name} {self._labels[-1 - self._data.unsigned()]}"
            case wasm.CALL:
                return f"{name} {_identifier(self._functions[self._data.unsigned()])}"
            case wasm.LOCAL_GET | wasm.LOCAL_SET | wasm.LOCAL_TEE:
                return f"{name} {self._locals[self._data.unsigned()]}"
            case wasm.I32_CONST:
                return f"{name} {self._data.signed()}"
            case wasm.I32_LOAD | wasm.I32_STORE:
                return name + self._address(natural=2)
            case wasm.I32_LOAD16_S | wasm.I32_STORE16:
                return name + self._address(natural=1)
        return name

    def _vector_instruction(self) -> str:
        opcode = self._data.unsigned()
        name = _VECTOR_NAMES[opcode]
        match opcode:
            case wasm.V128_LOAD | wasm.V128_STORE:
                return name + self._address(natural=4)
            case wasm.V128_LOAD16X4_S:
                return name + self._address(natural=3)
            case wasm.V128_STORE64_LANE:
                text, _, comment = self._address(natural=3).partition("  ")
                lane = f" {self._data.byte()}"
                return name + text + lane + (f"  {comment}" if comment else "")
            case wasm.I8X16_SHUFFLE:
                return " ".join((name, *map(str, self._data.take(_SHUFFLED_LANES))))
            case wasm.I16X8_EXTRACT_LANE_S | wasm.I32X4_EXTRACT_LANE | wasm.I32X4_REPLACE_LANE:
                return f"{name} {self._data.byte()}"
        return name

    def _address(self, natural: int) -> str:
        """Read alignment and offset; the text omits the `natural` alignment."""
        alignment, offset = self._data.unsigned(), self._data.unsigned()
        text = f" offset={offset}" if offset else ""
        if alignment != natural:
            text += f" align={1 << alignment}"
        found = (array for end, array in self._ends.items() if FIRST_ARRAY <= offset < end)
        array = next(found, None)
        return text + (f"  ;; {array}" if array else "")


def _identifier(name: str) -> str:
    return f"${name}" if _PLAIN_NAME.fullmatch(name) else f'$"{name}"'
