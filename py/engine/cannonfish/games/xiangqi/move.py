"""A move of Xiangqi: from a point to a point, for there is no promotion and no pass."""

import re
from dataclasses import dataclass
from typing import Final

from cannonfish.errors import InvalidMoveError, clip
from cannonfish.games.xiangqi.squares import SQUARE_NAMES, Square, parse_square

_UCI: Final = re.compile(r"([a-i][0-9])([a-i][0-9])", re.ASCII)
_UCI_RANKS_FROM_ONE: Final = re.compile(r"[a-i]([1-9]|10)[a-i]([1-9]|10)", re.ASCII)
_ICCS: Final = re.compile(r"([A-I][0-9])-?([A-I][0-9])", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Move:
    """The piece on ``orig`` goes to ``dest``."""

    orig: Square
    dest: Square

    def uci(self) -> str:
        """``h2e2``: ranks 0-9."""
        return SQUARE_NAMES[self.orig] + SQUARE_NAMES[self.dest]

    def iccs(self) -> str:
        """``H2-E2``."""
        return f"{SQUARE_NAMES[self.orig]}-{SQUARE_NAMES[self.dest]}".upper()

    def __str__(self) -> str:
        return self.uci()

    def __repr__(self) -> str:
        return f"Move.from_uci({self.uci()!r})"

    @classmethod
    def from_uci(cls, text: str) -> "Move":
        """Read ``h2e2``.  InvalidMoveError if the text is no move; whether it can be played is not asked."""
        found = _UCI.fullmatch(text)
        if found is None and _UCI_RANKS_FROM_ONE.fullmatch(text):
            raise InvalidMoveError(
                "rank", f"{text!r} counts ranks from 1 to 10; here they run from 0 to 9", text
            )
        return cls._from_match(found, text)

    @classmethod
    def from_iccs(cls, text: str) -> "Move":
        """Read ``H2-E2`` in either case, with or without the dash.  InvalidMoveError if it is no move."""
        return cls._from_match(_ICCS.fullmatch(text), text)

    @classmethod
    def _from_match(cls, found: re.Match[str] | None, text: str) -> "Move":
        if found is None:
            raise InvalidMoveError("syntax", f"{clip(text)!r} is not a move such as 'h2e2'", text)
        orig, dest = (parse_square(name.lower()) for name in found.groups())
        if orig == dest:
            raise InvalidMoveError("same_square", f"{text!r} stays where it is", text)
        return cls(orig, dest)
