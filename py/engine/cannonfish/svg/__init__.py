"""Pictures of boards, pieces and games as SVG, with the drawings of the site.

The functions are called like those of python-chess's ``chess.svg``.  Text is returned, as an ``Svg`` that
notebooks show as the picture.
"""

import json
import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

from cannonfish.errors import InvalidFenError

if TYPE_CHECKING:
    from cannonfish.games.base.board import Board
    from cannonfish.games.base.grid import Grid
    from cannonfish.games.base.move import Move
    from cannonfish.games.base.pieces import Piece, Side
    from cannonfish.records.tree import Game, Node

EMPTY: Final = "."
"""A square without a piece in a placement."""
CELL: Final = 100
"""Units of a picture in one cell."""
MARGINS: Final = {True: 44, False: 16}
"""Of the frame, in units, with coordinates and without."""
NOTEBOOK_SIZE: Final = 420
"""Pixels of a picture as the output of a cell, which it would fill otherwise."""
PIECE_SETS: Final = ("traditional", "simplified", "western")
"""How the pieces of Xiangqi are drawn."""
NOTATIONS: Final = dict(zip(PIECE_SETS, ("traditional", "chinese", "wxf"), strict=True))
"""The notations of Xiangqi that go with them."""
COLORS: Final[Mapping[str, str]] = {
    "frame": "#c4965b",
    "coordinates": "#3d2710",
    "board": "#dcb57f",
    "lines": "#5d3c1d",
    "river": "#7a5228",
    "square light": "#ecd7b2",
    "square dark": "#b98b5b",
    "face": "#f7e8c9",
    "rim": "#a8773d",
    "red": "#a51c12",
    "black": "#1c1917",
    "stone": "#2c2622",
    "white body": "#fdf6e6",
    "white lines": "#2b1d11",
    "black body": "#2c2623",
    "black lines": "#ecdcbf",
    "lastmove": "#21428f",
    "check": "#d8210f",
    "squares": "#21428f",
    "arrow green": "#1d6b3a",
    "arrow red": "#c2160a",
    "arrow blue": "#21428f",
    "arrow yellow": "#895900",
}
"""The colours that ``colors`` can replace."""


class Svg(str):
    """SVG that a notebook shows."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow from the square ``tail`` to the square ``head``; a ring if they are the same."""

    tail: int
    head: int
    color: str = "green"
    """One of green, red, blue and yellow, or any colour of SVG."""

    @classmethod
    def from_pgn(cls, text: str, parse_square: Any) -> "Arrow":
        """An arrow as comments of PGN have it: ``Ge4`` or ``Re4e5``.  ValueError if it is none."""
        names = {"G": "green", "R": "red", "B": "blue", "Y": "yellow"}
        if len(text) not in (3, 5) or text[0].upper() not in names:
            raise ValueError(f"not an arrow: {text!r}")
        return cls(parse_square(text[1:3]), parse_square(text[-2:]), names[text[0].upper()])

    @classmethod
    def of(cls, given: Any) -> "Arrow":
        """An arrow itself, or a green one for a move or a pair of squares."""
        if isinstance(given, cls):
            return given
        return cls(given.orig, given.dest) if hasattr(given, "orig") else cls(*given)


def piece(
    piece: "Piece[Any, Any] | Side",
    size: float | None = None,
    *,
    pieces: str = "traditional",
    colors: Mapping[str, str] | None = None,
) -> Svg:
    """A picture of a piece, ``size`` pixels wide and high; of a stone of Liuzichong, given its side.

    ValueError for what is neither."""
    if not hasattr(piece, "symbol") and not hasattr(piece, "stone"):
        raise ValueError(f"{piece!r} is not a piece")
    game = type(piece).__module__.split(".")[-2:][0]
    letter = getattr(piece, "stone", str(piece))
    return _document(CELL, CELL, _man(game, letter, _checked(pieces), _palette(colors)), size)


