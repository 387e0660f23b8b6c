"""The names that kernel.py needs from `<game>_pieces.py`. Not part of a program."""
# mypy: disable-error-code="empty-body"

# The number of points; they count from 0, from side 0's left corner, rank by rank.
POINTS: int


def piece_at(point: int) -> int:
    """side << 3 | kind of the piece on a point, 0 for an empty one."""
    ...
