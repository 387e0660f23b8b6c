"""Levels of Liuzichong: four that search, and one that cannot be beaten."""

import itertools
import random
from collections.abc import Callable

import pytest
from cannonfish.engine import Engine, Limits, Score
from cannonfish.errors import InvalidLimitsError
from cannonfish.games.catalogue import GAMES
from cannonfish.games.liuzichong import Board, Move, Result, Solution, SolutionError

LEVELS = GAMES["liuzichong"].levels
PERFECT = 5


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine("liuzichong", hash_mb=1)


def choice(engine: Engine, board: Board, level: int, seed: int = 0) -> Move:
    engine.position(board.fen())
    move = engine.go(Limits(level=level, seed=seed)).bestmove
    assert isinstance(move, Move)
    return move


def opening(seed: int) -> Board:
    """A few random moves from the start, after which the side to move has not lost."""
    rng = random.Random(seed)
    while True:
        board = Board()
        for _ in range(rng.randrange(8)):
            board.push(rng.choice([*board.legal_moves]))
        if board.legal_moves and Solution.load().probe(board).result is not Result.LOSS:
            return Board(board.fen())


def finish(board: Board, ours: Callable[[Board], Move], theirs: Callable[[Board], Move]) -> list[str]:
    """Play to the end; what each of our positions was worth."""
    side = board.turn
    values = []
    while board.outcome() is None:
        if board.turn is side:
            values.append(str(Solution.load().probe(board)))
        board.push((ours if board.turn is side else theirs)(board))
    return values


def test_the_ladder() -> None:
    assert [level.depth for level in LEVELS[:4]] == [2, 4, 6, 8]
    assert [level.perfect for level in LEVELS] == [False, False, False, False, True]


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_levels_that_search_reach_their_depth(engine: Engine, level: int) -> None:
    for seed in range(5):
        engine.position(opening(seed).fen())
        info = engine.go(Limits(level=level)).info
        assert info.depth == LEVELS[level - 1].depth or info.score == Score(mate=1)
        assert info.nodes < 50_000


@pytest.mark.parametrize("level", [-1, 0, 6, 12, 13])
def test_there_are_no_other_levels(engine: Engine, level: int) -> None:
    engine.position()
    with pytest.raises(InvalidLimitsError):
        engine.go(Limits(level=level))
    assert not engine.searching


def test_the_perfect_level_tells_the_distance(engine: Engine) -> None:
    engine.position("WBB...B..BB.W.B. b")  # won in three plies
    result = engine.go(Limits(level=PERFECT))
    assert (str(result.bestmove), result.info.score) == ("b2b1", Score(mate=2))
    engine.position(None, ["b1b2", "a3b3"])
    lost = Solution.load().probe(Board(engine.board.fen()))
    assert engine.go(Limits(level=PERFECT)).info.score == (
        Score(cp=0) if lost.distance is None else Score(mate=-(lost.distance // 2))
    )
    engine.position()
    assert engine.go(Limits(level=PERFECT)).info.score == Score(cp=0)
    assert {str(choice(engine, Board(), PERFECT, seed)) for seed in range(12)} == {"a2b2", "d2c2"}
    only = Limits(level=PERFECT, searchmoves=("c1c2",))
    engine.position()
    assert (str(engine.go(only).bestmove), engine.go(only).info.score) == ("c1c2", Score(mate=-17))


def test_the_perfect_level_answers_a_finished_game(engine: Engine) -> None:
    engine.position("WB..B........... w")
    result = engine.go(Limits(level=PERFECT))
    assert (result.bestmove, result.info.score) == (None, Score(mate=0))


def test_without_the_table_it_says_so(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> Solution:
        raise SolutionError("missing", "the solution of Liuzichong cannot be read")

    monkeypatch.setattr(Solution, "load", missing)
    engine.position()
    with pytest.raises(SolutionError):
        engine.go(Limits(level=PERFECT))
    assert not engine.searching
    assert engine.go(Limits(level=4)).bestmove is not None


def check_game(engine: Engine, seed: int) -> None:
    """The perfect level does not lose; once the game is won, each move brings the end two plies nearer."""
    board = opening(seed)
    side = board.turn
    values = finish(
        board,
        lambda board: choice(engine, board, PERFECT, seed),
        lambda board: choice(engine, board, 4, seed),
    )
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner in (None, side)
    distances = [int(value.split()[-1]) for value in values if value.startswith("wins")]
    assert (outcome.winner is side) == bool(distances)
    # Where the other side is not perfect, the end may come sooner.
    assert all(later <= sooner - 2 for sooner, later in itertools.pairwise(distances))


@pytest.mark.parametrize("seed", range(6))
def test_the_perfect_level_never_loses(engine: Engine, seed: int) -> None:
    check_game(engine, seed)


@pytest.mark.slow
def test_the_perfect_level_never_loses_a_thousand_games(engine: Engine) -> None:
    for seed in range(1000):
        check_game(engine, seed)


def check_exact_win(seed: int) -> None:
    """Perfect against perfect, a won position ends after exactly as many plies as it says."""
    rng = random.Random(seed)
    solution = Solution.load()
    board = opening(seed)
    while (value := solution.probe(board)).result is not Result.WIN:
        moves = [move for move, each in solution.moves(board).items() if each.result is not Result.WIN]
        board.push(rng.choice(moves))
        if not board.legal_moves or board.ply() > 40:
            board = opening(seed := seed + 1000)
    board = Board(board.fen())
    while (outcome := board.outcome()) is None:
        board.push(rng.choice([*solution.best_moves(board)]))
    assert outcome.winner is not None
    assert board.ply() == value.distance


@pytest.mark.parametrize("seed", range(10))
def test_won_positions_are_won_at_the_exact_distance(seed: int) -> None:
    check_exact_win(seed)


@pytest.mark.slow
def test_a_thousand_won_positions_are_won_at_the_exact_distance() -> None:
    for seed in range(1000):
        check_exact_win(seed)
