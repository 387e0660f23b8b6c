"""Programs linked beforehand: the same program, taken only where nothing has changed."""

import marshal
from collections.abc import Callable

import pytest
from cannonfish.compiler import ExecutionFailed, Program, Source, instantiate, link
from cannonfish.compiler.prelinked import Prelinked, dumps, loads, name_of
from cannonfish.games import program as kernel
from cannonfish.kernel import XIANGQI_LAW

TEXT = """
SIZE = 4
numbers: list[int] = [7, 8, 9, 10]
counts: list[int] = [0] * SIZE
ROWS = ((1, 2), (), (-3,))


def total(row: int) -> int:
    result = counts[0]
    for number in ROWS[row]:
        result += number
    return result


def count(place: int) -> None:
    counts[place] += numbers[place]
"""
SOURCE = Source("kernel/small.py", "kernel.small", TEXT)


def small() -> Program:
    return link([SOURCE], {"SIZE": 6})


def not_wanted() -> Program:
    raise AssertionError("everything was kept")


@pytest.mark.parametrize("execution", ["interpreted", "compiled"])
def test_it_runs_as_the_program_does_without_being_linked(execution: str) -> None:
    runs = instantiate(loads(dumps(small()), not_wanted), execution)
    runs.call("count", 0)
    runs.call("count", 0)
    assert runs.call("total", 2) == 11
    assert runs.slice("counts", 0, 6) == [14, 0, 0, 0, 0, 0]
    assert runs.program.constants["SIZE"] == 6
    with pytest.raises(TypeError, match=r"total\(row: int\) -> int"):
        runs.call("total")
    with pytest.raises(KeyError, match="nothing"):
        runs.call("nothing")


@pytest.mark.parametrize("execution", ["interpreted", "compiled"])
def test_the_checked_build_is_made_from_the_sources(execution: str) -> None:
    runs = instantiate(loads(dumps(small()), small), execution, checked=True)
    with pytest.raises(ExecutionFailed, match=r"kernel/small\.py:16.*4"):
        runs.call("count", 4)


def test_its_wasm_is_the_programs() -> None:
    assert loads(dumps(small()), not_wanted).wasm() == small().wasm()


@pytest.mark.parametrize(
    "sources",
    [
        [Source(SOURCE.name, SOURCE.module, TEXT + "\n")],
        [Source(SOURCE.name, "kernel.other", TEXT)],
        [SOURCE, Source("kernel/more.py", "kernel.more", "")],
    ],
)
def test_its_name_tells_what_it_was_made_from(sources: list[Source]) -> None:
    assert name_of([SOURCE], {}) == name_of([Source(SOURCE.name, SOURCE.module, TEXT)], {})
    assert name_of([SOURCE], {"SIZE": 4}) != name_of([SOURCE], {})
    assert name_of(sources, {}) != name_of([SOURCE], {})


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """What lies beside the kernel's sources."""
    files: dict[str, bytes] = {}
    read: Callable[[str, str], bytes | None] = kernel.pkgutil.get_data

    def get_data(package: str, name: str) -> bytes | None:
        if name.startswith(kernel.FOLDER) and name not in files:
            raise FileNotFoundError(name)
        return files.get(name) or read(package, name)

    monkeypatch.setattr(kernel.pkgutil, "get_data", get_data)
    kernel._linked.cache_clear()
    return files


def test_the_kernel_is_linked_where_nothing_was_kept(kept: dict[str, bytes]) -> None:
    assert not isinstance(kernel.linked(XIANGQI_LAW), Prelinked)


def test_what_was_kept_of_the_kernel_is_used(kept: dict[str, bytes]) -> None:
    name, data = kernel.prelink(XIANGQI_LAW)
    kept[name] = data
    program = kernel.linked(XIANGQI_LAW)
    assert isinstance(program, Prelinked)
    assert program.whole().functions.keys() == program.signatures.keys()


@pytest.mark.parametrize("damaged", [b"", b"no", marshal.dumps(()), marshal.dumps({})])
def test_what_is_damaged_is_made_again(kept: dict[str, bytes], damaged: bytes) -> None:
    name, _ = kernel.prelink(XIANGQI_LAW)
    kept[name] = damaged
    assert not isinstance(kernel.linked(XIANGQI_LAW), Prelinked)
