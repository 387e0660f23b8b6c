"""The terms of an evaluation, computed by the kernel's own functions."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from cannonfish.compiler import Execution
from cannonfish.games.base.fen import EMPTY
from cannonfish.games.base.rules import Rules

SIDES: Final = (0, 1)


class Tapered(NamedTuple):
    """A score in the middle game and in the ending, in centipawns."""

    middle_game: int
    ending: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedTerms:
    """The terms of an evaluation that adds packed scores and tapers the sum.

    The kernel's functions are linear in their weights.  So the share of some weights in a score is the amount
    by which the score falls when these weights are set to zero.
    """

    rules: type[Rules[Any, Any]]
    values: Sequence[int]
    """The value of a piece, by kind; the kernel adds it to the piece-square tables."""
    functions: Mapping[str, str]
    """The kernel functions that return the score of a side, with their terms."""
    weights: Mapping[str, Sequence[str]]
    """The names of weights in these functions that belong to another term, by that term."""

    def __call__(self, kernel: Execution, board: Any) -> dict[str, list[Tapered]]:
        """The scores of every term for both sides, each from its own point of view.

        Leaves the position on the kernel's board.  The kernel must be interpreted: compiled code may have the
        weights built in.
        """
        material = [self._material(board, side) for side in SIDES]
        squares = [self._placed(kernel, board, side) - material[side] for side in SIDES]
        self.rules.set_position(kernel, board.position)
        sums = {"material": material, "squares": squares}
        sums |= {term: [0, 0] for term in (*self.weights, *self.functions.values())}
        scores = self._scores(kernel)
        for function, term in self.functions.items():
            _add(sums[term], scores[function])
        for part, weights in self.weights.items():
            with _zeroed(kernel, weights):
                rest = self._scores(kernel)
            for function, term in self.functions.items():
                lost = [scores[function][side] - rest[function][side] for side in SIDES]
                _add(sums[part], lost)
                _add(sums[term], [-each for each in lost])
        return {term: [_unpacked(score) for score in both] for term, both in sums.items()}

    def _scores(self, kernel: Execution) -> dict[str, list[int]]:
        return {function: [kernel.call(function, side) for side in SIDES] for function in self.functions}

    def _material(self, board: Any, side: int) -> int:
        pieces = (board.pieces_by_letter[letter] for letter in board.placement if letter != EMPTY)
        return sum(self.values[piece.piece_type] for piece in pieces if piece.side == side)

    def _placed(self, kernel: Execution, board: Any, side: int) -> int:
        """The sum of the piece-square tables with the pieces of one side alone."""
        squares = [at for at in board.grid.squares if board.side_of(board.placement[at]) == 1 - side]
        self.rules.set_position(kernel, without(board, squares))
        score = kernel.read("position", kernel.program.constants["SCORE"])
        return score if side == 0 else -score


def without(board: Any, squares: Collection[int]) -> Any:
    """The position on a board with these squares empty."""
    placement = "".join(EMPTY if at in squares else letter for at, letter in enumerate(board.placement))
    return board.position._replace(placement=placement, **board.null_move_changes)


def _unpacked(score: int) -> Tapered:
    """The halves of (middle game << 16) + ending."""
    half = 1 << 15
    return Tapered(score + half >> 16, (score + half & 0xFFFF) - half)


def _add(sums: list[int], scores: Sequence[int]) -> None:
    for side in SIDES:
        sums[side] += scores[side]


@contextmanager
def _zeroed(kernel: Execution, weights: Sequence[str]) -> Iterator[None]:
    kept = {name: kernel.array(name) for name in weights}
    try:
        for name in weights:
            kernel.zero(name)
        yield
    finally:
        for name, numbers in kept.items():
            kernel.store(name, 0, numbers)
