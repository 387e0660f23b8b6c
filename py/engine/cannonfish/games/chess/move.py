"""A chess move: origin, destination and promotion.  Castling is given as the king's move."""

from dataclasses import dataclass
from typing import Final, Self

from cannonfish.errors import InvalidMoveError
from cannonfish.games.base import move
from cannonfish.games.chess.pieces import PROMOTIONS, PieceType
from cannonfish.games.chess.squares import GRID

_PROMOTIONS: Final = {kind.letter: kind for kind in PROMOTIONS}


@dataclass(frozen=True, slots=True, repr=False)
class Move(move.Move):
    """The piece on ``orig`` goes to ``dest``; a pawn that reaches the last rank becomes ``promotion``."""

    grid = GRID
    examples = "'e2e4' or 'e7e8q'"

    promotion: PieceType | None = None

    def __post_init__(self) -> None:
        move.Move.__post_init__(self)
        if self.promotion is not None and self.promotion not in PROMOTIONS:
            raise InvalidMoveError(
                "promotion", f"a pawn does not become {self.promotion!r}", repr(self.promotion)
            )

    def uci(self) -> str:
        """``e2e4``, ``e7e8q``, ``e1g1``."""
        names = self.grid.names
        return names[self.orig] + names[self.dest] + (self.promotion.letter if self.promotion else "")

    @classmethod
    def from_uci(cls, text: str) -> Self:
        """Read ``e2e4``.  InvalidMoveError if the text is not a move.  Legality is not checked."""
        promotion = _PROMOTIONS.get(text[4:])
        return cls(*cls._squares(text, text[:2], text[2:4] if promotion else text[2:]), promotion)
