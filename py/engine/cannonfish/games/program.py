"""The kernel's files, linked into programs: once for every set of files and settings.

What a build has linked beforehand lies in the kernel's ``__pycache__``; see ``compiler.prelinked``.
"""

import pkgutil
from collections.abc import Mapping, Sequence
from functools import lru_cache

from cannonfish.compiler import Program, Source, link, prelinked

KERNEL = "cannonfish.kernel"
FOLDER = "__pycache__"


def source(name: str) -> Source:
    """A file of the kernel by its dotted name, such as ``xiangqi.board``; FileNotFoundError without it."""
    path = name.replace(".", "/") + ".py"
    data = pkgutil.get_data(KERNEL, path)
    if data is None:
        raise FileNotFoundError(f"{KERNEL} is installed without its sources")
    return Source(name=f"{KERNEL.replace('.', '/')}/{path}", module=f"{KERNEL}.{name}", text=data.decode())


def linked(names: Sequence[str], settings: Mapping[str, int] | None = None) -> Program:
    """The program that the files make, in that order.  Settings override constants of the same name."""
    return _linked(tuple(names), tuple(sorted((settings or {}).items())))


# Enough for the rules and the search of every game, and for a table size or two that was tried.
@lru_cache(maxsize=8)
def _linked(names: tuple[str, ...], settings: tuple[tuple[str, int], ...]) -> Program:
    sources = [source(name) for name in names]

    def anew() -> Program:
        return link(sources, settings=dict(settings))

    try:
        kept = pkgutil.get_data(KERNEL, f"{FOLDER}/{prelinked.name_of(sources, dict(settings))}")
        return prelinked.loads(kept or b"", anew)
    except (OSError, ValueError, EOFError, TypeError):  # nothing was kept, or it is damaged
        return anew()


def prelink(names: Sequence[str], settings: Mapping[str, int] | None = None) -> tuple[str, bytes]:
    """What a build keeps of a program: the name of a file beside the kernel's sources, and its contents."""
    sources = [source(name) for name in names]
    program = link(sources, settings=settings)
    return f"{FOLDER}/{prelinked.name_of(sources, settings or {})}", prelinked.dumps(program)
