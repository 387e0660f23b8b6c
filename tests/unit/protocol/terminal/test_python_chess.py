"""A whole exchange with the client that most programs use: python-chess drives the engine in chess."""

import sys
from collections.abc import Iterator
from pathlib import Path

import cannonfish
import chess
import pytest
from chess.engine import Cp, EngineError, Limit, Mate, SimpleEngine

MATE_IN_TWO = "7k/8/8/8/8/8/R7/1R5K w - - 0 1"
MATED = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"


@pytest.fixture
def engine() -> Iterator[SimpleEngine]:
    folder = str(Path(cannonfish.__file__).parents[1])
    with SimpleEngine.popen_uci([sys.executable, "-m", "cannonfish"], timeout=120, cwd=folder) as engine:
        engine.configure({"Execution": "interpreted", "Hash": 1})
        yield engine


def test_a_game(engine: SimpleEngine) -> None:
    """python-chess sets `UCI_Variant` by itself, as chess is not the default, and ponders between moves."""
    assert engine.id["name"].startswith("Cannonfish ")
    board = chess.Board()
    while board.ply() < 8:
        played = engine.play(board, Limit(nodes=300), ponder=True, game="one")
        assert played.move in board.legal_moves
        board.push(played.move)
    clocks = Limit(white_clock=0.5, black_clock=0.5, white_inc=0.01, black_inc=0.01, remaining_moves=10)
    assert engine.play(board, clocks, ponder=True).move in board.legal_moves
    assert engine.play(chess.Board(MATED), Limit(depth=3), game="another").move is None
    first = next(iter(board.legal_moves))
    assert engine.play(board, Limit(depth=2), root_moves=[first]).move == first


def test_analysis(engine: SimpleEngine) -> None:
    board = chess.Board()
    board.push_san("e4")
    infos = engine.analyse(board, Limit(depth=3), multipv=3)
    assert [info["multipv"] for info in infos] == [1, 2, 3]
    for info in infos:
        assert isinstance(info["score"].relative, Cp)
        assert info["depth"] == 3
        board.variation_san(info["pv"])  # raises if a move is not legal
    with engine.analysis(board) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 2:
                break
    assert analysis.wait().move in board.legal_moves
    engine.ping()
    mate = engine.analyse(chess.Board(MATE_IN_TWO), Limit(mate=2))
    assert mate["score"].relative == Mate(2)


def test_options(engine: SimpleEngine) -> None:
    engine.configure({"Skill Level": 1, "UCI_ShowWDL": True})
    with pytest.raises(EngineError, match="Hash"):
        engine.configure({"Hash": 0})
    info = engine.analyse(chess.Board(), Limit(depth=4))
    assert info["depth"] == 1  # the first level looks no further
    assert sum(info["wdl"].relative) == 1000


def test_quitting_during_an_analysis(engine: SimpleEngine) -> None:
    analysis = engine.analysis(chess.Board())
    next(iter(analysis))
    engine.quit()
    assert engine.returncode.result() == 0
