"""How the kernel spells squares, pieces and moves (see ``cannonfish.kernel.xiangqi``)."""

from functools import cache
from typing import Final

from cannonfish.compiler import Execution
from cannonfish.games.xiangqi.fen import EMPTY
from cannonfish.games.xiangqi.move import Move
from cannonfish.games.xiangqi.pieces import PIECES
from cannonfish.games.xiangqi.squares import SQUARES, square_file, square_rank

_KERNEL_SQUARE: Final = tuple((square_rank(at) + 3) * 16 + square_file(at) + 3 for at in SQUARES)
_SQUARE: Final = {at: square for square, at in enumerate(_KERNEL_SQUARE)}


def encode(move: Move) -> int:
    """The kernel's number for a move."""
    return _KERNEL_SQUARE[move.orig] | _KERNEL_SQUARE[move.dest] << 8


@cache
def decode(number: int) -> Move | None:
    """The move that has the number in the kernel, or None.  Moves are few, so they are shared."""
    orig, dest = _SQUARE.get(number & 255), _SQUARE.get(number >> 8)
    return None if orig is None or dest is None else Move(orig, dest)


def place(execution: Execution, placement: str) -> None:
    """Put the pieces of a placement (a FEN letter or ``.`` for every point) on the kernel's board."""
    execution.call("clear")
    for at, letter in enumerate(placement):
        if letter != EMPTY:
            piece = PIECES[letter]
            execution.call("put", piece.side, piece.piece_type, _KERNEL_SQUARE[at])
