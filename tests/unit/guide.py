"""The files that docs/add-a-game.md adds to the engine."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "add-a-game.md").read_text()
ENGINE = ROOT / "py" / "engine" / "cannonfish"

_PARTS = re.compile(r"^\*\*`([\w/.]+)`\*\*$|^```(?:python|text|json)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def files() -> dict[str, str]:
    """Path below the package -> text: the code blocks that follow each path, one after the other."""
    found: dict[str, str] = {}
    path = ""
    for part in _PARTS.finditer(TEXT):
        if part[1]:
            path = part[1]
        else:
            found[path] = found[path] + "\n\n" + part[2] if path in found else part[2]
    return found


def example() -> str:
    """The code block that runs the kernel alone."""
    [block] = re.findall(r"^```python run\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
    return str(block)
