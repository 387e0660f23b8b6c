"""The two sides of Liuzichong."""

import enum
from typing import Final


class Side(enum.IntEnum):
    """White moves first and sits below.  White is falsy: compare, never test for truth."""

    WHITE = 0
    BLACK = 1

    @property
    def other(self) -> "Side":
        """The opponent."""
        return Side.BLACK if self is Side.WHITE else Side.WHITE

    @property
    def stone(self) -> str:
        """The letter of its stones in the text form: ``W`` or ``B``."""
        return "WB"[self]


WHITE: Final = Side.WHITE
BLACK: Final = Side.BLACK
