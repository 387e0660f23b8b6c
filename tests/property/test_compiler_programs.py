"""Random small programs mean the same in all executions.

Each has loops of every kind, calls, arrays and tables, and expressions full of edge cases. The interpreted
checked build is right by definition. If it returns, all other executions must agree with it on the result and
on every array; if it traps, the compiled checked build must trap with the same message.
"""

import re

from cannonfish.compiler import DialectError, Execution, ExecutionFailed, Source, instantiate, link
from hypothesis import event, given, reject
from hypothesis import strategies as st

EDGES = [-(2**31), 2**31 - 1, -(2**30), 2**16, 255, 31, 32, 8, 7, 4, 3, 2, 1, 0, -1, -2, -3, -8, -100]

PRELUDE = """
from array import array

SIZE = 8
short = array("h", [1, -1, 0, 32767, 5, -32768, 2, 7])
FEW: list[int] = [3, -1, 0, 2147483647, 5, -2147483648, 2, 7]
cells: list[int] = [1, 0, 2, -5, 100, 0, 3, -2147483648]
count: list[int] = [0] * 2
ROWS = ((1, -2), (), (7,), (0, 1, 2, 3))
PAIRS = (((1, 2), (-3, 4)), (), ((5, 0),), ((2, 2), (3, 1), (4, 0)))


def change(a: int) -> int:
    count[0] += 1
    cells[count[0] & 7] ^= a
    return cells[a & 7]


def steps(a: int, b: int) -> int:
    return steps(b, a - 1) + 1 if 0 < a < 20 else b
"""

NAMES = ["a", "b", "c", "d"]
"""The variables of a program; all of them have a value from the start."""

FORMS = [
    "({} + {})",
    "({} - {})",
    "({} * {})",
    "(({} & 255) * ({} & 255))",
    "(({} >> 4) + ({} >> 4))",
    "({} & {})",
    "({} | {})",
    "({} ^ {})",
    "({} // {})",
    "({} // ({} | 1))",
    "({} % {})",
    "({} % ({} | 1))",
    "({} % ({} | -16))",
    "({} << {})",
    "(({} & 63) << ({} & 15))",
    "({} >> {})",
    "({} >> ({} & 31))",
    "({} + 2147483647)",
    "({} - 2147483647)",
    "(-2147483648 - {})",
    "({} & -256)",
    "({} * 3)",
    "({} * -16)",
    "({} // 8)",
    "({} // 7)",
    "({} // -4)",
    "({} % 16)",
    "({} % 7)",
    "({} % -4)",
    "({} << 3)",
    "({} << 31)",
    "({} >> 5)",
    "(({} & 255) + {})",
    "(({} & 255) - {})",
    "({} == {})",
    "({} != {})",
    "({} < {})",
    "({} <= {})",
    "({} > {})",
    "({} >= {})",
    "({} == 0)",
    "({} < {} < {})",
    "({} >= {} != {} <= {})",
    "({} and {})",
    "({} or {})",
    "({} or {} and {})",
    "(({} or {}) and {})",
    "(not {})",
    "(not ({} and {}))",
    "(-{})",
    "(-({} & 255))",
    "(~({} + 1))",
    "({} if {} else {})",
    "({} if {} and {} else {})",
    "min({}, {})",
    "max({}, {}, {})",
    "abs({})",
    "cells[{} & 7]",
    "FEW[{} & 7]",
    "cells[{}]",
    "short[{} & 7]",
    "cells[({} & 3) + 1]",
    "FEW[({} & 7 or 1) - 1]",
    "cells[({} & 3) * 2]",
    "FEW[({} & 3) << 1]",
    "cells[{} % 5 + 3]",
    "change({})",
    "steps({} & 31, {})",
]
LEAVES = [*NAMES * 5, "SIZE", "0", "1", "7", "(-1)"]


@st.composite
def expressions(draw: st.DrawFn, depth: int = 0) -> str:
    if depth > 2 or draw(st.integers(0, 2 + depth)) > 2:
        return draw(st.sampled_from(LEAVES))
    form = draw(st.sampled_from(FORMS))
    return form.format(*(draw(expressions(depth + 1)) for _ in range(form.count("{}"))))


