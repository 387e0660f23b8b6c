"""The positions after every legal move, for look-ups in the solved table."""

from cannonfish.kernel.legal import legal_moves
from cannonfish.kernel.liuzichong.board import captured_stones, stones
from cannonfish.kernel.liuzichong.moves import moves
from cannonfish.kernel.liuzichong.tables import MOVES_PER_PLY

# By index of moves[]: the stones of the side that moves next, and of the other side.
next_own: list[int] = [0] * MOVES_PER_PLY
next_other: list[int] = [0] * MOVES_PER_PLY


def successors(own: int, other: int) -> int:
    """Write the legal moves of the side with the stones `own`, with the stones after each; return the count.

    `own` and `other` are sets of points. The hash keys of the board are not set.
    """
    stones[0] = own
    stones[1] = other
    n = legal_moves(0, 0)
    for i in range(n):
        move = moves[i]
        next_own[i] = other ^ captured_stones(0, move)
        next_other[i] = own ^ 1 << (move & 15) ^ 1 << (move >> 4)
    return n
