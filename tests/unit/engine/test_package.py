"""The face of the package."""

import subprocess
import sys
import tomllib
from pathlib import Path

import cannonfish

ENGINE = Path(cannonfish.__file__).parents[1]


def test_version_is_that_of_the_wheel() -> None:
    project = tomllib.loads((ENGINE / "pyproject.toml").read_text())["project"]
    assert project.get("version", cannonfish.__version__) == cannonfish.__version__


def test_it_hands_on_games_and_records_with_nothing_installed() -> None:
    code = (
        "import cannonfish, sys; assert 'cannonfish.records' not in sys.modules; "
        "print(cannonfish.xiangqi.Board().turn.name, cannonfish.records.loads.__name__); "
        "from cannonfish import records, xiangqi"
    )
    command = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(ENGINE)!r}); {code}"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    assert run.stdout.split() == ["RED", "loads"]
