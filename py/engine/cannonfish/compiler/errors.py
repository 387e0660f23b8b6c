"""The errors of checking, linking, compiling and running a kernel."""

from dataclasses import dataclass
from typing import Any, Final


class DialectError(SyntaxError):
    """A kernel file leaves the dialect; says where, and what to write instead.

    It is a SyntaxError so that tracebacks and editors show the offending line.
    A page shows `file`, `line` and `column` (both counted from 1), and `reason` (one sentence).
    """

    def __init__(self, reason: str, file: str, line: int, column: int, text: str = "", end_column: int = 0):
        super().__init__(reason, (file, line, column, text, line, end_column or column + 1))
        self.file = file
        self.line = line
        self.column = column
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        place = (self.file, self.line, self.column, self.text, self.end_offset)
        return type(self), (self.reason, *place)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.reason}"


class LinkError(ValueError):
    """The files do not make one program: a name is missing, defined twice, or not as declared."""


class ExecutionUnavailable(RuntimeError):
    """This platform cannot run compiled code; the message is a sentence that says why."""


class ExecutionFailed(RuntimeError):
    """A kernel function was stopped by a fault; the message names the kind and, where known, the line.

    The arrays keep what they held at that moment.
    """


SOURCE_ERRORS: Final = (DialectError, LinkError, ExecutionFailed)
"""What is wrong in a kernel file, which somebody may have edited; the messages name the place."""


OVERFLOW = "{} does not fit in 32 bits"
BAD_SHIFT = "shift by {}; only 0 to 31 is in the dialect"
ZERO_DIVISOR = "division by zero"


def too_large(array: str) -> str:
    """Return the fault of a `Site` that stores into an array of 16-bit entries."""
    return f"{{}} does not fit in the 16 bits of {array}"


def bad_index(array: str, length: int) -> str:
    """Return the fault of a `Site` with an index."""
    return f"index {{}} outside {array}[{length}]"


def numeral(value: object) -> str:
    """Return a value for a message. Python refuses to write numbers of thousands of digits."""
    if isinstance(value, int) and value.bit_length() > 128:
        return f"a number of {value.bit_length()} bits"
    return repr(value)


@dataclass(frozen=True)
class Site:
    """A place in a kernel file at which the checked build may trap. `fault` has {} for the wrong value."""

    file: str
    line: int
    column: int
    function: str
    fault: str

    def failure(self, value: int) -> ExecutionFailed:
        """Return the error to raise for a wrong value."""
        place = f"{self.file}:{self.line}:{self.column}"
        return ExecutionFailed(f"{place}: {self.fault.format(value)} (in {self.function})")
