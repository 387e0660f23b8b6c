"""The bench: searches of fixed positions to a fixed depth, as in Stockfish, with every game and evaluation.

The sum of the nodes is the signature of search and evaluations.  It changes only with them, and is the same
in both executions and on every machine.
"""

import pkgutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from cannonfish.engine import Engine
from cannonfish.engine.engine import EVALUATIONS
from cannonfish.engine.limits import Limits
from cannonfish.games.catalogue import NAMES

DEPTH: Final = 9


@dataclass(frozen=True, slots=True)
class BenchResult:
    """The result of a game with one evaluation."""

    game: str
    evaluation: str
    execution: str
    nodes: int
    time_ms: int

    @property
    def nps(self) -> int:
        """Nodes per second."""
        return nodes_per_second(self.nodes, self.time_ms)


def nodes_per_second(nodes: int, time_ms: int) -> int:
    """The speed of a search."""
    return nodes * 1000 // max(time_ms, 1)


def positions(game: str) -> list[str]:
    """The bench positions of a game, as FENs."""
    data = pkgutil.get_data("cannonfish.kernel", f"{game}/bench.txt") or b""
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
    return BenchResult(engine.game.name, engine.evaluation, execution, nodes, int(seconds * 1000))


def bench_all(
    new_engine: Callable[[str], Engine] = Engine,
    depth: int = DEPTH,
    on_position: Callable[[str, int], None] | None = None,
) -> Iterator[BenchResult]:
    """The results of every game with each of its evaluations; the sum of their nodes is the signature.

    ``new_engine`` makes the engine of a game.
    """
    for game in NAMES:
        with new_engine(game) as engine:
            for evaluation in EVALUATIONS:
                engine.set_evaluation(evaluation)
                if engine.evaluation == evaluation:
                    yield bench(engine, depth, on_position)
