"""Training data: the same for the same recipe, quiet, and never made twice."""

import gzip
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cannonfish import chess
from cannonfish.games.xiangqi import Board
from cannonfish_lab.errors import LabError
from cannonfish_lab.jobs import Here, Workers
from cannonfish_lab.matches import opening_maker
from cannonfish_lab.matches.opening_maker import mirrored
from cannonfish_lab.players.spec import PlayerSpec
from cannonfish_lab.positions import maker
from cannonfish_lab.positions.files import Labelled, comments, read, to_bytes

SMALL = PlayerSpec("small", settings={"TT_BITS": 10})
LABELLER = PlayerSpec("labeller", settings={"TT_BITS": 10}, nodes=400)
RECIPE = maker.Recipe(SMALL, LABELLER, games=2, nodes=(50, 200))


def test_lines_survive_writing_and_reading(tmp_path: Path) -> None:
    placement = Board().fen().split()[0]
    positions = [Labelled(placement, True, -17, 0.5, 3), Labelled(placement, False, 0, 1.0, 4)]
    packed, plain = tmp_path / "a.txt.gz", tmp_path / "b.txt"
    packed.write_bytes(to_bytes(positions, ["made by hand"]))
    plain.write_bytes(gzip.decompress(packed.read_bytes()))
    assert list(read(packed)) == list(read(plain)) == positions
    assert comments(packed) == ["made by hand"]


@pytest.mark.parametrize("line", ["", "x w 1 1", "x g 1 1 0", "x w one 1 0", "x w 1 2 0"])
def test_lines_that_are_no_positions_are_refused(line: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - of several kinds
        Labelled.parse(line)


def test_a_file_that_is_cut_short_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.txt.gz"
    file.write_bytes(to_bytes([Labelled("x", True, 1, 1.0, 0)] * 100)[:-10])
    with pytest.raises(LabError, match="cannot read the positions"):
        list(read(file))


def test_positions_are_quiet_and_labelled(tmp_path: Path) -> None:
    made = sum(maker.make(RECIPE, 1, tmp_path, Here()))
    positions = list(read(maker.shards(tmp_path).file(0)))
    assert len(positions) == made > 5
    assert len({(each.placement, each.red_to_move) for each in positions}) == made
    assert {each.game for each in positions} == {0, 1}
    for each in positions:
        board = Board(f"{each.placement} {'w' if each.red_to_move else 'b'}")
        assert not board.is_check()
        assert abs(each.score) <= maker.LOPSIDED


def test_positions_of_chess_are_made_too(tmp_path: Path) -> None:
    player, labeller = (replace(each, game="chess") for each in (SMALL, LABELLER))
    recipe = maker.Recipe(player, labeller, games=2, nodes=(50, 200))
    assert sum(maker.make(recipe, 1, tmp_path, Here())) > 5
    for each in read(maker.shards(tmp_path).file(0)):
        board = chess.Board(f"{each.placement} {'w' if each.red_to_move else 'b'} - - 0 1")
        assert not board.is_check()


def test_shards_are_the_same_whoever_makes_them(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    list(maker.make(RECIPE, 2, here, Here()))
    with Workers("processes", 2).open() as pool:
        list(maker.make(RECIPE, 2, there, pool))
    shards = [
        [maker.shards(folder).file(number).read_bytes() for number in range(2)] for folder in (here, there)
    ]
    assert shards[0] == shards[1]
    assert shards[0][0] != shards[0][1]


def test_only_missing_shards_are_made(tmp_path: Path) -> None:
    list(maker.make(RECIPE, 2, tmp_path, Here()))
    first, second = (maker.shards(tmp_path).file(number) for number in range(2))
    contents = second.read_bytes()
    first.write_bytes(b"kept")
    second.unlink()
    assert maker.shards(tmp_path).missing(2) == [1]
    list(maker.make(RECIPE, 2, tmp_path, Here()))
    assert first.read_bytes() == b"kept"
    assert second.read_bytes() == contents
    assert list(maker.make(RECIPE, 2, tmp_path, Here())) == []


def test_a_folder_holds_one_recipe(tmp_path: Path) -> None:
    list(maker.make(RECIPE, 1, tmp_path, Here()))
    with pytest.raises(LabError, match="another recipe"):
        list(maker.make(maker.Recipe(SMALL, LABELLER, seed=2), 1, tmp_path, Here()))


def test_openings_are_level_and_distinct() -> None:
    recipe = opening_maker.Recipe(seed=3, plies=(2, 3), depth=2, nodes=500, balance=30)
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
    recipe = opening_maker.Recipe("chess", seed=3, plies=(2, 3), depth=2, nodes=500)
    for opening in opening_maker.make(recipe, 3, Here()):
        board = chess.Board()
        board.push_line(opening.moves)
        assert abs(opening.score) <= recipe.balance
        assert board.placement == opening.placement.split()[0]
        assert mirrored(mirrored(opening.placement, 8), 8) == opening.placement


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
