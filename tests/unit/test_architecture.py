"""The rooms of the house and who may import whom: what is further left may import what is further right."""

import ast
import re
from collections.abc import Iterator
from importlib.util import resolve_name
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "py" / "engine"
WEB = ROOT / "web"

PYTHON_ARROW = ["protocol", "matches", "engine", "puzzles", "records", "games", "compiler", "kernel"]
FOR_ALL = {"__init__", "__main__", "errors"}
"""Modules outside of the rooms: the package's face, which hands everything on, and everybody's errors."""
OF_ONE_GAME = {
    "records.dhtmlxq": "a format that holds Xiangqi only",
    "records.xqf": "a format that holds Xiangqi only",
    "records.ccbridge": "a format that holds Xiangqi only",
    "records.cbf": "a format that holds Xiangqi only",
    "records.binary": "shared by these formats",
    "records.piece_slots": "shared by these formats",
    "puzzles.lichess": "a database of chess puzzles",
    "protocol.endings": "solves endings of Xiangqi",
    "protocol.ending_tables": "solves endings of Xiangqi",
}
"""Modules outside of the games' own that name a game, each with its reason."""

JS_ARROW = [
    "pages",
    "frame",
    "ui",
    "lab",
    "analysis",
    "storage",
    "endings",
    "lessons",
    "puzzle",
    "game",
    "board",
    "engine",
]
JS_ALONE = {"board", "engine", "embed", "sw.js"}
"""Rooms that import nothing but themselves."""
JS_FOR_ALL = {"ui/languages.js"}
"""Files that every room but these may import: the list of languages."""
ENGINE_FACE = {"engine/client.js", "engine/load.js", "engine/offline.js", "engine/sandbox.js"}
"""What the page sees of web/engine."""


# Python


def python_imports() -> Iterator[tuple[str, str]]:
    """(importing module, imported module) for every import of one module of the engine by another."""
    for path in sorted(ENGINE.glob("cannonfish/**/*.py")):
        importer = ".".join(path.relative_to(ENGINE).with_suffix("").parts).removesuffix(".__init__")
        package = importer if path.name == "__init__.py" else importer.rpartition(".")[0]
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                base = resolve_name("." * node.level + (node.module or ""), package)
                names = [f"{base}.{alias.name}" for alias in node.names]
            yield from ((importer, name) for name in names if name.startswith("cannonfish."))


def python_room(module: str) -> str:
    """The room of a module: its folder under cannonfish."""
    return module.split(".")[1] if "." in module else "__init__"


def wrong_in_python(importer: str, imported: str) -> bool:
    """Whether an import goes against the arrow."""
    left, right = python_room(importer), python_room(imported)
    if left in ("__init__", "__main__") or right in ("errors", left, "__version__"):
        return False
    if left not in PYTHON_ARROW or right not in PYTHON_ARROW or (left, right) == ("compiler", "kernel"):
        return True
    return PYTHON_ARROW.index(left) > PYTHON_ARROW.index(right)


def test_python_imports_point_to_the_right() -> None:
    assert [pair for pair in python_imports() if wrong_in_python(*pair)] == []


GAMES = {path.parent.name for path in ENGINE.glob("cannonfish/kernel/*/__init__.py")}


def test_no_other_package_knows_a_game_by_name() -> None:
    assert "xiangqi" in GAMES
    named = {importer for importer, imported in python_imports() if GAMES.intersection(imported.split("."))}
    for path in ENGINE.glob("cannonfish/**/*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and str(node.value).lower() in GAMES:
                named.add(".".join(path.relative_to(ENGINE).with_suffix("").parts))
    named = {module.removeprefix("cannonfish.") for module in named if python_room(module) not in FOR_ALL}
    own = {module for module in named if GAMES.intersection(module.split(".")) or module == "games.catalogue"}
    assert named - own <= OF_ONE_GAME.keys()


def test_games_do_not_know_each_other_and_the_search_knows_none() -> None:
    for importer, imported in python_imports():
        own, other = GAMES.intersection(importer.split(".")), GAMES.intersection(imported.split("."))
        assert not (importer.startswith("cannonfish.kernel.search") and other), f"{importer} -> {imported}"
        assert not own or other <= own, f"{importer} -> {imported}"


# JavaScript

JS_IMPORT = re.compile(
    r"""(?:^\s*(?:import|export)\b[^'"()]*?|\bimport\(\s*|\bnew\s+URL\(\s*)['"]([^'"]+\.m?js)['"]""",
    re.MULTILINE,
)


def js_imports() -> Iterator[tuple[str, str]]:
    """(importing file, imported file) for every import of one file under web/ by another."""
    for path in sorted(WEB.glob("**/*.js")):
        for target in JS_IMPORT.findall(path.read_text()):
            imported = (path.parent / target).resolve()
            if imported.is_relative_to(WEB):
                yield path.relative_to(WEB).as_posix(), imported.relative_to(WEB).as_posix()


def wrong_in_javascript(importer: str, imported: str) -> bool:
    """Whether an import goes against the arrow; of web/engine, others see its face alone."""
    left, right = importer.split("/")[0], imported.split("/")[0]
    if left == right or (imported in JS_FOR_ALL and left not in JS_ALONE):
        return False
    if left in JS_ALONE or left not in JS_ARROW or right not in JS_ARROW:
        return True
    return JS_ARROW.index(left) > JS_ARROW.index(right) or (right == "engine" and imported not in ENGINE_FACE)


def test_javascript_imports_point_to_the_right() -> None:
    assert [pair for pair in js_imports() if wrong_in_javascript(*pair)] == []


def test_what_comes_late_shares_the_chunk_of_what_is_common() -> None:
    """One late panel that imported single modules cut that chunk into five, and every page grew by 3 KB."""
    late = re.compile(r"""(?<!typeof )\bimport\(\s*'\.\.?/(?:ui/)?([\w-]+)\.js'\)(?!\.[A-Z])""")
    found = {
        name
        for room in ("pages", "ui")
        for path in WEB.glob(f"{room}/*.js")
        for name in late.findall(path.read_text())
    }
    scripts = [path for name in sorted(found) if (path := WEB / "ui" / f"{name}.js").exists()]
    assert len(scripts) > 10
    alone = [path for path in scripts if not re.search("^import ", path.read_text(), re.MULTILINE)]
    cut = [path for path in scripts if path not in alone and "import './common.js';" not in path.read_text()]
    assert [path.name for path in cut] == []


def test_one_room_touches_the_board_library_and_one_touches_pyodide() -> None:
    for word, room in (("chessgroundx/", "board"), ("loadPyodide", "engine")):
        users = {path.relative_to(WEB).parts[0] for path in WEB.glob("**/*.js") if word in path.read_text()}
        assert users <= {room}, f"{word} is named outside web/{room}"
