"""The two sides of Liuzichong."""

from cannonfish.games.base import pieces


class Side(pieces.Side):
    """White moves first and sits below."""

    WHITE = 0
    BLACK = 1

    @property
    def stone(self) -> str:
        """The letter of its stones: ``W`` or ``B``."""
        return "WB"[self]


WHITE, BLACK = Side
