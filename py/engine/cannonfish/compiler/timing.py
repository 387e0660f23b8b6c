"""The time of a call of one function, in either execution.

A call from outside costs more than many functions take. So the program is given one more function, which
makes the same call again and again, and which is compiled or interpreted like the others. Kept for the
Compile tab of the Lab, which shows how much faster compiled code is.
"""

from __future__ import annotations

import ast
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import FunctionType
from typing import Any

from . import ir
from .checker import check_function
from .dialect import SourceLines, read_signature
from .errors import ExecutionFailed
from .execution import Execution
from .instantiate import instantiate
from .program import Program
from .vectors import nodes

ENOUGH_S = 0.01
"""A measurement takes at least this long, if the call can be repeated."""
LEAST_S = 0.001
"""A shorter time counts as unknown: browsers round their clocks to a tenth of it."""
LONGEST_S = 0.2
"""A measurement that takes this long is not repeated."""
MOST_CALLS = 1 << 26
GROWTH = 8
LARGE = 1 << 16
"""Arrays of this length, such as transposition tables, are not restored after a call."""


@dataclass(frozen=True)
class CallTime:
    """The result and the time of a call."""

    result: int
    """0 from a function that returns None."""
    seconds: float | None
    """None if the call is too short to be measured and cannot be repeated."""
    execution: str


class CallTimer:
    """Measures the same call in both executions, always from the same state of the arrays.

    `state` are entries of arrays by name; other arrays begin as in the program. Raises KeyError for an
    unknown function, TypeError for a wrong number of arguments, DialectError for one that is too large.
    """

    def __init__(
        self,
        program: Program,
        function: str,
        arguments: Sequence[int],
        state: Mapping[str, Sequence[int]] | None = None,
    ):
        program = program.relinked()
        self._program, self._repeat = _repeating(program, function, arguments)
        self._state = dict(state or {})
        self._restored = {
            name: self._state.get(name) or program.arrays[name].values()
            for name in _written(program, function)
            if program.arrays[name].length < LARGE
        }
        self._most = MOST_CALLS
        """How often the call can be repeated, starting from the state."""

    def check(self) -> None:
        """Make the call in the checked build. Raises ExecutionFailed, which names the place of a fault.

        A call that changes arrays is also repeated there, to find out how many repetitions succeed.
        """
        execution = self._instance("auto", checked=True)
        calls = 1
        try:
            _, took = self._run(execution, calls)
            while self._restored and took < LONGEST_S and calls < MOST_CALLS:
                self._most = calls
                calls *= GROWTH
                _, took = self._run(execution, calls)
            self._most = calls if self._restored else MOST_CALLS
        except ExecutionFailed:
            if calls == 1:
                raise
        finally:
            execution.close()

    def measure(self, kind: str) -> CallTime:
        """Measure the call in an execution, "compiled" or "interpreted". ExecutionFailed as `check`."""
        execution = self._instance(kind)
        try:
            calls = 1
            result, took = self._run(execution, calls)
            while took < LONGEST_S:
                # The better of two, because other work of the machine only makes a time longer.
                took = min(took, self._run(execution, calls)[1])
                if took >= ENOUGH_S or GROWTH * calls > self._most:
                    break
                calls *= GROWTH
                _, took = self._run(execution, calls)
            return CallTime(result, took / calls if took >= LEAST_S else None, execution.name)
        finally:
            execution.close()

    def _instance(self, kind: str, checked: bool = False) -> Execution:
        execution = instantiate(self._program, kind, checked=checked)
        for name, values in self._state.items():
            execution.store(name, 0, values)
        return execution

    def _run(self, execution: Execution, calls: int) -> tuple[int, float]:
        """Make the call `calls` times; return the last result, and the total time."""
        for name, values in self._restored.items():
            execution.store(name, 0, values)
        began = time.perf_counter()
        result = execution.call(self._repeat, calls)
        return result, time.perf_counter() - began


def _repeating(program: Program, function: str, arguments: Sequence[int]) -> tuple[Program, str]:
    """Return the program with one more function, which makes a call several times, and its name."""
    if function not in program.functions:
        raise KeyError(f"the program has no function `{function}`")
    signature = program.signatures[function]
    if len(arguments) != len(signature.parameters):
        raise TypeError(f"`{signature}` called with {len(arguments)} arguments")
    name = "repeated"
    taken = (
        program.signatures.keys() | program.arrays.keys() | program.tables.keys() | program.constants.keys()
    )
    while name in taken:
        name += "_"
    call = f"{function}({', '.join(map(str, arguments))})"
    result = f"{name}_result"
    text = f"def {name}({name}_calls: int) -> int:\n    {result} = 0\n    for _ in range({name}_calls):\n"
    text += f"        {f'{result} = ' if signature.returns else ''}{call}\n    return {result}\n"
    file = f"({name})"
    lines = SourceLines(file, text)
    (node,) = ast.parse(text, file).body
    assert isinstance(node, ast.FunctionDef)
    head = read_signature(node, lines)
    checked = check_function(node, head, {function: signature}.get, lines)
    namespace: dict[str, Any] = {}
    exec(compile(text, file, "exec", dont_inherit=True), namespace)
    made = namespace[name]
    assert isinstance(made, FunctionType)
    return replace(
        program,
        signatures={**program.signatures, name: head},
        codes={**program.codes, name: made.__code__},
        functions={**program.functions, name: checked},
        texts={**program.texts, file: text},
        images={},
    ), name


def _written(program: Program, function: str) -> set[str]:
    """Return the names of the arrays that a function, or one that it calls, stores into."""
    arrays: set[str] = set()
    known = {function}
    waiting = [function]
    while waiting:
        for node in nodes(program.functions[waiting.pop()].body):
            match node:
                case ir.Assign(targets):
                    arrays.update(each.array.name for each in targets if isinstance(each, ir.Element))
                case ir.Update(target):
                    arrays.add(target.array.name)
                case ir.Call(called) if called.name in program.functions and called.name not in known:
                    known.add(called.name)
                    waiting.append(called.name)
    return arrays
