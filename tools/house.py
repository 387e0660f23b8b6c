"""The rooms of the house, read from the imports; `python -m tools.house` draws their picture."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.util import resolve_name
from pathlib import Path
from typing import Final, TypeAlias

from tools.steps import ROOT

ENGINE: Final = ROOT / "py" / "engine"
LAB: Final = ROOT / "py" / "lab" / "cannonfish_lab"
WEB: Final = ROOT / "web"
PICTURE: Final = ROOT / "docs" / "house.svg"

JS_IMPORT: Final = re.compile(
    r"""(?:^\s*(?:import|export)\b[^'"()]*?|\bimport\(\s*|\bnew\s+URL\(\s*)['"]([^'"]+\.m?js)['"]""",
    re.MULTILINE,
)
JS_TYPES: Final = re.compile(r"""(?:@import\b[^'"]*|\bimport\()['"]([^'"]+\.m?js)['"]""")
STYLE: Final = re.compile(r"""@import "([^"]+\.css)"|href="([^"]+\.css)\"""")
COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)

Rooms: TypeAlias = dict[str, set[str]]
"""Room -> the rooms that it imports."""


def python_files(package: Path) -> dict[str, Path]:
    """The files of a package by their modules' names."""
    return {
        ".".join(path.relative_to(package.parent).with_suffix("").parts).removesuffix(".__init__"): path
        for path in sorted(package.glob("**/*.py"))
    }


