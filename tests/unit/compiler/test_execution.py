"""Instances are independent, report faults, and offer the same in both executions."""

import asyncio
import re
import sys
import tracemalloc
from collections.abc import Callable

import pytest
import wasmtime
from cannonfish.compiler import (
    Execution,
    ExecutionFailed,
    ExecutionUnavailable,
    Host,
    Source,
    instantiate,
    link,
)

TEXT = """
cells: list[int] = [1, 2, 3, 4]
weights: list[int] = [10, 20, 30]
ROWS = ((1, 2, 3), (4,))


def now() -> int: ...


def poll() -> int: ...


def store(index: int, value: int) -> None:
    cells[index] = value


def weigh(index: int) -> int:
    return cells[index] * weights[index]


def total(row: int) -> int:
    result = 0
    for x in ROWS[row]:
        result += x
    return result


def shifted(a: int, b: int) -> int:
    return a << b


def divided(a: int, b: int) -> int:
    return a // b


def remainder(a: int, b: int) -> int:
    return a % b


def negated(a: int) -> int:
    return -a


def deep(n: int) -> int:
    return deep(n + 1) + 1


def plies(n: int) -> int:
    return plies(n - 1) + 1 if n else 0


def wait(rounds: int) -> int:
    for i in range(rounds):
        if poll():
            return i
    return -1


def clock() -> int:
    return now()


def truth(a: int) -> int:
    return a > 1
"""
PROGRAM = link([Source("kernel/sample.py", "kernel.sample", TEXT)])
EXECUTIONS = ["interpreted", "compiled"]


def line_of(code: str) -> int:
    return TEXT[: TEXT.index(code)].count("\n") + 1


@pytest.fixture(params=EXECUTIONS)
def execution(request: pytest.FixtureRequest) -> Execution:
    return instantiate(PROGRAM, request.param)


def test_calls(execution: Execution) -> None:
    assert execution.call("store", 1, -5) == 0
    assert execution.call("weigh", 1) == -100
    assert execution.call("total", 0) == 6
    result = execution.call("truth", 2)
    assert (result, type(result)) == (1, int)


def test_arrays(execution: Execution) -> None:
    assert execution.array("cells") == [1, 2, 3, 4]
    execution.write("cells", 0, -(2**31))
    execution.store("cells", 2, iter([7, 8]))
    execution.store("cells", 4, [])
    assert execution.read("cells", 0) == -(2**31)
    assert execution.slice("cells", 1, 4) == [2, 7, 8]
    assert execution.slice("cells", 4, 4) == []
    copy = execution.array("cells")
    copy[0] = 0
    assert execution.read("cells", 0) == -(2**31)
    execution.zero("cells")
    assert execution.array("cells") == [0, 0, 0, 0]


@pytest.mark.parametrize("name", EXECUTIONS)
def test_instances_are_independent(name: str) -> None:
    one, two = instantiate(PROGRAM, name), instantiate(PROGRAM, name)
    one.call("store", 0, 99)
    one.write("weights", 0, 7)  # which no function writes
    assert (one.call("weigh", 0), two.call("weigh", 0)) == (99 * 7, 10)
    one.zero("weights")
    assert (one.array("weights"), two.array("weights")) == ([0, 0, 0], [10, 20, 30])
    assert PROGRAM.arrays["weights"].values() == [10, 20, 30]


def test_wrong_use_is_refused_and_changes_nothing(execution: Execution) -> None:
    wrong: list[tuple[type[Exception], Callable[[], object]]] = [
        (KeyError, lambda: execution.call("missing")),
        (KeyError, lambda: execution.call("now")),
        (TypeError, lambda: execution.call("store", 1)),
        (OverflowError, lambda: execution.call("store", 0, 2**31)),
        (KeyError, lambda: execution.read("missing", 0)),
        (KeyError, lambda: execution.array("missing")),
        (KeyError, lambda: execution.zero("missing")),
        (IndexError, lambda: execution.read("cells", -1)),
        (IndexError, lambda: execution.read("cells", 4)),
        (IndexError, lambda: execution.write("cells", -1, 0)),
        (IndexError, lambda: execution.write("cells", 4, 0)),
        (OverflowError, lambda: execution.write("cells", 0, -(2**31) - 1)),
        (IndexError, lambda: execution.slice("cells", -1, 2)),
        (IndexError, lambda: execution.slice("cells", 3, 2)),
        (IndexError, lambda: execution.slice("cells", 3, 5)),
        (IndexError, lambda: execution.store("cells", 3, [1, 2])),
        (IndexError, lambda: execution.store("cells", -1, [1])),
        (OverflowError, lambda: execution.store("cells", 0, [1, 2**31])),
        (TypeError, lambda: execution.store("cells", 0, [1.5])),  # type: ignore[list-item]
    ]
    for error, use in wrong:
        with pytest.raises(error):
            use()
    assert execution.array("cells") == [1, 2, 3, 4]


