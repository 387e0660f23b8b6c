"""docs/add-a-game.md, followed in a copy of the project: rules, board, FEN, levels, UCI, messages, tests."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit import guide


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with tic-tac-toe in its engine; the files that stay as they are are links."""
    root = tmp_path_factory.mktemp("project")
    package = root / "py" / "engine" / "cannonfish"
    package.parent.mkdir(parents=True)
    for folder, changed in ((".", "py"), ("py", "engine"), ("py/engine", "cannonfish")):
        for path in (guide.ROOT / folder).iterdir():
            if path.name != changed and not path.name.startswith("."):
                (root / folder / path.name).symlink_to(path)
    shutil.copytree(guide.ENGINE, package, ignore=shutil.ignore_patterns("__pycache__"))
    for path, text in guide.files().items():
        (package / path).parent.mkdir(parents=True, exist_ok=True)
        assert not (package / path).exists(), path
        (package / path).write_text(text)
    catalogue = package / "games" / "catalogue.py"
    text = catalogue.read_text()
    changed, times = re.subn(r"^(NAMES: Final = \(.*)\)$", r'\1, "tictactoe")', text, flags=re.MULTILINE)
    assert times == 1
    catalogue.write_text(changed)
    return root


@pytest.fixture
def engine(project: Path) -> Path:
    """The folder of its packages."""
    return project / "py" / "engine"


def run(engine: Path, *arguments: str, stdin: str = "") -> str:
    """What Python prints with the copy on its path."""
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(engine)!r}); {arguments[0]}"]
    done = subprocess.run(
        [*command, *arguments[1:]], input=stdin, capture_output=True, text=True, cwd=engine, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_kernel_plays(engine: Path) -> None:
    code = f"names = {{}}; exec({guide.example()!r}, names); print(names['scores'][-1], names['square'])"
    score, square = map(int, run(engine, code).split())
    assert score == 0
    assert square in (1, 3, 5, 7)


def test_board_fen_and_errors(engine: Path) -> None:
    script = """
from cannonfish.errors import GameError
from cannonfish.games.catalogue import GAMES
board = GAMES["tictactoe"].new_board(None)
print(board.fen(), len(board.legal_moves), board.perft(3), sep="|")
board.push_line(["X@a1", "X@a2", "X@b1", "X@b2", "X@c1"])
print(board.fen(), board.outcome().winner.name, board.copy().pop().uci(), sep="|")
for text in ("3/3/4 x", "3/3/3 w", "x2/3/3 x", "3/3/3 x moves X@d4", "3/3/3 x moves X@a1 X@a1"):
    try:
        GAMES["tictactoe"].new_board(text)
    except GameError as error:
        print(error.code, error.reason)
"""
    assert run(engine, f"exec({script!r})").splitlines() == [
        "3/3/3 x|9|504",
        "3/oo1/xxx o|CROSS|X@c1",
        "invalid_fen letter",
        "invalid_fen side",
        "invalid_fen count",
        "invalid_move syntax",
        "illegal_move not_legal",
    ]


@pytest.mark.parametrize("execution", ["interpreted", "compiled"])
def test_uci(engine: Path, execution: str) -> None:
    """The session of the guide, and a level."""
    lines = [
        "setoption name UCI_Variant value tictactoe",
        f"setoption name Execution value {execution}",
        *re.findall(r"^    ((?:position|go) .*)$", guide.TEXT, re.MULTILINE),
        "setoption name Skill Level value 3",
        "position fen xx1/oo1/3 x",
        "go",
        "go perft 2",
        "eval",
    ]
    code = "from cannonfish.__main__ import main; sys.argv = ['cannonfish']; main()"
    out = run(engine, code, stdin="\n".join(lines) + "\n").splitlines()
    first, second = (line for line in out if line.startswith("bestmove"))
    assert first.split()[1] in ("X@b1", "X@a2", "X@c2", "X@b3")
    assert second.split()[1] == "X@c3"
    assert "Nodes searched: 16" in out
    assert any(line.startswith("Static evaluation: ") for line in out)


def test_messages(engine: Path) -> None:
    """A page's messages: view, play, go with a level, a level that the game does not have."""
    script = """
import asyncio, json
from cannonfish.protocol.worker import WorkerSession
async def talk():
    session = WorkerSession(lambda message: print(json.dumps(message)), "interpreted")
    for message in json.loads(sys.argv[1]):
        session.receive(message)
        while len(asyncio.all_tasks()) > 1:
            await asyncio.sleep(0)
asyncio.run(talk())
"""
    game = {"game": "tictactoe"}
    asked = [
        {"id": 1, "type": "view", **game},
        {"id": 2, "type": "play", **game, "moves": ["X@a1"], "move": "X@b2"},
        {"id": 3, "type": "go", **game, "fen": "3/xx1/oo1 x", "limits": {"level": 3}},
        {"id": 4, "type": "go", **game, "limits": {"level": 4}},
        {"id": 5, "type": "notate", **game, "moves": ["X@a1"]},
    ]
    posted = map(json.loads, run(engine, f"exec({script!r})", json.dumps(asked)).splitlines())
    replies = {message["id"]: message for message in posted if "ok" in message}
    assert replies[1]["view"]["fen"] == "3/3/3 x"
    assert len(replies[1]["view"]["dests"]["X@"]) == 9
    assert replies[2]["view"]["lastMove"] == ["X@", "b2"]
    assert replies[3]["bestmove"] == "X@c2"
    assert replies[3]["view"]["outcome"]["winner"] is not None
    assert replies[4]["error"]["code"] == "invalid_limits"
    assert replies[5]["moves"][0]["uci"] == "X@a1"


def in_the_project(project: Path, *command: str) -> None:
    """Run a module of Python in the project; its output if it fails."""
    done = subprocess.run(
        [sys.executable, "-m", *command], capture_output=True, text=True, cwd=project, timeout=900
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("check", ["check", "format --check"])
def test_the_files_pass_the_linter_and_the_formatter(project: Path, check: str) -> None:
    """A table in a class and a side called O did not."""
    folders = (f"py/engine/cannonfish/{room}/tictactoe" for room in ("kernel", "games"))
    in_the_project(project, "ruff", *check.split(), "--no-cache", *folders)


def test_the_shared_tests_hold(project: Path) -> None:
    """Seven of them failed with a new game: they listed the games, or took it that every game has a king,
    a FEN of six fields, terms of its evaluation, and a page."""
    of_all = re.compile(r"\b(GAMES|NAMES|every_game|start_views)\b")
    tests = (
        path for room in ("unit", "property") for path in (guide.ROOT / "tests" / room).rglob("test_*.py")
    )
    paths = [str(path.relative_to(guide.ROOT)) for path in tests if of_all.search(path.read_text())]
    names = (
        "tictactoe or every_game_is or the_catalogue or start_views or options_are_offered or look_preview"
    )
    in_the_project(project, "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-k", names, *sorted(paths))


def test_the_guide_names_what_there_is() -> None:
    paths = re.findall(r"`((?:py|tests|web|tools|games|kernel)/[\w./-]+\.(?:py|js))`", guide.TEXT)
    assert len(paths) >= 8
    for path in paths:
        known = (guide.ROOT / path).exists() or (guide.ENGINE / path).exists() or path in guide.files()
        assert known, path
