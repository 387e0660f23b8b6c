"""What a program is given and what it holds besides code. All that running a linked program needs to know.

Here, and in `memory.py`, so that a program which was linked beforehand runs without the rest of the compiler:
in a page, importing that is a part of every first start.
"""

from __future__ import annotations

from array import array as IntArray
from dataclasses import dataclass

SMALLEST = -(2**31)
LARGEST = 2**31 - 1
"""The numbers of the dialect."""

HOST_FUNCTIONS = ("now", "poll")
"""Functions that every execution supplies to a program which declares them; all are `() -> int`."""

ZEROS = "zeros"
"""The function `(length: int) -> list[int]` with which module-level code makes large arrays; see `Zeros`."""


@dataclass(frozen=True)
class Source:
    """A kernel file: the name for messages, the module name for imports, and the text."""

    name: str
    module: str
    text: str


@dataclass(eq=False)
class Array:
    """A module-level list of integers. `initial` is None when it starts with zeros only."""

    name: str
    length: int
    initial: IntArray[int] | None
    location: str
    mutable: bool = False

    def values(self) -> list[int]:
        """Return the initial contents as a new list."""
        return [0] * self.length if self.initial is None else self.initial.tolist()


@dataclass(eq=False)
class Table:
    """A constant tuple of rows; `width` is the number of names a loop over a row binds at once.

    Rows of plain integers have the width 0, as `for x in ROW` binds no tuple.
    """

    name: str
    rows: tuple[tuple[int, ...], ...] | tuple[tuple[tuple[int, ...], ...], ...]
    width: int
    location: str


@dataclass(eq=False)
class Signature:
    """How a function is called; `host` marks the ones that the host supplies."""

    name: str
    parameters: tuple[str, ...]
    returns: bool
    location: str
    host: bool = False

    def __str__(self) -> str:
        parameters = ", ".join(f"{name}: int" for name in self.parameters)
        return f"{self.name}({parameters}) -> {'int' if self.returns else 'None'}"
