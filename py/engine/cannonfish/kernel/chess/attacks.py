"""Attacks on a square."""

from cannonfish.kernel.chess.board import board, kind_of, square_of
from cannonfish.kernel.chess.tables import (
    BISHOP,
    BISHOP_RAYS,
    KING,
    KNIGHT,
    KNIGHT_TO,
    NEAR_KING,
    PAWN,
    PAWN_TO,
    QUEEN,
    ROOK,
    ROOK_RAYS,
)


def is_attacked(square: int, by: int) -> int:
    """1 if a piece of the side `by` attacks the square."""
    side_mask = 16 << by
    for orig in KNIGHT_TO[square]:
        if board[orig] & side_mask and kind_of[board[orig]] == KNIGHT:
            return 1
    for orig in PAWN_TO[(1 - by) << 6 | square]:
        if board[orig] & side_mask and kind_of[board[orig]] == PAWN:
            return 1
    for ray in range(square * 4, square * 4 + 4):
        for orig in ROOK_RAYS[ray]:
            piece = board[orig]
            if piece:
                if piece & side_mask and (kind_of[piece] == ROOK or kind_of[piece] == QUEEN):
                    return 1
                break
        for orig in BISHOP_RAYS[ray]:
            piece = board[orig]
            if piece:
                if piece & side_mask and (kind_of[piece] == BISHOP or kind_of[piece] == QUEEN):
                    return 1
                break
    return NEAR_KING[square_of[side_mask] << 6 | square]


def attacks(orig: int, dest: int) -> int:
    """1 if the piece on `orig` attacks `dest`, whatever stands there."""
    piece = board[orig]
    kind = kind_of[piece]
    if piece == 0:
        return 0
    if kind == PAWN:
        for square in PAWN_TO[piece >> 5 << 6 | orig]:
            if square == dest:
                return 1
        return 0
    if kind == KNIGHT:
        for square in KNIGHT_TO[orig]:
            if square == dest:
                return 1
        return 0
    if kind == KING:
        return NEAR_KING[orig << 6 | dest]
    if kind != ROOK:
        for ray in range(orig * 4, orig * 4 + 4):
            for square in BISHOP_RAYS[ray]:
                if square == dest:
                    return 1
                if board[square]:
                    break
    if kind != BISHOP:
        for ray in range(orig * 4, orig * 4 + 4):
            for square in ROOK_RAYS[ray]:
                if square == dest:
                    return 1
                if board[square]:
                    break
    return 0


def in_check(side: int) -> int:
    """1 if the side's king is attacked."""
    return is_attacked(square_of[16 << side], 1 - side)


def least_valuable_attacker(side: int, square: int) -> int:
    """Square of the side's least valuable attacker of the square, -1 for none.

    Reads `board` only, from which see_exchange() removes pieces.
    """
    side_mask = 16 << side
    for orig in PAWN_TO[(1 - side) << 6 | square]:
        if board[orig] & side_mask and kind_of[board[orig]] == PAWN:
            return orig
    for orig in KNIGHT_TO[square]:
        if board[orig] & side_mask and kind_of[board[orig]] == KNIGHT:
            return orig
    queen = -1
    for ray in range(square * 4, square * 4 + 4):
        for orig in BISHOP_RAYS[ray]:
            piece = board[orig]
            if piece:
                if piece & side_mask:
                    if kind_of[piece] == BISHOP:
                        return orig
                    if kind_of[piece] == QUEEN:
                        queen = orig
                break
    for ray in range(square * 4, square * 4 + 4):
        for orig in ROOK_RAYS[ray]:
            piece = board[orig]
            if piece:
                if piece & side_mask:
                    if kind_of[piece] == ROOK:
                        return orig
                    if kind_of[piece] == QUEEN:
                        queen = orig
                break
    if queen >= 0:
        return queen
    king = square_of[side_mask]
    return king if NEAR_KING[king << 6 | square] and board[king] == side_mask else -1
