"""The Mandelbrot set in fixed point: whole numbers that count in units of 1 / 4096."""

WIDTH = 96
HEIGHT = 48
BITS = 12
ONE = 1 << BITS
DEEPEST = 200

rounds: list[int] = [0] * (WIDTH * HEIGHT)
"""How many rounds each point of the picture takes to leave; DEEPEST for a point of the set."""


def draw(left: int, top: int, step: int) -> None:
    """Fill the picture, from its upper left corner and with this step between points, all in fixed point."""
    for row in range(HEIGHT):
        for column in range(WIDTH):
            # Points of a terminal are twice as high as wide.
            rounds[row * WIDTH + column] = escape(left + column * step, top - 2 * row * step)


def escape(real: int, imaginary: int) -> int:
    """Return after how many rounds of z = z * z + c a point c is known to leave."""
    x = 0
    y = 0
    for count in range(DEEPEST):
        xx = x * x >> BITS
        yy = y * y >> BITS
        if xx + yy > 4 * ONE:
            return count
        y = (2 * x * y >> BITS) + imaginary
        x = xx - yy + real
    return DEEPEST
