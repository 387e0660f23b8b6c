"""A linked program: everything that both executions are made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import CodeType
from typing import TYPE_CHECKING

from .memory import Image
from .parts import Array, Signature, Table

if TYPE_CHECKING:
    from . import ir


@dataclass(eq=False)
class Program:
    """Constants, arrays, tables and checked functions of a program, by name.

    Immutable once linked, holds no state of any instance and no resource of any platform.
    """

    constants: Mapping[str, int]
    arrays: Mapping[str, Array]
    tables: Mapping[str, Table]
    signatures: Mapping[str, Signature]
    """How its functions are called."""
    functions: Mapping[str, ir.Function]
    codes: Mapping[str, CodeType]
    """The functions as Python compiled them, not yet bound to any arrays."""
    texts: Mapping[str, str]
    """The source text of each file, by file name."""
    _images: dict[bool, Image] = field(default_factory=dict, init=False, repr=False)
    _shared: dict[Array, list[int]] = field(default_factory=dict, init=False, repr=False)

    def whole(self) -> Program:
        """Return the program with all that the checked build needs; see prelinked.py."""
        return self

    def wasm(self, checked: bool = False) -> bytes:
        """Return the program as a WebAssembly module; emitted once and kept.

        The checked module traps, and says where, on a bad index, on a result that does not fit in 32
        bits, on a bad shift and on a division by zero.
        """
        return self.image(checked).wasm

    def image(self, checked: bool = False) -> Image:
        """Return the module together with what it takes to find things in it."""
        image = self._images.get(checked)
        if image is None:
            from .image import emit_program  # with the larger half of the compiler

            image = emit_program(self.functions.values(), self.arrays.values(), self.tables.values(), checked)
            self._images[checked] = image
        return image

    def shared_values(self, array: Array) -> list[int]:
        """Return the contents of an array as a list that all instances share and none changes."""
        values = self._shared.get(array)
        if values is None:
            values = self._shared[array] = array.values()
        return values
