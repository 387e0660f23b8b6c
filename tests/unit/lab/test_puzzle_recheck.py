"""Published puzzles are looked at again: old proofs are made anew, and what fails is taken out."""

from dataclasses import replace
from pathlib import Path

import pytest
from cannonfish_lab.__main__ import main
from cannonfish_lab.puzzles import publishing, recheck
from cannonfish_lab.puzzles.files import Puzzle, loads
from cannonfish_lab.puzzles.finder import Demands

SHIPPED = Path(__file__).parents[3] / "web" / "puzzles" / "data"
OLD = {"how": "search", "depth": 9, "nodes": 400_000, "gap": 300}


@pytest.fixture(scope="module")
def searched() -> Puzzle:
    """The one-move puzzle with the largest lead in its proof."""
    puzzles = publishing.published(SHIPPED)
    return max(
        (
            each
            for each in puzzles
            if each.game == "xiangqi" and each.check["how"] == "search" and len(each.moves) == 1
        ),
        key=lambda puzzle: puzzle.check["gap"],
    )


def test_an_old_proof_is_made_anew_and_a_puzzle_that_fails_goes(
    searched: Puzzle, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Three hundred puzzles had the proof of an engine that evaluated by hand."""
    wrong = next(move.uci() for move in searched.board().legal_moves if move.uci() != searched.moves[0])
    puzzles = [
        replace(searched, id="xq-0001", check=OLD),
        replace(searched, id="xq-0002", moves=(wrong,)),
        replace(searched, id="xq-0003"),
    ]
    served = tmp_path / "served"
    served.mkdir()
    publishing.publish(puzzles, served)
    command = ["puzzles", "recheck", str(tmp_path / "log.jsonl"), "--served", str(served), "--workers", "1"]
    assert main([*command, "--remove"]) == 0
    there = {each.id: each for each in publishing.published(served)}
    assert sorted(there) == ["xq-0001", "xq-0003"]
    assert there["xq-0001"].check["nodes"] == Demands().nodes[-1]
    assert there["xq-0001"].check["gap"] >= Demands().gap
    assert there["xq-0003"].check == searched.check
    assert "the engine prefers another move" in capsys.readouterr().out
    assert [each["id"] for each in publishing.retired(served)] == ["xq-0002"]


def test_a_mate_that_is_shorter_than_its_line_is_no_puzzle() -> None:
    puzzles = loads((SHIPPED / "001.jsonl").read_text())
    mate = next(each for each in puzzles if each.is_mate and len(each.moves) == 3)
    assert recheck.look(mate) == {"fault": "", "check": None, "steps": None}
    later = mate.board()
    for move in mate.moves[:2]:
        later.push_uci(move)
    longer = replace(mate, fen=later.fen(), moves=(mate.moves[2], *mate.moves[:2]))
    assert recheck.look(longer)["fault"] == "the mate has another length"


def test_a_line_ends_where_another_move_wins_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rush was lost by a move that won a piece, since another one won more."""
    puzzle = next(
        each
        for each in publishing.published(SHIPPED)
        if "advantage" in each.themes and each.check["how"] == "search" and len(each.moves) >= 3
    )
    seconds = iter([0] * len(puzzle.alternatives))
    real = recheck.compare
    monkeypatch.setattr(recheck, "compare", lambda *asked: replace(real(*asked), second=next(seconds)))
    monkeypatch.setattr(recheck, "GAP", -10_000)
    assert recheck.look(puzzle) == {"fault": "", "check": None, "steps": len(puzzle.alternatives)}
    seconds = iter([0, recheck.DEMANDS.unclear + 1])
    shorter = recheck.look(puzzle)
    assert shorter == {"fault": "", "check": None, "steps": 1}
    renewed = recheck.renewed(puzzle, shorter)
    assert renewed.moves == puzzle.moves[:1]
    assert "oneMove" in renewed.themes
    seconds = iter([recheck.DEMANDS.unclear + 1])
    assert recheck.look(puzzle)["fault"] == "another move wins, too"
