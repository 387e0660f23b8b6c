"""The choice of an execution: compiled if possible, else interpreted, with the reason."""

from __future__ import annotations

import sys

from .errors import ExecutionUnavailable
from .execution import Execution, Host
from .interpreted import InterpretedExecution
from .program import Program

EXECUTIONS = ("auto", "interpreted", "compiled")


def instantiate(
    program: Program,
    execution: str = "auto",
    host: Host | None = None,
    checked: bool = False,
    vectors: bool = True,
    threads: bool = False,
) -> Execution:
    """Make an instance of a program, independent of all others.

    "interpreted" always works. "compiled" raises ExecutionUnavailable if this platform cannot run it. "auto"
    falls back from compiled to interpreted, and then `fallback_reason` is a sentence that says why. Without
    `vectors`, compiled code has no vector instructions, as on platforms that have none. With `threads`,
    compiled code can have more than one (`Execution.start_thread`), if the platform has them.
    """
    if execution not in EXECUTIONS:
        raise ValueError(f"unknown execution {execution!r}; there are {', '.join(EXECUTIONS)}")
    if checked:
        program = program.relinked()
    if execution == "interpreted":
        return InterpretedExecution(program, host, checked)
    try:
        return _compiled(program, host, checked, vectors, threads)
    except ExecutionUnavailable as error:
        if execution == "compiled":
            raise
        interpreted = InterpretedExecution(program, host, checked)
        interpreted.fallback_reason = str(error)
        return interpreted


def _compiled(program: Program, host: Host | None, checked: bool, vectors: bool, threads: bool) -> Execution:
    try:
        # Each needs packages that the other's platform lacks.
        if sys.platform == "emscripten":
            from .browser import BrowserExecution

            return BrowserExecution(program, host, checked, vectors, threads)
        from .native import NativeExecution

        return NativeExecution(program, host, checked, vectors, threads)
    except ExecutionUnavailable:
        raise
    except Exception as error:  # a fault of the emitter or of the platform: interpreted still works
        raise ExecutionUnavailable(f"compiling failed: {type(error).__name__}: {error}") from error