TRAPS = [
    ("store", (4, 0), "cells[index] =", "index 4 outside cells[4]"),
    ("store", (-1, 0), "cells[index] =", "index -1 outside cells[4]"),
    ("weigh", (3,), "weights[index]", "index 3 outside weights[3]"),
    ("total", (2,), "ROWS[row]", "index 2 outside ROWS[2]"),
    ("total", (-1,), "ROWS[row]", "index -1 outside ROWS[2]"),
    ("shifted", (1, 32), "a << b", "shift by 32; only 0 to 31 is in the dialect"),
    ("shifted", (1, -1), "a << b", "shift by -1; only 0 to 31 is in the dialect"),
    ("shifted", (-3, 31), "a << b", "-6442450944 does not fit in 32 bits"),
    ("divided", (1, 0), "a // b", "division by zero"),
    ("divided", (-(2**31), -1), "a // b", "2147483648 does not fit in 32 bits"),
    ("remainder", (1, 0), "a % b", "division by zero"),
    ("negated", (-(2**31),), "-a", "2147483648 does not fit in 32 bits"),
]


@pytest.mark.parametrize("name", EXECUTIONS)
@pytest.mark.parametrize(("function", "arguments", "code", "fault"), TRAPS)
def test_the_checked_build_says_what_went_wrong_and_where(
    name: str, function: str, arguments: tuple[int, ...], code: str, fault: str
) -> None:
    execution = instantiate(PROGRAM, name, checked=True)
    line = TEXT.splitlines()[line_of(code) - 1]
    place = f"kernel/sample.py:{line_of(code)}:{line.index(code) + 1}"
    with pytest.raises(ExecutionFailed) as caught:
        execution.call(function, *arguments)
    assert str(caught.value) == f"{place}: {fault} (in {function})"
    assert execution.call("weigh", 0) == 10  # the instance lives on
    assert execution.array("cells") == [1, 2, 3, 4]


@pytest.mark.parametrize("checked", [False, True])
def test_endless_recursion_fails_and_the_instance_lives_on(execution: Execution, checked: bool) -> None:
    execution = instantiate(PROGRAM, execution.name, checked=checked)
    with pytest.raises(ExecutionFailed, match=r"`deep`: |kernel/sample\.py:\d+: .* \(in deep\)"):
        execution.call("deep", 0)
    assert execution.call("plies", 300) == 300


def test_a_fault_of_the_unchecked_build_is_an_error_too(execution: Execution) -> None:
    with pytest.raises(ExecutionFailed):
        execution.call("divided", 1, 0)
    with pytest.raises(ExecutionFailed):
        execution.call("store", 2**20, 0)
    assert execution.call("weigh", 0) == 10


def test_failure_tells_a_fault_of_the_program_from_other_errors(execution: Execution) -> None:
    """A function called without the checks of `call` raises what the platform raises."""
    divided = execution.function("divided")
    for _ in range(2):
        with pytest.raises((ArithmeticError, wasmtime.Trap, ExecutionFailed)) as caught:
            divided(1, 0)
    assert execution.failure(caught.value) or isinstance(caught.value, ExecutionFailed)
    assert execution.failure(KeyError("host")) is execution.failure(None) is None
    assert divided(6, 3) == 2
    with pytest.raises(KeyError):
        execution.function("nothing")


def test_the_interpreter_names_the_line_of_a_fault() -> None:
    message = f"kernel/sample.py:{line_of('a // b')}: integer division or modulo by zero (in divided)"
    with pytest.raises(ExecutionFailed, match=re.escape(message)):
        instantiate(PROGRAM, "interpreted").call("divided", 1, 0)


