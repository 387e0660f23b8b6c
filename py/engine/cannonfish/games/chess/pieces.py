"""Sides and pieces of chess."""

from typing import Final

from cannonfish.games.base import pieces


class Side(pieces.Side):
    """White moves first and sits at ranks 1-2."""

    WHITE = 0
    BLACK = 1


WHITE, BLACK = Side


class PieceType(pieces.PieceType):
    """The six kinds."""

    PAWN = 1, "p"
    KNIGHT = 2, "n"
    BISHOP = 3, "b"
    ROOK = 4, "r"
    QUEEN = 5, "q"
    KING = 6, "k"


PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = PieceType

PROMOTIONS: Final = (QUEEN, KNIGHT, ROOK, BISHOP)
"""What a pawn can become, the likeliest first."""


class Piece(pieces.Piece[PieceType, Side]):
    """A piece of one side."""

    __slots__ = ()
    kinds = PieceType
    sides = Side

    @classmethod
    def from_symbol(cls, symbol: str) -> "Piece":
        """The piece of a FEN letter; ValueError if there is none."""
        return cls(PieceType.from_letter(symbol), WHITE if symbol.isupper() else BLACK)

    def unicode_symbol(self) -> str:
        """The Unicode character of the piece."""
        return SIGNS[self.symbol()]


PIECES: Final = {
    piece.symbol(): piece for side in Side for kind in PieceType for piece in [Piece(kind, side)]
}
"""Every piece by its FEN letter: upper case for White."""
SIGNS: Final = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))
"""The Unicode characters of the pieces."""
