"""Programs linked and compiled beforehand: what Python's .pyc files are to modules, for kernel files.

A build may link the shipped kernel once, with the very Python that will run it, and lay the result beside the
sources. It is taken only where sources, settings and Python are the same, as its name is made from these; an
edited kernel is linked and compiled where it was edited. What only the checked build needs is not kept: who
asks for that links the sources.
"""

from __future__ import annotations

import hashlib
import importlib.util
import marshal
from array import array as IntArray
from collections.abc import Callable, Iterable, Mapping
from types import CodeType
from typing import Any

from .memory import Image
from .parts import Array, Signature, Source, Table
from .program import Program

FORMAT = 1
"""To be raised when the meaning of what is kept changes, or what the compiler makes of the same sources."""


def name_of(sources: Iterable[Source], settings: Mapping[str, int]) -> str:
    """Return the name of the file in which the program made from these is kept."""
    digest = hashlib.sha256(importlib.util.MAGIC_NUMBER)
    for part in (FORMAT, *((source.name, source.module, source.text) for source in sources), settings):
        digest.update(repr(part).encode())
    return f"{digest.hexdigest()[:24]}.linked"


def dumps(program: Program) -> bytes:
    """Return a program with its compiled form as bytes for this version of Python."""
    image = program.image()
    kept = (
        dict(program.constants),
        [
            (
                array.name,
                array.length,
                None if array.initial is None else array.initial.tobytes(),
                array.location,
                array.mutable,
            )
            for array in program.arrays.values()
        ],
        [(table.name, table.rows, table.width, table.location) for table in program.tables.values()],
        [_signature_values(signature) for signature in program.signatures.values()],
        dict(program.codes),
        (image.wasm, dict(image.addresses)),
    )
    return marshal.dumps(kept)


def loads(data: bytes, relink: Callable[[], Program]) -> Program:
    """Return the program again. `relink` makes it from its sources, for what was not kept.

    ValueError, EOFError or TypeError if these are no such bytes.
    """
    constants, arrays, tables, signatures, codes, (wasm, addresses) = marshal.loads(data)
    return Prelinked(
        constants,
        {array[0]: _array(*array) for array in arrays},
        {table[0]: Table(*table) for table in tables},
        {signature[0]: Signature(*signature) for signature in signatures},
        codes,
        Image(wasm, addresses, []),
        relink,
    )


class Prelinked(Program):
    """A program whose functions and texts are not there before somebody asks for them."""

    def __init__(
        self,
        constants: Mapping[str, int],
        arrays: Mapping[str, Array],
        tables: Mapping[str, Table],
        signatures: Mapping[str, Signature],
        codes: Mapping[str, CodeType],
        image: Image,
        relink: Callable[[], Program],
    ):
        super().__init__(constants, arrays, tables, signatures, {}, codes, {})
        self._images[False] = image
        self._relink = relink

    def whole(self) -> Program:
        """Return the program linked from its sources."""
        return self._relink()


def _array(name: str, length: int, initial: bytes | None, location: str, mutable: bool) -> Array:
    values: IntArray[int] | None = None if initial is None else IntArray("i", initial)
    return Array(name, length, values, location, mutable)


def _signature_values(signature: Signature) -> tuple[Any, ...]:
    return signature.name, signature.parameters, signature.returns, signature.location, signature.host