@pytest.mark.parametrize("name", EXECUTIONS)
@pytest.mark.parametrize("checked", [False, True])
def test_the_host_is_asked(name: str, checked: bool) -> None:
    answers = [0, 0, 5]
    host = Host(now=lambda: 1234, poll=lambda: answers.pop(0))
    execution = instantiate(PROGRAM, name, host, checked)
    assert execution.call("wait", 9) == 2
    assert execution.call("clock") == 1234


@pytest.mark.parametrize("name", EXECUTIONS)
def test_the_host_may_call_back(name: str) -> None:
    def poll() -> int:
        instance.call("store", 0, instance.call("wait", 0) + 6)
        return instance.call("weigh", 0)

    instance = instantiate(PROGRAM, name, Host(poll=poll))
    assert instance.call("wait", 3) == 0
    assert instance.read("cells", 0) == 5


class HostError(Exception):
    """An exception that only the host knows."""


@pytest.mark.parametrize("name", EXECUTIONS)
@pytest.mark.parametrize("error", [HostError("hosts"), IndexError("hosts"), KeyboardInterrupt("hosts")])
def test_what_the_host_raises_passes_through(name: str, error: BaseException) -> None:
    def poll() -> int:
        raise error

    execution = instantiate(PROGRAM, name, Host(poll=poll))
    with pytest.raises(type(error), match="hosts"):
        execution.call("wait", 1)
    assert execution.call("clock") >= 0


def test_without_a_host_there_is_a_clock_and_poll_never_stops(execution: Execution) -> None:
    assert execution.call("wait", 100) == -1
    first = execution.call("clock")
    assert 0 <= first < 60_000
    while execution.call("clock") == first:
        pass


def test_a_call_can_be_awaited(execution: Execution) -> None:
    assert asyncio.run(execution.call_async("total", 0)) == 6


def test_auto_is_compiled_where_it_can_be_had() -> None:
    execution = instantiate(PROGRAM)
    assert (execution.name, execution.fallback_reason) == ("compiled", None)


def test_without_wasmtime_auto_is_interpreted_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    execution = instantiate(PROGRAM)
    assert execution.name == "interpreted"
    assert execution.fallback_reason is not None
    assert "wasmtime is not installed" in execution.fallback_reason
    assert execution.call("total", 0) == 6
    with pytest.raises(ExecutionUnavailable, match="wasmtime is not installed"):
        instantiate(PROGRAM, "compiled")


def test_a_program_that_needs_too_much_memory_is_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cannonfish.compiler.image._LIMIT", 1024)
    text = "cells: list[int] = [0] * 300\n\n\ndef f() -> int:\n    return cells[0]\n"
    execution = instantiate(link([Source("kernel/large.py", "kernel.large", text)]))
    assert execution.name == "interpreted"
    assert "more than compiled code can have" in str(execution.fallback_reason)


def test_if_the_compiler_fails_auto_is_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise IndexError("of the compiler")

    monkeypatch.setattr("cannonfish.compiler.image.emit_function", fail)
    program = link([Source("kernel/sample.py", "kernel.sample", TEXT)])
    execution = instantiate(program)
    assert execution.call("total", 0) == 6
    assert execution.fallback_reason == "compiling failed: IndexError: of the compiler"
    with pytest.raises(ExecutionUnavailable, match="compiling failed"):
        instantiate(program, "compiled")


def test_deep_nesting_is_either_refused_or_runs_interpreted() -> None:
    for depth in (20, 150, 240):
        text = f"def f(a: int) -> int:\n    return {'a + (' * 80}{' - '.join('a' * depth)}{')' * 80}\n"
        execution = instantiate(link([Source("kernel/nested.py", "kernel.nested", text)]))
        assert execution.call("f", 1) == 80 + 2 - depth


