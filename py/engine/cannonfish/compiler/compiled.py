"""The part of a compiled execution that native code and the browser share: calls, faults, addresses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from .errors import ExecutionFailed, ExecutionUnavailable
from .execution import Execution
from .program import TRAP_SITE, TRAP_VALUE, Program


class CompiledExecution(Execution):
    """A program run as WebAssembly."""

    name: ClassVar[str] = "compiled"

    _faults: tuple[type[Exception], ...]
    """The exceptions of the platform when the program faults."""
    _memory: dict[int, Any]
    """The memory as signed numbers of 32 and of 16 bits. It cannot grow, so it stays in its place."""
    _functions: dict[str, Callable[..., Any]]

    _shared: dict[int, Any]
    """The memory that threads share, in the same form, if the instance was made for threads."""

    def __init__(self, program: Program, checked: bool, vectors: bool, threads: bool):
        super().__init__(program, checked)
        self._image = program.image(checked, vectors)
        if threads and not self._image.changes:
            raise ExecutionUnavailable("no array of the program is shared by threads")
        self._threads = threads
        self._shared = {}

    def call(self, function: str, *arguments: int) -> int:
        """Call a function of the program; one that returns None gives 0."""
        self._check_call(function, arguments)
        try:
            return self._functions[function](*arguments) or 0
        except self._faults as error:
            raise self._failure(function, error) from error

    def failure(self, error: BaseException | None) -> ExecutionFailed | None:
        """Return the fault of the program behind an error of a `function`; None if it is not one."""
        return self._failure("the program", error) if isinstance(error, self._faults) else None

    def _failure(self, function: str, error: Exception) -> ExecutionFailed:
        words = self._memory[32]
        site: int = words[TRAP_SITE // 4]
        if site:
            words[TRAP_SITE // 4] = 0
            low, high = words[TRAP_VALUE // 4], words[TRAP_VALUE // 4 + 1]
            return self._image.sites[site - 1].failure(high << 32 | low & 0xFFFFFFFF)
        reason = str(error).strip().rpartition("\n")[2].strip()  # in wasmtime, after the frames
        return ExecutionFailed(f"`{function}`: {reason}")

    def _place(self, name: str) -> tuple[Any, int]:
        """Return the memory as numbers of an array's entry size, and the index of its first entry in it."""
        array = self._array(name)
        address = self._image.addresses[name]
        if array.shared and self._threads:
            return self._shared[array.bits], (address - self._image.shared_from) // array.size
        return self._memory[array.bits], address // array.size
