"""Functions of a kernel or of a program of the visitor's own: their WebAssembly text, and times of calls."""

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from cannonfish.compiler import Program, Source, disassemble, link, require_memory
from cannonfish.compiler.timing import CallTimer
from cannonfish.engine import Engine
from cannonfish.games.game import Board
from cannonfish.protocol.page.messages import Message

OWN_FILE: Final = "program.py"
OWN_MODULE: Final = "cannonfish.program"
"""In the same package as the kernel, so that a program can import from the kernel's `host.py`."""
USUAL_ARGUMENT: Final = 10
"""Every argument of a function that no search calls."""


@dataclass
class FunctionBench:
    """A linked program, one of its functions, and the state in which it is called."""

    program: Program
    function: str
    arguments: tuple[int, ...]
    state: Mapping[str, Sequence[int]] = field(default_factory=dict)
    _timer: tuple[tuple[int, ...], CallTimer] | None = None

    @classmethod
    def of_text(cls, text: str, function: str) -> "FunctionBench":
        """A program of one file. DialectError or LinkError if it is faulty."""
        program = link([Source(OWN_FILE, OWN_MODULE, text)])
        require_memory(program)
        name = _chosen(program, function)
        count = len(program.signatures[name].parameters) if name else 0
        return cls(program, name, (USUAL_ARGUMENT,) * count)

    @classmethod
    def of_kernel(cls, game: str, sources: Mapping[str, str], function: str, board: Board) -> "FunctionBench":
        """A game's kernel with edited files. The arguments and the state are those of a call in a search."""
        engine = Engine(game, "interpreted", hash_mb=1, sources=sources)
        program = engine.program().relinked()
        name = _chosen(program, function)
        arguments, state = engine.first_call(name, board)
        return cls(program, name, arguments, state)

    def describe(self) -> Message:
        """The data that the page shows, as a message.

        ``functions``: all of them; ``function``: the name of this one, with its usual ``arguments``, the
        ``path`` of its file, and its ``first`` and ``last`` line there; ``listing``: pairs of a line number
        of the file and a line of WebAssembly text.
        """
        if not self.function:
            return {"functions": [], "function": "", "arguments": [], "listing": []}
        path, first, last = _extent(self.program, self.function)
        listing = disassemble(self.program, self.function)
        return {
            "functions": [
                {"name": name, "path": _path(signature.location), "parameters": list(signature.parameters)}
                for name, signature in self.program.signatures.items()
                if not signature.host
            ],
            "function": self.function,
            "arguments": list(self.arguments),
            "path": path,
            "first": first,
            "last": last,
            "listing": [[each.line, each.text] for each in listing],
        }

    def time(self, arguments: Sequence[int], execution: str) -> Message:
        """Measure a call: ``result``, and ``seconds`` or None. ExecutionFailed for one that fails."""
        given = tuple(arguments)
        if self._timer is None or self._timer[0] != given:
            timer = CallTimer(self.program, self.function, given, self.state)
            timer.check()
            self._timer = given, timer
        measured = self._timer[1].measure(execution)
        return {"result": measured.result, "seconds": measured.seconds, "execution": measured.execution}


def _chosen(program: Program, function: str) -> str:
    """The function, or else the first one."""
    names = [name for name, signature in program.signatures.items() if not signature.host]
    return function if function in names else next(iter(names), "")


def _extent(program: Program, function: str) -> tuple[str, int, int]:
    """The path of a function's file, and its first and last line."""
    location = program.signatures[function].location
    file, _, line = location.rpartition(":")
    for node in ast.parse(program.texts[file]).body:
        if isinstance(node, ast.FunctionDef) and node.name == function:
            return _path(location), node.lineno, node.end_lineno or node.lineno
    return _path(location), int(line), int(line)


def _path(location: str) -> str:
    return location.rpartition(":")[0].removeprefix("cannonfish/kernel/")
