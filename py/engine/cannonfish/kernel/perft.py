"""Perft: counts of move sequences, which prove a move generator (chessprogramming wiki, "Perft")."""

from cannonfish.kernel.legal import legal_moves
from cannonfish.kernel.rules import MOVES_PER_PLY, make, moves, unmake


def perft(side: int, depth: int, ply: int) -> int:
    """The number of sequences of `depth` legal moves; `ply` is 0 at the root."""
    if depth == 0:
        return 1
    base = ply * MOVES_PER_PLY
    end = legal_moves(side, base)
    if depth == 1:
        return end - base
    total = 0
    for i in range(base, end):
        move = moves[i]
        undo = make(move)
        total += perft(1 - side, depth - 1, ply + 1)
        unmake(move, undo)
    return total
