"""Proof of the shortest mate of a position, over all moves of both sides."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Final

from cannonfish.compiler import Program, instantiate, link, sources
from cannonfish.games.catalogue import GAMES
from cannonfish.games.game import Board, Move

KERNEL: Final = "mates_kernel"
USUAL_MOVES: Final = 20_000_000
"""Moves made for one question before GivenUp."""


class GivenUp(Exception):
    """The proof needs more moves than allowed."""


@dataclass(frozen=True, slots=True)
class Mate:
    """A proven mate: a line with the longest defence, and the equally short moves of the solver."""

    moves: tuple[str, ...]
    alternatives: tuple[tuple[str, ...], ...]
    length: int
    """Number of moves of the solver."""
    made: int
    """Number of moves made for the proof."""


class MateProver:
    """Answers questions about positions, with a table of earlier results.

    After ``most`` moves for one answer, GivenUp is raised.  Answers are deterministic if ``forget()`` is
    called between positions.
    """

    def __init__(self, most: int = USUAL_MOVES, execution: str = "auto", game: str = "xiangqi") -> None:
        self.most = most
        self.made = 0
        self._rules = GAMES[game].rules
        self._execution = instantiate(_program(game), execution=execution)

    def forget(self) -> None:
        """Clear the tables."""
        for name in ("proofs", "refutations"):
            self._execution.zero(name)

    def close(self) -> None:
        """Release the instance."""
        self._execution.close()

    def shortest(self, board: Board, most: int) -> int | None:
        """The fewest moves in which the side to move mates; None if it takes more than ``most``."""
        with self._asking(board):
            for count in range(1, most + 1):
                if self._answer("wins", board.turn, count, 0):
                    return count
        return None

    def winning_moves(self, board: Board, length: int) -> list[Move]:
        """All moves with which the side to move mates in ``length``."""
        with self._asking(board):
            count = self._execution.call("winning_moves", board.turn, length)
            self._count()
            if count < 0:
                raise GivenUp
            numbers = self._execution.slice("winners", 0, count)
        return sorted(
            (move for move in map(self._rules.decode, numbers) if move is not None),
            key=lambda move: move.uci(),
        )

    def resistance(self, board: Board, most: int) -> int | None:
        """The number of moves that mate the side to move by force; None if more than ``most``."""
        with self._asking(board):
            for count in range(most + 1):
                if self._answer("lost", board.turn, count, 0):
                    return count
        return None

    def prove(self, board: Board, most: int) -> Mate | None:
        """The shortest mate of the side to move within ``most`` moves, as a line; None if there is none.

        Among the longest defences, the line has the one with the fewest right moves of the solver.
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
        self._rules.set_position(self._execution, board.position)
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
    """The mating move to show: preferably not a capture, then the first by name."""
    captured = GAMES[board.game].captured
    return min(mating, key=lambda move: (bool(captured(board, move)), move.uci()))


@cache
def _program(game: str) -> Program:
    return link([*sources("cannonfish.kernel", GAMES[game].rules.files), *sources(__package__, [KERNEL])])
