"""The text of a record: bytes to characters, and offsets to lines and columns."""

import bisect
import codecs
import re
from typing import Final

from cannonfish.errors import GameError, InvalidRecordError

MAX_CHARACTERS: Final = 64 * 1024 * 1024
"""Length of the longest text that is read: a few hundred thousand games."""

MAX_ERRORS: Final = 100
"""Most errors that are kept of one game."""

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

_NOT_WESTERN: Final = re.compile(rb"[\x80-\xff]{2}|[\x81\x8d\x8f\x90\x9d]")
"""Two bytes of a Chinese character, or a byte that Windows-1252 does not have."""


def decode(data: bytes) -> str:
    """The characters of a file.

    A byte order mark decides the encoding.  Without one it is UTF-8 if that succeeds.  Otherwise it is
    Windows-1252 (which includes Latin-1, the encoding of the PGN standard) if every accented letter stands
    alone, and else GB18030, which includes GBK and GB2312, the encodings of most Chinese records.  An
    incomplete last character is dropped.  InvalidRecordError, with the line and the byte in it, if none
    succeeds.
    """
    if len(data) > 4 * MAX_CHARACTERS:
        raise too_large(len(data), "bytes")
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decode_as(data, len(mark), encoding)
    try:
        return _decode_as(data, 0, "utf-8")
    except InvalidRecordError:
        return _decode_as(data, 0, "gb18030" if _NOT_WESTERN.search(data) else "cp1252")


def _decode_as(data: bytes, start: int, encoding: str) -> str:
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        return decoder.decode(memoryview(data)[start:])
    except UnicodeDecodeError as error:
        at = start + error.start
        line = data.count(b"\n", 0, at) + 1
        column = at - (data.rfind(b"\n", 0, at) + 1) + 1
        raise InvalidRecordError(
            "encoding",
            f"line {line}, byte {column}: the file is neither UTF-8 nor GB18030",
            line=line,
            column=column,
        ) from None


def too_large(size: int, unit: str) -> InvalidRecordError:
    """The error for a text longer than MAX_CHARACTERS."""
    return InvalidRecordError(
        "too_large", f"{size} {unit} are too many: the limit is {MAX_CHARACTERS} characters", size=size
    )


class Source:
    """A text that knows its lines and columns.  InvalidRecordError if it is longer than MAX_CHARACTERS."""

    def __init__(self, text: str) -> None:
        if len(text) > MAX_CHARACTERS:
            raise too_large(len(text), "characters")
        # A pasted byte order mark becomes a space, so that offsets do not change.
        self.text = " " + text[1:] if text.startswith("\ufeff") else text
        self._line_starts: list[int] = []

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of a character, both counted from 1."""
        if not self._line_starts:  # most texts have no error and never need it
            self._line_starts = [0, *(found.end() for found in re.finditer("\n", self.text))]
        line = bisect.bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

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
        return self.error(0, "unknown_format", "this is not a game record", self.text.strip())


def add_error(errors: list[InvalidRecordError], error: InvalidRecordError) -> None:
    """Add an error to those of a game, unless there are MAX_ERRORS already."""
    if len(errors) < MAX_ERRORS:
        errors.append(error)
