"""The bench: searches of fixed positions to a fixed depth, as in Stockfish.

The node count is the signature of search and evaluation.  It changes only with them, and is the same in both
executions and on every machine.
"""

import pkgutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cannonfish.engine import Engine
from cannonfish.engine.limits import Limits

DEPTH: Final = 9


@dataclass(frozen=True, slots=True)
class BenchResult:
    """The result of a bench run."""

    execution: str
    depth: int
    nodes: int
    time_ms: int

    @property
    def nps(self) -> int:
        """Nodes per second."""
        return self.nodes * 1000 // max(self.time_ms, 1)


def positions(game: str) -> list[str]:
    """The bench positions of a game, as FENs."""
    data = pkgutil.get_data("cannonfish.kernel", f"{game}/bench.txt")
    if data is None:
        raise FileNotFoundError(f"cannonfish.kernel is installed without {game}/bench.txt")
    lines = (line.strip() for line in data.decode().splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def bench(
    engine: Engine, depth: int = DEPTH, on_position: Callable[[str, int], None] | None = None
) -> BenchResult:
    """Search all bench positions of the engine's game to a depth, each with cleared tables.

    ``on_position`` is called with each FEN and its node count.  Only the searches are timed.
    """
    execution = engine.execution
    nodes = 0
    seconds = 0.0
    for fen in positions(engine.game.name):
        engine.new_game()
        engine.position(fen)
        started = time.perf_counter()
        searched = engine.go(Limits(depth=depth)).info.nodes
        seconds += time.perf_counter() - started
        nodes += searched
        if on_position is not None:
            on_position(fen, searched)
    return BenchResult(execution, depth, nodes, int(seconds * 1000))
