"""The rooms of the house and who may import whom: what is further left may import what is further right."""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tools.house import (
    ENGINE,
    JS_TYPES,
    PICTURE,
    WEB,
    at_run_time,
    imported_by,
    js_imports,
    picture,
    python_files,
    python_imports,
    style_imports,
)
from tools.steps import ROOT

PYTHON_ARROW = [
    "notebook",
    "uci",
    "protocol",
    "experiments",
    "analysis",
    "matches",
    "engine",
    "records",
    "games",
    "svg",
    "compiler",
    "kernel",
]
FACE = {"__init__", "__main__", "chess", "endings", "liuzichong", "xiangqi"}
"""Modules outside of the rooms that hand everything on: the package's face, and short names."""
FOR_ALL = FACE | {"errors"}
OF_ONE_GAME = {
    "records.dhtmlxq": "a format that holds Xiangqi only",
    "records.xqf": "a format that holds Xiangqi only",
    "records.ccbridge": "a format that holds Xiangqi only",
    "records.cbf": "a format that holds Xiangqi only",
    "records.binary": "shared by these formats",
    "records.piece_slots": "shared by these formats",
    "protocol.terminal.endings": "solves endings of Xiangqi",
    "protocol.page.ending_tables": "solves endings of Xiangqi",
    "svg.__init__": "draws the boards and pieces of all games",
}
"""Modules outside of the games' own that name a game, each with its reason."""

JS_LAYERS = [
    {"ui", "pieces"},
    {"engine", "board"},
    {"game"},
    {"storage"},
    {"training", "tablebase"},
    {"game-view"},
    {"shell"},
    {"picture"},
    {"records"},
]
"""The rooms of web/, lowest first.  A room imports itself and lower layers; the features, which are all
other rooms with a page, import these rooms and never each other."""
JS_EXCEPTIONS = {("frame/puzzle.js", "puzzles"): "a frame shows a puzzle"}
JS_ALONE = {"embed", "sw.js"}
"""What other people's pages load, and the service worker, import nothing but themselves."""
ENGINE_FACE = {"engine/client.js", "engine/offline.js", "engine/reader.js", "engine/sandbox.js"}
"""What the page sees of web/engine, besides types."""


# Python


def python_room(module: str) -> str:
    """The room of a module: its folder under cannonfish."""
    return module.split(".")[1] if "." in module else "__init__"


def wrong_in_python(importer: str, imported: str) -> bool:
    """Whether an import goes against the arrow."""
    left, right = python_room(importer), python_room(imported)
    if left in FACE or right in ("errors", left, "__version__"):
        return False
    if left not in PYTHON_ARROW or right not in PYTHON_ARROW or (left, right) == ("compiler", "kernel"):
        return True
    return PYTHON_ARROW.index(left) > PYTHON_ARROW.index(right)


def test_python_imports_point_to_the_right() -> None:
    assert [pair for pair in python_imports() if wrong_in_python(*pair)] == []


def file_circle(files: dict[str, Path]) -> list[str]:
    """Modules that import each other in a circle, in functions or by `import_module`, too; [] if none do."""
    after: dict[str, set[str]] = {}
    for module, path in files.items():
        nodes = [*at_run_time(ast.parse(path.read_text()))]
        names = {str(node.value) for node in nodes if isinstance(node, ast.Constant)} & files.keys()
        for name in imported_by(module, path, nodes):
            while name and name not in files:
                name = name.rpartition(".")[0]
            names.add(name)
        after[module] = names - {module, ""}
    try:
        TopologicalSorter(after).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_python_files_import_each_other_in_a_circle() -> None:
    files: dict[str, Path] = {}
    for package in ("py/engine/cannonfish", "py/lab/cannonfish_lab", "tools", "tests"):
        files |= python_files(ROOT / package)
    assert file_circle(files) == []


def test_circles_are_found_in_functions_and_in_names_but_not_in_types(tmp_path: Path) -> None:
    package = tmp_path / "pack"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "one.py").write_text("def late():\n    from .two import three\n")
    (package / "two.py").write_text("if TYPE_CHECKING:\n    from .one import late\n")
    assert file_circle(python_files(package)) == []
    for way in ("from pack import one", "import_module('pack.one')", "from pack.one import late"):
        (package / "two.py").write_text(way)
        assert {*file_circle(python_files(package))} == {"pack.one", "pack.two"}


def test_terminal_and_page_are_apart() -> None:
    for one, other in (("terminal", "page"), ("page", "terminal")):
        room = f"cannonfish.protocol.{one}"
        met = [pair for pair in python_imports() if pair[0].startswith(room) and other in pair[1].split(".")]
        assert met == []


GAMES = {path.parent.name for path in ENGINE.glob("cannonfish/kernel/*/board.py")}


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


def layer(room: str) -> int:
    """The layer of a room; the features are above all others."""
    return next((at for at, rooms in enumerate(JS_LAYERS) if room in rooms), len(JS_LAYERS))


def wrong_in_javascript(importer: str, imported: str) -> bool:
    """Whether an import goes upward, or from one room to another beside it."""
    left, right = importer.split("/")[0], imported.split("/")[0]
    if left == right or (importer, right) in JS_EXCEPTIONS:
        return False
    return left in JS_ALONE or layer(left) <= layer(right)


def test_javascript_imports_point_downward() -> None:
    assert [pair for pair in js_imports() if wrong_in_javascript(*pair)] == []
    assert [pair for pair in js_imports(JS_TYPES) if wrong_in_javascript(*pair)] == []


def test_styles_and_pages_name_styles_below_them() -> None:
    assert [pair for pair in style_imports() if wrong_in_javascript(*pair)] == []
    assert {name for pair in style_imports() for name in pair if not (WEB / name).exists()} == set()


def test_the_page_sees_the_face_of_the_engine() -> None:
    others = [pair for pair in js_imports() if pair[0].split("/")[0] not in ("engine", "embed")]
    assert {imported for _, imported in others if imported.startswith("engine/")} <= ENGINE_FACE


def test_no_javascript_files_import_each_other_in_a_circle() -> None:
    after: dict[str, set[str]] = {}
    for importer, imported in js_imports():
        after.setdefault(importer, set()).add(imported)
    TopologicalSorter(after).prepare()  # CycleError names the files


def test_one_room_touches_the_board_library_and_one_touches_pyodide() -> None:
    for word, room in (("chessgroundx/", "board"), ("loadPyodide", "engine")):
        users = {path.relative_to(WEB).parts[0] for path in WEB.glob("**/*.js") if word in path.read_text()}
        assert users <= {room}, f"{word} is named outside web/{room}"


def test_the_picture_of_the_house_is_up_to_date() -> None:
    assert PICTURE.read_text() == picture(), "draw it anew: .venv/bin/python -m tools.house"
