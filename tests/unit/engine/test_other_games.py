"""The engine with games other than Xiangqi: mates, draws, levels, the game's own terms."""

import json
from pathlib import Path

import pytest
from cannonfish.engine import Engine, Limits, Score
from cannonfish.engine.bench import positions
from cannonfish.errors import InvalidFenError
from cannonfish.games.catalogue import GAMES

TACTICS = json.loads((Path(__file__).parents[2] / "data/chess/tactics.json").read_text())["positions"]


@pytest.fixture(scope="module")
def chess() -> Engine:
    return Engine("chess", hash_mb=16)


def test_the_catalogue() -> None:
    assert {"xiangqi", "chess", "liuzichong"} <= GAMES.keys()
    assert [game.name for game in GAMES.values()] == [*GAMES]
    assert "go" not in GAMES
    with pytest.raises(KeyError):
        GAMES["go"]
    with pytest.raises(ValueError, match=f"known are: {', '.join(GAMES)}$"):
        Engine("go")


@pytest.mark.parametrize("name", GAMES)
def test_every_game_plays_in_both_executions(name: str) -> None:
    results = []
    for execution in ("interpreted", "compiled"):
        engine = Engine(name, execution, hash_mb=1)
        engine.position()
        result = engine.go(Limits(depth=5))
        assert engine.execution == execution
        results.append((result.bestmove, result.ponder, result.info.score, result.info.nodes, result.info.pv))
    assert results[0] == results[1]
    assert results[0][0] is not None


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_positions_to_bench(name: str) -> None:
    for fen in positions(name):
        assert GAMES[name].new_board(fen).legal_moves


@pytest.mark.parametrize(
    ("fen", "mate"),
    [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", 1),
        ("6rk/6pp/8/6N1/8/8/8/7K w - - 0 1", 1),
        ("r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1", 2),
        ("k7/7Q/1K6/8/8/8/8/8 b - - 0 1", -1),
        ("8/8/8/8/8/5k2/6q1/7K w - - 0 1", 0),
    ],
)
def test_mates(chess: Engine, fen: str, mate: int) -> None:
    chess.position(fen)
    result = chess.go(Limits(depth=8))
    assert result.info.score == Score(mate=mate)
    assert (result.bestmove is None) == (mate == 0)


def test_a_quicker_mate_is_found_after_a_slower_one() -> None:
    """After another search, the table suggests a mate in two first. Futility pruning then skipped all quiet
    moves, the mate in one among them: no static score reaches a mate."""
    engine = Engine("chess", hash_mb=16)
    engine.position("6k1/6p1/8/8/8/8/qr4PP/4Q2K w - - 0 1")
    engine.go(Limits(depth=10))
    engine.position("k7/7Q/1K6/8/8/8/8/8 b - - 0 1")
    assert engine.go(Limits(depth=8)).info.score == Score(mate=-1)


def test_a_stalemate_is_a_draw(chess: Engine) -> None:
    chess.position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    result = chess.go(Limits(depth=3))
    assert (result.bestmove, result.info.score) == (None, Score(cp=0))


def test_what_nobody_can_win_is_a_draw(chess: Engine) -> None:
    chess.position("8/8/4k3/8/3n4/2K5/8/8 w - - 0 1")
    result = chess.go(Limits(depth=6))
    assert (result.bestmove, result.info.score) == (None, Score(cp=0))
    # Black's last pawn can be taken: that is a draw, and everything else loses.
    chess.position("8/8/8/8/5b2/8/4p3/2k1K3 w - - 0 1")
    result = chess.go(Limits(depth=8))
    assert str(result.bestmove) == "e1e2"
    assert result.info.score == Score(cp=0)


def test_a_repetition_saves_a_lost_game(chess: Engine) -> None:
    """White, about to be mated, gives check on e8 and h5 for ever."""
    chess.position("6k1/6p1/8/8/8/8/qr4PP/4Q2K w - - 0 1")
    result = chess.go(Limits(depth=10))
    assert (str(result.bestmove), result.info.score) == ("e1e8", Score(cp=0))


def test_bad_positions_are_refused(chess: Engine) -> None:
    with pytest.raises(InvalidFenError):
        chess.position("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1")
    assert chess.board.fen() != ""


def test_searchmoves_in_a_position_with_very_many(chess: Engine) -> None:
    """All but one of 218 moves are barred."""
    chess.position("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")
    result = chess.go(Limits(depth=2, searchmoves=("f1f2",)))
    assert str(result.bestmove) == "f1f2"


def test_chess_has_the_levels_of_xiangqi(chess: Engine) -> None:
    assert GAMES["chess"].levels is GAMES["xiangqi"].levels
    for level in (1, 4, 7, 12):
        chess.position("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")
        result = chess.go(Limits(level=level, depth=3))
        assert result.bestmove is not None
        if level >= 7:
            assert str(result.bestmove) == "a1a8"


def solved(engine: Engine, limits: Limits) -> list[str]:
    """The tactical positions in which the engine finds a best move."""
    found = []
    for case in TACTICS:
        engine.new_game()
        engine.position(case["fen"])
        if str(engine.go(limits).bestmove) in case["best"]:
            found.append(case["id"])
    return found


@pytest.mark.parametrize(
    ("evaluation", "nodes", "least"),
    [("classical", 30_000, 9), ("network", 30_000, 9), ("network", 120_000, 13)],
)
def test_tactics_with_few_nodes(chess: Engine, evaluation: str, nodes: int, least: int) -> None:
    """Nodes, not time: the same on every machine."""
    chess.set_evaluation(evaluation)
    assert len(solved(chess, Limits(nodes=nodes))) >= least


@pytest.mark.slow
def test_tactics_in_a_second(chess: Engine) -> None:
    found = solved(chess, Limits(movetime=1000))
    assert len(found) >= 12, found
