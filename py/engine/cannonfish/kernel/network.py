"""The evaluation by a small neural network that is updated move by move (NNUE).

The board is seen from two perspectives, one of each side; side 1 sees it upside down (left stays left), so
that both play up the board. In a perspective, every piece switches on one of F features: own or enemy, kind,
point (Xiangqi: 2 * 7 * 90 = 1,260). Each feature has a row of WIDTH weights, which begins at index `row` of
FEATURE_WEIGHTS. The *accumulator* of a perspective is the sum of the rows of all pieces, plus a bias:

    accumulator[j] = ACCUMULATOR_BIAS[j] + sum of FEATURE_WEIGHTS[row + j] over the rows of all pieces

Both perspectives use the same weights. In training, each number of an accumulator comes to measure some
pattern, say "the enemy king has lost its guards and my rook is near". The output clips it to 0 to 1 and
squares it (squared clipped ReLU), so a pattern counts only if enough of it is there. Without such a step, a
piece on a point would add the same in every position. The score for the side to move, from its own
accumulator and the other one, is

    sum over j of clip(own[j])**2 * OUTPUT_WEIGHTS[j] + clip(other[j])**2 * OUTPUT_WEIGHTS[WIDTH + j]
    + piece-square values of its own pieces - those of the enemy's + OUTPUT_BIAS, the worth of being to move

The piece-square values, one for each kind and point, are trained with the rest. All numbers are integers, in
the units below. An accumulator's have 16 bits, as vector instructions then add eight of them at once; the
trainer refuses a network that needs more for a position of its data.

A move switches off one feature in each perspective, or two with a capture, and switches on another. So
changes.py has a level for each move; level n - 1 is the position before it. A level's accumulators are those
of the level before with two or three rows added or subtracted. They are computed only when that position, or
a later one, is evaluated, and they stay until another move takes their place, so nothing is undone with the
move. Integers do not drift: the result equals a sum over all pieces.

The weights come from a file (network_file.py), which `cannonfish_lab network-train` writes. The features of a
game, and how the file's numbers become the tables imported here, are in GAME/features.py.
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

ONE = 181  # is 1 in an accumulator: the largest number whose square fits in 16 bits with a sign
ACTIVATION_SHIFT = 7  # the square of ONE, shifted, is 255: is 1 where an output weight multiplies it
OUTPUT_SHIFT = 12  # the output is in 4096ths of a centipawn, so output weights are in about 16ths
VALUE_SHIFT = 4  # the piece-square values and OUTPUT_BIAS are in 16ths of a centipawn
SCORE_MAX = 14000  # less than every score of a mate

# By slot of changes.py, which is the level & LEVEL_MASK: the accumulators, that of a perspective from index
# (2 * slot + perspective) * WIDTH on; and the piece-square values of side 0 less those of side 1.
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
            if index:  # 0 if it has been captured
                row = FEATURE_ROW[2 * index + perspective]
                value += FEATURE_VALUE[index]
                for i in range(WIDTH):
                    accumulators[target + i] += FEATURE_WEIGHTS[row + i]
    value_sum[slot] = value // 2  # both perspectives have counted it
    is_computed[slot] = 1


def update(slot: int, below: int) -> None:
    """Compute a slot from that of the level below, the position before the move."""
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
    # Down to the nearest computed level, at most MAX_STEPS: so many updates cost about as much as a refresh.
    while is_computed[level & LEVEL_MASK] == 0 and level > top - MAX_STEPS:
        level -= 1
    if is_computed[level & LEVEL_MASK]:
        while level < top:
            level += 1
            update(level & LEVEL_MASK, (level - 1) & LEVEL_MASK)
    else:
        refresh(top & LEVEL_MASK)
    return top & LEVEL_MASK


def output(first: int, weights: int) -> int:
    """What one accumulator adds to the output.  `first` and `weights` are the indices of its first number and
    of its first output weight."""
    total = 0
    for i in range(WIDTH):
        number = accumulators[first + i]
        number = number if number > 0 else 0  # interpreted, faster than max() and min()
        number = number if number < ONE else ONE
        total += (number * number >> ACTIVATION_SHIFT) * OUTPUT_WEIGHTS[weights + i]
    return total


def evaluate(side: int) -> int:
    """Static score in centipawns for `side`, which is to move; nearer to 0 where winning is hard."""
    slot = compute()
    own = (2 * slot + side) * WIDTH
    other = (2 * slot + (1 - side)) * WIDTH
    value = value_sum[slot] if side == 0 else -value_sum[slot]
    total = (value + OUTPUT_BIAS) << (OUTPUT_SHIFT - VALUE_SHIFT)
    total += output(own, 0) + output(other, WIDTH)
    score = max(-SCORE_MAX, min(SCORE_MAX, total >> OUTPUT_SHIFT))
    return score * scale_factor(side if score > 0 else 1 - side) // 8  # in eighths, of drawish.py
