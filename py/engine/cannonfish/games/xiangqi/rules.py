"""How pieces move and give check, and the kernel's numbers (``cannonfish.kernel.xiangqi``)."""

from functools import cache
from typing import Final

from cannonfish.compiler import Execution
from cannonfish.games import base
from cannonfish.games.xiangqi.fen import EMPTY, Position
from cannonfish.games.xiangqi.move import Move
from cannonfish.games.xiangqi.notation import after
from cannonfish.games.xiangqi.pieces import PIECES
from cannonfish.games.xiangqi.squares import SQUARES, square_file, square_rank
from cannonfish.kernel import COMMON, xiangqi

_KERNEL_SQUARE: Final = tuple((square_rank(at) + 3) * 16 + square_file(at) + 3 for at in SQUARES)
_SQUARE: Final = {at: square for square, at in enumerate(_KERNEL_SQUARE)}


class Rules(base.Rules[Position, Move]):
    """Answers about positions of Xiangqi."""

    files = (*xiangqi.LAW, *COMMON)

    @staticmethod
    def encode(move: Move) -> int:
        """The kernel's number of a move."""
        return _KERNEL_SQUARE[move.orig] | _KERNEL_SQUARE[move.dest] << 8

    @staticmethod
    @cache
    def decode(number: int) -> Move | None:
        """The move that the kernel encodes as this number, or None."""
        orig, dest = _SQUARE.get(number & 255), _SQUARE.get(number >> 8)
        return None if orig is None or dest is None else Move(orig, dest)

    @staticmethod
    def set_position(execution: Execution, position: Position) -> None:
        """Set up a position on the kernel's board."""
        execution.call("clear")
        for at, letter in enumerate(position.placement):
            if letter != EMPTY:
                piece = PIECES[letter]
                execution.call("put", piece.side, piece.piece_type, _KERNEL_SQUARE[at])

    def _played(self, position: Position, move: Move) -> Position:
        return Position(after(position.placement, move), position.turn.other)


rules = Rules.shared
