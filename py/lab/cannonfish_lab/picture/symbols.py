"""Symbols of the kinds, drawn in ever other proportions: crowns, hats, elephants, carriages."""

import math
from collections.abc import Callable, Sequence
from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

SIDE = 200
"""Of a mask, in pixels; places are in hundredths of it."""


class Pen:
    """Draws on a mask, with places that are a little different each time."""

    def __init__(self, random: Random):
        self.random = random
        self.mask = Image.new("L", (SIDE, SIDE))
        self._draw = ImageDraw.Draw(self.mask)
        self._off = random.uniform(0, 2.5)
        self.wide = random.uniform(3, 7)

    def _at(self, points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        off = self._off
        return [(2 * (x + self.random.gauss(0, off)), 2 * (y + self.random.gauss(0, off))) for x, y in points]

    def area(self, *points: tuple[float, float], ink: int = 255) -> None:
        """A filled outline."""
        self._draw.polygon(self._at(points), fill=ink)

    def line(self, *points: tuple[float, float], wide: float = 0, ink: int = 255) -> None:
        """A line of this width."""
        self._draw.line(self._at(points), fill=ink, width=round(2 * (wide or self.wide)), joint="curve")

    def disc(self, x: float, y: float, across: float, down: float = 0, ink: int = 255) -> None:
        """A filled ellipse with these radii."""
        [(x, y)] = self._at([(x, y)])
        across, down = 2 * across, 2 * (down or across)
        self._draw.ellipse((x - across, y - down, x + across, y + down), fill=ink)

    def ring(self, x: float, y: float, radius: float, wide: float = 0) -> None:
        """A circle."""
        box = [2 * (x - radius), 2 * (y - radius), 2 * (x + radius), 2 * (y + radius)]
        self._draw.ellipse(box, outline=255, width=round(2 * (wide or self.wide)))

    def wheel(self, x: float, y: float, radius: float) -> None:
        """A wheel with spokes."""
        self.ring(x, y, radius, self.wide * 0.8)
        spokes = self.random.choice((0, 4, 6, 8))
        turn = self.random.random()
        for k in range(spokes):
            angle = 2 * math.pi * (k + turn) / spokes
            end = (x + radius * 0.9 * math.cos(angle), y + radius * 0.9 * math.sin(angle))
            self._draw.line([2 * x, 2 * y, 2 * end[0], 2 * end[1]], fill=255, width=round(self.wide))
        self.disc(x, y, radius * self.random.uniform(0.15, 0.4))


def king(pen: Pen) -> None:
    """A crown with a cross or an orb, low or high."""
    random = pen.random
    low, top = random.uniform(70, 80), random.uniform(34, 46)
    half = random.uniform(22, 32)
    kind = random.random()
    if kind < 0.45:  # arches
        pen.area(
            (50 - half, top), (50, top + 10), (50 + half, top), (50 + half * 0.7, low), (50 - half * 0.7, low)
        )
        pen.disc(50 - half * 0.55, top + 4, half * 0.5)
        pen.disc(50 + half * 0.55, top + 4, half * 0.5)
    elif kind < 0.8:  # points
        count = random.choice((3, 5))
        places = []
        for k in range(2 * count - 1):
            x = 50 - half + half * k / (count - 1)
            places.append((x, top + (14 if k % 2 else 2 * abs(k - count + 1))))
            if not k % 2:
                pen.disc(x, places[-1][1] - 2, random.uniform(2, 5))
        pen.area(*places, (50 + half * 0.8, low), (50 - half * 0.8, low))
    else:  # a cap
        pen.area(
            (50 - half, low),
            (50 - half * 0.8, top + 5),
            (50, top - 4),
            (50 + half * 0.8, top + 5),
            (50 + half, low),
        )
        pen.line((50 - half * 1.2, top + 12), (50 + half * 1.2, top + 12), wide=pen.wide)
    if random.random() < 0.75:
        pen.line((50, top + 4), (50, top - 16))
        pen.line((43, top - 10), (57, top - 10))
        if random.random() < 0.5:
            pen.disc(50, top - 4, 5)
    if random.random() < 0.6:
        for y in (low - 8, low - 3):
            pen.line((50 - half * 0.7, y), (50 + half * 0.7, y), wide=1.5, ink=0)
    if random.random() < 0.5:
        for x in (-0.4, 0, 0.4):
            pen.line((50 + half * x, top + 16), (50 + half * x * 0.9, low - 10), wide=1.5, ink=0)


def advisor(pen: Pen) -> None:
    """A queen's crown, an official's hat or robe, a fan, swords, a basket of feathers."""
    random = pen.random
    kind = random.random()
    if kind < 0.2:
        count = random.choice((5, 6, 7, 9))
        places = []
        for k in range(2 * count - 1):
            x = 22 + 56 * k / (2 * count - 2)
            places.append((x, (52 if k % 2 else 30) + abs(x - 50) * 0.2))
            if not k % 2:
                pen.disc(*places[-1], random.uniform(2.5, 5))
        pen.area(*places, (70, 76), (30, 76))
        pen.line((32, 68), (68, 68), wide=2, ink=0)
    elif kind < 0.45:  # wide above, narrow below
        top, low = random.uniform(24, 36), random.uniform(70, 80)
        wide, narrow = random.uniform(24, 34), random.uniform(12, 22)
        pen.area((50 - wide, top), (50 + wide, top), (50 + narrow, low), (50 - narrow, low))
        if random.random() < 0.6:
            pen.disc(50, top, wide, random.uniform(4, 9))
        for k in range(1, random.choice((4, 5, 6))):
            x = (k / 3 - 1) * 0.9
            pen.line((50 + wide * x, top + 8), (50 + narrow * x, low - 6), wide=1.6, ink=0)
        pen.line((50 - narrow - 3, low), (50 + narrow + 3, low))
    elif kind < 0.62:  # a hat with wings
        pen.area((32, 62), (34, 44), (42, 42), (44, 28), (58, 28), (60, 42), (66, 44), (68, 62))
        pen.disc(20, 58, 16, random.uniform(3, 7))
        pen.disc(80, 58, 16, random.uniform(3, 7))
        pen.line((30, 66), (70, 66))
    elif kind < 0.8:  # a figure in a robe
        pen.disc(50, 30, random.uniform(8, 12))
        wide = random.uniform(18, 28)
        pen.area((44, 40), (56, 40), (50 + wide, 80), (50 - wide, 80))
        pen.area((38, 22), (62, 22), (58, 14), (42, 14))
        if random.random() < 0.5:
            pen.line((50, 46), (50, 78), wide=1.6, ink=0)
            pen.line((36, 56), (64, 56), wide=1.6, ink=0)
    elif kind < 0.9:  # a fan
        pen.area((50, 78), (18, 42), (32, 28), (50, 24), (68, 28), (82, 42))
        for x in (28, 40, 50, 60, 72):
            pen.line((50, 74), (x, 30), wide=1.4, ink=0)
    else:
        pen.line((24, 24), (74, 76))
        pen.line((76, 24), (26, 76))
        pen.line((58, 74), (74, 60))
        pen.line((26, 60), (42, 74))


def bishop(pen: Pen) -> None:
    """An elephant from the side, its head from before or from the side, or a mitre."""
    random = pen.random
    kind = random.random()
    if kind < 0.4:
        pen.disc(46, 48, random.uniform(22, 28), random.uniform(15, 20))
        pen.disc(72, 42, random.uniform(11, 14))
        for x in (28, 38, 54, 64):
            pen.line((x, 52), (x, random.uniform(74, 80)), wide=random.uniform(6, 9))
        pen.line((80, 44), (86, 58), (84, 72), (90, 76), wide=random.uniform(4, 7))
        pen.line((22, 46), (16, 62), wide=2)
        pen.line((78, 52), (88, 50), wide=2.5)
        pen.disc(67, 42, 6, 9, ink=0) if random.random() < 0.5 else None
        pen.disc(76, 38, 1.8, ink=0)
    elif kind < 0.62:  # from before
        ears = random.uniform(12, 18)
        pen.disc(28, 42, ears, ears * 1.3)
        pen.disc(72, 42, ears, ears * 1.3)
        pen.line((38, 30), (36, 56), wide=1.5, ink=0)
        pen.line((62, 30), (64, 56), wide=1.5, ink=0)
        pen.disc(50, 40, 15, 18)
        pen.line((50, 50), (50, 68), (random.choice((44, 56)), 80), wide=random.uniform(8, 12))
        pen.line((40, 56), (36, 72), wide=3)
        pen.line((60, 56), (64, 72), wide=3)
        pen.disc(43, 40, 2, ink=0)
        pen.disc(57, 40, 2, ink=0)
    elif kind < 0.85:  # the head from the side, with the trunk up or down
        pen.disc(46, 42, random.uniform(17, 22))
        pen.disc(34, 46, random.uniform(10, 16), random.uniform(14, 20))
        pen.line((34, 34), (42, 44), (34, 60), wide=1.6, ink=0)
        if random.random() < 0.6:
            pen.line((58, 46), (72, 56), (72, 72), (84, 74), (86, 64), wide=random.uniform(6, 10))
        else:
            pen.line((58, 48), (74, 54), (80, 40), (74, 28), wide=random.uniform(6, 10))
        pen.area((30, 58), (58, 56), (60, 82), (30, 82))
        pen.line((58, 58), (70, 66), wide=3)
        pen.disc(54, 38, 2, ink=0)
    else:
        pen.disc(50, 46, random.uniform(13, 17), random.uniform(20, 25))
        pen.disc(50, 20, 4.5)
        pen.area((28, 80), (34, 70), (66, 70), (72, 80))
        pen.line((44, 52), (58, 34), wide=2.5, ink=0)


def knight(pen: Pen) -> None:
    """A horse's head, that of chess or with a long neck; or a horse that runs."""
    random = pen.random
    kind = random.random()
    if kind < 0.8:
        nose = random.uniform(18, 28)
        high = random.uniform(16, 26)
        jaw = random.uniform(52, 62)
        back = random.uniform(70, 82)
        pen.area(
            (48, high),
            (54, high - 6),
            (58, high + 3),
            (70, 34),
            (back, 56),
            (back - 2, 80),
            (random.uniform(32, 40), 80),
            (44, 64),
            (54, 54),
            (40, 52),
            (30, jaw),
            (nose, jaw - 4),
            (nose + 2, jaw - 14),
            (34, 38),
        )
        pen.disc(42, 36, random.uniform(1.8, 3.2), ink=0)
        if random.random() < 0.6:
            pen.line((56, 26), (66, 40), (70, 60), (70, 76), wide=random.uniform(1.2, 3), ink=0)
        if random.random() < 0.4:
            pen.line((30, 80), (back, 80))
        if random.random() < 0.4:
            for y in (34, 44, 54, 64):
                pen.line((68, y), (80, y - 2), wide=2)
    else:
        pen.disc(48, 50, 20, 12)
        pen.line((62, 46), (74, 26), wide=9)
        pen.line((72, 26), (86, 34), wide=7)
        for x, to in ((34, 22), (40, 44), (56, 60), (62, 80)):
            pen.line((x, 56), (to, 80), wide=4)
        pen.line((30, 46), (16, 58), wide=4)
        pen.line((66, 22), (58, 42), wide=3)


def rook(pen: Pen) -> None:
    """A carriage from the side or from before, or a tower."""
    random = pen.random
    kind = random.random()
    if kind < 0.5:  # one wheel, a box, a roof
        radius = random.uniform(16, 22)
        x, y = random.uniform(40, 56), 80 - radius
        pen.wheel(x, y, radius)
        floor = y - radius * random.uniform(0.3, 1.0)
        pen.area((24, floor - 16), (66, floor - 12), (64, floor), (28, floor))
        pen.line((62, floor), (90, floor + random.uniform(-6, 10)), wide=3)
        if random.random() < 0.75:
            roof = floor - random.uniform(26, 36)
            pen.line((32, floor), (32, roof), wide=2.5)
            if random.random() < 0.6:
                pen.line((56, floor), (56, roof), wide=2.5)
            pen.area((18, roof + 4), (random.uniform(36, 50), roof - 10), (72, roof + 4))
    elif kind < 0.62:  # two wheels
        pen.wheel(30, 64, 15)
        pen.wheel(70, 64, 15)
        pen.area((22, 48), (78, 48), (74, 34), (26, 34))
        pen.area((16, 32), (50, 18), (84, 32))
    elif kind < 0.7:  # a wheel
        pen.wheel(50, 50, random.uniform(24, 32))
    else:
        half = random.uniform(14, 20)
        top = random.uniform(22, 30)
        pen.area((50 - half, top + 14), (50 + half, top + 14), (50 + half, 70), (50 - half, 70))
        pen.area(
            (50 - half - 7, top), (50 + half + 7, top), (50 + half + 5, top + 16), (50 - half - 5, top + 16)
        )
        for k in range(-1, 2, 2):
            pen.area(
                (50 + k * 11 - 4, top - 1),
                (50 + k * 11 + 4, top - 1),
                (50 + k * 11 + 4, top + 8),
                (50 + k * 11 - 4, top + 8),
                ink=0,
            )
        pen.area((50 - half - 9, 82), (50 - half - 4, 68), (50 + half + 4, 68), (50 + half + 9, 82))
        if random.random() < 0.4:
            pen.line((50 - half, top + 18), (50 + half, top + 18), wide=2, ink=0)
            pen.line((50 - half, 66), (50 + half, 66), wide=2, ink=0)


def cannon(pen: Pen) -> None:
    """A gun on a wheel, a mortar, or a bomb."""
    random = pen.random
    kind = random.random()
    if kind < 0.8:
        radius = random.uniform(12, 20)
        x, y = random.uniform(34, 54), 78 - radius
        rise = random.uniform(0.05, 0.6)
        back, long = random.uniform(16, 26), random.uniform(36, 48)
        thick = random.uniform(6, 11)
        ux, uy = math.cos(rise), -math.sin(rise)
        high = y - random.uniform(0, 8)
        start, end = (x - ux * back, high - uy * back), (x + ux * long, high + uy * long)
        nx, ny = -uy, ux
        thin = thick * random.uniform(0.5, 0.9)
        pen.area(
            (start[0] + nx * thick, start[1] + ny * thick),
            (start[0] - nx * thick, start[1] - ny * thick),
            (end[0] - nx * thin, end[1] - ny * thin),
            (end[0] + nx * thin, end[1] + ny * thin),
        )
        pen.disc(*start, thick * 1.1)
        if random.random() < 0.6:
            pen.line(
                (end[0] - nx * thin * 1.4, end[1] - ny * thin * 1.4),
                (end[0] + nx * thin * 1.4, end[1] + ny * thin * 1.4),
            )
        pen.disc(x, y, radius * 1.15, ink=0)
        pen.wheel(x, y, radius)
        if random.random() < 0.6:
            pen.line((x, y), (x - 30, 80), wide=3.5)
    elif kind < 0.9:
        pen.area((26, 66), (40, 30), (62, 22), (72, 44), (64, 66))
        pen.area((20, 78), (28, 64), (74, 64), (80, 78))
        pen.disc(72, 22, 6)
    else:
        pen.disc(46, 56, random.uniform(20, 25))
        pen.line((60, 38), (68, 28), wide=7)
        pen.line((68, 28), (76, 20), (82, 24), wide=2)


def pawn(pen: Pen) -> None:
    """A pawn of chess, a figure with a pointed hat, a man with a spear, a shield."""
    random = pen.random
    kind = random.random()
    if kind < 0.4:
        head = random.uniform(9, 13)
        pen.disc(50, 34, head)
        wide = random.uniform(18, 26)
        pen.area((46, 40), (54, 40), (50 + wide * 0.6, 70), (50 - wide * 0.6, 70))
        pen.area((50 - wide, 80), (50 - wide * 0.8, 68), (50 + wide * 0.8, 68), (50 + wide, 80))
        if random.random() < 0.5:
            pen.line((38, 47), (62, 47), wide=3)
    elif kind < 0.75:  # a pointed hat above a robe
        hat, wide = random.uniform(14, 22), random.uniform(18, 28)
        low = random.uniform(40, 50)
        pen.area((50, 20), (50 + hat, low), (50 - hat, low))
        if random.random() < 0.5:
            pen.line((50 - hat, low + 1), (50 + hat, low + 1), wide=1.6, ink=0)
        if random.random() < 0.5:
            pen.disc(50, low + 4, 8)
        pen.area((46, low), (54, low), (50 + wide, 80), (50 - wide, 80))
        if random.random() < 0.4:
            pen.line((50 - wide * 0.7, 70), (50 + wide * 0.7, 70), wide=1.6, ink=0)
    elif kind < 0.9:  # a spear
        pen.line((70, 14), (70, 84), wide=2.5)
        pen.area((66, 24), (70, 10), (74, 24))
        pen.disc(44, 28, 9)
        pen.area((36, 38), (54, 38), (58, 82), (32, 82))
        pen.line((50, 46), (70, 50), wide=4)
    else:
        pen.area((30, 26), (70, 26), (70, 54), (50, 80), (30, 54))
        pen.line((50, 28), (50, 74), wide=2, ink=0)
        pen.line((32, 44), (68, 44), wide=2, ink=0)


KINDS: tuple[Callable[[Pen], None], ...] = (king, advisor, bishop, knight, rook, cannon, pawn)


def drawn(random: Random, kind: int) -> Image.Image:
    """A mask for a kind of piece, 1 to 7; sometimes only its outline."""
    pen = Pen(random)
    KINDS[kind - 1](pen)
    mask = pen.mask
    if random.random() < 0.2:
        inner = mask.filter(ImageFilter.MinFilter(random.choice((5, 7, 9))))
        mask = ImageChops.subtract(mask, inner)
    return mask
