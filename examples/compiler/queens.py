"""The n queens: in how many ways n queens stand on a board of n rows without attacking each other."""


def solutions(size: int) -> int:
    """Return the number of ways for up to 16 queens."""
    return ways((1 << size) - 1, 0, 0, 0)


def ways(board: int, columns: int, left: int, right: int) -> int:
    """Return the ways to fill the rows that are left.

    Each number has a bit per column: `columns` that are taken, and what the diagonals to the `left` and to
    the `right` attack in this row.
    """
    if columns == board:
        return 1
    count = 0
    free = board & ~(columns | left | right)
    while free:
        queen = free & -free
        free ^= queen
        count += ways(board, columns | queen, (left | queen) << 1 & board, (right | queen) >> 1)
    return count
