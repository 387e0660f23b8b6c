"""The evaluation by a small neural network that is updated move by move (NNUE).

The board is seen from two perspectives, one of each side; for side 1 it is flipped, so that both play up the
board. In a perspective, every piece on a point is one of F features: own or enemy, kind, point (Xiangqi:
2 * 7 * 90 = 1,260). Each feature has a row of WIDTH weights, which begins at index `row` of FEATURE_WEIGHTS.
The *accumulator* of a perspective is the sum of the rows of all pieces on the board, plus a bias:

    accumulator[j] = ACCUMULATOR_BIAS[j] + sum of FEATURE_WEIGHTS[row + j] over the rows of all pieces

Both perspectives use the same weights. In training, each number of an accumulator comes to measure some
pattern, say "the enemy king has lost its guards and my rook is near". The output clips it to 0 to 1 and
squares it (squared clipped ReLU), so a pattern counts only if enough of it is there. Without this step, which
is not linear, a piece on a point would always add the same. The score for the side to move, from its own
accumulator and the other one, is

    sum over j of clip(own[j])**2 * OUTPUT_WEIGHTS[j] + clip(other[j])**2 * OUTPUT_WEIGHTS[WIDTH + j]
    + the piece-square values + OUTPUT_BIAS, which is the value of the move

The piece-square values, one for each feature, are trained with the rest. All numbers are integers, fractions
of the constants below; the trainer checks that the sums fit in 16 bits.

A move takes one feature off the board, or two with a capture, and adds one. So changes.py has a level for
each move, level n - 1 being the position before it, and a level's accumulators are those of the level before
with two or three rows added or subtracted. This waits until the position, or a later one, is evaluated.
Integers do not drift: the result equals a sum over all pieces.

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

ONE = 181  # stands for 1 in an accumulator; its square is the largest that fits in 16 bits with a sign
ACTIVATION_SHIFT = 7  # the square of ONE, shifted, is 255: stands for 1 in front of the output weights
OUTPUT_SHIFT = 12  # the output is in centipawns / 4096
VALUE_SHIFT = 4  # the piece-square values and OUTPUT_BIAS are in centipawns / 16
SCORE_MAX = 14000  # less than every score of a mate

# By slot of changes.py: the accumulators of both perspectives, and the piece-square values of side 0 less
# those of side 1.
accumulators = array("h", [0]) * (LEVELS * 2 * WIDTH)
value_sum: list[int] = [0] * LEVELS


def refresh(slot: int) -> None:
    """Compute a slot from the pieces on the board."""
    value = 0
    for perspective in range(2):
        target = (2 * slot + perspective) * WIDTH
        for i in range(WIDTH):
            accumulators[target + i] = ACCUMULATOR_BIAS[i]
        for piece in range(16, 48):  # all pieces of both sides
            index = feature_index(piece)
            if index:  # not captured
                row = FEATURE_ROW[2 * index + perspective]
                value += FEATURE_VALUE[index]
                for i in range(WIDTH):
                    accumulators[target + i] += FEATURE_WEIGHTS[row + i]
    value_sum[slot] = value // 2  # both perspectives have counted it
    is_computed[slot] = 1


def update(slot: int, below: int) -> None:
    """Compute a slot from the slot of the level below, before the move."""
    new, old, victim = added[slot], removed[slot], captured[slot]
    value_sum[slot] = value_sum[below] + FEATURE_VALUE[new] - FEATURE_VALUE[old] - FEATURE_VALUE[victim]
    for perspective in range(2):
        target = (2 * slot + perspective) * WIDTH
        source = (2 * below + perspective) * WIDTH
        plus = FEATURE_ROW[2 * new + perspective]
        minus = FEATURE_ROW[2 * old + perspective]
        if victim:
            minus_too = FEATURE_ROW[2 * victim + perspective]
            for i in range(WIDTH):
                accumulators[target + i] = (
                    accumulators[source + i]
                    + FEATURE_WEIGHTS[plus + i]
                    - FEATURE_WEIGHTS[minus + i]
                    - FEATURE_WEIGHTS[minus_too + i]
                )
        else:
            for i in range(WIDTH):
                accumulators[target + i] = (
                    accumulators[source + i] + FEATURE_WEIGHTS[plus + i] - FEATURE_WEIGHTS[minus + i]
                )
    is_computed[slot] = 1


def compute() -> int:
    """Compute the top level unless that is done already; return its slot."""
    top = top_level[0]
    level = top
    # Down to the nearest computed level, but MAX_STEPS updates cost as much as a refresh.
    while is_computed[level & LEVEL_MASK] == 0 and level > top - MAX_STEPS:
        level -= 1
    if is_computed[level & LEVEL_MASK]:
        while level < top:
            level += 1
            update(level & LEVEL_MASK, (level - 1) & LEVEL_MASK)
    else:
        refresh(top & LEVEL_MASK)
    return top & LEVEL_MASK


def output(accumulator: int, weights: int) -> int:
    """An accumulator's part of the output.  Both arguments are indices: of its first number, and of its first
    output weight."""
    total = 0
    for i in range(WIDTH):
        number = accumulators[accumulator + i]
        number = number if number > 0 else 0  # in Python faster than max() and min()
        number = number if number < ONE else ONE
        total += (number * number >> ACTIVATION_SHIFT) * OUTPUT_WEIGHTS[weights + i]
    return total


def evaluate(side: int) -> int:
    """Static score in centipawns for `side`, which is to move.  Less if the side ahead can hardly win."""
    slot = compute()
    own = (2 * slot + side) * WIDTH
    other = (2 * slot + (1 - side)) * WIDTH
    value = value_sum[slot] if side == 0 else -value_sum[slot]
    total = (value + OUTPUT_BIAS) << (OUTPUT_SHIFT - VALUE_SHIFT)
    total += output(own, 0) + output(other, WIDTH)
    score = max(-SCORE_MAX, min(SCORE_MAX, total >> OUTPUT_SHIFT))
    return score * scale_factor(side if score > 0 else 1 - side) // 8
