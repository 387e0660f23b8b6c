"""A move of Liuzichong: a stone goes one step.  What it takes follows from the position."""

import re
from dataclasses import dataclass
from typing import Final

from cannonfish.errors import InvalidMoveError, clip
from cannonfish.games.liuzichong.squares import SQUARE_NAMES, Square, parse_square

_UCI: Final = re.compile(r"([a-d][1-4])([a-d][1-4])", re.ASCII)


@dataclass(frozen=True, slots=True)
class Move:
    """The stone on ``orig`` goes to ``dest``."""

    orig: Square
    dest: Square

    def uci(self) -> str:
        """``a2b2``."""
        return SQUARE_NAMES[self.orig] + SQUARE_NAMES[self.dest]

    def __str__(self) -> str:
        return self.uci()

    def __repr__(self) -> str:
        return f"Move.from_uci({self.uci()!r})"

    @classmethod
    def from_uci(cls, text: str) -> "Move":
        """Read ``a2b2``.  InvalidMoveError if the text is no move; whether it can be played is not asked."""
        found = _UCI.fullmatch(text)
        if found is None:
            raise InvalidMoveError("syntax", f"{clip(text)!r} is not a move such as 'a2b2'", text)
        orig, dest = map(parse_square, found.groups())
        if orig == dest:
            raise InvalidMoveError("same_square", f"{text!r} stays where it is", text)
        return cls(orig, dest)
