"""The plain wheel, as anybody would install it: with pip, into an environment that has nothing of ours."""

import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from tests.cases import python_samples
from tools.static_site import DIST, build_site, engine_wheel
from tools.steps import ROOT

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


@pytest.mark.slow
def test_micropip_installs_it_in_node_and_the_example_of_the_readme_runs(tmp_path: Path) -> None:
    (sample,) = python_samples(ROOT / "README.md")
    script = tmp_path / "sample.py"
    script.write_text(sample, encoding="utf-8")
    build_site()
    (micropip,) = (DIST / "wheels").glob("*/micropip-*.whl")
    (wheel,) = (DIST / "python").glob("*.whl")
    said = run(["node", ROOT / "tests" / "pyodide" / "installed.mjs", micropip, wheel, script])
    assert re.fullmatch(r"\w[1-9][进退平][1-9] -?\d+ compiled\n", said)


@pytest.mark.slow
@pytest.mark.parametrize("python", ["python3.11", "python3.12", "python3.13", "python3.14"])
def test_the_wheel_made_from_the_source_archive_runs(python: str, tmp_path: Path) -> None:
    """As a release makes it, and pip where there is no wheel: nothing is missing in the archive."""
    if shutil.which(python) is None or subprocess.run([python, "--version"], capture_output=True).returncode:
        pytest.skip(f"there is no {python}")
    call = "import sys; from flit_core import buildapi; buildapi.build_{}(sys.argv[1])"
    subprocess.run([sys.executable, "-c", call.format("sdist"), tmp_path], check=True, cwd=ROOT / "py/engine")
    (archive,) = tmp_path.glob("*.tar.gz")
    shutil.unpack_archive(archive, tmp_path, filter="data")
    (source,) = tmp_path.glob("cannonfish-*/")
    subprocess.run([sys.executable, "-c", call.format("wheel"), tmp_path], check=True, cwd=source)
    (wheel,) = tmp_path.glob("*.whl")
    assert contents(wheel) == contents(engine_wheel())

    programs = tmp_path / "fresh" / "bin"
    subprocess.run([python, "-m", "venv", programs.parent], check=True)
    install = [programs / "python", "-m", "pip", "install", "--no-index", "--quiet", wheel]
    subprocess.run(install, check=True, capture_output=True)
    assert run([programs / "cannonfish"], GO).splitlines()[-1].startswith("bestmove ")
    drawn = "from cannonfish import svg, xiangqi; print(svg.board(xiangqi.Board()))"
    assert run([programs / "python", "-c", drawn]).startswith("<svg")


def contents(wheel: Path) -> dict[str, bytes]:
    """The files of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
