"""Legal moves: the pseudo-legal moves that do not leave the mover in check."""

from cannonfish.kernel.rules import (
    can_expose_king,
    generate_captures,
    generate_quiets,
    in_check,
    irreversible,
    make,
    moves,
    pseudo_legal,
    unmake,
)

# The result of play() for a move that is not legal, else a sum: bit 0 for an irreversible move, bit 1 for a
# check, and what make() returned.
NOT_LEGAL = -1
UNDO_SHIFT = 2


def legal_moves(side: int, base: int) -> int:
    """Write the side's legal moves to moves[base:], captures first; return the end index."""
    end = generate_quiets(side, generate_captures(side, base))
    checked = in_check(side)
    n = base
    for i in range(base, end):
        move = moves[i]
        if checked or can_expose_king(side, move):
            undo = make(move)
            exposed = in_check(side)
            unmake(move, undo)
            if exposed:
                continue
        moves[n] = move
        n += 1
    return n


def play(side: int, move: int, checked: int) -> int:
    """Make the move if it is legal, with the side in check or not; `move` may be any int.

    NOT_LEGAL, and nothing has changed, or what the move did.
    """
    if pseudo_legal(side, move) == 0:
        return NOT_LEGAL
    may_be_illegal = checked or can_expose_king(side, move)
    result = irreversible(move)
    undo = make(move)
    if may_be_illegal and in_check(side):
        unmake(move, undo)
        return NOT_LEGAL
    return result + 2 * in_check(1 - side) + (undo << UNDO_SHIFT)
