"""What the README promises: its Python example runs, its commands and rooms are there."""

import re
import subprocess
import sys

import pytest

from tools.steps import ROOT

README = (ROOT / "README.md").read_text()


def test_the_python_example_runs_with_nothing_installed() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-S", "-c", example],
        env={"PYTHONPATH": str(ROOT / "py" / "engine")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert re.match(r"[a-i]\d[a-i]\d ", done.stdout)


@pytest.mark.parametrize(
    "path", sorted(set(re.findall(r"`((?:py|web|tests|tools|\.github|requirements)/[^` ]*)`", README)))
)
def test_paths_are_there(path: str) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize("target", re.findall(r"\]\((?!http)([^)]+)\)", README))
def test_links_lead_somewhere(target: str) -> None:
    assert (ROOT / target).exists()


def test_every_command_is_known() -> None:
    done = subprocess.run(
        [sys.executable, "build.py", "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    commands = set(re.findall(r"python build\.py (\w+)", README))
    assert commands == {"serve", "test", "check", "bench", "audit"}
    for command in commands:
        assert f"    {command} " in done.stdout
