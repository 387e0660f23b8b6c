"""Kernels of installed packages: found by name, linked once, prelinked only where nothing has changed."""

import marshal
import sys
from array import array
from pathlib import Path

import pytest
from cannonfish.compiler import (
    DialectError,
    ExecutionFailed,
    Program,
    Source,
    edited,
    faults,
    instantiate,
    link,
    linked,
    loader,
    prelink,
    sources,
)
from cannonfish.compiler.loader import dumps, loads

PACKAGE = "counting_kernel"
NAMES = ("tables", "rules.count")
TABLES = """
SIZE = 4
ROWS = ((1, 2), (), (-3,))
numbers: list[int] = [7, 8, 9, 10]
"""
COUNT = """
from counting_kernel.tables import ROWS, SIZE, numbers

counts: list[int] = [0] * SIZE


def total(row: int) -> int:
    result = counts[0]
    for number in ROWS[row]:
        result += number
    return result


def count(place: int) -> None:
    counts[place] += numbers[place]
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of an installed package with a kernel."""
    package = tmp_path / PACKAGE
    (package / "rules").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "tables.py").write_text(TABLES)
    (package / "rules" / "count.py").write_text(COUNT)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, PACKAGE, raising=False)
    loader._linked.cache_clear()
    return package


def keep_prelinked(folder: Path, **settings: int) -> Path:
    """Put a prelinked program into the package, as a build does."""
    name, data = prelink(PACKAGE, NAMES, settings)
    path = folder.parent / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    loader._linked.cache_clear()
    return path


def is_prelinked(program: Program) -> bool:
    return program.relinked() is not program


def test_files_are_found_by_their_names() -> None:
    tables, count = sources(PACKAGE, NAMES)
    assert (tables.name, tables.module) == ("counting_kernel/tables.py", "counting_kernel.tables")
    assert (count.name, count.module) == ("counting_kernel/rules/count.py", "counting_kernel.rules.count")
    assert count.text == COUNT
    with pytest.raises(FileNotFoundError):
        sources(PACKAGE, ["missing"])


def test_a_program_is_linked_once() -> None:
    program = linked(PACKAGE, NAMES)
    assert not is_prelinked(program)
    assert linked(PACKAGE, list(NAMES), {}) is program
    assert linked(PACKAGE, NAMES, {"SIZE": 6}).arrays["counts"].length == 6
    assert instantiate(program).call("total", 0) == 3


@pytest.mark.parametrize("execution", ["interpreted", "compiled"])
def test_a_prelinked_program_runs_as_the_linked_one_does(execution: str) -> None:
    def not_wanted() -> Program:
        raise AssertionError("everything was kept")

    runs = instantiate(loads(dumps(linked(PACKAGE, NAMES, {"SIZE": 6})), not_wanted), execution)
    runs.call("count", 0)
    runs.call("count", 0)
    assert runs.call("total", 2) == 11
    assert runs.slice("counts", 0, 6) == [14, 0, 0, 0, 0, 0]
    assert runs.program.constants["SIZE"] == 6
    with pytest.raises(TypeError, match=r"total\(row: int\) -> int"):
        runs.call("total")
    with pytest.raises(KeyError, match="nothing"):
        runs.call("nothing")


def test_a_prelinked_program_is_taken(folder: Path) -> None:
    keep_prelinked(folder)
    program = linked(PACKAGE, NAMES)
    assert is_prelinked(program)
    assert program.wasm() == program.relinked().wasm()
    assert program.relinked().functions.keys() == program.signatures.keys()


@pytest.mark.parametrize("execution", ["interpreted", "compiled"])
def test_the_checked_build_of_a_prelinked_program_is_made_from_its_sources(
    folder: Path, execution: str
) -> None:
    keep_prelinked(folder)
    runs = instantiate(linked(PACKAGE, NAMES), execution, checked=True)
    with pytest.raises(ExecutionFailed, match=r"counting_kernel/rules/count\.py:15.*4"):
        runs.call("count", 4)


def test_it_is_not_taken_for_other_sources_or_settings(folder: Path) -> None:
    keep_prelinked(folder, SIZE=5)
    assert is_prelinked(linked(PACKAGE, NAMES, {"SIZE": 5}))
    assert not is_prelinked(linked(PACKAGE, NAMES))
    assert not is_prelinked(linked(PACKAGE, NAMES[:1], {"SIZE": 5}))
    loader._linked.cache_clear()
    (folder / "tables.py").write_text(TABLES.replace("7", "6"))
    assert linked(PACKAGE, NAMES, {"SIZE": 5}).arrays["numbers"].values()[0] == 6


