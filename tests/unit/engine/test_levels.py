"""Levels: a ladder of limits, chance that can be repeated, and wins in one move that are not missed."""

import itertools
import statistics

import pytest
from cannonfish.engine import Engine, Limits
from cannonfish.engine.levels import INSTINCT, choose, level_of, on_move
from cannonfish.engine.limits import MAX_LEVEL
from cannonfish.errors import InvalidLimitsError
from cannonfish.games.catalogue import GAMES
from cannonfish.games.levels import LEVELS

XIANGQI = GAMES["xiangqi"]
NUMBERS = range(1, MAX_LEVEL + 1)
MATE_IN_ONE = "3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1"
START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
STALEMATE_IN_ONE = "3k5/9/4P4/9/9/9/9/9/9/4K4 w - - 0 1"
MIDDLEGAME = "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1"

SCORES = [30, 24, 18, 12, 6, 0, -6, -12, -18, -24, -30, -36]
MEASURED = {
    1: ((3000, 1, 12, 160, 1000), "bagcdbkadefghdabfaehefhikgijcfdcdbekfhbf"),
    2: ((8000, 3, 5, 40, 540), "1a123b1034142d0b20e2efhikg032fdcdb4k0hb1"),
    3: ((26000, 64, 3, 24, 610), "ba121bk001102d0b2ae2efhikg012fdcdb1k0hb1"),
    4: ((40000, 64, 3, 20, 509), "1a121b1001102d0b20e2efhikg012fdcdb1k0hb1"),
    5: ((44000, 64, 3, 18, 350), "10121b1001102d0b2002efh0kg01221c1b110h11"),
    6: ((48000, 64, 3, 14, 212), "10121b1001100d0100022fh0kg00221c11110h11"),
    7: ((57000, 64, 2, 11, 152), "10101b1000100d0100000fh0k000011c11110h11"),
    8: ((75000, 64, 2, 9, 72), "10101b1000100001000000000000001011110h11"),
    9: ((125000, 64, 2, 7, 26), "1010111000100001000000000000001011110111"),
    10: ((240000, 64, 2, 6, 11), "1010111000000001000000000000001001110111"),
    11: ((500000, 64, 2, 4, 4), "1010011000000000000000000000001000010111"),
    12: ((1000000, 64, 1, 0, 0), "0000000000000000000000000000000000000000"),
}
"""The ladder as it was measured in matches (tests/bench/results.md): nodes, depth, choices, blur and lapses,
and which of SCORES the level chooses in START and MIDDLEGAME with the seeds from 0; a letter in a lapse."""


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(hash_mb=1)


def best(engine: Engine, fen: str | None, level: int, seed: int = 0) -> str:
    engine.position(fen)
    move = engine.go(Limits(level=level, seed=seed)).bestmove
    assert move is not None
    return move.uci()


def test_the_ladder_rises() -> None:
    assert len(LEVELS) == 12
    for number, (lower, upper) in enumerate(itertools.pairwise(LEVELS), 1):
        assert lower.depth <= upper.depth
        assert lower.nodes < upper.nodes
        assert lower.score_noise > upper.score_noise
        # Level 3 sees so much further that it may have more.
        assert lower.blunder_permille > upper.blunder_permille or number == 2
        assert lower.mates <= upper.mates
        assert lower.book <= upper.book
    assert LEVELS[-1].nodes >= 1_000_000
    assert LEVELS[-1].score_noise == 0
    assert LEVELS[-1].blunder_permille == 0


@pytest.mark.parametrize("number", NUMBERS)
def test_a_level_is_as_it_was_measured(number: int) -> None:
    """A change of these numbers needs a new measurement."""
    level = LEVELS[number - 1]
    played = ""
    for seed, fen in itertools.product(range(20), (START, MIDDLEGAME)):
        applied = on_move(level, seed, fen)
        choice = choose(SCORES[: applied.choices], applied.score_noise, seed, fen)
        played += "abcdefghijkl"[choice] if applied is INSTINCT else str(choice)
    settings = (level.nodes, level.depth, level.choices, level.score_noise, level.blunder_permille)
    assert (settings, played) == MEASURED[number]


