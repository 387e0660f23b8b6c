"""Vector loops: which loops become one, why others do not, and that they give the scalar loop's numbers."""

from collections.abc import Iterator

import pytest
import wasmtime
from cannonfish.compiler import Execution, Program, Source, instantiate, link, loops, native
from cannonfish.compiler.loader import dumps, loads
from cannonfish.compiler.program import VECTOR_MODULE

LENGTH = 64
HEAD = f"""
from array import array

a: list[int] = [i * i * 7919 % 1000 - 500 for i in range({LENGTH})]
b: list[int] = [2147483647, -2147483648] * {LENGTH // 2}
c: list[int] = [0] * {LENGTH}
h = array("h", [i * i * 7919 % 1000 - 500 for i in range({LENGTH})])
k = array("h", [32767, -32768, -32768, 32767] * {LENGTH // 4})
m = array("h", [0] * {LENGTH})
PAIRS = (((1, 2), (3, 4)),)


def other(x: int) -> int:
    return x


def run(n: int, p: int, q: int) -> int:
    total = p
    x = i = j = 0
"""


def loop(*body: str, head: str = "for i in range(n):") -> Program:
    lines = [f"    {head}", *(f"        {line}" for line in body), "    return total + (x ^ i ^ j)"]
    return link([Source("loop.py", "loop", HEAD + "\n".join(lines) + "\n")])


def said(program: Program) -> str:
    """What is said about the first loop, without its place."""
    return str(loops(program)[0]).partition(": ")[2]


def numbers(execution: Execution, *calls: tuple[int, int, int]) -> list[object]:
    arrays = execution.program.arrays
    return [(execution.call("run", *call), *(execution.array(name) for name in arrays)) for call in calls]


def agree(program: Program, *calls: tuple[int, int, int], interpreted: bool = True) -> None:
    vectors = numbers(instantiate(program, "compiled"), *calls)
    assert vectors == numbers(instantiate(program, "compiled", vectors=False), *calls)
    if interpreted:
        assert vectors == numbers(instantiate(program, "interpreted", checked=True), *calls)


ANY = [(n, 3, 2) for n in range(-1, 41)]
EIGHT = "8 rounds at once"
FOUR = "4 rounds at once: "
LARGE = FOUR + "a number in it may have more than 16 bits"