@st.composite
def simple(draw: st.DrawFn) -> str:
    """A statement without statements in it."""
    elements = ["cells[a & 7]", "cells[(b ^ c) & 7]", "cells[change(d) & 7]", "cells[d]", "short[c & 7]"]
    targets = [*NAMES, *elements]
    one = draw(st.sampled_from(targets))
    two = draw(st.sampled_from([target for target in targets if target != one]))  # equal ones are refused
    form = draw(
        st.sampled_from(
            [
                "{one} = {x}",
                "{one} = {two} = {x}",
                "{one}, {two} = {two}, {one}",
                "{one}, {two} = {x}, {y}",
                "{one} += {x}",
                "{one} -= {x}",
                "{one} *= {x}",
                "{one} ^= {x}",
                "{one} //= {x}",
                "{one} %= {x}",
                "{one} >>= {x} & 31",
                "change({x})",
            ]
        )
    )
    return form.format(one=one, two=two, x=draw(expressions(1)), y=draw(expressions(2)))


def indent(block: str) -> str:
    return "\n".join("    " + line for line in block.split("\n"))


LEAPS = ["break", "continue", "return a", "return b - c"]
KINDS = ["simple", "simple", "simple", "if", "else", "while", "count", "step", "down", "row", "pair"]


@st.composite
def blocks(draw: st.DrawFn, depth: int = 0, loop: bool = False) -> str:
    """Statements; `while` counts its rounds in a variable of its own, so that every program ends."""
    lines: list[str] = []
    for _ in range(draw(st.integers(1, 3 - (depth > 0)))):
        kind = draw(st.sampled_from(KINDS)) if depth < 2 else "simple"
        if kind == "simple":
            lines.append(draw(simple()))
            continue
        inside = loop or kind not in ("if", "else")
        body = indent(draw(blocks(depth + 1, inside)))
        if inside and draw(st.booleans()):
            leap = draw(st.sampled_from(LEAPS))
            body += f"\n    if {draw(expressions(1))}:\n        {leap}\n" + indent(draw(simple()))
        test, name, n = draw(expressions(1)), draw(st.sampled_from(NAMES)), f"n{depth}"
        other = draw(st.sampled_from(NAMES))
        if kind == "else":
            orelse = indent(draw(blocks(depth + 1, loop)))
            body += f"\nelif {draw(expressions(1))}:\n{orelse}\nelse:\n{indent(draw(simple()))}"
        if kind == "while":
            head, stop = draw(
                st.sampled_from(
                    [
                        (f"{n} < 3 and {test}", ""),
                        (f"not ({n} >= 3 or {test})", ""),
                        ("True", f"\n    if {n} > 2:\n        break"),
                    ]
                )
            )
            lines.append(f"{n} = 0\nwhile {head}:\n    {n} += 1{stop}\n{body}")
            continue
        step = draw(st.sampled_from([1, 2, 3, 2**30, 2**31 - 1]))
        heads = {
            "if": f"if {test}:",
            "else": f"if {test}:",
            "count": f"for {name} in range({test} & 3):",
            "step": f"for {name} in range(max({test}, {2**31 - 1 - 3 * step}), {other}, {step}):",
            "down": f"for {name} in range({test} & 7, -3, -{step}):",
            "row": f"for {name} in ROWS[{test} & 3]:",
            "pair": f"for {name}, {other} in PAIRS[{test} & 3]:",
        }
        lines.append(f"{heads[kind]}\n{body}")
    return "\n".join(lines)


@st.composite
def programs(draw: st.DrawFn) -> str:
    c, d = draw(st.integers(-100, 100)), draw(st.sampled_from(EDGES))
    body = indent(f"c = {c}\nd = {d}\n{draw(blocks())}\nreturn {draw(expressions())}")
    return f"{PRELUDE}\n\ndef run(a: int, b: int) -> int:\n{body}\n"


def outcome(execution: Execution, arguments: tuple[int, int]) -> tuple[int | str, list[list[int]]]:
    try:
        result: int | str = execution.call("run", *arguments)
    except ExecutionFailed as error:
        result = str(error)
    return result, [execution.array(name) for name in execution.program.arrays]


@given(programs(), st.tuples(st.integers(-20, 20), st.sampled_from(EDGES)))
def test_all_executions_agree(text: str, arguments: tuple[int, int]) -> None:
    try:
        program = link([Source("kernel/random.py", "kernel.random", text)])
    except DialectError as error:  # for constants; the unit tests cover it
        if re.search("does not fit|division by zero|shift by|is outside", error.reason):
            reject()
        raise
    expected = outcome(instantiate(program, "interpreted", checked=True), arguments)
    assert outcome(instantiate(program, "compiled", checked=True), arguments) == expected
    event("stays inside" if isinstance(expected[0], int) else "traps")
    if isinstance(expected[0], int):
        assert outcome(instantiate(program, "interpreted"), arguments) == expected
        assert outcome(instantiate(program, "compiled"), arguments) == expected
