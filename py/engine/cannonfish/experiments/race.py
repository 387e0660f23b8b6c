"""The plain algorithms side by side: on one position, to the same depths."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cannonfish.compiler import Host, instantiate
from cannonfish.engine.info import Score
from cannonfish.engine.kernel import Kernel
from cannonfish.experiments.trace import ITERATIONS, algorithm_program
from cannonfish.games.game import Board, Game, Move

ENTRANTS: Final = ("minimax", "alphabeta", "pvs", "mtdf")
OPTIONS: Final = {"ordering": "ORDER_MOVES", "table": "USE_TABLE", "null_move": "NULL_MOVE"}
"""The switches, with their names in the kernel."""
MAX_DEPTH: Final = 20


@dataclass(frozen=True, slots=True)
class Lap:
    """An algorithm at a depth; nodes and milliseconds include those of the depths before."""

    algorithm: str
    depth: int
    nodes: int
    ms: float
    is_finished: bool
    """False: the limit of nodes came first, and there is no score of this depth."""
    score: Score | None = None
    move: Move | None = None


class Race:
    """A race; ``laps`` runs it.

    ``options`` are on by default, except ``null_move``; ``sources`` as for ``Engine``.
    ValueError for an unknown algorithm or option, or a finished game.
    """

    def __init__(
        self,
        game: Game,
        board: Board,
        *,
        entrants: Sequence[str] = ENTRANTS,
        execution: str = "auto",
        options: Mapping[str, bool] | None = None,
        sources: Mapping[str, str] | None = None,
        host: Host | None = None,
    ) -> None:
        switches = {"ordering": True, "table": True, "null_move": False, **(options or {})}
        for name in (*entrants, *switches):
            if name not in (*ITERATIONS, *OPTIONS):
                raise ValueError(f"there is no algorithm and no option {name!r}")
        if not len(board.legal_moves):
            raise ValueError("there is no legal move")
        self._board = board
        self._program = algorithm_program(game, sources or {})
        constants = self._program.constants
        values = [0] * len(OPTIONS)
        for name, slot in OPTIONS.items():
            values[constants[slot]] = int(switches[name])
        self._kernels: dict[str, Kernel] = {}
        try:
            for name in entrants:
                running = instantiate(self._program, execution, host)
                self._kernels[name] = Kernel(game, self._program, running)
                running.store("options", 0, values)
        except BaseException:
            self.close()
            raise
        self._spent = dict.fromkeys(entrants, 0.0)
        self._running = (entrants[0], 1, 0.0)

    @property
    def execution(self) -> str:
        """ "interpreted" or "compiled"."""
        return next(iter(self._kernels.values())).execution.name

    @property
    def now(self) -> Lap:
        """The current lap so far."""
        name, depth, started = self._running
        ms = self._spent[name] + (time.perf_counter() - started) * 1000
        return Lap(name, depth, self._kernels[name].nodes, ms, is_finished=False)

    def laps(self, depth: int, nodes: int = 0) -> Iterator[Lap]:
        """Run all depths up to this one, at each one algorithm after the other.

        An algorithm that has visited this many nodes (0: no limit) drops out.  ValueError for a depth out of
        range.
        """
        if not 1 <= depth <= MAX_DEPTH:
            raise ValueError(f"depth is a number from 1 to {MAX_DEPTH}, not {depth}")
        left = dict(self._kernels)
        for kernel in left.values():
            kernel.start_search(self._board, nodes)
        for each in range(1, depth + 1):
            for name, kernel in list(left.items()):
                lap = self._lap(name, kernel, each)
                if not lap.is_finished:
                    del left[name]
                yield lap

    def _lap(self, name: str, kernel: Kernel, depth: int) -> Lap:
        started = time.perf_counter()
        self._running = (name, depth, started)
        value = kernel.execution.call(ITERATIONS[name], depth)
        self._spent[name] += (time.perf_counter() - started) * 1000
        nodes, ms = kernel.nodes, self._spent[name]
        if value == self._program.constants["STOPPED"]:
            return Lap(name, depth, nodes, ms, is_finished=False)
        line = kernel.best_line(self._board)
        move = line[1][0] if line else None
        return Lap(name, depth, nodes, ms, is_finished=True, score=kernel.score(value), move=move)

    def close(self) -> None:
        """Release the memory."""
        for kernel in self._kernels.values():
            kernel.execution.close()
