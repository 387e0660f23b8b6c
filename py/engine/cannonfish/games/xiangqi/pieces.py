"""Sides and pieces of Xiangqi, as public values."""

import enum
from dataclasses import dataclass
from typing import Final


class Side(enum.IntEnum):
    """Red moves first and sits at ranks 0-4.  Red is falsy: compare, never test for truth."""

    RED = 0
    BLACK = 1

    @property
    def other(self) -> "Side":
        """The opponent."""
        return Side.BLACK if self is Side.RED else Side.RED


RED: Final = Side.RED
BLACK: Final = Side.BLACK


class PieceType(enum.IntEnum):
    """The seven kinds, numbered as the kernel numbers them."""

    KING = 1
    ADVISOR = 2
    BISHOP = 3
    KNIGHT = 4
    ROOK = 5
    CANNON = 6
    PAWN = 7


KING: Final = PieceType.KING
ADVISOR: Final = PieceType.ADVISOR
BISHOP: Final = PieceType.BISHOP
KNIGHT: Final = PieceType.KNIGHT
ROOK: Final = PieceType.ROOK
CANNON: Final = PieceType.CANNON
PAWN: Final = PieceType.PAWN

LETTERS: Final = " kabnrcp"
"""FEN letters by ``PieceType`` (there is no kind 0); upper case is Red."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of one side."""

    piece_type: PieceType
    side: Side

    def symbol(self) -> str:
        """The FEN letter: upper case for Red."""
        letter = LETTERS[self.piece_type]
        return letter.upper() if self.side is RED else letter

    def __str__(self) -> str:
        return self.symbol()


PIECES: Final = {
    piece.symbol(): piece for side in Side for kind in PieceType for piece in [Piece(kind, side)]
}
"""Every piece by its FEN letter."""
