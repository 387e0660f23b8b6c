"""A position of Xiangqi from the view of the solver, who is always Red here (chess: ``chess_view``).

Themes need to know which pieces attack which.  The kernel's rules answer that.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final, Self

from cannonfish.games.xiangqi import BLACK, RED, Move, Side
from cannonfish.games.xiangqi.fen import EMPTY, Position
from cannonfish.games.xiangqi.rules import Rules, rules
from cannonfish.games.xiangqi.squares import FILES, SQUARES, Square

WORTH: Final = {"R": 9, "C": 4.5, "N": 4, "A": 2, "B": 2, "P": 1, "K": 100}
"""The usual values of pieces, in soldiers."""
VALUABLE: Final = frozenset("RCNK")


@dataclass(frozen=True)
class View:
    """A placement with the solver as Red, at the bottom of the board."""

    placement: str
    worth: ClassVar[Mapping[str, float]] = WORTH
    valuable: ClassVar[frozenset[str]] = VALUABLE
    sliders: ClassVar[str] = "RC"

    @classmethod
    def of(cls, board: Any, solver: int) -> Self:
        """The board, turned if the solver is Black."""
        placement = board.placement
        return cls(placement if solver == RED else placement[::-1].swapcase())

    @staticmethod
    def turned(move: Any, solver: int) -> Any:
        """The move from the view of the solver."""
        last = len(SQUARES) - 1
        return move if solver == RED else Move(last - move.orig, last - move.dest)

    @cached_property
    def general(self) -> Square:
        """The point of the general to be mated."""
        return self.placement.index("k")

    @cached_property
    def checkers(self) -> tuple[Square, ...]:
        """The points of the solver's pieces that give check; a facing general is not counted."""
        return tuple(at for at in self.attackers(self.general, RED) if self.placement[at] != "K")

    def pieces(self, letters: str) -> list[Square]:
        """The points of pieces with these letters."""
        return [at for at, letter in enumerate(self.placement) if letter in letters]

    def attackers(self, target: Square, side: int) -> list[Square]:
        """The points of the side's pieces that attack the point, pinned or not."""
        return [orig for orig in self._of(side) if target in self.targets(orig, side)]

    def targets(self, orig: Square, side: int) -> frozenset[Square]:
        """The points of enemy pieces that the piece attacks, pinned or not."""
        found = []
        with rules().on_board(Position(self.placement, Side(side))) as execution:
            for dest in self._of(1 - side):
                if execution.call("pseudo_legal", side, Rules.encode(Move(orig, dest))):
                    found.append(dest)
        return frozenset(found)

    def _of(self, side: int) -> list[Square]:
        return [at for at, letter in enumerate(self.placement) if letter != EMPTY and self.is_of(at, side)]

    def is_of(self, at: Square, side: int) -> bool:
        """Whether the side has a piece there."""
        letter = self.placement[at]
        return letter.isupper() if side == RED else letter.islower()

    def can_take(self, move: Any, side: int) -> bool:
        """Whether the side may legally play the move."""
        return rules().is_legal(Position(self.placement, Side(side)), move)

    def after(self, move: Any) -> Self:
        """The position after a move of either side."""
        squares = list(self.placement)
        squares[move.dest] = squares[move.orig]
        squares[move.orig] = EMPTY
        return type(self)("".join(squares))

    def without(self, squares: Iterable[Square]) -> Self:
        """The position without the pieces on these points."""
        gone = set(squares)
        return type(self)(
            "".join(EMPTY if at in gone else letter for at, letter in enumerate(self.placement))
        )

    @cached_property
    def is_lost(self) -> bool:
        """Whether the other side has no legal move."""
        return not rules().legal_moves(Position(self.placement, BLACK))

    def needs(self, at: Square) -> bool:
        """Whether the other side would have a move without the piece there."""
        return not self.without([at]).is_lost

    def between(self, one: Square, other: Square) -> list[Square] | None:
        """The points between two points on a line; None if they are not on one."""
        if one == other:
            return None
        if one // FILES == other // FILES:
            step = 1
        elif one % FILES == other % FILES:
            step = FILES
        else:
            return None
        return list(range(min(one, other) + step, max(one, other), step))

    def screens(self, one: Square, other: Square) -> list[Square]:
        """The pieces between two points on a line; empty if they are not on one."""
        return [at for at in self.between(one, other) or () if self.placement[at] != EMPTY]

    def balance(self) -> float:
        """The material balance for the solver, in soldiers; soldiers across the river count twice."""
        total = 0.0
        for at, letter in enumerate(self.placement):
            if letter != EMPTY:
                worth = WORTH[letter.upper()]
                if letter.upper() == "P" and (at // FILES >= 5) == (letter == "P"):
                    worth *= 2
                total += worth if letter.isupper() else -worth
        return total
