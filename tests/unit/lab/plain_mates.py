"""Mates by looking at everything, with no table and no order of moves: dialect, to check the prover by."""

from cannonfish.kernel.legal import legal_moves
from cannonfish.kernel.rules import (
    MOVES_PER_PLY,
    generate_captures,
    generate_quiets,
    in_check,
    make,
    moves,
    unmake,
)

# A setting: 0 in chess.
STALEMATE_WINS = 1


def is_stuck(side: int, base: int) -> int:
    """1 if the side has no legal move."""
    end = generate_quiets(side, generate_captures(side, base))
    for i in range(base, end):
        move = moves[i]
        captured = make(move)
        exposed = in_check(side)
        unmake(move, captured)
        if exposed == 0:
            return 0
    return 1


def mates(side: int, count: int, ply: int) -> int:
    """1 if the side to move can mate by at most `count` moves of its own."""
    base = ply * MOVES_PER_PLY
    end = legal_moves(side, base)
    for i in range(base, end):
        if mates_by(side, moves[i], count, ply):
            return 1
    return 0


def mates_by(side: int, move: int, count: int, ply: int) -> int:
    """1 if the side can, beginning with this move."""
    captured = make(move)
    base = (ply + 1) * MOVES_PER_PLY
    answer = 0
    if is_stuck(1 - side, base):
        answer = 1 if STALEMATE_WINS or in_check(1 - side) else 0
    elif count > 1:
        answer = 1
        i = base
        end = legal_moves(1 - side, base)
        while answer and i < end:
            reply = moves[i]
            taken = make(reply)
            answer = mates(side, count - 1, ply + 2)
            unmake(reply, taken)
            i += 1
    unmake(move, captured)
    return answer
