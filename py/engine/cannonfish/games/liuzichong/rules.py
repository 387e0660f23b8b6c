"""How stones move and are taken, and the encoding for the kernel (``cannonfish.kernel.liuzichong``)."""

from functools import cache
from typing import Final

from cannonfish.compiler import Execution
from cannonfish.games import base
from cannonfish.games.liuzichong.fen import EMPTY, Position
from cannonfish.games.liuzichong.move import Move
from cannonfish.games.liuzichong.sides import Side
from cannonfish.games.liuzichong.squares import SQUARES, Square
from cannonfish.kernel import COMMON, liuzichong

_SIDES: Final = {side.stone: side for side in Side}


class Rules(base.Rules[Position, Move]):
    """Answers about positions of Liuzichong."""

    files = (*liuzichong.RULES, *COMMON)

    @staticmethod
    def encode(move: Move) -> int:
        """The kernel's number of a move."""
        return move.orig | move.dest << 4

    @staticmethod
    @cache
    def decode(number: int) -> Move | None:
        """The move that the kernel encodes as this number, or None."""
        orig, dest = number & 15, number >> 4
        return Move(orig, dest) if dest in SQUARES and orig != dest else None

    @staticmethod
    def set_position(execution: Execution, position: Position) -> None:
        """Set up a position on the kernel's board."""
        execution.call("clear")
        for at, letter in enumerate(position.placement):
            if letter in _SIDES:
                execution.call("put", _SIDES[letter], at)

    def _played(self, position: Position, move: Move) -> Position:
        white, black = self._execution.array("stones")
        placement = "".join("W" if white >> at & 1 else "B" if black >> at & 1 else EMPTY for at in SQUARES)
        return Position(placement, position.turn.other)

    def captures(self, position: Position, move: Move) -> tuple[Square, ...]:
        """The points of the stones that a legal move takes, from a1 to d4."""
        points = self._ask(position, "captured_stones", position.turn, self.encode(move))
        return tuple(at for at in SQUARES if points >> at & 1)


rules = Rules.shared
