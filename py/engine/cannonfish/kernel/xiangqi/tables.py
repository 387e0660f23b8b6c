"""Numbers and tables of Xiangqi: kinds, geometry, steps and jumps, lines, hash keys, values.

Ordinary Python computes everything here once, when the program is linked; dialect functions only read it.

The board is 16 points wide with the playing area in the middle (a mailbox board), so that no loop needs a
border test: a square is (rank + 3) * 16 + file + 3, with ranks 0-9 from Red's side and files 0-8 for a-i.
Square 0 is off the board and means "none". Coordinates (square >> 4, square & 15) keep the offset of 3, and
0 means "none" there, too.
"""

from collections.abc import Callable, Iterable

from cannonfish.kernel.xiangqi.weights import (
    ADVISOR_SQUARES,
    BISHOP_SQUARES,
    CANNON_SQUARES,
    KING_SQUARES,
    KNIGHT_SQUARES,
    PAWN_SQUARES,
    PIECE_VALUES,
    ROOK_SQUARES,
)
from cannonfish.kernel.zobrist import random_words

RED, BLACK = 0, 1
KING, ADVISOR, BISHOP, KNIGHT, ROOK, CANNON, PAWN = range(1, 8)

# --- Constants of the contract (rules.py, game.py) ---

MAX_PLY = 96
MOVES_PER_PLY = 128
# 14 kinds of either colour times 90 points; capture_index() adds the kind of the victim.
HISTORY_SIZE = 14 * 90
CAPTURE_SIZE = HISTORY_SIZE * 8
MOVE_LIMIT = 120
COUNTED_CHECKS = 10
PERPETUAL_CHECK_LOSES = 1
PERPETUAL_CHASE_LOSES = 1
PRUNE_LOSING_QUIETS = 0  # 80 Elo better than 1: a piece that can be taken may be screen or blocker

# --- Pieces: ids 16-31 are Red's, 32-47 Black's (id & 16 << side); 0 is an empty point ---

# Offset of a kind's first id among its side's sixteen, and how many pieces of the kind a side has.
FIRST: list[int] = [0, 0, 1, 3, 5, 7, 9, 11]
NUMBER: list[int] = [0, 1, 2, 2, 2, 2, 2, 5]
KING_ID, ADVISOR_ID, BISHOP_ID, KNIGHT_ID, ROOK_ID, CANNON_ID, PAWN_ID = FIRST[1:]

_SET = [kind for kind in range(1, 8) for _ in range(NUMBER[kind])]
KIND: list[int] = [0] * 16 + _SET + _SET


def _exchange_value(kind: int) -> int:
    """The value in static exchange evaluation: half the mean of both phases; the king above all others.

    Half, because the margins of the search (SEE_QUIET_MARGIN, ...) are tuned for this scale.
    """
    if kind == KING:
        return 2000
    packed = PIECE_VALUES[kind]
    middle_game, ending = packed + 32768 >> 16, (packed + 32768 & 65535) - 32768
    return (middle_game + ending) // 4


# By piece id, in units of two centipawns.
SEE_VALUE: list[int] = [_exchange_value(kind) for kind in KIND]

# The counts that the evaluation needs of a side's pieces, packed into one word: see `position` in board.py.
_ATTACKERS = [0, 0, 0, 0, 1, 2, 1, 1]
_PHASE = [0, 0, 0, 0, 2, 4, 2, 0]


def _counts(kind: int) -> int:
    word = _ATTACKERS[kind] | 1 << 14 | _PHASE[kind] << 19
    if ADVISOR <= kind <= CANNON:
        word |= 1 << 4 + 2 * (kind - ADVISOR)
    return word


COUNTS: list[int] = [0] * 16 + [_counts(kind) for kind in KIND[16:]]

# --- Geometry ---


def _on_board(rank: int, file: int) -> bool:
    return 0 <= rank <= 9 and 0 <= file <= 8


def _square(rank: int, file: int) -> int:
    return (rank + 3) * 16 + file + 3


_POINTS = [(rank, file) for rank in range(10) for file in range(9)]
_ORTHOGONAL = ((-1, 0), (0, -1), (0, 1), (1, 0))
_DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def _by_square(value: Callable[[int, int], int], off_board: int = 0) -> list[int]:
    """An array over all 256 squares: value(rank, file) on the board."""
    array = [off_board] * 256
    for rank, file in _POINTS:
        array[_square(rank, file)] = value(rank, file)
    return array