def test_it_is_not_taken_when_the_layout_of_a_program_has_changed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_prelinked(folder)
    monkeypatch.setattr(loader, "FORMAT", [*loader.FORMAT, ("another field",)])
    assert not is_prelinked(linked(PACKAGE, NAMES))


def test_contents_are_kept_once(folder: Path) -> None:
    """The arrays of the network, and all tables, were in a prelinked program twice."""
    numbers = list(range(1000, 2000))
    (folder / "tables.py").write_text(TABLES.replace("[7, 8, 9, 10]", str(numbers)))
    contents = array("i", numbers).tobytes()
    path = keep_prelinked(folder)
    assert path.read_bytes().count(contents[40:400]) == 1
    program = linked(PACKAGE, NAMES)
    assert program.wasm() == program.relinked().wasm()
    assert program.arrays["numbers"].values() == numbers


def test_contents_of_a_data_file_are_not_kept(folder: Path) -> None:
    numbers = array("i", range(1000, 2000))
    (folder / "numbers.bin").write_bytes(b"head" + numbers.tobytes())
    reading = "array('i', pkgutil.get_data('counting_kernel', 'numbers.bin')[4:]).tolist()"
    text = "import pkgutil\nfrom array import array\n" + TABLES.replace("[7, 8, 9, 10]", reading)
    (folder / "tables.py").write_text(text)
    name, contents = prelink(PACKAGE, NAMES, data=["numbers.bin"])
    assert numbers.tobytes()[40:400] not in contents
    (folder / "__pycache__").mkdir(exist_ok=True)
    (folder.parent / name).write_bytes(contents)
    loader._linked.cache_clear()
    program = linked(PACKAGE, NAMES, data=["numbers.bin"])
    assert is_prelinked(program)
    assert program.arrays["numbers"].values() == numbers.tolist()
    assert program.wasm() == program.relinked().wasm()
    # Another content of the file: the program is linked again.
    loader._linked.cache_clear()
    (folder / "numbers.bin").write_bytes(b"head" + array("i", range(1000)).tobytes())
    program = linked(PACKAGE, NAMES, data=["numbers.bin"])
    assert not is_prelinked(program)
    assert program.arrays["numbers"].values() == list(range(1000))


@pytest.mark.parametrize("damaged", [b"", b"no", marshal.dumps(()), marshal.dumps({})])
def test_a_damaged_one_is_linked_again(folder: Path, damaged: bytes) -> None:
    keep_prelinked(folder).write_bytes(damaged)
    assert not is_prelinked(linked(PACKAGE, NAMES))


def test_an_edited_file_takes_the_place_of_the_installed_one() -> None:
    program = edited(PACKAGE, NAMES, {"tables.py": TABLES.replace("(1, 2)", "(1, 20)")})
    assert instantiate(program).call("total", 0) == 21
    assert instantiate(linked(PACKAGE, NAMES)).call("total", 0) == 3
    with pytest.raises(ValueError, match=r"'other.py' is none of the files .* tables.py, rules/count.py"):
        edited(PACKAGE, NAMES, {"other.py": ""})


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("result += number", "result += 2 * number\n        result -= 1"),
        ("result = counts[0]", "result = counts[0] + SIZE"),
        ("counts[place] +=", "counts[place] = 2 *"),
        ("[0] * SIZE", "[3] * SIZE"),
        ("def total(row: int)", "def total(rank: int, row: int)"),
        ("def count(", "def sum_of(a: int, b: int) -> int:\n    return a + b\n\n\ndef count("),
    ],
)
def test_edit_after_edit_gives_the_program_that_a_new_link_gives(old: str, new: str) -> None:
    edited(PACKAGE, NAMES, {})
    text = COUNT.replace(old, new)
    assert text != COUNT
    program = edited(PACKAGE, NAMES, {"rules/count.py": text})
    tables, count = sources(PACKAGE, NAMES)
    fresh = link([tables, Source(count.name, count.module, text)])
    for checked in (False, True):
        assert program.wasm(checked) == fresh.wasm(checked)
        assert program.image(checked).sites == fresh.image(checked).sites
    assert {name: code.co_firstlineno for name, code in program.codes.items()} == {
        name: code.co_firstlineno for name, code in fresh.codes.items()
    }
    assert edited(PACKAGE, NAMES, {}).wasm() == linked(PACKAGE, NAMES).wasm(), "and back"


