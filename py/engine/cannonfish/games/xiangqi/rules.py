"""How pieces move and give check: questions to an instance of the kernel's rules that no search ever touches.

The instance is shared by every board of the process.  It remembers which placement stands in it, so asking
several things about one position, or following a game move by move, sets nothing up twice.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from cannonfish.compiler import Execution, instantiate, linked
from cannonfish.games.xiangqi.encoding import decode, encode, place
from cannonfish.games.xiangqi.fen import EMPTY
from cannonfish.games.xiangqi.move import Move
from cannonfish.games.xiangqi.pieces import Side
from cannonfish.kernel import XIANGQI_LAW


class Rules:
    """Answers about a placement and a side to move.  Safe to use from several threads.

    ``_loaded`` is empty while the kernel's board is in motion: an interrupt leaves nothing in between.
    """

    def __init__(self, execution: Execution) -> None:
        self._execution = execution
        self._loaded = ""
        self._lock = threading.Lock()

    def legal_moves(self, placement: str, turn: Side) -> tuple[Move, ...]:
        """The moves that can be played, in the kernel's order."""
        with self._lock:
            self._load(placement)
            end = self._execution.call("legal_moves", turn, 0)
            moves = map(decode, self._execution.slice("moves", 0, end))
            return tuple(move for move in moves if move is not None)

    def in_check(self, placement: str, side: Side) -> bool:
        """True if the side's general could be taken now (generals that face each other count)."""
        with self._lock:
            self._load(placement)
            return bool(self._execution.call("in_check", side))

    def drawn(self, placement: str) -> bool:
        """True if neither side has a piece left that could win."""
        with self._lock:
            self._load(placement)
            return bool(self._execution.call("insufficient_material"))

    def is_legal(self, placement: str, turn: Side, move: Move) -> bool:
        """True if the move can be played; asks about this move only, so it is quicker than listing all."""
        call = self._execution.call
        with self._lock:
            self._load(placement)
            number = encode(move)
            if not call("pseudo_legal", turn, number):
                return False
            self._loaded = ""
            undo = call("make", number)
            exposed = call("in_check", turn)
            call("unmake", number, undo)
            self._loaded = placement
            return not exposed

    def play(self, placement: str, turn: Side, move: Move) -> tuple[str, bool]:
        """The placement after a legal move, and whether the move gives check."""
        after = list(placement)
        after[move.dest] = after[move.orig]
        after[move.orig] = EMPTY
        with self._lock:
            self._load(placement)
            self._loaded = ""
            self._execution.call("make", encode(move))
            self._loaded = "".join(after)
            return self._loaded, bool(self._execution.call("in_check", turn.other))

    def perft(self, placement: str, turn: Side, depth: int) -> int:
        """The number of move sequences of that length."""
        with self._lock:
            self._load(placement)
            self._loaded = ""
            leaves = self._execution.call("perft", turn, depth, 0)
            self._loaded = placement
            return leaves

    @contextmanager
    def on_board(self, placement: str) -> Iterator[Execution]:
        """The kernel itself with the placement on its board, for whoever has many questions about a line.

        Nobody else can ask meanwhile, not even the one who asks.
        """
        with self._lock:
            self._load(placement)
            self._loaded = ""
            yield self._execution

    def _load(self, placement: str) -> None:
        if placement != self._loaded:
            self._loaded = ""
            place(self._execution, placement)
            self._loaded = placement


@cache
def rules() -> Rules:
    """The instance that boards share.  Interpreted: no short question is worth waiting for a compiler."""
    return Rules(instantiate(linked("cannonfish.kernel", XIANGQI_LAW), execution="interpreted"))
