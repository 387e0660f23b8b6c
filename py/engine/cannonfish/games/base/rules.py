"""How pieces move, answered by an instance of a game's kernel that no search uses."""

import math
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import ClassVar, Final, Generic, Self, TypeVar, cast

from cannonfish.compiler import Execution, ExecutionFailed, instantiate, linked
from cannonfish.games.base.fen import EMPTY, Position
from cannonfish.games.base.grid import Square
from cannonfish.games.base.move import Move

P = TypeVar("P", bound=Position)
M = TypeVar("M", bound=Move)


_TAKE_BACK: Final = 16
"""The most moves that are taken back rather than set up the position before them: about equally slow."""
_LIST_COST: Final = 12
"""The time of a list of legal moves, if that of a move made is 1."""


class _Lock:
    """The lock of a kernel.  What fails inside it is raised as ExecutionFailed, with file and line."""

    def __init__(self, failure: Callable[[BaseException | None], ExecutionFailed | None]) -> None:
        lock = threading.Lock()
        self._acquire, self._release, self._failure = lock.acquire, lock.release, failure

    def __enter__(self) -> None:
        self._acquire()

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        self._release()
        if error is not None:
            failure = self._failure(error)
            if failure is not None:
                raise failure from error


class Rules(ABC, Generic[P, M]):
    """Answers about positions.  Safe to use from several threads.

    All boards of a game share one instance.  It remembers the position on the kernel's board and the moves
    that led there, so playing through a game, forwards or back, sets up the board only once.

    It begins interpreted, because compiling takes longer than any answer.  When as much time has gone into
    answers, it goes on compiled, if that can be had.
    """

    files: ClassVar[tuple[str, ...]]
    """The files of the kernel to link, without the search."""
    square_numbers: ClassVar[Sequence[int]] = ()
    """The kernel's number of each square, in a game whose pieces attack squares."""
    interpreted_for: ClassVar[float] = 20_000
    """The interpreted moves made (a list of moves counts as several) before the kernel is compiled."""

    def __init__(self) -> None:
        self._loaded: P | None = None
        """The position on the kernel's board; None if not known, as after a move made by ``is_legal``."""
        self._line: list[tuple[P, int, int]] = []
        """The last moves made on the kernel's board: the position before each, its number, and the result of
        the kernel's ``play``."""
        self._lock = _Lock(lambda error: self._execution.failure(error))
        self._use("interpreted")
        self._left = self.interpreted_for

    @property
    def execution(self) -> str:
        """``interpreted`` or ``compiled``."""
        return self._execution.name

    def use(self, execution: str) -> None:
        """Go on ``interpreted``, ``compiled`` or ``auto``, for good; ExecutionUnavailable if it cannot."""
        with self._lock:
            self._use(execution)

    def _use(self, name: str) -> None:
        self._left = math.inf
        self._execution = execution = instantiate(linked("cannonfish.kernel", self.files), name)
        self._loaded, self._line = None, []
        self._play, self._unmake = execution.function("play"), execution.function("unmake")
        self._legal_moves = execution.function("legal_moves")

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
            self._left -= _LIST_COST
            if self._left < 0:
                self._use("auto")
            self._load(position)
            line = self._take_line()
            end = self._legal_moves(position.turn, 0)
            self._loaded, self._line = position, line
            return self._moves(end)

    def _moves(self, end: int) -> tuple[M, ...]:
        """The first moves of the kernel's list."""
        numbers = self._execution.slice("moves", 0, end)
        return tuple(map(cast("Callable[[int], M]", self.decode), numbers))

    def is_legal(self, position: P, move: M, checked: bool = True) -> bool:
        """True if the move is legal.  Quicker than listing all legal moves, quickest if the side to move is
        known not to be in check."""
        with self._lock:
            return self._make(position, self.encode(move), checked) >= 0

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
            numbers, taken = self.square_numbers, None if after is None else after.dest
            return [
                at
                for at, letter in enumerate(position.placement)
                if letter != EMPTY
                and letter.isupper() == (side == 0)
                and at not in (target, taken)
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

    def play(self, position: P, move: M, checked: bool = True) -> tuple[P, bool, bool] | None:
        """The position after a move, whether the move gives check, and whether it is irreversible; None if it
        is not legal.  ``checked``: whether the side to move is in check, or may be."""
        with self._lock:
            result = self._make(position, self.encode(move), checked)
            if result < 0:
                return None
            self._loaded = played = self._played(position, move)
            return played, bool(result & 2), bool(result & 1)

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

    def _make(self, position: P, number: int, checked: bool) -> int:
        """Make a legal move and leave it on the kernel's board, because it is usually played next.

        Returns the result of the kernel's ``play``, which is negative for a move that is not legal."""
        line = self._line
        if line:
            before, made, result = line[-1]
            if made == number and before is position:
                return result
        self._left -= 1
        if self._left < 0:
            self._use("auto")
        if position is not self._loaded:
            self._load(position)
        line = self._take_line()
        result = self._play(position.turn, number, checked)
        if result >= 0:
            line.append((position, number, result))
        else:
            self._loaded = position
        self._line = line
        return result

    def _load(self, position: P) -> None:
        """Put a position on the kernel's board, by taking moves back if they led on from it."""
        if position is self._loaded or position == self._loaded:
            return
        line = self._take_line()
        if line and (
            line[-1][0] is position or any(before is position for before, _, _ in line[-_TAKE_BACK:])
        ):
            before = None
            while before is not position:
                before, number, result = line.pop()
                self._unmake(number, result >> 2)
        else:
            line.clear()
            self.set_position(self._execution, position)
        self._loaded, self._line = position, line

    def _take_line(self) -> list[tuple[P, int, int]]:
        """Forget what is on the kernel's board while it changes, in case of an interrupt; return the line."""
        line, self._line = self._line, []
        self._loaded = None
        return line