# The 90 points without gaps; -1 off the board.
POINT: list[int] = _by_square(lambda rank, file: rank * 9 + file, off_board=-1)

# --- Destinations of the pieces that do not slide, by square: rows of squares, or of (leg or eye, square) ---

_Row = tuple[int, ...]
_PairRow = tuple[tuple[int, int], ...]


def _in_palace(rank: int, file: int) -> bool:
    return 3 <= file <= 5 and (0 <= rank <= 2 or 7 <= rank <= 9)


def _palace_steps(steps: Iterable[tuple[int, int]]) -> tuple[_Row, ...]:
    rows: list[_Row] = [()] * 256
    for rank, file in _POINTS:
        if _in_palace(rank, file):
            dests = [(rank + up, file + right) for up, right in steps]
            rows[_square(rank, file)] = tuple(_square(*dest) for dest in dests if _in_palace(*dest))
    return tuple(rows)


KING_TO = _palace_steps(_ORTHOGONAL)
ADVISOR_TO = _palace_steps(_DIAGONAL)


def _bishop_steps() -> tuple[_PairRow, ...]:
    rows: list[_PairRow] = [()] * 256
    for rank, file in _POINTS:
        rows[_square(rank, file)] = tuple(
            (_square(rank + up, file + right), _square(rank + 2 * up, file + 2 * right))
            for up, right in _DIAGONAL
            if _on_board(rank + 2 * up, file + 2 * right) and (rank < 5) == (rank + 2 * up < 5)
        )
    return tuple(rows)


BISHOP_TO = _bishop_steps()


