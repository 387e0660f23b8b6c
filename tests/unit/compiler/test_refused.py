"""Everything outside the dialect is refused, at its place and with a reason to act on.

In the snippets ` marks the place to which the error points.
"""

import pytest
from cannonfish.compiler import DialectError, Source, link

PRELUDE = """
import math

SIZE = 8
LARGE = 2**40
HALF = 0.5
cells: list[int] = [0] * SIZE
words = ["one", "two"]
empty: list[int] = []
ROWS = ((1, 2), (3,), ())
PAIRS = (((1, 2), (3, 4)), ())
MIXED = ((1, 2), ((3, 4),))
STEPS = (-1, 1)


def zero() -> int:
    return 0


def nothing() -> None:
    pass


def first(a: int, b: int) -> int:
    return a


def _helper() -> int:
    return 1
"""

EXPRESSIONS = [
    ("`1.5", "floats"),
    ("`'a'", "text"),
    ("`f'{x}'", "text"),
    ("`None", "not a number"),
    ("`...", "not a number"),
    ("`2147483648", "2147483648 does not fit in 32 bits"),
    ("x & `0xFFFFFFFF", "does not fit"),
    ("-`2147483649", "does not fit"),
    ("-`2147483648.0", "floats"),
    ("`0x" + "f" * 4000, "a number of 16000 bits does not fit"),
    ("`1 << 31", "2147483648 does not fit"),
    ("`SIZE * 1000000000", "8000000000 does not fit"),
    ("`abs(-2147483648)", "does not fit"),
    ("`LARGE", "does not fit"),
    ("`x / 2", "write //"),
    ("`x ** 2", "write the products"),
    ("`x @ x", "@ is not"),
    ("`x << 32", "shift by 32"),
    ("`x >> -1", "shift by -1"),
    ("`x // 0", "division by zero"),
    ("`x % 0", "division by zero"),
    ("`+x", "leave it out"),
    ("`~(x < 1)", "write `not`"),
    ("`~(not x)", "write `not`"),
    ("`x is x", "compared with =="),
    ("`x is not x", "compared with !="),
    ("`x in ROWS", "write the comparisons"),
    ("`x not in ROWS", "write the comparisons"),
    ("x if `x in ROWS else 1", "write the comparisons"),
    ("`lambda: 1", "top level"),
    ("`[1, 2]", "arrays are made at the top level"),
    ("`[i for i in range(3)]", "comprehension"),
    ("`{1}", "sets"),
    ("`{1: 2}", "dictionaries"),
    ("`(1, 2)", "a tuple is not a value"),
    ("(`y := 1)", "line of its own"),
    ("`math.pi", "attributes"),
    ("`math", "`math` cannot be used in a dialect function: it is a module"),
    ("`words[0]", "its entry 0 is 'one'"),
    ("`empty[0]", "empty list"),
    ("`HALF", "it is a float"),
    ("`STEPS[0]", "a table is a tuple of tuples"),
    ("`cells", "only usable as `cells[index]`"),
    ("`cells[0][1]", "only `ARRAY[index]`"),
    ("cells[`1:2]", "slice"),
    ("cells[`8]", "index 8 is outside cells[8]"),
    ("cells[`-1]", "does not count from the end"),
    ("cells[`SIZE]", "index 8 is outside cells[8]"),
    ("`ROWS", "only usable as `for ... in ROWS[row]:`"),
    ("`ROWS[0]", "only usable as `for ... in ROWS[row]:`"),
    ("`SIZE[0]", "`SIZE` is not an array"),
    ("`x[0]", "`x` is a number"),
    ("`unknown", "`unknown` is not defined or imported"),
    ("`unknown[0]", "`unknown` is not defined or imported"),
    ("`_helper", "private to building tables"),
    ("`_helper()", "private to building tables"),
    ("`zero", "call it as `zero() -> int`"),
    ("`zero[0]", "`zero` is not an array"),
    ("`unknown()", "not a function of the dialect"),
    ("`print(x)", "not a function of the dialect"),
    ("`SIZE()", "`SIZE` is not a function"),
    ("`x()", "`x` is a number and cannot be called"),
    ("`math.floor(x)", "attributes"),
    ("`nothing()", "returns None"),
    ("`first(1)", "`first(a: int, b: int) -> int` called with 1 argument"),
    ("`zero(x)", "called with 1 argument"),
    ("first(`a=1, b=2)", "keyword"),
    ("first(`*cells)", "* is not"),
    ("`min(x)", "two or more"),
    ("`abs(x, x)", "one number"),
    ("`min", "must be called"),
    ("`len(ROWS)", "name of an array"),
    ("`len(x)", "name of an array"),
    ("`range(3)", "for ... in range"),
    ("(`yield x)", "yield"),
    ("`await x", "not Python"),
]

