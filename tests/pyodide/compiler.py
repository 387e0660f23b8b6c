"""The compiled execution in Pyodide; run by tests/pyodide/run.mjs."""

import asyncio
import gc
import weakref

from cannonfish.compiler import ExecutionFailed, ExecutionUnavailable, Host, Source, instantiate, link
from cannonfish.compiler.browser import has_vectors

TEXT = """
from array import array

units = array("h", [1, -2, 32767, -32768, 5] * 8)
cells: list[int] = [0] * 8
weights: list[int] = [3, 1, 4, 1, 5, 9, 2, -6]
PAIRS = tuple(tuple((i, j) for j in range(i)) for i in range(4))


def now() -> int: ...


def poll() -> int: ...


def ask() -> int: ...


def fibonacci(n: int) -> int:
    if n < 2:
        return n
    return fibonacci(n - 1) + fibonacci(n - 2)


def fill(factor: int) -> None:
    for i in range(8):
        cells[i] = factor * weights[i] // -3 + i % 3
    for a, b in PAIRS[3]:
        cells[a], cells[b] = cells[b], cells[a]


def clip() -> int:
    total = 0
    for i in range(39):
        units[i] = max(0, min(255, units[i]))
        total += units[i] * units[i]
    return total


def entry(i: int) -> int:
    return cells[i]


def wait(rounds: int) -> int:
    for i in range(rounds):
        if poll():
            return i
    return -1


def clock() -> int:
    return now()


def reply() -> int:
    return ask()


def deep(n: int) -> int:
    return deep(n + 1) + 1
"""
PROGRAM = link([Source("kernel/sample.py", "kernel.sample", TEXT)])


def raised(call, *arguments):
    try:
        call(*arguments)
    except Exception as error:
        return error
    raise AssertionError(f"{call} did not raise")


def test_both_executions_agree_on_results_and_arrays():
    for checked in (False, True):
        interpreted = instantiate(PROGRAM, "interpreted", checked=checked)
        compiled = instantiate(PROGRAM, "compiled", checked=checked)
        assert compiled.name == "compiled"
        for execution in (interpreted, compiled):
            assert execution.call("fill", -7) == 0
        assert interpreted.call("fibonacci", 12) == compiled.call("fibonacci", 12) == 144
        assert interpreted.array("cells") == compiled.array("cells")
        assert interpreted.array("weights") == compiled.array("weights") == [3, 1, 4, 1, 5, 9, 2, -6]
        compiled.close()


def test_vector_loops_and_arrays_of_16_bits():
    assert has_vectors()
    assert (PROGRAM.image().vector_loops, PROGRAM.image(vectors=False).vector_loops) == (1, 0)
    executions = [
        instantiate(PROGRAM, "interpreted"),
        instantiate(PROGRAM, "compiled"),
        instantiate(PROGRAM, "compiled", vectors=False),
    ]
    for execution in executions:
        execution.store("units", 1, [300, -7])
        execution.write("units", 39, -5)
        assert isinstance(raised(execution.write, "units", 0, 32768), OverflowError)
    assert len({execution.call("clip") for execution in executions}) == 1
    assert executions[0].array("units") == executions[1].array("units") == executions[2].array("units")
    for execution in executions:
        assert execution.slice("units", 0, 4) == [1, 255, 0, 0]
        assert execution.read("units", 39) == -5
        execution.zero("units")
        assert not any(execution.array("units"))
        assert execution.array("weights") == [3, 1, 4, 1, 5, 9, 2, -6]


def test_auto_is_compiled():
    execution = instantiate(PROGRAM)
    assert (execution.name, execution.fallback_reason) == ("compiled", None)


def test_instances_are_independent_and_arrays_can_be_written():
    one, two = instantiate(PROGRAM), instantiate(PROGRAM)
    one.write("cells", 3, -(2**31))
    one.store("weights", 2, [2**31 - 1, -5])
    assert one.read("cells", 3) == -(2**31)
    assert one.slice("weights", 1, 5) == [1, 2**31 - 1, -5, 5]
    assert two.array("cells") == [0] * 8
    assert two.array("weights")[2:4] == [4, 1]
    one.zero("cells")
    assert one.array("cells") == [0] * 8
    assert isinstance(raised(one.write, "cells", 8, 0), IndexError)
    assert isinstance(raised(one.write, "cells", 0, 2**31), OverflowError)
    assert isinstance(raised(one.store, "cells", 7, [1, 2]), IndexError)


