"""What the names of a program mean, besides plain numbers: arrays, tables and functions."""

from __future__ import annotations

from array import array as IntArray
from dataclasses import dataclass

SMALLEST = -(2**31)
LARGEST = 2**31 - 1
"""The range of the numbers of the dialect."""
TYPECODES = {32: "i", 16: "h"}
"""The typecodes of Python's module `array`, by the bits of an entry."""


@dataclass(eq=False)
class Array:
    """A module-level list of integers, or array("h") of 16-bit ones."""

    name: str
    length: int
    initial: bytes | None
    """The entries in memory format; None if all are zero."""
    location: str
    mutable: bool = False
    """Whether a function of the program stores into it."""
    bits: int = 32
    """The size of an entry: 32 or 16."""
    shared: bool = False
    """Whether all threads of an execution share it; it then begins with zeros."""

    @property
    def size(self) -> int:
        """The bytes of an entry."""
        return self.bits // 8

    def numbers(self) -> IntArray[int]:
        """Return the initial contents in memory format."""
        initial = bytes(self.size * self.length) if self.initial is None else self.initial
        return IntArray(TYPECODES[self.bits], initial)

    def values(self) -> list[int]:
        """Return the initial contents as a new list."""
        return [0] * self.length if self.initial is None else self.numbers().tolist()


@dataclass(eq=False)
class Table:
    """A constant tuple of rows."""

    name: str
    rows: tuple[tuple[int, ...], ...] | tuple[tuple[tuple[int, ...], ...], ...]
    width: int
    """The number of names that a loop over a row binds at once; 0 for rows of plain integers."""
    location: str


@dataclass(eq=False)
class Signature:
    """The name, the parameters and the result of a function."""

    name: str
    parameters: tuple[str, ...]
    returns: bool
    location: str
    host: bool = False
    """Whether the host supplies it."""

    def __str__(self) -> str:
        parameters = ", ".join(f"{name}: int" for name in self.parameters)
        return f"{self.name}({parameters}) -> {'int' if self.returns else 'None'}"
