"""What the checked build watches for, and how it says what it found."""

from __future__ import annotations

from dataclasses import dataclass

INDEX = "index"
OVERFLOW = "overflow"
SHIFT = "shift"
ZERO = "zero"


@dataclass(frozen=True)
class Site:
    """A place in a kernel file where the checked build may stop: at `subject`, for reasons of `kind`."""

    kind: str
    file: str
    line: int
    column: int
    function: str
    subject: str = ""

    def describe(self, value: int) -> str:
        """Say what was wrong with `value`, in one line that begins with the place."""
        fault = {
            INDEX: f"index {value} outside {self.subject}",
            OVERFLOW: f"{value} does not fit in 32 bits",
            SHIFT: f"shift by {value}; only 0 to 31 is in the dialect",
            ZERO: "division by zero",
        }[self.kind]
        return f"{self.file}:{self.line}:{self.column}: {fault} (in {self.function})"
