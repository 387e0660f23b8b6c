"""Levels: a ladder of limits, chance that can be repeated, and wins in one move that are not missed."""

import itertools
import statistics

import pytest
from cannonfish.engine import Engine, Limits
from cannonfish.engine.levels import (
    AT_FIRST_SIGHT,
    LEVEL,
    MATES_IN_ONE_FROM,
    choose,
    level_of,
    nearest_level,
    on_move,
)
from cannonfish.engine.limits import LEVELS
from cannonfish.errors import InvalidLimitsError

TOP = LEVELS[-1]
MATE_IN_ONE = "3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1"
START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
STALEMATE_IN_ONE = "3k5/9/4P4/9/9/9/9/9/9/4K4 w - - 0 1"
MIDDLEGAME = "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1"


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(hash_mb=1)


def best(engine: Engine, fen: str | None, level: int, seed: int = 0) -> str:
    engine.position(fen)
    move = engine.go(Limits(level=level, seed=seed)).bestmove
    assert move is not None
    return move.uci()


def test_the_ladder_rises() -> None:
    assert (*LEVEL,) == LEVELS == (-4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7, 8)
    for (number, lower), (_, upper) in itertools.pairwise(LEVEL.items()):
        assert lower.depth <= upper.depth
        assert lower.nodes < upper.nodes
        assert lower.blur > upper.blur
        assert lower.lapses > upper.lapses or number == -3  # -2 sees so much further that it may have more
    assert LEVEL[TOP].nodes >= 1_000_000
    assert LEVEL[TOP].blur == 0
    assert LEVEL[TOP].lapses == 0


def test_there_is_no_level_zero() -> None:
    for number in (-5, 0, 9):
        with pytest.raises(InvalidLimitsError, match=f"-4 to -1 and 1 to 8, not {number}$"):
            level_of("xiangqi", number)
    with pytest.raises(InvalidLimitsError, match="the levels of liuzichong are 1 to 5, not -1"):
        level_of("liuzichong", -1)


def test_a_game_without_a_level_has_one_that_is_near() -> None:
    wanted = (-5, -4, -1, 0, 1, 8, 9)
    assert [nearest_level("chess", number) for number in wanted] == [-4, -4, -1, -1, 1, 8, 8]
    assert [nearest_level("liuzichong", number) for number in wanted] == [1, 1, 1, 1, 1, 5, 5]


def test_chance_is_the_same_everywhere() -> None:
    """The numbers are part of what a level is: another Python must not play another game."""
    scores = [30, 20, 10, 0, -10]
    chosen = [choose(scores, 40, seed, "position") for seed in range(12)]
    assert chosen == [0, 0, 0, 2, 1, 3, 2, 2, 0, 0, 0, 0]
    assert choose(scores, 0, 5, "position") == 0


@pytest.mark.parametrize("number", LEVELS)
def test_lapses_are_as_frequent_as_the_level_says(number: int) -> None:
    level = LEVEL[number]
    moves = [on_move(level, seed, f"position {ply}") for seed in range(40) for ply in range(50)]
    share = 1000 * moves.count(AT_FIRST_SIGHT) / len(moves)
    assert share == pytest.approx(level.lapses, abs=25)
    assert {*moves} <= {level, AT_FIRST_SIGHT}


def test_the_same_move_is_a_lapse_everywhere() -> None:
    lapses = [on_move(LEVEL[-1], seed, "position") is AT_FIRST_SIGHT for seed in range(12)]
    assert lapses == [False, True, False, False, True, False, False, False, False, True, False, False]


def test_a_lapse_is_played_at_first_sight(engine: Engine) -> None:
    seeds = [seed for seed in range(20) if on_move(LEVEL[-1], seed, START) is AT_FIRST_SIGHT]
    assert seeds
    for seed in range(20):
        engine.position(None)
        result = engine.go(Limits(level=-1, seed=seed))
        assert (result.info.depth == AT_FIRST_SIGHT.depth) == (seed in seeds)


def test_blur_decides_how_often_the_best_is_chosen() -> None:
    scores = [60, 30, 0]
    picks = {blur: [choose(scores, blur, seed, "") for seed in range(400)] for blur in (10, 60, 400)}
    assert statistics.mean(pick == 0 for pick in picks[10]) > 0.95
    assert 0.4 < statistics.mean(pick == 0 for pick in picks[60]) < 0.9
    assert statistics.mean(pick == 2 for pick in picks[400]) > 0.2


@pytest.mark.parametrize("level", LEVELS[:-1])
def test_a_level_plays_the_same_whatever_came_before(engine: Engine, level: int) -> None:
    first = best(engine, MIDDLEGAME, level, seed=7)
    best(engine, None, level)
    engine.position(MIDDLEGAME)
    engine.go(Limits(nodes=20_000))
    assert best(engine, MIDDLEGAME, level, seed=7) == first


def test_a_low_level_has_whims(engine: Engine) -> None:
    moves = {best(engine, None, -4, seed) for seed in range(12)}
    assert len(moves) >= 4


@pytest.mark.parametrize("fen", [MATE_IN_ONE, STALEMATE_IN_ONE])
@pytest.mark.parametrize("level", range(MATES_IN_ONE_FROM, TOP + 1))
def test_a_win_in_one_is_never_missed(engine: Engine, fen: str, level: int) -> None:
    for seed in range(10):
        move = best(engine, fen, level, seed)
        board = engine.board
        board.push(next(each for each in board.legal_moves if each.uci() == move))
        outcome = board.outcome()
        assert outcome is not None
        assert outcome.winner == 0


def test_the_top_level_plays_at_full_strength(engine: Engine) -> None:
    """Level 8 under a tighter limit answers as an engine without a level does."""
    engine.position(MIDDLEGAME)
    engine.new_game()
    engine.position(MIDDLEGAME)
    plain = engine.go(Limits(nodes=30_000))
    level = engine.go(Limits(nodes=30_000, level=TOP))
    assert (level.bestmove, level.info.score, level.info.nodes) == (
        plain.bestmove,
        plain.info.score,
        plain.info.nodes,
    )


def test_both_executions_play_a_level_alike() -> None:
    engines = [Engine(execution=execution, hash_mb=1) for execution in ("interpreted", "compiled")]
    for level, fen in itertools.product((-4, -3, -2, -1, 1), (None, MIDDLEGAME)):
        assert len({best(engine, fen, level, seed=3) for engine in engines}) == 1
