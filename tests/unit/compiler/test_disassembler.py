"""The WebAssembly text of functions: it assembles to their code, and its lines are those of the source."""

import pytest
from cannonfish.compiler import Program, Source, disassemble, link, linked
from cannonfish.compiler.disassembler import Disassembly, code_entries
from cannonfish.kernel import NETWORK_SETTINGS, SEARCH, chess, liuzichong, xiangqi
from wasmtime import wat2wasm

KERNELS = {
    "chess": (*chess.FILES, *SEARCH),
    "liuzichong": (*liuzichong.FILES, *SEARCH),
    "xiangqi": (*xiangqi.NETWORK_FILES, *SEARCH),
}
IMPORTS = "".join(
    f'(import "env" "{name}" (func $env.{name} (result i32)))' for name in ("now", "poll", "ask", "pause")
)

TEXT = """from array import array

counts: list[int] = [0] * 8
数 = array("h", [1] * 64)
ROWS = tuple(tuple(range(row)) for row in range(4))


def poll() -> int: ...


def tally(row: int, 值: int) -> int:
    total = 0
    for item in ROWS[row]:
        if item > 1 and (
            counts[item] != 3
        ):
            total += counts[item] // 值
        elif poll():
            break
    return total


def add(first: int) -> None:
    for i in range(16):
        数[first + i] = (
            数[first + i]
            + counts[0]
        )
    while counts[0] < -300000:
        counts[0] += 1
"""


def sample() -> Program:
    return link([Source("sample.py", "sample", TEXT)])


def assembled(program: Program, checked: bool) -> list[bytes]:
    """The code of all functions, made of their text."""
    helpers = "(func $.poll (result i32) unreachable)"
    if checked:
        helpers += "(func $.trap (param i32 i64))"
    disassembly = Disassembly(program, checked)
    texts = [line.text for name in program.relinked().functions for line in disassembly.function(name)]
    module = "\n".join(("(module", IMPORTS, "(memory 1)", helpers, *texts, ")"))
    return code_entries(bytes(wat2wasm(module)))[1 + checked :]


@pytest.mark.parametrize("checked", [False, True])
def test_the_text_assembles_to_the_code(checked: bool) -> None:
    program = sample()
    assert assembled(program, checked) == code_entries(program.wasm(checked))[1 + checked :]


@pytest.mark.parametrize("game", KERNELS)
def test_the_text_of_a_kernel_assembles_to_its_code(game: str) -> None:
    settings = NETWORK_SETTINGS if game == "xiangqi" else {}
    program = linked("cannonfish.kernel", KERNELS[game], settings)
    assert assembled(program, False) == code_entries(program.wasm())[1:]


def test_each_instruction_has_the_line_of_its_source() -> None:
    lines = disassemble(sample(), "tally")
    found = {text: [line.line for line in lines if line.text.strip() == text] for text in TALLY}
    assert found == TALLY
    assert (lines[0].text, lines[0].line) == (
        '(func $tally (param $row i32) (param $"值" i32) (result i32)',
        11,
    )
    assert [line.line for line in lines if line.text == ")"] == [11]


TALLY = {
    "local.get $row": [13],
    "i32.const 1": [14],
    "i32.load offset=64  ;; counts": [15, 17],
    'local.get $"值"': [17],
    "call $.poll": [18],
    "i32.div_s": [17],
    "return": [20],
}
"""Instructions, and the lines from which they come."""


def test_the_lines_within_a_vector_loop_are_kept() -> None:
    lines = disassemble(sample(), "add")
    stores = [line for line in lines if line.text.strip().startswith("v128.store")]
    assert {line.line for line in stores} == {25}
    assert all(line.text.endswith(";; 数") for line in stores)
    assert not any("v128" in line.text for line in disassemble(sample(), "add", vectors=False))


def test_a_function_that_is_not_there_is_named() -> None:
    with pytest.raises(KeyError, match="`other`"):
        disassemble(sample(), "other")
