"""The position: the pieces on the board, and sums that make() and unmake() update."""

from cannonfish.kernel.changes import RECORD_CHANGES, reset_changes
from cannonfish.kernel.chess.tables import (
    COUNTS,
    GROUP,
    HASH_KEY,
    HASH_KEY2,
    KING,
    PAWN,
    RIGHTS_KEY,
    RIGHTS_KEY2,
    SHADE,
    SQUARE_SCORE,
)

board: list[int] = [0] * 64  # square -> piece id, 0 for none
square_of: list[int] = [-1] * 48  # piece id -> square, -1 for none
kind_of: list[int] = [0] * 48  # piece id -> kind; captured pieces keep theirs
# side * 16 + file + 1 -> ranks with a pawn of the side, bit 0 for rank 1. Files beside the board stay empty.
pawn_ranks: list[int] = [0] * 32

# Slots of `position`:
#   KEY, KEY2      two hash keys of everything but the side to move
#   SCORE          the sum of the piece-square tables, packed, positive for White
#   MATERIAL       and the next slot: counts of White's and of Black's pieces, packed as in COUNTS
#   CASTLING       castling rights
#   EN_PASSANT     en passant square, if a legal en passant capture exists, else 0
#   GROUP_KEYS     and the next two slots: hash keys of the pawns, of White's and of Black's other pieces
KEY, KEY2, SCORE, MATERIAL, _, CASTLING, EN_PASSANT, GROUP_KEYS = range(8)
position: list[int] = [0] * 10


def clear() -> None:
    """Empty the board."""
    for square in range(64):
        board[square] = 0
    for piece in range(48):
        square_of[piece] = -1
        kind_of[piece] = 0
    for line in range(32):
        pawn_ranks[line] = 0
    for slot in range(10):
        position[slot] = 0
    position[KEY] = RIGHTS_KEY[0]
    position[KEY2] = RIGHTS_KEY2[0]
    if RECORD_CHANGES:
        reset_changes()


def put(side: int, kind: int, square: int) -> int:
    """Place a piece on an empty square; return its id, or 0 if the side has no room for it.

    A side has room for a king and fifteen others.
    """
    first = 16 << side
    last = first
    if kind != KING:
        first += 1
        last += 15
    for piece in range(first, last + 1):
        if square_of[piece] < 0:
            kind_of[piece] = kind
            drop(piece, square)
            if RECORD_CHANGES:
                reset_changes()
            return piece
    return 0


def drop(piece: int, square: int) -> None:
    """Put a piece that is off the board on an empty square."""
    side = piece >> 5
    kind = kind_of[piece]
    board[square] = piece
    square_of[piece] = square
    index = side << 9 | kind << 6 | square
    position[KEY] ^= HASH_KEY[index]
    position[KEY2] ^= HASH_KEY2[index]
    position[GROUP_KEYS + GROUP[index >> 6]] ^= HASH_KEY[index]
    position[SCORE] += SQUARE_SCORE[index]
    position[MATERIAL + side] += COUNTS[kind << 1 | SHADE[square]]
    if kind == PAWN:
        pawn_ranks[side << 4 | (square & 7) + 1] ^= 1 << (square >> 3)


def lift(piece: int) -> None:
    """Take a piece off the board."""
    side = piece >> 5
    kind = kind_of[piece]
    square = square_of[piece]
    board[square] = 0
    square_of[piece] = -1
    index = side << 9 | kind << 6 | square
    position[KEY] ^= HASH_KEY[index]
    position[KEY2] ^= HASH_KEY2[index]
    position[GROUP_KEYS + GROUP[index >> 6]] ^= HASH_KEY[index]
    position[SCORE] -= SQUARE_SCORE[index]
    position[MATERIAL + side] -= COUNTS[kind << 1 | SHADE[square]]
    if kind == PAWN:
        pawn_ranks[side << 4 | (square & 7) + 1] ^= 1 << (square >> 3)


def slide(piece: int, orig: int, dest: int) -> None:
    """Move a piece to an empty square; the shade of a bishop's square must not change."""
    side = piece >> 5
    kind = kind_of[piece]
    board[orig] = 0
    board[dest] = piece
    square_of[piece] = dest
    base = side << 9 | kind << 6
    moved = HASH_KEY[base | orig] ^ HASH_KEY[base | dest]
    position[KEY] ^= moved
    position[GROUP_KEYS + GROUP[base >> 6]] ^= moved
    position[KEY2] ^= HASH_KEY2[base | orig] ^ HASH_KEY2[base | dest]
    position[SCORE] += SQUARE_SCORE[base | dest] - SQUARE_SCORE[base | orig]
    if kind == PAWN:
        pawn_ranks[side << 4 | (orig & 7) + 1] ^= 1 << (orig >> 3)
        pawn_ranks[side << 4 | (dest & 7) + 1] ^= 1 << (dest >> 3)
