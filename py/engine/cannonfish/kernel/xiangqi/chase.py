"""Threats as the rules of repetition define them: the captures of a side that count as a chase.

World and Asian rules, in their mechanical form: a piece is chased if it can be taken and the taker
cannot be retaken, or is less valuable. Generals and soldiers may chase; soldiers that have not crossed the
river may be chased.
"""

from cannonfish.kernel.xiangqi.board import board, make, square_of, unmake
from cannonfish.kernel.xiangqi.moves import generate_captures, in_check, moves, pseudo_legal
from cannonfish.kernel.xiangqi.tables import (
    ADVISOR,
    BISHOP,
    CANNON,
    KIND,
    KING,
    KNIGHT,
    PAWN,
    ROOK,
)

# The kind of a threat. From MINOR_TAKES_MAJOR on, it is a chase.
NO_THREAT = 0  # no legal capture, or one that the rules allow
PROTECTED = 1  # the taker would be taken back
EXCHANGE = 2  # unprotected, but of the taker's kind and able to take it in turn
MINOR_TAKES_MAJOR = (
    3  # protected or not: a rook by a knight or cannon, any of the three by an advisor or bishop
)
UNPROTECTED = 4

# Written by threats(): the capture | kind of the threat << 16 | id of the victim << 20.
found: list[int] = [0] * 64


def crossed(pawn: int) -> int:
    """1 if the pawn has crossed the river."""
    rank = (square_of[pawn] >> 4) - 3
    return 1 if (rank > 4 if pawn < 32 else rank < 5) else 0


def threat(side: int, move: int, base: int) -> int:
    """The kind of threat of the side's pseudo-legal capture; overwrites moves[base:]."""
    orig = move & 255
    dest = move >> 8
    taker = KIND[board[orig]]
    victim = KIND[board[dest]]
    if taker == KING or taker == PAWN or victim == KING:
        return NO_THREAT
    if victim == PAWN and crossed(board[dest]) == 0:
        return NO_THREAT
    captured = make(move)
    left_in_check = in_check(side)
    retaken = 0
    if left_in_check == 0:
        for i in range(base, generate_captures(1 - side, base)):
            answer = moves[i]
            if answer >> 8 == dest and retaken == 0:
                undo = make(answer)
                retaken = 1 - in_check(1 - side)
                unmake(answer, undo)
    unmake(move, captured)
    if left_in_check:
        return NO_THREAT
    if victim == ROOK and (taker == KNIGHT or taker == CANNON):
        return MINOR_TAKES_MAJOR
    if (taker == ADVISOR or taker == BISHOP) and (victim == ROOK or victim == CANNON or victim == KNIGHT):
        return MINOR_TAKES_MAJOR
    if retaken:
        return PROTECTED
    if taker == victim and legal(1 - side, dest | orig << 8):
        return EXCHANGE
    return UNPROTECTED


def legal(side: int, move: int) -> int:
    """1 if the move would be legal with the side to move."""
    if pseudo_legal(side, move) == 0:
        return 0
    captured = make(move)
    left_in_check = in_check(side)
    unmake(move, captured)
    return 1 - left_in_check


def threats(side: int) -> int:
    """Write the threats of the side, as if it were to move, to found[]; return their number."""
    n = 0
    end = generate_captures(side, 0)
    for i in range(0, end):
        move = moves[i]
        kind = threat(side, move, end)
        if kind:
            found[n] = move | kind << 16 | board[move >> 8] << 20
            n += 1
    return n


def chased(side: int, victims: int, base: int) -> int:
    """The pieces among `victims` that the side chases, as if it were to move; overwrites moves[base:].

    Both are sets of pieces of the other side, with bit 1 << (id & 15) for a piece.
    """
    bits = 0
    end = generate_captures(side, base)
    for i in range(base, end):
        move = moves[i]
        bit = 1 << (board[move >> 8] & 15)
        if victims & bit and bits & bit == 0 and threat(side, move, end) >= MINOR_TAKES_MAJOR:
            bits |= bit
    return bits
