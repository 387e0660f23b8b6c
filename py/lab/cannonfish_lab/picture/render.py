"""Boards to learn from: drawn at random, with the pieces, colours and marks of many programs, books and sets.

Nothing of another program is in them: characters are from the fonts of this machine, symbols our own.
"""

import io
import json
import math
import pkgutil
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any, TypeAlias

import numpy as np
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.svgLib.path import parse_path
from PIL import Image, ImageChops, ImageDraw, ImageEnhance, ImageFilter, ImageOps

from cannonfish_lab.picture.fonts import BLACK, RED, Face, pick, symbols
from cannonfish_lab.picture.symbols import drawn

Colour: TypeAlias = tuple[int, int, int]
FILES, RANKS = 9, 10
SYMBOLS = "kabnrcp"
LETTERS = ("KABNRCP", "KAEHRCP", "GAEHRCS")


@dataclass(frozen=True)
class Board:
    """A drawn board."""

    image: Image.Image
    corners: list[tuple[float, float]]
    pieces: list[int]
    cell: float
    diameter: float
    """Of the pieces, in cells."""


@dataclass(frozen=True)
class Style:
    """How the pieces of a board look."""

    face: Face
    texts: dict[int, str]
    """The character or letter of each piece; none for symbols."""
    symbol_fonts: dict[int, Face]
    """The fonts of symbols that are text."""
    drawings: dict[int, Image.Image]
    """Masks of symbols by kind; our own set's where there is none."""
    symbol_size: float
    inks: tuple[Colour, Colour]
    """Red's and Black's."""
    discs: tuple[Colour | None, Colour | None]
    """Their pieces' faces; None: outline only."""
    rims: tuple[Colour, Colour]
    diameter: float
    text_size: float
    sides: int
    """Of the pieces' shape; 0: round."""
    rings: tuple[tuple[float, float], ...]
    """Radius and width of the rings, in parts of the radius."""
    bold: float
    relief: bool
    light: float
    """How much lighter the top left of a piece is than its other side."""
    grain: float
    """How clear the grain of their wood is."""
    shadow: float
    upside_down: tuple[bool, bool]
    turns: float
    """Degrees by which pieces are turned at most."""
    mirrored: bool
    """Symbols look to the right."""
    shift: float
    """Cells by which they are off their points at most."""


def hsv(
    random: Random, hue: tuple[float, float], saturation: tuple[float, float], value: tuple[float, float]
) -> Colour:
    """A colour between these bounds, hue in degrees."""
    h, s, v = (random.uniform(*hue) / 60) % 6, random.uniform(*saturation), random.uniform(*value)
    parts = [v - v * s * max(0.0, min(k, 4 - k, 1)) for k in ((n + h) % 6 for n in (5, 3, 1))]
    return (round(parts[0] * 255), round(parts[1] * 255), round(parts[2] * 255))


def luma(colour: Colour) -> float:
    """How light a colour is, 0 to 255."""
    return 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]