STATEMENTS = [
    ("`global x", "not Python"),
    ("`global cells\nreturn 0", "global"),
    ("`nonlocal y", "not Python"),
    ("`import math", "top of the file"),
    ("`from math import pi", "top of the file"),
    ("`del x", "del"),
    ("`assert x", "checked build"),
    ("`raise ValueError", "raise"),
    ("`try:\n    x = 1\nfinally:\n    x = 2", "try"),
    ("`with x:\n    pass", "with"),
    ("`match x:\n    case 1:\n        pass", "if / elif"),
    ("`def inner() -> int:\n    return 1", "top level"),
    ("`class Inner:\n    pass", "class"),
    ("`x", "does nothing"),
    ("`x + 1", "does nothing"),
    ("`not x", "does nothing"),
    ("x = 1\n`'text'", "does nothing"),
    ("`abs(x)", "does nothing"),
    ("`SIZE = 1", "constant and cannot be assigned"),
    ("`SIZE += 1", "constant and cannot be assigned"),
    ("`cells = 1", "assign to `cells[index]`"),
    ("`ROWS = 1", "constant table"),
    ("`zero = 1", "`zero` is a function"),
    ("`math = 1", "already defined"),
    ("`words = 1", "already defined"),
    ("`min = 1", "function of Python"),
    ("`ROWS[0] = 1", "only usable as"),
    ("`x[0] = 1", "`x` is a number"),
    ("`x.y = 1", "attributes"),
    ("`x.y += 1", "attributes"),
    ("cells[`-1] = 1", "does not count from the end"),
    ("cells[`8] += 1", "outside cells[8]"),
    ("`cells[0] <<= 32", "shift by 32"),
    ("`x //= 0", "division by zero"),
    ("`x /= 2", "write //"),
    ("`x, y = first(1, 2)", "needs 2 values"),
    ("`x, y = 1, 2, 3", "needs 2 values"),
    ("`x, y = y2, z = 1, 2", "one tuple of targets"),
    ("`x, y, x = 1, 2, 3", "name each target once"),
    ("x, `*y = 1, 2", "* is not"),
    ("`[x, y] = 1", "a list cannot be made here"),
    ("y: `float = 1", "annotated `int`"),
    ("`y: int", "give `y` a value"),
    ("`cells[0]: int = 1", "plain local variable"),
    ("`y += 1", "`y` may have no value"),
    ("`return", "must return a number"),
    ("for i in `cells:\n    pass", "a loop runs over"),
    ("for i in `ROWS:\n    pass", "a loop runs over"),
    ("for i in `range(x).y:\n    pass", "a loop runs over"),
    ("for i in `range():\n    pass", "one to three"),
    ("for i in `range(1, 2, 3, 4):\n    pass", "one to three"),
    ("for i in range(0, 9, `0):\n    pass", "constant other than 0"),
    ("for i in range(0, 9, `x):\n    pass", "constant other than 0"),
    ("for `i, j in range(9):\n    pass", "one variable"),
    ("for `cells[0] in range(9):\n    pass", "one variable"),
    ("for `SIZE in range(9):\n    pass", "constant and cannot be assigned"),
    ("for `i in PAIRS[0]:\n    pass", "hold tuples of 2"),
    ("for `i, j, k in PAIRS[0]:\n    pass", "hold tuples of 2"),
    ("for `i, j in ROWS[0]:\n    pass", "hold plain numbers"),
    ("for i, `cells[0] in PAIRS[0]:\n    pass", "plain names"),
    ("for i in ROWS[`3]:\n    pass", "index 3 is outside ROWS[3]"),
    ("for i in `MIXED[0]:\n    pass", "a loop runs over"),
    ("for `() in ROWS[0]:\n    pass", "at least one variable"),
    ("`() = ()", "does nothing"),
    ("for i in range(9):\n    pass\nelse:\n    `x = 1", "else after a loop"),
    ("while x:\n    pass\nelse:\n    `x = 1", "else after a loop"),
    ("`break", "not Python"),
    ("`continue", "not Python"),
]

UNASSIGNED = [
    "if x:\n    y = 1\nreturn `y",
    "if x:\n    y = 1\nelif x > 1:\n    z = 1\nelse:\n    y = 2\nreturn `y",
    "while x:\n    y = 1\n    x -= 1\nreturn `y",
    "for i in range(x):\n    y = 1\nreturn `y",
    "for i in range(x):\n    pass\nreturn `i",
    "for i in ROWS[0]:\n    pass\nreturn `i",
    "for i in range(3, 3):\n    pass\nreturn `i",
    "while True:\n    if x:\n        break\n    y = 1\nreturn `y",
    "for i in range(3):\n    if x:\n        break\n    y = 1\nreturn `y",
    "for i in range(3):\n    if x:\n        continue\n    y = 1\nreturn `y",
    "while x:\n    x = `y\n    y = 1\nreturn x",
    "x = `y\ny = 1",
    "return `y[0]\ny = 1",
    "x = y = `z\nz = 1",
]

