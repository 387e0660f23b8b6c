"""The position: the pieces on the board, and sums that make() and unmake() update."""

from cannonfish.kernel.changes import RECORD_CHANGES, pop_change, push_change, reset_changes
from cannonfish.kernel.xiangqi.tables import (
    COUNTS,
    FIRST,
    GROUP,
    HASH_KEY,
    HASH_KEY2,
    NUMBER,
    SQUARE_SCORE,
)

board: list[int] = [0] * 256  # square -> piece id, 0 for none
square_of: list[int] = [0] * 48  # piece id -> square, 0 for none
rank_bits: list[int] = [0] * 16  # square >> 4 -> occupied files, bit 0 for file a
file_bits: list[int] = [0] * 16  # square & 15 -> occupied ranks, bit 0 for rank 0

# Slots of `position`:
#   KEY, KEY2     two hash keys of the placement
#   SCORE         the sum of the piece-square tables, packed, positive for Red
#   MATERIAL      and the next slot: counts of Red's and of Black's pieces, packed:
#                   bits 0-3    pieces that can cross the river, rooks twice
#                   bits 4-5 advisors, 6-7 bishops, 8-9 knights, 10-11 rooks, 12-13 cannons
#                   bits 14-18  all pieces
#                   bits 19-24  phase of the game: 16 with all knights, rooks and cannons
#   GROUP_KEYS   and the next two slots: hash keys of the pawns, of Red's and of Black's other pieces
KEY, KEY2, SCORE, MATERIAL, _, GROUP_KEYS = range(6)
position: list[int] = [0] * 8


def clear() -> None:
    """Empty the board."""
    for square in range(256):
        board[square] = 0
    for piece in range(48):
        square_of[piece] = 0
    for line in range(16):
        rank_bits[line] = 0
        file_bits[line] = 0
    for slot in range(8):
        position[slot] = 0
    if RECORD_CHANGES:
        reset_changes()


def put(side: int, kind: int, square: int) -> int:
    """Place a piece on an empty point; return its id, or 0 if the side has no more of the kind."""
    first = 16 + 16 * side + FIRST[kind]
    for piece in range(first, first + NUMBER[kind]):
        if square_of[piece] == 0:
            board[square] = piece
            square_of[piece] = square
            rank_bits[square >> 4] |= 1 << (square & 15) - 3
            file_bits[square & 15] |= 1 << (square >> 4) - 3
            index = piece * 256 + square
            position[KEY] ^= HASH_KEY[index]
            position[KEY2] ^= HASH_KEY2[index]
            position[GROUP_KEYS + GROUP[piece]] ^= HASH_KEY[index]
            position[SCORE] += SQUARE_SCORE[index]
            position[MATERIAL + side] += COUNTS[piece]
            if RECORD_CHANGES:
                reset_changes()
            return piece
    return 0


def make(move: int) -> int:
    """Play a pseudo-legal move; return the id of the captured piece, 0 for none."""
    orig = move & 255
    dest = move >> 8
    piece = board[orig]
    captured = board[dest]
    board[orig] = 0
    board[dest] = piece
    square_of[piece] = dest
    rank_bits[orig >> 4] ^= 1 << (orig & 15) - 3
    file_bits[orig & 15] ^= 1 << (orig >> 4) - 3
    to_index = piece * 256 + dest
    from_index = piece * 256 + orig
    moved = HASH_KEY[to_index] ^ HASH_KEY[from_index]
    position[GROUP_KEYS + GROUP[piece]] ^= moved
    if captured:
        captured_index = captured * 256 + dest
        square_of[captured] = 0
        position[KEY] ^= moved ^ HASH_KEY[captured_index]
        position[GROUP_KEYS + GROUP[captured]] ^= HASH_KEY[captured_index]
        position[KEY2] ^= HASH_KEY2[to_index] ^ HASH_KEY2[from_index] ^ HASH_KEY2[captured_index]
        position[SCORE] += SQUARE_SCORE[to_index] - SQUARE_SCORE[from_index] - SQUARE_SCORE[captured_index]
        position[MATERIAL + (captured >> 5)] -= COUNTS[captured]
    else:
        rank_bits[dest >> 4] ^= 1 << (dest & 15) - 3
        file_bits[dest & 15] ^= 1 << (dest >> 4) - 3
        position[KEY] ^= moved
        position[KEY2] ^= HASH_KEY2[to_index] ^ HASH_KEY2[from_index]
        position[SCORE] += SQUARE_SCORE[to_index] - SQUARE_SCORE[from_index]
    if RECORD_CHANGES:
        push_change(to_index, from_index, captured * 256 + dest if captured else 0)
    return captured


def unmake(move: int, undo: int) -> None:
    """Take a move back; `undo` is what make() returned: the id of the captured piece."""
    orig = move & 255
    dest = move >> 8
    piece = board[dest]
    board[orig] = piece
    board[dest] = undo
    square_of[piece] = orig
    rank_bits[orig >> 4] ^= 1 << (orig & 15) - 3
    file_bits[orig & 15] ^= 1 << (orig >> 4) - 3
    to_index = piece * 256 + dest
    from_index = piece * 256 + orig
    moved = HASH_KEY[to_index] ^ HASH_KEY[from_index]
    position[GROUP_KEYS + GROUP[piece]] ^= moved
    if undo:
        captured_index = undo * 256 + dest
        square_of[undo] = dest
        position[KEY] ^= moved ^ HASH_KEY[captured_index]
        position[GROUP_KEYS + GROUP[undo]] ^= HASH_KEY[captured_index]
        position[KEY2] ^= HASH_KEY2[to_index] ^ HASH_KEY2[from_index] ^ HASH_KEY2[captured_index]
        position[SCORE] -= SQUARE_SCORE[to_index] - SQUARE_SCORE[from_index] - SQUARE_SCORE[captured_index]
        position[MATERIAL + (undo >> 5)] += COUNTS[undo]
    else:
        rank_bits[dest >> 4] ^= 1 << (dest & 15) - 3
        file_bits[dest & 15] ^= 1 << (dest >> 4) - 3
        position[KEY] ^= moved
        position[KEY2] ^= HASH_KEY2[to_index] ^ HASH_KEY2[from_index]
        position[SCORE] -= SQUARE_SCORE[to_index] - SQUARE_SCORE[from_index]
    if RECORD_CHANGES:
        pop_change()


def make_null() -> int:
    """Pass the turn; the board does not change."""
    return 0


def unmake_null(undo: int) -> None:
    """Take a null move back."""
