"""Reading and writing the parts of a FEN that all games share.

A FEN is read in two stages.  This module and each game's ``parse_fen`` check the syntax and turn the text
into a ``Setup``.  Each game's ``faults``, and ``Board`` itself, then check that the position can be played.
"""

from collections.abc import Collection, Mapping
from typing import Any, Final, Generic, NamedTuple, NoReturn, Protocol, TypeVar

from cannonfish.errors import InvalidFenError, clip
from cannonfish.games.base.grid import Grid

MAX_LENGTH: Final = 20_000
"""Longest text that is read, in characters: about four thousand appended moves, more than any game has."""
MAX_COUNTER: Final = 9999
EMPTY: Final = "."
"""An empty square in a placement."""


class Position(Protocol):
    """The parts of a position that count for repetition.  Each game has its own NamedTuple."""

    @property
    def placement(self) -> str:
        """One character for each square, starting with file a of the first rank: a FEN letter, or EMPTY."""
        ...

    @property
    def turn(self) -> Any:
        """The side to move."""
        ...


P = TypeVar("P", bound=Position)
T = TypeVar("T")


class Setup(NamedTuple, Generic[P]):
    """The content of a FEN, before any check that it can be played."""

    position: P
    halfmove_clock: int = 0
    """Plies since the last irreversible move that count towards the move limit."""
    fullmove: int = 1
    moves: tuple[str, ...] = ()
    """The texts of appended moves."""


def split_fen(text: str, noun: str = "FEN") -> tuple[list[str], tuple[str, ...]]:
    """The fields of a FEN and the texts of its appended moves.

    A leading ``fen`` is skipped.  InvalidFenError if the text is empty or longer than MAX_LENGTH.
    """
    if len(text) > MAX_LENGTH:
        raise InvalidFenError(
            "too_long", f"the {noun} has {len(text)} characters; {MAX_LENGTH} are allowed", text
        )
    fields = text.split()
    if fields[:1] == ["fen"]:
        del fields[0]
    moves: tuple[str, ...] = ()
    if "moves" in fields:
        start = fields.index("moves")
        moves = tuple(fields[start + 1 :])
        del fields[start:]
    if not fields:
        raise InvalidFenError("empty", f"the {noun} is empty", text)
    return fields, moves


def six_fields(fields: list[str], text: str) -> list[str]:
    """The fields of a FEN, with defaults for missing ones.  InvalidFenError unless it has two to six."""
    if not 2 <= len(fields) <= 6:
        raise InvalidFenError(
            "fields",
            f"the FEN has {count(len(fields), 'field')}; two to six are allowed",
            text,
            fields=len(fields),
        )
    return [*fields, *["-", "-", "0", "1"][len(fields) - 2 :]]


def parse_rows(
    text: str, grid: Grid, letters: Collection[str], synonyms: Mapping[str, str] | None = None
) -> str:
    """Read the first field of a FEN, ranks from the top separated by slashes, as a placement."""
    rows = text.split("/")
    if len(rows) != grid.ranks:
        raise InvalidFenError(
            "rows", f"the board has {count(len(rows), 'row')} instead of {grid.ranks}", text, rows=len(rows)
        )
    ranks = zip(reversed(grid.rank_names), rows, strict=True)
    from_the_top = [_parse_row(row, int(rank), grid, letters, synonyms or {}) for rank, row in ranks]
    return "".join(reversed(from_the_top))


def _parse_row(
    text: str, rank: int, grid: Grid, letters: Collection[str], synonyms: Mapping[str, str]
) -> str:
    def refuse(reason: str, message: str, **details: str) -> NoReturn:
        raise InvalidFenError(reason, message, text, rank=rank, **details)

    place = f"{clip(text)!r} (rank {rank})"
    digits = "123456789"[: grid.files]
    row = ""
    after_digit = False
    for letter in text:
        is_digit = letter in digits
        if is_digit and after_digit:
            refuse("adjacent_digits", f"two digits in a row in {place}")
        after_digit = is_digit
        symbol = EMPTY * int(letter) if is_digit else synonyms.get(letter, letter)
        if not is_digit and symbol not in letters:
            refuse("letter", f"{letter!r} in {place} is no piece", letter=letter)
        row += symbol
        if len(row) > grid.files:
            break
    if len(row) != grid.files:
        extent = "more" if len(row) > grid.files else "fewer"
        refuse("row_width", f"{place} has {extent} than {grid.files} {grid.noun}s")
    return row


def format_rows(placement: str, grid: Grid) -> str:
    """The first field of a FEN."""
    text = "/".join(grid.rows(placement))
    for run in range(grid.files, 0, -1):
        text = text.replace(EMPTY * run, str(run))
    return text


def parse_side(text: str, sides: dict[str, T]) -> T:
    """The side to move that a letter stands for.  InvalidFenError for any other text."""
    try:
        return sides[text]
    except KeyError:
        first = {side: letter for letter, side in reversed(sides.items())}
        letters = " or ".join(map(repr, reversed(first.values())))
        raise InvalidFenError(
            "side", f"the side to move must be {letters}, not {clip(text)!r}", text
        ) from None


def parse_counter(text: str, field: int) -> int:
    """A counter from 0 to MAX_COUNTER; ``field`` is its number in the FEN."""
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(MAX_COUNTER))):
        raise InvalidFenError(
            "counter",
            f"field {field} of the FEN must be a number from 0 to {MAX_COUNTER}, not {clip(text)!r}",
            text,
            field=field,
        )
    return int(text)


def count(number: int, noun: str) -> str:
    """``1 row``, ``2 rows``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
