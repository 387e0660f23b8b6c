"""The evaluation by a small neural network that is updated move by move (NNUE).

The board is seen from two perspectives, each side's own, with its first rank nearest. In a perspective,
every piece on a point is one of F features: own or enemy, kind, point. A feature that is on the board adds
its row of WIDTH weights to the perspective's *accumulator*, WIDTH numbers that begin with a bias:

    accumulator[j] = ACCUMULATOR_BIAS[j] + sum of FEATURE_WEIGHTS[row + j] over the rows of all pieces

Both perspectives use the same weights. Each number of an accumulator learns to mean something, say "the enemy
king has lost its guards and my rook is near". It is clipped to the range from 0 to 1 and squared (squared
clipped ReLU; 1 is 181 here, so that the square fits in 16 bits). This makes the network more than a table of
values: how much a piece adds depends on the other pieces. The score for the side to move, from its own
accumulator and the other one, is

    sum over j of clip(own[j])**2 * OUTPUT_WEIGHTS[j] + clip(other[j])**2 * OUTPUT_WEIGHTS[WIDTH + j]
    + the piece-square values + a bias

The piece-square values are an ordinary linear evaluation; the rest needs to learn only what they lack.

A move changes two or three features of thirty. So every level of changes.py has its accumulators. They are
computed from those of the level below, by adding a row and subtracting one or two, but only when the position
or one that follows it is evaluated. The numbers are integers, so the sums are exact in any order.

The weights come from a file (network_file.py), which `cannonfish_lab network-train` writes.
"""

from array import array

from cannonfish.kernel.changes import (
    LEVEL_MASK,
    LEVELS,
    MAX_STEPS,
    RECORD_CHANGES,
    added,
    captured,
    is_computed,
    removed,
    top_level,
)
from cannonfish.kernel.features import (
    ACCUMULATOR_BIAS,
    FEATURE_ROW,
    FEATURE_VALUE,
    FEATURE_WEIGHTS,
    OUTPUT_BIAS,
    OUTPUT_WEIGHTS,
    WIDTH,
    feature_index,
    scale_factor,
)

if not RECORD_CHANGES:
    raise ValueError("a program with network.py needs the setting RECORD_CHANGES = 1")

ONE = 181  # 1 in an accumulator
ACTIVATION_SHIFT = 7  # the square of ONE, shifted, is 255
OUTPUT_SHIFT = 12  # fractional bits of the output, which is in centipawns
SQUARE_SHIFT = 4  # fractional bits of the piece-square values and of OUTPUT_BIAS
SCORE_MAX = 14000

# By slot of changes.py: the accumulators of both perspectives, and the sum of the piece-square values for
# side 0.
accumulators = array("h", [0]) * (LEVELS * 2 * WIDTH)
value_sum: list[int] = [0] * LEVELS


def refresh(slot: int) -> None:
    """Compute a slot from the pieces on the board."""
    value = 0
    for perspective in range(2):
        to = (2 * slot + perspective) * WIDTH
        for i in range(WIDTH):
            accumulators[to + i] = ACCUMULATOR_BIAS[i]
        for piece in range(16, 48):
            index = feature_index(piece)
            if index:
                row = FEATURE_ROW[2 * index + perspective]
                value += FEATURE_VALUE[index]
                for i in range(WIDTH):
                    accumulators[to + i] += FEATURE_WEIGHTS[row + i]
    value_sum[slot] = value // 2  # both perspectives have counted it
    is_computed[slot] = 1


def update(slot: int, below: int) -> None:
    """Compute a slot from the slot of the level below."""
    new, old, victim = added[slot], removed[slot], captured[slot]
    value_sum[slot] = value_sum[below] + FEATURE_VALUE[new] - FEATURE_VALUE[old] - FEATURE_VALUE[victim]
    for perspective in range(2):
        to = (2 * slot + perspective) * WIDTH
        origin = (2 * below + perspective) * WIDTH
        plus = FEATURE_ROW[2 * new + perspective]
        minus = FEATURE_ROW[2 * old + perspective]
        if victim:
            minus_too = FEATURE_ROW[2 * victim + perspective]
            for i in range(WIDTH):
                accumulators[to + i] = (
                    accumulators[origin + i]
                    + FEATURE_WEIGHTS[plus + i]
                    - FEATURE_WEIGHTS[minus + i]
                    - FEATURE_WEIGHTS[minus_too + i]
                )
        else:
            for i in range(WIDTH):
                accumulators[to + i] = (
                    accumulators[origin + i] + FEATURE_WEIGHTS[plus + i] - FEATURE_WEIGHTS[minus + i]
                )
    is_computed[slot] = 1


def compute() -> int:
    """Compute the top level unless that is done already; return its slot."""
    top = top_level[0]
    level = top
    while is_computed[level & LEVEL_MASK] == 0 and level > top - MAX_STEPS:
        level -= 1
    if is_computed[level & LEVEL_MASK]:
        while level < top:
            level += 1
            update(level & LEVEL_MASK, level - 1 & LEVEL_MASK)
    else:
        refresh(top & LEVEL_MASK)
    return top & LEVEL_MASK


def output(accumulator: int, weights: int) -> int:
    """The part of the output that an accumulator gives, with the weights from an index on."""
    total = 0
    for i in range(WIDTH):
        unit = accumulators[accumulator + i]
        unit = unit if unit > 0 else 0  # in Python faster than max() and min()
        unit = unit if unit < ONE else ONE
        total += (unit * unit >> ACTIVATION_SHIFT) * OUTPUT_WEIGHTS[weights + i]
    return total


def evaluate(side: int) -> int:
    """Static score in centipawns for `side`, which is to move."""
    slot = compute()
    own = (2 * slot + side) * WIDTH
    other = (2 * slot + 1 - side) * WIDTH
    value = value_sum[slot] if side == 0 else -value_sum[slot]
    total = value + OUTPUT_BIAS << OUTPUT_SHIFT - SQUARE_SHIFT
    total += output(own, 0) + output(other, WIDTH)
    score = max(-SCORE_MAX, min(SCORE_MAX, total >> OUTPUT_SHIFT))
    return score * scale_factor(side if score > 0 else 1 - side) // 8
