"""The WebAssembly module of a program, as wasmtime and browsers see it."""

import wasmtime
from cannonfish.compiler import Program, Source, instantiate, link, wasm

TEXT = """
cells: list[int] = [0] * 100_000
few: list[int] = [7, 0, -1, 0, 0, 0]
ROWS = ((1, 2), (3,))


def poll() -> int: ...


def total(row: int) -> int:
    result = few[row] + cells[row] + poll()
    for x in ROWS[row]:
        result += x
    return result


def memory() -> None:
    cells[0] = total(0)
"""


def program() -> Program:
    return link([Source("kernel/sample.py", "kernel.sample", TEXT)])


def test_numbers_are_written_as_in_the_specification() -> None:
    assert wasm.unsigned(624485) == b"\xe5\x8e\x26"
    assert wasm.signed(-123456) == b"\xc0\xbb\x78"
    assert [wasm.signed(value) for value in (0, 63, 64, -64, -65)] == [
        b"\0",
        b"\x3f",
        b"\xc0\0",
        b"\x40",
        b"\xbf\x7f",
    ]


def test_the_module_exports_every_function_and_a_memory_that_cannot_grow() -> None:
    module = wasmtime.Module(wasmtime.Engine(), program().wasm())
    exports = {export.name: export.type for export in module.exports}
    assert list(exports) == ["(memory)", "total", "memory"]
    memory = exports["(memory)"]
    assert isinstance(memory, wasmtime.MemoryType)
    assert memory.limits.min == memory.limits.max == 7  # pages of 64 KiB
    assert [(one.module, one.name) for one in module.imports] == [
        ("env", "now"),
        ("env", "poll"),
        ("env", "ask"),
        ("env", "pause"),
    ]


def test_arrays_begin_on_cache_lines() -> None:
    assert {address % 64 for address in program().image().addresses.values()} == {0}


def test_zeros_take_no_room_in_the_module() -> None:
    assert len(program().wasm()) < 500


def test_functions_have_names_for_stack_traces() -> None:
    names = program().wasm().partition(b"\x04name")[2]
    assert [name in names for name in (b"total", b"memory", b"(poll)", b"now")] == [True] * 4


def test_the_same_files_give_the_same_module() -> None:
    assert program().wasm() == program().wasm()
    assert program().wasm(checked=True) == program().wasm(checked=True)


def test_a_module_is_emitted_once() -> None:
    one = program()
    assert one.wasm() is one.wasm()
    assert one.wasm(checked=True) is not one.wasm()


def test_what_is_not_mentioned_starts_as_zero() -> None:
    execution = instantiate(program(), "compiled")
    assert execution.array("few") == [7, 0, -1, 0, 0, 0]
    assert execution.array("cells") == [0] * 100_000
    execution.call("memory")
    assert execution.read("cells", 0) == 10
