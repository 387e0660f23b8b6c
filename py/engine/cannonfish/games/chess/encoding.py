"""How the kernel (``cannonfish.kernel.chess``) spells squares, which are the same there, pieces and moves."""

from functools import cache
from typing import Final

from cannonfish.compiler import Execution
from cannonfish.games.chess.fen import EMPTY, Position
from cannonfish.games.chess.move import Move
from cannonfish.games.chess.pieces import LETTERS, PIECES, PROMOTIONS, PieceType, Side

_PROMOTIONS: Final = {0: None, **{int(kind): kind for kind in PROMOTIONS}}
NO_SQUARE: Final = 0
"""For the square that a pawn has passed: a1 is never it."""


def encode(move: Move) -> int:
    """The kernel's number for a move."""
    return move.orig | move.dest << 6 | (move.promotion or 0) << 12


@cache
def decode(number: int) -> Move | None:
    """The move that has the number in the kernel, or None.  Moves are few, so they are shared."""
    orig, dest, promotion = number & 63, number >> 6 & 63, number >> 12
    return Move(orig, dest, _PROMOTIONS[promotion]) if promotion in _PROMOTIONS and orig != dest else None


def place(execution: Execution, position: Position) -> None:
    """Put a position on the kernel's board.

    The square that a pawn has passed is dropped if nobody can legally take there.
    """
    execution.call("clear")
    for at, letter in enumerate(position.placement):
        if letter != EMPTY:
            piece = PIECES[letter]
            execution.call("put", piece.side, piece.piece_type, at)
    execution.call("set_state", position.rights, position.passed or NO_SQUARE)


def read(execution: Execution, turn: Side, slots: "Slots") -> Position:
    """The position on the kernel's board."""
    kinds = execution.array("kind_of")
    placement = "".join(
        _LETTER[piece >> 5, kinds[piece]] if piece else EMPTY for piece in execution.array("board")
    )
    passed = execution.read("position", slots.passed)
    return Position(placement, turn, execution.read("position", slots.rights), passed or None)


class Slots:
    """Where a program keeps what is not on the squares."""

    def __init__(self, execution: Execution) -> None:
        constants = execution.program.constants
        self.rights = constants["CASTLING"]
        self.passed = constants["EN_PASSANT"]


_LETTER: Final = {
    (int(side), int(kind)): LETTERS[kind] if side else LETTERS[kind].upper()
    for side in Side
    for kind in PieceType
}
