"""Liuzichong in the dialect: ends, evaluation. Captures are tested with its board."""

import pytest
from cannonfish import kernel
from cannonfish.compiler import Execution, instantiate, linked
from cannonfish.games.liuzichong import Board, Result, Solution
from cannonfish.games.liuzichong.rules import Rules
from cannonfish.kernel import liuzichong

FILES = linked("cannonfish.kernel", (*liuzichong.FILES, *kernel.COMMON))


@pytest.fixture(scope="module")
def interpreted() -> Execution:
    return instantiate(FILES, "interpreted")


def test_one_stone_against_one_plays_on(interpreted: Execution) -> None:
    """`W..............B w`: the search called it a draw at once, where the rules and the board play on.

    Perfect play draws, but only by repetition or the move limit.
    """
    board = Board("W..............B w")
    Rules.set_position(interpreted, board.position)
    assert interpreted.call("insufficient_material") == 0
    assert not board.is_insufficient_material()
    assert board.outcome() is None
    assert Solution.load().probe(board).result is Result.DRAW


def test_evaluation_is_the_same_for_both_sides(interpreted: Execution) -> None:
    Rules.set_position(interpreted, Board("BBB.B..B..WWWW.W w").position)
    score = interpreted.call("evaluate", 0)
    Rules.set_position(interpreted, Board("W.WWWW..B..B.BBB b").position)
    assert interpreted.call("evaluate", 1) == score


def test_evaluation_counts_stones_and_moves(interpreted: Execution) -> None:
    constants = FILES.constants
    Rules.set_position(interpreted, Board().position)
    assert interpreted.call("evaluate", 0) == 0
    Rules.set_position(interpreted, Board("B..............W w").position)
    assert interpreted.call("evaluate", 0) == 0
    # Two stones against one; five moves against two.
    Rules.set_position(interpreted, Board("B.............WW w").position)
    assert interpreted.call("evaluate", 0) == constants["STONE_VALUE"] + constants["MOBILITY"]
    # A side to move that is shut in is lost already.
    Rules.set_position(interpreted, Board("WB..B........... w").position)
    assert interpreted.call("evaluate", 0) == -constants["BLOCKED"]
    assert interpreted.call("no_moves_result", 0, 0) == -1
