"""An engine as a player, in the same process."""

import time
from collections.abc import Callable, Mapping

from cannonfish.compiler import Host
from cannonfish.engine.engine import Engine
from cannonfish.engine.limits import Limits
from cannonfish.engine.search import ILLEGAL_MOVE
from cannonfish.games.game import Board
from cannonfish.matches.player import MATE_SCORE, Answer, PlayerError


class EnginePlayer:
    """An engine, edited by ``sources`` (see ``Engine``).  After a crash it does not go on interpreted.

    Making one compiles it, which raises DialectError and LinkError.  ``on_think`` is called before each
    search, ``on_poll`` every few milliseconds during one.
    """

    def __init__(
        self,
        game: str,
        sources: Mapping[str, str],
        execution: str = "auto",
        *,
        on_think: Callable[[Board], None] = lambda board: None,
        on_poll: Callable[[], None] = lambda: None,
    ) -> None:
        self._on_think, self._on_poll = on_think, on_poll
        self._ends = 0.0
        self._engine = Engine(game, execution, host=Host(poll=self._poll), sources=sources)
        self._engine.execution  # noqa: B018 - compiles
        self._engine.on_fallback = _crash

    def new_game(self) -> None:
        """Forget everything learnt."""
        self._engine.new_game()

    def go(self, board: Board, limits: Limits, deadline: float) -> Answer:
        """Choose a move.  PlayerError also if the search has not ended at the deadline."""
        self._on_think(board)
        self._ends = time.monotonic() + deadline
        self._engine.set_board(board)
        try:
            result = self._engine.go(limits)
        except Exception as error:
            self._engine.close()  # the call was left half-way
            if isinstance(error, PlayerError):
                raise
            raise _fault(str(error) or type(error).__name__) from error
        move, info = result.bestmove, result.info
        score = info.score.centipawns(MATE_SCORE)
        return Answer(None if move is None else move.uci(), score, info.depth, info.nodes)

    def close(self) -> None:
        """Release the instance."""
        self._engine.close()

    def _poll(self) -> int:
        if time.monotonic() > self._ends:
            raise PlayerError("time", "the search does not end")
        self._on_poll()
        return 0


def _crash(reason: str) -> None:
    raise _fault(reason)


def _fault(reason: str) -> PlayerError:
    return PlayerError("illegal_move" if reason.startswith(ILLEGAL_MOVE) else "crash", reason)
