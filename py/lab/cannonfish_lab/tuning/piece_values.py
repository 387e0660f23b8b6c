"""Piece values and piece-square tables: two kinds of table for one sum.

The evaluation adds a piece's value and the weight of its square.  A fit changes squares only; afterwards the
value becomes the average over the squares that the piece can stand on, and the squares are relative to it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

PIECE_VALUES: Final = "PIECE_VALUES"
"""The table of piece values in a file of weights, by kind."""


@dataclass(frozen=True, slots=True)
class PieceTable:
    """The weights of one kind of piece, by their numbers."""

    value: int
    squares: tuple[int, ...]
    """The weight of each square that the piece can stand on; symmetric squares share one."""
    table: tuple[int, ...]
    """All weights of the piece-square table."""


def balanced(pairs: Sequence[tuple[int, int]], tables: Sequence[PieceTable]) -> list[tuple[int, int]]:
    """Weights with the same sums, in which each piece value is the rounded average over its squares."""
    result = list(pairs)
    for each in tables:
        mean = [round(sum(pairs[at][half] for at in each.squares) / len(each.squares)) for half in (0, 1)]
        value = pairs[each.value]
        result[each.value] = (value[0] + mean[0], value[1] + mean[1])
        for at in each.table:
            result[at] = (pairs[at][0] - mean[0], pairs[at][1] - mean[1])
    return result
