"""What the ordering of moves asks of the game: exchanges, values, and small numbers for moves."""

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


def least_valuable_attacker(side: int, target: int) -> int:
    """Square of the side's least valuable piece that could take on the target, 0 for none.

    Pieces may be lifted off `board` (exchanges do that) while square_of still knows where they stood.
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
    """1 if the side can gain at least `bar` (above 0) by taking the piece of that value on the target."""
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
    lost = see_exchange(1 - side, target, SEE_VALUE[piece], value - threshold + 1)
    board[orig] = piece
    rank_bits[orig >> 4] ^= 1 << (orig & 15) - 3
    file_bits[orig & 15] ^= 1 << (orig >> 4) - 3
    return 0 if lost else 1


def see_at_least(side: int, move: int, threshold: int) -> int:
    """1 if the move leaves the side at least `bar` better after the best exchanges on its destination."""
    orig = move & 255
    dest = move >> 8
    piece = board[orig]
    captured = board[dest]
    spare = SEE_VALUE[captured] - threshold
    if spare < 0:
        return 0
    if SEE_VALUE[piece] <= spare:
        return 1
    board[orig] = 0
    rank_bits[orig >> 4] ^= 1 << (orig & 15) - 3
    file_bits[orig & 15] ^= 1 << (orig >> 4) - 3
    if captured == 0:
        rank_bits[dest >> 4] ^= 1 << (dest & 15) - 3
        file_bits[dest & 15] ^= 1 << (dest >> 4) - 3
    board[dest] = piece
    lost = see_exchange(1 - side, dest, SEE_VALUE[piece], spare + 1)
    board[orig] = piece
    board[dest] = captured
    rank_bits[orig >> 4] ^= 1 << (orig & 15) - 3
    file_bits[orig & 15] ^= 1 << (orig >> 4) - 3
    if captured == 0:
        rank_bits[dest >> 4] ^= 1 << (dest & 15) - 3
        file_bits[dest & 15] ^= 1 << (dest >> 4) - 3
    return 0 if lost else 1


def is_attacked_after(side: int, move: int) -> int:
    """After the move was made: 1 if the other side has a piece that could take the one that moved."""
    return 1 if least_valuable_attacker(1 - side, move >> 8) else 0


def capture_score(side: int, move: int) -> int:
    """Most valuable victim first, then least valuable attacker; below 0 if the exchange loses material."""
    victim = SEE_VALUE[board[move >> 8]]
    attacker = SEE_VALUE[board[move & 255]]
    worth = victim * 32 - attacker
    if victim >= attacker or see_at_least(side, move, 0):
        return worth + 2000
    return worth - 80000


def victim_value(move: int) -> int:
    """What the move takes: exchange values are half an average of the evaluation's."""
    return SEE_VALUE[board[move >> 8]] * 2


def history_index(move: int) -> int:
    """Kind and colour of the moving piece, and its destination."""
    return HISTORY_ROW[board[move & 255]] + POINT[move >> 8]


def capture_index(move: int) -> int:
    """The same, and the kind of the victim."""
    dest = move >> 8
    return (HISTORY_ROW[board[move & 255]] + POINT[dest]) * 8 + KIND[board[dest]]
