"""Positions as text: the sixteen points in rows from the top, and the side to move.

    BBBBB..BW..WWWWW w

No counters: whoever gives a game gives its moves.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from cannonfish.errors import InvalidFenError, clip
from cannonfish.games.liuzichong.sides import BLACK, WHITE, Side
from cannonfish.games.liuzichong.squares import FILES, RANKS, SQUARES

STARTING_FEN: Final = "BBBBB..BW..WWWWW w"
MAX_LENGTH: Final = 20_000
"""Longest text looked at, in characters: about four thousand appended moves, more than any game has."""
MOST_STONES: Final = 6
EMPTY: Final = "."


class FenFault(StrEnum):
    """Everything a text is refused for: the ``reason`` of an InvalidFenError."""

    TOO_LONG = "too_long"
    EMPTY = "empty"
    FIELDS = "fields"
    POINTS = "points"
    LETTER = "letter"
    SIDE = "side"
    TOO_MANY = "too_many"


@dataclass(frozen=True, slots=True)
class Setup:
    """What a text says.

    ``placement`` has ``W``, ``B`` or ``.`` for every point from a1 to d4; ``moves`` are the texts of appended
    moves, not yet read.
    """

    placement: str
    turn: Side
    moves: tuple[str, ...] = ()


def parse_fen(text: str) -> Setup:
    """Read the text form, with or without ``fen`` before it and ``moves ...`` behind it.

    InvalidFenError names what is wrong.  Any number of stones up to six a side makes a position.
    """
    if len(text) > MAX_LENGTH:
        raise InvalidFenError(
            FenFault.TOO_LONG, f"the position has {len(text)} characters; {MAX_LENGTH} are allowed", text
        )
    fields = text.split()
    if fields[:1] == ["fen"]:
        del fields[0]
    moves: tuple[str, ...] = ()
    if "moves" in fields:
        at = fields.index("moves")
        moves = tuple(fields[at + 1 :])
        del fields[at:]
    if not fields:
        raise InvalidFenError(FenFault.EMPTY, "the position is empty", text)
    if len(fields) != 2:
        raise InvalidFenError(
            FenFault.FIELDS,
            f"a position is sixteen points and the side to move, such as {STARTING_FEN!r}, "
            f"not {clip(text)!r}",
            text,
            fields=len(fields),
        )
    return Setup(_parse_placement(fields[0]), _parse_side(fields[1]), moves)


def _parse_placement(text: str) -> str:
    if len(text) != len(SQUARES):
        raise InvalidFenError(
            FenFault.POINTS, f"the board has {len(SQUARES)} points, not {len(text)}", text, points=len(text)
        )
    for letter in text:
        if letter not in ("W", "B", EMPTY):
            raise InvalidFenError(
                FenFault.LETTER, f"a point is 'W', 'B' or '.', not {letter!r}", text, letter=letter
            )
    for side, name in ((WHITE, "White"), (BLACK, "Black")):
        number = text.count(side.stone)
        if number > MOST_STONES:
            raise InvalidFenError(
                FenFault.TOO_MANY,
                f"{name} has {number} stones; there are only {MOST_STONES}",
                text,
                side=side.stone,
                number=number,
            )
    return _turned(text)


def _parse_side(text: str) -> Side:
    try:
        return {"w": WHITE, "b": BLACK}[text]
    except KeyError:
        raise InvalidFenError(
            FenFault.SIDE, f"the side to move must be 'w' or 'b', not {clip(text)!r}", text
        ) from None


def format_fen(placement: str, turn: Side) -> str:
    """The text form."""
    return f"{_turned(placement)} {turn.stone.lower()}"


def _turned(points: str) -> str:
    """The rows in the opposite order: from the top, or from below."""
    return "".join(points[rank * FILES : (rank + 1) * FILES] for rank in reversed(range(RANKS)))
