"""A move of Liuzichong: a stone goes one step.  Its captures follow from the position."""

from cannonfish.games.base import move
from cannonfish.games.liuzichong.squares import GRID


class Move(move.Move):
    """The stone on ``orig`` goes to ``dest``."""

    __slots__ = ()

    grid = GRID
    examples = "'a2b2'"
