"""Kernels of installed packages: their files, linked into programs, or prelinked by a build.

Prelinked programs are to kernel files what .pyc files are to modules. A build links a program once, with the
same Python that will run it, and puts the result into the `__pycache__` of the kernel's package. Its name is
a hash of sources, settings and Python version, so an edited kernel does not match and is linked anew.

In Pyodide, loading Xiangqi's rules and search takes 7 ms instead of 250.
"""

from __future__ import annotations

import hashlib
import importlib.util
import marshal
import pkgutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from .errors import DialectError, LinkError
from .program import Image, Program, Source
from .symbols import Array, Signature, Table

if TYPE_CHECKING:
    from .linker import Linker

FORMAT = [tuple(part.__dataclass_fields__) for part in (Array, Table, Signature, Image)]
"""Layout of a prelinked program. The use of the fields needs no version: a wheel carries its prelinked
programs beside the compiler that made them."""

MAX_BYTES = 256 << 20
"""Memory that the arrays of edited files may take."""


def sources(package: str, names: Iterable[str]) -> list[Source]:
    """Return files of a package by their dotted names, such as `xiangqi.board` in `cannonfish.kernel`.

    FileNotFoundError if there is no such file.
    """
    return [_source(package, name) for name in names]


def _source(package: str, name: str) -> Source:
    path = name.replace(".", "/") + ".py"
    data = pkgutil.get_data(package, path)
    if data is None:
        raise FileNotFoundError(f"{package} is installed without its sources")
    return Source(f"{package.replace('.', '/')}/{path}", f"{package}.{name}", data.decode())


def linked(
    package: str,
    names: Sequence[str],
    settings: Mapping[str, int] | None = None,
    data: Sequence[str] = (),
) -> Program:
    """Return the program of these files of a package, given in link order; cached for the next caller.

    `settings` as for `link`. `data` are the paths of other files of the package that their top level reads.
    """
    return _linked(package, tuple(names), tuple(sorted((settings or {}).items())), tuple(data))


@lru_cache(maxsize=8)  # the rules and the search of every game, and two more table sizes
def _linked(
    package: str, names: tuple[str, ...], settings: tuple[tuple[str, int], ...], data: tuple[str, ...]
) -> Program:
    files = sources(package, names)
    contents = _read(package, data)

    def relink() -> Program:
        from .linker import link  # a prelinked program runs without the checker

        return link(files, dict(settings))

    try:
        place = _place(files, dict(settings), contents)
        return loads(pkgutil.get_data(package, place) or b"", relink, contents)
    except (OSError, ValueError, EOFError, TypeError):  # there is none, or it is damaged
        return relink()


def edited(
    package: str, names: Sequence[str], edits: Mapping[str, str], settings: Mapping[str, int] | None = None
) -> Program:
    """Return the program of these files of a package with other texts in place of some of them.

    `edits` has the texts by path within the package, such as `xiangqi/board.py`. ValueError for a path that
    is not one of the files; errors as for `link`. The last program is cached: if only functions have been
    edited since, it is not linked from the beginning. LinkError also if the arrays take more than MAX_BYTES.
    """
    found = _edit(package, tuple(names), edits, settings or {})
    if isinstance(found, list):
        raise found[0]
    return found.program


def faults(
    package: str,
    names: Sequence[str],
    edits: Mapping[str, str],
    settings: Mapping[str, int] | None = None,
    on_progress: Callable[[], None] = lambda: None,
) -> list[DialectError | LinkError]:
    """Return the errors that `edited` would raise: one a function if only functions have been edited.

    `on_progress` is called between the files.
    """
    found = _edit(package, tuple(names), edits, settings or {}, on_progress)
    return found if isinstance(found, list) else []


_last: dict[object, Linker] = {}
"""The linker of the last edits, by package, files and settings."""


def _edit(
    package: str,
    names: tuple[str, ...],
    edits: Mapping[str, str],
    settings: Mapping[str, int],
    on_progress: Callable[[], None] = lambda: None,
) -> Linker | list[DialectError | LinkError]:
    from .linker import Linker  # a prelinked program runs without the checker

    files = _with_edits(package, names, edits)
    key = (package, names, tuple(sorted(settings.items())))
    linker = _last.get(key)
    try:
        if linker is None or not _replaced(linker, files):
            _last.clear()
            _last[key] = linker = Linker(files, settings, on_progress)
        require_memory(linker.program)
    except ExceptionGroup as group:
        return [error for error in group.exceptions if isinstance(error, DialectError)]
    except (DialectError, LinkError) as error:
        return [error]
    return linker


def require_memory(program: Program) -> None:
    """Raise LinkError if the arrays of a program take more than MAX_BYTES."""
    sizes = {name: array.size * array.length for name, array in program.arrays.items()}
    if sum(sizes.values()) > MAX_BYTES:
        largest = program.arrays[max(sizes, key=sizes.__getitem__)]
        raise LinkError(
            f"{largest.location}: the arrays take {sum(sizes.values()) >> 20} MB, most of them "
            f"`{largest.name}`; at most {MAX_BYTES >> 20} MB are allowed"
        )


