"""The shapes of pieces and boards that are drawn here, as SVG markup without colours.

Everything round lives on a 100 x 100 cell with the centre (50, 50); a disc has radius 46. Board lines live on
cells of the same size, points in their middles. All of it is used as masks: what is painted counts, the
colour does not.
"""

import math

CENTRE = 50


def filled(*contours: str) -> str:
    """Return a silhouette; a contour inside another is a hole."""
    return f'<path fill-rule="evenodd" d="{"".join(contours)}"/>'


def dot(x: float, y: float, radius: float) -> str:
    """Return the contour of a disc."""
    across = f"{radius:g} {radius:g} 0 1 0"
    return f"M{x - radius:g} {y:g}a{across} {2 * radius:g} 0a{across} {-2 * radius:g} 0Z"


def stroked(path: str, width: float) -> str:
    """Return a line with round ends; a zero-length piece is a dot."""
    return (
        f'<path d="{path}" fill="none" stroke="#000" stroke-width="{width:g}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def circle(radius: float, width: float) -> str:
    """Return a ring around the cell's centre."""
    return f'<circle cx="50" cy="50" r="{radius:g}" fill="none" stroke="#000" stroke-width="{width:g}"/>'


def octagon(radius: float) -> str:
    """Return the points of an octagon that stands on a side."""
    angles = (math.radians(22.5 + 45 * i) for i in range(8))
    points = (f"{CENTRE + radius * math.cos(a):.1f},{CENTRE + radius * math.sin(a):.1f}" for a in angles)
    return " ".join(points)


# ---- side by shape: Red wears two thin circles, Black one heavy octagon, in every set ---------------

RINGS = {
    "white": circle(42.2, 1.5) + circle(38.4, 1.5),
    "black": f'<polygon points="{octagon(42.4)}" fill="none" stroke="#000" stroke-width="2.9"/>',
}

FLAT_RINGS = {
    "white": circle(43, 2.2),
    "black": f'<polygon points="{octagon(44.2)}" fill="none" stroke="#000" stroke-width="3.4"/>',
}
"""Around larger faces: one line each, near the rim."""

STONES = {
    "white": circle(15, 4),
    "black": f'<polygon points="{octagon(15)}"/>',
}

# ---- Xiangqi's men as symbols, for people who do not read Chinese ------------------------------------

SYMBOLS = {
    # General: the king that chess players know; a crown without its cross is a queen to them.
    "k": filled(
        "M47.2 19H52.8V24.6H58.4V30.2H52.8V38C63 31 77 37.5 74.5 50 73 56 67.5 59.5 66 64.5H34"
        "C32.5 59.5 27 56 25.5 50 23 37.5 37 31 47.2 38V30.2H41.6V24.6H47.2Z",
        "M47 44C40.5 38.5 29.5 41.5 31.2 49.5 32 53.5 35.5 56 37.7 59.8H47Z",
        "M53 44C59.5 38.5 70.5 41.5 68.8 49.5 68 53.5 64.5 56 62.3 59.8H53Z",
        "M33.5 67.5H66.5V74.5H33.5Z",
    ),
    # Advisor: a court official; the cap with two long wings is the office.
    "a": filled(
        "M40 41.5C39 29.5 42.5 22.5 50 22.5S61 29.5 60 41.5Z",
        "M34 51.5V50C34 45.5 37 43.5 41 43.5H59C63 43.5 66 45.5 66 50V51.5Z",
        "M32 47.2V51.2L18.5 49.3C15.8 48.9 15.8 45.2 18.5 45.2Z",
        "M68 47.2V51.2L81.5 49.3C84.2 48.9 84.2 45.2 81.5 45.2Z",
        "M39.5 53.8H60.5C61 61.5 56.5 66.5 50 66.5S39 61.5 39.5 53.8Z",
        "M24 77C25 69.5 31.5 67 40.5 64.5L50 73.5 59.5 64.5C68.5 67 75 69.5 76 77Z",
    ),
    # Elephant, with the eye and the ear's edge left open, a tusk and a tail.
    "b": filled(
        "M21.5 67.5C18.5 67.5 17.5 64.5 18 61.5 18.5 52.5 20.5 45 25.5 39.5 28.5 35 33.5 32.5 39 33.5"
        " 42.5 30.5 48 29.5 54 29.5 68 29.5 79 37 79.5 51 79.7 58 79 65 78.5 73H67.5L66.5 60"
        "C61.5 62 56 62.2 51 60.8L50.5 73H39.5L38.5 57.5C36.5 56.5 35 55 34 53 31.5 54.5 29.5 54.5 27.7 53.8"
        " 26.5 57.5 26 61 25.5 64 25 66.5 23.5 67.5 21.5 67.5Z",
        dot(31.5, 43, 1.9),
        "M41 36.5C49.5 36 53.5 41.5 52.5 48 51.5 53.5 46 55.5 41.5 52.5 45 53.3 49.3 51.8 50 47.5"
        " 50.8 42.5 48 38.5 41 38.7Z",
    )
    + filled("M32.5 56.5C34.5 60 34 63.5 29.5 66.5 30 63 30 60 29 57.2Z")
    + stroked("M80 44C82.5 48 82.5 53 81.5 58", 2.2),
    # Horse: head and mane.
    "n": filled(
        "M34 74H70.5C73.5 58 72.5 42.5 62.5 33.5 58.5 30 54.5 28 50 26.5L46.5 19.5 41.5 26.5"
        "C34 31.5 29.5 40 25 49.5 23 54.5 26 59 30.5 58.5L36 55.5C39.5 56.5 43.5 54.5 46.5 51.5L51.5 50.5"
        "C50.5 59 37 62.5 34 74Z",
        dot(42.5, 38.5, 2.4),
        "M56.5 33.5C65.5 41 68 54 66.5 68 65 67 64.5 66 64.5 66 65.5 53 63 42 55 35.5Z",
    ),
    # Chariot: the tower that chess players know.
    "r": filled(
        "M31 27H39.5V33H45.8V27H54.2V33H60.5V27H69V42L63 47V62L69 67V74H31V67L37 62V47L31 42Z",
        "M38 42.5H62V45H38Z",
        "M46 62V55C46 50.5 54 50.5 54 55V62Z",
    ),
    # Cannon: barrel, muzzle, wheel and trail.
    "c": filled(
        "M24.5 51.5C21 46 22.5 41 28 38.5L60 24.9 66.5 39.9 34.5 53.8C30.5 55.5 26.7 55 24.5 51.5Z",
        "M62 22 67 19.9 75.5 39 70.5 41.2Z",
        dot(51, 61.5, 15),
        dot(51, 61.5, 10.8),
        dot(51, 61.5, 3.6),
    )
    + stroked("M51 52V71M41.5 61.5H60.5", 2.4)
    + stroked("M35 63 22.5 71.5", 5),
    # Soldier: the pawn that chess players know.
    "p": filled(
        "M50 25.5A10.5 10.5 0 0 1 57 43.5H62.5V49.5H57C57 57.5 61 63 66.5 67V74H33.5V67"
        "C39 63 43 57.5 43 49.5H37.5V43.5H43A10.5 10.5 0 0 1 50 25.5Z"
    ),
}

# ---- chess: the body is a filled silhouette; outline and details are lines in the other tone ---------

CHESS = {
    "p": (
        "M50 24A12 12 0 0 1 58 45H63V51H57C57 61 62 67 69 72V84H31V72"
        "C38 67 43 61 43 51H37V45H42A12 12 0 0 1 50 24Z",
        "M36 74H64",
    ),
    "r": (
        "M28 18H39V25H45V18H55V25H61V18H72V37L65 43V65L73 71V84H27V71L35 65V43L28 37Z",
        "M35 43H65M35 65H65",
    ),
    "n": (
        "M29 84V75C32 63 46 58 48 48L43 50C38 56 33 57 30 58L23 61C17 60 16 54 19 49 25 38 30 28 40 22"
        "L46 12 50 20C70 24 80 44 76 84Z",
        "M36 36 36.2 36M32 74H70M55 27C66 35 68 50 67 62",
    ),
    "b": (
        "M50 12A6 6 0 0 1 54 23C64 30 69 40 67 49 66 56 62 60 59 62V67H64L72 73V84H28V73L36 67H41V62"
        "C38 60 34 56 33 49 31 40 36 30 46 23A6 6 0 0 1 50 12Z",
        "M50 33V49M43 41H57M41 64H59",
    ),
    "q": (
        "M50 11A6 6 0 0 1 53 22L60 41 70 25A6 6 0 1 1 77 26L71 56 67 66 73 72V84H27V72L33 66 29 56 23 26"
        "A6 6 0 1 1 30 25L40 41 47 22A6 6 0 0 1 50 11Z",
        "M33 66H67M30 57C42 53 58 53 70 57",
    ),
    "k": (
        "M46.5 8H53.5V15H60V22H53.5V30C66 22 83 32 78 48 76 56 69 61 67 66L73 72V84H27V72L33 66"
        "C31 61 24 56 22 48 17 32 34 22 46.5 30V22H40V15H46.5Z",
        "M50 33V57M33 66C43 61 57 61 67 66",
    ),
}

# ---- boards ----------------------------------------------------------------------------------------


def _soldier_mark(x: float, y: float) -> str:
    """Return the four corner strokes around a point; only the inner two at the board's edge."""
    gap, arm = 9, 15
    strokes = ""
    for right in (-1, 1):
        if 50 <= x + right * 40 <= 850:
            strokes += "".join(
                f"M{x + right * gap} {y + down * (gap + arm)}v{-down * arm}h{right * arm}" for down in (-1, 1)
            )
    return strokes


def xiangqi_lines() -> str:
    """Return grid, palaces, soldier marks and the double border of the 9 x 10 board."""
    grid = "".join(f"M50 {50 + 100 * rank}H850" for rank in range(1, 9))
    grid += "".join(f"M{50 + 100 * file} 50V450M{50 + 100 * file} 550V950" for file in range(1, 8))
    palaces = "M350 50 550 250M550 50 350 250M350 750 550 950M550 750 350 950"
    cannons = [(file, rank) for file in (1, 7) for rank in (2, 7)]
    soldiers = [(file, rank) for file in range(0, 9, 2) for rank in (3, 6)]
    marks = "".join(_soldier_mark(50 + 100 * file, 50 + 100 * rank) for file, rank in cannons + soldiers)
    return (
        f'<path d="{grid}{palaces}" fill="none" stroke="#000" stroke-width="2.2"/>'
        f'<path d="{marks}" fill="none" stroke="#000" stroke-width="2.6"/>'
        '<path d="M50 50H850V950H50Z" fill="none" stroke="#000" stroke-width="3"/>'
        '<path d="M40 40H860V960H40Z" fill="none" stroke="#000" stroke-width="4"/>'
    )


def liuzichong_lines() -> str:
    """Return the 4 x 4 grid of Liuzichong with its double border."""
    grid = "".join(f"M50 {50 + 100 * i}H350M{50 + 100 * i} 50V350" for i in (1, 2))
    return (
        f'<path d="{grid}" fill="none" stroke="#000" stroke-width="1.4"/>'
        '<path d="M50 50H350V350H50Z" fill="none" stroke="#000" stroke-width="1.8"/>'
        '<path d="M45 45H355V355H45Z" fill="none" stroke="#000" stroke-width="2.6"/>'
    )


def last_move_mark() -> str:
    """Return four corners around a cell: larger cousins of the board's soldier marks."""
    corners = [(right, down) for right in (-1, 1) for down in (-1, 1)]
    path = "".join(f"M{50 + x * 47} {50 + y * 29}v{y * 18}h{-x * 18}" for x, y in corners)
    return stroked(path, 5)


SEAL_FRAME = "M14 4H86Q96 4 96 14V86Q96 96 86 96H14Q4 96 4 86V14Q4 4 14 4Z"