def board(
    board: "Board[Any, Any, Any, Any]",
    *,
    orientation: "Side | int" = 0,
    lastmove: "Move | None" = None,
    check: int | None = None,
    arrows: "Iterable[Arrow | Move | tuple[int, int]]" = (),
    fill: Mapping[int, str] | None = None,
    squares: Collection[int] = (),
    size: float | None = None,
    coordinates: bool = True,
    pieces: str = "traditional",
    colors: Mapping[str, str] | None = None,
) -> Svg:
    """A picture of a position.

    - ``board``: of any game
    - ``orientation``: the side at the bottom
    - ``lastmove``: a move to mark
    - ``check``: the square of a king to mark
    - ``arrows``: ``Arrow`` objects, or moves or pairs of squares for green ones
    - ``fill``: colours of squares
    - ``squares``: squares to mark with a cross
    - ``size``: of the longer side, in pixels; None leaves it to the page
    - ``pieces``: one of ``PIECE_SETS``, for Xiangqi
    - ``colors``: replaces ``COLORS`` by name

    ValueError for an unknown set, colour name or square.
    """
    flipped = not type(board.turn).of(orientation)
    view = _View(board.game, board.grid, flipped, coordinates, _checked(pieces), _palette(colors))
    for at, color in (fill or {}).items():
        view.add(at, f'<rect width="{CELL}" height="{CELL}" fill="{escape(color)}"/>')
    if lastmove is not None:
        for at in (lastmove.orig, lastmove.dest):
            view.add(at, _inked(_drawings()["last_move"], view.colors["lastmove"]))
    if check is not None:
        view.add(check, _glow(view.colors["check"]))
    for at, letter in enumerate(board.placement):
        if letter != EMPTY:
            view.add(at, _man(board.game, letter, pieces, view.colors))
    for at in squares:
        view.add(
            at, f'<path d="M36 36 64 64M64 36 36 64" stroke="{view.colors["squares"]}" stroke-width="7"/>'
        )
    for each in arrows:
        view.add_arrow(Arrow.of(each))
    return view.document(size)


_board = board
"""For functions with a parameter of that name."""


def current(board: "Board[Any, Any, Any, Any]", **options: Any) -> Svg:
    """A picture of a position with its last move and check marked; ``options`` are those of board()."""
    marks: dict[str, Any] = {"lastmove": board.move_stack[-1] if board.move_stack else None}
    with suppress(InvalidFenError):  # of a board with more pieces than the rules have room for
        marks["check"] = board.king(board.turn) if board.is_check() else None
    return _board(board, **(marks | options))


def node(node: "Node", **options: Any) -> Svg:
    """A picture of a place in a game, with the arrows and circles of its comment.

    ``options`` are those of board().
    """
    return current(node.board(), **({"arrows": arrows(node)} | options))


def arrows(node: "Node") -> list[Arrow]:
    """The arrows and circles in a comment, as lichess writes them: ``[%cal Ge2e4] [%csl Rd5]``."""
    found = []
    for command in node.commands.split("["):
        name, _, rest = command.partition(" ")
        if name in ("%cal", "%csl"):
            for text in rest.rstrip("] ").split(","):
                try:
                    found.append(Arrow.from_pgn(text.strip(), node.game().start.grid.parse_square))
                except ValueError:
                    continue  # what other programs write there
    return found


def game(game: "Game", **options: Any) -> str:
    """A game as HTML: a board, buttons and the list of moves.  It needs no network.

    ``options`` are those of board().  Where scripts do not run, the last position is shown.
    """
    nodes = [game, *game.mainline()]
    pictures = [node(each, **options) for each in nodes]
    boards = "".join(
        f'<div data-ply="{ply}"{"" if ply == len(nodes) - 1 else " hidden"}>{picture}</div>'
        for ply, picture in enumerate(pictures)
    )
    definitions = dict.fromkeys(re.findall(r'<g id="cf\w+">.*?</g><!---->', boards))
    page = files(__name__).joinpath("game.html").read_text(encoding="utf-8")
    for name, text in {
        "identity": f"cannonfish-{crc32(boards.encode()):08x}",
        "definitions": "".join(definitions),
        "boards": re.sub(r"<defs>.*?</defs>", "", boards),
        "moves": " ".join(_move_list(nodes, options.get("pieces", PIECE_SETS[0]))),
    }.items():
        page = page.replace(f"$${name}$$", text)
    return page


def notation(board: "Board[Any, Any, Any, Any]", pieces: str) -> str:
    """The name of the notation that goes with a set of pieces; in other games than Xiangqi the usual one."""
    return NOTATIONS[pieces] if board.game == "xiangqi" else board.notation


