"""The dialect means the same interpreted and compiled, each with and without guards."""

from collections.abc import Sequence

import pytest
from cannonfish.compiler import Execution, ExecutionFailed, Program, Source, instantiate, link

PRELUDE = """
from math import floor as _floor

SIZE = 8
ON = True
LOWEST = -2147483648
cells: list[int] = [5, -3, 0, 2147483647, -2147483648, 7, 7, 1]
spare: list[int] = [0] * 4
weights: list[int] = [_floor(x * 1.5) for x in range(-4, 4)]
flags: list[bool] = [x > 1 for x in range(4)]
ROWS = ((1, 2), (-3,), (), tuple(range(10, 20)))
PAIRS = (((1, 2), (3, 4), (5, 6)), (), ((-1, 0),))
SINGLES = (((1,), (2,)), ())


def next_spare(step: int) -> int:
    \"\"\"Changes an index that is read later.\"\"\"
    spare[0] += step
    return spare[0]


def sum_to(n: int) -> int:
    return n + sum_to(n - 1) if n > 0 else 0


def even(n: int) -> int:
    return 1 if n == 0 else odd(n - 1)


def odd(n: int) -> int:
    return 0 if n == 0 else even(n - 1)


def note(value: int) -> None:
    spare[1] = spare[1] * 10 + value
"""

EDGES = (-(2**31), -(2**31) + 1, -17, -8, -3, -1, 0, 1, 2, 3, 7, 8, 31, 32, 100, 2**31 - 1)
SMALL = tuple(range(-3, 9))
"""Arguments for bodies that loop or index."""

OPERATIONS = [
    "a + b",
    "a - b",
    "a * b",
    "a & b",
    "a | b",
    "a ^ b",
    "a << b",
    "a >> b",
    "a // b",
    "a % b",
    "a << 0",
    "a << 4",
    "a >> 31",
    "a // 1",
    "a // 8",
    "a // 7",
    "a // -8",
    "a // -1",
    "a % 1",
    "a % 8",
    "a % 7",
    "a % -8",
    "a % -1",
    "-a",
    "~a",
    "not a",
    "abs(a)",
    "min(a, b)",
    "max(a, b)",
    "min(a, b, 3)",
    "max(a & 15, b, -3, a >> 4)",
    "min(max(a, -5), 5)",
    "a == b",
    "a != b",
    "a < b",
    "a <= b",
    "a > b",
    "a >= b",
    "a == 0",
    "0 != a",
    "(a != 0) + (b == 0) * 2",
    "a < b < 8",
    "-3 <= a < b <= 31 != a",
    "(a < b) == (b < 8)",
    "a < b == True",
    "a and b",
    "a or b",
    "a and b and 7",
    "a or b or 7",
    "a or b and 7",
    "(a or b) and (a > b or 7)",
    "a > 0 and b > 0",
    "a > 0 or b > 0 or a == b",
    "not (a and b)",
    "not (a or not b)",
    "not not a",
    "not a < b < 8",
    "1 if a else 2",
    "a if a > b else b",
    "1 if a and b else 2",
    "1 if a or b else a & 3",
    "1 if not (a < b < 8) or b == 3 else a & 3",
    "(a & 3) + 1 if 0 < a < b else (b & 3) - 1",
    "a if ON else b",
    "b and 0 or a",
    "0 or a",
    "1 and a",
    "a and 1",
    "True + (a > 1) + False",
    "LOWEST + (a & 7)",
    "-2147483648 + SIZE",
    "SIZE * SIZE - (1 << 4) // 3 % 5 + ~SIZE + abs(-SIZE) + min(SIZE, 3) + (SIZE > 3) + (not SIZE)",
    "len(cells) + a % len(weights)",
    "a + (b + (a & 3) * (b & 5)) - (a ^ b)",
    "sum_to(a & 15) + even(b & 15)",
]