def test_the_same_edits_give_the_same_program() -> None:
    edits = {"rules/count.py": COUNT.replace("result += number", "result -= number")}
    assert edited(PACKAGE, NAMES, edits) is edited(PACKAGE, NAMES, dict(edits))


def test_a_function_that_runs_while_linking_is_linked_with_what_it_has_made() -> None:
    """Its new body must also run: a table that it has made would stay the old one."""
    begin = "def first() -> int:\n    return 5\n\n\n"
    text = COUNT.replace("counts: list[int] = [0]", begin + "counts: list[int] = [first()]")
    assert edited(PACKAGE, NAMES, {"rules/count.py": text}).arrays["counts"].values()[0] == 5
    text = text.replace("return 5", "return 6")
    assert edited(PACKAGE, NAMES, {"rules/count.py": text}).arrays["counts"].values()[0] == 6


def test_a_function_that_another_one_calls_while_linking_is_linked_again() -> None:
    """A table that was made through a second function stayed the old one."""
    tables = TABLES + "\n\ndef square(x: int) -> int:\n    return x * x\n"
    begin = "def cube(x: int) -> int:\n    return x * square(x)\n\n\n"
    count = COUNT.replace("counts: list[int] = [0]", begin + "counts: list[int] = [cube(2)]")
    count = count.replace("import ROWS, SIZE, numbers", "import ROWS, SIZE, numbers, square")
    edits = {"tables.py": tables, "rules/count.py": count}
    assert edited(PACKAGE, NAMES, edits).arrays["counts"].values()[0] == 8
    edits["tables.py"] = tables.replace("x * x", "x * x + 1")
    assert edited(PACKAGE, NAMES, edits).arrays["counts"].values()[0] == 10


@pytest.mark.parametrize("line", ["break", "continue", "__debug__ = 1"])
def test_what_python_refuses_only_when_it_compiles_has_a_place(line: str) -> None:
    """A `break` outside a loop, written in the editor, was an IndexError without a place."""
    edited(PACKAGE, NAMES, {})
    text = COUNT.replace("    result = counts[0]", f"    {line}\n    result = counts[0]")
    (fault,) = faults(PACKAGE, NAMES, {"rules/count.py": text})
    assert isinstance(fault, DialectError)
    assert (fault.line, fault.reason.partition(":")[0]) == (8, "not Python")


def test_every_function_of_an_edited_file_tells_its_first_fault() -> None:
    edited(PACKAGE, NAMES, {})
    text = COUNT.replace("counts[0]", "counts[0] / 2").replace("+= numbers[place]", "= missing")
    found = faults(PACKAGE, NAMES, {"rules/count.py": text})
    places = [(fault.line, fault.column) for fault in found if isinstance(fault, DialectError)]
    assert places == [(8, 14), (15, 21)]
    with pytest.raises(DialectError) as caught:
        edited(PACKAGE, NAMES, {"rules/count.py": text})
    assert caught.value is not found[0]
    assert str(caught.value) == str(found[0])
    assert faults(PACKAGE, NAMES, {"rules/count.py": COUNT}) == []
    (unfinished,) = faults(PACKAGE, NAMES, {"rules/count.py": COUNT.replace("[0] * SIZE", "[0] *")})
    assert "not Python" in str(unfinished)
    (missing,) = faults(PACKAGE, NAMES, {"tables.py": TABLES.replace("ROWS", "LINES")})
    assert "does not define `ROWS`" in str(missing)


def test_every_edited_file_tells_its_faults() -> None:
    """Only those of the first file were told."""
    begin = TABLES + "\n\ndef more() -> int:\n    return SIZE\n"
    edited(PACKAGE, NAMES, {"tables.py": begin})
    broken = {"tables.py": begin.replace("return SIZE", "return SIZE / 2")}
    broken |= {"rules/count.py": COUNT.replace("+= numbers[place]", "= missing")}
    assert [fault.file for fault in faults(PACKAGE, NAMES, broken) if isinstance(fault, DialectError)] == [
        f"{PACKAGE}/tables.py",
        f"{PACKAGE}/rules/count.py",
    ]
    assert faults(PACKAGE, NAMES, {"tables.py": begin}) == []
