"""The static evaluation of a position.

A tapered sum (chessprogramming wiki, "Tapered Eval"): every weight is a packed pair (middle game << 16) +
ending; the sum of all is blended by the material on the board. make() updates the sum of the piece-square
tables; the other terms are computed here, each for one side. Weights and their origin: weights.py.
"""

from cannonfish.kernel.xiangqi.board import (
    MATERIAL,
    SCORE,
    board,
    file_bits,
    position,
    rank_bits,
    square_of,
)
from cannonfish.kernel.xiangqi.drawish import scale_factor
from cannonfish.kernel.xiangqi.moves import between
from cannonfish.kernel.xiangqi.tables import (
    ALIGNED,
    CANNON_ID,
    FILE_BASE,
    FILE_ROOM,
    KNIGHT_ID,
    KNIGHT_LEGS,
    PAWN_ID,
    RANK_BASE,
    RANK_ROOM,
    ROOK_ID,
)
from cannonfish.kernel.xiangqi.weights import (
    CANNON_LOST_ADVISORS,
    CANNON_LOST_BISHOPS,
    CANNON_MOBILITY,
    CANNON_NEARNESS,
    CANNON_SCREENS,
    DOUBLE_SCREEN_CANNON,
    HOLLOW_CANNON_FILE,
    HOLLOW_CANNON_RANK,
    KNIGHT_LOST_ADVISORS,
    KNIGHT_LOST_BISHOPS,
    KNIGHT_MOBILITY,
    KNIGHT_NEARNESS,
    PAWN_LOST_ADVISORS,
    PAWN_LOST_BISHOPS,
    PAWN_NEARNESS,
    PAWN_PAIR,
    ROOK_ADVANTAGE,
    ROOK_LOST_ADVISORS,
    ROOK_LOST_BISHOPS,
    ROOK_MOBILITY,
    ROOK_NEARNESS,
    ROOK_PIN,
    TEMPO,
    VARIETY,
)

# --- Tables that combine several weights in one look-up ---


def _guarded(lost_advisors: list[int], lost_bishops: list[int]) -> list[int]:
    """By the numbers of enemy advisors (bits 0-1) and bishops (bits 2-3)."""
    return [lost_advisors[max(2 - (i & 3), 0)] + lost_bishops[max(2 - (i >> 2), 0)] for i in range(16)]


KNIGHT_GUARDED: list[int] = _guarded(KNIGHT_LOST_ADVISORS, KNIGHT_LOST_BISHOPS)
ROOK_GUARDED: list[int] = _guarded(ROOK_LOST_ADVISORS, ROOK_LOST_BISHOPS)
CANNON_GUARDED: list[int] = _guarded(CANNON_LOST_ADVISORS, CANNON_LOST_BISHOPS)
PAWN_GUARDED: list[int] = _guarded(PAWN_LOST_ADVISORS, PAWN_LOST_BISHOPS)

# By the numbers of knights (bits 0-1), rooks (2-3) and cannons (4-5).
VARIETY_OF: list[int] = [
    VARIETY[(i >> 2 & 3 > 0) + 2 * (i >> 4 & 3 > 0) + 4 * (i & 3 > 0)] for i in range(64)
]

# --- The terms: each is the packed score of one side's pieces of a kind ---


def knights(side: int) -> int:
    """Free jumps, nearness to the enemy general, and how well the general is guarded."""
    own = 16 + 16 * side
    file = square_of[48 - own] & 15
    guarded = KNIGHT_GUARDED[position[MATERIAL + 1 - side] >> 4 & 15]
    score = 0
    for piece in range(own + KNIGHT_ID, own + ROOK_ID):
        square = square_of[piece]
        if square:
            jumps = 0
            for leg, count in KNIGHT_LEGS[square]:
                if board[leg] == 0:
                    jumps += count
            score += KNIGHT_MOBILITY[jumps] + KNIGHT_NEARNESS[abs((square & 15) - file)] + guarded
    return score


