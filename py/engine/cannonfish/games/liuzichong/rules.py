"""How stones move and are taken: questions to an instance of the kernel's rules that no search ever touches.

The instance is shared by every board of the process.
"""

import threading
from functools import cache

from cannonfish.compiler import Execution, instantiate, linked
from cannonfish.games.liuzichong.encoding import decode, encode, place, squares_of
from cannonfish.games.liuzichong.fen import EMPTY
from cannonfish.games.liuzichong.move import Move
from cannonfish.games.liuzichong.sides import Side
from cannonfish.games.liuzichong.squares import Square
from cannonfish.kernel import LIUZICHONG_RULES


class Rules:
    """Answers about a placement and a side to move.  Safe to use from several threads."""

    def __init__(self, execution: Execution) -> None:
        self._execution = execution
        self._lock = threading.Lock()

    def legal_moves(self, placement: str, turn: Side) -> tuple[Move, ...]:
        """The moves that can be played, in the kernel's order."""
        with self._lock:
            place(self._execution, placement)
            end = self._execution.call("legal_moves", turn, 0)
            moves = map(decode, self._execution.slice("moves", 0, end))
            return tuple(move for move in moves if move is not None)

    def captures(self, placement: str, turn: Side, move: Move) -> tuple[Square, ...]:
        """The points of the stones that a legal move takes, from a1 to d4."""
        with self._lock:
            place(self._execution, placement)
            return squares_of(self._execution.call("captured_stones", turn, encode(move)))

    def perft(self, placement: str, turn: Side, depth: int) -> int:
        """The number of move sequences of that length."""
        with self._lock:
            place(self._execution, placement)
            return self._execution.call("perft", turn, depth, 0)


def after(placement: str, move: Move, captured: tuple[Square, ...]) -> str:
    """The placement after a legal move that takes the stones on these points."""
    points = list(placement)
    points[move.dest] = points[move.orig]
    for at in (move.orig, *captured):
        points[at] = EMPTY
    return "".join(points)


@cache
def rules() -> Rules:
    """The instance that boards share.  Interpreted: no short question is worth waiting for a compiler."""
    return Rules(instantiate(linked("cannonfish.kernel", LIUZICHONG_RULES), execution="interpreted"))