def test_a_game_has_its_own_levels_and_no_others() -> None:
    assert all(1 <= len(game.levels) <= MAX_LEVEL for game in GAMES.values())
    for number in (-1, 0, 13):
        with pytest.raises(InvalidLimitsError, match=f"the levels of xiangqi are 1 to 12, not {number}$"):
            level_of(XIANGQI, number)
    with pytest.raises(InvalidLimitsError, match="the levels of liuzichong are 1 to 5, not 6"):
        level_of(GAMES["liuzichong"], 6)


def test_chance_is_the_same_everywhere() -> None:
    """The numbers are part of what a level is: another Python must not play another game."""
    scores = [30, 20, 10, 0, -10]
    chosen = [choose(scores, 40, seed, "position") for seed in range(12)]
    assert chosen == [0, 0, 0, 2, 1, 3, 2, 2, 0, 0, 0, 0]
    assert choose(scores, 0, 5, "position") == 0


@pytest.mark.parametrize("number", NUMBERS)
def test_lapses_are_as_frequent_as_the_level_says(number: int) -> None:
    level = LEVELS[number - 1]
    moves = [on_move(level, seed, f"position {ply}") for seed in range(40) for ply in range(50)]
    share = 1000 * moves.count(INSTINCT) / len(moves)
    assert share == pytest.approx(level.blunder_permille, abs=25)
    assert {*moves} <= {level, INSTINCT}


def test_the_same_move_is_a_lapse_everywhere() -> None:
    lapses = [on_move(LEVELS[3], seed, "position") is INSTINCT for seed in range(12)]
    assert lapses == [False, True, False, False, True, False, False, False, False, True, False, False]


def test_a_lapse_is_played_on_instinct(engine: Engine) -> None:
    seeds = [seed for seed in range(20) if on_move(LEVELS[3], seed, START) is INSTINCT]
    assert seeds
    for seed in range(20):
        engine.position(None)
        result = engine.go(Limits(level=4, seed=seed))
        assert (result.info.depth == INSTINCT.depth) == (seed in seeds)


def test_blur_decides_how_often_the_best_is_chosen() -> None:
    scores = [60, 30, 0]
    picks = {blur: [choose(scores, blur, seed, "") for seed in range(400)] for blur in (10, 60, 400)}
    assert statistics.mean(pick == 0 for pick in picks[10]) > 0.95
    assert 0.4 < statistics.mean(pick == 0 for pick in picks[60]) < 0.9
    assert statistics.mean(pick == 2 for pick in picks[400]) > 0.2


@pytest.mark.parametrize("level", NUMBERS[:-1])
def test_a_level_plays_the_same_whatever_came_before(engine: Engine, level: int) -> None:
    first = best(engine, MIDDLEGAME, level, seed=7)
    best(engine, None, level)
    engine.position(MIDDLEGAME)
    engine.go(Limits(nodes=20_000))
    assert best(engine, MIDDLEGAME, level, seed=7) == first


def test_a_low_level_varies_its_moves(engine: Engine) -> None:
    moves = {best(engine, None, 1, seed) for seed in range(12)}
    assert len(moves) >= 4


@pytest.mark.parametrize("fen", [MATE_IN_ONE, STALEMATE_IN_ONE])
@pytest.mark.parametrize("level", range(7, 13))
def test_a_win_in_one_is_never_missed(engine: Engine, fen: str, level: int) -> None:
    for seed in range(10):
        move = best(engine, fen, level, seed)
        board = engine.board
        board.push(next(each for each in board.legal_moves if each.uci() == move))
        outcome = board.outcome()
        assert outcome is not None
        assert outcome.winner == 0


def test_the_top_level_plays_at_full_strength(engine: Engine) -> None:
    """Level 12 under a tighter limit answers as an engine without a level does."""
    engine.position(MIDDLEGAME)
    engine.new_game()
    engine.position(MIDDLEGAME)
    plain = engine.go(Limits(nodes=30_000))
    level = engine.go(Limits(nodes=30_000, level=MAX_LEVEL))
    assert (level.bestmove, level.info.score, level.info.nodes) == (
        plain.bestmove,
        plain.info.score,
        plain.info.nodes,
    )


@pytest.mark.slow
def test_both_executions_play_a_level_alike() -> None:
    engines = [Engine(execution=execution, hash_mb=1) for execution in ("interpreted", "compiled")]
    for level, fen in itertools.product((1, 2, 3, 4, 5), (None, MIDDLEGAME)):
        assert len({best(engine, fen, level, seed=3) for engine in engines}) == 1
