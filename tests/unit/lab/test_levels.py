"""The ladder of levels, measured in matches."""

import json
from pathlib import Path

import pytest
from cannonfish_lab.__main__ import main

from tests.cases import slow


@pytest.mark.parametrize("plies", [8, slow(30)])
def test_levels_are_measured_against_their_neighbours(
    plies: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["levels", str(tmp_path), "--games=2", "--levels=3:5", "--workers=1", f"--max-plies={plies}"]
    assert main(command) == 0
    text = capsys.readouterr().out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["level-4-3.jsonl", "level-5-4.jsonl"]
    assert text.count("; over level 3 ") == 2
    for wrong in ("3:3", "5:3", "0:3", "3:13"):
        assert main(["levels", str(tmp_path), f"--levels={wrong}"]) == 1
        assert "two levels from 1 to 12, the lower one first" in capsys.readouterr().err


def test_levels_of_chess_are_measured_with_the_evaluation_that_is_asked_for(tmp_path: Path) -> None:
    """The matches were of Xiangqi and classical, whatever people played against."""
    command = ["--games=1", "--levels=1:2", "--workers=1", "--max-plies=10", "--game=chess"]
    for evaluation in ("network", "classical"):
        folder = tmp_path / evaluation
        assert main(["levels", str(folder), *command, f"--evaluation={evaluation}"]) == 0
        head = json.loads((folder / "level-2-1.jsonl").read_text().splitlines()[0])
        for player in (head["a"], head["b"]):
            assert player["game"] == "chess"
            assert player.get("evaluation", "classical") == evaluation
