"""Kernels of installed packages: their files, linked into programs, or prelinked by a build.

What .pyc files are to modules, prelinked programs are to kernel files. A build links a program once, with the
very Python that will run it, and puts the result into the `__pycache__` of the kernel's package. It is named
after its sources, settings and Python, so an edited kernel is linked where it was edited.

In Pyodide, loading Xiangqi's rules and search takes 7 ms instead of 250.
"""

from __future__ import annotations

import hashlib
import importlib.util
import marshal
import pkgutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from .program import Array, Image, Program, Signature, Source, Table

FORMAT = [tuple(part.__dataclass_fields__) for part in (Array, Table, Signature, Image)]
"""Layout of a prelinked program. What the compiler makes of the fields needs no version: a wheel carries its
prelinked programs beside the compiler that made them."""


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


def linked(package: str, names: Sequence[str], settings: Mapping[str, int] | None = None) -> Program:
    """Return the program of these files of a package, given in link order; kept for the next caller.

    `settings` as for `link`.
    """
    return _linked(package, tuple(names), tuple(sorted((settings or {}).items())))


@lru_cache(maxsize=8)  # the rules and the search of every game, and two more table sizes
def _linked(package: str, names: tuple[str, ...], settings: tuple[tuple[str, int], ...]) -> Program:
    files = sources(package, names)

    def relink() -> Program:
        from .linker import link  # a prelinked program runs without the checker

        return link(files, dict(settings))

    try:
        return loads(pkgutil.get_data(package, _place(files, dict(settings))) or b"", relink)
    except (OSError, ValueError, EOFError, TypeError):  # there is none, or it is damaged
        return relink()


def prelink(
    package: str, names: Sequence[str], settings: Mapping[str, int] | None = None
) -> tuple[str, bytes]:
    """Return a prelinked program for a build to put into a wheel: path and contents of the file."""
    from .linker import link

    files = sources(package, names)
    place = _place(files, settings or {})
    return f"{package.replace('.', '/')}/{place}", dumps(link(files, settings))


def _place(files: Iterable[Source], settings: Mapping[str, int]) -> str:
    """Return the path, within the package, of the prelinked program that is made from these."""
    made_from = [FORMAT, *((file.name, file.module, file.text) for file in files), sorted(settings.items())]
    digest = hashlib.sha256(importlib.util.MAGIC_NUMBER + repr(made_from).encode())
    return f"__pycache__/{digest.hexdigest()[:24]}.linked"


def dumps(program: Program) -> bytes:
    """Return a program with its unchecked image as bytes, for this version of Python."""
    symbols = (program.arrays, program.tables, program.signatures)
    fields = [[vars(symbol) for symbol in kind.values()] for kind in symbols]
    return marshal.dumps((fields, dict(program.constants), dict(program.codes), vars(program.image())))


def loads(data: bytes, relink: Callable[[], Program]) -> Program:
    """Return the program that `dumps` was given; `relink` makes the parts that were not kept.

    ValueError, EOFError or TypeError for other bytes.
    """
    (arrays, tables, signatures), constants, codes, image = marshal.loads(data)
    return Program(
        constants,
        {fields["name"]: Array(**fields) for fields in arrays},
        {fields["name"]: Table(**fields) for fields in tables},
        {fields["name"]: Signature(**fields) for fields in signatures},
        codes,
        functions={},
        texts={},
        images={(False, True): Image(**image)},
        relink=relink,
    )
