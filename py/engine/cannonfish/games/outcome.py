"""The ends of games."""

import enum
from dataclasses import dataclass


class Termination(enum.Enum):
    """The reason for the end of a game.  The values are the words used in messages."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    PERPETUAL_CHECK = "perpetual_check"
    PERPETUAL_CHASE = "perpetual_chase"
    REPETITION = "repetition"
    MOVE_LIMIT = "move_limit"
    INSUFFICIENT_MATERIAL = "insufficient_material"
    NO_MOVES = "no_moves"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: ``winner`` is a side of the game, or None for a draw."""

    winner: enum.IntEnum | None
    termination: Termination

    def result(self) -> str:
        """The result in PGN: ``1-0`` (the first mover won), ``0-1`` or ``1/2-1/2``."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner == 0 else "0-1"
