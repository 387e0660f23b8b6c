"""What can be wrong with text that comes from outside: a position, a move, a move in a position.

Every error says three things: to a person, one sentence (``str(error)``); to a program, which of the four it
is (``code``) and why (``reason``); and, for both, the text that was refused (``text``, clipped) with whatever
else locates the fault (``details``).  The page translates ``code`` and ``reason``; nobody can translate
"something went wrong".
"""

from typing import ClassVar, Self

MAX_TEXT = 80
"""Characters of the refused text that an error keeps; what is cut off is marked with an ellipsis."""


def clip(text: str, limit: int = MAX_TEXT) -> str:
    """The text itself, or its first characters and an ellipsis: never longer than ``limit``."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


class GameError(ValueError):
    """Refused input.  ``details`` holds only strings and integers, so that it can be sent as JSON."""

    code: ClassVar[str] = "invalid_input"

    def __init__(self, reason: str, message: str, text: str = "", **details: str | int) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.text = clip(text)
        self.details = details

    @property
    def number(self) -> int | None:
        """The place, counted from 1, of the refused move in a list of moves; None where there was no list."""
        number = self.details.get("number")
        return number if isinstance(number, int) else None

    def numbered(self, number: int) -> Self:
        """The same error about the move at that place of a list."""
        details: dict[str, str | int] = {**self.details, "number": number}
        return type(self)(self.reason, f"move {number}: {self.message}", self.text, **details)


class InvalidFenError(GameError):
    """The text is no FEN, or no position of the game has that FEN."""

    code = "invalid_fen"


class InvalidMoveError(GameError):
    """The text is not a move at all, in any position."""

    code = "invalid_move"


class IllegalMoveError(GameError):
    """A move, but not one that can be played here."""

    code = "illegal_move"


class AmbiguousMoveError(GameError):
    """The text fits several legal moves: ``details["candidates"]`` names them in UCI, with spaces between."""

    code = "ambiguous_move"

    @property
    def candidates(self) -> tuple[str, ...]:
        """The legal moves that the text could mean, in UCI."""
        return tuple(str(self.details.get("candidates", "")).split())


class InvalidRecordError(GameError):
    """A game record that cannot be read, or only in part."""

    code = "invalid_record"

    @property
    def line(self) -> int | None:
        """The line of the fault, counted from 1; None in a binary record."""
        line = self.details.get("line")
        return line if isinstance(line, int) else None

    @property
    def column(self) -> int | None:
        """The character of that line, counted from 1; None in a binary record."""
        column = self.details.get("column")
        return column if isinstance(column, int) else None


class InvalidPuzzleError(GameError):
    """A puzzle that cannot be read, or whose solution does not fit its position."""

    code = "invalid_puzzle"

    @property
    def line(self) -> int | None:
        """The line of the file, counted from 1; None where it is not known."""
        line = self.details.get("line")
        return line if isinstance(line, int) else None

    def on_line(self, number: int) -> Self:
        """The same error about that line of a file."""
        return type(self)(
            self.reason, f"line {number}: {self.message}", self.text, **{**self.details, "line": number}
        )


class InvalidLimitsError(GameError):
    """A limit of a search is out of range; ``details["name"]`` says which."""

    code = "invalid_limits"
