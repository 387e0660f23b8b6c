"""Large lists of zeros are not made while linking, unless module-level code looks into them."""

import pytest
from cannonfish.compiler import LinkError, Program, Source, instantiate, link

READ = """
def read(i: int) -> int:
    return a[i]
"""


def program(*texts: str, **settings: int) -> Program:
    return link([Source(f"m{n}.py", f"m{n}", text) for n, text in enumerate(texts)], settings)


@pytest.mark.parametrize("size", ["1 << 40", "SIZE"])
def test_a_list_that_would_not_fit_in_memory_is_linked_by_its_length(size: str) -> None:
    linked = program(f"SIZE = 1 << 40\na: list[int] = [0] * ({size})\n{READ}")
    assert linked.arrays["a"].length == 1 << 40
    assert linked.arrays["a"].initial is None


def test_settings_count() -> None:
    assert program(f"BITS = 3\na = [0] * (1 << BITS)\n{READ}", BITS=5).arrays["a"].length == 32


@pytest.mark.parametrize(
    "use", ["LENGTH = len(a)", "a[1] = 7", "for _i in range(2):\n    a[_i] = _i", "def _f():\n    return a"]
)
def test_a_list_that_is_looked_into_is_a_list(use: str) -> None:
    linked = program(f"a = [0] * 4\n{use}\n{READ}")
    assert instantiate(linked, "interpreted").array("a")[2:] == [0, 0]


def test_another_file_may_look_into_it() -> None:
    linked = program(f"a = [0] * 4\n{READ}", "from m0 import a\na[3] = 9\n")
    assert instantiate(linked, "interpreted").array("a") == [0, 0, 0, 9]


def test_a_local_name_elsewhere_does_not_matter() -> None:
    other = "def _total(a):\n    return sum(a)\nN = _total([1, 2])\ndef n() -> int:\n    return N\n"
    assert program(f"a = [0] * (1 << 40)\n{READ}", other).constants["N"] == 3


def test_a_function_called_while_linking_may_look_into_it() -> None:
    text = f"a = [0] * 4\n{READ}\n\ndef outer(i: int) -> int:\n    return read(i) + 1\n\n\nN = outer(2)\n"
    assert program(text).constants["N"] == 1


@pytest.mark.parametrize("size", ["1.5", "'x'", "None"])
def test_a_size_that_is_no_number_is_an_error_at_its_place(size: str) -> None:
    with pytest.raises(LinkError, match=r"m0\.py:1: TypeError"):
        program(f"a = [0] * {size}\n{READ}")


@pytest.mark.parametrize("value", ["[0.0] * 4", "[0] * 0", "[0] * -1"])
def test_what_is_no_array_is_refused_as_before(value: str) -> None:
    with pytest.raises(Exception, match="`a`"):
        program(f"a = {value}\n{READ}")
