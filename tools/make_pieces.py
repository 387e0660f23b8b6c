"""Draw the pieces and boards: write web/pieces/*.css (masks, one custom property each), the seal as SVG, and
cannonfish/svg/drawings.json, the same for Python.

Usage: python -m tools.make_pieces [NotoSerifCJK-Bold.ttc]

Needs fonttools and, for the characters, Noto Serif CJK Bold (Debian: fonts-noto-cjk); without an argument
fontconfig is asked where it is. The outlines are taken from that font under the SIL Open Font License 1.1,
see web/pieces/README.md; every other shape is drawn in piece_shapes.py. The output is committed, so nobody
needs the font to build the site; tests/unit/web/test_pieces.py proves that it is fresh.
"""

import hashlib
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from fontTools.pens.basePen import BasePen
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTCollection

from tools import piece_shapes as shapes

HERE = Path(__file__).parent
OUTPUT = HERE.parent / "web" / "pieces"
DRAWINGS = HERE.parent / "py" / "engine" / "cannonfish" / "svg" / "drawings.json"

EM = 57
"""The em square of a piece's character, in hundredths of a cell."""

CHESS_SCALE = (1.28, 1.14)
"""Across and up: the king is as high as his square but for a margin."""
CHESS_MIDDLE = (50, 46)
"""The middle of the chess men, as piece_shapes.py draws them."""

LETTERS = "kabnrcp"
WXF_LETTERS = "KAEHRCP"
"""What WXF notation calls them."""
WXF_SIZE = 66
"""Latin capitals are lower than characters of the same size."""
CHARACTERS = {
    "trad": {"face": "TC", "white": "帥仕相傌俥炮兵", "black": "將士象馬車砲卒", "river": "楚河漢界"},
    "simp": {"face": "SC", "white": "帅仕相马车炮兵", "black": "将士象马车炮卒", "river": "楚河汉界"},
}

NOTICE = "Characters: Noto Serif CJK Bold, SIL Open Font License 1.1."

Faces = dict[str, Any]
"""The fonts of the collection by the last word of their names: TC, SC, JP ..."""


def installed_font() -> Path | None:
    """Return the collection that fontconfig finds, or None where the font is not installed."""
    ask = ["fc-match", "-f", "%{file}", "Noto Serif CJK TC:bold"]
    try:
        found = Path(subprocess.run(ask, capture_output=True, text=True, check=True).stdout)
    except (OSError, subprocess.CalledProcessError):
        return None
    return found if found.name == "NotoSerifCJK-Bold.ttc" else None


def load_faces(collection: Path) -> Faces:
    """Open the collection."""
    return {
        str(font["name"].getDebugName(1)).rsplit(" ", 1)[1]: font for font in TTCollection(collection).fonts
    }


def font_version(faces: Faces) -> str:
    """Return the version number alone: outlines change with it."""
    return str(faces["TC"]["name"].getDebugName(5)).split(";")[0]


def recipe_digest() -> str:
    """Return a hash of the two files that decide what is drawn."""
    recipe = b"".join((HERE / name).read_bytes() for name in ("make_pieces.py", "piece_shapes.py"))
    return hashlib.sha256(recipe).hexdigest()[:16]


def character(
    faces: Faces, face: str, char: str, size: float = EM, at: tuple[float, float] = (50, 50)
) -> str:
    """Return the outline of a character, centred by its ink rather than by its em square."""
    font = faces[face]
    glyphs, name = font.getGlyphSet(), font.getBestCmap()[ord(char)]
    bounds = BoundsPen(glyphs)
    glyphs[name].draw(bounds)
    left, bottom, right, top = bounds.bounds
    scale = size / font["head"].unitsPerEm
    pen = RelativePen(glyphs)
    matrix = (scale, 0, 0, -scale, at[0] - scale * (left + right) / 2, at[1] + scale * (bottom + top) / 2)
    glyphs[name].draw(TransformPen(pen, matrix))
    return f'<path d="{"".join(pen.path)}"/>'


class RelativePen(BasePen):
    """Writes an outline, each point relative to the one before: a quarter shorter than absolute points."""

    def __init__(self, glyphs: Any) -> None:
        super().__init__(glyphs)
        self.path: list[str] = []
        self.start = self.last = (0, 0)

    def _steps(self, *points: tuple[float, float]) -> list[int]:
        """The ways to these points in tenths; the last one is where the pen is then."""
        rounded = [(round(10 * x), round(10 * y)) for x, y in points]
        left, top = self.last
        self.last = rounded[-1]
        return [step for x, y in rounded for step in (x - left, y - top)]

    def _add(self, command: str, steps: Sequence[int]) -> None:
        text = ""
        for step in steps:
            number = f"{step / 10:g}".replace("0.", ".") if abs(step) < 10 else f"{step / 10:g}"
            text += number if not text or number.startswith("-") else f" {number}"
        self.path.append(command + text)

    def _moveTo(self, point: tuple[float, float]) -> None:
        self._add("m" if self.path else "M", self._steps(point))
        self.start = self.last

    def _lineTo(self, point: tuple[float, float]) -> None:
        x, y = self._steps(point)
        if x and y:
            self._add("l", [x, y])
        elif x or y:
            self._add("h" if x else "v", [x or y])

    def _curveToOne(self, *points: tuple[float, float]) -> None:
        self._add("c", self._steps(*points))

    def _closePath(self) -> None:
        self.path.append("z")
        self.last = self.start