def apart(one: Colour, other: Colour) -> float:
    """How far apart two colours are."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) * 0.5 + abs(luma(one) - luma(other))


def red_ink(random: Random) -> Colour:
    """A colour of Red."""
    if random.random() < 0.12:
        return hsv(random, (10, 28), (0.7, 1), (0.6, 0.95))
    return hsv(random, (-14, 10), (0.65, 1), (0.45, 1))


def black_ink(random: Random) -> Colour:
    """A colour of Black: mostly black, also green or blue."""
    kind = random.random()
    if kind < 0.62:
        return hsv(random, (0, 360), (0, 0.35), (0, 0.28))
    if kind < 0.78:
        return hsv(random, (85, 165), (0.4, 1), (0.2, 0.62))
    if kind < 0.93:
        return hsv(random, (195, 250), (0.4, 1), (0.25, 0.85))
    return hsv(random, (20, 40), (0.4, 0.8), (0.12, 0.3))


def light(random: Random) -> Colour:
    """The face of a piece: wood, ivory, white."""
    kind = random.random()
    if kind < 0.6:
        return hsv(random, (22, 52), (0.08, 0.6), (0.72, 1))
    if kind < 0.85:
        return hsv(random, (0, 360), (0, 0.07), (0.86, 1))
    return hsv(random, (0, 360), (0.05, 0.3), (0.7, 0.97))


def ground(random: Random) -> Colour:
    """The colour of a board."""
    kind = random.random()
    if kind < 0.5:
        return hsv(random, (20, 52), (0.15, 0.72), (0.5, 0.98))
    if kind < 0.7:
        return hsv(random, (0, 360), (0, 0.08), (0.82, 1))
    if kind < 0.82:
        return hsv(random, (70, 220), (0.1, 0.6), (0.4, 0.95))
    if kind < 0.92:
        return hsv(random, (0, 360), (0, 0.4), (0.05, 0.35))
    return hsv(random, (0, 360), (0, 0.7), (0.3, 1))


def contrast(random: Random, ground: Colour, least: float) -> Colour:
    """A colour for lines on a ground."""
    for _ in range(12):
        kind = random.random()
        if kind < 0.55:
            colour = hsv(random, (0, 50), (0, 0.7), (0, 0.4))
        elif kind < 0.7:
            colour = hsv(random, (-12, 12), (0.6, 1), (0.4, 0.9))
        elif kind < 0.85:
            colour = hsv(random, (0, 360), (0, 0.3), (0.75, 1))
        else:
            colour = hsv(random, (0, 360), (0, 0.8), (0.1, 0.9))
        if apart(colour, ground) > least:
            return colour
    return (0, 0, 0) if luma(ground) > 110 else (255, 255, 255)


def texts(random: Random, face: Face) -> dict[int, str]:
    """The characters of the pieces; where a font lacks one, another form of it."""
    found: dict[int, str] = {}
    simplified = random.random() < 0.45
    for piece, forms in {**RED, **BLACK}.items():
        weights = {"傌": 0.5, "俥": 0.5, "包": 0.3}
        likely = {
            1: "帅" if simplified else "帥",
            4: "马" if simplified else "馬",
            5: "车" if simplified else "車",
            8: "将" if simplified else "將",
            11: "马" if simplified else "馬",
            12: "车" if simplified else "車",
            13: "炮" if simplified else "砲",
        }.get(piece, forms[0])
        own = {RED.get(piece, "")[:1], BLACK.get(piece, "")[:1]}
        rare = {c: weights.get(c, 0.25 if c in own else 0.12) for c in dict.fromkeys(forms)}
        if piece in (1, 8):
            rare = {c: (0.3 if c in forms[:2] else 0.06) for c in rare}
        rare[likely] = 3.0
        can = [c for c in rare if c in face.characters]
        found[piece] = random.choices(can, [rare[c] for c in can])[0] if can else forms[0]
    return found


def style(random: Random, faces: Sequence[Face]) -> Style:
    """A random style."""
    face = pick(random, faces)
    red, black = red_ink(random), black_ink(random)
    disc = light(random)
    inks, rims = (red, black), (red, black)
    discs: tuple[Colour | None, Colour | None] = (disc, disc)
    kind = random.random()
    written = texts(random, face)
    symbol_fonts: dict[int, Face] = {}
    drawings: dict[int, Image.Image] = {}
    if kind < 0.36:
        if random.random() < 0.35:
            tint = tuple(max(0, c - random.randint(0, 30)) for c in disc)
            rims = (tint, tint)  # type: ignore[assignment]
        if random.random() < 0.15:
            discs = (light(random), light(random))
    elif kind < 0.5:
        pale = [light(random), light(random)]
        gold = hsv(random, (35, 55), (0.3, 0.8), (0.8, 1))
        if random.random() < 0.3:
            pale = [gold, gold]
        elif random.random() < 0.5:
            pale[1] = pale[0]
        inks, discs, rims = (pale[0], pale[1]), (red, black), (pale[0], pale[1])
    elif kind < 0.59:
        discs = (None, None)
    elif kind < 0.68:
        paper = hsv(random, (0, 60), (0, 0.12), (0.85, 1))
        dark = hsv(random, (0, 360), (0, 0.2), (0, 0.25))
        if random.random() < 0.7:
            inks, discs, rims = (dark, paper), (paper, dark), (dark, dark if random.random() < 0.5 else paper)
        else:
            inks, discs, rims = (red, paper), (paper, dark), (red, dark)
    elif kind < 0.72:
        wood = hsv(random, (15, 45), (0.3, 0.7), (0.4, 0.7))
        inks, discs = (
            (hsv(random, (0, 60), (0, 0.15), (0.9, 1)), hsv(random, (0, 360), (0, 0.2), (0, 0.15))),
            (wood, wood),
        )
        rims = inks
    elif kind < 0.96:
        written = {}
        for kind, known in symbols().items():  # others in place of some of our own
            origin = random.random()
            if known and origin < 0.3:
                font, text = random.choice(known)
                for piece in (kind, kind + 7):
                    written[piece], symbol_fonts[piece] = text, font
            elif origin < 0.8:
                drawings[kind] = drawn(random, kind)
        if random.random() < 0.4:
            pale = [light(random), light(random)]
            inks, discs, rims = (pale[0], pale[1]), (red, black), (pale[0], pale[1])
        elif random.random() < 0.15:
            discs = (None, None)
    else:
        letters = random.choice(LETTERS)
        lower = random.random() < 0.4
        written = {
            n + 7 * side + 1: c.lower() if side and lower else c
            for side in (0, 1)
            for n, c in enumerate(letters)
        }
        if random.random() < 0.4:
            inks, discs, rims = (light(random), light(random)), (red, black), (red, black)
    physical = random.random() < 0.14
    rings: list[tuple[float, float]] = []
    for _ in range(random.choice((0, 1, 1, 1, 2))):
        rings.append((random.uniform(0.78, 1.0), random.uniform(0.02, 0.1)))
    if discs[0] is None and not rings:
        rings.append((0.95, random.uniform(0.03, 0.09)))
    return Style(
        face=face,
        texts=written,
        symbol_fonts=symbol_fonts,
        drawings=drawings,
        symbol_size=random.uniform(0.75, 1.05),
        inks=inks,
        discs=discs,
        rims=rims,
        diameter=random.uniform(0.55, 1.0) if random.random() < 0.4 else random.uniform(0.82, 0.96),
        text_size=random.uniform(0.56, 0.82),
        sides=random.choice((8, 4)) if random.random() < 0.08 else 0,
        rings=tuple(rings),
        bold=random.choice((0, 0, 0, 0.02, 0.035)),
        relief=random.random() < 0.4,
        light=random.uniform(0.05, 0.5) if random.random() < 0.4 else 0,
        grain=random.uniform(0.1, 0.6) if random.random() < 0.25 else 0,
        shadow=random.uniform(0.02, 0.09) if random.random() < 0.45 else 0,
        upside_down=(False, physical and random.random() < 0.5) if random.random() < 0.97 else (True, False),
        turns=random.choice((15, 180)) if physical else 0,
        mirrored=random.random() < 0.3,
        shift=random.uniform(0, 0.14) if physical else random.choice((0, 0, 0.02, 0.04)),
    )


@cache
def _drawings() -> dict[str, Any]:
    data = pkgutil.get_data("cannonfish.svg", "drawings.json")
    assert data
    drawings: dict[str, Any] = json.loads(data)["xiangqi"]
    return drawings


@cache
def symbol(set_name: str, name: str) -> Image.Image:
    """A drawing of our own as a mask of 200 x 200 pixels."""
    mask = Image.new("1", (200, 200))
    for path in re.findall(r' d="([^"]+)"', _drawings()[set_name][name]):
        pen = DecomposingRecordingPen({})
        parse_path(path, pen)
        for outline in _polygons(pen.value):
            part = Image.new("1", (200, 200))
            ImageDraw.Draw(part).polygon([(2 * x, 2 * y) for x, y in outline], fill=1)
            mask = ImageChops.logical_xor(mask, part)
    return mask.convert("L")


def _polygons(commands: Sequence[tuple[str, tuple[Any, ...]]]) -> list[list[tuple[float, float]]]:
    """Outlines with their curves in straight pieces."""
    found: list[list[tuple[float, float]]] = []
    for name, points in commands:
        if name == "moveTo":
            found.append([points[0]])
        elif name in ("lineTo", "curveTo", "qCurveTo"):
            control = [found[-1][-1], *points]
            for step in range(1, 9):
                found[-1].append(_bezier(control, step / 8))
    return [outline for outline in found if len(outline) > 2]


def _bezier(control: Sequence[tuple[float, float]], at: float) -> tuple[float, float]:
    while len(control) > 1:
        control = [(a[0] + (b[0] - a[0]) * at, a[1] + (b[1] - a[1]) * at) for a, b in pairwise(control)]
    return control[0]


def glyph(style: Style, piece: int, cell: int, size: int) -> Image.Image:
    """The character or symbol of a piece as a mask, in the middle of a square of this size."""
    mask = Image.new("L", (size, size))
    text = style.texts.get(piece, "")
    if not text:
        side = max(8, round(cell * style.diameter * style.symbol_size))
        kind = (piece - 1) % 7
        drawing = style.drawings.get(kind + 1) or symbol("western", SYMBOLS[kind])
        mask.paste(
            drawing.resize((side, side), Image.Resampling.BOX), ((size - side) // 2, (size - side) // 2)
        )
        return ImageOps.mirror(mask) if style.mirrored else mask
    height = max(6, round(cell * style.text_size * style.diameter))
    font = style.symbol_fonts.get(piece, style.face).at(height)
    draw = ImageDraw.Draw(mask)
    bold = round(style.bold * height)
    left, top, right, bottom = draw.textbbox((0, 0), text, font=font, stroke_width=bold)
    draw.text(((size - left - right) / 2, (size - top - bottom) / 2), text, 255, font=font, stroke_width=bold)
    return mask


def sprite(random: Random, style: Style, piece: int, cell: int) -> Image.Image:
    """A piece on transparent ground, in a square of 1.5 cells."""
    side = int(piece > 7)
    size = round(cell * 1.5)
    middle, radius = size / 2, cell * style.diameter / 2
    picture = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    draw = ImageDraw.Draw(picture)
    disc, ink, rim = style.discs[side], style.inks[side], style.rims[side]

    def shape(r: float, dx: float = 0, dy: float = 0, **how: Any) -> None:
        box = (middle - r + dx, middle - r + dy, middle + r + dx, middle + r + dy)
        if style.sides == 0:
            draw.ellipse(box, **how)
        elif style.sides == 4:
            draw.rounded_rectangle(
                (box[0] + r * 0.08, box[1] + r * 0.08, box[2] - r * 0.08, box[3] - r * 0.08), r * 0.2, **how
            )
        else:
            turn = math.pi / style.sides
            points = [
                (
                    middle + dx + r * math.cos(turn * (2 * k + 1)),
                    middle + dy + r * math.sin(turn * (2 * k + 1)),
                )
                for k in range(style.sides)
            ]
            draw.polygon(points, **how)

    if style.shadow:
        shape(radius, cell * style.shadow, cell * style.shadow, fill=(0, 0, 0, 90))
    if disc:
        shape(radius, fill=(*disc, 255))
        if style.relief:
            darker = tuple(round(c * 0.72) for c in disc)
            shape(radius, outline=(*darker, 255), width=max(1, round(radius * 0.09)))
            lighter = tuple(min(255, round(c * 1.08 + 6)) for c in disc)
            shape(radius * 0.86, -radius * 0.03, -radius * 0.03, fill=(*lighter, 255))
        if style.light or style.grain:
            picture = _lit(random, style, picture)
            draw = ImageDraw.Draw(picture)
    for share, width in style.rings:
        shape(radius * share, outline=(*rim, 255), width=max(1, round(radius * width)))
    mask = glyph(style, piece, cell, size)
    if style.relief and random.random() < 0.5:
        lighter = tuple(min(255, c + 60) for c in (disc or (200, 200, 200)))
        picture.paste(Image.new("RGBA", (size, size), (*lighter, 255)), (1, 1), mask)
    picture.paste(Image.new("RGBA", (size, size), (*ink, 255)), (0, 0), mask)
    return picture.rotate(180) if style.upside_down[side] else picture


def _texture(random: Random, width: int, height: int) -> Image.Image:
    """Grain of wood or paper, as a picture to multiply by."""
    source = np.random.default_rng(random.getrandbits(32))
    shape = random.choice(((4, 60), (60, 4), (40, 40), (8, 8), (3, 120)))
    noise = source.normal(0, 1, shape)
    grain = Image.fromarray(noise.astype("f4")).resize((width, height), Image.Resampling.BICUBIC)
    strength = random.uniform(4, 22)
    values = 235 + strength * np.asarray(grain)
    return Image.fromarray(np.clip(values, 90, 255).astype("u1"))


def _lit(random: Random, style: Style, picture: Image.Image) -> Image.Image:
    """A piece's face with light from the top left, and with a grain."""
    size = picture.width
    y, x = np.mgrid[0:size, 0:size] / size - 0.5
    shade = 1 - style.light * (x + y)
    if style.grain:
        grain = np.asarray(_texture(random, size, size)).astype("f4") / 235
        shade = shade * (1 + style.grain * 3 * (grain - 1))
    values = np.asarray(picture).astype("f4")
    values[..., :3] *= shade[..., None]
    return Image.fromarray(np.clip(values, 0, 255).astype("u1"), "RGBA")


