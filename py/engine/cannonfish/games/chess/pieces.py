"""Sides and pieces of chess, as public values."""

import enum
from dataclasses import dataclass
from typing import Final


class Side(enum.IntEnum):
    """White moves first and sits at ranks 1-2.  White is falsy: compare, never test for truth."""

    WHITE = 0
    BLACK = 1

    @property
    def other(self) -> "Side":
        """The opponent."""
        return Side.BLACK if self is Side.WHITE else Side.WHITE


WHITE: Final = Side.WHITE
BLACK: Final = Side.BLACK


class PieceType(enum.IntEnum):
    """The six kinds, numbered as the kernel numbers them."""

    PAWN = 1
    KNIGHT = 2
    BISHOP = 3
    ROOK = 4
    QUEEN = 5
    KING = 6


PAWN: Final = PieceType.PAWN
KNIGHT: Final = PieceType.KNIGHT
BISHOP: Final = PieceType.BISHOP
ROOK: Final = PieceType.ROOK
QUEEN: Final = PieceType.QUEEN
KING: Final = PieceType.KING

LETTERS: Final = " pnbrqk"
"""FEN letters by ``PieceType`` (there is no kind 0); upper case is White."""
PROMOTIONS: Final = (QUEEN, KNIGHT, ROOK, BISHOP)
"""What a pawn can become, the likeliest first."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of one side."""

    piece_type: PieceType
    side: Side

    def symbol(self) -> str:
        """The FEN letter: upper case for White."""
        letter = LETTERS[self.piece_type]
        return letter.upper() if self.side is WHITE else letter

    def __str__(self) -> str:
        return self.symbol()


PIECES: Final = {
    piece.symbol(): piece for side in Side for kind in PieceType for piece in [Piece(kind, side)]
}
"""Every piece by its FEN letter."""
