"""A position as the solver sees it: the solver is Red, whatever the colour was.

Themes are about who attacks what.  Those questions go to the kernel's rules; no piece moves here.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from cannonfish.games.xiangqi import BLACK, RED, Board, Move, Side
from cannonfish.games.xiangqi.encoding import encode
from cannonfish.games.xiangqi.fen import EMPTY
from cannonfish.games.xiangqi.rules import rules
from cannonfish.games.xiangqi.squares import FILES, SQUARES, Square

WORTH: Final = {"R": 9, "C": 4.5, "N": 4, "A": 2, "B": 2, "P": 1, "K": 100}
"""Of a man, in soldiers, as players count."""
VALUABLE: Final = frozenset("RCNK")


@dataclass(frozen=True)
class View:
    """A placement in which the solver is Red, who plays up the board."""

    placement: str

    @classmethod
    def of(cls, board: Board, solver: Side) -> "View":
        """The board, turned if the solver is Black."""
        placement = board.placement
        return cls(placement if solver is RED else placement[::-1].swapcase())

    @cached_property
    def general(self) -> Square:
        """Where the general to be mated stands."""
        return self.placement.index("k")

    @cached_property
    def checkers(self) -> tuple[Square, ...]:
        """The solver's men that give check.  A general that faces the other is none."""
        return tuple(at for at in self.attackers(self.general, RED) if self.placement[at] != "K")

    def men(self, letters: str) -> list[Square]:
        """Where men of these letters stand."""
        return [at for at, letter in enumerate(self.placement) if letter in letters]

    def attackers(self, target: Square, side: Side) -> list[Square]:
        """The men of the side that could take what stands on the point, pinned or not."""
        return [orig for orig in self._of(side) if target in self.targets(orig, side)]

    def targets(self, orig: Square, side: Side) -> frozenset[Square]:
        """Where the man could take something, pinned or not."""
        found = []
        with rules().on_board(self.placement) as execution:
            for dest in self._of(side.other):
                if execution.call("pseudo_legal", side, encode(Move(orig, dest))):
                    found.append(dest)
        return frozenset(found)

    def _of(self, side: Side) -> list[Square]:
        return [at for at in SQUARES if self.placement[at] != EMPTY and self.is_of(at, side)]

    def is_of(self, at: Square, side: Side) -> bool:
        """Whether a man of the side stands there."""
        letter = self.placement[at]
        return letter.isupper() if side is RED else letter.islower()

    def can_take(self, move: Move, side: Side) -> bool:
        """Whether the side may legally play the move."""
        return rules().is_legal(self.placement, side, move)

    def after(self, move: Move) -> "View":
        """The position after a move of either side."""
        squares = list(self.placement)
        squares[move.dest] = squares[move.orig]
        squares[move.orig] = EMPTY
        return View("".join(squares))

    def without(self, squares: Iterable[Square]) -> "View":
        """The position without the men on these points."""
        gone = set(squares)
        return View("".join(EMPTY if at in gone else letter for at, letter in enumerate(self.placement)))

    @cached_property
    def is_lost(self) -> bool:
        """Whether the other side, to move, has no move."""
        return not rules().legal_moves(self.placement, BLACK)

    def needs(self, at: Square) -> bool:
        """Whether a final position is final only because of the man there."""
        return not self.without([at]).is_lost

    def between(self, one: Square, other: Square) -> list[Square] | None:
        """The points between two points of a line; None if they share none."""
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
        """The men between two points of a line; none if they share no line."""
        return [at for at in self.between(one, other) or () if self.placement[at] != EMPTY]

    def balance(self) -> float:
        """The solver's men less the other's, in soldiers; those across the river count twice."""
        total = 0.0
        for at, letter in enumerate(self.placement):
            if letter != EMPTY:
                worth = WORTH[letter.upper()]
                if letter.upper() == "P" and (at // FILES >= 5) == (letter == "P"):
                    worth *= 2
                total += worth if letter.isupper() else -worth
        return total


def turned(move: Move, solver: Side) -> Move:
    """The move as the solver sees it."""
    last = len(SQUARES) - 1
    return move if solver is RED else Move(last - move.orig, last - move.dest)