def rooks(side: int) -> int:
    """Open lines, nearness to the enemy general, how well it is guarded, and a pin against it."""
    own = 16 + 16 * side
    king = square_of[48 - own]
    guarded = ROOK_GUARDED[position[MATERIAL + 1 - side] >> 4 & 15]
    score = 0
    for piece in range(own + ROOK_ID, own + CANNON_ID):
        square = square_of[piece]
        if square:
            room = (
                RANK_ROOM[RANK_BASE[square] | rank_bits[square >> 4]]
                + FILE_ROOM[FILE_BASE[square] | file_bits[square & 15]]
            )
            score += ROOK_MOBILITY[room] + ROOK_NEARNESS[abs((square & 15) - (king & 15))] + guarded
            if ALIGNED[square - king + 256] and between(square, king) == 1:
                score += ROOK_PIN
    return score


def cannons(side: int) -> int:
    """Open lines, screens, nearness to the enemy general, how well it is guarded, and aim taken at it."""
    own = 16 + 16 * side
    king = square_of[48 - own]
    mine = position[MATERIAL + side]
    theirs = position[MATERIAL + 1 - side]
    each = CANNON_GUARDED[theirs >> 4 & 15] + CANNON_SCREENS[(mine >> 14 & 31) + (theirs >> 14 & 31) >> 2]
    score = 0
    for piece in range(own + CANNON_ID, own + PAWN_ID):
        square = square_of[piece]
        if square:
            room = (
                RANK_ROOM[RANK_BASE[square] | rank_bits[square >> 4]]
                + FILE_ROOM[FILE_BASE[square] | file_bits[square & 15]]
            )
            score += CANNON_MOBILITY[room] + CANNON_NEARNESS[abs((square & 15) - (king & 15))] + each
            if ALIGNED[square - king + 256]:
                screens = between(square, king)
                if screens == 0:
                    score += HOLLOW_CANNON_FILE if (square ^ king) & 15 == 0 else HOLLOW_CANNON_RANK
                elif screens == 2:
                    score += DOUBLE_SCREEN_CANNON
    return score


def pawns(side: int) -> int:
    """Beyond the river: nearness to the enemy general, how well it is guarded, and pairs side by side."""
    own = 16 + 16 * side
    file = square_of[48 - own] & 15
    guarded = PAWN_GUARDED[position[MATERIAL + 1 - side] >> 4 & 15]
    score = 0
    for piece in range(own + PAWN_ID, own + 16):
        square = square_of[piece]
        if square and square >> 7 != side:  # the river runs between squares 127 and 128
            score += PAWN_NEARNESS[abs((square & 15) - file)] + guarded
            if own + PAWN_ID <= board[square + 1] <= own + 15:
                score += PAWN_PAIR
    return score


def material(side: int) -> int:
    """The combination of strong pieces, and having a rook when the enemy has none."""
    mine = position[MATERIAL + side] >> 8
    score = VARIETY_OF[mine & 63]
    if mine & 12 and position[MATERIAL + 1 - side] >> 8 & 12 == 0:
        score += ROOK_ADVANTAGE
    return score


# --- The sum ---


def taper(packed: int) -> int:
    """Blend middle game and ending by the phase, 32 with all knights, rooks and cannons on the board."""
    middle_game = packed + 32768 >> 16
    ending = (packed + 32768 & 65535) - 32768
    phase = (position[MATERIAL] >> 19) + (position[MATERIAL + 1] >> 19)
    return middle_game * phase + ending * (32 - phase) >> 5


def evaluate(side: int) -> int:
    """Static score in centipawns for `side`, which is to move."""
    score = taper(
        position[SCORE]
        + knights(0) - knights(1)
        + rooks(0) - rooks(1)
        + cannons(0) - cannons(1)
        + pawns(0) - pawns(1)
        + material(0) - material(1)
    )  # fmt: skip
    score = score * scale_factor(0) >> 3 if score > 0 else -(-score * scale_factor(1) >> 3)
    return (score if side == 0 else -score) + TEMPO
