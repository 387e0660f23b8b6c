"""What a point looks like, in numbers: the directions of its edges, and its colours.

The crop has 12 x 12 cells. In each, every pixel gives as much as its colour changes there to the direction of
the change, one of eight: a histogram of oriented gradients. Whether light turns dark or dark turns light is
the same, so a character looks alike on paper and on a filled disc. What a pixel gives is shared between the
nearest cells and directions, so that little changes when a piece lies a little off its point. A cell is
measured by the changes around it: how strong a print is does not count.
"""

from array import array

from cannonfish.kernel.picture.pixels import CROP, crop

CELLS = 12  # in a row of the crop
CELL = CROP // CELLS
DIRECTIONS = 8
TURN = 8  # parts of the angle between two directions
COLOURS = CELLS * CELLS * DIRECTIONS  # where the colours begin
PATCHES = 6  # of colour, in a row
PATCH = CROP // PATCHES
FEATURES = COLOURS + PATCHES * PATCHES * 3

NOISE = 10  # a smaller change is none
FAINT = 1600  # what keeps a blank neighbourhood blank
MOST_FEATURE = 255

features = array("h", [0]) * FEATURES
changes: list[int] = [0] * (CELLS * CELLS * DIRECTIONS)
strength: list[int] = [0] * (CELLS * CELLS)


def add(column: int, row: int, share: int, angle: int) -> None:
    """Give a change to two directions of a cell, if there is such a cell."""
    if column >= 0 and column < CELLS and row >= 0 and row < CELLS:
        first = (row * CELLS + column) * DIRECTIONS
        direction = angle // TURN
        rest = angle % TURN
        changes[first + direction % DIRECTIONS] += share * (TURN - rest)
        changes[first + (direction + 1) % DIRECTIONS] += share * rest
        strength[row * CELLS + column] += share * TURN


def measure_edges() -> None:
    """Fill `changes` and `strength` from the crop."""
    for i in range(CELLS * CELLS * DIRECTIONS):
        changes[i] = 0
    for i in range(CELLS * CELLS):
        strength[i] = 0
    for y in range(CROP):
        above = max(0, y - 1) * CROP
        below = min(CROP - 1, y + 1) * CROP
        for x in range(CROP):
            left = (y * CROP + max(0, x - 1)) * 3
            right = (y * CROP + min(CROP - 1, x + 1)) * 3
            top = (above + x) * 3
            bottom = (below + x) * 3
            across = 0
            down = 0
            for colour in range(3):
                dx = crop[right + colour] - crop[left + colour]
                dy = crop[bottom + colour] - crop[top + colour]
                if abs(dx) + abs(dy) > abs(across) + abs(down):
                    across = dx
                    down = dy
            large = max(abs(across), abs(down))
            small = min(abs(across), abs(down))
            if large >= NOISE:
                angle = 2 * TURN * small // large
                if abs(down) > abs(across):
                    angle = 4 * TURN - angle
                if across * down < 0:
                    angle = 8 * TURN - angle
                # The nearest cells: the middle of the first is at 1 pixel.
                column = (2 * x - CELL + 1) // (2 * CELL)
                row = (2 * y - CELL + 1) // (2 * CELL)
                right_share = (2 * x - CELL + 1) % (2 * CELL)
                below_share = (2 * y - CELL + 1) % (2 * CELL)
                change = large + small // 2
                left_change = change * (2 * CELL - right_share)
                right_change = change * right_share
                add(column, row, left_change * (2 * CELL - below_share), angle)
                add(column + 1, row, right_change * (2 * CELL - below_share), angle)
                add(column, row + 1, left_change * below_share, angle)
                add(column + 1, row + 1, right_change * below_share, angle)


def measure() -> None:
    """Fill `features` from the crop."""
    measure_edges()
    for row in range(CELLS):
        for column in range(CELLS):
            around = 0
            for y in range(max(0, row - 1), min(CELLS, row + 2)):
                for x in range(max(0, column - 1), min(CELLS, column + 2)):
                    around += strength[y * CELLS + x] // 256
            first = (row * CELLS + column) * DIRECTIONS
            for i in range(DIRECTIONS):
                features[first + i] = min(MOST_FEATURE, changes[first + i] * 8 // (around + FAINT))
    for row in range(PATCHES):
        for column in range(PATCHES):
            for colour in range(3):
                total = 0
                for y in range(row * PATCH, (row + 1) * PATCH):
                    for x in range(column * PATCH, (column + 1) * PATCH):
                        total += crop[(y * CROP + x) * 3 + colour]
                features[COLOURS + (row * PATCHES + column) * 3 + colour] = total // (PATCH * PATCH)
