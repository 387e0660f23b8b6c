"""Sides and pieces of Xiangqi."""

from typing import Final

from cannonfish.games.base import pieces


class Side(pieces.Side):
    """Red moves first and sits at ranks 0-4."""

    RED = 0
    BLACK = 1


RED, BLACK = Side


class PieceType(pieces.PieceType):
    """The seven kinds."""

    KING = 1, "k"
    ADVISOR = 2, "a"
    BISHOP = 3, "b"
    KNIGHT = 4, "n"
    ROOK = 5, "r"
    CANNON = 6, "c"
    PAWN = 7, "p"

    @property
    def word(self) -> str:
        """What English calls it: ``chariot`` for a rook."""
        return _WORDS.get(self.name, self.name.lower())


_WORDS: Final = {
    "KING": "general",
    "BISHOP": "elephant",
    "KNIGHT": "horse",
    "ROOK": "chariot",
    "PAWN": "soldier",
}

KING, ADVISOR, BISHOP, KNIGHT, ROOK, CANNON, PAWN = PieceType


class Piece(pieces.Piece[PieceType, Side]):
    """A piece of one side."""

    __slots__ = ()
    kinds = PieceType
    sides = Side

    @classmethod
    def from_symbol(cls, symbol: str) -> "Piece":
        """The piece of a FEN letter; ValueError if there is none."""
        return cls(PieceType.from_letter(symbol), RED if symbol.isupper() else BLACK)

    def unicode_symbol(self) -> str:
        """The character on the piece, such as ``俥``."""
        return SIGNS[self.symbol()]


PIECES: Final = {
    piece.symbol(): piece for side in Side for kind in PieceType for piece in [Piece(kind, side)]
}
"""Every piece by its FEN letter: upper case for Red."""
SIGNS: Final = dict(zip("KABNRCPkabnrcp", "帥仕相傌俥炮兵將士象馬車砲卒", strict=True))
"""The traditional characters on the pieces."""
