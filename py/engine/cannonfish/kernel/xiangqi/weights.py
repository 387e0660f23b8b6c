"""The numbers of the evaluation: data, written by the tuner.

Provenance: our own fit (logistic regression, 200 centi-units to the unit of log odds) on 117 thousand quiet
positions of games that Fairy-Stockfish 11.1 played against itself; the target is three parts its score, one
part the result of the game. Measured in self-play: fitting the numbers gained 470 Elo, the terms beyond the
piece-square tables 269.

Every weight is a pair _s(middle game, ending), packed as (middle game << 16) + ending so that one addition
adds both halves. A pawn that has not crossed the river is 50; where a piece never stands there is a 0.
"""
# fmt: off


def _s(middle_game: int, ending: int) -> int:
    """Pack a pair."""
    return (middle_game << 16) + ending


# --- Piece-square tables for Red: rank 9 first, each rank from the edge to the centre (file e). ---

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
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(  61,   61), _s(   0,    0),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s( 101,   58),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(  76,   50), _s(   0,    0),
]
BISHOP_SQUARES: list[int] = [
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0),
    _s(   0,    0), _s(   0,    0), _s(  53,   51), _s(   0,    0), _s(   0,    0),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0),
    _s(  59,   46), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(  96,   61),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0),
    _s(   0,    0), _s(   0,    0), _s(  71,   48), _s(   0,    0), _s(   0,    0),
]
KNIGHT_SQUARES: list[int] = [
    _s( 220,  222), _s( 203,  214), _s( 201,  220), _s( 212,  222), _s( 219,  215),
    _s( 212,  209), _s( 206,  228), _s( 278,  217), _s( 252,  214), _s( 234,  221),
    _s( 178,  226), _s( 203,  230), _s( 228,  217), _s( 238,  231), _s( 230,  233),
    _s( 221,  191), _s( 270,  219), _s( 230,  198), _s( 231,  238), _s( 231,  226),
    _s( 217,  216), _s( 222,  207), _s( 227,  228), _s( 238,  216), _s( 202,  243),
    _s( 186,  198), _s( 210,  209), _s( 224,  221), _s( 220,  197), _s( 229,  233),
    _s( 186,  193), _s( 182,  196), _s( 200,  215), _s( 196,  206), _s( 209,  216),
    _s( 213,  188), _s( 191,  216), _s( 198,  199), _s( 195,  188), _s( 208,  195),
    _s( 203,  197), _s( 192,  193), _s( 191,  177), _s( 180,  205), _s( 189,  185),
    _s( 174,  169), _s( 197,  203), _s( 209,  229), _s( 184,  241), _s( 173,  180),
]
ROOK_SQUARES: list[int] = [
    _s( 438,  464), _s( 443,  444), _s( 458,  442), _s( 477,  434), _s( 465,  467),
    _s( 457,  465), _s( 464,  451), _s( 479,  452), _s( 461,  458), _s( 455,  447),
    _s( 468,  458), _s( 464,  455), _s( 476,  454), _s( 464,  448), _s( 474,  462),
    _s( 470,  464), _s( 463,  450), _s( 479,  442), _s( 456,  449), _s( 472,  451),
    _s( 441,  459), _s( 451,  452), _s( 476,  453), _s( 438,  449), _s( 465,  455),
    _s( 461,  451), _s( 460,  437), _s( 454,  425), _s( 422,  450), _s( 448,  436),
    _s( 448,  471), _s( 474,  436), _s( 438,  456), _s( 464,  431), _s( 450,  471),
    _s( 436,  462), _s( 442,  447), _s( 425,  445), _s( 449,  422), _s( 434,  459),
    _s( 444,  436), _s( 441,  463), _s( 431,  482), _s( 414,  443), _s( 384,  445),
    _s( 441,  435), _s( 452,  450), _s( 431,  425), _s( 428,  444), _s( 448,  447),
]
CANNON_SQUARES: list[int] = [
    _s( 248,  229), _s( 196,  226), _s( 183,  232), _s( 192,  215), _s( 203,  211),
    _s( 210,  210), _s( 194,  218), _s( 193,  193), _s( 227,  211), _s( 197,  211),
    _s( 238,  208), _s( 207,  215), _s( 216,  202), _s( 199,  218), _s( 186,  188),
    _s( 231,  212), _s( 211,  232), _s( 215,  218), _s( 224,  197), _s( 221,  223),
    _s( 226,  206), _s( 204,  222), _s( 214,  221), _s( 211,  221), _s( 246,  189),
    _s( 224,  191), _s( 220,  206), _s( 213,  223), _s( 227,  207), _s( 221,  238),
    _s( 186,  213), _s( 209,  204), _s( 204,  233), _s( 220,  228), _s( 235,  232),
    _s( 228,  211), _s( 210,  208), _s( 220,  197), _s( 236,  213), _s( 229,  211),
    _s( 210,  217), _s( 206,  230), _s( 210,  198), _s( 218,  220), _s( 228,  224),
    _s( 198,  200), _s( 223,  176), _s( 217,  201), _s( 215,  229), _s( 222,  228),
]
PAWN_SQUARES: list[int] = [
    _s( 102,   99), _s( 112,   91), _s( 125,  108), _s( 108,   92), _s( 122,  125),
    _s( 133,  129), _s(  97,   68), _s( 112,  105), _s( 151,  140), _s( 122,  141),
    _s(  87,  113), _s( 101,  131), _s( 111,   93), _s( 126,   98), _s( 111,  119),
    _s(  75,   99), _s(  79,  102), _s(  91,  104), _s( 116,  102), _s( 119,  113),
    _s(  77,   94), _s(  81,   90), _s(  90,   77), _s(  80,  109), _s( 105,   90),
    _s(  38,   43), _s(   0,    0), _s(  53,   43), _s(   0,    0), _s(  53,   63),
    _s(  32,   38), _s(   0,    0), _s(  33,   31), _s(   0,    0), _s(  52,   69),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0),
    _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0), _s(   0,    0),
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

# The right to move, in plain centi-units.
TEMPO = 21