def _move_list(nodes: "list[Node]", pieces: str) -> Iterator[str]:
    """The moves as links, with numbers and comments, in the notation that goes with a set of pieces."""
    position = nodes[0].board()
    how = notation(position, pieces)
    yield from map(_comment, filter(None, [nodes[0].comment]))
    for ply, each in enumerate(nodes[1:], 1):
        if position.turn or ply == 1:
            yield f"{position.fullmove_number}.{'' if position.turn else '..'}"
        text = position.text(each.played, how)
        yield f'<a data-ply="{ply}">{escape(text)}</a>'
        yield from map(_comment, filter(None, [each.comment]))
        position.push(each.played)


def _comment(text: str) -> str:
    return f"<i>{escape(text)}</i>"


class _View:
    """A picture in the making."""

    def __init__(
        self,
        game: str,
        grid: "Grid",
        flipped: bool,
        coordinates: bool,
        pieces: str,
        colors: Mapping[str, str],
    ) -> None:
        self.game, self.grid, self.flipped, self.pieces, self.colors = game, grid, flipped, pieces, colors
        self.files, self.ranks = grid.files, grid.ranks
        self.coordinates, self.margin = coordinates, MARGINS[coordinates]
        self.definitions: dict[str, str] = {}
        self.layers: list[str] = []

    def place(self, square: int) -> tuple[int, int]:
        """Column and row of a square as it is seen.  ValueError if there is no such square."""
        file, rank = self.grid.square_file(square), self.grid.square_rank(square)
        return (self.files - 1 - file, rank) if self.flipped else (file, self.ranks - 1 - rank)

    def use(self, markup: str, x: int = 0, y: int = 0) -> str:
        """Markup at a place; it is defined once, under a name that other markup never has."""
        name = f"cf{crc32(markup.encode()):08x}"
        self.definitions[name] = f'<g id="{name}">{markup}</g><!---->'
        return f'<use href="#{name}" x="{x}" y="{y}"/>'

    def add(self, square: int, markup: str) -> None:
        """Draw in a cell."""
        x, y = self.place(square)
        self.layers.append(self.use(markup, x * CELL, y * CELL))

    def add_arrow(self, arrow: Arrow) -> None:
        """An arrow from the edge of a man to the middle of a square, or a ring around it."""
        color = self.colors.get(f"arrow {arrow.color}") or escape(arrow.color)
        if arrow.tail == arrow.head:
            ring = f'<circle cx="50" cy="50" r="46" fill="none" stroke="{color}" stroke-width="6"/>'
            self.add(arrow.tail, ring)
            return
        (x, y), (to_x, to_y) = self.place(arrow.tail), self.place(arrow.head)
        length = math.hypot(to_x - x, to_y - y) * CELL
        angle = math.degrees(math.atan2(to_y - y, to_x - x))
        tip, neck = length - 12, length - 46
        outline = f"M30-7H{neck:.1f}V-21L{tip:.1f} 0 {neck:.1f} 21V7H30Z"
        turn = f"translate({x * CELL + 50} {y * CELL + 50}) rotate({angle:.1f})"
        self.layers.append(f'<path d="{outline}" transform="{turn}" fill="{color}" fill-opacity=".85"/>')

    def document(self, size: float | None) -> Svg:
        """The picture."""
        width, height = self.files * CELL + 2 * self.margin, self.ranks * CELL + 2 * self.margin
        ground = self.use(self._ground())
        definitions = "".join(self.definitions.values())
        layers = "".join([ground, *self.layers])
        return _document(
            width,
            height,
            f'<defs>{definitions}</defs><rect width="{width}" height="{height}" rx="12" '
            f'fill="{self.colors["frame"]}"/>{self._coordinates() if self.coordinates else ""}'
            f'<g transform="translate({self.margin} {self.margin})">{layers}</g>',
            size,
        )

    def _ground(self) -> str:
        """The empty board."""
        width, height = self.files * CELL, self.ranks * CELL
        if self.game == "chess":
            dark = "".join(
                f"M{file * CELL} {row * CELL}h{CELL}v{CELL}h-{CELL}z"
                for file in range(8)
                for row in range(8)
                if (file + row) % 2
            )
            light = f'<rect width="{width}" height="{height}" fill="{self.colors["square light"]}"/>'
            return f'{light}<path d="{dark}" fill="{self.colors["square dark"]}"/>'
        drawn = _drawings()[self.game]
        ground = f'<rect width="{width}" height="{height}" fill="{self.colors["board"]}"/>'
        ground += _inked(drawn["lines"], self.colors["lines"])
        if self.game == "xiangqi":
            rivers = drawn["rivers"]
            ground += _inked(rivers.get(self.pieces, rivers["traditional"]), self.colors["river"])
        return ground

    def _coordinates(self) -> str:
        """The names of files and ranks around the board."""
        names, ranks = self.grid.file_names, self.grid.rank_names
        middle, margin = self.margin + CELL // 2, self.margin
        bottom, right = margin * 1.5 + self.ranks * CELL, margin * 1.5 + self.files * CELL
        places: list[tuple[float, float, str]] = []
        for column, name in enumerate(reversed(names) if self.flipped else names):
            places += [(middle + column * CELL, y, name) for y in (margin / 2, bottom)]
        for row, name in enumerate(ranks if self.flipped else reversed(ranks)):
            places += [(x, middle + row * CELL, name) for x in (margin / 2, right)]
        texts = "".join(f'<text x="{x:g}" y="{y + 9:g}">{name}</text>' for x, y, name in places)
        font = 'font-family="sans-serif" font-size="26" text-anchor="middle"'
        return f'<g {font} fill="{self.colors["coordinates"]}">{texts}</g>'


