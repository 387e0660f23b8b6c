"""Times of calls: of the right call, from the same state, without harm where it cannot be repeated."""

import pytest
from cannonfish.compiler import ExecutionFailed, Source, link
from cannonfish.compiler.timing import CallTimer

PROGRAM = link(
    [
        Source(
            "sample.py",
            "sample",
            """
stack: list[int] = [0] * 20
top: list[int] = [0]


def push(value: int) -> int:
    stack[top[0]] = value
    top[0] += 1
    return top[0]


def push_twice(value: int) -> None:
    push(value)
    push(value)


def triangle(n: int) -> int:
    total = 0
    for i in range(n + 1):
        total += i
    return total


def repeated(n: int) -> int:
    return 100 // n
""",
        )
    ]
)


@pytest.mark.parametrize("execution", ["compiled", "interpreted"])
def test_a_call_is_measured(execution: str) -> None:
    timer = CallTimer(PROGRAM, "triangle", [1000])
    timer.check()
    time = timer.measure(execution)
    assert (time.result, time.execution) == (500500, execution)
    assert time.seconds is not None
    assert 0 < time.seconds < 1


@pytest.mark.parametrize("function", ["push", "push_twice"])
def test_a_call_that_changes_arrays_is_repeated_only_as_long_as_that_goes_well(function: str) -> None:
    timer = CallTimer(PROGRAM, function, [7], {"top": [3]})
    timer.check()
    for execution in ("compiled", "interpreted"):
        assert timer.measure(execution).result == {"push": 4, "push_twice": 0}[function]


def test_a_fault_is_named_with_its_place() -> None:
    with pytest.raises(ExecutionFailed, match=r"sample.py:25:12: division by zero \(in repeated\)"):
        CallTimer(PROGRAM, "repeated", [0]).check()
    with pytest.raises(ExecutionFailed, match=r"sample.py:7:5: index 20 outside stack\[20\]"):
        CallTimer(PROGRAM, "push", [1], {"top": [20]}).check()


def test_a_wrong_call_is_refused() -> None:
    for error, function, arguments in (
        (KeyError, "other", []),
        (TypeError, "push", []),
    ):
        with pytest.raises(error):
            CallTimer(PROGRAM, function, arguments)
    with pytest.raises(SyntaxError, match="does not fit in 32 bits"):
        CallTimer(PROGRAM, "push", [1 << 31])


def test_an_array_may_have_the_name_of_the_call_that_repeats_it() -> None:
    text = "repeated: list[int] = [7]\n\n\ndef first() -> int:\n    return repeated[0]\n"
    timer = CallTimer(link([Source("sample.py", "sample", text)]), "first", [])
    assert [timer.measure(each).result for each in ("compiled", "interpreted")] == [7, 7]
