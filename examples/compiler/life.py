"""Conway's Game of Life on a field whose edges meet, a cellular automaton."""

WIDTH = 64
HEIGHT = 64
ALIVE = 1

cells: list[int] = [0] * (WIDTH * HEIGHT)
neighbours: list[int] = [0] * (WIDTH * HEIGHT)
AROUND = tuple(
    tuple(
        (y + down) % HEIGHT * WIDTH + (x + right) % WIDTH
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
        if down or right
    )
    for y in range(HEIGHT)
    for x in range(WIDTH)
)
"""The eight cells around each cell."""


def generations(count: int) -> int:
    """Let this many generations pass; return how many cells are alive then."""
    alive = 0
    for _ in range(count):
        alive = generation()
    return alive


def generation() -> int:
    """Let one generation pass; return how many cells are alive then."""
    for place in range(len(cells)):
        neighbours[place] = 0
    for place in range(len(cells)):
        if cells[place] == ALIVE:
            for other in AROUND[place]:
                neighbours[other] += 1
    alive = 0
    for place in range(len(cells)):
        lives = neighbours[place] == 3 or (neighbours[place] == 2 and cells[place] == ALIVE)
        cells[place] = ALIVE if lives else 0
        alive += cells[place]
    return alive