@cache
def _drawings() -> dict[str, Any]:
    """What tools/make_pieces.py has drawn."""
    text = files(__name__).joinpath("drawings.json").read_text(encoding="utf-8")
    drawings: dict[str, Any] = json.loads(text)
    return drawings


def _inked(drawing: str, color: str) -> str:
    """A black drawing in a colour."""
    return f'<g fill="{color}">{drawing.replace("#000", color)}</g>'


def _man(game: str, letter: str, pieces: str, colors: Mapping[str, str]) -> str:
    """A piece in a cell, by its letter in a placement."""
    drawings = _drawings()
    if game == "chess":
        body, lines = drawings["chess"][letter.lower()]
        name = "white" if letter.isupper() else "black"
        return _inked(body, colors[f"{name} body"]) + _inked(lines, colors[f"{name} lines"])
    rim = colors["rim"]
    if game == "liuzichong":
        side = "white" if letter == "W" else "black"
        face, ink = (colors["face"], colors["black"]) if letter == "W" else (colors["stone"], colors["face"])
        ring, glyph, scale = "", drawings["liuzichong"]["stones"][side], 'transform="matrix(.84 0 0 .84 8 8)"'
    else:
        side = "white" if letter.isupper() else "black"
        face, ink = colors["face"], colors["red" if letter.isupper() else "black"]
        known = drawings["xiangqi"][pieces]
        ring, glyph, scale = drawings["rings"][side], known.get(letter) or known[letter.lower()], ""
    return (
        f'<g {scale}><circle cx="50" cy="53" r="46" fill="{rim}"/>'
        f'<circle cx="50" cy="50" r="45.3" fill="{face}" stroke="{rim}" stroke-width="1.4"/>'
        f"{_inked(ring + glyph, ink)}</g>"
    )


def _glow(color: str) -> str:
    """A soft disc behind a king in check."""
    discs = ((58, 0.25), (54, 0.35), (50, 0.9))
    return "".join(f'<circle cx="50" cy="50" r="{r}" fill="{color}" fill-opacity="{o}"/>' for r, o in discs)


def _checked(pieces: str) -> str:
    if pieces not in PIECE_SETS:
        raise ValueError(f"there is no set of pieces {pieces!r}: {', '.join(PIECE_SETS)}")
    return pieces


def _palette(colors: Mapping[str, str] | None) -> dict[str, str]:
    """COLORS with replacements.  ValueError for a name that it does not have."""
    for name in colors or {}:
        if name not in COLORS:
            raise ValueError(f"there is no colour {name!r}: {', '.join(COLORS)}")
    return {**COLORS, **{name: escape(color) for name, color in (colors or {}).items()}}


def _document(width: int, height: int, markup: str, size: float | None) -> Svg:
    """An SVG document whose longer side has ``size`` pixels."""
    pixels = ""
    if size is not None:
        scale = size / max(width, height)
        pixels = f' width="{width * scale:g}" height="{height * scale:g}"'
    return Svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"{pixels}>{markup}</svg>'
    )
