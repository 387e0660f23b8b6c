"""The rules: pseudo-legal moves, check, and the end of the game.

A move is orig | dest << 8. The generators write pseudo-legal moves: after make(), in_check() tells whether
the mover's general is attacked or faces the other general. Rooks and cannons move alike and share a loop;
the ids of rooks come first.
"""

from cannonfish.kernel.xiangqi.board import (
    MATERIAL,
    board,
    file_bits,
    position,
    rank_bits,
    square_of,
)
from cannonfish.kernel.xiangqi.tables import (
    ADVISOR,
    ADVISOR_ID,
    ADVISOR_TO,
    ALIGNED,
    BETWEEN,
    BISHOP,
    BISHOP_ID,
    BISHOP_TO,
    CANNON,
    CANNON_ID,
    FILE_BASE,
    FILE_BLOCKERS,
    KIND,
    KING,
    KING_TO,
    KNIGHT,
    KNIGHT_EYE,
    KNIGHT_ID,
    KNIGHT_TO,
    MAX_PLY,
    MOVES_PER_PLY,
    PAWN,
    PAWN_FROM,
    PAWN_ID,
    PAWN_TO,
    POINT,
    POPCOUNT,
    RANK_BASE,
    RANK_BLOCKERS,
    ROOK,
    ROOK_ID,
)

moves: list[int] = [0] * (MAX_PLY * MOVES_PER_PLY)


def generate_captures(side: int, base: int) -> int:
    """Write the pseudo-legal captures to moves[base:]; return the end index."""
    n = base
    own = 16 + 16 * side
    enemy = 48 - own
    orig = square_of[own]
    for dest in KING_TO[orig]:
        if board[dest] & enemy:
            moves[n] = orig | dest << 8
            n += 1
    for piece in range(own + ADVISOR_ID, own + BISHOP_ID):
        orig = square_of[piece]
        if orig:
            for dest in ADVISOR_TO[orig]:
                if board[dest] & enemy:
                    moves[n] = orig | dest << 8
                    n += 1
    for piece in range(own + BISHOP_ID, own + KNIGHT_ID):
        orig = square_of[piece]
        if orig:
            for eye, dest in BISHOP_TO[orig]:
                if board[dest] & enemy and board[eye] == 0:
                    moves[n] = orig | dest << 8
                    n += 1
    for piece in range(own + KNIGHT_ID, own + ROOK_ID):
        orig = square_of[piece]
        if orig:
            for leg, dest in KNIGHT_TO[orig]:
                if board[dest] & enemy and board[leg] == 0:
                    moves[n] = orig | dest << 8
                    n += 1
    for piece in range(own + ROOK_ID, own + PAWN_ID):
        orig = square_of[piece]
        if orig:
            rank = RANK_BLOCKERS[RANK_BASE[orig] | rank_bits[orig >> 4]]
            file = FILE_BLOCKERS[FILE_BASE[orig] | file_bits[orig & 15]]
            if piece >= own + CANNON_ID:  # a cannon takes the second piece on its line
                rank = rank >> 4
                file = file >> 4
            dest = orig & 240 | rank & 15
            if board[dest] & enemy:
                moves[n] = orig | dest << 8
                n += 1
            dest = orig & 240 | rank >> 8 & 15
            if board[dest] & enemy:
                moves[n] = orig | dest << 8
                n += 1
            dest = orig & 15 | (file & 15) << 4
            if board[dest] & enemy:
                moves[n] = orig | dest << 8
                n += 1
            dest = orig & 15 | (file >> 8 & 15) << 4
            if board[dest] & enemy:
                moves[n] = orig | dest << 8
                n += 1
    for piece in range(own + PAWN_ID, own + 16):
        orig = square_of[piece]
        if orig:
            for dest in PAWN_TO[side * 256 + orig]:
                if board[dest] & enemy:
                    moves[n] = orig | dest << 8
                    n += 1
    return n


