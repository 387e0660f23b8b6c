"""What the network asks of a game: names that `GAME/features.py` and `GAME/drawish.py` define.

Declarations only, no part of a program. "Index" is a piece on a square, numbered as in changes.py.
"""
# mypy: disable-error-code="empty-body"

from array import array

# The contents of the game's file, see network_file.py: the length of an accumulator, the rows of the
# features, the accumulator without any feature, the weights of the output, and the output without anything.
WIDTH: int
FEATURE_WEIGHTS: "array[int]"
ACCUMULATOR_BIAS: "array[int]"
OUTPUT_WEIGHTS: "array[int]"
OUTPUT_BIAS: int

# By 2 * index + perspective: where the row of the feature begins.
FEATURE_ROW: list[int]
# By index: the piece-square value, positive for side 0.
FEATURE_VALUE: list[int]


def feature_index(piece: int) -> int:
    """The index of a piece, of the ids 16 to 47, on its square; 0 if it is not on the board."""
    ...


def scale_factor(stronger: int) -> int:
    """How much of an advantage of this side counts, in eighths."""
    ...
