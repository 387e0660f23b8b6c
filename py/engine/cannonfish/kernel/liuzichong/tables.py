"""Numbers and tables of Liuzichong: geometry, captures, hash keys.

Ordinary Python computes everything here once, when the program is linked; dialect functions only read it.
"""

from cannonfish.kernel.zobrist import random_words

WHITE, BLACK = 0, 1
POINTS = 16

# --- Constants of the contract (rules.py, game.py) ---

MAX_PLY = 96
MOVES_PER_PLY = 24  # six stones, four ways
MOVE_LIMIT = COUNTED_CHECKS = 100
PERPETUAL_CHECK_LOSES = 0
PERPETUAL_CHASE_LOSES = 0
PRUNE_LOSING_QUIETS = 0

# --- Geometry ---


def _neighbours(point: int) -> tuple[int, ...]:
    """The points one step up, down, left and right, as far as they exist."""
    rank, file = divmod(point, 4)
    steps = ((rank + 1, file), (rank - 1, file), (rank, file - 1), (rank, file + 1))
    return tuple(up * 4 + right for up, right in steps if 0 <= up < 4 and 0 <= right < 4)


NEIGHBOURS = tuple(_neighbours(point) for point in range(POINTS))

# By move: the number of the step, 0-47, or -1 if it is no step.
_STEPS = [orig | dest << 4 for orig in range(POINTS) for dest in NEIGHBOURS[orig]]
STEP: list[int] = [_STEPS.index(move) if move in _STEPS else -1 for move in range(POINTS * POINTS)]

# By side and step.
HISTORY_SIZE = CAPTURE_SIZE = 2 * 48

# Sets of the points that have a neighbour above, and to the right.
BELOW_THE_TOP = sum(1 << point for point in range(POINTS) if point // 4 < 3)
LEFT_OF_THE_EDGE = sum(1 << point for point in range(POINTS) if point % 4 < 3)

# --- Captures ---
#
# A line of four points, a row or a file, is stored as two bit sets: the mover's stones and the other side's,
# bit 0 for file a or rank 1. In these four pictures the other side's stone (X) is taken, if one of
# the two own stones (O) is the one that moved. Nothing else captures.

_PICTURES = ("OOX_", "_OOX", "XOO_", "_XOO")


def _bits(picture: str, letter: str) -> int:
    return sum(1 << at for at in range(4) if picture[at] == letter)


def _taken() -> list[int]:
    table = [0] * (16 * 16 * 4)
    for picture in _PICTURES:
        own, other = _bits(picture, "O"), _bits(picture, "X")
        for moved in range(4):
            if picture[moved] == "O":
                table[own | other << 4 | moved << 8] = other
    return table


# By own stones | other stones << 4 | place of the moved stone << 8: the stones taken.
CAPTURED: list[int] = _taken()

# Points of file a (bits 0, 4, 8, 12) as a line, and a line as points of file a.
_FILE = 1 << 0 | 1 << 4 | 1 << 8 | 1 << 12
LINE_OF_FILE: list[int] = [
    sum((points >> 4 * at & 1) << at for at in range(4)) for points in range(_FILE + 1)
]
FILE_OF_LINE: list[int] = [sum((line >> at & 1) << 4 * at for at in range(4)) for line in range(16)]
FILE_A = _FILE

# --- Hash keys, by side * 16 + point ---


HASH_KEY: list[int] = random_words(2 * POINTS, 1)
HASH_KEY2: list[int] = random_words(2 * POINTS, 2)