@pytest.mark.parametrize(
    ("body", "lanes"),
    [
        ("m[i] = h[i]", EIGHT),
        ("m[i] = h[i + p] - h[q + i] + (k[i] >> 3)", EIGHT),
        ("m[i] += h[p - q + i + 5]", EIGHT),
        ("m[i] = max(-100, min(h[i], 100)) * 3 & 255", EIGHT),
        ("total += max(0, min(255, h[i])) * k[i + 4]", EIGHT),
        ("x = h[i]; x = x if x > 0 else 0; x = 181 if x > 181 else x; total += (x * x >> 7) * k[i]", EIGHT),
        ("x = h[i]; m[i] = x if x < 5 else 5", EIGHT),
        ("x = h[i]; m[i] = 5 if x <= 5 else x", EIGHT),
        ("x = h[i]; m[i] = 5 if 5 < x else x", EIGHT),
        ("x = h[i]; m[i] = x if 5 >= x else 5", EIGHT),
        ("total += h[i] * 5 - k[i] + h[i + 1] * h[i + 2]", EIGHT),
        ("total -= h[i]", EIGHT),
        ("total = k[i] + total", EIGHT),
        ("x = h[i] >> 1", EIGHT),
        ("m[i] = (h[i] << 3) >> 3", LARGE),
        ("m[i] = max(0, h[i] + k[i]) & 255", LARGE),
        ("m[i] = min(h[i], p)", LARGE),
        ("m[i] = (h[i] - k[i]) >> 4", LARGE),
        ("m[i] = abs(h[i])", LARGE),
        ("total += (h[i] + k[i]) * 3", LARGE),
        ("total += h[i] + h[i] * p", LARGE),
        ("x = h[i] - k[i]", LARGE),
        ("m[i] = (h[i] << 20) & 255", FOUR + "it may shift by more than 15"),
        ("m[i] = h[i] >> 20", FOUR + "it may shift by more than 15"),
        ("m[i] = h[i] >> p", FOUR + "it may shift by more than 15"),
        ("c[i] = h[i] * k[i]", FOUR + "`c` has entries of 32 bits"),
        ("m[i] = a[i] - h[i]", FOUR + "`a` has entries of 32 bits"),
        ("c[i] = a[i] * a[i + 1] | a[i + p] ^ 5", FOUR + "`a` has entries of 32 bits"),
        ("c[i] = abs(a[i]) - (a[i] >> q)", FOUR + "`a` has entries of 32 bits"),
        ("total += a[i] * a[i + q]", FOUR + "`a` has entries of 32 bits"),
        ("c[i] = a[p] * h[i] + 7", FOUR + "`c` has entries of 32 bits"),
    ],
)
def test_plain_loops_are_vectorised(body: str, lanes: str) -> None:
    program = loop(body)
    assert said(program) == lanes
    agree(program, *ANY)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("a[p * i] = 1", "the index of `a` is not linear in `i`"),
        ("c[i] = a[c[i]]", "the index of `a` is not linear in `i`"),
        ("a[2 * i + 1] = 1", "the index of `a` moves by 2, not by 1"),
        ("a[p - i] = 1", "the index of `a` moves by -1, not by 1"),
        ("a[p] += h[i]", "`a` is stored into, and used at an index that does not move"),
        ("a[i] += a[3]", "`a` is stored into, and used at an index that does not move"),
        ("a[i + 1] = a[i]", "`a` is used at indices only 1 apart"),
        ("a[i + p] = a[i + p + 7]", "`a` is used at indices only 7 apart"),
        ("a[i] = i", "`i` itself is used, not only as an index"),
        ("x = x * 3 + a[i]", "`x` carries a value into the next round, and is no plain sum"),
        ("total += a[i] + total", "`total` carries a value into the next round, and is no plain sum"),
        ("a[i] = other(a[i])", "it calls a function"),
        ("other(a[i])", "it calls a function"),
        ("a[i] = a[i] // 8", "there is no vector instruction for //; >> and & have one"),
        ("a[i] = 1 << a[i]", "it shifts by a number that changes from round to round"),
        ("a[i] = a[i] > 0", "it uses a comparison; min() and max() have vector instructions"),
        (
            "a[i] = 1 if a[i] else 2",
            "it uses a conditional expression; min() and max() have vector instructions",
        ),
        (
            "x = h[i]; m[i] = x if x > 0 else 1",
            "it uses a conditional expression; min() and max() have vector instructions",
        ),
        ("a[i], c[i] = c[i], a[i]", "it assigns to several targets in one line"),
        ("x = p", "no index in it moves with `i`"),
        ("i = a[i]", "`i` is assigned in it"),
        ("if a[i]: a[i] = 1", "there is an `if` in it"),
        ("for j in range(3): a[j] = 1", "there is a loop in it"),
    ],
)
def test_other_loops_stay_scalar(body: str, reason: str) -> None:
    assert said(loop(body)) == f"not vectorised: {reason}"


@pytest.mark.parametrize(
    ("head", "reason"),
    [
        ("for i in range(0, n, 2):", "its step is 2"),
        ("for i in range(n, n + 3):", "it has only 3 rounds"),
        ("for i, j in PAIRS[0]:", "it does not run over range()"),
        ("while a[i] < 0:", "it does not run over range()"),
    ],
)
def test_loops_that_do_not_count_by_one(head: str, reason: str) -> None:
    assert said(loop("a[i] = 1", head=head)) == f"not vectorised: {reason}"


def test_each_loop_is_reported_with_its_place() -> None:
    text = """
a: list[int] = [0] * 99


def one() -> None:
    for i in range(9):
        for j in range(9):
            a[9 * i + j] = 1


def two() -> None:
    while a[0]:
        a[0] -= 1
"""
    assert [str(each) for each in loops(link([Source("loops.py", "loops", text)]))] == [
        "loops.py:6: not vectorised: there is a loop in it",
        "loops.py:7: 4 rounds at once: `a` has entries of 32 bits",
        "loops.py:12: not vectorised: it does not run over range()",
    ]


@pytest.mark.parametrize("array", ["c", "m"])
@pytest.mark.parametrize("distance", range(-10, 11))
def test_entries_that_one_round_writes_and_another_reads(array: str, distance: int) -> None:
    known = loop(f"{array}[i + 12] = {array}[i + {12 + distance}] + h[i]")
    unknown = loop(f"{array}[i + p] = {array}[q + i] + h[i]")
    assert loops(known)[0].lanes == (1 if 0 < abs(distance) < 8 else 8 if array == "m" else 4)
    assert loops(unknown)[0].lanes == (8 if array == "m" else 4)
    agree(known, (30, 0, 0))
    agree(unknown, (30, 12, 12 + distance))


