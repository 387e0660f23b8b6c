"""The contract between a game and the network: the names defined by `GAME/features.py` and `GAME/drawish.py`.

Declarations only, not part of a program. "Index" is a piece on a square, numbered as in changes.py.
"""
# mypy: disable-error-code="empty-body"

from array import array

# The contents of the game's network file, see network_file.py: the length of an accumulator, the rows of the
# features, the bias of the accumulator, and the weights and the bias of the output.
WIDTH: int
FEATURE_WEIGHTS: "array[int]"
ACCUMULATOR_BIAS: "array[int]"
OUTPUT_WEIGHTS: "array[int]"
OUTPUT_BIAS: int

# By 2 * index + perspective: the start of the feature's row in FEATURE_WEIGHTS.
FEATURE_ROW: list[int]
# By index: the piece-square value, positive for side 0.
FEATURE_VALUE: list[int]


def feature_index(piece: int) -> int:
    """The index of a piece (id 16 to 47) on its square; 0 if it is not on the board."""
    ...


def scale_factor(stronger: int) -> int:
    """The share of an advantage of this side that counts, in eighths."""
    ...
