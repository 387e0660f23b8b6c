"""A move of chess: from a square to a square, and what a pawn becomes.  Castling is the king's move."""

import re
from dataclasses import dataclass
from typing import Final

from cannonfish.errors import InvalidMoveError, clip
from cannonfish.games.chess.pieces import LETTERS, PieceType
from cannonfish.games.chess.squares import SQUARE_NAMES, Square, parse_square

_UCI: Final = re.compile(r"([a-h][1-8])([a-h][1-8])([nbrq])?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Move:
    """The piece on ``orig`` goes to ``dest``, and if it is a pawn on the last rank becomes ``promotion``."""

    orig: Square
    dest: Square
    promotion: PieceType | None = None

    def uci(self) -> str:
        """``e2e4``, ``e7e8q``, ``e1g1``."""
        suffix = LETTERS[self.promotion] if self.promotion else ""
        return SQUARE_NAMES[self.orig] + SQUARE_NAMES[self.dest] + suffix

    def __str__(self) -> str:
        return self.uci()

    def __repr__(self) -> str:
        return f"Move.from_uci({self.uci()!r})"

    @classmethod
    def from_uci(cls, text: str) -> "Move":
        """Read ``e2e4``.  InvalidMoveError if the text is no move; whether it can be played is not asked."""
        found = _UCI.fullmatch(text)
        if found is None:
            raise InvalidMoveError("syntax", f"{clip(text)!r} is not a move such as 'e2e4' or 'e7e8q'", text)
        orig, dest = parse_square(found[1]), parse_square(found[2])
        if orig == dest:
            raise InvalidMoveError("same_square", f"{text!r} stays where it is", text)
        return cls(orig, dest, PieceType(LETTERS.index(found[3])) if found[3] else None)
