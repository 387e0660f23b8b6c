"""Puzzles from solved endings: one move alone is right, mates are proven, a recipe always gives the same."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cannonfish import endings
from cannonfish.games.xiangqi import Board
from cannonfish_lab.puzzles import ending_finder
from cannonfish_lab.puzzles.ending_finder import MATE_PLIES, MATES, make

TABLES = Path(__file__).parents[3] / "web" / "endings" / "data" / "tables"


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[dict[str, Any]]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ending_finder, "ENDINGS", ["KP-ka", "KR-kn"])
        patch.setattr(ending_finder, "TRIES", 4000)
        yield list(make(tmp_path_factory.mktemp("endings"), 7, TABLES))


def finds(found: list[dict[str, Any]], is_mate: bool) -> list[dict[str, Any]]:
    return [find for shard in found for find in shard["finds"] if (find["kind"] == "mate") == is_mate]


def test_one_move_alone_keeps_the_result(found: list[dict[str, Any]]) -> None:
    tables = endings.open_tablebase(TABLES)
    lines = finds(found, is_mate=False)
    assert len(lines) >= 10
    for find in lines:
        board = Board(find["fen"])
        for ply, move in enumerate(find["moves"]):
            values = tables.values(board)
            assert values is not None
            if ply % 2 == 0:
                best = max(value.result for value in values.values())
                assert best == find["check"]["result"]
                assert [each.uci() for each, value in values.items() if value.result == best] == [move]
            board.push_uci(move)


def test_mates_are_of_all_lengths_and_as_long_as_the_table_says(found: list[dict[str, Any]]) -> None:
    tables = endings.open_tablebase(TABLES)
    mates = finds(found, is_mate=True)
    for find in mates:
        value = tables.probe(Board(find["fen"]))
        assert value is not None
        assert value.plies == len(find["moves"])
        assert find["check"]["how"] == "exhaustive"
    assert {len(find["moves"]) for find in mates} == set(MATE_PLIES)
    assert len(mates) <= 2 * MATES * len(MATE_PLIES)


def test_no_line_hangs_on_a_capture_or_a_check(found: list[dict[str, Any]]) -> None:
    for find in finds(found, is_mate=False):
        board = Board(find["fen"])
        assert not board.is_capture(board.parse(find["moves"][0]))
        assert find["kind"] == "advantage" or not board.is_check()


def test_the_same_recipe_gives_the_same(
    found: list[dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without tables, too: then they are solved."""
    monkeypatch.setattr(ending_finder, "ENDINGS", ["KP-ka"])
    monkeypatch.setattr(ending_finder, "TRIES", 4000)
    assert json.dumps(next(make(tmp_path, 7))) == json.dumps(found[0])