def _dashes(
    draw: ImageDraw.ImageDraw, x: float, y: float, cell: float, file: int, how: dict[str, Any]
) -> None:
    """The corners around the points of cannons and soldiers."""
    near, far = cell * 0.08, cell * 0.22
    for sx in (-1, 1):
        if (file == 0 and sx < 0) or (file == 8 and sx > 0):
            continue
        for sy in (-1, 1):
            draw.line((x + sx * near, y + sy * near, x + sx * far, y + sy * near), **how)
            draw.line((x + sx * near, y + sy * near, x + sx * near, y + sy * far), **how)


def draw_ground(
    random: Random, cell: float, row: float, colour: Colour, faces: Sequence[Face]
) -> tuple[Image.Image, float, float]:
    """A board without pieces; and where its first point is."""
    least = 0.3 if random.random() < 0.2 else 0.5  # a crop may cut the outer pieces
    margin_x, margin_y = (cell * random.uniform(least, 1.3) for _ in range(2))
    width, height = round(8 * cell + 2 * margin_x), round(9 * row + 2 * margin_y)
    image = Image.new("RGB", (width, height), colour)
    if random.random() < 0.15:
        ImageDraw.Draw(image).rectangle(
            (margin_x, margin_y + 4 * row, width - margin_x, margin_y + 5 * row), fill=ground(random)
        )
    if random.random() < 0.08:
        other = ground(random)
        for top in (0, 7):
            box = (margin_x + 3 * cell, margin_y + top * row, margin_x + 5 * cell, margin_y + (top + 2) * row)
            ImageDraw.Draw(image).rectangle(box, fill=other)
    if random.random() < 0.45:
        image = ImageChops.multiply(image, Image.merge("RGB", [_texture(random, width, height)] * 3))
    draw = ImageDraw.Draw(image)
    how: dict[str, Any] = {
        "fill": contrast(random, colour, 40),
        "width": max(1, round(cell * random.uniform(0.012, 0.06))),
    }

    def at(file: float, rank: float) -> tuple[float, float]:
        return margin_x + file * cell, margin_y + rank * row

    for rank in range(RANKS):
        draw.line((*at(0, rank), *at(8, rank)), **how)
    crossed = random.random() < 0.12
    for file in range(FILES):
        if file in (0, 8) or crossed:
            draw.line((*at(file, 0), *at(file, 9)), **how)
        else:
            draw.line((*at(file, 0), *at(file, 4)), **how)
            draw.line((*at(file, 5), *at(file, 9)), **how)
    if random.random() < 0.95:
        for top in (0, 7):
            draw.line((*at(3, top), *at(5, top + 2)), **how)
            draw.line((*at(5, top), *at(3, top + 2)), **how)
    if random.random() < 0.65:
        for rank, places in ((2, (1, 7)), (3, range(0, 9, 2)), (6, range(0, 9, 2)), (7, (1, 7))):
            for file in places:
                _dashes(draw, *at(file, rank), cell, file, how)
    if random.random() < 0.5:
        edge = cell * random.uniform(0.06, 0.3)
        x0, y0 = at(0, 0)
        x1, y1 = at(8, 9)
        draw.rectangle(
            (x0 - edge, y0 - edge, x1 + edge, y1 + edge),
            outline=how["fill"],
            width=how["width"] * random.choice((1, 2, 3)),
        )
    if random.random() < 0.6:
        face = pick(random, faces)
        text = random.choice(("楚河汉界", "楚河漢界", "楚河", "漢界", "SO GIAO", "河界三分阔"))
        size = round(row * random.uniform(0.4, 0.8))
        x = margin_x + cell * random.uniform(0.2, 1.5)
        for letter in text:
            draw.text((x, margin_y + 4 * row + (row - size) / 2), letter, how["fill"], font=face.at(size))
            x += cell * random.uniform(1.2, 1.9) if len(text) <= 4 else cell
    if random.random() < 0.3:
        font = pick(random, faces).at(max(7, round(cell * 0.3)))
        for file in range(FILES):
            for y in (margin_y * 0.2, height - margin_y * 0.5):
                draw.text(
                    (at(file, 0)[0], y),
                    random.choice(("abcdefghi", "987654321", "123456789", "一二三四五六七八九"))[file],
                    how["fill"],
                    font=font,
                )
    return image, margin_x, margin_y