FALLS_OFF = [
    "`x = 1",
    "`if x:\n    return 1",
    "`if x:\n    return 1\nelif x > 1:\n    return 2",
    "`while x:\n    return 1",
    "`for i in range(x):\n    return 1",
    "`while True:\n    if x:\n        break",
    "`for i in range(3):\n    if x:\n        continue\n    return 1",
]

HEADS = [
    ("def f(`x) -> int:\n    return 1", "the parameter `x` must be annotated `int`"),
    ("def f(`x: float) -> int:\n    return 1", "the parameter `x` must be annotated `int`"),
    ("`def f(x: int):\n    return 1", "`-> int` or `-> None`"),
    ("def f(x: int) -> `bool:\n    return 1", "`-> int` or `-> None`"),
    ("def f(x: int = `1) -> int:\n    return 1", "default value"),
    ("def f(*, `x: int = 1) -> int:\n    return 1", "plain parameters"),
    ("def f(`x: int, /) -> int:\n    return 1", "plain parameters"),
    ("def f(*`x: int) -> int:\n    return 1", "plain parameters"),
    ("def f(**`x: int) -> int:\n    return 1", "plain parameters"),
    ("@`zero\ndef f(x: int) -> int:\n    return 1", "decorator"),
    ("`async def f(x: int) -> int:\n    return 1", "async"),
    ("def f(`SIZE: int) -> int:\n    return 1", "constant and cannot be assigned"),
    ("def f(`cells: int) -> int:\n    return 1", "is an array"),
    ("def f(`max: int) -> int:\n    return 1", "function of Python"),
    ("def f(x: int, `x: int) -> int:\n    return 1", "not Python"),
    ("def f() -> None:\n    `return 1", "cannot return a value"),
    ("def f() -> None:\n    `return zero()", "cannot return a value"),
    ("if SIZE:\n    `def f() -> int:\n        return 1", "at the top level"),
    ("def f( `-> int:\n    return 1", "not Python"),
    ("def f() -> int:\n`return 1", "not Python"),
]


def refuse(snippet: str) -> tuple[DialectError, int, int]:
    """Link the prelude with a marked snippet; return the error, and line and column of the mark."""
    assert snippet.count("`") == 1, snippet
    before = (PRELUDE + "\n\n" + snippet).split("`")[0]
    text = PRELUDE + "\n\n" + snippet.replace("`", "") + "\n"
    with pytest.raises(DialectError) as caught:
        link([Source("kernel/sample.py", "kernel.sample", text)])
    return caught.value, before.count("\n") + 1, len(before) - before.rfind("\n")


def function(body: str) -> str:
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    return f"def f(x: int) -> int:\n{lines}"


def check(snippet: str, reason: str) -> None:
    error, line, column = refuse(snippet)
    assert reason in error.reason
    assert (error.file, error.line) == ("kernel/sample.py", line)
    if "not Python" not in error.reason:  # Python itself may point elsewhere in the line
        assert error.column == column
    assert str(error) == f"kernel/sample.py:{error.line}:{error.column}: {error.reason}"


@pytest.mark.parametrize(("expression", "reason"), EXPRESSIONS)
def test_expression_is_refused(expression: str, reason: str) -> None:
    check(function(f"return {expression}"), reason)


@pytest.mark.parametrize(("statement", "reason"), STATEMENTS)
def test_statement_is_refused(statement: str, reason: str) -> None:
    check(function(statement + "\nreturn 0"), reason)


@pytest.mark.parametrize("body", UNASSIGNED)
def test_a_local_that_may_have_no_value_is_refused(body: str) -> None:
    check(function(body + "\nreturn 0"), "may have no value here")


@pytest.mark.parametrize("body", FALLS_OFF)
def test_a_result_that_may_be_missing_is_refused(body: str) -> None:
    check(function(body), "may end here without returning a number")


@pytest.mark.parametrize(("snippet", "reason"), HEADS)
def test_head_of_a_function_is_refused(snippet: str, reason: str) -> None:
    check(snippet, reason)


def test_the_error_shows_the_line_like_any_syntax_error() -> None:
    error, line, column = refuse(function("return x + `1.5"))
    assert isinstance(error, SyntaxError)
    assert (error.filename, error.lineno, error.offset) == ("kernel/sample.py", line, column)
    assert error.text == "    return x + 1.5"
    assert error.end_offset == column + 3


def test_lines_count_as_in_python() -> None:
    error, line, column = refuse(function("x = 2  # \x0c \x1c \u2028\nreturn `1.5"))
    assert (error.line, error.column, error.text) == (line, column, "    return 1.5")


def test_columns_count_characters() -> None:
    error, _, column = refuse(function("é = 1; return é + `1.5"))
    assert error.column == column


@pytest.mark.parametrize(
    "text", ["x = 1\0", "(" * 500 + ")" * 500, "def f() -> int:\n    return " + "-" * 9000 + "1"]
)
def test_hopeless_text_is_refused(text: str) -> None:
    with pytest.raises(DialectError, match=r"kernel/sample\.py:\d+:\d+: "):
        link([Source("kernel/sample.py", "kernel.sample", text)])
