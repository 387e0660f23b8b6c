"""Material with which an advantage is worth little."""

from cannonfish.kernel.chess.board import MATERIAL, pawn_ranks, position, square_of
from cannonfish.kernel.chess.tables import (
    BISHOP,
    COUNTS,
    DARK_BISHOPS,
    KNIGHT,
    KNIGHTS,
    LIGHT_BISHOPS,
    NEAR_KING,
    PAWNS,
    SHADE,
)

TWO_KNIGHTS = 2 * COUNTS[KNIGHT << 1]
DARK_BISHOP, LIGHT_BISHOP = COUNTS[BISHOP << 1], COUNTS[BISHOP << 1 | 1]


def scale_factor(stronger: int) -> int:
    """The share of an advantage that counts, in eighths: none where the ending is a draw by force, little
    without pawns and at most a minor ahead."""
    mine = position[MATERIAL + stronger]
    theirs = position[MATERIAL + 1 - stronger]
    if mine & PAWNS == 0:
        if (mine >> 24) - (theirs >> 24) < 2:
            return 1
        # Two knights cannot force mate on a bare king.
        return 0 if mine == TWO_KNIGHTS and theirs == 0 else 8
    if mine >> 24 == 1 and theirs >> 24 == 1:
        # Bishops of opposite shades, and nothing else but pawns.
        bishops = mine | theirs
        if bishops & KNIGHTS == 0 and bishops & DARK_BISHOPS and bishops & LIGHT_BISHOPS:
            return 4
    if mine >> 24 == 1 and theirs == 0 and mine & KNIGHTS == 0 and wrong_rook_pawn(stronger):
        return 0
    return 8


def wrong_rook_pawn(side: int) -> int:
    """1 if all pawns are on one rook file, and the enemy king, not the bishop, controls the corner."""
    for file in range(2, 8):
        if pawn_ranks[side << 4 | file]:
            return 0
    corner = 56 - 56 * side
    if pawn_ranks[side << 4 | 8]:
        if pawn_ranks[side << 4 | 1]:
            return 0
        corner += 7
    if position[MATERIAL + side] & ~PAWNS == (LIGHT_BISHOP if SHADE[corner] else DARK_BISHOP):
        return 0
    return NEAR_KING[corner << 6 | square_of[48 - (16 << side)]]
