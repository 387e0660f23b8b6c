"""Errors in input: positions, moves, records, limits; and remarks on input that was repaired.

Every error has one sentence for people (``str(error)``), ``code`` and ``reason`` for programs, the refused
text (``text``, clipped), and ``details`` such as a line or a square.  The page translates ``code`` and
``reason``.
"""

from collections.abc import Mapping
from copyreg import __newobj__  # type: ignore[attr-defined]
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

MAX_TEXT = 80
"""Longest refused text that an error keeps, in characters; longer text ends with an ellipsis."""


def clip(text: str, limit: int = MAX_TEXT) -> str:
    """The text, shortened to ``limit`` characters with an ellipsis if it is longer."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that a tolerant reader assumed or repaired in input that it accepted.

    ``code`` is for programs, ``message`` a sentence for people; ``details`` as in a GameError, with the
    ``text`` in question among them.
    """

    code: str
    message: str
    details: Mapping[str, str | int] = field(default_factory=dict)


class GameError(ValueError):
    """Refused input.  ``details`` has only strings and integers, so it can be sent as JSON."""

    code: ClassVar[str] = "invalid_input"

    def __init__(self, reason: str, message: str, text: str = "", **details: str | int) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.text = clip(text)
        self.details = details

    def __reduce__(self) -> tuple[Any, ...]:
        # Python's own way calls ``__init__`` with the message alone.
        return __newobj__, (type(self), *self.args), self.__dict__

    @property
    def number(self) -> int | None:
        """The number of the refused move in a list of moves, from 1; None without a list."""
        number = self.details.get("number")
        return number if isinstance(number, int) else None

    def numbered(self, number: int) -> Self:
        """The same error with the number of the move in a list."""
        details: dict[str, str | int] = {**self.details, "number": number}
        return type(self)(self.reason, f"move {number}: {self.message}", self.text, **details)


class InvalidFenError(GameError):
    """The text is not a FEN, or its position cannot be played."""

    code = "invalid_fen"


class InvalidMoveError(GameError):
    """The text is not a move in any position."""

    code = "invalid_move"


class IllegalMoveError(GameError):
    """A move that is not legal in this position."""

    code = "illegal_move"


class AmbiguousMoveError(GameError):
    """The text fits several legal moves; ``details["candidates"]`` lists them in UCI, separated by spaces."""

    code = "ambiguous_move"

    @property
    def candidates(self) -> tuple[str, ...]:
        """The legal moves that the text could mean, in UCI."""
        return tuple(str(self.details.get("candidates", "")).split())


class InvalidRecordError(GameError):
    """A game record that cannot be read completely."""

    code = "invalid_record"

    @property
    def line(self) -> int | None:
        """The line of the error, from 1; None in a binary record."""
        line = self.details.get("line")
        return line if isinstance(line, int) else None

    @property
    def column(self) -> int | None:
        """The column of the error, from 1; None in a binary record."""
        column = self.details.get("column")
        return column if isinstance(column, int) else None


class InvalidLimitsError(GameError):
    """A limit of a search is out of range; ``details["name"]`` says which."""

    code = "invalid_limits"