def mark(random: Random, image: Image.Image, x: float, y: float, cell: float) -> None:
    """A mark of a program at a point: a frame, brackets, a ring, a dot, a shade."""
    colour = hsv(random, (0, 360), (0.3, 1), (0.3, 1))
    draw = ImageDraw.Draw(image, "RGBA")
    r = cell * random.uniform(0.38, 0.52)
    width = max(1, round(cell * random.uniform(0.02, 0.08)))
    kind = random.random()
    box = (x - r, y - r, x + r, y + r)
    if kind < 0.2:
        draw.rectangle(box, outline=colour, width=width)
    elif kind < 0.4:
        for sx in (-1, 1):
            for sy in (-1, 1):
                long = r * random.uniform(0.3, 0.6)
                draw.line((x + sx * r, y + sy * r, x + sx * (r - long), y + sy * r), fill=colour, width=width)
                draw.line((x + sx * r, y + sy * r, x + sx * r, y + sy * (r - long)), fill=colour, width=width)
    elif kind < 0.6:
        draw.ellipse(box, outline=colour, width=width)
    elif kind < 0.8:
        r *= random.uniform(0.2, 0.6)
        draw.ellipse((x - r, y - r, x + r, y + r), fill=(*colour, random.randint(100, 255)))
    else:
        draw.rectangle(box, fill=(*colour, random.randint(40, 140)))