def _knight_jumps(up: int, right: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The two jumps over the leg (up, right)."""
    return ((2 * up, -1), (2 * up, 1)) if up else ((-1, 2 * right), (1, 2 * right))


def _knight_steps() -> tuple[_PairRow, ...]:
    rows: list[_PairRow] = [()] * 256
    for rank, file in _POINTS:
        rows[_square(rank, file)] = tuple(
            (_square(rank + leg[0], file + leg[1]), _square(rank + jump[0], file + jump[1]))
            for leg in _ORTHOGONAL
            for jump in _knight_jumps(*leg)
            if _on_board(rank + jump[0], file + jump[1])
        )
    return tuple(rows)


KNIGHT_TO = _knight_steps()


def _knight_legs() -> tuple[_PairRow, ...]:
    rows: list[_PairRow] = []
    for jumps in KNIGHT_TO:
        legs = [leg for leg, _ in jumps]
        rows.append(tuple((leg, legs.count(leg)) for leg in dict.fromkeys(legs)))
    return tuple(rows)


# By square: rows of (leg, number of jumps over it).
KNIGHT_LEGS = _knight_legs()

# KNIGHT_EYE[knight - target + 256]: offset from the target to the leg that must be free, 0 if no jump leads
# from knight to target. A captured knight has square 0, from which no jump leads to a point.
KNIGHT_EYE: list[int] = [0] * 512
for _leg in _DIAGONAL:
    for _jump in ((2 * _leg[0], _leg[1]), (_leg[0], 2 * _leg[1])):
        KNIGHT_EYE[_jump[0] * 16 + _jump[1] + 256] = _leg[0] * 16 + _leg[1]


def _pawn_steps(side: int) -> tuple[_Row, ...]:
    rows: list[_Row] = [()] * 256
    for rank, file in _POINTS:
        steps = [(1, 0) if side == RED else (-1, 0)]
        if (rank >= 5) == (side == RED):
            steps += [(0, -1), (0, 1)]
        dests = [(rank + up, file + right) for up, right in steps]
        rows[_square(rank, file)] = tuple(_square(*dest) for dest in dests if _on_board(*dest))
    return tuple(rows)


def _reversed(rows: tuple[_Row, ...]) -> tuple[_Row, ...]:
    """By square: the squares whose row contains it."""
    origs: list[list[int]] = [[] for _ in rows]
    for orig, dests in enumerate(rows):
        for dest in dests:
            origs[dest].append(orig)
    return tuple(tuple(row) for row in origs)


# By side * 256 + square: the destinations of a side's pawn, and the squares from which it attacks this one.
PAWN_TO = _pawn_steps(RED) + _pawn_steps(BLACK)
PAWN_FROM = _reversed(_pawn_steps(RED)) + _reversed(_pawn_steps(BLACK))

# --- Lines: blockers of rooks and cannons ---
#
# The board keeps the occupied points of every rank and every file as bits. Together with the base of a point
# they are an index into the tables below, which hold the nearest pieces on either side of the point.

RANK_BASE: list[int] = _by_square(lambda rank, file: file << 9)
FILE_BASE: list[int] = _by_square(lambda rank, file: rank << 10)


def _nearest_two(occupied: int, length: int, upward: bool) -> int:
    """The two lowest (upward) or highest occupied coordinates: near | far << 4, 0 for none."""
    points = [i + 3 for i in range(length) if occupied >> i & 1]
    if not upward:
        points.reverse()
    near, far = [*points, 0, 0][:2]
    return near | far << 4


def _blockers(length: int) -> list[int]:
    """By point and occupancy: near below | far below << 4 | near above << 8 | far above << 12."""
    upward = [_nearest_two(bits, length, True) << 8 for bits in range(1 << length)]
    downward = [_nearest_two(bits, length, False) for bits in range(1 << length)]
    table: list[int] = []
    for at in range(length):
        below = downward[: 1 << at]
        for high in range(0, 1 << length, 2 << at):
            above = upward[high]
            pattern = [above | low for low in below]
            table += pattern + pattern  # the point itself may be occupied or not
    return table


def _room(blockers: list[int], length: int) -> list[int]:
    """The number of empty points between the two nearest blockers, without the point itself."""
    return [((line >> 8 & 15) or length + 3) - ((line & 15) or 2) - 2 for line in blockers]


RANK_BLOCKERS: list[int] = _blockers(9)
FILE_BLOCKERS: list[int] = _blockers(10)
RANK_ROOM: list[int] = _room(RANK_BLOCKERS, 9)
FILE_ROOM: list[int] = _room(FILE_BLOCKERS, 10)

# ALIGNED[a - b + 256]: 1 if two different squares share a rank or a file. Square 0 shares none.
ALIGNED: list[int] = [1 if (d % 16 == 0 or abs(d) <= 8) and d else 0 for d in range(-256, 256)]

# BETWEEN[a << 4 | b], for coordinates a and b: the bits of the points between them.
BETWEEN: list[int] = [
    sum(1 << at - 3 for at in range(max(min(a, b) + 1, 3), max(a, b))) for a in range(16) for b in range(16)
]
POPCOUNT: list[int] = [bits.bit_count() for bits in range(1 << 10)]

# --- Hash keys and piece-square scores, by piece id * 256 + square ---


def _by_piece_and_square(row: Callable[[int, int], list[int]]) -> list[int]:
    """An array over all ids and squares; row(side, kind) gives the 256 values that pieces of a kind share."""
    array = [0] * (16 * 256)
    for side in (RED, BLACK):
        for kind in range(1, 8):
            array += row(side, kind) * NUMBER[kind]
    return array


def _hashes(seed: int) -> list[int]:
    words = iter(random_words(14 * 90, seed))
    return _by_piece_and_square(lambda side, kind: _by_square(lambda rank, file: next(words)))


_SQUARES_OF = (
    KING_SQUARES,
    ADVISOR_SQUARES,
    BISHOP_SQUARES,
    KNIGHT_SQUARES,
    ROOK_SQUARES,
    CANNON_SQUARES,
    PAWN_SQUARES,
)


def _square_values(side: int, kind: int) -> list[int]:
    """Packed (middle game << 16) + ending, positive for Red; the weights are Red's, for the files a to e."""
    value, squares = PIECE_VALUES[kind], _SQUARES_OF[kind - 1]
    if side == RED:
        return _by_square(lambda rank, file: value + squares[(9 - rank) * 5 + min(file, 8 - file)])
    return _by_square(lambda rank, file: -value - squares[rank * 5 + min(file, 8 - file)])


HASH_KEY: list[int] = _hashes(1)
HASH_KEY2: list[int] = _hashes(2)
SQUARE_SCORE: list[int] = _by_piece_and_square(_square_values)

# By piece id: 0 for pawns, 1 for Red's other pieces, 2 for Black's.
GROUP: list[int] = [0] * 16 + [0 if kind == PAWN else 1 + side for side in (RED, BLACK) for kind in _SET]

# history_index(): HISTORY_ROW of the moving piece plus the POINT of the destination.
HISTORY_ROW: list[int] = [0] * 16 + [(7 * side + kind - 1) * 90 for side in (RED, BLACK) for kind in _SET]
