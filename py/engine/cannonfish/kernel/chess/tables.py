"""Numbers and tables of chess: kinds, geometry, steps and rays, castling, hash keys, values.

Ordinary Python computes everything here once, when the program is linked; dialect functions only read it.
"""

from collections.abc import Iterable

from cannonfish.kernel.chess.weights import (
    BISHOP_SQUARES,
    KING_SQUARES,
    KNIGHT_SQUARES,
    PAWN_SQUARES,
    PIECE_VALUES,
    QUEEN_SQUARES,
    ROOK_SQUARES,
)
from cannonfish.kernel.zobrist import random_words

WHITE, BLACK = 0, 1
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)

# --- Constants of the contract (rules.py, game.py) ---

MAX_PLY = 96
# The most moves of nine queens, two rooks, two bishops, two knights and a king that castles.
MOVES_PER_PLY = 9 * 27 + 2 * 14 + 2 * 13 + 2 * 8 + 8 + 2
# Twelve kinds of either colour times 64 squares; capture_index() adds the kind of the victim.
HISTORY_SIZE = 12 * 64
CAPTURE_SIZE = HISTORY_SIZE * 8
MOVE_LIMIT = COUNTED_CHECKS = 100
PERPETUAL_CHECK_LOSES = 0
PERPETUAL_CHASE_LOSES = 0
PRUNE_LOSING_QUIETS = 1

# --- Values for static exchange evaluation ---


def _exchange_value(kind: int) -> int:
    """The mean of both phases; one value for both minor pieces, as trades are even; the king above all."""
    if kind == KING:
        return 10000
    if kind in (KNIGHT, BISHOP):
        return 325
    packed = PIECE_VALUES[kind]
    middle_game, ending = packed + 32768 >> 16, (packed + 32768 & 65535) - 32768
    return (middle_game + ending) // 2


# By kind, in centipawns.
SEE_VALUE: list[int] = [_exchange_value(kind) for kind in range(7)]

# --- The counts that rules and evaluation need of a side's pieces, packed into one word ---
#
#   bits 0-3 pawns, 4-7 knights, 8-11 bishops on dark squares, 12-15 bishops on light squares,
#   16-19 rooks, 20-23 queens, 24-29 phase of the game: 12 a side at the start

_PHASE = [0, 0, 1, 1, 2, 4, 0]
_COUNT = {(PAWN, 0): 0, (PAWN, 1): 0, (KNIGHT, 0): 4, (KNIGHT, 1): 4, (BISHOP, 0): 8, (BISHOP, 1): 12}
_COUNT |= {(ROOK, 0): 16, (ROOK, 1): 16, (QUEEN, 0): 20, (QUEEN, 1): 20}

# By kind * 2 + shade of the square (0 dark, 1 light).
COUNTS: list[int] = [
    (1 << _COUNT[kind, shade] | _PHASE[kind] << 24) if (kind, shade) in _COUNT else 0
    for kind in range(7)
    for shade in (0, 1)
]
PAWNS = 15
KNIGHTS = 15 << 4
DARK_BISHOPS = 15 << 8
LIGHT_BISHOPS = 15 << 12
MATERS = PAWNS | 15 << 16 | 15 << 20  # pawns, rooks and queens: each can mate, or promote to a piece that can

# --- Geometry ---


def _square(rank: int, file: int) -> int:
    return rank * 8 + file


_SQUARES = [(rank, file) for rank in range(8) for file in range(8)]
_STRAIGHT = ((1, 0), (-1, 0), (0, -1), (0, 1))
_DIAGONAL = ((1, -1), (1, 1), (-1, -1), (-1, 1))
_JUMPS = ((2, -1), (2, 1), (1, -2), (1, 2), (-1, -2), (-1, 2), (-2, -1), (-2, 1))

_Row = tuple[int, ...]


def _on_board(rank: int, file: int) -> bool:
    return 0 <= rank < 8 and 0 <= file < 8