def generate_quiets(side: int, base: int) -> int:
    """Write the pseudo-legal moves to empty points to moves[base:]; return the end index."""
    n = base
    own = 16 + 16 * side
    orig = square_of[own]
    for dest in KING_TO[orig]:
        if board[dest] == 0:
            moves[n] = orig | dest << 8
            n += 1
    for piece in range(own + ADVISOR_ID, own + BISHOP_ID):
        orig = square_of[piece]
        if orig:
            for dest in ADVISOR_TO[orig]:
                if board[dest] == 0:
                    moves[n] = orig | dest << 8
                    n += 1
    for piece in range(own + BISHOP_ID, own + KNIGHT_ID):
        orig = square_of[piece]
        if orig:
            for eye, dest in BISHOP_TO[orig]:
                if board[eye] == 0 and board[dest] == 0:
                    moves[n] = orig | dest << 8
                    n += 1
    for piece in range(own + KNIGHT_ID, own + ROOK_ID):
        orig = square_of[piece]
        if orig:
            for leg, dest in KNIGHT_TO[orig]:
                if board[leg] == 0 and board[dest] == 0:
                    moves[n] = orig | dest << 8
                    n += 1
    for piece in range(own + ROOK_ID, own + PAWN_ID):
        orig = square_of[piece]
        if orig:
            line = RANK_BLOCKERS[RANK_BASE[orig] | rank_bits[orig >> 4]]
            low = line & 15
            high = line >> 8 & 15
            for dest in range((orig & 240) + (low + 1 if low else 3), orig):
                moves[n] = orig | dest << 8
                n += 1
            for dest in range(orig + 1, (orig & 240) + (high if high else 12)):
                moves[n] = orig | dest << 8
                n += 1
            line = FILE_BLOCKERS[FILE_BASE[orig] | file_bits[orig & 15]]
            low = line & 15
            high = line >> 8 & 15
            for dest in range((orig & 15) + (low + 1 if low else 3) * 16, orig, 16):
                moves[n] = orig | dest << 8
                n += 1
            for dest in range(orig + 16, (orig & 15) + (high if high else 13) * 16, 16):
                moves[n] = orig | dest << 8
                n += 1
    for piece in range(own + PAWN_ID, own + 16):
        orig = square_of[piece]
        if orig:
            for dest in PAWN_TO[side * 256 + orig]:
                if board[dest] == 0:
                    moves[n] = orig | dest << 8
                    n += 1
    return n


def pseudo_legal(side: int, move: int) -> int:
    """1 if the generators would list the move; `move` may be any int."""
    orig = move & 255
    dest = move >> 8 & 255
    own = 16 + 16 * side
    piece = board[orig]
    if (piece & own) == 0 or board[dest] & own or POINT[dest] < 0:
        return 0
    kind = KIND[piece]
    if kind == ROOK or kind == CANNON:
        if (orig ^ dest) >> 4 == 0:
            line = RANK_BLOCKERS[RANK_BASE[orig] | rank_bits[orig >> 4]]
            to = dest & 15
        elif (orig ^ dest) & 15 == 0:
            line = FILE_BLOCKERS[FILE_BASE[orig] | file_bits[orig & 15]]
            to = dest >> 4
        else:
            return 0
        if board[dest]:
            if kind == CANNON:
                line = line >> 4
            return 1 if to == line & 15 or to == line >> 8 & 15 else 0
        high = line >> 8 & 15
        return 1 if to > line & 15 and (high == 0 or to < high) else 0
    return attacks(orig, dest)


