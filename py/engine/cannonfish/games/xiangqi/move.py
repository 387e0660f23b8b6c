"""A move of Xiangqi: origin and destination.  There is no promotion and no pass."""

import re
from dataclasses import dataclass
from typing import Final, Self

from cannonfish.errors import InvalidMoveError, clip
from cannonfish.games.base import move
from cannonfish.games.xiangqi.squares import GRID, RANKS

_UCI_RANKS_FROM_ONE: Final = re.compile(r"[a-i]([1-9]|10)[a-i]([1-9]|10)", re.ASCII)


@dataclass(frozen=True, slots=True, repr=False)
class Move(move.Move):
    """The piece on ``orig`` goes to ``dest``.  In UCI, ranks run from 0 to 9."""

    grid = GRID
    examples = "'h2e2'"

    def iccs(self) -> str:
        """``H2-E2``."""
        text = self.uci().upper()
        return f"{text[:2]}-{text[2:]}"

    @classmethod
    def from_uci(cls, text: str) -> Self:
        """Read ``h2e2``.  InvalidMoveError if the text is not a move.  Legality is not checked."""
        try:
            return cls(*cls._squares(text, text[:2], text[2:]))
        except InvalidMoveError as error:
            if error.reason == "syntax" and _UCI_RANKS_FROM_ONE.fullmatch(text):
                raise InvalidMoveError(
                    "rank", f"{text!r} counts ranks from 1 to 10; here they run from 0 to 9", text
                ) from None
            raise


def rank_number(written: int, first_rank: int, text: str) -> int:
    """A rank from 0 to 9, where the lowest one is written ``first_rank``.  InvalidMoveError, quoting the text
    of the move, if there is no such rank."""
    if not 0 <= written - first_rank < RANKS:
        last_rank = first_rank + RANKS - 1
        raise InvalidMoveError("rank", f"{clip(text)!r}: ranks run from {first_rank} to {last_rank}", text)
    return written - first_rank