@pytest.mark.parametrize("distance", range(-10, 11))
def test_two_stores_keep_their_order(distance: int) -> None:
    agree(loop("c[i + p] = a[i]", "c[i + q] = h[i + 3]"), (30, 12, 12 + distance))


def test_a_loop_with_a_known_number_of_rounds() -> None:
    for rounds in (4, 7, 8, 9, 12, 16, 31, 32, 40, 64):
        for body in ("total += h[i] * k[i]", "total += a[i] * a[i]", "m[i] = h[i] - 3"):
            program = loop(body, head=f"for i in range({rounds}):")
            assert loops(program)[0].lanes > 1
            agree(program, (0, 1, 1))


def test_several_statements_see_each_other() -> None:
    agree(loop("m[i] = h[i] >> 2", "x = m[i] * 3", "total += x", "c[i] = x + k[i]", "x = x - 1"), *ANY)
    agree(loop("x = max(0, h[i])", "total += x * x", "total -= k[i]"), (0, 0, 0), (1, 0, 0), (30, 0, 0))


@pytest.mark.parametrize(
    "body",
    [
        "m[i] = h[i] * k[i]",
        "m[i] = k[i] << 5",
        "m[i] += k[i]",
        "m[i] = b[i]",
        "c[i] = b[i] + b[i + 1] * 3",
        "total += b[i] * b[i + 2]",
        "total += k[i] * k[i]",
        "total += k[i] * -32768",
        "c[i] = abs(b[i])",
        "m[i] = abs(k[i])",
    ],
)
def test_numbers_wrap_around_as_in_scalar_code(body: str) -> None:
    program = loop(body)
    assert loops(program)[0].lanes > 1
    agree(program, (40, 2147483647, 1), interpreted=False)


@pytest.fixture
def _ask_again() -> Iterator[None]:
    """Forget what the platform has, before and after."""
    native.has_vectors.cache_clear()
    yield
    native.has_vectors.cache_clear()


@pytest.mark.usefixtures("_ask_again")
def test_a_platform_without_vectors_runs_scalar_code(monkeypatch: pytest.MonkeyPatch) -> None:
    config = wasmtime.Config()
    config.wasm_relaxed_simd = False
    config.wasm_simd = False
    without = wasmtime.Engine(config)
    program = loop("m[i] = h[i]")
    with pytest.raises(wasmtime.WasmtimeError):
        wasmtime.Module.validate(without, VECTOR_MODULE)
    with pytest.raises(wasmtime.WasmtimeError):
        wasmtime.Module.validate(without, program.wasm())
    wasmtime.Module.validate(without, program.wasm(vectors=False))
    wasmtime.Module.validate(without, program.wasm(checked=True))

    monkeypatch.setattr(native, "_engine", lambda: without)
    execution = instantiate(program, "compiled")
    execution.call("run", 40, 0, 0)
    assert execution.slice("m", 0, 40) == execution.slice("h", 0, 40)


def test_a_prelinked_program_has_vectors_and_is_linked_again_without() -> None:
    program = loop("m[i] = h[i]")
    loaded = loads(dumps(program), lambda: program)
    assert loaded.wasm() == program.wasm()
    assert loaded.wasm(vectors=False) == program.wasm(vectors=False)
    assert loaded.wasm() != loaded.wasm(vectors=False)
    assert said(loaded) == EIGHT


def test_a_program_without_vector_loops_is_emitted_once() -> None:
    program = loop("a[i] = i")
    assert program.wasm() is program.wasm(vectors=False)


def test_a_number_that_does_not_change_is_not_taken_for_another() -> None:
    """An array named `local` was taken for a local variable: the parameter's value was used for its entry."""
    text = """
local: list[int] = [100, 200]
source: list[int] = [1] * 64
data: list[int] = [0] * 64


def run(x: int, p: int, q: int) -> int:
    for i in range(16):
        data[i] = (source[i] + x) * local[0]
    return data[0]
"""
    program = link([Source("loop.py", "loop", text)])
    assert loops(program)[0].lanes > 1
    assert instantiate(program, "compiled").call("run", 5, 0, 0) == 600
    agree(program, (5, 0, 0))
