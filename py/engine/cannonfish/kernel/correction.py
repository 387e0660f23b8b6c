"""Correction history: how far searches have differed from the static evaluation.

An evaluation errs in the same direction in positions that share a structure. Every searched node adds its
error to three sums, by the hash keys of the pawns, of one side's pieces and of the other's; a later node with
one of these keys corrects its static evaluation by them (chessprogramming wiki, "Static Evaluation Correction
History").
"""

from array import array

from cannonfish.kernel.game import GROUP_KEYS, position
from cannonfish.kernel.table import BOUND_LOWER, BOUND_UPPER

CORRECTION_BITS = 13
CORRECTION_LIMIT_SHIFT = 10  # a sum stays within 1 << 10
CORRECTION_WEIGHT = 64  # 4096ths of a centipawn for each unit of a sum
CORRECTION_BONUS = 3  # eighths of a unit for each centipawn and ply
CORRECTION_BONUS_MAX = 256

# By (group * 2 + side to move) << CORRECTION_BITS | the low bits of the group's key.
corrections = array("h", [0]) * (6 << CORRECTION_BITS)


def correction_index(side: int, group: int) -> int:
    """The index of the position's sum in a group of pieces, for the side to move."""
    key = position[GROUP_KEYS + group] & (1 << CORRECTION_BITS) - 1
    return (group * 2 + side) << CORRECTION_BITS | key


def corrected(side: int, raw_eval: int) -> int:
    """The static evaluation with the correction of the position."""
    total = (
        corrections[correction_index(side, 0)]
        + corrections[correction_index(side, 1)]
        + corrections[correction_index(side, 2)]
    )
    return raw_eval + (total * CORRECTION_WEIGHT >> 12)


def learn_correction(side: int, error: int, bound: int, depth: int) -> None:
    """A search of `depth` plies has found a score, or a bound, that is `error` above the evaluation."""
    if (bound == BOUND_LOWER and error <= 0) or (bound == BOUND_UPPER and error >= 0):
        return  # the bound agrees with the evaluation
    bonus = error * depth * CORRECTION_BONUS >> 3
    bonus = max(-CORRECTION_BONUS_MAX, min(CORRECTION_BONUS_MAX, bonus))
    for group in range(3):
        index = correction_index(side, group)
        corrections[index] += bonus - (corrections[index] * abs(bonus) >> CORRECTION_LIMIT_SHIFT)
