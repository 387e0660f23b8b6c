"""The interface of a player in a match."""

from dataclasses import dataclass
from typing import Final, Protocol

from cannonfish.engine.limits import Limits
from cannonfish.games.game import Board

MATE_SCORE: Final = 30_000
"""The score of a mate in centipawns, where only sign and size matter."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A player's move and statistics of its search."""

    move: str | None
    """UCI, in Xiangqi with ranks 0-9; None if the player has no move or resigns."""
    score: int | None = None
    """Centipawns for the side to move, on the player's own scale; None if unknown."""
    depth: int = 0
    nodes: int = 0
    resigns: bool = False


class PlayerError(Exception):
    """A player failed during a game and loses it.

    ``fault`` is one word: ``crash``, ``illegal_move`` or ``time``.
    """

    def __init__(self, fault: str, message: str) -> None:
        super().__init__(message)
        self.fault = fault


class DrawClaimed(Exception):
    """A player declares the game drawn instead of moving."""


class Player(Protocol):
    """A player of games.  It loses a game by raising PlayerError."""

    def new_game(self) -> None:
        """Forget the last game completely."""
        ...

    def go(self, board: Board, limits: Limits, deadline: float) -> Answer:
        """Choose a move within ``deadline`` seconds."""
        ...

    def close(self) -> None:
        """End the player and all its processes."""
        ...
