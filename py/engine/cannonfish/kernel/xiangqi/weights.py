"""The weights of the evaluation: data, fitted once. They may also be edited by hand.

Provenance: our own fit (logistic regression, 200 centipawns to the unit of log odds) on 117 thousand quiet
positions of games that Fairy-Stockfish 11.1 played against itself; the target is three parts its score, one
part the result of the game. Measured in self-play: fitting the numbers gained 470 Elo, the terms beyond the
piece-square tables 269.

Every weight is a pair _s(middle game, ending) in centipawns, packed as (middle game << 16) + ending so that
one addition adds both halves. The unit of the fit makes a pawn that has not crossed the river about 50.
"""
# fmt: off


def _s(middle_game: int, ending: int) -> int:
    """Pack a pair."""
    return (middle_game << 16) + ending


# --- Piece values by kind: change a value here, and evaluation, exchanges and move ordering follow ---

# Round numbers near a piece's average; the piece-square tables are relative to them. tables.py derives the
# values for static exchange evaluation. Kings have none here: both sides always have one.
PIECE_VALUES: list[int] = [
    _s(   0,    0),  # no piece
    _s(   0,    0),  # king
    _s(  90,   70),  # advisor
    _s(  90,   70),  # bishop
    _s( 200,  200),  # knight
    _s( 440,  440),  # rook
    _s( 210,  210),  # cannon
    _s(  60,   60),  # pawn
]

# --- Piece-square tables for Red, relative to the piece values: 10 ranks from 9 down to 0, each from the
#     edge to the centre (5 files, mirrored). Squares that a piece never reaches do not matter. ---

