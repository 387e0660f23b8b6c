"""Move ordering: static exchange evaluation, capture scores, and indexes of the history tables.

Chessprogramming wiki, "Static Exchange Evaluation", "MVV-LVA".
"""

from cannonfish.kernel.xiangqi.board import board, file_bits, rank_bits, square_of
from cannonfish.kernel.xiangqi.moves import between
from cannonfish.kernel.xiangqi.tables import (
    ADVISOR_ID,
    ADVISOR_TO,
    ALIGNED,
    BISHOP_ID,
    BISHOP_TO,
    CANNON_ID,
    HISTORY_ROW,
    KIND,
    KING_TO,
    KNIGHT_EYE,
    KNIGHT_ID,
    PAWN_FROM,
    PAWN_ID,
    POINT,
    ROOK_ID,
    SEE_VALUE,
)

# The score of a capture: first by victim, then by attacker; far below if it loses the exchange.
VICTIM_WEIGHT = 32
GOOD_CAPTURE_BONUS = 2000
LOSING_CAPTURE_MALUS = 80000


def least_valuable_attacker(side: int, target: int) -> int:
    """Square of the side's least valuable attacker of the target, 0 for none.

    see_exchange() removes pieces from `board` but not from `square_of`, so `board` is checked as well.
    """
    own = 16 + 16 * side
    for square in PAWN_FROM[side * 256 + target]:
        if own + PAWN_ID <= board[square] <= own + 15:
            return square
    for square in ADVISOR_TO[target]:
        if own + ADVISOR_ID <= board[square] < own + BISHOP_ID:
            return square
    for eye, square in BISHOP_TO[target]:
        if own + BISHOP_ID <= board[square] < own + KNIGHT_ID and board[eye] == 0:
            return square
    for piece in range(own + KNIGHT_ID, own + ROOK_ID):
        square = square_of[piece]
        leg = KNIGHT_EYE[square - target + 256]
        if leg and board[square] == piece and board[target + leg] == 0:
            return square
    for piece in range(own + CANNON_ID, own + PAWN_ID):
        square = square_of[piece]
        if ALIGNED[square - target + 256] and board[square] == piece and between(square, target) == 1:
            return square
    for piece in range(own + ROOK_ID, own + CANNON_ID):
        square = square_of[piece]
        if ALIGNED[square - target + 256] and board[square] == piece and between(square, target) == 0:
            return square
    for square in KING_TO[target]:
        if board[square] == own:
            return square
    return 0


def see_exchange(side: int, target: int, value: int, threshold: int) -> int:
    """1 if the side gains at least `threshold` (above 0) by taking on the target a piece worth `value`."""
    if value < threshold:
        return 0
    orig = least_valuable_attacker(side, target)
    if orig == 0:
        return 0
    piece = board[orig]
    if value - SEE_VALUE[piece] >= threshold:
        return 1
    board[orig] = 0
    rank_bits[orig >> 4] ^= 1 << (orig & 15) - 3
    file_bits[orig & 15] ^= 1 << (orig >> 4) - 3
    refuted = see_exchange(1 - side, target, SEE_VALUE[piece], value - threshold + 1)
    board[orig] = piece
    rank_bits[orig >> 4] ^= 1 << (orig & 15) - 3
    file_bits[orig & 15] ^= 1 << (orig >> 4) - 3
    return 0 if refuted else 1


def see_at_least(side: int, move: int, threshold: int) -> int:
    """1 if the side gains at least `threshold` by the move and the best exchanges on its destination."""
    orig = move & 255
    dest = move >> 8
    piece = board[orig]
    captured = board[dest]
    balance = SEE_VALUE[captured] - threshold
    if balance < 0:
        return 0
    if SEE_VALUE[piece] <= balance:
        return 1
    board[orig] = 0
    rank_bits[orig >> 4] ^= 1 << (orig & 15) - 3
    file_bits[orig & 15] ^= 1 << (orig >> 4) - 3
    if captured == 0:
        rank_bits[dest >> 4] ^= 1 << (dest & 15) - 3
        file_bits[dest & 15] ^= 1 << (dest >> 4) - 3
    board[dest] = piece
    refuted = see_exchange(1 - side, dest, SEE_VALUE[piece], balance + 1)
    board[orig] = piece
    board[dest] = captured
    rank_bits[orig >> 4] ^= 1 << (orig & 15) - 3
    file_bits[orig & 15] ^= 1 << (orig >> 4) - 3
    if captured == 0:
        rank_bits[dest >> 4] ^= 1 << (dest & 15) - 3
        file_bits[dest & 15] ^= 1 << (dest >> 4) - 3
    return 0 if refuted else 1


def is_attacked_after(side: int, move: int) -> int:
    """After the move was made: 1 if the other side attacks the piece that moved."""
    return 1 if least_valuable_attacker(1 - side, move >> 8) else 0


def capture_score(side: int, move: int) -> int:
    """MVV-LVA: most valuable victim, least valuable attacker; negative if the exchange loses material."""
    victim = SEE_VALUE[board[move >> 8]]
    attacker = SEE_VALUE[board[move & 255]]
    score = victim * VICTIM_WEIGHT - attacker
    if victim >= attacker or see_at_least(side, move, 0):
        return score + GOOD_CAPTURE_BONUS
    return score - LOSING_CAPTURE_MALUS


def victim_value(move: int) -> int:
    """Value of the captured piece in centipawns; SEE_VALUE has half of it."""
    return SEE_VALUE[board[move >> 8]] * 2


def history_index(move: int) -> int:
    """By kind and colour of the moving piece, and destination."""
    return HISTORY_ROW[board[move & 255]] + POINT[move >> 8]


def capture_index(move: int) -> int:
    """By history_index() and the kind of the victim."""
    dest = move >> 8
    return (HISTORY_ROW[board[move & 255]] + POINT[dest]) * 8 + KIND[board[dest]]