def test_a_trap_names_its_line():
    execution = instantiate(PROGRAM, checked=True)
    line = 1 + TEXT[: TEXT.index("return cells[i]")].count("\n")
    error = raised(execution.call, "entry", 8)
    assert isinstance(error, ExecutionFailed)
    assert str(error) == f"kernel/sample.py:{line}:12: index 8 outside cells[8] (in entry)"
    assert execution.call("entry", 7) == 0


def test_endless_recursion_fails_and_the_instance_lives_on():
    execution = instantiate(PROGRAM)
    assert isinstance(raised(execution.call, "deep", 0), ExecutionFailed)
    assert execution.call("fibonacci", 10) == 55


def test_the_host_is_asked_and_its_errors_pass_through():
    asked = []

    def poll():
        asked.append(None)
        return len(asked) == 3

    execution = instantiate(PROGRAM, host=Host(now=lambda: 1234, poll=poll, ask=lambda: 56))
    assert execution.call("wait", 10) == 2
    assert execution.call("reply") == 56
    assert execution.call("clock") == 1234

    def broken():
        raise KeyError("from the host")

    error = raised(instantiate(PROGRAM, host=Host(poll=broken)).call, "wait", 10)
    assert isinstance(error, KeyError), repr(error)
    assert instantiate(PROGRAM).call("clock") < 1000


def test_the_host_may_be_javascript():
    from js import Object
    from pyodide.ffi import create_proxy

    host = Object.new()
    proxies = [create_proxy(lambda: 7.9), create_proxy(lambda: 1)]
    host.now, host.poll = proxies
    host.suspends = False
    execution = instantiate(PROGRAM, host=Host(js=host))
    assert execution.call("clock") == 7
    assert execution.call("wait", 5) == 0
    for proxy in proxies:
        proxy.destroy()


def test_javascript_holds_nothing_of_an_instance_that_was_refused():
    """There are no threads here, for want of isolation (or of a second memory, before Node 22): in the first
    case, JavaScript kept the functions of the host."""
    text = 'from typing import Annotated\n\ncommon: Annotated[list[int], "shared"] = [0] * 8\n\n\n'
    text += "def get() -> int:\n    return common[0]\n"
    program = link([Source("kernel/shared.py", "kernel.shared", text)])
    host = Host(poll=lambda: 0)
    poll = weakref.ref(host.poll)
    error = raised(instantiate, program, "compiled", host, False, True, True)
    assert isinstance(error, ExecutionUnavailable)
    del host, error
    gc.collect()
    assert poll() is None


def test_functions_may_have_any_name():
    names = ("new", "typeof", "to_py", "memory", "constructor", "then", "toString")
    text = "".join(f"def {name}() -> int:\n    return {number}\n\n\n" for number, name in enumerate(names))
    execution = instantiate(link([Source("kernel/names.py", "kernel.names", text)]), "compiled")
    assert [execution.call(name) for name in names] == list(range(len(names)))


async def test_a_call_can_be_awaited():
    execution = instantiate(PROGRAM, host=Host(poll=lambda: 1))
    assert await execution.call_async("wait", 5) == 0
    await asyncio.sleep(0)
    assert await execution.call_async("fibonacci", 7) == 13


def test_rules_of_a_game_go_on_compiled() -> None:
    """Here, too, when they are asked a lot."""
    from cannonfish import xiangqi
    from cannonfish.games.xiangqi.rules import Rules

    rules = type("Busy", (Rules,), {"interpreted_for": 60})()
    board = xiangqi.Board()
    for _ in range(12):
        moves = [*board.legal_moves]
        assert {*rules.legal_moves(board.position)} == {*moves}
        played = rules.play(board.position, moves[5])
        assert rules.play(board.position, xiangqi.Move(0, 89)) is None
        board.push(moves[5])
        assert played == (board.position, board.is_check(), board.halfmove_clock == 0)
    assert rules.execution == "compiled"
