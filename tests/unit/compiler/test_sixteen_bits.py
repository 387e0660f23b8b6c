"""`array("h", ...)` is an array of 16-bit numbers, in all executions."""

from array import array

import pytest
import wasmtime
from cannonfish.compiler import DialectError, Execution, ExecutionFailed, Source, instantiate, link
from cannonfish.compiler.interpreted import LARGE
from cannonfish.compiler.program import PAGE

TEXT = f"""
from array import array

few = array("h", [1, -2, 32767, -32768])
many = array("h", [0]) * {LARGE}
words: list[int] = [7, 7]


def read(index: int) -> int:
    return few[index]


def store(index: int, value: int) -> int:
    few[index] = value
    return few[index]


def add(index: int, value: int) -> None:
    few[index] += value


def swap(one: int, other: int) -> None:
    few[one], few[other] = few[other], few[one]


def everywhere(value: int) -> None:
    words[0] = many[1] = few[0] = value
"""


@pytest.fixture(params=["interpreted", "compiled", "interpreted, checked", "compiled, checked"])
def execution(request: pytest.FixtureRequest) -> Execution:
    name, _, checked = request.param.partition(", ")
    return instantiate(link([Source("kernel/short.py", "kernel.short", TEXT)]), name, checked=bool(checked))


def test_it_is_read_and_written(execution: Execution) -> None:
    assert execution.array("few") == [1, -2, 32767, -32768]
    assert [execution.call("read", i) for i in range(4)] == [1, -2, 32767, -32768]
    assert execution.call("store", 1, -32768) == -32768
    execution.call("add", 1, 65535)
    execution.call("swap", 0, 1)
    execution.call("everywhere", -5)
    assert execution.array("few") == [-5, 1, 32767, -32768]
    assert execution.array("words") == [-5, 7]
    assert execution.slice("many", 0, 3) == [0, -5, 0]


@pytest.mark.parametrize("name", ["few", "many"])
def test_the_host_reads_and_writes_it(execution: Execution, name: str) -> None:
    execution.store(name, 1, [5, -6])
    assert execution.slice(name, 1, 4)[:2] == [5, -6]
    assert execution.array("words") == [7, 7]
    with pytest.raises(OverflowError, match="32768 does not fit in 16 bits"):
        execution.write(name, 0, 32768)
    execution.zero(name)
    assert not any(execution.array(name))
    assert execution.array("words") == [7, 7]


@pytest.mark.parametrize("name", ["interpreted", "compiled"])
@pytest.mark.parametrize(
    ("call", "where"),
    [
        (("store", 0, 32768), "14:5: 32768 does not fit in the 16 bits of few (in store)"),
        (("store", 9, -32769), "14:5: -32769 does not fit in the 16 bits of few (in store)"),
        (("store", 9, 0), "14:5: index 9 outside few[4] (in store)"),
        (("add", 2, 1), "19:5: 32768 does not fit in the 16 bits of few (in add)"),
        (("everywhere", 40000), "27:16: 40000 does not fit in the 16 bits of many (in everywhere)"),
    ],
)
def test_the_checked_build_traps_on_a_number_that_does_not_fit(
    name: str, call: tuple[str, int, int], where: str
) -> None:
    program = link([Source("kernel/short.py", "kernel.short", TEXT)])
    with pytest.raises(ExecutionFailed) as failure:
        instantiate(program, name, checked=True).call(*call)
    assert str(failure.value) == f"kernel/short.py:{where}"


def test_unchecked_compiled_code_wraps_around() -> None:
    execution = instantiate(link([Source("kernel/short.py", "kernel.short", TEXT)]), "compiled")
    assert execution.call("store", 0, 32768) == -32768
    execution.call("add", 0, -1)
    assert execution.array("few") == [32767, -2, 32767, -32768]


def test_a_constant_that_does_not_fit_is_refused() -> None:
    text = TEXT + "\n\ndef constant() -> None:\n    few[1] = 32768\n"
    with pytest.raises(DialectError, match="31:5: 32768 does not fit in the 16 bits of few"):
        link([Source("kernel/short.py", "kernel.short", text)])


def test_other_arrays_of_python_are_refused() -> None:
    text = "from array import array\nx = array('b', [1])\n\ndef read() -> int:\n    return x[0]\n"
    with pytest.raises(DialectError, match="it is an array of type 'b'; only 'h' is in the dialect"):
        link([Source("kernel/bytes.py", "kernel.bytes", text)])


def test_it_takes_two_bytes_an_entry() -> None:
    program = link([Source("kernel/short.py", "kernel.short", TEXT)])
    assert program.arrays["few"].initial == array("h", [1, -2, 32767, -32768]).tobytes()
    assert len(program.wasm()) < 1500
    memory = wasmtime.Module(wasmtime.Engine(), program.wasm()).exports[0].type
    assert isinstance(memory, wasmtime.MemoryType)
    assert memory.limits.max == 2 * LARGE // PAGE + 1
