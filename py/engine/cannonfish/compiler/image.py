"""A program as one WebAssembly module: memory layout, initial data, and the few functions around the code.

The memory never grows. It begins with a few words which the module shares with its host (`program.py`),
followed by the arrays and the tables. Initial values other than 0 are data segments of the module.
"""

from __future__ import annotations

from array import array as IntArray
from collections.abc import Iterable

from . import ir, wasm
from .emitter import emit_function
from .errors import ExecutionUnavailable
from .instructions import Layout, LineMap
from .program import (
    FIRST_ARRAY,
    IMPORTS,
    MEMORY,
    MODULE,
    SUSPENDING,
    TRAP_SITE,
    TRAP_VALUE,
    Array,
    Image,
    Signature,
    Table,
)

_POLL = len(IMPORTS)
_TRAP = _POLL + 1
_LIMIT = 2**31
_RESULT = bytes((wasm.I32,))


def emit_program(
    functions: Iterable[ir.Function],
    arrays: Iterable[Array],
    tables: Iterable[Table],
    checked: bool,
    vectors: bool,
    lines: dict[str, LineMap] | None = None,
) -> Image:
    """Compile a program. ExecutionUnavailable if it needs more than compiled code can have.

    `lines`, if given, is filled with the source lines of each function's code.
    """
    functions = list(functions)
    addresses: dict[Array, int] = {}
    data: list[bytes] = []
    end = FIRST_ARRAY
    for array in arrays:
        addresses[array] = end
        if array.initial is not None:
            data.append(wasm.active_data(end, array.initial.rstrip(b"\0")))
        end = _aligned(end + array.size * array.length)
    rows: dict[Table, int] = {}
    for table in tables:
        starts, items = _flatten(table, end)
        data.append(wasm.active_data(end, (items + starts).tobytes()))
        rows[table] = end + 4 * len(items)
        end = _aligned(end + 4 * (len(items) + len(starts)))
    if end > _LIMIT:
        raise ExecutionUnavailable(f"the arrays take {end >> 20} MiB, more than compiled code can have")

    helpers = [("poll", b"", _RESULT, _poll_body())]
    if checked:
        helpers.append(("trap", bytes((wasm.I32, wasm.I64)), b"", _trap_body()))
    first = len(IMPORTS) + len(helpers)
    numbers = {function.signature.name: first + number for number, function in enumerate(functions)}
    numbered = {"now": 0, "poll": _POLL, **numbers}
    layout = Layout(addresses, rows, numbered, _TRAP if checked else None, vectors, lines=lines)
    bodies = [body for _, _, _, body in helpers]
    for function in functions:
        try:
            bodies.append(emit_function(function, layout))
        except RecursionError:
            name = function.signature.name
            raise ExecutionUnavailable(f"`{name}` is nested too deeply to be compiled") from None

    types: dict[bytes, int] = {wasm.function_type(b"", _RESULT): 0}
    used = [wasm.function_type(parameters, results) for _, parameters, results, _ in helpers]
    used += [_type_of(function.signature) for function in functions]
    indices = [types.setdefault(one, len(types)) for one in used]
    pages = -(-end // wasm.PAGE)
    memory = b"\x01" + wasm.unsigned(pages) + wasm.unsigned(pages)
    exports = [wasm.name(MEMORY) + bytes((wasm.MEMORY_KIND, 0))]
    exports += [
        wasm.name(name) + bytes((wasm.FUNCTION_KIND,)) + wasm.unsigned(number)
        for name, number in numbers.items()
    ]
    imports = [
        wasm.name(MODULE) + wasm.name(name) + bytes((wasm.FUNCTION_KIND,)) + wasm.unsigned(0)
        for name in IMPORTS
    ]
    names = [*IMPORTS, *(f"({name})" for name, _, _, _ in helpers), *numbers]
    module = wasm.MAGIC + b"".join(
        (
            wasm.section(wasm.TYPE_SECTION, wasm.vector(types)),
            wasm.section(wasm.IMPORT_SECTION, wasm.vector(imports)),
            wasm.section(wasm.FUNCTION_SECTION, wasm.vector(map(wasm.unsigned, indices))),
            wasm.section(wasm.MEMORY_SECTION, wasm.vector([memory])),
            wasm.section(wasm.EXPORT_SECTION, wasm.vector(exports)),
            wasm.section(wasm.CODE_SECTION, wasm.vector(bodies)),
            wasm.section(wasm.DATA_SECTION, wasm.vector(data)),
            wasm.function_names(names),
        )
    )
    named = {array.name: address for array, address in addresses.items()}
    return Image(module, named, layout.sites, layout.vector_loops)


def _aligned(address: int) -> int:
    """Round up to a cache line.

    A bucket of the transposition table is such a line. With a table of 16 MB this gains about 4 % nodes/s, in
    Xiangqi and chess, with wasmtime and V8.
    """
    return (address + 63) & ~63


def _flatten(table: Table, address: int) -> tuple[IntArray[int], IntArray[int]]:
    """Return the addresses at which the rows start and the last one ends, and the items of all rows."""
    starts, items = IntArray("i", [address]), IntArray("i")
    for row in table.rows:
        for item in row:
            if isinstance(item, tuple):
                items.extend(item)
            else:
                items.append(item)
        starts.append(address + 4 * len(items))
    return starts, items


def _type_of(signature: Signature) -> bytes:
    return wasm.function_type(
        bytes((wasm.I32,)) * len(signature.parameters), _RESULT if signature.returns else b""
    )


def _body(code: bytes) -> bytes:
    return wasm.unsigned(len(code) + 2) + b"\x00" + code + bytes((wasm.END,))


def _poll_body() -> bytes:
    """Of poll() -> i32. All numbers are below 64, and so their own LEB128."""
    return _body(
        bytes((wasm.I32_CONST, 0, wasm.I32_LOAD, wasm.ALIGNED, SUSPENDING))
        + bytes((wasm.IF, wasm.I32, wasm.CALL, IMPORTS.index("pause")))
        + bytes((wasm.ELSE, wasm.CALL, IMPORTS.index("poll"), wasm.END))
    )


def _trap_body() -> bytes:
    """Of trap(site: i32, value: i64)."""
    return _body(
        bytes((wasm.I32_CONST, 0, wasm.LOCAL_GET, 0, wasm.I32_CONST, 1, wasm.I32_ADD))
        + bytes((wasm.I32_STORE, wasm.ALIGNED, TRAP_SITE))
        + bytes((wasm.I32_CONST, 0, wasm.LOCAL_GET, 1, wasm.I64_STORE, wasm.ALIGNED, TRAP_VALUE))
        + bytes((wasm.UNREACHABLE,))
    )
