"""What a match asks of a player, whatever it is made of."""

from dataclasses import dataclass
from typing import Final, Protocol

from cannonfish.engine.limits import Limits
from cannonfish.games.game import Board

MATE_SCORE: Final = 30_000
"""A mate as a number of centi-units, where only the sign and the size matter."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A player's move and what it said about its search."""

    move: str | None
    """UCI, in Xiangqi with ranks 0-9; None if the player has no move, or will make none."""
    score: int | None = None
    """Centi-units for the side that moves, as the player counts them; None if it did not say."""
    depth: int = 0
    nodes: int = 0
    resigns: bool = False


class Player(Protocol):
    """Somebody who plays a game.  PlayerError from either method loses the game."""

    def new_game(self) -> None:
        """Forget the last game; nothing that follows depends on it."""
        ...

    def go(self, board: Board, limits: Limits, deadline: float) -> Answer:
        """Choose a move.  An answer later than ``deadline`` seconds from now need not be waited for."""
        ...

    def close(self) -> None:
        """End, and take along every process started."""
        ...