def _steps(steps: Iterable[tuple[int, int]]) -> tuple[_Row, ...]:
    """By square: the destinations of these steps."""
    steps = tuple(steps)
    return tuple(
        tuple(_square(rank + up, file + right) for up, right in steps if _on_board(rank + up, file + right))
        for rank, file in _SQUARES
    )


def _rays(directions: Iterable[tuple[int, int]]) -> tuple[_Row, ...]:
    """By square * 4 + direction: the squares up to the edge, nearest first."""
    return tuple(
        tuple(
            _square(rank + up * far, file + right * far)
            for far in range(1, 8)
            if _on_board(rank + up * far, file + right * far)
        )
        for rank, file in _SQUARES
        for up, right in directions
    )


SHADE: list[int] = [(rank + file) & 1 for rank, file in _SQUARES]
KING_TO = _steps(_STRAIGHT + _DIAGONAL)
# By king's square << 6 | square: 1 for the king's square and those around it.
NEAR_KING: list[int] = [
    1 if square == king or square in KING_TO[king] else 0 for king in range(64) for square in range(64)
]
KNIGHT_TO = _steps(_JUMPS)
ROOK_RAYS = _rays(_STRAIGHT)
BISHOP_RAYS = _rays(_DIAGONAL)
_RAY_THROUGH = {
    index >> 2 << 6 | other: ray
    for rays in (ROOK_RAYS, BISHOP_RAYS)
    for index, ray in enumerate(rays)
    for other in ray
}
# By square << 6 | another square: the ray from the first through the second, up to the edge; empty if none.
LINE = tuple(_RAY_THROUGH.get(pair, ()) for pair in range(64 * 64))
# By side * 64 + square: the squares that a pawn attacks. From these, the other side's pawns attack it.
PAWN_TO = _steps(((1, -1), (1, 1))) + _steps(((-1, -1), (-1, 1)))

# By side: a pawn's step, the rank it starts from, and the one on which it is promoted.
FORWARD: list[int] = [8, -8]
PAWN_RANK: list[int] = [1, 6]
LAST_RANK: list[int] = [7, 0]

# --- Castling ---

SHORT, LONG = 1, 2  # White's rights; Black's are two bits higher


def _rights_kept() -> list[int]:
    """By square: the castling rights that remain after a move from or to it, as a mask."""
    kept = [15] * 64
    for side in (WHITE, BLACK):
        home = 56 * side
        kept[home + 4] &= ~((SHORT | LONG) << 2 * side)
        kept[home + 7] &= ~(SHORT << 2 * side)
        kept[home] &= ~(LONG << 2 * side)
    return kept


RIGHTS_KEPT: list[int] = _rights_kept()

# --- Hash keys ---


# A piece on a square has the number side * 512 + kind * 64 + square in the next three arrays.
HASH_KEY: list[int] = random_words(1024, 1)
HASH_KEY2: list[int] = random_words(1024, 2)
# By side << 3 | kind: 0 for pawns, 1 for White's other pieces, 2 for Black's.
GROUP: list[int] = [0 if kind == PAWN else 1 + side for side in (WHITE, BLACK) for kind in range(8)]


def _square_scores() -> list[int]:
    """Packed (middle game << 16) + ending, positive for White; the weights are White's, from rank 8 down."""
    kinds = (PAWN_SQUARES, KNIGHT_SQUARES, BISHOP_SQUARES, ROOK_SQUARES, QUEEN_SQUARES, KING_SQUARES)
    array = [0] * 1024
    for kind, squares in enumerate(kinds, PAWN):
        value = PIECE_VALUES[kind]
        for rank, file in _SQUARES:
            array[kind * 64 + _square(rank, file)] = value + squares[(7 - rank) * 8 + file]
            array[512 + kind * 64 + _square(rank, file)] = -value - squares[rank * 8 + file]
    return array


SQUARE_SCORE: list[int] = _square_scores()

# By rights, and by file of the en passant square.
RIGHTS_KEY: list[int] = random_words(16, 3)
RIGHTS_KEY2: list[int] = random_words(16, 4)
EP_KEY: list[int] = random_words(8, 5)
EP_KEY2: list[int] = random_words(8, 6)
