"""How pieces move, answered by an interpreted instance of a game's kernel that no search uses."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import ClassVar, Final, Generic, NamedTuple, Self, TypeVar

from cannonfish.compiler import Execution, linked
from cannonfish.compiler.interpreted import InterpretedExecution
from cannonfish.games.base.fen import EMPTY, Position
from cannonfish.games.base.grid import Square
from cannonfish.games.base.move import Move

P = TypeVar("P", bound=Position)
M = TypeVar("M", bound=Move)


_TAKE_BACK: Final = 16
"""The most moves that are taken back rather than set up the position before them: about equally slow."""


class _Made(NamedTuple, Generic[P]):
    """A move on the kernel's board."""

    position: P
    """The position before it."""
    number: int
    undo: int
    irreversible: bool


class _Lock:
    """The lock of a kernel.  What fails inside it is raised as ExecutionFailed, with file and line."""

    def __init__(self, execution: InterpretedExecution) -> None:
        self._lock = threading.Lock()
        self._execution = execution

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        self._lock.release()
        failure = self._execution.failure(error)
        if failure is not None:
            raise failure from error


class Rules(ABC, Generic[P, M]):
    """Answers about positions.  Safe to use from several threads.

    All boards of a game share one instance.  It remembers the position on the kernel's board and the moves
    that led there, so playing through a game, forwards or back, sets up the board only once.  It runs
    interpreted: compiling takes longer than any answer.
    """

    files: ClassVar[tuple[str, ...]]
    """The files of the kernel to link, without the search."""
    square_numbers: ClassVar[Sequence[int]] = ()
    """The kernel's number of each square, in a game whose pieces attack squares."""

    def __init__(self) -> None:
        self._execution = InterpretedExecution(linked("cannonfish.kernel", self.files))
        function = self._execution.function
        self._make, self._unmake = function("make"), function("unmake")
        self._pseudo_legal, self._in_check = function("pseudo_legal"), function("in_check")
        self._irreversible = function("irreversible")
        self._loaded: P | None = None
        """The position on the kernel's board; None if not known, as after a move made by ``is_legal``."""
        self._line: list[_Made[P]] = []
        """The last moves made on the kernel's board."""
        self._lock = _Lock(self._execution)

    @classmethod
    @cache
    def shared(cls) -> Self:
        """The instance that all boards of the game share."""
        return cls()

    # --- what a game supplies -------------------------------------------------------------------------------

    @staticmethod
    @abstractmethod
    def encode(move: M) -> int:
        """The kernel's number of a move."""

    @staticmethod
    @abstractmethod
    def decode(number: int) -> M | None:
        """The move that the kernel encodes as this number, or None."""

    @staticmethod
    @abstractmethod
    def set_position(execution: Execution, position: P) -> None:
        """Set up a position on the board of any program with the game's kernel."""

    @abstractmethod
    def _played(self, position: P, move: M) -> P:
        """The position after a legal move, which has been made on the kernel's board."""

    # --- questions ------------------------------------------------------------------------------------------

    def legal_moves(self, position: P) -> tuple[M, ...]:
        """The legal moves, in the kernel's order."""
        with self._lock:
            self._load(position)
            line = self._take_line()
            end = self._execution.call("legal_moves", position.turn, 0)
            self._loaded, self._line = position, line
            return self._moves(end)

    def _moves(self, end: int) -> tuple[M, ...]:
        """The first moves of the kernel's list."""
        moves = map(self.decode, self._execution.slice("moves", 0, end))
        return tuple(move for move in moves if move is not None)

    def is_legal(self, position: P, move: M) -> bool:
        """True if the move is legal.  Quicker than listing all legal moves."""
        with self._lock:
            return self._make_if_legal(position, self.encode(move))

    def pseudo_legal_moves(self, position: P) -> tuple[M, ...]:
        """The moves that may leave the mover in check, in the kernel's order."""
        with self.on_board(position) as kernel:
            end = kernel.call("generate_captures", position.turn, 0)
            return self._moves(kernel.call("generate_quiets", position.turn, end))

    def is_pseudo_legal(self, position: P, move: M) -> bool:
        """True if ``move in pseudo_legal_moves``."""
        return bool(self._ask(position, "pseudo_legal", position.turn, self.encode(move)))

    def attackers(self, position: P, side: int, target: Square, after: M | None = None) -> list[Square]:
        """The squares of the side's pieces that attack a square, now or after the other side's pseudo-legal
        move.  Generals that face each other do not count.

        NotImplementedError in a game whose kernel has no ``attacks``.
        """
        with self.on_board(position) as kernel:
            attacks = self._attacks()
            if after is not None:
                kernel.call("make", self.encode(after))
            numbers = self.square_numbers
            return [
                at
                for at, letter in enumerate(position.placement)
                if letter != EMPTY
                and letter.islower() == bool(side)
                and at != target
                and attacks(numbers[at], numbers[target])
            ]

    def attacked(self, position: P, orig: Square) -> list[Square]:
        """The squares that the piece on a square attacks, whatever stands there."""
        with self.on_board(position):
            attacks, numbers = self._attacks(), self.square_numbers
            return [at for at, number in enumerate(numbers) if at != orig and attacks(numbers[orig], number)]

    def _attacks(self) -> Callable[[int, int], int]:
        if "attacks" not in self._execution.program.signatures:
            raise NotImplementedError("no piece of this game attacks a square")
        return self._execution.function("attacks")

    def in_check(self, position: P, opponent: bool = False) -> bool:
        """True if the side to move, or its opponent, is in check."""
        side = position.turn.other if opponent else position.turn
        return bool(self._ask(position, "in_check", side))

    def insufficient_material(self, position: P) -> bool:
        """True if neither side can win any more."""
        return bool(self._ask(position, "insufficient_material"))

    def no_moves_result(self, position: P, checked: bool) -> int:
        """The result for a side to move without a legal move: -1 a loss, 0 a draw, 1 a win."""
        return self._ask(position, "no_moves_result", position.turn, int(checked))

    def play(self, position: P, move: M) -> tuple[P, bool, bool] | None:
        """The position after a move, whether the move gives check, and whether it is irreversible; None if it
        is not legal."""
        with self._lock:
            if not self._make_if_legal(position, self.encode(move)):
                return None
            played = self._played(position, move)
            self._loaded = played
            return played, bool(self._in_check(played.turn)), self._line[-1].irreversible

    def perft(self, position: P, depth: int) -> int:
        """The number of sequences of ``depth`` legal moves.  ValueError if the kernel cannot count so far."""
        greatest = self._execution.program.constants["MAX_PLY"]
        if depth not in range(greatest + 1):
            raise ValueError(f"perft counts to a depth from 0 to {greatest}, not {depth!r}")
        with self.on_board(position) as kernel:
            return kernel.call("perft", position.turn, depth, 0)

    @contextmanager
    def on_board(self, position: P) -> Iterator[Execution]:
        """The kernel with a position on its board, for a caller that makes moves there.

        Holds a non-reentrant lock; calling Rules inside the block deadlocks.
        """
        with self._lock:
            self._load(position)
            self._take_line()
            yield self._execution

    def _ask(self, position: P, function: str, *arguments: int) -> int:
        """The value of a kernel function that leaves the board as it is."""
        with self._lock:
            self._load(position)
            return self._execution.call(function, *arguments)

    def _make_if_legal(self, position: P, number: int) -> bool:
        """Make a legal move and leave it on the kernel's board, because it is usually played next."""
        if self._line:
            last = self._line[-1]
            if last.number == number and last.position is position:
                return True
        self._load(position)
        side = position.turn
        if not self._pseudo_legal(side, number):
            return False
        irreversible = self._irreversible(number)
        line = self._take_line()
        undo = self._make(number)
        legal = not self._in_check(side)
        if legal:
            line.append(_Made(position, number, undo, bool(irreversible)))
        else:
            self._unmake(number, undo)
            self._loaded = position
        self._line = line
        return legal

    def _load(self, position: P) -> None:
        """Put a position on the kernel's board, by taking moves back if they led on from it."""
        if position == self._loaded:
            return
        line = self._take_line()
        if any(made.position is position for made in reversed(line[-_TAKE_BACK:])):
            before = None
            while before is not position:
                before, number, undo, _ = line.pop()
                self._unmake(number, undo)
        else:
            line.clear()
            self.set_position(self._execution, position)
        self._loaded, self._line = position, line

    def _take_line(self) -> "list[_Made[P]]":
        """Forget what is on the kernel's board while it changes, in case of an interrupt; return the line."""
        line, self._line = self._line, []
        self._loaded = None
        return line
