"""docs/add-a-game.md: its code is the tic-tac-toe of these tests, and it runs."""

import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
BLOCKS = re.findall(
    r"^```python\n(.*?)^```$", (ROOT / "docs/add-a-game.md").read_text(), re.DOTALL | re.MULTILINE
)


def lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


def test_the_guide_shows_the_whole_game() -> None:
    game = (Path(__file__).parent / "tictactoe.py").read_text()
    assert lines("\n".join(BLOCKS[:-1])) == lines(game)


def test_the_guide_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, Any] = {}
    exec(BLOCKS[-1], names)
    assert names["scores"][-1] == 0
    assert names["square"] in (1, 3, 5, 7)


def test_the_guide_names_what_there_is() -> None:
    text = (ROOT / "docs/add-a-game.md").read_text()
    paths = re.findall(r"`((?:py|tests|games|kernel)/[\w./-]+\.py)`", text)
    assert len(paths) >= 5
    for path in paths:
        assert (ROOT / path).exists() or (ROOT / "py/engine/cannonfish" / path).exists(), path