def attacks(orig: int, dest: int) -> int:
    """1 if the piece on `orig` attacks `dest`, whatever stands there; facing generals do not."""
    piece = board[orig]
    kind = KIND[piece]
    if kind == ROOK or kind == CANNON:
        if (orig ^ dest) >> 4 and (orig ^ dest) & 15:
            return 0
        return 1 if between(orig, dest) == (1 if kind == CANNON else 0) else 0
    if kind == KNIGHT:
        for leg, square in KNIGHT_TO[orig]:
            if square == dest:
                return 1 if board[leg] == 0 else 0
    elif kind == BISHOP:
        for eye, square in BISHOP_TO[orig]:
            if square == dest:
                return 1 if board[eye] == 0 else 0
    elif kind == PAWN:
        for square in PAWN_TO[(piece >> 5) * 256 + orig]:
            if square == dest:
                return 1
    elif kind == ADVISOR:
        for square in ADVISOR_TO[orig]:
            if square == dest:
                return 1
    elif kind == KING:
        for square in KING_TO[orig]:
            if square == dest:
                return 1
    return 0


def between(a: int, b: int) -> int:
    """The number of pieces between two points of one rank or file."""
    if (a ^ b) >> 4 == 0:
        return POPCOUNT[rank_bits[a >> 4] & BETWEEN[(a & 15) << 4 | b & 15]]
    return POPCOUNT[file_bits[a & 15] & BETWEEN[a & 240 | b >> 4]]


def in_check(side: int) -> int:
    """1 if the side's general is attacked or faces the other one.

    A captured piece has square 0, which is aligned with no square and no knight's move away.
    """
    own = 16 + 16 * side
    enemy = 48 - own
    king = square_of[own]
    square = square_of[enemy + ROOK_ID]
    if ALIGNED[square - king + 256] and between(square, king) == 0:
        return 1
    square = square_of[enemy + ROOK_ID + 1]
    if ALIGNED[square - king + 256] and between(square, king) == 0:
        return 1
    square = square_of[enemy + CANNON_ID]
    if ALIGNED[square - king + 256] and between(square, king) == 1:
        return 1
    square = square_of[enemy + CANNON_ID + 1]
    if ALIGNED[square - king + 256] and between(square, king) == 1:
        return 1
    square = square_of[enemy]
    if ALIGNED[square - king + 256] and between(square, king) == 0:
        return 1
    leg = KNIGHT_EYE[square_of[enemy + KNIGHT_ID] - king + 256]
    if leg and board[king + leg] == 0:
        return 1
    leg = KNIGHT_EYE[square_of[enemy + KNIGHT_ID + 1] - king + 256]
    if leg and board[king + leg] == 0:
        return 1
    for square in PAWN_FROM[(1 - side) * 256 + king]:
        if enemy + PAWN_ID <= board[square] <= enemy + 15:
            return 1
    return 0


def can_expose_king(side: int, move: int) -> int:
    """1 for a move of the general, to or from its rank or file, or from a point beside it diagonally."""
    king = square_of[16 + 16 * side]
    orig = move & 255
    offset = abs(orig - king)
    if offset == 0 or offset == 15 or offset == 17 or ALIGNED[orig - king + 256]:
        return 1
    return ALIGNED[(move >> 8) - king + 256]


def is_capture(move: int) -> int:
    """1 if the move takes a piece."""
    return 1 if board[move >> 8] else 0


def irreversible(move: int) -> int:
    """1 for captures. Pawn moves cannot be undone either, but the move limit counts from captures alone."""
    return 1 if board[move >> 8] else 0


def null_move_ok(side: int) -> int:
    """1 with two pieces that can cross the river, a rook counted twice: zugzwang is rare then."""
    return 1 if position[MATERIAL + side] & 15 > 1 else 0


def insufficient_material() -> int:
    """1 if neither side has a rook, knight, cannon or pawn."""
    return 1 if (position[MATERIAL] | position[MATERIAL + 1]) & 15 == 0 else 0


def material_key() -> int:
    """The counts of both sides, mixed."""
    return position[MATERIAL] ^ position[MATERIAL + 1] << 6


def no_moves_result(side: int, checked: int) -> int:
    """A loss, by checkmate or stalemate."""
    return -1
