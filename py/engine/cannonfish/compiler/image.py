"""A program as one WebAssembly module: memory layout, initial data, and the few functions around the code.

The memory never grows. It begins with a few words which the module shares with its host (`program.py`),
followed by the arrays and the tables, and finally by the arrays that threads share. Initial values other than
0 are data segments of the module.

For threads there is another form of the module. Every thread has an instance with a memory of its own, and
the shared arrays are in a second memory, which all instances import (the WebAssembly proposals "threads" and
"multi-memory"). The code differs in functions that use a shared array, and nowhere else.
"""

from __future__ import annotations

from array import array as IntArray
from dataclasses import replace
from typing import Any

from . import wasm
from .emitter import emit_function
from .errors import ExecutionUnavailable
from .instructions import Layout, LineMap
from .program import (
    FIRST_ARRAY,
    HOST_FUNCTIONS,
    IMPORTS,
    MEMORIES,
    MEMORY,
    MODULE,
    PAGE,
    SUSPENDING,
    TRAP_SITE,
    TRAP_VALUE,
    Image,
    Program,
)
from .symbols import Array, Signature, Table

_POLL = len(IMPORTS)
_TRAP = _POLL + 1
_LIMIT = 2**32
_RESULT = bytes((wasm.I32,))


def emit_program(
    program: Program, checked: bool, vectors: bool, lines: dict[str, LineMap] | None = None
) -> Image:
    """Compile a linked program. ExecutionUnavailable if it needs more memory than compiled code can have.

    `lines`, if given, is filled with the source lines of each function's code.
    """
    functions, arrays = program.functions.values(), program.arrays.values()
    addresses: dict[Array, int] = {}
    data: list[bytes] = []
    end = FIRST_ARRAY
    for array in arrays:
        if array.shared:
            continue
        addresses[array] = end
        if array.initial is not None:
            data.append(wasm.active_data(end, array.initial.rstrip(b"\0")))
        end = _aligned(end + array.size * array.length)
    _refuse_if_larger(end)  # addresses of tables would not fit
    rows: dict[Table, int] = {}
    for table in program.tables.values():
        starts, items = _flatten(table, end)
        data.append(wasm.active_data(end, (items + starts).tobytes()))
        rows[table] = end + 4 * len(items)
        end = _aligned(end + 4 * (len(items) + len(starts)))
    shared_from = -(-end // PAGE) * PAGE
    own_pages = shared_from // PAGE
    for array in arrays:
        if array.shared:
            end = addresses[array] = max(end, shared_from)
            end = _aligned(end + array.size * array.length)
    _refuse_if_larger(end)

    helpers = [("poll", b"", _RESULT, _poll_body())]
    if checked:
        helpers.append(("trap", bytes((wasm.I32, wasm.I64)), b"", _trap_body()))
    first = len(IMPORTS) + len(helpers)
    numbers = {function.signature.name: first + number for number, function in enumerate(functions)}
    numbered = {name: IMPORTS.index(name) for name in HOST_FUNCTIONS} | {"poll": _POLL, **numbers}
    layout = Layout(addresses, rows, numbered, _TRAP if checked else None, vectors, lines=lines)
    bodies = [body for _, _, _, body in helpers]
    for_threads: dict[int, bytes] = {}
    """Code that differs in the module for threads."""
    for function in functions:
        sites = len(layout.sites)
        try:
            body, shares = emit_function(function, layout)
            if shares:
                options: dict[str, Any] = {
                    "sites": layout.sites[:sites],
                    "for_threads": True,
                    "shared_from": shared_from,
                }
                for_threads[len(bodies)], _ = emit_function(function, replace(layout, lines=None, **options))
        except RecursionError:
            name = function.signature.name
            raise ExecutionUnavailable(f"`{name}` is nested too deeply to be compiled") from None
        bodies.append(body)

    types: dict[bytes, int] = {wasm.function_type(b"", _RESULT): 0}
    used = [wasm.function_type(parameters, results) for _, parameters, results, _ in helpers]
    used += [_type_of(function.signature) for function in functions]
    indices = [types.setdefault(one, len(types)) for one in used]
    pages = -(-end // PAGE)
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
    end_of_module = wasm.section(wasm.DATA_SECTION, wasm.vector(data)) + wasm.function_names(names)

    def module(imports: list[bytes], memory: bytes, bodies: list[bytes]) -> list[bytes]:
        """Return the parts of a module: everything before the code, each function, and the end."""
        sections = (
            wasm.section(wasm.TYPE_SECTION, wasm.vector(types)),
            wasm.section(wasm.IMPORT_SECTION, wasm.vector(imports)),
            wasm.section(wasm.FUNCTION_SECTION, wasm.vector(map(wasm.unsigned, indices))),
            memory,
            wasm.section(wasm.EXPORT_SECTION, wasm.vector(exports)),
        )
        count = wasm.unsigned(len(bodies))
        size = wasm.unsigned(len(count) + sum(map(len, bodies)))
        code = bytes((wasm.CODE_SECTION,)) + size + count
        return [wasm.MAGIC + b"".join(sections) + code, *bodies, end_of_module]

    memory = wasm.section(wasm.MEMORY_SECTION, wasm.vector([wasm.limits(1, pages)]))
    parts = module(imports, memory, bodies)
    changes: list[tuple[int, int, bytes]] = []
    if for_threads:
        limits = wasm.limits(1, own_pages), wasm.limits(wasm.SHARED_MEMORY, pages - own_pages)
        memories = [
            wasm.name(MODULE) + wasm.name(name) + bytes((wasm.MEMORY_KIND,)) + limit
            for name, limit in zip(MEMORIES, limits, strict=True)
        ]
        other = [for_threads.get(number, body) for number, body in enumerate(bodies)]
        changes = _changes(parts, module(memories + imports, b"", other))
    named = {array.name: addresses[array] for array in arrays}
    shared = (shared_from, pages - own_pages) if for_threads else (0, 0)
    return Image((b"".join(parts),), named, layout.sites, layout.vector_loops, *shared, changes)


def _changes(parts: list[bytes], others: list[bytes]) -> list[tuple[int, int, bytes]]:
    """Return the differing parts of two modules: start and end in the first, and the bytes of the other."""
    changes, at = [], 0
    for part, other in zip(parts, others, strict=True):
        if part != other:
            changes.append((at, at + len(part), other))
        at += len(part)
    return changes


def _refuse_if_larger(end: int) -> None:
    if end > _LIMIT:
        raise ExecutionUnavailable(f"the arrays take {end >> 20} MiB, more than compiled code can have")


def _aligned(address: int) -> int:
    """Round up to a cache line.

    A bucket of the transposition table is such a line. With a table of 16 MB this gains about 4 % nodes/s, in
    Xiangqi and chess, with wasmtime and V8.
    """
    return (address + 63) & ~63


def _flatten(table: Table, address: int) -> tuple[IntArray[int], IntArray[int]]:
    """Return the addresses at which the rows start and the last one ends, and the items of all rows."""
    starts, items = IntArray("i", [wasm.wrapped(address)]), IntArray("i")
    for row in table.rows:
        for item in row:
            if isinstance(item, tuple):
                items.extend(item)
            else:
                items.append(item)
        starts.append(wasm.wrapped(address + 4 * len(items)))
    return starts, items


def _type_of(signature: Signature) -> bytes:
    return wasm.function_type(
        bytes((wasm.I32,)) * len(signature.parameters), _RESULT if signature.returns else b""
    )


def _body(code: bytes) -> bytes:
    return wasm.unsigned(len(code) + 2) + b"\x00" + code + bytes((wasm.END,))


def _poll_body() -> bytes:
    """The body of poll() -> i32. All numbers are below 64, so each is its own LEB128."""
    return _body(
        bytes((wasm.I32_CONST, 0, wasm.I32_LOAD, wasm.ALIGNED, SUSPENDING))
        + bytes((wasm.IF, wasm.I32, wasm.CALL, IMPORTS.index("pause")))
        + bytes((wasm.ELSE, wasm.CALL, IMPORTS.index("poll"), wasm.END))
    )


def _trap_body() -> bytes:
    """The body of trap(site: i32, value: i64)."""
    return _body(
        bytes((wasm.I32_CONST, 0, wasm.LOCAL_GET, 0, wasm.I32_CONST, 1, wasm.I32_ADD))
        + bytes((wasm.I32_STORE, wasm.ALIGNED, TRAP_SITE))
        + bytes((wasm.I32_CONST, 0, wasm.LOCAL_GET, 1, wasm.I64_STORE, wasm.ALIGNED, TRAP_VALUE))
        + bytes((wasm.UNREACHABLE,))
    )