def imported_by(module: str, path: Path, nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The names that import statements among these nodes of a module bring, each with its module's name."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), package)
            yield from (f"{base}.{alias.name}" for alias in node.names)


def at_run_time(tree: ast.AST) -> Iterator[ast.AST]:
    """A syntax tree's nodes without what only a type checker reads."""
    waiting = [tree]
    while waiting:
        yield (node := waiting.pop())
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            waiting += ast.iter_child_nodes(node)


@cache
def python_imports(package: Path = ENGINE / "cannonfish") -> list[tuple[str, str]]:
    """(importing module, imported name) for every import of the engine by a package's modules at run time."""
    return [
        (module, name)
        for module, path in python_files(package).items()
        for name in imported_by(module, path, at_run_time(ast.parse(path.read_text())))
        if name.startswith("cannonfish.")
    ]


def js_imports(pattern: re.Pattern[str] = JS_IMPORT) -> Iterator[tuple[str, str]]:
    """(importing file, imported file) for every import of one file under web/ by another."""
    for path in sorted(WEB.glob("**/*.js")):
        text = path.read_text()
        for target in pattern.findall(text if pattern is JS_TYPES else COMMENT.sub("", text)):
            imported = (path.parent / target).resolve()
            if imported.is_relative_to(WEB):
                yield path.relative_to(WEB).as_posix(), imported.relative_to(WEB).as_posix()


def style_imports() -> Iterator[tuple[str, str]]:
    """(style sheet or page, style sheet) for every style that another one, or a page, names."""
    for path in sorted((*WEB.glob("**/*.css"), *WEB.glob("*/page.html"))):
        for beside, linked in STYLE.findall(path.read_text()):
            imported = (path.parent / beside).resolve() if beside else WEB / linked
            yield path.relative_to(WEB).as_posix(), imported.relative_to(WEB).as_posix()


def python_rooms() -> Rooms:
    """The packages of the engine, and the lab."""
    packages = {path.parent.name for path in ENGINE.glob("cannonfish/*/__init__.py")}
    rooms: Rooms = {room: set() for room in (*packages, "py/lab")}
    for folder, room in ((ENGINE / "cannonfish", ""), (LAB, "py/lab")):
        for importer, imported in python_imports(folder):
            left, right = room or importer.partition(".")[2].split(".")[0], imported.split(".")[1]
            if left in rooms and right in packages and left != right:
                rooms[left].add(right)
    return rooms


def web_rooms() -> Rooms:
    """The folders of web/ with imports; those with a page, the features, are one."""
    pages = {path.parent.name for path in WEB.glob("*/page.js")}
    features = ", ".join(sorted(pages))
    rooms: Rooms = {}
    for pair in js_imports():
        left, right = (path.split("/")[0] for path in pair)
        left, right = (features if room in pages else room for room in (left, right))
        if left != right:
            rooms.setdefault(left, set()).add(right)
            rooms.setdefault(right, set())
    return rooms


def reached(room: str, rooms: Mapping[str, set[str]]) -> set[str]:
    """The rooms that a room imports, directly or not."""
    found: set[str] = set()
    waiting = [room]
    while waiting:
        for other in rooms[waiting.pop()] - found:
            found.add(other)
            waiting.append(other)
    return found


def layers(rooms: Rooms) -> list[list[str]]:
    """The rooms by the length of their longest way down, highest first.  No circles are expected."""
    height: dict[str, int] = {}

    def measure(room: str) -> int:
        if room not in height:
            height[room] = 1 + max(map(measure, rooms[room]), default=-1)
        return height[room]

    for room in rooms:
        measure(room)
    return [
        sorted(room for room in rooms if height[room] == at) for at in range(max(height.values()), -1, -1)
    ]


# --- the picture ---

WIDTH, BOX, GAP, ROW, LINE = 420, 30, 14, 58, 18


def lines_of(name: str) -> list[str]:
    """The name of a room, in lines of at most 48 characters."""
    lines = [""]
    for word in name.split(" "):
        if len(lines[-1]) + len(word) > 48:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def drawn(rooms: Rooms, title: str, left: float) -> tuple[list[str], int]:
    """The boxes and arrows of some rooms, and the height that they take."""
    boxes: dict[str, tuple[float, float, float, float]] = {}
    top = 34.0
    for layer in layers(rooms):
        sizes = [
            (max(map(len, lines_of(room))) * 7.2 + 22, BOX + LINE * (len(lines_of(room)) - 1))
            for room in layer
        ]
        x = left + (WIDTH - sum(wide for wide, _ in sizes) - GAP * (len(layer) - 1)) / 2
        for room, (wide, high) in zip(layer, sizes, strict=True):
            boxes[room] = x, top, wide, high
            x += wide + GAP
        top += ROW - BOX + max(high for _, high in sizes)
    found = [f'<text class="title" x="{left + WIDTH / 2:g}" y="18">{title}</text>']
    for room, others in sorted(rooms.items()):
        through = set().union(*(reached(other, rooms) for other in others))
        for other in sorted(others - through):  # what a room gets through another is not drawn
            (x1, y1, w1, h1), (x2, y2, w2, _) = boxes[room], boxes[other]
            start, end = f"{x1 + w1 / 2:.0f} {y1 + h1:.0f}", f"{x2 + w2 / 2:.0f} {y2 - 2:.0f}"
            rows = round((y2 - y1 - h1) / ROW)  # that lie between, around which the arrow bends
            bend = f"{max(x1 + w1, x2 + w2) + 40 * rows:.0f} {(y1 + h1 + y2) / 2:.0f}"
            found.append(f'<path d="M{start}Q{bend} {end}"/>' if rows else f'<path d="M{start}L{end}"/>')
    for room, (x, y, width, height) in sorted(boxes.items()):
        found.append(f'<rect x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{height:.0f}" rx="5"/>')
        for number, line in enumerate(lines_of(room)):
            found.append(f'<text x="{x + width / 2:.0f}" y="{y + 20 + LINE * number:.0f}">{line}</text>')
    return found, round(top)


def picture() -> str:
    """The picture as SVG."""
    python, height = drawn(python_rooms(), "Python", 10)
    web, other = drawn(web_rooms(), "web", WIDTH + 40)
    box = f"0 0 {2 * WIDTH + 50} {max(height, other) - 20}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">',
            "<!-- Drawn by python -m tools.house from the imports. -->",
            "<style>",
            "text { font: 14px system-ui, sans-serif; text-anchor: middle; fill: #1d2a36 }",
            ".title { font-weight: bold; fill: #888 }",
            "rect { fill: #e9eef4; stroke: #7d92a8 }",
            "path { stroke: #8a8a8a; fill: none; marker-end: url(#tip) }",
            ".tip { stroke: none; fill: #8a8a8a; marker-end: none }",
            "</style>",
            '<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7"',
            '  orient="auto"><path class="tip" d="M0 0L8 4L0 8z"/></marker>',
            *python,
            *web,
            "</svg>\n",
        ]
    )


def main() -> None:
    """Draw the picture anew."""
    PICTURE.write_text(picture(), encoding="utf-8")


if __name__ == "__main__":
    main()