def test_calls_work_without_the_private_parts_of_wasmtime(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wasmtime._bindings", None)
    monkeypatch.delattr("wasmtime._bindings")
    host_error = HostError("hosts")

    def poll() -> int:
        raise host_error

    execution = instantiate(PROGRAM, "compiled", Host(poll=poll), checked=True)
    assert execution.call("store", 1, -5) == 0
    assert execution.call("weigh", 1) == -100
    with pytest.raises(ExecutionFailed, match="index 4 outside"):
        execution.call("store", 4, 0)
    with pytest.raises(HostError):
        execution.call("wait", 1)


def test_unknown_executions_are_refused() -> None:
    with pytest.raises(ValueError, match="unknown execution 'fast'"):
        instantiate(PROGRAM, "fast")


def test_closing_releases_the_instance(execution: Execution) -> None:
    execution.close()
    with pytest.raises(KeyError):
        execution.call("total", 0)


# --- large arrays -------------------------------------------------------------------------------------------

LARGE = """
table: list[int] = [0] * 300_000
primed: list[int] = [7] * 100_000


def store(index: int, value: int) -> int:
    old = table[index]
    table[index] = value
    primed[index & 1023] += 1
    return old
"""


@pytest.mark.parametrize("execution", ["interpreted", "compiled"])
def test_large_arrays_are_like_small_ones(execution: str) -> None:
    one = instantiate(link([Source("large.py", "large", LARGE)]), execution)
    assert one.call("store", 299_999, -5) == 0
    assert one.call("store", 299_999, 6) == -5
    assert one.read("primed", 299_999 & 1023) == 9
    one.store("table", 10, [1, 2, 3])
    assert one.slice("table", 9, 14) == [0, 1, 2, 3, 0]
    one.zero("table")
    assert set(one.array("table")) == {0}
    with pytest.raises(OverflowError):
        one.write("table", 0, 1 << 31)
    with pytest.raises(IndexError):
        one.store("table", 299_999, [1, 2])
    other = instantiate(one.program, execution)
    assert other.read("primed", 299_999 & 1023) == 7


def test_a_large_interpreted_array_takes_four_bytes_an_entry() -> None:
    """A list takes up to ten times that: every number outside -5..256 is an object."""
    program = link([Source("large.py", "large", LARGE)])
    tracemalloc.start()
    one = instantiate(program, "interpreted")
    for index in range(300_000):
        one.call("store", index, 1_000_000 + index)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1.1 * 4 * 400_000 + 1_500_000


def test_a_closed_instance_keeps_no_array() -> None:
    """A closed interpreted instance held its transposition table until nothing referred to the instance.

    `close()` cleared the globals of its functions, but not its own dictionary of arrays.
    """
    program = link([Source("large.py", "large", LARGE)])
    tracemalloc.start()
    one = instantiate(program, "interpreted")
    held, _ = tracemalloc.get_traced_memory()
    one.close()
    left, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held > 4 * 400_000
    assert left < 100_000


@pytest.mark.parametrize("name", EXECUTIONS)
@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("ask: list[int] = [7]\n\n\ndef f(x: int) -> int:\n    return ask[0]\n", 7),
        ("now = 7\n\n\ndef f(x: int) -> int:\n    return now + 1\n", 8),
        (
            "def f(x: int) -> int:\n    t = 0\n    for i in range(x, -5, -2147483648):\n        t += 1\n"
            "    return t\n",
            1,
        ),
    ],
    ids=["array like a host function", "constant like a host function", "largest step"],
)
def test_programs_on_which_the_executions_differed(name: str, text: str, result: int) -> None:
    program = link([Source("kernel/sample.py", "kernel.sample", text)])
    assert instantiate(program, name).call("f", 3) == result


@pytest.mark.parametrize("name", EXECUTIONS)
@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("return cells[x == x]", "5:12: index 1 outside cells[1]"),
        ("ü = x; return cells[ü]", "5:19: index 3 outside cells[1]"),
    ],
    ids=["truth value", "columns of characters"],
)
def test_a_fault_is_told_alike(name: str, line: str, fault: str) -> None:
    text = f"cells: list[int] = [0]\n\n\ndef f(x: int) -> int:\n    {line}\n"
    execution = instantiate(link([Source("kernel/sample.py", "kernel.sample", text)]), name, checked=True)
    with pytest.raises(ExecutionFailed, match=re.escape(f"kernel/sample.py:{fault}")):
        execution.call("f", 3)


def test_arrays_that_no_address_reaches_are_refused_before_the_tables() -> None:
    text = """
from cannonfish.kernel.host import zeros

ROWS = ((1,),)
cells: list[int] = zeros(1 << 30)


def f(x: int) -> int:
    for y in ROWS[0]:
        x += y
    return x + cells[x]
"""
    program = link([Source("cannonfish/kernel/large.py", "cannonfish.kernel.large", text)])
    with pytest.raises(ExecutionUnavailable, match="4096 MiB"):
        instantiate(program, "compiled")
