"""Positions as text: the sixteen points in rows from the top, and the side to move.

    BBBBB..BW..WWWWW w

There are no counters: a game is given by its moves.
"""

from collections.abc import Iterator
from enum import IntFlag
from typing import Final, NamedTuple, TypeAlias

from cannonfish.errors import InvalidFenError, clip
from cannonfish.games.base import fen
from cannonfish.games.base.fen import EMPTY as EMPTY
from cannonfish.games.liuzichong.sides import BLACK, WHITE, Side
from cannonfish.games.liuzichong.squares import GRID, SQUARES

STARTING_FEN: Final = "BBBBB..BW..WWWWW w"
MOST_STONES: Final = 6


class Status(IntFlag):
    """What is wrong about a position."""

    VALID = 0
    TOO_MANY_WHITE_STONES = 1
    TOO_MANY_BLACK_STONES = 2


class Position(NamedTuple):
    """The parts of a position that count for repetition."""

    placement: str
    """``W``, ``B`` or ``.`` for every point from a1 to d4."""
    turn: Side


Setup: TypeAlias = fen.Setup[Position]


def parse_fen(text: str) -> Setup:
    """Read the text form, with or without ``fen`` before it and ``moves ...`` after it.

    InvalidFenError if it is malformed; see ``faults``.
    """
    fields, moves = fen.split_fen(text, "position")
    if len(fields) != 2:
        raise InvalidFenError(
            "fields",
            f"a position is sixteen points and the side to move, such as {STARTING_FEN!r}, "
            f"not {clip(text)!r}",
            text,
            fields=len(fields),
        )
    placement = _parse_placement(fields[0])
    return fen.Setup(Position(placement, fen.parse_side(fields[1], {"w": WHITE, "b": BLACK})), moves=moves)


def _parse_placement(text: str) -> str:
    if len(text) != len(SQUARES):
        raise InvalidFenError(
            "points", f"the board has {len(SQUARES)} points, not {len(text)}", text, points=len(text)
        )
    for letter in text:
        if letter not in ("W", "B", EMPTY):
            raise InvalidFenError(
                "letter", f"a point is 'W', 'B' or '.', not {letter!r}", text, letter=letter
            )
    return "".join(GRID.rows(text))  # the text has the top row first


def faults(setup: Setup, text: str) -> Iterator[InvalidFenError]:
    """The reasons why the setup cannot be played, as errors that quote ``text``: too many stones."""
    for side in Side:
        number = setup.position.placement.count(side.stone)
        if number > MOST_STONES:
            yield InvalidFenError(
                "too_many",
                f"{side.name.capitalize()} has {number} stones; there are only {MOST_STONES}",
                text,
                side="wb"[side],
                number=number,
            )


def format_fen(setup: Setup) -> str:
    """The text form."""
    return f"{''.join(GRID.rows(setup.position.placement))} {'wb'[setup.position.turn]}"
