"""The static evaluation of a position.

A tapered sum (chessprogramming wiki, "Tapered Eval"): every weight is a packed pair (middle game << 16) +
ending; the sum of all is blended by the pieces on the board. make() updates the sum of the piece-square
tables; the other terms are computed here, each for one side. Weights and their origin: weights.py.
"""

from cannonfish.kernel.chess.board import MATERIAL, SCORE, board, kind_of, pawn_ranks, position, square_of
from cannonfish.kernel.chess.drawish import scale_factor
from cannonfish.kernel.chess.tables import (
    BISHOP,
    BISHOP_RAYS,
    DARK_BISHOPS,
    FORWARD,
    KNIGHT,
    KNIGHT_TO,
    LIGHT_BISHOPS,
    NEAR_KING,
    PAWN,
    ROOK,
    ROOK_RAYS,
)
from cannonfish.kernel.chess.weights import (
    BISHOP_MOBILITY,
    BISHOP_PAIR,
    DOUBLED,
    ISOLATED,
    KING_DANGER,
    KNIGHT_MOBILITY,
    PASSED,
    PASSED_BLOCKED,
    PASSED_ENEMY_KING,
    PASSED_OWN_KING,
    PHALANX,
    QUEEN_MOBILITY,
    ROOK_HALF_OPEN_FILE,
    ROOK_MOBILITY,
    ROOK_OPEN_FILE,
    SHELTER,
    STORM,
    SUPPORTED,
    TEMPO,
)

# --- Tables ---

# Moves that a king needs from one square to another, by orig << 6 | dest.
DISTANCE: list[int] = [
    max(abs((a >> 3) - (b >> 3)), abs((a & 7) - (b & 7))) for a in range(64) for b in range(64)
]
# The ranks ahead of a rank, as bits, by side << 3 | rank.
AHEAD: list[int] = [255 & 255 << rank + 1 for rank in range(8)] + [(1 << rank) - 1 for rank in range(8)]


def _nearest() -> list[int]:
    """By side << 11 | rank << 8 | set of ranks: the distance to the nearest ahead, at most 3; 0 for none."""
    table = []
    for ahead in (AHEAD[:8], AHEAD[8:]):
        for rank in range(8):
            for ranks in range(256):
                distances = [abs(other - rank) for other in range(8) if ranks & ahead[rank] & 1 << other]
                table.append(min([*distances, 3]) if distances else 0)
    return table


NEAREST: list[int] = _nearest()

# Added to the danger of the enemy king for every attacked square around it, by kind of the attacker.
KNIGHT_HIT, BISHOP_HIT, ROOK_HIT, QUEEN_HIT = 2, 2, 3, 4
MOST_DANGER = len(KING_DANGER) - 1

# --- The terms: each is the packed score of one side's pieces ---


def pieces(side: int) -> int:
    """Mobility, attacks around the enemy king, rooks on open files, the pair of bishops."""
    own = 16 << side
    near = square_of[48 - own] << 6
    score = 0
    danger = 0
    for piece in range(own + 1, own + 16):
        orig = square_of[piece]
        if orig < 0:
            continue
        kind = kind_of[piece]
        if kind == PAWN:
            continue
        free = 0
        hits = 0
        if kind == KNIGHT:
            for dest in KNIGHT_TO[orig]:
                hits += NEAR_KING[near | dest]
                if board[dest] & own == 0:
                    free += 1
            score += KNIGHT_MOBILITY[free]
            danger += hits * KNIGHT_HIT
            continue
        if kind != ROOK:
            for ray in range(orig * 4, orig * 4 + 4):
                for dest in BISHOP_RAYS[ray]:
                    hits += NEAR_KING[near | dest]
                    if board[dest]:
                        if board[dest] & own == 0:
                            free += 1
                        break
                    free += 1
        if kind != BISHOP:
            for ray in range(orig * 4, orig * 4 + 4):
                for dest in ROOK_RAYS[ray]:
                    hits += NEAR_KING[near | dest]
                    if board[dest]:
                        if board[dest] & own == 0:
                            free += 1
                        break
                    free += 1
        if kind == BISHOP:
            score += BISHOP_MOBILITY[free]
            danger += hits * BISHOP_HIT
        elif kind == ROOK:
            score += ROOK_MOBILITY[free]
            danger += hits * ROOK_HIT
            file = (orig & 7) + 1
            if pawn_ranks[side << 4 | file] == 0:
                score += ROOK_HALF_OPEN_FILE if pawn_ranks[16 - (side << 4) | file] else ROOK_OPEN_FILE
        else:
            score += QUEEN_MOBILITY[free]
            danger += hits * QUEEN_HIT
    if position[MATERIAL + side] & DARK_BISHOPS and position[MATERIAL + side] & LIGHT_BISHOPS:
        score += BISHOP_PAIR
    return score + KING_DANGER[min(danger, MOST_DANGER)]


