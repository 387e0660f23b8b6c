"""Our engine as a player in the same process: no pipe, and many versions side by side."""

from functools import lru_cache

from cannonfish.compiler import ExecutionFailed, ExecutionUnavailable
from cannonfish.engine.info import Result, Score
from cannonfish.engine.limits import MAX_DEPTH, Limits
from cannonfish.engine.search import OnInfo, Search, Steps
from cannonfish.games.game import Board
from cannonfish.matches.player import MATE_SCORE, Answer, PlayerError

from cannonfish_lab import interrupts
from cannonfish_lab.errors import LabError
from cannonfish_lab.players.kernels import Version, VersionKernel, version
from cannonfish_lab.players.spec import PlayerSpec


class OwnPlayer:
    """A version of our kernel.  Unlike ``Engine``, it does not fall back to the interpreter: a match must see
    failures.

    LabError if the version cannot be linked or does not run in the execution of the spec.
    """

    def __init__(self, spec: PlayerSpec) -> None:
        self.version: Version = version(spec.kernel, spec.settings, spec.game, spec.evaluation)
        try:
            self._kernel = VersionKernel(self.version, spec.execution)
        except (ExecutionUnavailable, ValueError) as error:
            raise LabError(f"{spec.name}: {error}") from error

    def new_game(self) -> None:
        """Forget everything learnt."""
        self._kernel.clear()

    def go(self, board: Board, limits: Limits, deadline: float = 0.0) -> Answer:
        """Choose a move.  The kernel checks the clock itself and ignores the deadline."""
        return self._thought(board, limits) or self._searched(board, limits)

    def _thought(self, board: Board, limits: Limits) -> Answer | None:
        """The answer of a search that the kernel does alone; None if that takes more than it knows."""
        outcomes_of = self._kernel.game.repetition_outcomes
        if not _are_plain(limits) or (outcomes_of is not None and outcomes_of(board)):
            return None
        try:
            with interrupts.held():
                move, score, depth = self._kernel.think(board, limits.nodes or 0, limits.depth or MAX_DEPTH)
        except ExecutionFailed as error:
            raise PlayerError("crash", str(error)) from error
        return None if move is None else Answer(move.uci(), centipawns(score), depth, self._kernel.nodes)

    def _searched(self, board: Board, limits: Limits) -> Answer:
        result = self.search(board, limits)
        move, info = result.bestmove, result.info
        return Answer(None if move is None else move.uci(), centipawns(info.score), info.depth, info.nodes)

    def search(self, board: Board, limits: Limits, on_info: OnInfo | None = None) -> Result:
        """The result of a search; its lines have only one move."""
        search = Search(self._kernel.game, board.copy(), limits, on_info)
        at_once = search.result_without_search()
        if at_once is not None:
            return at_once
        steps: Steps = search.steps(self._kernel)
        try:
            with interrupts.held():
                depth = next(steps)
                while True:
                    depth = steps.send(self._kernel.iterate(depth))
        except StopIteration as end:
            result: Result = end.value
            return result
        except ExecutionFailed as error:
            raise PlayerError("crash", str(error)) from error

    def close(self) -> None:
        """Release the instance."""
        self._kernel.execution.close()


@lru_cache
def _are_plain(limits: Limits) -> bool:
    """True if nodes and depth are the only limits."""
    plain = Limits(nodes=limits.nodes, depth=limits.depth, seed=limits.seed)
    return limits == plain and not limits.is_endless()


def centipawns(score: Score) -> int:
    """A score as one number; shorter mates count more."""
    return score.centipawns(MATE_SCORE)