INDICES = [
    "cells[a]",
    "cells[3]",
    "cells[SIZE - 1]",
    "cells[a + 1]",
    "cells[1 + a]",
    "cells[a - 1]",
    "cells[a * 2 + b]",
    "cells[a * 2]",
    "cells[a << 1]",
    "cells[(a & 3) + 4]",
    "cells[(a & 3) + (b & 3) - 1]",
    "cells[a & 7] ^ weights[b & 7]",
    "weights[flags[a & 3] + 1]",
    "cells[spare[a]]",
]

BODIES = [
    "a += b\na -= 3\nreturn a",
    "a = b = 4\nreturn a * 10 + b",
    "a, b = b, a\nreturn a * 1000 + b",
    "a, spare[0], b = b, a, spare[0] + 1\nreturn a * 100 + b",
    "x: int = a\nx = x + 1\nreturn x",
    "cells[0], cells[5] = cells[5], cells[0]\nreturn cells[0]",
    "a = 3\na, cells[a] = 5, 6\nreturn a",
    "a = spare[a & 3] = 2\nreturn a",
    "spare[b & 3] = b = 1\nreturn b",
    "spare[next_spare(1) & 3] = next_spare(2)\nreturn 0",
    "spare[spare[0]] = next_spare(1)\nreturn 0",
    "spare[spare[0]] += next_spare(1)\nreturn 0",
    "spare[0] += next_spare(a & 3)\nreturn spare[0]",
    "spare[next_spare(1)] -= next_spare(1)\nreturn 0",
    "cells[a & 7] //= 3\ncells[b & 7] %= 4\ncells[1] <<= 2\ncells[2] |= 5\nreturn cells[a & 7]",
    "cells[3] += a\nreturn 0",
    "cells[a] = b\nreturn cells[a]",
    "cells[a] += b\nreturn cells[a]",
    "x = next_spare(1) - next_spare(1) * next_spare(1)\nreturn x",
    "return min(next_spare(1), next_spare(1) - 5) + max(next_spare(2), 1, next_spare(3))",
    "return next_spare(1) < next_spare(a) < next_spare(b)",
    "return (next_spare(a) and next_spare(b)) + (next_spare(a) or next_spare(b))",
    "if a:\n    return 1\nelse:\n    return 2",
    "if a > b:\n    x = 1\nelif a == b:\n    x = 2\nelse:\n    x = 3\nreturn x",
    "if a and (b > 2 or a > 3) and not (a == b):\n    return 1\nreturn 2",
    "if not (0 <= a < b) or a == 2:\n    note(3)\nelif b and a:\n    note(4)\nelse:\n    note(5)\nreturn 0",
    "if ON:\n    return 1\nreturn 2",
    "if not ON:\n    a = 7\nelse:\n    pass\nreturn a",
    "while a > 0:\n    a -= 1\n    if a == 3:\n        continue\n    if a == b:\n        break\n"
    "    note(1)\nreturn a",
    "while True:\n    a += 1\n    if a > b:\n        return a",
    "while 1:\n    x = a\n    break\nreturn x",
    "while a < b and (a != 4 or b > 6):\n    a += 1\nreturn a",
    "while False:\n    a = 100\nreturn a",
    "i = -5\nfor i in range(a):\n    note(i)\nreturn i",
    "i = -5\nfor i in range(a, b):\n    a = 7\n    b = 0\n    note(i)\nreturn i",
    "i = -5\nfor i in range(b, a, -1):\n    note(i)\n    i += 5\nreturn i",
    "i = -5\nfor i in range(a, b, 3):\n    if i == 4:\n        continue\n    note(i)\nreturn i",
    "i = -5\nfor i in range(b, a, -2):\n    if i == 4:\n        break\n    note(i)\n    b = 100\nreturn i",
    "i = 2\nfor i in range(i, i + a):\n    note(i)\nreturn i",
    "for i in range(3):\n    for i in range(a):\n        note(i)\n    note(i)\nreturn i",
    "for i in range(2147483640, 2147483647, 5):\n    x = i\nreturn x",
    "for i in range(-2147483640, -2147483648, -5):\n    x = i\nreturn x",
    "for i in range(-2147483648, 2147483647, 2147483647):\n    note(1)\nreturn i",
    "for i in range(spare[0], cells[5]):\n    note(i)\n    cells[5] = 0\nreturn 0",
    "for i in range(next_spare(1), next_spare(a)):\n    note(i)\nreturn 0",
    "for _ in range(3):\n    a += 1\nreturn a",
    "for i in range(4):\n    x = i\n    if a == i:\n        break\nreturn x + i",
    "for i in range(a, 4):\n    if i == 2:\n        return i\n    while i < 3:\n        i += 1\nreturn -1",
    "for i in range(5):\n    if i == a:\n        continue\n    for j in range(i):\n        if j == b:\n"
    "            break\n        if j == 2:\n            continue\n        note(j)\nreturn 0",
    "x = 0\nfor r in ROWS[a & 3]:\n    x = x * 3 + r\nreturn x",
    "r = -9\nfor r in ROWS[a]:\n    if r == 2:\n        continue\n    if r == 15:\n        break\n"
    "    note(r)\n    r = 0\nreturn r",
    "x = 0\nfor p, q in PAIRS[a]:\n    if p == b:\n        continue\n    x = x * 10 + p * q\nreturn x",
    "x = 0\nfor (p,) in SINGLES[0]:\n    x = x * 10 + p\nreturn x",
    "x = 0\nfor p, cell in PAIRS[0]:\n    for q, cell in PAIRS[2]:\n        x += p * q + cell\nreturn x",
    "x = 0\nfor a in ROWS[a & 1]:\n    x += a\nreturn x * 10 + a",
    "note(1)\nnext_spare(5)\nreturn spare[1]",
    '"""A docstring."""\nreturn a',
    "return a\nwhile True:\n    a += b",
]