def pawns(side: int) -> int:
    """Weak pawns, pawn chains, and passed pawns."""
    own = 16 << side
    mine = side << 4
    theirs = 16 - mine
    score = 0
    for piece in range(own + 1, own + 16):
        orig = square_of[piece]
        if orig < 0 or kind_of[piece] != PAWN:
            continue
        file = (orig & 7) + 1
        rank = orig >> 3
        ahead = AHEAD[side << 3 | rank]
        beside = pawn_ranks[mine | file - 1] | pawn_ranks[mine | file + 1]
        if beside == 0:
            score += ISOLATED
        else:
            if beside >> rank & 1:
                score += PHALANX
            # Not beside >> rank - 1: a composition may have a pawn on its own first rank.
            if (beside >> rank + 1 if side == 1 else beside << 1 >> rank) & 1:
                score += SUPPORTED
        if pawn_ranks[mine | file] & ahead:
            score += DOUBLED
        elif (
            pawn_ranks[theirs | file - 1] | pawn_ranks[theirs | file] | pawn_ranks[theirs | file + 1]
        ) & ahead == 0:
            score += PASSED[7 - rank if side == 1 else rank]
            score += PASSED_OWN_KING[DISTANCE[square_of[own] << 6 | orig]]
            score += PASSED_ENEMY_KING[DISTANCE[square_of[48 - own] << 6 | orig]]
            if board[orig + FORWARD[side]]:
                score += PASSED_BLOCKED
    return score


def shelter(side: int) -> int:
    """Pawn shelter and storm: the pawns of either side before the king, on its file and those beside it."""
    square = square_of[16 << side]
    mine = side << 4
    theirs = 16 - mine
    at = side << 11 | square >> 3 << 8
    middle = min(max(square & 7, 1), 6) + 1
    score = 0
    for file in range(middle - 1, middle + 2):
        score += (
            SHELTER[NEAREST[at | pawn_ranks[mine | file]]] + STORM[NEAREST[at | pawn_ranks[theirs | file]]]
        )
    return score


# --- The sum ---


def taper(packed: int) -> int:
    """Blend middle game and ending by the phase, 24 with all pieces on the board."""
    middle_game = packed + 32768 >> 16
    ending = (packed + 32768 & 65535) - 32768
    phase = min((position[MATERIAL] >> 24) + (position[MATERIAL + 1] >> 24), 24)
    return (middle_game * phase + ending * (24 - phase)) // 24


def evaluate(side: int) -> int:
    """Static score in centipawns for `side`, which is to move."""
    packed = (
        position[SCORE]
        + pieces(0) - pieces(1)
        + pawns(0) - pawns(1)
        + shelter(0) - shelter(1)
    )  # fmt: skip
    score = taper(packed if side == 0 else -packed)
    return score * scale_factor(side if score > 0 else 1 - side) // 8 + TEMPO
