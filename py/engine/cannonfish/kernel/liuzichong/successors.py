"""What a move leads to, for those who look positions up: both sides' stones, with no board to set up."""

from cannonfish.kernel.legal import legal_moves
from cannonfish.kernel.liuzichong.board import captured_stones, stones
from cannonfish.kernel.liuzichong.moves import moves
from cannonfish.kernel.liuzichong.tables import MOVES_PER_PLY

# What successors() found, in the order of moves[]: the stones of the side that moves next, and of the other.
next_own: list[int] = [0] * MOVES_PER_PLY
next_other: list[int] = [0] * MOVES_PER_PLY


def successors(own: int, other: int) -> int:
    """Write every legal move of the side with the stones `own`, and what it leads to; return their number.

    The rules are the same for both sides. The stones are put on the board without their hashes.
    """
    stones[0] = own
    stones[1] = other
    n = legal_moves(0, 0)
    for i in range(n):
        move = moves[i]
        next_own[i] = other ^ captured_stones(0, move)
        next_other[i] = own ^ 1 << (move & 15) ^ 1 << (move >> 4)
    return n
