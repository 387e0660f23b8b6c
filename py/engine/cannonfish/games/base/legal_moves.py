"""The legal moves of a position."""

from collections.abc import Collection, Iterator
from typing import TypeVar

from cannonfish.games.base.move import Move

M = TypeVar("M", bound=Move)


class LegalMoves(Collection[M]):
    """The legal moves of one position, in the kernel's order.  Later moves of the board do not change it."""

    __slots__ = ("_moves",)

    def __init__(self, moves: tuple[M, ...]) -> None:
        self._moves = moves

    def __iter__(self) -> Iterator[M]:
        return iter(self._moves)

    def __len__(self) -> int:
        return len(self._moves)

    def __contains__(self, move: object) -> bool:
        return move in self._moves

    def __repr__(self) -> str:
        return f"<LegalMoves: {' '.join(move.uci() for move in self._moves)}>"