def link_function(body: str) -> Program:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    text = f"{PRELUDE}\n\ndef f(a: int, b: int) -> int:\n{lines}"
    return link([Source("kernel/sample.py", "kernel.sample", text)])


def outcome(execution: Execution, a: int, b: int) -> tuple[int | str, list[list[int]]]:
    """Call f on fresh arrays: its result, or how it failed, and all arrays."""
    for name, array in execution.program.arrays.items():
        execution.store(name, 0, array.values())
    try:
        result: int | str = execution.call("f", a, b)
    except ExecutionFailed as error:
        result = str(error)
    return result, [execution.array(name) for name in sorted(execution.program.arrays)]


def agree(body: str, arguments: Sequence[int]) -> int:
    """Compare all executions; return how many calls stayed inside 32 bits and the arrays."""
    program = link_function(body)
    interpreted = instantiate(program, "interpreted")
    compiled = instantiate(program, "compiled")
    careful = instantiate(program, "interpreted", checked=True)
    guarded = instantiate(program, "compiled", checked=True)
    good = 0
    for a in arguments:
        for b in arguments:
            expected = outcome(careful, a, b)
            assert outcome(guarded, a, b) == expected, (a, b)
            if isinstance(expected[0], int):
                assert outcome(interpreted, a, b) == expected, (a, b)
                assert outcome(compiled, a, b) == expected, (a, b)
                good += 1
    return good


@pytest.mark.parametrize("expression", OPERATIONS)
def test_expression(expression: str) -> None:
    assert agree(f"return {expression}", EDGES) > 0


@pytest.mark.parametrize("expression", INDICES)
def test_index(expression: str) -> None:
    assert agree(f"return {expression}", SMALL) > 0


@pytest.mark.parametrize("body", BODIES)
def test_body(body: str) -> None:
    assert agree(body, SMALL) > 0


def test_every_operation_has_its_meaning() -> None:
    """A few literals, so that the four executions cannot all be wrong in the same way."""
    execution = instantiate(
        link_function("return (a // 4) * 1000000 + (a % 4) * 10000 + (b or a) * 100 + (a and b)")
    )
    assert execution.call("f", -7, 5) == -2 * 1000000 + 1 * 10000 + 5 * 100 + 5
    assert execution.call("f", 7, 0) == 1 * 1000000 + 3 * 10000 + 7 * 100 + 0
