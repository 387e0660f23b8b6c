"""The interpreted execution: the functions as Python compiled them, with an instance's arrays as globals.

It needs nothing but Python. Compiled code is tested against it.
"""

from __future__ import annotations

from array import array as IntArray
from collections.abc import Callable, Iterable, Mapping
from types import CodeType, FunctionType
from typing import Any, ClassVar, Final, TypeAlias, cast

from .errors import ExecutionFailed
from .execution import Execution, Host
from .program import HOST_FUNCTIONS, Program
from .symbols import Array

LARGE: Final = 1 << 17
"""Arrays of at least this length are kept in memory format, as a list takes up to ten times the memory. The
weights of a network are shorter, and faster as lists; the transposition table is not (44 thousand Xiangqi
nodes/s either way)."""

Numbers: TypeAlias = "list[int] | IntArray[int]"


def _storage(array: Array) -> Numbers:
    """Return an instance's own copy of an array."""
    return array.values() if array.length < LARGE else array.numbers()


FAULTS: Final = (ArithmeticError, IndexError, ValueError, MemoryError, RecursionError)
"""What Python raises in a function of the dialect."""


class _Reached(Exception):
    """The call that `first_call` waits for."""

    def __init__(self, arguments: tuple[int, ...]):
        super().__init__()
        self.arguments = arguments


class InterpretedExecution(Execution):
    """A program run by Python itself.

    `codes` replaces the codes of some functions of the program; `helpers` are functions for them to call,
    under names that no source can contain. Neither can be combined with `checked`, which has its own.
    """

    name: ClassVar[str] = "interpreted"

    def __init__(
        self,
        program: Program,
        host: Host | None = None,
        checked: bool = False,
        *,
        codes: Mapping[str, CodeType] | None = None,
        helpers: Mapping[str, Any] | None = None,
    ):
        super().__init__(program, checked)
        host = host or Host()
        self._arrays = {name: _storage(array) for name, array in program.arrays.items()}
        # A program that does not ask the host may use its names for something else.
        self._globals: dict[str, Any] = dict(zip(HOST_FUNCTIONS, host.functions(), strict=True))
        self._globals.update({**program.constants, **self._arrays})
        self._globals.update((name, table.rows) for name, table in program.tables.items())
        if checked:
            from .checked import guarded_codes  # imports the parser and the dialect

            codes, helpers = guarded_codes(program)
        self._globals.update(helpers or {})
        # Copies of the codes: Python specialises a code for the globals it meets first, and a code that two
        # instances share runs 5 % slower in the second.
        self._functions: dict[str, Callable[..., int | None]] = {
            name: FunctionType(code.replace(), self._globals, name)
            for name, code in {**program.codes, **(codes or {})}.items()
        }
        self._globals.update(self._functions)

    def call(self, function: str, *arguments: int) -> int:
        """Call a function of the program; one that returns None gives 0."""
        self._check_call(function, arguments)
        try:
            return int(self._functions[function](*arguments) or 0)
        except FAULTS as error:
            failure = self.failure(error)
            if failure is None:
                raise
            raise failure from error

    def function(self, name: str) -> Callable[..., int]:
        """Return the Python function itself. `failure` makes sense of what it raises."""
        try:
            return cast("Callable[..., int]", self._functions[name])
        except KeyError:
            raise KeyError(f"the program has no function `{name}`") from None

    def first_call(self, inner: str, function: str, *arguments: int) -> tuple[int, ...] | None:
        """Call a function until it calls another one, or itself; return the arguments of that call.

        None if there is none. The arrays are as they are at that moment.
        """

        def stop(*given: int) -> None:
            raise _Reached(given)

        kept = self._functions[inner]
        self._globals[inner] = self._functions[inner] = stop
        try:
            self.call(function, *arguments)
        except _Reached as reached:
            return reached.arguments
        finally:
            self._globals[inner] = self._functions[inner] = kept
        return None

    def failure(self, error: BaseException | None) -> ExecutionFailed | None:
        """Return an error with file, line and function if the program itself raised it, None if its host did.

        Calls without end are the program's fault, whoever made the last one.
        """
        if not isinstance(error, FAULTS):
            return None
        place = None
        trace = error.__traceback__
        while trace is not None:
            code = trace.tb_frame.f_code
            if trace.tb_frame.f_globals is self._globals:
                place = f"{code.co_filename}:{trace.tb_lineno}", code.co_name
            elif not isinstance(error, RecursionError):
                place = None
            trace = trace.tb_next
        reason = "the calls are nested too deeply" if isinstance(error, RecursionError) else error
        return place and ExecutionFailed(f"{place[0]}: {reason} (in {place[1]})")

    def slice(self, name: str, start: int, stop: int) -> list[int]:
        """Return a copy of the entries from start up to, but not including, stop."""
        self._check_slice(name, start, stop)
        return list(map(int, self._arrays[name][start:stop]))  # no truth values

    def store(self, name: str, start: int, values: Iterable[int]) -> None:
        """Set consecutive entries of an array."""
        numbers = self._pack(name, values)
        self._check_slice(name, start, start + len(numbers))
        array: Any = self._arrays[name]
        array[start : start + len(numbers)] = numbers if isinstance(array, IntArray) else numbers.tolist()

    def zero(self, name: str) -> None:
        """Set all entries of an array to 0."""
        length = self._array(name).length
        array: Any = self._arrays[name]
        if isinstance(array, IntArray):
            memoryview(array).cast("B")[:] = bytes(array.itemsize * length)
        else:
            array[:] = [0] * length

    def close(self) -> None:
        """Release the arrays."""
        self._functions.clear()
        self._globals.clear()
        self._arrays.clear()
