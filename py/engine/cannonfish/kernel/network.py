"""The evaluation by a small neural network that is updated move by move (NNUE).

The board has two perspectives, one for each side. Side 1 sees it upside down (left stays left), so that both
sides play up the board. In a perspective, every piece switches on one *feature*: a side (own or enemy), a
kind and a point, which makes 2 * 7 * 90 = 1,260 features in Xiangqi. Each feature has a row of WIDTH weights
in FEATURE_WEIGHTS. The *accumulator* of a perspective is a bias plus the rows of all pieces:

    accumulator[j] = ACCUMULATOR_BIAS[j] + sum of FEATURE_WEIGHTS[row + j] over the rows of all pieces

Both perspectives use the same weights. In training, each number of an accumulator learns to measure a
pattern, say "the enemy king has lost its guards and my rook is near". The output clips it to the range from 0
to 1 and squares it (squared clipped ReLU): a weak pattern counts nothing, a strong one counts 1. Without this
step, the score would be linear: a piece on a point would be worth the same in every position. The score for
the side to move, from its own accumulator and the other one, is

    sum over j of clip(own[j])**2 * OUTPUT_WEIGHTS[j] + clip(other[j])**2 * OUTPUT_WEIGHTS[WIDTH + j]
    + piece-square values of its own pieces - those of the enemy's + OUTPUT_BIAS, the value of having the move

The piece-square values, one for each kind and point, are trained with the rest. evaluate() limits the score
and reduces it in drawish positions. All numbers are integers: 1 is ONE in an accumulator, and the other units
are below. Accumulators have 16 bits, so one vector instruction of the compiled program adds eight numbers.
The trainer rejects a network whose accumulators overflow in any position of its data.

A move changes two or three features of each perspective: the piece leaves its point, reaches another one, and
may capture. changes.py records these changes as levels: a move makes level n out of level n - 1 (castling, a
move of two pieces, makes two levels). When a level is evaluated, the accumulators of the nearest level below
that is computed are updated step by step; if there is none near, they are added up from the board (refresh).
They stay until another move overwrites them, so taking back a move costs nothing. Sums of integers are exact:
an update gives the same numbers as a refresh.

`cannonfish_lab network-train` writes the weights to a file (network_file.py). Each game's features.py numbers
the features and makes the tables that are imported here from that file.
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

ONE = 181  # 1 in an accumulator: the largest number whose square fits in 16 bits with a sign
ACTIVATION_SHIFT = 7  # ONE * ONE >> 7 is 255, a full activation
OUTPUT_SHIFT = 12  # the output is in 4096ths of a centipawn, so output weights are in 16ths (255 / 4096)
VALUE_SHIFT = 4  # the piece-square values and OUTPUT_BIAS are in 16ths of a centipawn
SCORE_MAX = 14000  # below every score of a mate

# By slot (level & LEVEL_MASK). A perspective's accumulator begins at (2 * slot + perspective) * WIDTH.
# value_sum: the piece-square values of side 0 minus those of side 1.
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
    """Compute a slot from the slot of the level below, the position before the move."""
    new, old, victim = added[slot], removed[slot], captured[slot]  # indices of pieces on points; 0: none
    value_sum[slot] = value_sum[below] + FEATURE_VALUE[new] - FEATURE_VALUE[old] - FEATURE_VALUE[victim]
    for perspective in range(2):
        target = (2 * slot + perspective) * WIDTH
        source = (2 * below + perspective) * WIDTH
        plus = FEATURE_ROW[2 * new + perspective]
        minus = FEATURE_ROW[2 * old + perspective]
        if victim:
            minus_captured = FEATURE_ROW[2 * victim + perspective]
            for i in range(WIDTH):
                accumulators[target + i] = (
                    accumulators[source + i]
                    + FEATURE_WEIGHTS[plus + i]
                    - FEATURE_WEIGHTS[minus + i]
                    - FEATURE_WEIGHTS[minus_captured + i]
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
    # Go down to the nearest computed level. MAX_STEPS updates cost about as much as a refresh.
    while is_computed[level & LEVEL_MASK] == 0 and level > top - MAX_STEPS:
        level -= 1
    if is_computed[level & LEVEL_MASK]:
        while level < top:
            level += 1
            update(level & LEVEL_MASK, (level - 1) & LEVEL_MASK)
    else:
        refresh(top & LEVEL_MASK)
    return top & LEVEL_MASK


def output(first: int, first_weight: int) -> int:
    """One accumulator's part of the output.  `first` is the index of its first number, `first_weight` that of
    its first output weight."""
    total = 0
    for i in range(WIDTH):
        number = accumulators[first + i]
        number = number if number > 0 else 0  # interpreted, faster than max() and min()
        number = number if number < ONE else ONE
        total += (number * number >> ACTIVATION_SHIFT) * OUTPUT_WEIGHTS[first_weight + i]
    return total


def evaluate(side: int) -> int:
    """Static score in centipawns for `side`, which is to move; nearer to 0 in drawish positions."""
    slot = compute()
    own = (2 * slot + side) * WIDTH
    other = (2 * slot + (1 - side)) * WIDTH
    value = value_sum[slot] if side == 0 else -value_sum[slot]
    total = (value + OUTPUT_BIAS) << (OUTPUT_SHIFT - VALUE_SHIFT)
    total += output(own, 0) + output(other, WIDTH)
    score = max(-SCORE_MAX, min(SCORE_MAX, total >> OUTPUT_SHIFT))
    return score * scale_factor(side if score > 0 else 1 - side) // 8  # in eighths, see drawish.py
