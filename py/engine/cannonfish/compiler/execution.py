"""An execution, which is a running instance of a program, and the host that it runs in."""

from __future__ import annotations

import sys
import time
from abc import ABC, abstractmethod
from array import array as IntArray
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, TypeAlias

from .errors import ExecutionFailed, ExecutionUnavailable
from .program import Program
from .symbols import TYPECODES, Array


@dataclass(frozen=True)
class Host:
    """The functions that a program calls in its host."""

    now: Callable[[], int] | None = None
    """Milliseconds since the instance was made; None for Python's clock."""
    poll: Callable[[], int] | None = None
    """Lets the host do other work; non-zero asks for a stop. None never does."""
    ask: Callable[[], int] | None = None
    """Answers a question of the program's own. None always answers 0."""
    js: Any = None
    """In Pyodide, a JavaScript object with `now()` and `poll()`, which compiled code calls directly. If its
    `suspends` is true, its `poll()` returns a promise, for platforms that can suspend WebAssembly."""

    def clock(self) -> Callable[[], int]:
        """Return `now`, or a clock that starts at this moment."""
        if self.now is not None:
            return self.now
        start = time.perf_counter_ns()
        return lambda: (time.perf_counter_ns() - start) // 1_000_000

    def poll_or_never(self) -> Callable[[], int]:
        """Return `poll`, or one that never asks to stop."""
        return self.poll if self.poll is not None else lambda: 0

    def functions(self) -> tuple[Callable[[], int], ...]:
        """Return the functions that a program calls, in the order of HOST_FUNCTIONS."""
        return self.clock(), self.poll_or_never(), self.ask if self.ask is not None else lambda: 0


Call: TypeAlias = tuple[str, str, list[int]]
"""A task for an execution: "call", a function and its arguments; "store", an array and its first
entries; or "zero" and an array."""


class Thread(ABC):
    """Another thread of an execution, with its own arrays except for the shared ones."""

    @abstractmethod
    def post(self, calls: list[Call]) -> None:
        """Do these tasks as soon as everything posted before is done."""

    @abstractmethod
    def close(self) -> None:
        """End the thread; its `poll` asks a running function to stop."""


class Execution(ABC):
    """One instance of a program: its arrays, and calls of its functions.

    An unknown name raises KeyError, a wrong number of arguments TypeError, an index outside the array
    IndexError, a number that does not fit OverflowError; nothing has changed then. A fault of the program
    raises ExecutionFailed. Exceptions of `now` and `poll` pass through.
    """

    name: ClassVar[str]
    """"interpreted" or "compiled"."""

    def __init__(self, program: Program, checked: bool):
        self.program = program
        self.checked = checked
        self.fallback_reason: str | None = None
        """Why this execution is interpreted although compiled was preferred; else None."""

    @abstractmethod
    def call(self, function: str, *arguments: int) -> int:
        """Call a function of the program; one that returns None gives 0."""

    def function(self, name: str) -> Callable[..., int]:
        """Return a function for many short calls, without the checks of `call` where they cost time.

        The arguments must fit; one that returns None gives None or 0. KeyError for an unknown name.
        """
        if name not in self.program.signatures:
            raise KeyError(f"the program has no function `{name}`")
        return partial(self.call, name)

    def failure(self, error: BaseException | None) -> ExecutionFailed | None:
        """Return the fault of the program behind an error of a `function`; None if it is not one."""
        return None

    async def call_async(self, function: str, *arguments: int) -> int:
        """Call a function, in another thread if the platform has threads, so that the event loop runs.

        Meanwhile arrays may be read and written, and the host is called in that thread.  A cancelled await
        does not end the call.
        """
        if sys.platform == "emscripten":
            return self.call(function, *arguments)
        import asyncio  # which a terminal does not need

        return await asyncio.to_thread(self.call, function, *arguments)

    def read(self, array: str, index: int) -> int:
        """Return one entry of an array."""
        return self.slice(array, index, index + 1)[0]

    def write(self, array: str, index: int, value: int) -> None:
        """Set one entry of an array, even of one that the program never writes."""
        self.store(array, index, (value,))

    def array(self, name: str) -> list[int]:
        """Return a copy of a whole array."""
        return self.slice(name, 0, self._array(name).length)

    @abstractmethod
    def slice(self, name: str, start: int, stop: int) -> list[int]:
        """Return a copy of the entries from start up to, but not including, stop."""

    @abstractmethod
    def store(self, name: str, start: int, values: Iterable[int]) -> None:
        """Set consecutive entries of an array."""

    @abstractmethod
    def zero(self, name: str) -> None:
        """Set all entries of an array to 0."""

    @abstractmethod
    def close(self) -> None:
        """Release the memory of this instance, which must not be used afterwards."""

    def start_thread(self, on_fault: Callable[[str], None]) -> Thread:
        """Start another thread of an instance that was made for threads.

        ExecutionUnavailable if that is not possible. When the thread has died, `on_fault` is called with the
        reason, maybe in that thread.
        """
        raise ExecutionUnavailable("only compiled code that was made for threads can have several")

    def prepare_shared_write(self, name: str) -> None:  # noqa: B027 - nothing to do for most
        """Let the host write into a shared array during a call, where it has no other way to do so."""

    def _array(self, name: str) -> Array:
        try:
            return self.program.arrays[name]
        except KeyError:
            raise KeyError(f"the program uses no array `{name}`") from None

    def _pack(self, name: str, values: Iterable[int]) -> IntArray[int]:
        """Return numbers in the memory format of an array. OverflowError for one that does not fit."""
        bits = self._array(name).bits
        values = list(values)
        try:
            return IntArray(TYPECODES[bits], values)
        except OverflowError:
            for value in values:
                check_number(value, bits)
            raise

    def _check_slice(self, name: str, start: int, stop: int) -> None:
        length = self._array(name).length
        if not 0 <= start <= stop <= length:
            raise IndexError(f"{name}[{start}:{stop}] is not within {name}[{length}]")

    def _check_call(self, function: str, arguments: tuple[int, ...]) -> None:
        try:
            signature = self.program.signatures[function]
        except KeyError:
            raise KeyError(f"the program has no function `{function}`") from None
        if len(arguments) != len(signature.parameters):
            raise TypeError(f"`{signature}` called with {len(arguments)} arguments")
        for argument in arguments:
            check_number(argument)


class Recording(Execution):
    """Records tasks for an execution of a program, to be done in a thread."""

    name: ClassVar[str] = "recording"

    def __init__(self, program: Program):
        super().__init__(program, checked=False)
        self.calls: list[Call] = []

    def call(self, function: str, *arguments: int) -> int:
        """Record a call; return 0 in place of its result."""
        self._check_call(function, arguments)
        self.calls.append(("call", function, list(arguments)))
        return 0

    def slice(self, name: str, start: int, stop: int) -> list[int]:
        """Return zeros: only the number of entries is known."""
        self._check_slice(name, start, stop)
        return [0] * (stop - start)

    def store(self, name: str, start: int, values: Iterable[int]) -> None:
        """Record the first entries of an array."""
        if start:
            raise ValueError(f"the values stored into {name} have to be its first ones")
        self.calls.append(("store", name, self._pack(name, values).tolist()))

    def zero(self, name: str) -> None:
        """Record that all entries of an array are set to 0."""
        self.calls.append(("zero", name, []))

    def close(self) -> None:
        """Nothing to release."""


def check_number(value: int, bits: int = 32) -> None:
    """Raise OverflowError for a number that does not fit."""
    if not -1 << bits - 1 <= value < 1 << bits - 1:
        raise OverflowError(f"{value} does not fit in {bits} bits")
