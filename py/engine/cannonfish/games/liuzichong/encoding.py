"""How the kernel (``cannonfish.kernel.liuzichong``) spells points, which are the same there, and moves."""

from functools import cache
from typing import Final

from cannonfish.compiler import Execution
from cannonfish.games.liuzichong.move import Move
from cannonfish.games.liuzichong.sides import Side
from cannonfish.games.liuzichong.squares import SQUARES, Square

_SIDES: Final = {side.stone: side for side in Side}


def encode(move: Move) -> int:
    """The kernel's number for a move."""
    return move.orig | move.dest << 4


@cache
def decode(number: int) -> Move | None:
    """The move that has the number in the kernel, or None.  Moves are few, so they are shared."""
    orig, dest = number & 15, number >> 4
    return Move(orig, dest) if dest in SQUARES and orig != dest else None


def place(execution: Execution, placement: str) -> None:
    """Put the stones of a placement (``W``, ``B`` or ``.`` for every point) on the kernel's board."""
    execution.call("clear")
    for at, letter in enumerate(placement):
        if letter in _SIDES:
            execution.call("put", _SIDES[letter], at)


def squares_of(points: int) -> tuple[Square, ...]:
    """The points of a set that the kernel gives, a bit for each."""
    return tuple(at for at in SQUARES if points >> at & 1)
