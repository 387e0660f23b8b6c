"""The pieces of chess by square: a dialect file for kernel.py. Squares count rank by rank from a1 to h8."""

from cannonfish.kernel.chess.board import board, kind_of

POINTS = 64


def piece_at(point: int) -> int:
    """See kernel.py."""
    piece = board[point]
    return piece >> 5 << 3 | kind_of[piece] if piece else 0
