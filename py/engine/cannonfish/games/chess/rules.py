"""How pieces move and give check: questions to an instance of the kernel's rules that no search ever touches.

The instance is shared by every board of the process.  It remembers which position stands in it, so asking
several things about one position, or following a game move by move, sets nothing up twice.
"""

import threading
from functools import cache

from cannonfish.compiler import Execution, instantiate, linked
from cannonfish.games.chess.encoding import Slots, decode, encode, place, read
from cannonfish.games.chess.fen import Position
from cannonfish.games.chess.move import Move
from cannonfish.kernel import CHESS_RULES


class Rules:
    """Answers about a position.  Safe to use from several threads.

    ``_loaded`` is None while the kernel's board is in motion: an interrupt leaves nothing in between.
    """

    def __init__(self, execution: Execution) -> None:
        self._execution = execution
        self._slots = Slots(execution)
        self._loaded: Position | None = None
        self._lock = threading.Lock()

    def normal(self, position: Position) -> Position:
        """The position, without a square that a pawn has passed if nobody can legally take there."""
        with self._lock:
            self._loaded = None
            place(self._execution, position)
            self._loaded = read(self._execution, position.turn, self._slots)
            return self._loaded

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """The moves that can be played, in the kernel's order."""
        with self._lock:
            self._load(position)
            self._loaded = None
            end = self._execution.call("legal_moves", position.turn, 0)
            self._loaded = position
            moves = map(decode, self._execution.slice("moves", 0, end))
            return tuple(move for move in moves if move is not None)

    def in_check(self, position: Position) -> bool:
        """True if the king of the side to move is attacked."""
        with self._lock:
            self._load(position)
            return bool(self._execution.call("in_check", position.turn))

    def opponent_in_check(self, position: Position) -> bool:
        """True if the king of the other side could be taken."""
        with self._lock:
            self._load(position)
            return bool(self._execution.call("in_check", position.turn.other))

    def drawn(self, position: Position) -> bool:
        """True if no sequence of moves ends in mate."""
        with self._lock:
            self._load(position)
            return bool(self._execution.call("insufficient_material"))

    def is_legal(self, position: Position, move: Move) -> bool:
        """True if the move can be played; asks about this move only, so it is quicker than listing all."""
        call = self._execution.call
        with self._lock:
            self._load(position)
            number = encode(move)
            if not call("pseudo_legal", position.turn, number):
                return False
            self._loaded = None
            undo = call("make", number)
            exposed = call("in_check", position.turn)
            call("unmake", number, undo)
            self._loaded = position
            return not exposed

    def is_capture(self, position: Position, move: Move) -> bool:
        """True if the legal move takes a piece, also in passing."""
        with self._lock:
            self._load(position)
            return bool(self._execution.call("victim_kind", encode(move)))

    def is_irreversible(self, position: Position, move: Move) -> bool:
        """True if the legal move takes something or moves a pawn."""
        with self._lock:
            self._load(position)
            return bool(self._execution.call("irreversible", encode(move)))

    def play(self, position: Position, move: Move) -> tuple[Position, bool]:
        """The position after a legal move, and whether the move gives check."""
        with self._lock:
            self._load(position)
            self._loaded = None
            self._execution.call("make", encode(move))
            self._loaded = read(self._execution, position.turn.other, self._slots)
            return self._loaded, bool(self._execution.call("in_check", position.turn.other))

    def perft(self, position: Position, depth: int) -> int:
        """The number of move sequences of that length."""
        with self._lock:
            self._load(position)
            self._loaded = None
            leaves = self._execution.call("perft", position.turn, depth, 0)
            self._loaded = position
            return leaves

    def _load(self, position: Position) -> None:
        if position != self._loaded:
            self._loaded = None
            place(self._execution, position)
            self._loaded = position


@cache
def rules() -> Rules:
    """The instance that boards share.  Interpreted: no short question is worth waiting for a compiler."""
    return Rules(instantiate(linked("cannonfish.kernel", CHESS_RULES), execution="interpreted"))
