"""A linked program, and its compiled form: everything that is needed to run it.

The rest of the compiler makes these values. A page that starts with a prelinked program (`loader.py`) never
imports it, which saves 45 ms in Pyodide.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import CodeType
from typing import TYPE_CHECKING

from .errors import Site
from .symbols import Array, Signature, Table

if TYPE_CHECKING:
    from pathlib import Path

    from . import ir

HOST_FUNCTIONS = ("now", "poll", "ask")
"""Functions that every execution supplies to a program which declares them; all are `() -> int`."""


@dataclass(frozen=True)
class Source:
    """A kernel file: the name for messages, the module name for imports, and the text."""

    name: str
    module: str
    text: str

    @classmethod
    def read(cls, path: Path) -> Source:
        """Read a file; others import from it by its name without `.py`.

        OSError if it cannot be read, UnicodeDecodeError if it is not UTF-8.
        """
        return cls(str(path), path.stem, path.read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Image:
    """A program as a WebAssembly module, with the addresses of its arrays in bytes."""

    pieces: Sequence[bytes | memoryview]
    """The module in pieces, so that one with large arrays need not be in memory twice."""
    addresses: Mapping[str, int]
    sites: list[Site]
    """Where the checked build may trap."""
    vector_loops: int
    """How many loops use vector instructions."""
    shared_from: int
    """Where the shared arrays begin, at the start of a page; 0 if there are none."""
    shared_pages: int
    """The pages that they take."""
    changes: list[tuple[int, int, bytes]]
    """The differences of the module for threads from `wasm`: start, end and the replacing bytes."""

    @property
    def wasm(self) -> bytes:
        """The whole module."""
        return b"".join(self.pieces)

    def for_threads(self) -> bytes:
        """Return the module with two memories, both imported: its own, and that of the shared arrays."""
        wasm = self.wasm
        pieces, at = [], 0
        for start, end, other in self.changes:
            pieces += [wasm[at:start], other]
            at = end
        return b"".join((*pieces, wasm[at:]))


# The first words of a program's memory, by address.
TRAP_SITE = 0
"""Index in `sites` of the place that trapped, plus 1."""
TRAP_VALUE = 8
"""The wrong value, 64 bits."""
SUSPENDING = 16
"""Selects the import that the module's `poll` calls: 0 for `poll`, else `pause`."""
FIRST_ARRAY = 64
PAGE = 65536
"""The unit of the size of a memory."""

MEMORY = "(memory)"
"""The export that is the memory; no function of a program can have this name."""
MODULE = "env"
VECTOR_MODULE = bytes.fromhex("0061736d010000000105016000017b030201000a08010600 4100fd0f0b")
"""A module whose only function makes a vector; platforms without vector instructions refuse it."""
IMPORTS = (*HOST_FUNCTIONS, "pause")
"""The host's functions, each `() -> int`; `pause` is a poll that may suspend the whole call."""
MEMORIES = ("own", "shared")
"""The memories that the module for threads imports before the functions."""


@dataclass(eq=False)
class Program:
    """Constants, arrays, tables and functions of a program, by name.

    Immutable once linked; holds no state of any instance and no resource of any platform.
    """

    constants: Mapping[str, int]
    arrays: Mapping[str, Array]
    tables: Mapping[str, Table]
    signatures: Mapping[str, Signature]
    codes: Mapping[str, CodeType]
    """The functions as Python compiled them, not yet bound to any arrays."""
    functions: Mapping[str, ir.Function]
    """The checked functions, for the emitter; none in a prelinked program."""
    texts: Mapping[str, str]
    """The source text of each file, by file name; none in a prelinked program."""
    emit: Callable[[Program, bool, bool], Image] | None = None
    """Makes an image of the checked functions; None in a prelinked program."""
    images: dict[tuple[bool, bool], Image] = field(default_factory=dict)
    """The images made so far; checked or not, and with vector instructions or not."""
    relink: Callable[[], Program] | None = None
    """Links a prelinked program from its sources."""

    def relinked(self) -> Program:
        """Return the program with its functions and texts, which the checked build needs."""
        return self.relink() if self.relink else self

    def wasm(self, checked: bool = False, vectors: bool = True) -> bytes:
        """Return the program as a WebAssembly module.

        The checked module traps, and says where, on a bad index, on a result that does not fit, on a bad
        shift and on a division by zero. It has no vector instructions.
        """
        return self.image(checked, vectors).wasm

    def image(self, checked: bool = False, vectors: bool = True) -> Image:
        """Return the module and the addresses in its memory; emitted once and cached."""
        plain = self.images.get((False, True))
        if not checked and plain and not plain.vector_loops:
            return plain  # the same without vectors
        build = checked, vectors and not checked
        if build not in self.images:
            source = self.relinked()
            assert source.emit
            self.images[build] = source.emit(source, *build)
        return self.images[build]
