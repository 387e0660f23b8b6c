"""The compiler of the kernel: one source, two executions.

Kernel files are written in a *dialect* of Python. CPython and Pyodide run it as it stands, and this package
turns the same functions into WebAssembly.

    program = link([Source("kernel/a.py", "kernel.a", text), ...], settings={"SIZE": 9})
    execution = instantiate(program)  # compiled if possible, else interpreted
    execution.call("search", 5)
    execution.read("board", 40)

docs/compiler.md is the reference of the dialect. The modules, in the order of their work:

    errors.py        the errors
    symbols.py       what the names of a program mean
    program.py       Source, Program and its image
    loader.py        the kernel files of a package -> Program, prelinked if there is one, or of edited files
    linker.py        files -> Program; files.py: the names at the top level of a file
    dialect.py       the dialect in tables; checker.py: a function's syntax tree -> the checked form (ir.py)
    emitter.py       the checked form -> WebAssembly; instructions.py, wasm.py: its instructions and format
    vectors.py       loops that do several rounds at once; vector_emitter.py: their WebAssembly
    image.py         the module around the functions
    disassembler.py  the text of its functions
    execution.py     the interface of both executions, and that of the host
    interpreted.py   the interpreted execution; checked.py: with the guards of the checked build
    rewriting.py     functions with code written into them
    compiled.py      the compiled execution; native.py: run by wasmtime; browser.py: run by the browser
    instantiate.py   the choice between them
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from .errors import SOURCE_ERRORS, DialectError, ExecutionFailed, ExecutionUnavailable, LinkError
from .execution import Execution, Host
from .instantiate import EXECUTIONS, instantiate
from .loader import edited, faults, linked, prelink, require_memory, sources
from .program import Program, Source

if TYPE_CHECKING:
    from .disassembler import TextLine
    from .vectors import Loop

__all__ = [
    "EXECUTIONS",
    "SOURCE_ERRORS",
    "DialectError",
    "Execution",
    "ExecutionFailed",
    "ExecutionUnavailable",
    "Host",
    "LinkError",
    "Program",
    "Source",
    "disassemble",
    "edited",
    "faults",
    "instantiate",
    "link",
    "linked",
    "loops",
    "prelink",
    "require_memory",
    "sources",
]


def link(files: Iterable[Source], settings: Mapping[str, int] | None = None) -> Program:
    """Make one program of kernel files, given in the order in which they import each other.

    `settings` replaces numbers that are assigned at the top level of the files. Raises DialectError for code
    outside the dialect and LinkError for files that do not fit together.
    """
    from .linker import link  # a prelinked program runs without the checker

    return link(files, settings)


def disassemble(
    program: Program, function: str, checked: bool = False, vectors: bool = True
) -> list[TextLine]:
    """Return the WebAssembly text of one function of a program.

    Each line has its `text`, and the `line` of the source file that it comes from. The function's head and
    its declarations of locals have the line of its `def`. `checked` and `vectors` choose the build as in
    `instantiate`. KeyError for an unknown function, ExecutionUnavailable for a program that cannot be
    compiled.
    """
    from .disassembler import Disassembly  # a prelinked program runs without the emitter

    return Disassembly(program, checked, vectors).function(function)


def loops(program: Program) -> list[Loop]:
    """Return whether and how each loop of a program is vectorised, in the order of the source.

    str() of an entry says how many rounds the loop does at once, or why it is not vectorised.
    """
    from .vectors import loops

    return loops(program)