def svg(body: str, box: str = "0 0 100 100", stretch: bool = False) -> str:
    """Wrap markup in an SVG document."""
    ratio = ' preserveAspectRatio="none"' if stretch else ""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"{ratio}>{body}</svg>'


def image(document: str) -> str:
    """Return an SVG document as a CSS image."""
    text = quote(document.replace('"', "'"), safe=" /:='(),.-")
    return f'url("data:image/svg+xml,{text}")'


def rule(selector: str, **properties: str) -> str:
    """Return one CSS rule of custom properties."""
    lines = "".join(f"  --{name.replace('_', '-')}: {value};\n" for name, value in properties.items())
    return f"{selector} {{\n{lines}}}\n"


def sheet(cells: Sequence[str], columns: int) -> tuple[str, str]:
    """Return drawings of one cell each as one image, row by row, and the size of a mask that shows one.

    A browser keeps a whole document for every SVG image: one for each man cost a page 4 MB.
    """
    rows = -(-len(cells) // columns)
    places = [(at % columns * 100, at // columns * 100) for at in range(len(cells))]
    groups = (
        f'<g transform="translate({x} {y})">{cell}</g>' for (x, y), cell in zip(places, cells, strict=True)
    )
    return image(svg("".join(groups), f"0 0 {columns * 100} {rows * 100}")), f"{columns * 100}% {rows * 100}%"


def cell_rule(selector: str, at: int, columns: int, rows: int) -> str:
    """Return the rule that chooses a cell of a sheet: its number, and where the mask has to be for it."""
    places = [(at % columns, columns), (at // columns, rows)]
    position = " ".join(f"{100 * place / (count - 1):.4g}%" if count > 1 else "0%" for place, count in places)
    return rule(selector, figure=str(at), figure_at=position)


def xiangqi_css(faces: Faces) -> dict[str, str]:
    """Return board, rings, and men: traditional, simplified, symbols, letters; by file name."""
    game, box = '[data-game="xiangqi"]', "0 0 900 1000"
    css = [rule(game, board_lines=image(svg(shapes.xiangqi_lines(), box, stretch=True)))]
    for colour, ring in shapes.RINGS.items():
        css.append(rule(f"{game} .{colour}", ring=image(svg(ring))))
    for row, colour in enumerate(shapes.RINGS):
        for column, letter in enumerate(LETTERS):
            css.append(
                cell_rule(f"{game} .{colour}.{letter}-piece", row * len(LETTERS) + column, len(LETTERS), 2)
            )
    files = {"xiangqi.css": "".join(css)}
    rivers = {}
    for name, data in CHARACTERS.items():
        here = f'{game}[data-pieces="{name}"]'
        rivers[name] = image(svg(river(faces, name), box, stretch=True))
        men = [character(faces, data["face"], char) for colour in shapes.RINGS for char in data[colour]]
        glyph, size = sheet(men, len(LETTERS))
        css = [rule(here, river=rivers[name]), rule(f'{here} [class*="-piece"]', glyph=glyph, sheet=size)]
        files[f"xiangqi-{name}.css"] = "".join(css)
    alike = {
        "west": [shapes.SYMBOLS[letter] for letter in LETTERS],
        "wxf": [character(faces, "TC", letter, WXF_SIZE) for letter in WXF_LETTERS],
    }
    for name, men in alike.items():
        here = f'{game}[data-pieces="{name}"]'
        glyph, size = sheet(men, len(LETTERS))
        css = [rule(here, river=rivers["trad"]), rule(f'{here} [class*="-piece"]', glyph=glyph, sheet=size)]
        for column, letter in enumerate(LETTERS):
            css.append(cell_rule(f"{here} .{letter}-piece", column, len(LETTERS), 1))
        files[f"xiangqi-{name}.css"] = "".join(css)
    return files


def river(faces: Faces, name: str) -> str:
    """Return the four characters of a set's river."""
    data = CHARACTERS[name]
    columns = zip((185, 315, 585, 715), data["river"], strict=True)
    return "".join(character(faces, data["face"], char, 58, (x, 500)) for x, char in columns)


def flat_css() -> str:
    """Return rings of one line for flat men and large print, and chess men without inner lines."""
    css = []
    for colour, ring in shapes.FLAT_RINGS.items():
        css.append(
            rule(
                f':is([data-men="flat"], [data-print="large"]) [data-game="xiangqi"] .{colour}',
                ring=image(svg(ring)),
            )
        )
    outlines = [filling(shapes.stroked(body, 3.6)) for body, _ in shapes.CHESS.values()]
    glyph, _ = sheet(outlines, len(shapes.CHESS))
    css.append(rule('[data-men="flat"] [data-game="chess"] [class*="-piece"]', glyph=glyph))
    return "".join(css)


def filling(drawing: str) -> str:
    """Return a chess man enlarged to fill its square."""
    (x, y), (left, top) = CHESS_SCALE, CHESS_MIDDLE
    matrix = f"{x:g} 0 0 {y:g} {50 - x * left:g} {50 - y * top:g}"
    return f'<g transform="matrix({matrix})">{drawing}</g>'


def chess_body(body: str) -> str:
    """Return the body of a chess man."""
    return filling(f'<path d="{body}"/>' + shapes.stroked(body, 4.4))


def chess_lines(body: str, more: str) -> str:
    """Return the lines of a chess man, in the other tone."""
    return filling(shapes.stroked(body, 2.8) + shapes.stroked(more, 3.4))


def chess_css() -> str:
    """Return the chess men: a body, and lines in the other tone."""
    game, columns = '[data-game="chess"]', len(shapes.CHESS)
    body, size = sheet([chess_body(body) for body, _ in shapes.CHESS.values()], columns)
    glyph, _ = sheet([chess_lines(body, more) for body, more in shapes.CHESS.values()], columns)
    css = [rule(f'{game} [class*="-piece"]', body=body, glyph=glyph, sheet=size)]
    for column, letter in enumerate(shapes.CHESS):
        css.append(cell_rule(f"{game} .{letter}-piece", column, columns, 1))
    return "".join(css)


def liuzichong_css() -> str:
    """Return board and stones of Liuzichong."""
    game = '[data-game="liuzichong"]'
    css = [rule(game, board_lines=image(svg(shapes.liuzichong_lines(), "0 0 400 400", stretch=True)))]
    for colour, ring in shapes.RINGS.items():
        css.append(rule(f"{game} .{colour}", ring=image(svg(ring)), glyph=image(svg(shapes.STONES[colour]))))
    return "".join(css)


def seal(faces: Faces) -> str:
    """Return the mark of the site: 砲 cut out of a square."""
    cut = character(faces, "TC", "砲", 78)
    return cut.replace('d="', f'fill-rule="evenodd" d="{shapes.SEAL_FRAME}')


def draw(faces: Faces) -> dict[str, str]:
    """Return every file of web/pieces that is made here, by name."""
    made = (
        f"Made by tools/make_pieces.py (recipe {recipe_digest()}, font {font_version(faces)}): do not edit."
    )
    marks = rule(":root", last_move=image(svg(shapes.last_move_mark())))
    css = {
        **xiangqi_css(faces),
        "chess.css": chess_css(),
        "flat.css": flat_css(),
        "liuzichong.css": liuzichong_css(),
        "marks.css": marks,
    }
    files = {name: f"/* {made}\n   {NOTICE} */\n{text}" for name, text in css.items()}
    red = seal(faces).replace("<path ", '<path fill="#a52a1d" ')
    files["seal.svg"] = f"<!-- {made} {NOTICE} -->\n{svg(red)}\n"
    return files


def drawings(faces: Faces) -> str:
    """Return the drawings for Python as JSON: markup by game, set and letter, black where ink is."""
    sets = {
        name: {
            letter.upper() if colour == "white" else letter: character(faces, data["face"], char)
            for colour in shapes.RINGS
            for letter, char in zip(LETTERS, data[colour], strict=True)
        }
        for name, data in CHARACTERS.items()
    }
    rivers = {name: river(faces, name) for name in CHARACTERS}
    made = f"by tools/make_pieces.py (recipe {recipe_digest()}, font {font_version(faces)}): do not edit"
    return json.dumps(
        {
            "made": made,
            "notice": NOTICE,
            "rings": shapes.RINGS,
            "last_move": shapes.last_move_mark(),
            "xiangqi": {
                "lines": shapes.xiangqi_lines(),
                "rivers": {"traditional": rivers["trad"], "simplified": rivers["simp"]},
                "traditional": sets["trad"],
                "simplified": sets["simp"],
                "western": {letter: shapes.SYMBOLS[letter] for letter in LETTERS},
            },
            "chess": {
                letter: [chess_body(body), chess_lines(body, more)]
                for letter, (body, more) in shapes.CHESS.items()
            },
            "liuzichong": {"lines": shapes.liuzichong_lines(), "stones": shapes.STONES},
        },
        indent=1,
    )


def main() -> None:
    """Write the files."""
    font = Path(sys.argv[1]) if len(sys.argv) > 1 else installed_font()
    if font is None:
        sys.exit(
            "Noto Serif CJK Bold is not installed (Debian: fonts-noto-cjk); give the path of its .ttc file."
        )
    faces = load_faces(font)
    for name, text in draw(faces).items():
        (OUTPUT / name).write_text(text, encoding="utf-8")
    DRAWINGS.write_text(drawings(faces) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