KING_SQUARES: list[int] = [
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s( -58,  -26), _s( -38,   38),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s( -33,    2), _s(  15,   -2),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(  37,   -9), _s(  76,   -3),
]
ADVISOR_SQUARES: list[int] = [
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s( -29,   -9), _s(   0,    0),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(  11,  -12),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s( -14,  -20), _s(   0,    0),
]
BISHOP_SQUARES: list[int] = [
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0),
    _s(   0,    0), _s(   0,    0), _s( -37,  -19), _s(   0,    0), _s(   0,    0),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0),
    _s( -31,  -24), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   6,   -9),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0),
    _s(   0,    0), _s(   0,    0), _s( -19,  -22), _s(   0,    0), _s(   0,    0),
]
KNIGHT_SQUARES: list[int] = [
    _s(  20,   22), _s(   3,   14), _s(   1,   20), _s(  12,   22), _s(  19,   15),
    _s(  12,    9), _s(   6,   28), _s(  78,   17), _s(  52,   14), _s(  34,   21),
    _s( -22,   26), _s(   3,   30), _s(  28,   17), _s(  38,   31), _s(  30,   33),
    _s(  21,   -9), _s(  70,   19), _s(  30,   -2), _s(  31,   38), _s(  31,   26),
    _s(  17,   16), _s(  22,    7), _s(  27,   28), _s(  38,   16), _s(   2,   43),
    _s( -14,   -2), _s(  10,    9), _s(  24,   21), _s(  20,   -3), _s(  29,   33),
    _s( -14,   -7), _s( -18,   -4), _s(   0,   15), _s(  -4,    6), _s(   9,   16),
    _s(  13,  -12), _s(  -9,   16), _s(  -2,   -1), _s(  -5,  -12), _s(   8,   -5),
    _s(   3,   -3), _s(  -8,   -7), _s(  -9,  -23), _s( -20,    5), _s( -11,  -15),
    _s( -26,  -31), _s(  -3,    3), _s(   9,   29), _s( -16,   41), _s( -27,  -20),
]
ROOK_SQUARES: list[int] = [
    _s(  -2,   24), _s(   3,    4), _s(  18,    2), _s(  37,   -6), _s(  25,   27),
    _s(  17,   25), _s(  24,   11), _s(  39,   12), _s(  21,   18), _s(  15,    7),
    _s(  28,   18), _s(  24,   15), _s(  36,   14), _s(  24,    8), _s(  34,   22),
    _s(  30,   24), _s(  23,   10), _s(  39,    2), _s(  16,    9), _s(  32,   11),
    _s(   1,   19), _s(  11,   12), _s(  36,   13), _s(  -2,    9), _s(  25,   15),
    _s(  21,   11), _s(  20,   -3), _s(  14,  -15), _s( -18,   10), _s(   8,   -4),
    _s(   8,   31), _s(  34,   -4), _s(  -2,   16), _s(  24,   -9), _s(  10,   31),
    _s(  -4,   22), _s(   2,    7), _s( -15,    5), _s(   9,  -18), _s(  -6,   19),
    _s(   4,   -4), _s(   1,   23), _s(  -9,   42), _s( -26,    3), _s( -56,    5),
    _s(   1,   -5), _s(  12,   10), _s(  -9,  -15), _s( -12,    4), _s(   8,    7),
]
CANNON_SQUARES: list[int] = [
    _s(  38,   19), _s( -14,   16), _s( -27,   22), _s( -18,    5), _s(  -7,    1),
    _s(   0,    0), _s( -16,    8), _s( -17,  -17), _s(  17,    1), _s( -13,    1),
    _s(  28,   -2), _s(  -3,    5), _s(   6,   -8), _s( -11,    8), _s( -24,  -22),
    _s(  21,    2), _s(   1,   22), _s(   5,    8), _s(  14,  -13), _s(  11,   13),
    _s(  16,   -4), _s(  -6,   12), _s(   4,   11), _s(   1,   11), _s(  36,  -21),
    _s(  14,  -19), _s(  10,   -4), _s(   3,   13), _s(  17,   -3), _s(  11,   28),
    _s( -24,    3), _s(  -1,   -6), _s(  -6,   23), _s(  10,   18), _s(  25,   22),
    _s(  18,    1), _s(   0,   -2), _s(  10,  -13), _s(  26,    3), _s(  19,    1),
    _s(   0,    7), _s(  -4,   20), _s(   0,  -12), _s(   8,   10), _s(  18,   14),
    _s( -12,  -10), _s(  13,  -34), _s(   7,   -9), _s(   5,   19), _s(  12,   18),
]
PAWN_SQUARES: list[int] = [
    _s(  42,   39), _s(  52,   31), _s(  65,   48), _s(  48,   32), _s(  62,   65),
    _s(  73,   69), _s(  37,    8), _s(  52,   45), _s(  91,   80), _s(  62,   81),
    _s(  27,   53), _s(  41,   71), _s(  51,   33), _s(  66,   38), _s(  51,   59),
    _s(  15,   39), _s(  19,   42), _s(  31,   44), _s(  56,   42), _s(  59,   53),
    _s(  17,   34), _s(  21,   30), _s(  30,   17), _s(  20,   49), _s(  45,   30),
    _s( -22,  -17), _s( -60,  -60), _s(  -7,  -17), _s( -60,  -60), _s(  -7,    3),
    _s( -28,  -22), _s( -60,  -60), _s( -27,  -29), _s( -60,  -60), _s(  -8,    9),
    _s( -60,  -60), _s( -60,  -60), _s( -60,  -60), _s( -60,  -60), _s( -60,  -60),
    _s( -60,  -60), _s( -60,  -60), _s( -60,  -60), _s( -60,  -60), _s( -60,  -60),
    _s( -60,  -60), _s( -60,  -60), _s( -60,  -60), _s( -60,  -60), _s( -60,  -60),
]

# --- Mobility: by the number of empty points along the lines (rook, cannon), of free jumps (knight). ---

ROOK_MOBILITY: list[int] = [
    _s(-10, -3), _s(-5, -14), _s(-11, -17), _s(-8, -29), _s(-2, -17), _s(-7, 3),
    _s(1, -5), _s(0, 2), _s(10, -9), _s(-8, 18), _s(-6, 13), _s(5, -6),
    _s(-1, 3), _s(8, 9), _s(12, 1), _s(18, -6), _s(14, -2), _s(6, 2),
]
CANNON_MOBILITY: list[int] = [
    _s(-30, -25), _s(-11, 10), _s(-6, -19), _s(0, -17), _s(4, -8), _s(2, -7),
    _s(3, 0), _s(2, 4), _s(3, -4), _s(6, 2), _s(4, -5), _s(9, 7),
    _s(10, 6), _s(9, 2), _s(-2, 17), _s(6, -6), _s(13, 5), _s(0, 8),
]
KNIGHT_MOBILITY: list[int] = [
    _s(-39, -36), _s(-28, -58), _s(-18, -2), _s(-15, 1), _s(6, 20), _s(0, 0),
    _s(17, 20), _s(0, 0), _s(29, 22),
]