def arrow(
    random: Random, image: Image.Image, start: tuple[float, float], end: tuple[float, float], cell: float
) -> None:
    """An arrow from one point to another."""
    length = math.dist(start, end)
    if length < cell / 2:
        return
    colour = (*hsv(random, (0, 360), (0, 1), (0, 1)), random.choice((110, 160, 220)))
    draw = ImageDraw.Draw(image, "RGBA")
    width = cell * random.uniform(0.06, 0.22)
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    head = cell * random.uniform(0.25, 0.45)
    neck = (end[0] - ux * head, end[1] - uy * head)
    draw.line((*start, *neck), fill=colour, width=max(1, round(width)))
    wing = head * 0.6
    draw.polygon(
        [end, (neck[0] - uy * wing, neck[1] + ux * wing), (neck[0] + uy * wing, neck[1] - ux * wing)],
        fill=colour,
    )


def scattered(random: Random) -> list[int]:
    """Any pieces on any points."""
    return [0 if random.random() < 0.4 else random.randint(1, 14) for _ in range(FILES * RANKS)]


# Points from the top left, of the side below: the homes of each kind, and where it can be if not anywhere.
HOMES = {
    1: (85,), 2: (84, 86), 3: (83, 87), 4: (82, 88), 5: (81, 89), 6: (64, 70), 7: (54, 56, 58, 60, 62)
}  # fmt: skip
BOUNDS: dict[int, Sequence[int]] = {
    1: (66, 67, 68, 75, 76, 77, 84, 85, 86), 2: (66, 68, 76, 84, 86), 3: (47, 51, 63, 67, 71, 83, 87),
    7: (*range(45), *range(45, 63, 2)),
}  # fmt: skip


