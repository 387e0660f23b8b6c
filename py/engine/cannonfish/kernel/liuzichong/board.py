"""The position: the stones of both sides."""

from cannonfish.kernel.liuzichong.tables import (
    CAPTURED,
    FILE_A,
    FILE_OF_LINE,
    HASH_KEY,
    HASH_KEY2,
    LINE_OF_FILE,
    POINTS,
)

stones: list[int] = [0, 0]  # side -> its stones, bit 0 for a1, bit 15 for d4

# Slots of `position`: two hash keys of the stones; from GROUP_KEYS on those of no pawns, of side 0 and of
# side 1.
KEY, KEY2, GROUP_KEYS = range(3)
position: list[int] = [0] * 5


def clear() -> None:
    """Empty the board."""
    stones[0] = 0
    stones[1] = 0
    for slot in range(5):
        position[slot] = 0


def put(side: int, point: int) -> None:
    """Place a stone on an empty point."""
    stones[side] |= 1 << point
    flip_hashes(side, point)


def flip_hashes(side: int, point: int) -> None:
    """Update the hash keys for a stone that appears on the point or disappears."""
    position[KEY] ^= HASH_KEY[side * POINTS + point]
    position[GROUP_KEYS + 1 + side] ^= HASH_KEY[side * POINTS + point]
    position[KEY2] ^= HASH_KEY2[side * POINTS + point]


def captured_stones(side: int, move: int) -> int:
    """The stones that a move of the side takes, in the row and the file of its destination."""
    dest = move >> 4
    own = stones[side] ^ 1 << (move & 15) ^ 1 << dest
    other = stones[1 - side]
    file = dest & 3
    rank = dest & 12  # four times the rank: the bits of its points begin there
    in_row = CAPTURED[own >> rank & 15 | (other >> rank & 15) << 4 | file << 8]
    in_file = CAPTURED[
        LINE_OF_FILE[own >> file & FILE_A] | LINE_OF_FILE[other >> file & FILE_A] << 4 | rank << 6
    ]
    return in_row << rank | FILE_OF_LINE[in_file] << file


def make(move: int) -> int:
    """Play a legal move; return the stones that it takes."""
    orig = move & 15
    dest = move >> 4
    side = 0 if stones[0] >> orig & 1 else 1
    points = captured_stones(side, move)
    stones[side] ^= 1 << orig ^ 1 << dest
    flip_hashes(side, orig)
    flip_hashes(side, dest)
    if points:
        replace_stones(1 - side, points)
    return points


def unmake(move: int, undo: int) -> None:
    """Take a move back; `undo` is what make() returned: the stones taken."""
    orig = move & 15
    dest = move >> 4
    side = 0 if stones[0] >> dest & 1 else 1
    stones[side] ^= 1 << orig ^ 1 << dest
    flip_hashes(side, orig)
    flip_hashes(side, dest)
    if undo:
        replace_stones(1 - side, undo)


def replace_stones(side: int, points: int) -> None:
    """Take stones of the side off the board, or put them back."""
    stones[side] ^= points
    for point in range(POINTS):
        if points >> point & 1:
            flip_hashes(side, point)


def make_null() -> int:
    """Never called: see null_move_ok()."""
    return 0


def unmake_null(undo: int) -> None:
    """Never called."""
