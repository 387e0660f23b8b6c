"""Legal moves: the pseudo-legal moves that do not leave the mover in check."""

from cannonfish.kernel.rules import generate_captures, generate_quiets, in_check, make, moves, unmake


def legal_moves(side: int, base: int) -> int:
    """Write the side's legal moves to moves[base:], captures first; return the end index."""
    end = generate_quiets(side, generate_captures(side, base))
    n = base
    for i in range(base, end):
        move = moves[i]
        undo = make(move)
        if in_check(side) == 0:
            moves[n] = move
            n += 1
        unmake(move, undo)
    return n
