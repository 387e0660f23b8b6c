"""The parts of a position's number in an ending: the points of the pieces, and the pairs of generals.

A square is the kernel's: (rank + 3) * 16 + file + 3. Only one of two mirror images is kept: if Red's general
is off file e, it is on file d, else Black's is on file d. If both are on file e, both images are kept.
"""

# As in tables.py, which probing has no need to import.
_RED, _BLACK = 0, 1
_KING, _ADVISOR, _BISHOP, _PAWN = 1, 2, 3, 7

_WHOLE_BOARD = [(rank, file) for rank in range(10) for file in range(9)]
_RED_POINTS = {
    _KING: [(rank, file) for rank in (0, 1, 2) for file in (3, 4, 5)],
    _ADVISOR: [(0, 3), (0, 5), (1, 4), (2, 3), (2, 5)],
    _BISHOP: [(0, 2), (0, 6), (2, 0), (2, 4), (2, 8), (4, 2), (4, 6)],
    _PAWN: [(rank, file) for rank, file in _WHOLE_BOARD if rank >= 5 or (rank >= 3 and file % 2 == 0)],
}


def _squares(side: int, kind: int) -> list[int]:
    """The squares of a kind's points; Black's are Red's with the ranks turned round."""
    points = _RED_POINTS.get(kind, _WHOLE_BOARD)
    return [((9 - rank if side == _BLACK else rank) + 3) * 16 + file + 3 for rank, file in points]


_SQUARES = [_squares(side, kind) if kind else [] for side in (_RED, _BLACK) for kind in range(8)]

# POINTS by (side << 3 | kind): the number of points. NUMBER_OF by this << 8 | square: the point's number, -1
# for none. SQUARE_OF by this << 7 | number: the point's square.
POINTS: list[int] = [len(squares) for squares in _SQUARES]
NUMBER_OF: list[int] = [
    squares.index(square) if square in squares else -1 for squares in _SQUARES for square in range(256)
]
SQUARE_OF: list[int] = [square for squares in _SQUARES for square in squares + [0] * (128 - len(squares))]

MIRROR: list[int] = [square & 240 | 14 - (square & 15) & 15 for square in range(256)]

_RED_KING, _BLACK_KING = _SQUARES[_KING], _SQUARES[8 + _KING]
_PAIRS = [
    (red, black)
    for red in _RED_KING
    for black in _BLACK_KING
    if (red & 15, black & 15) <= (7, 7)  # file d is 6, e is 7
]

PAIRS = len(_PAIRS)
# By number of the pair: the squares of the generals.
PAIR_RED: list[int] = [red for red, _ in _PAIRS]
PAIR_BLACK: list[int] = [black for _, black in _PAIRS]
# By the generals' numbers, Red's * 9 + Black's: the pair; -1 for a mirror image of one.
PAIR_OF: list[int] = [
    _PAIRS.index((red, black)) if (red, black) in _PAIRS else -1 for red in _RED_KING for black in _BLACK_KING
]

# CHOOSE[k * 91 + n]: the subsets of k out of n.
CHOOSE: list[int] = [1] * 91
for _k in range(1, 6):
    CHOOSE.append(0)
    for _n in range(1, 91):
        CHOOSE.append(CHOOSE[-1] + CHOOSE[(_k - 1) * 91 + _n - 1])
