"""Neighbouring weights: squares on the board, and the steps of a table.

Noise in the data makes a table jagged; what is true of a square is mostly true of the square beside it.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from scipy.sparse import csr_matrix

from cannonfish_lab.tuning.piece_values import PIECE_VALUES

SQUARES: Final = "_SQUARES"
"""The end of the names of piece-square tables, which go rank by rank; other tables are single rows."""


def neighbours(names: Sequence[str], width: int) -> list[tuple[int, int]]:
    """Pairs of the numbers of neighbouring weights.

    ``names`` are those of a file of weights (``ROOK_MOBILITY[3]``), in its order; ``width`` is the number of
    squares in a rank of a piece-square table.
    """
    tables = [name.partition("[")[0] for name in names]
    pairs = []
    first = 0
    for number, table in enumerate(tables):
        if number == 0 or table != tables[number - 1]:
            first = number
        at = number - first
        steps = (1, width) if table.endswith(SQUARES) else (1,)
        for step in steps:
            other = number + step
            is_row_end = step == 1 and table.endswith(SQUARES) and (at + 1) % width == 0
            is_beside = table != PIECE_VALUES and not is_row_end
            if other < len(tables) and tables[other] == table and is_beside:
                pairs.append((number, other))
    return pairs


def roughness(pairs: Sequence[tuple[int, int]], count: int) -> Any:
    """A sparse matrix R such that x @ R @ x is the sum of the squared differences between neighbours."""
    rows = np.repeat(np.arange(len(pairs)), 2)
    columns = np.array(pairs, dtype=int).reshape(-1)
    signs = np.tile([1.0, -1.0], len(pairs))
    differences = csr_matrix((signs, (rows, columns)), shape=(len(pairs), count))
    return differences.T @ differences