def position(random: Random) -> list[int]:
    """A position as in a game, from its first moves to its end, with Red below."""
    pieces = [0] * (FILES * RANKS)
    late = random.random()
    for kind in HOMES:
        for side in (0, 1):
            for home in HOMES[kind]:
                if kind > 1 and random.random() < late * (0.35 if kind < 4 else 0.6):
                    continue
                bounds = BOUNDS.get(kind) or range(FILES * RANKS)
                point = random.choice(bounds) if random.random() < late else home
                point = FILES * RANKS - 1 - point if side else point
                if not pieces[point]:
                    pieces[point] = kind + 7 * side
    return pieces


def draw(random: Random, faces: Sequence[Face], chosen: Style | None = None, real: bool = False) -> Board:
    """A random board, before anything happens to its picture; `real`: with a position as in a game."""
    look = chosen or style(random, faces)
    cell = round(random.choice((random.uniform(15, 28), random.uniform(24, 36), random.uniform(30, 52))))
    row = cell if random.random() < 0.6 else cell * random.uniform(0.9, 1.12)
    colour = ground(random)
    for _ in range(100):  # the pieces have to be seen on it
        faces_of = [look.discs[side] or colour for side in (0, 1)]
        if all(apart(ink, face) > 80 for ink, face in zip(look.inks, faces_of, strict=True)):
            break
        colour = ground(random)
        if chosen is None:
            look = style(random, faces)
    image, left, top = draw_ground(random, cell, row, colour, faces)
    sprites = [sprite(random, look, piece, cell) for piece in range(1, 15)]
    pieces = position(random) if real else scattered(random)

    def at(point: int) -> tuple[float, float]:
        return left + (point % FILES) * cell, top + (point // FILES) * row

    marks_below = random.random() < 0.5
    marked = random.sample(range(90), random.choice((0, 0, 2, 2, 6, 16)))
    if marks_below:
        for point in marked:
            mark(random, image, *at(point), cell)
    for point, piece in enumerate(pieces):
        if piece:
            picture = sprites[piece - 1]
            if look.turns:
                picture = picture.rotate(random.uniform(-look.turns, look.turns), Image.Resampling.BILINEAR)
            x, y = (place + random.uniform(-1, 1) * look.shift * cell for place in at(point))
            image.paste(picture, (round(x - picture.width / 2), round(y - picture.height / 2)), picture)
    if not marks_below:
        for point in marked:
            mark(random, image, *at(point), cell)
    for _ in range(random.choice((0, 0, 0, 0, 1, 3))):
        arrow(random, image, at(random.randrange(90)), at(random.randrange(90)), cell)
    corners = [at(0), at(8), at(89), at(81)]
    corners = [(x + 0.5, y + 0.5) for x, y in corners]
    board = Board(image, corners, pieces, float(cell), look.diameter)
    return tilt(random, board) if random.random() < 0.15 else board


def tilt(random: Random, board: Board) -> Board:
    """The board as a camera sees it."""
    width, height = board.image.size
    reach = 0.14

    def moved(x: float, y: float) -> tuple[float, float]:
        return x + random.uniform(0, reach) * width * (1 if x == 0 else -1), y + random.uniform(
            0, reach
        ) * height * (1 if y == 0 else -1)

    source = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    target = [moved(*corner) for corner in source]
    back = _homography(target, source)
    numbers = (back / back[2, 2]).ravel()[:8]
    image = board.image.transform(
        (width, height),
        Image.Transform.PERSPECTIVE,
        numbers.tolist(),
        Image.Resampling.BICUBIC,
        fillcolor=hsv(random, (0, 360), (0, 0.5), (0.1, 0.9)),
    )
    forth = np.linalg.inv(back)
    corners = []
    for x, y in board.corners:
        a, b, c = forth @ (x, y, 1)
        corners.append((float(a / c), float(b / c)))
    return replace(board, image=image, corners=corners)


def _homography(source: Sequence[tuple[float, float]], target: Sequence[tuple[float, float]]) -> Any:
    """The matrix that takes four points to four others."""
    rows, right = [], []
    for (x, y), (u, v) in zip(source, target, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        right += [u, v]
    return np.append(np.linalg.solve(np.array(rows), np.array(right)), 1).reshape(3, 3)


def spoil(random: Random, image: Image.Image) -> Image.Image:
    """What happens to pictures: scaling, blur, JPEG, noise, light and shadow; never their size."""
    size = image.size
    if random.random() < 0.4:
        factor = random.uniform(0.5, 1.0)
        small = (max(1, round(size[0] * factor)), max(1, round(size[1] * factor)))
        image = image.resize(
            small, random.choice((Image.Resampling.BOX, Image.Resampling.BILINEAR, Image.Resampling.LANCZOS))
        )
        image = image.resize(size, random.choice((Image.Resampling.BILINEAR, Image.Resampling.BICUBIC)))
    if random.random() < 0.3:
        image = image.filter(ImageFilter.GaussianBlur(random.uniform(0.2, 1.1)))
    if random.random() < 0.5:
        image = ImageEnhance.Brightness(image).enhance(random.uniform(0.65, 1.25))
        image = ImageEnhance.Contrast(image).enhance(random.uniform(0.65, 1.25))
        image = ImageEnhance.Color(image).enhance(random.uniform(0.6, 1.3))
    values = np.asarray(image).astype("f4")
    source = np.random.default_rng(random.getrandbits(32))
    if random.random() < 0.15:  # a shadow, or a lamp
        angle = random.uniform(0, 2 * math.pi)
        y, x = np.mgrid[0 : size[1], 0 : size[0]]
        along = (x / size[0] - 0.5) * math.cos(angle) + (y / size[1] - 0.5) * math.sin(angle)
        values *= (1 + random.uniform(0.1, 0.6) * along)[..., None]
    if random.random() < 0.05:  # a photographed screen
        y, x = np.mgrid[0 : size[1], 0 : size[0]]
        wave = np.sin(x * random.uniform(0.3, 2.5) + y * random.uniform(0.3, 2.5))
        values *= (1 + 0.08 * wave)[..., None]
    if random.random() < 0.2:
        values *= source.uniform(0.8, 1.2, 3)
    if random.random() < 0.25:
        values += source.normal(0, random.uniform(1, 9), values.shape)
    image = Image.fromarray(np.clip(values, 0, 255).astype("u1"))
    if random.random() < 0.55:
        buffer = io.BytesIO()
        image.save(buffer, "JPEG", quality=random.randint(22, 95))
        image = Image.open(buffer).convert("RGB")
    return image
