"""Random loops mean the same with and without vector instructions, and interpreted.

With and without vectors, compiled code gives the same numbers even where they wrap around. Where the
interpreted checked build, which is right by definition, does not trap, all executions agree with it.
"""

import random

from cannonfish.compiler import DialectError, Execution, ExecutionFailed, Source, instantiate, link, loops
from hypothesis import event, given, reject
from hypothesis import strategies as st

LENGTH = 160
ROUNDS = 40
FAR = [0, 0, 1, 2, 5, 7, 8, 30]
"""Distances of indices."""
ARRAYS = {"a": 32, "b": 32, "c": 32, "h": 16, "k": 16, "m": 16}
"""The arrays of a program, with the bits of their entries."""

PRELUDE = f"""
from array import array

a: list[int] = [0] * {LENGTH}
b: list[int] = [0] * {LENGTH}
c: list[int] = [0] * {LENGTH}
h = array("h", [0]) * {LENGTH}
k = array("h", [0]) * {LENGTH}
m = array("h", [0]) * {LENGTH}
"""

INDICES = ["i"] * 4 + ["i + p", "q + i", "i - 3", "i + 8", "i - 8", "i + 1", "p + i - q + 30", "i + c[0] % 8"]
"""Indices inside the arrays; rarely one that keeps the loop scalar."""
RANGES = ["8, 8 + n", "8, 8 + n", "8, 40", "8, 48", "8, 24", "8, 13", "8, 11", "p + 8, p + 8 + n"]
FORMS = [
    "({} + {})",
    "({} - {})",
    "({} * {})",
    "max(0, min(255, {}))",
    "max({}, {})",
    "min({}, -3)",
    "({} & {})",
    "({} & 1023)",
    "({} | {})",
    "({} ^ -1)",
    "({} << 3)",
    "({} << 17)",
    "({} >> 2)",
    "({} >> 20)",
    "({} >> (p & 31))",
    "(-{})",
    "abs({})",
    "({} * 7)",
    "({} + 30000)",
]
SHORT_FORMS = [*FORMS[:4], "({} - {} + {})", "({} << 3)", "({} ^ {})", "({} * max({}, -9))"]
"""Forms for which 16-bit entries have 8 lanes, as long as they are not nested."""
NUMBERS = [0, 0, 1, -1, 2, 3, 100, -100, 255, 181, 2**15 - 1, -(2**15)]
WORDS = [2**16, 2**20, 2**31 - 1, -(2**31)]


@st.composite
def expressions(draw: st.DrawFn, arrays: list[str], names: list[str], forms: list[str], depth: int) -> str:
    if depth > 2 or draw(st.integers(0, 1 + depth)) > 1:
        if draw(st.integers(0, 4)) == 0:
            return draw(st.sampled_from([*names, "p", "5", "-300", "k[q]"]))
        return f"{draw(st.sampled_from(arrays))}[{draw(st.sampled_from(INDICES))}]"
    form = draw(st.sampled_from(forms))
    parts = [draw(expressions(arrays, names, forms, depth + 1)) for _ in range(form.count("{}"))]
    return form.format(*parts)


@st.composite
def programs(draw: st.DrawFn) -> str:
    """A program with one loop; `total` is a sum, `x` a local of the rounds."""
    short = draw(st.booleans())
    bits = (16,) if short else draw(st.sampled_from([(16,), (32,), (16, 32)]))
    arrays = [name for name in ARRAYS if ARRAYS[name] in bits]
    forms, depth = (SHORT_FORMS, 2) if short else (FORMS, 0)
    lines = []
    names: list[str] = []
    for _ in range(draw(st.integers(1, 3))):
        kind = draw(st.sampled_from(["store", "store", "update", "sum", "sum", "local"]))
        value = draw(expressions(arrays, names, forms, depth))
        element = f"{draw(st.sampled_from(arrays))}[{draw(st.sampled_from(INDICES[:8]))}]"
        if kind == "store":
            lines.append(f"{element} = {value}")
        elif kind == "update":
            lines.append(f"{element} {draw(st.sampled_from('+-*^'))}= {value}")
        elif kind == "sum":
            lines.append(f"total {draw(st.sampled_from('+-'))}= {value}")
        else:
            lines.append(f"x = {value}")
            names = ["x"]
    body = "\n        ".join(lines)
    return (
        f"{PRELUDE}\n\ndef run(n: int, p: int, q: int) -> int:\n    total = p\n    x = i = 0\n"
        f"    for i in range({draw(st.sampled_from(RANGES))}):\n        {body}\n    return total + (x ^ i)\n"
    )


def outcome(execution: Execution, seed: int, arguments: list[int]) -> tuple[int | str, list[list[int]]]:
    numbers = random.Random(seed)
    small = seed % 3
    for name in execution.program.arrays:
        bits = ARRAYS[name]
        values = NUMBERS[: 8 if small else None] + (WORDS if bits == 32 and not small else [])
        execution.store(name, 0, numbers.choices(values, k=LENGTH))
    try:
        result: int | str = execution.call("run", *arguments)
    except ExecutionFailed:
        result = "trap"
    return result, [execution.array(name) for name in execution.program.arrays]


CALLS = st.tuples(
    st.integers(0, 1000),
    st.tuples(st.integers(-1, ROUNDS), st.sampled_from(FAR), st.sampled_from(FAR)).map(list),
)


@given(programs(), st.lists(CALLS, min_size=10, max_size=10))
def test_a_vector_loop_gives_the_numbers_of_the_scalar_loop(
    text: str, calls: list[tuple[int, list[int]]]
) -> None:
    try:
        program = link([Source("kernel/random.py", "kernel.random", text)])
    except DialectError as error:
        if "does not fit" in error.reason:
            reject()
        raise
    event(f"{loops(program)[0].lanes} lanes")
    vectors, scalar = (instantiate(program, "compiled", vectors=yes) for yes in (True, False))
    interpreted, checked = (instantiate(program, "interpreted", checked=yes) for yes in (False, True))
    for call in calls:
        result = outcome(vectors, *call)
        assert result == outcome(scalar, *call)
        right = outcome(checked, *call)
        event("traps" if right[0] == "trap" else "stays inside")
        if right[0] != "trap":
            assert result == right
            assert result == outcome(interpreted, *call)
