"""The plain wheel, as anybody would install it: with pip, into an environment that has nothing of ours."""

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tools.static_site import DIST, build_site

GO = "position startpos moves h2e2\ngo depth 3\nquit\n"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel from the site in it; the folder of its programs."""
    build_site()
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    (wheel,) = (DIST / "python").glob("*.whl")
    command = [programs / "python", "-m", "pip", "install", "--no-index", "--quiet", wheel]
    subprocess.run(command, check=True, capture_output=True)
    return programs


def run(command: list[str | Path], given: str = "") -> str:
    """What a program prints, away from this repository's own modules."""
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        command, input=given, capture_output=True, text=True, check=True, env=clean, cwd="/"
    )
    return done.stdout


def test_the_wheel_brings_the_program_cannonfish(installed: Path) -> None:
    said = run([installed / "cannonfish"], GO)
    assert said.splitlines()[-1].startswith("bestmove ")


def test_the_package_lies_where_it_was_installed_and_plays(installed: Path) -> None:
    script = (
        "import cannonfish; from cannonfish import xiangqi; board = xiangqi.Board(); board.push_uci('h2e2');"
        "print(cannonfish.__file__, board.fen().split()[1])"
    )
    file, turn = run([installed / "python", "-c", script]).split()
    assert Path(file).is_relative_to(installed.parent)
    assert turn == "b"
