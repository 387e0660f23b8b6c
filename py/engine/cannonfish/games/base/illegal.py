"""Why a move is not legal: the rule that it breaks, in a sentence, with the squares concerned."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from cannonfish.games.base.fen import EMPTY
from cannonfish.games.base.grid import Grid, Square


class Illegal(StrEnum):
    """The rules that a move can break: the ``reason`` of an IllegalMoveError."""

    NOT_LEGAL = "not_legal"
    """A move of a game that does not explain its rules."""
    NO_PIECE = "no_piece"
    OPPONENTS_PIECE = "opponents_piece"
    SAME_SQUARE = "same_square"
    OWN_PIECE = "own_piece"
    """A piece of the mover is on the destination."""
    OCCUPIED = "occupied"
    """A stone cannot move onto another one."""
    SHAPE = "shape"
    """No piece of the kind moves like that, on whatever board."""
    BLOCKED = "blocked"
    PALACE = "palace"
    RIVER = "river"
    EYE = "eye"
    """A piece on the midpoint of an elephant's move."""
    LEG = "leg"
    """A piece beside a horse."""
    CANNON_JUMP = "cannon_jump"
    """A cannon jumps without a capture."""
    NO_SCREEN = "no_screen"
    SCREENS = "screens"
    """A cannon captures over more than one piece."""
    BACKWARD = "backward"
    SIDEWAYS = "sideways"
    """A soldier moves sideways before it has crossed the river."""
    PAWN_BLOCKED = "pawn_blocked"
    PAWN_CAPTURE = "pawn_capture"
    """A pawn moves diagonally without a capture."""
    PAWN_DOUBLE = "pawn_double"
    """A pawn moves two squares, but not from its first one."""
    PROMOTION = "promotion"
    """A pawn's move to the last rank without a new piece."""
    NO_PROMOTION = "no_promotion"
    """A new piece on any other move."""
    CASTLING_RIGHT = "castling_right"
    CASTLING_BLOCKED = "castling_blocked"
    CASTLING_IN_CHECK = "castling_in_check"
    CASTLING_THROUGH_CHECK = "castling_through_check"
    KINGS_FACING = "kings_facing"
    IN_CHECK = "in_check"
    """The king is in check, and stays so."""
    KING_INTO_CHECK = "king_into_check"
    EXPOSES_KING = "exposes_king"
    """The move lets another piece attack the king."""


class BrokenRule(NamedTuple):
    """A rule that a move breaks."""

    reason: Illegal
    message: str
    """One sentence in English."""
    squares: Sequence[Square] = ()
    """The squares of the pieces that stand in the way or attack."""


def between(grid: Grid, orig: Square, dest: Square) -> Iterator[Square]:
    """The squares strictly between two squares of one file, rank or diagonal, from the first on."""
    files = grid.square_file(dest) - grid.square_file(orig)
    ranks = grid.square_rank(dest) - grid.square_rank(orig)
    steps = max(abs(files), abs(ranks))
    return (orig + (files // steps + ranks // steps * grid.files) * step for step in range(1, steps))


def blockers(grid: Grid, placement: str, orig: Square, dest: Square) -> list[Square]:
    """The pieces strictly between two squares of one line."""
    return [at for at in between(grid, orig, dest) if placement[at] != EMPTY]
