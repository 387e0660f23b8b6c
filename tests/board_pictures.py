"""Pictures of boards, drawn with our own characters, and of other things."""

from collections.abc import Callable
from random import Random

from cannonfish_lab.picture import render
from PIL import Image, ImageDraw

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
MIDDLE_GAME = "r1bakab1r/9/2n1c1n2/p1p1p3p/6p2/2PN5/P3P1P1P/1C2C1N2/9/R1BAKAB1R"
COLOURS = {
    "wood": ((228, 190, 130), (90, 55, 20), (250, 232, 196), (178, 30, 24), (24, 22, 20)),
    "night": ((42, 46, 52), (150, 150, 140), (236, 230, 214), (200, 40, 32), (20, 60, 110)),
}


def rows_of(placement: str) -> list[str]:
    return [
        "".join("." * int(each) if each.isdigit() else each for each in row) for row in placement.split("/")
    ]


def drawn(placement: str, colours: str = "wood", cell: int = 48, around: int = 60) -> Image.Image:
    """A board on a page of other things."""
    ground, ink, face, red, black = COLOURS[colours]
    image = Image.new("RGB", (8 * cell + 2 * around + 200, 9 * cell + 2 * around), (222, 226, 230))
    draw = ImageDraw.Draw(image)
    draw.text((8 * cell + 2 * around + 20, 40), "1. Cannon to the centre", (20, 20, 20))
    draw.rectangle(
        (around - cell * 0.7, around - cell * 0.7, around + cell * 8.7, around + cell * 9.7), ground
    )
    for rank in range(10):
        draw.line((around, around + rank * cell, around + 8 * cell, around + rank * cell), ink, 2)
    for file in range(9):
        x = around + file * cell
        if file in (0, 8):
            draw.line((x, around, x, around + 9 * cell), ink, 2)
        else:
            draw.line((x, around, x, around + 4 * cell), ink, 2)
            draw.line((x, around + 5 * cell, x, around + 9 * cell), ink, 2)
    for rank, row in enumerate(rows_of(placement)):
        for file, letter in enumerate(row):
            if letter != ".":
                x, y, r = around + file * cell, around + rank * cell, cell * 0.44
                own = red if letter.isupper() else black
                draw.ellipse((x - r, y - r, x + r, y + r), face, own, 2)
                mask = render.symbol("traditional", letter).resize((cell, cell), Image.Resampling.BOX)
                image.paste(Image.new("RGB", mask.size, own), (x - cell // 2, y - cell // 2), mask)
    return image


# --- no boards of Xiangqi ---


def page(size: int = 26, spacing: float = 1.5) -> Image.Image:
    """A page of text in characters as dense as Chinese ones; no font is needed for it."""
    random = Random(size)
    image = Image.new("RGB", (760, 1000), (252, 250, 244))
    draw = ImageDraw.Draw(image)
    y = 60.0
    while y < 940:
        for x in range(60, 700 - size, size + 2):
            for _ in range(random.randint(4, 8)):
                at, end = random.random() * size * 0.85, random.random() * size * 0.85
                from_, to = random.choice(
                    (
                        ((0, at), (size * 0.85, at)),
                        ((at, 0), (at, size * 0.85)),
                        ((at, 0), (end, size * 0.85)),
                    )
                )
                draw.line((x + from_[0], y + from_[1], x + to[0], y + to[1]), (30, 28, 26), 2)
        y += size * spacing
    return image


def lattice(
    files: int, ranks: int, cell: int, row: int = 0, ground: tuple[int, int, int] = (250, 250, 250)
) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """Lines at equal distances, and a pen to fill them."""
    row = row or cell
    image = Image.new("RGB", ((files - 1) * cell + 80, (ranks - 1) * row + 80), ground)
    draw = ImageDraw.Draw(image)
    for file in range(files):
        draw.line((40 + file * cell, 40, 40 + file * cell, 40 + (ranks - 1) * row), (60, 50, 40), 2)
    for rank in range(ranks):
        draw.line((40, 40 + rank * row, 40 + (files - 1) * cell, 40 + rank * row), (60, 50, 40), 2)
    return image, draw


def table() -> Image.Image:
    """A sheet of numbers."""
    image, draw = lattice(12, 26, 80, 28)
    random = Random(1)
    for file in range(11):
        for rank in range(25):
            draw.text((48 + 80 * file, 48 + 28 * rank), str(random.randrange(10_000)), (20, 20, 20))
    return image


def go(stones: float) -> Image.Image:
    """A board of Go."""
    image, draw = lattice(19, 19, 34, ground=(220, 179, 92))
    random = Random(2)
    for file in range(19):
        for rank in range(19):
            if random.random() < stones:
                x, y = 40 + 34 * file, 40 + 34 * rank
                draw.ellipse(
                    (x - 16, y - 16, x + 16, y + 16),
                    random.choice(((20, 20, 20), (245, 245, 245))),
                    (10, 10, 10),
                )
    return image


def sudoku() -> Image.Image:
    """Ten lines down and ten across, with digits between them."""
    image, draw = lattice(10, 10, 48)
    random = Random(3)
    for file in range(9):
        for rank in range(9):
            if random.random() < 0.4:
                draw.text((58 + 48 * file, 54 + 48 * rank), random.choice("123456789"), (0, 0, 0))
    return image


def chess() -> Image.Image:
    """A board of chess in its start position."""
    image = Image.new("RGB", (480, 480), (240, 217, 181))
    draw = ImageDraw.Draw(image)
    for row in range(8):
        for column in range(8):
            if (row + column) % 2:
                draw.rectangle((column * 60, row * 60, column * 60 + 59, row * 60 + 59), (181, 136, 99))
    for row, letters in ((0, "rnbqkbnr"), (1, "pppppppp"), (6, "pppppppp"), (7, "rnbqkbnr")):
        for column, letter in enumerate(letters.replace("q", "a")):
            mask = render.symbol("western", letter).resize((52, 52), Image.Resampling.BOX)
            colour = (20, 20, 20) if row < 2 else (250, 250, 250)
            image.paste(Image.new("RGB", mask.size, colour), (column * 60 + 4, row * 60 + 4), mask)
    return image


def half() -> Image.Image:
    """The upper half of a board."""
    return drawn(START).crop((0, 0, 704, 290))


def wall() -> Image.Image:
    """Windows of a house: as regular as a board, and nothing on the points."""
    image = Image.new("RGB", (700, 800), (176, 150, 120))
    draw = ImageDraw.Draw(image)
    for x in range(20, 680, 66):
        for y in range(20, 780, 66):
            draw.rectangle((x, y, x + 44, y + 44), (60, 80, 100), (230, 225, 215), 3)
    return image


NO_BOARDS: dict[str, Callable[[], Image.Image]] = {
    "blank": lambda: Image.new("RGB", (400, 400), "white"),
    "page": page,
    "page in a grid": lambda: page(30, 1.07),
    "table": table,
    "empty board of Go": lambda: go(0),
    "board of Go": lambda: go(0.45),
    "sudoku": sudoku,
    "chess": chess,
    "half a board": half,
    "wall": wall,
}
