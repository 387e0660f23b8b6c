"""The text of a record, with lines and columns."""

import bisect
import re
from typing import Final

from cannonfish.errors import GameError, InvalidRecordError, clip

MAX_CHARACTERS: Final = 64 * 1024 * 1024
"""Length of the longest text that is read: a few hundred thousand games."""

MAX_ERRORS: Final = 100
"""Most errors that are kept of one game."""


def check_size(data: bytes) -> None:
    """InvalidRecordError for bytes of more than MAX_CHARACTERS in any encoding."""
    if len(data) > 4 * MAX_CHARACTERS:
        raise too_large(len(data), "bytes")


def too_large(size: int, unit: str) -> InvalidRecordError:
    """The error for a text longer than MAX_CHARACTERS."""
    return InvalidRecordError(
        "too_large", f"{size} {unit} are too many: the limit is {MAX_CHARACTERS} characters", size=size
    )


class Source:
    """A text that knows its lines and columns.  InvalidRecordError if it is longer than MAX_CHARACTERS.

    ``lines_before`` are those of a longer text that it is a piece of.
    """

    def __init__(self, text: str, lines_before: int = 0) -> None:
        if len(text) > MAX_CHARACTERS:
            raise too_large(len(text), "characters")
        # A pasted byte order mark becomes a space, so that offsets do not change.
        self.text = " " + text[1:] if text.startswith("\ufeff") else text
        self._line_starts: list[int] = []
        self._lines_before = lines_before

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of a character, both counted from 1."""
        if not self._line_starts:  # most texts have no error and never need it
            self._line_starts = [0, *(found.end() for found in re.finditer("\n", self.text))]
        line = bisect.bisect_right(self._line_starts, offset)
        return self._lines_before + line, offset - self._line_starts[line - 1] + 1

    def error(
        self, offset: int, reason: str, message: str, text: str = "", **details: str | int
    ) -> InvalidRecordError:
        """An error at that character; it is returned, not raised."""
        line, column = self.position(offset)
        return InvalidRecordError(
            reason,
            f"line {line}, column {column}: {message}",
            text,
            line=line,
            column=column,
            **details,
        )

    def refused(self, offset: int, error: GameError, **details: str | int) -> InvalidRecordError:
        """An error of a board at that character: its code is the reason, its own reason the ``cause``."""
        details = {**error.details, "cause": error.reason, **details}
        return self.error(offset, error.code, error.message, error.text, **details)

    def unknown_format(self) -> InvalidRecordError:
        """The error for a text in no known format."""
        text = self.text.strip()
        beginning = clip(text.partition("\n")[0].rstrip(), 40)
        message = "no game: there are no tags, no position, and no line that begins with moves"
        return self.error(0, "unknown_format", f"{message}; it begins with {beginning!r}", beginning)


def add_error(errors: list[InvalidRecordError], error: InvalidRecordError) -> None:
    """Add an error to those of a game, unless there are MAX_ERRORS already."""
    if len(errors) < MAX_ERRORS:
        errors.append(error)
