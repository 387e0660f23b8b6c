"""The pieces of Xiangqi by point: a dialect file for kernel.py. Points count rank by rank from a0 to i9."""

from cannonfish.kernel.xiangqi.board import board
from cannonfish.kernel.xiangqi.tables import KIND

POINTS = 90
SQUARES: list[int] = [(rank + 3) * 16 + file + 3 for rank in range(10) for file in range(9)]


def piece_at(point: int) -> int:
    """See kernel.py."""
    piece = board[SQUARES[point]]
    return piece >> 5 << 3 | KIND[piece] if piece else 0
