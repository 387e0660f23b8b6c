"""The picture, and where the points of a board lie in it.

A board in a picture is a quadrangle, so a homography takes points of the board to the picture: every corner
has a weight, and a point is the mean of the corners by these weights and its distances from the sides. A
board that is seen straight from above has four equal weights.
"""

from array import array

from cannonfish.kernel.host import zeros

SIDE_MAX = 1280  # of a picture
UNIT = 16  # of the corners, in a pixel
STEP = 32  # of a place on the board, in a cell
FILES = 9
RANKS = 10

CROP = 36  # a point's crop, in pixels
WHOLE = 18  # from a point to the edge of its crop, in 32nds of a cell, for pieces of the usual size
FINEST = 4  # samples across a pixel of the crop, at most

pixels: list[int] = zeros(SIDE_MAX * SIDE_MAX)  # red | green << 8 | blue << 16
size: list[int] = [0] * 2  # width and height
corners: list[int] = [0] * 8  # x and y of top left, top right, bottom right, bottom left
corner_weight: list[int] = [1024] * 4
spot: list[int] = [0] * 2  # what locate() has found

offset: list[int] = [0] * 2  # of the pieces from the points, in 32nds of a cell
reach: list[int] = [WHOLE]  # from a point to the edge of its crop
crop = array("h", [0]) * (CROP * CROP * 3)  # colours from -128 to 127


def weigh_corners() -> int:
    """Set the weights of the corners; 0 if they are not those of a convex quadrangle."""
    across_x = corners[2] - corners[4]
    across_y = corners[3] - corners[5]
    down_x = corners[6] - corners[4]
    down_y = corners[7] - corners[5]
    sum_x = corners[0] - corners[2] + corners[4] - corners[6]
    sum_y = corners[1] - corners[3] + corners[5] - corners[7]
    area = (across_x * down_y - down_x * across_y) // 1024
    for k in range(4):
        corner_weight[k] = 1024
    if area == 0:
        return 0
    right = (sum_x * down_y - down_x * sum_y) // area
    below = (across_x * sum_y - sum_x * across_y) // area
    if min(right, below, right + below) < -900 or max(right, below, right + below) > 8000:
        return 0
    corner_weight[1] += right
    corner_weight[2] += right + below
    corner_weight[3] += below
    return 1


def locate(across: int, down: int) -> None:
    """Put into `spot` where a place on the board is in the picture; in 32nds of a cell from the top left."""
    right = (FILES - 1) * STEP - across
    below = (RANKS - 1) * STEP - down
    first = right * below * corner_weight[0]
    second = across * below * corner_weight[1]
    third = across * down * corner_weight[2]
    fourth = right * down * corner_weight[3]
    whole = max(1, (first + second + third + fourth) >> 13)
    first = first // whole
    second = second // whole
    third = third // whole
    fourth = fourth // whole
    whole = max(1, first + second + third + fourth)
    spot[0] = (first * corners[0] + second * corners[2] + third * corners[4] + fourth * corners[6]) // whole
    spot[1] = (first * corners[1] + second * corners[3] + third * corners[5] + fourth * corners[7]) // whole


def pixel(x: int, y: int) -> int:
    """The pixel at a place in 16ths, or the nearest one of the picture."""
    column = max(0, min(size[0] - 1, x // UNIT))
    return pixels[max(0, min(size[1] - 1, y // UNIT)) * size[0] + column]


def cut(file: int, rank: int) -> None:
    """Put the surroundings of a point into `crop`, every pixel as the mean of several samples."""
    width = 2 * reach[0]
    left = file * STEP - reach[0] + offset[0]
    top = rank * STEP - reach[0] + offset[1]
    locate(left, top)
    x0 = spot[0]
    y0 = spot[1]
    locate(left + width, top)
    x1 = spot[0]
    y1 = spot[1]
    locate(left + width, top + width)
    x2 = spot[0]
    y2 = spot[1]
    locate(left, top + width)
    x3 = spot[0]
    y3 = spot[1]
    wide = max(abs(x1 - x0), abs(x2 - x3), abs(y3 - y0), abs(y2 - y1)) // (UNIT * CROP)
    samples = max(2, min(FINEST, wide + 1))
    across = CROP * samples
    whole = across * across
    half = samples * samples // 2
    at = 0
    for row in range(CROP):
        for column in range(CROP):
            red = half
            green = half
            blue = half
            for down in range(row * samples, (row + 1) * samples):
                up = across - down
                for right in range(column * samples, (column + 1) * samples):
                    rest = across - right
                    x = ((x0 * rest + x1 * right) * up + (x3 * rest + x2 * right) * down) // whole
                    y = ((y0 * rest + y1 * right) * up + (y3 * rest + y2 * right) * down) // whole
                    colour = pixel(x, y)
                    red += colour & 255
                    green += colour >> 8 & 255
                    blue += colour >> 16 & 255
            crop[at] = red // (samples * samples) - 128
            crop[at + 1] = green // (samples * samples) - 128
            crop[at + 2] = blue // (samples * samples) - 128
            at += 3
