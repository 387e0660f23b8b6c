"""What the checked build need not look at, because it cannot go wrong."""

import pytest
from cannonfish.compiler import Program, Source, link, traps
from cannonfish.compiler.dialect import EVALUATE
from cannonfish.compiler.ranges import ANY, OPERATIONS, Ranges

PRELUDE = """
cells: list[int] = [1] * 16
spare: list[int] = [0] * 16
ROWS = ((3, 5), (9,))
PAIRS = (((-1, 4),), ((2, 15), (0, 7)))
"""


def link_function(body: str) -> Program:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    text = f"{PRELUDE}\n\ndef f(a: int, b: int) -> int:\n{lines}"
    return link([Source("kernel/sample.py", "kernel.sample", text)])


@pytest.mark.parametrize(
    ("body", "name", "interval"),
    [
        ("x = a & 15", "x", (0, 15)),
        ("x = a % 7", "x", (0, 6)),
        ("x = a % -7", "x", (-6, 0)),
        ("x = (a & 15) % 100", "x", (0, 15)),
        ("x = a >> 28", "x", (-8, 7)),
        ("x = (a & 7) * 3 - (b & 1)", "x", (-1, 21)),
        ("x = (a & 7) << (b & 3)", "x", (0, 56)),
        ("x = (a & 100) // 7", "x", (0, 14)),
        ("x = ~(a & 3) | -(b & 1)", "x", ANY),
        ("x = (a & 4) ^ (b & 3)", "x", (0, 7)),
        ("x = abs(a % -9) + (a < b) + (not a)", "x", (0, 10)),
        ("x = min(a, 5)", "x", (ANY[0], 5)),
        ("x = max(min(a, 5), -3)", "x", (-3, 5)),
        ("x = a and 5", "x", (0, 5)),
        ("x = (a & 3) or -1", "x", (-1, 3)),
        ("x = 3 if a else b & 1", "x", (0, 3)),
        ("x = a + 1", "x", (ANY[0] + 1, ANY[1])),
        ("x = cells[0]", "x", ANY),
        ("x = 1\nx = 5\nx = -2", "x", (-2, 5)),
        ("x = 0\nfor i in range(a):\n    x += 1", "x", (0, ANY[1])),
        ("x = y = 0\nwhile a:\n    x, y = y, x + 1 & 7", "y", (0, 7)),
        ("for x in range(3, 9, 2):\n    pass", "x", (3, 8)),
        ("for x in range(9, 3, -2):\n    pass", "x", (4, 9)),
        ("for x in range(9, 3):\n    pass", "x", (9, 9)),
        ("for x in ROWS[a]:\n    pass", "x", (3, 9)),
        ("for y, x in PAIRS[a]:\n    pass", "x", (4, 15)),
        ("for x, y in PAIRS[a]:\n    x += 1", "x", (-1, ANY[1])),
    ],
)
def test_intervals_of_locals(body: str, name: str, interval: tuple[int, int]) -> None:
    function = link_function(f"{body}\nreturn 0").functions["f"]
    assert Ranges(function).local(function.slots.index(name)) == interval


@pytest.mark.parametrize(
    ("expression", "kinds"),
    [
        ("cells[a & 15] & 7", []),
        ("cells[a & 16] & 7", [traps.INDEX]),
        ("(a & 255) * 256 + (b & 255)", []),
        ("(a >> 1) + (b >> 1)", []),
        ("(a >> 1) - b", [traps.OVERFLOW]),
        ("1 << (a & 15)", []),
        ("a << (b & 31)", [traps.OVERFLOW]),
        ("a >> b", [traps.SHIFT]),
        ("a // 3 + b % 3", []),
        ("a // 3 * b % 3", [traps.OVERFLOW]),
        ("a // (b & 7 | 8)", []),
        ("(a >> 1) // b", [traps.ZERO]),
        ("a // b", [traps.ZERO, traps.OVERFLOW]),
        ("a % b", [traps.ZERO]),
        ("-(a & 7) + abs(b % 5)", []),
        ("-a", [traps.OVERFLOW]),
    ],
)
def test_only_what_can_go_wrong_is_guarded(expression: str, kinds: list[str]) -> None:
    program = link_function(f"return {expression}")
    assert [site.kind for site in program.image(checked=True).sites] == kinds


def test_rows_of_tables_are_trusted() -> None:
    program = link_function("for y, x in PAIRS[a & 1]:\n    cells[x] = spare[x - 4]\nreturn 0")
    assert program.image(checked=True).sites == []


SPANS = [(-9, -9), (-9, -3), (-2, 0), (-3, 5), (0, 0), (0, 6), (1, 9), (4, 11), (7, 7), (-40, 40)]


@pytest.mark.parametrize("op", list(OPERATIONS))
def test_intervals_hold_all_results(op: str) -> None:
    for a in SPANS:
        for b in SPANS:
            low, high = OPERATIONS[op](a, b)
            for x in range(a[0], a[1] + 1):
                for y in range(b[0], b[1] + 1):
                    if (op in ("<<", ">>") and not 0 <= y <= 31) or (op in ("//", "%") and y == 0):
                        continue  # the checked build traps before there is a result
                    assert low <= EVALUATE[op](x, y) <= high, (a, b, x, y)