# --- Nearness: by the files between a piece and the enemy general (pawns: only beyond the river). ---

KNIGHT_NEARNESS: list[int] = [
    _s(-3, -17), _s(-2, -10), _s(-11, -2), _s(-10, -8), _s(-11, 8),
    _s(-12, -7), _s(0, 0), _s(0, 0), _s(0, 0),
]
ROOK_NEARNESS: list[int] = [
    _s(4, 0), _s(34, -8), _s(13, -7), _s(9, -14), _s(-9, -21),
    _s(-33, -8), _s(0, 0), _s(0, 0), _s(0, 0),
]
CANNON_NEARNESS: list[int] = [
    _s(2, 18), _s(-10, -1), _s(-2, -16), _s(-5, -6), _s(-12, -2),
    _s(48, -24), _s(0, 0), _s(0, 0), _s(0, 0),
]
PAWN_NEARNESS: list[int] = [
    _s(-4, 13), _s(19, 6), _s(2, -6), _s(4, -5), _s(-8, -8),
    _s(-25, -19), _s(0, 0), _s(0, 0), _s(0, 0),
]

# --- Per attacking piece: by how many advisors (bishops) the enemy has lost. ---

KNIGHT_LOST_ADVISORS: list[int] = [
    _s(-13, -16), _s(-46, 9), _s(11, -27),
]
KNIGHT_LOST_BISHOPS: list[int] = [
    _s(-17, -10), _s(-11, -19), _s(-21, -6),
]
ROOK_LOST_ADVISORS: list[int] = [
    _s(-19, -40), _s(28, -31), _s(7, 11),
]
ROOK_LOST_BISHOPS: list[int] = [
    _s(-5, -10), _s(10, -32), _s(12, -17),
]
CANNON_LOST_ADVISORS: list[int] = [
    _s(19, -13), _s(8, -20), _s(-6, 1),
]
CANNON_LOST_BISHOPS: list[int] = [
    _s(15, -24), _s(-3, 3), _s(9, -11),
]
PAWN_LOST_ADVISORS: list[int] = [
    _s(10, -25), _s(6, -13), _s(-31, 20),
]
PAWN_LOST_BISHOPS: list[int] = [
    _s(-18, -11), _s(-12, 4), _s(15, -10),
]

# --- Lines at the enemy general. ---

# A cannon with nothing between itself and the general: no piece may step in.
HOLLOW_CANNON_FILE = _s(26, -14)
HOLLOW_CANNON_RANK = _s(11, -6)
# A rook behind one piece, which is pinned or uncovers the rook.
ROOK_PIN = _s(13, -9)
# A cannon behind two pieces.
DOUBLE_SCREEN_CANNON = _s(17, 33)

# --- Material and formation. ---

# Two pawns hand in hand beyond the river.
PAWN_PAIR = _s(25, 4)
# Having a rook when the enemy has none.
ROOK_ADVANTAGE = _s(41, 23)
# By which kinds of strong pieces there are: 1 rook + 2 cannon + 4 knight.
VARIETY: list[int] = [
    _s(0, -32), _s(-23, 27), _s(-14, 1), _s(18, 2),
    _s(-22, -11), _s(26, -5), _s(-5, 18), _s(20, 0),
]
# Per cannon: by the number of pieces on the board, in fours.
CANNON_SCREENS: list[int] = [
    _s(0, 0), _s(0, -3), _s(10, -15), _s(-14, -15), _s(16, -12),
    _s(5, 18), _s(-2, 27), _s(5, -31), _s(0, 0),
]

# The right to move, in plain centipawns.
TEMPO = 21
