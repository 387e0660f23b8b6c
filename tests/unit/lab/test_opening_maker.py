"""Openings for matches: level, distinct, the same for the same recipe."""

from pathlib import Path
from typing import Any

from cannonfish import chess
from cannonfish.games.xiangqi import Board
from cannonfish_lab.__main__ import main
from cannonfish_lab.jobs import Here
from cannonfish_lab.matches import opening_maker
from cannonfish_lab.matches.opening_maker import mirrored
from cannonfish_lab.matches.openings import load


def test_openings_are_level_and_distinct() -> None:
    recipe = opening_maker.Recipe(seed=3, nodes=500, balance=30)
    openings = list(opening_maker.make(recipe, 6, Here()))
    assert openings == list(opening_maker.make(recipe, 6, Here()))
    assert len(openings) == 6
    placements = {opening.placement for opening in openings}
    assert len(placements | {mirrored(placement) for placement in placements}) >= 11
    for opening in openings:
        board = Board()
        board.push_line(opening.moves)
        assert abs(opening.score) <= 30
        assert board.placement == opening.placement.split()[0]


def test_openings_of_chess() -> None:
    recipe = opening_maker.Recipe("chess", seed=3, nodes=500)
    for opening in opening_maker.make(recipe, 3, Here()):
        board = chess.Board()
        board.push_line(opening.moves)
        assert abs(opening.score) <= recipe.balance
        assert board.placement == opening.placement.split()[0]
        assert mirrored(mirrored(opening.placement, 8), 8) == opening.placement


def test_the_command_writes_what_matches_read(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    assert main(["openings", str(file), "--count=2", "--nodes=100", "--workers=1"]) == 0
    assert len(load(file)) == 2


def test_an_opening_that_is_its_own_mirror_image_counts_like_others() -> None:
    """It was counted as half an opening, so that there could be too many."""
    placements = [f"{'.' * (9 * rank)}....R....{'.' * (81 - 9 * rank)} 0" for rank in range(4)]
    assert list(map(mirrored, placements)) == placements

    class Given(Here):
        def run(self, function: Any, jobs: Any) -> Any:
            return enumerate(opening_maker.Opening((), 0, placement) for placement in placements)

    openings = list(opening_maker.make(opening_maker.Recipe(), 2, Given()))
    assert [opening.placement for opening in openings] == placements[:2]


def test_a_mirror_image() -> None:
    one, other = Board(), Board()
    one.push_line(["b2e2", "h9g7"])
    other.push_line(["h2e2", "b9c7"])
    assert mirrored(f"{one.placement} 0") == f"{other.placement} 0"
