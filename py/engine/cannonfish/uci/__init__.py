"""Other engines: programs that speak UCI or UCCI, on boards of this package.

    with uci.Engine.open("fairy-stockfish") as engine:
        result = engine.play(board, Limits(movetime=100))
        board.push(result.move)

The names follow ``chess.engine`` of python-chess; limits and scores are those of ``cannonfish.engine``.
"""

from cannonfish.engine.info import Score
from cannonfish.engine.limits import Limits
from cannonfish.uci.engine import Analysis, AsyncAnalysis, AsyncEngine, Engine
from cannonfish.uci.messages import Info, Option, PlayResult
from cannonfish.uci.process import EngineError, EngineMoveError, EngineTerminatedError, EngineTimeoutError

__all__ = [
    "Analysis",
    "AsyncAnalysis",
    "AsyncEngine",
    "Engine",
    "EngineError",
    "EngineMoveError",
    "EngineTerminatedError",
    "EngineTimeoutError",
    "Info",
    "Limits",
    "Option",
    "PlayResult",
    "Score",
]
