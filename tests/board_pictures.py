"""Pictures of boards, drawn with our own characters."""

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
