"""What README and docs/ say: their samples run, their commands, paths and links are there."""

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import cannonfish
import pytest
from cannonfish_lab.__main__ import parser

from tests.cases import python_samples
from tools.steps import ROOT

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
EACH = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
README = (ROOT / "README.md").read_text()
BASES = (ROOT, *(ROOT / base for base in ("py/engine/cannonfish", "py/engine", "web")))
"""The folders that paths may be relative to."""
PATH = re.compile(r"`((?:[\w.-]+/)+(?:[\w.-]+\.\w+)?)`")
MADE = ("dist/", "build/", "kernel/hexapawn/", "games/hexapawn/", "web/texts/eo.json")
"""What is made: by a build, by a command, by the guides for games and translators."""


@pytest.mark.parametrize("name", ["docs/compiler.md", "docs/python.md"])
def test_samples_run_in_one_session(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They draw the pictures of their document, too."""
    samples = python_samples(ROOT / name)
    assert len(samples) > 5
    monkeypatch.chdir(tmp_path)
    session: dict[str, object] = {}
    for sample in samples:
        exec(compile(sample, name, "exec"), session)
    for picture in tmp_path.iterdir():
        assert picture.read_text() == (ROOT / "docs" / picture.name).read_text()


def test_the_sample_of_the_readme_runs_with_nothing_installed() -> None:
    (sample,) = python_samples(ROOT / "README.md")
    done = subprocess.run(
        [sys.executable, "-S", "-c", sample],
        env={"PYTHONPATH": str(ROOT / "py" / "engine"), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    (warned,) = [line for line in done.stderr.splitlines() if "RuntimeWarning: " in line]
    assert warned.endswith("pip install wasmtime")
    assert re.fullmatch(r"\w[1-9][进退平][1-9] -?\d+ interpreted\n", done.stdout)


@EACH
def test_samples_of_python_are_tested(document: Path) -> None:
    tested = {"README.md", "compiler.md", "python.md", "add-a-game.md"}
    assert not python_samples(document) or document.name in tested


@EACH
def test_paths_are_there(document: Path) -> None:
    paths = {path for path in PATH.findall(document.read_text()) if not path.startswith(MADE)}
    missing = {path for path in paths if not any((base / path).exists() for base in BASES)}
    assert missing - {"cannonfish/"} == set()  # where somebody puts the site


@EACH
def test_links_lead_somewhere(document: Path) -> None:
    targets = re.findall(r"\]\((?!http)([^)#]+)[^)]*\)", document.read_text())
    assert [target for target in targets if not (document.parent / target).exists()] == []


@EACH
def test_commands_are_known(document: Path) -> None:
    """Each command as it stands; a sample in a table may name the command alone."""
    text = document.read_text()
    helped = subprocess.run(
        [sys.executable, "build.py", "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for command in re.findall(r"python build\.py (\w+)", text):
        assert f"    {command} " in helped.stdout
    for line in re.findall(r"^    .*-m cannonfish_lab (.*)$", text, re.MULTILINE):
        parser().parse_args(shlex.split(line, comments=True))  # SystemExit for one that is not
    project = tomllib.loads((ROOT / "py" / "engine" / "pyproject.toml").read_text())["project"]
    for extra in re.findall(r'pip install "[^"]+\[(\w+)\]"', text):
        assert "wasmtime" in project["optional-dependencies"][extra][0]


def test_wheels_have_the_version_of_the_package() -> None:
    texts = [path.read_text() for path in (*DOCUMENTS, *ROOT.glob("examples/**/*.ipynb"))]
    named = re.findall(r"cannonfish-([\d.]+)-py3-none-any\.whl", "".join(texts))
    assert len(named) > 3
    assert {*named} == {cannonfish.__version__}
