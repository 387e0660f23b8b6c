"""`zeros(n)` makes an array of any size while the linker makes no list of that size."""

import pytest
from cannonfish.compiler import LinkError, Program, Source, instantiate, link
from cannonfish.kernel import host

HOST = "from cannonfish.kernel.host import zeros\n"
READ = """
def read(i: int) -> int:
    return a[i]
"""


def program(*texts: str, **settings: int) -> Program:
    sources = [
        Source(f"cannonfish/kernel/m{n}.py", f"cannonfish.kernel.m{n}", text) for n, text in enumerate(texts)
    ]
    return link(sources, settings)


def test_an_array_that_would_not_fit_in_memory_is_linked() -> None:
    array = program(f"{HOST}a: list[int] = zeros(1 << 30)\n{READ}").arrays["a"]
    assert (array.length, array.initial) == (1 << 30, None)


@pytest.mark.parametrize("execution", ["interpreted", "compiled"])
def test_it_is_an_array_of_zeros(execution: str) -> None:
    text = f"{HOST}BITS = 3\na: list[int] = zeros(1 << BITS)\nLENGTH = len(a)\n{READ}"
    runs = instantiate(program(text, BITS=5), execution)
    assert runs.array("a") == [0] * 32
    assert runs.call("read", 31) == 0
    assert runs.program.constants["LENGTH"] == 32


def test_in_plain_python_it_is_a_list() -> None:
    assert host.zeros(3) == [0, 0, 0]


@pytest.mark.parametrize("use", ["X = a[0]", "a[1] = 7", "X = sum(a)"])
def test_module_level_code_cannot_look_into_it(use: str) -> None:
    with pytest.raises(LinkError, match=r"kernel/m0\.py:3: TypeError: 'Zeros' object"):
        program(f"{HOST}a = zeros(4)\n{use}\n{READ}")


@pytest.mark.parametrize("size", ["1.5", "'x'", "None"])
def test_a_size_that_is_no_number_is_an_error_at_its_place(size: str) -> None:
    with pytest.raises(LinkError, match=r"kernel/m0\.py:2: TypeError"):
        program(f"{HOST}a = zeros({size})\n{READ}")


def test_an_array_has_at_least_one_entry() -> None:
    with pytest.raises(SyntaxError, match="`a` cannot be used in a dialect function: it is an empty list"):
        program(f"{HOST}a = zeros(0)\n{READ}")


def test_one_call_makes_one_array() -> None:
    with pytest.raises(LinkError, match="`b` is the same list as `a`"):
        program(f"{HOST}a = b = zeros(4)\n{READ}\n\ndef other() -> int:\n    return b[0]\n")


def test_a_function_cannot_call_it() -> None:
    with pytest.raises(SyntaxError, match="`zeros` cannot be used in a dialect function: it is a type"):
        program(f"{HOST}def f() -> int:\n    return zeros(3)\n")


def test_what_lies_beyond_two_gibibytes_is_reached() -> None:
    """Chariot and cannon against all guards took 2.2 GB: the addresses of the tables did not fit in signed
    numbers, and the ending was interpreted, for hours."""
    text = (
        f"{HOST}a: list[int] = zeros(600_000_000)\nb: list[int] = [3, 4]\n"
        f"ROWS = ((1, 2, 3), (4,))\n{READ}\n\n"
        "def add(i: int, row: int) -> int:\n"
        "    for n in ROWS[row]:\n        a[i] += n * b[1]\n    return a[i]\n"
    )
    runs = instantiate(program(text), "compiled")
    assert runs.call("add", 599_999_999, 0) == 24
    assert runs.call("add", 599_999_999, 1) == 40
    assert runs.read("a", 599_999_999) == 40
    assert runs.slice("b", 0, 2) == [3, 4]
    assert runs.read("a", 0) == 0
    runs.close()
