"""The shortest mate of a position, proven over all moves of both sides."""

import pkgutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Final

from cannonfish.compiler import Program, Source, instantiate, link, sources
from cannonfish.games.xiangqi import Board, Move
from cannonfish.games.xiangqi.encoding import decode, place
from cannonfish.kernel import XIANGQI_RULES

KERNEL: Final = "mates_kernel"
USUAL_MOVES: Final = 20_000_000
"""Made in one question before it is given up."""


class GivenUp(Exception):
    """The proof takes more moves than allowed."""


@dataclass(frozen=True, slots=True)
class Mate:
    """A proven mate: the longest defence, and at each of the solver's moves what else is as short."""

    moves: tuple[str, ...]
    alternatives: tuple[tuple[str, ...], ...]
    length: int
    """The solver's moves."""
    made: int
    """How many moves were made for the proof."""


class MateProver:
    """Answers about one position after another, with a table of what was found.

    ``most`` moves are made for an answer before GivenUp is raised.  Deterministic if ``forget()`` is called
    between positions.
    """

    def __init__(self, most: int = USUAL_MOVES, execution: str = "auto") -> None:
        self.most = most
        self.made = 0
        self._execution = instantiate(_program(), execution=execution)

    def forget(self) -> None:
        """Forget the positions seen."""
        for name in ("proofs", "refutations"):
            self._execution.zero(name)

    def close(self) -> None:
        """Give the instance back."""
        self._execution.close()

    def shortest(self, board: Board, most: int) -> int | None:
        """The fewest moves in which the side to move mates; None if it takes more than ``most``."""
        with self._asking(board):
            for count in range(1, most + 1):
                if self._answer("wins", board.turn, count, 0):
                    return count
        return None

    def winning_moves(self, board: Board, length: int) -> list[Move]:
        """All moves that keep a mate in ``length``, the move itself included."""
        with self._asking(board):
            count = self._execution.call("winning_moves", board.turn, length)
            self._count()
            if count < 0:
                raise GivenUp
            numbers = self._execution.slice("found", 0, count)
        return sorted((move for move in map(decode, numbers) if move is not None), key=str)

    def resistance(self, board: Board, most: int) -> int | None:
        """How many moves it takes to mate the side to move, whatever it plays; None if more than ``most``."""
        with self._asking(board):
            for count in range(most + 1):
                if self._answer("lost", board.turn, count, 0):
                    return count
        return None

    def prove(self, board: Board, most: int) -> Mate | None:
        """The shortest mate of the side to move within ``most`` moves, as a line; None if there is none.

        Of several longest defences the line takes the one that leaves the solver the fewest right moves.
        """
        length = self.shortest(board, most)
        made = self.made
        if length is None:
            return None
        board = board.copy()
        moves: list[str] = []
        alternatives: list[tuple[str, ...]] = []
        right = self.winning_moves(board, length)
        made += self.made
        for left in range(length - 1, -1, -1):
            best = right[0] if left else _plainest(board, right)
            moves.append(best.uci())
            alternatives.append(tuple(move.uci() for move in right if move != best))
            board.push(best)
            if left == 0:
                break
            replies = []
            for reply in board.legal_moves:
                board.push(reply)
                takes = self.shortest(board, left)
                made += self.made
                if takes == left:
                    answers = self.winning_moves(board, left)
                    made += self.made
                    replies.append((len(answers), reply.uci(), answers))
                board.pop()
            _, text, right = min(replies, key=lambda each: each[:2])
            moves.append(text)
            board.push_uci(text)
        return Mate(tuple(moves), tuple(alternatives), length, made)

    @contextmanager
    def _asking(self, board: Board) -> Iterator[None]:
        place(self._execution, board.placement)
        self._execution.call("begin", self.most)
        self.made = 0
        yield

    def _answer(self, function: str, *arguments: int) -> bool:
        answer = self._execution.call(function, *arguments)
        self._count()
        if answer == self._execution.program.constants["UNKNOWN"]:
            raise GivenUp
        return bool(answer)

    def _count(self) -> None:
        self.made = self._execution.read("work", self._execution.program.constants["MADE"])


def _plainest(board: Board, mating: list[Move]) -> Move:
    """Of several moves that mate, the one to show: one that takes nothing by choice, then by name."""
    return min(mating, key=lambda move: (board.is_capture(move), move.uci()))


@cache
def _program() -> Program:
    text = pkgutil.get_data(__package__, f"{KERNEL}.py")
    if text is None:
        raise FileNotFoundError(f"{__package__} is installed without its sources")
    ours = Source(f"{KERNEL}.py", f"{__package__}.{KERNEL}", text.decode())
    return link([*sources("cannonfish.kernel", XIANGQI_RULES), ours])
