"""docs/add-a-game.md, followed in a copy of the project: rules, board, FEN, levels, UCI, messages, tests."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cases import slow
from tests.unit import guide

MATE_BOUND = 20_000
"""Beyond it the game ends in a known number of plies."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with hexapawn in its engine; the files that stay as they are are links."""
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
    changed, times = re.subn(r"^(NAMES: Final = \(.*)\)$", r'\1, "hexapawn")', text, flags=re.MULTILINE)
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
    code = f"names = {{}}; exec({guide.example()!r}, names); print(names['scores'][-1])"
    assert int(run(engine, code)) < -MATE_BOUND


def counts(placement: str, side: int, depth: int) -> int:
    """Leaves of the game tree, by the rules as the guide tells them and nothing else."""
    own, other, ahead = ("P", "p", 3) if side == 0 else ("p", "P", -3)
    if depth == 0 or other in (placement[:3] if side == 0 else placement[6:]):
        return int(depth == 0)
    leaves = 0
    for orig, pawn in enumerate(placement):
        for file in range(3):
            dest = orig // 3 * 3 + file + ahead
            step = abs(file - orig % 3)
            if pawn == own and 0 <= dest < 9 and step < 2 and placement[dest] == (other if step else "."):
                after = [*placement]
                after[orig], after[dest] = ".", own
                leaves += counts("".join(after), 1 - side, depth - 1)
    return leaves


def test_board_fen_and_errors(engine: Path) -> None:
    script = """
from cannonfish.errors import GameError
from cannonfish.games.catalogue import GAMES
start = "ppp/3/PPP w"
board = GAMES["hexapawn"].new_board(start)
print(board.fen(), *(board.perft(depth) for depth in range(1, 7)), sep="|")
board.push_line(["b1b2", "a3b2", "a1b2", "c3b2", "c1b2"])
print(board.fen(), board.outcome().winner.name, board.copy().pop().uci(), sep="|")
for text in ("ppp/3/PPQ w", "ppp/3/PPP x", "ppp/p2/PPP w", f"{start} moves a1a9", f"{start} moves a1b2"):
    try:
        GAMES["hexapawn"].new_board(text)
    except GameError as error:
        print(error.code, error.reason)
"""
    leaves = "|".join(str(counts("PPP...ppp", 0, depth)) for depth in range(1, 7))
    assert run(engine, f"exec({script!r})").splitlines() == [
        f"ppp/3/PPP w|{leaves}",
        "1p1/1P1/3 b|WHITE|c1b2",
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
        "setoption name UCI_Variant value hexapawn",
        f"setoption name Execution value {execution}",
        *re.findall(r"^    ((?:position|go) .*)$", guide.TEXT, re.MULTILINE),
        "setoption name Skill Level value 3",
        "position fen 1pp/P2/2P w",
        "go",
        "go perft 2",
        "eval",
    ]
    code = "from cannonfish.__main__ import main; sys.argv = ['cannonfish']; main()"
    out = run(engine, code, stdin="\n".join(lines) + "\n").splitlines()
    first, second = (line for line in out if line.startswith("bestmove"))
    assert first.split()[1] in ("a1b2", "c1b2")
    assert second.split()[1] in ("a2a3", "a2b3")
    assert f"Nodes searched: {counts('..PP...pp', 0, 2)}" in out
    assert any(line.startswith("Static evaluation: ") for line in out)


def test_messages(engine: Path) -> None:
    """A page's messages: view, play, go with a level, a level that the game does not have."""
    script = """
import asyncio, json
from cannonfish.protocol.page.worker import WorkerSession
async def talk():
    session = WorkerSession(lambda message: print(json.dumps(message)), "interpreted")
    for message in json.loads(sys.argv[1]):
        session.receive(message)
        while len(asyncio.all_tasks()) > 1:
            await asyncio.sleep(0)
asyncio.run(talk())
"""
    game = {"game": "hexapawn"}
    asked = [
        {"id": 1, "type": "view", **game},
        {"id": 2, "type": "play", **game, "moves": ["b1b2"], "move": "a3b2"},
        {"id": 3, "type": "go", **game, "fen": "1pp/P2/2P w", "limits": {"level": 3}},
        {"id": 4, "type": "go", **game, "limits": {"level": 4}},
        {"id": 5, "type": "notate", **game, "moves": ["b1b2"]},
    ]
    posted = map(json.loads, run(engine, f"exec({script!r})", json.dumps(asked)).splitlines())
    replies = {message["id"]: message for message in posted if "ok" in message}
    assert replies[1]["view"]["fen"] == "ppp/3/PPP w"
    assert replies[1]["view"]["dests"] == {"a1": ["a2"], "b1": ["b2"], "c1": ["c2"]}
    assert replies[2]["view"]["lastMove"] == ["a3", "b2"]
    assert replies[3]["bestmove"] in ("a2a3", "a2b3")
    assert replies[3]["view"]["outcome"]["winner"] is not None
    assert replies[4]["error"]["code"] == "invalid_limits"
    assert replies[5]["moves"][0]["uci"] == "b1b2"


def in_the_project(project: Path, *command: str) -> None:
    """Run a module of Python in the project; its output if it fails."""
    done = subprocess.run(
        [sys.executable, "-m", *command], capture_output=True, text=True, cwd=project, timeout=900
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("check", ["check", "format --check"])
def test_the_files_pass_the_linter_and_the_formatter(project: Path, check: str) -> None:
    """A table in a class and a side called O did not."""
    folders = (f"py/engine/cannonfish/{room}/hexapawn" for room in ("kernel", "games"))
    in_the_project(project, "ruff", *check.split(), "--no-cache", *folders)


@pytest.mark.parametrize("rooms", [["unit/games"], slow(["unit", "property"])])
def test_the_shared_tests_hold(project: Path, rooms: list[str]) -> None:
    """Seven of them failed with a new game: they listed the games, or took it that every game has a king,
    a FEN of six fields, terms of its evaluation, and a page."""
    of_all = re.compile(r"\b(GAMES|NAMES|every_game|start_views)\b")
    tests = (path for room in rooms for path in (guide.ROOT / "tests" / room).rglob("test_*.py"))
    paths = [str(path.relative_to(guide.ROOT)) for path in tests if of_all.search(path.read_text())]
    names = (
        "hexapawn or every_game_is or the_catalogue or start_views or options_are_offered or look_preview"
        " or bench_prints"
    )
    in_the_project(project, "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-k", names, *sorted(paths))


def test_the_guide_names_what_there_is() -> None:
    paths = re.findall(r"`((?:py|tests|web|tools|games|kernel)/[\w./-]+\.(?:py|js))`", guide.TEXT)
    assert len(paths) >= 8
    for path in paths:
        known = (guide.ROOT / path).exists() or (guide.ENGINE / path).exists() or path in guide.files()
        assert known, path