def _with_edits(package: str, names: Sequence[str], edits: Mapping[str, str]) -> list[Source]:
    start = f"{package.replace('.', '/')}/"
    paths = {source.name.removeprefix(start): source for source in sources(package, names)}
    for path in edits:
        if path not in paths:
            raise ValueError(f"{path!r} is none of the files of this program: {', '.join(paths)}")
    return [
        Source(source.name, source.module, edits.get(path, source.text)) for path, source in paths.items()
    ]


def _replaced(linker: Linker, files: Iterable[Source]) -> bool:
    """Bring a linker up to date. False if it has to link from the beginning."""
    known = linker.sources
    found: list[Exception] = []
    for file in [file for file, old in zip(files, known, strict=True) if file.text != old.text]:
        try:
            if not linker.replace(file):
                return False
        except ExceptionGroup as group:
            found += group.exceptions
        except DialectError as error:
            found.append(error)
    if found:
        raise ExceptionGroup("the edited files are not in the dialect", found)
    return True


def prelink(
    package: str,
    names: Sequence[str],
    settings: Mapping[str, int] | None = None,
    data: Sequence[str] = (),
) -> tuple[str, bytes]:
    """Return a prelinked program for a build to put into a wheel: path and contents of the file.

    Arguments as for `linked`. Arrays that are part of a data file are not repeated.
    """
    from .linker import link

    files = sources(package, names)
    contents = _read(package, data)
    place = _place(files, settings or {}, contents)
    return f"{package.replace('.', '/')}/{place}", dumps(link(files, settings), contents)


def _read(package: str, data: Iterable[str]) -> dict[str, bytes]:
    return {path: pkgutil.get_data(package, path) or b"" for path in data}


def _place(files: Iterable[Source], settings: Mapping[str, int], data: Mapping[str, bytes]) -> str:
    """Return the path, within the package, of the prelinked program that is made from these."""
    digest = hashlib.sha256(importlib.util.MAGIC_NUMBER)
    sizes = [(path, len(contents)) for path, contents in data.items()]
    digest.update(repr((FORMAT, sorted(settings.items()), sizes)).encode())
    for file in files:  # one by one, to need little memory
        digest.update(repr((file.name, file.module, len(file.text))).encode())
        digest.update(file.text.encode())
    for contents in data.values():
        digest.update(contents)
    return f"__pycache__/{digest.hexdigest()[:24]}.linked"


def dumps(program: Program, data: Mapping[str, bytes] | None = None) -> bytes:
    """Return a program with its unchecked image as bytes, for this version of Python.

    The contents of arrays are kept once, not again in the image, and not at all if they are in `data`.
    """
    symbols = (program.arrays, program.tables, program.signatures)
    fields = [[vars(symbol) for symbol in kind.values()] for kind in symbols]
    fields[0] = [array | {"initial": _reference(array["initial"], data or {})} for array in fields[0]]
    image = program.image()
    pieces = _cut(image.wasm, _segments(program.arrays.values()))
    kept = vars(image) | {"pieces": pieces}
    return marshal.dumps((fields, dict(program.constants), dict(program.codes), kept))


def loads(
    prelinked: bytes, relink: Callable[[], Program], data: Mapping[str, bytes] | None = None
) -> Program:
    """Return the program that `dumps` was given; `relink` makes the parts that were not kept.

    ValueError, EOFError or TypeError for other bytes.
    """
    (fields, tables, signatures), constants, codes, image = marshal.loads(prelinked)
    del prelinked  # Pyodide's memory only grows, and every snapshot of it is as large
    for array in fields:
        if isinstance(array["initial"], tuple):
            path, start, end = array["initial"]
            array["initial"] = (data or {})[path][start:end]
    arrays = {array["name"]: Array(**array) for array in fields}
    segments = [*_segments(arrays.values()), memoryview(b"")]
    image["pieces"] = [part for pair in zip(image["pieces"], segments, strict=True) for part in pair]
    return Program(
        constants,
        arrays,
        {fields["name"]: Table(**fields) for fields in tables},
        {fields["name"]: Signature(**fields) for fields in signatures},
        codes,
        functions={},
        texts={},
        images={(False, True): Image(**image)},
        relink=relink,
    )


def _reference(contents: bytes | None, data: Mapping[str, bytes]) -> bytes | tuple[str, int, int] | None:
    """Return the place of large contents in a data file, or the contents themselves."""
    if contents is not None and len(contents) > 64:
        for path, file in data.items():
            start = file.find(contents)
            if start >= 0:
                return path, start, start + len(contents)
    return contents


def _segments(arrays: Iterable[Array]) -> list[memoryview]:
    """Return the contents of arrays as they are in the module, in its order."""
    contents = [array.initial for array in arrays if array.initial is not None]
    return [memoryview(each)[: len(each.rstrip(b"\0"))] for each in contents]


def _cut(wasm: bytes, segments: Iterable[memoryview]) -> list[bytes]:
    """Return the pieces of a module between these parts of it."""
    pieces, at = [], 0
    for segment in segments:
        start = wasm.index(segment, at)
        pieces.append(wasm[at:start])
        at = start + len(segment)
    return [*pieces, wasm[at:]]
