"""A position of chess from the view of the solver, who is always White here."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final

from cannonfish.games.chess import BLACK, WHITE, Move
from cannonfish.games.chess.fen import EMPTY, Position
from cannonfish.games.chess.pieces import QUEEN
from cannonfish.games.chess.rules import rules
from cannonfish.games.game import Board

from cannonfish_lab.puzzles.view import View

FILES: Final = 8
RANKS: Final = 8
LAST_RANKS: Final = (0, RANKS - 1)


@dataclass(frozen=True)
class ChessView(View):
    """See ``View``.  Castling and en passant rights are left out: no theme depends on them."""

    worth: ClassVar = {"Q": 9, "R": 5, "B": 3, "N": 3, "P": 1, "K": 100}
    valuable: ClassVar = frozenset("QRBNK")
    sliders: ClassVar = "QRB"

    @classmethod
    def of(cls, board: Board, solver: int) -> "ChessView":
        """The board, turned if the solver is Black."""
        rows = [board.placement[at : at + FILES] for at in range(0, len(board.placement), FILES)]
        return cls("".join(rows if solver == WHITE else [row.swapcase() for row in reversed(rows)]))

    @staticmethod
    def turned(move: Any, solver: int) -> Move:
        """The move from the view of the solver."""
        if solver == WHITE:
            return Move(move.orig, move.dest, move.promotion)
        # The other rank of the same file.
        return Move(move.orig ^ 56, move.dest ^ 56, move.promotion)

    @cached_property
    def checkers(self) -> tuple[int, ...]:
        """The squares of the solver's pieces that give check."""
        return tuple(self.attackers(self.general, WHITE))

    def targets(self, orig: int, side: int) -> frozenset[int]:
        """The squares of enemy pieces that the piece attacks, pinned or not."""
        with rules().on_board(self._position(side)) as execution:
            return frozenset(
                dest
                for dest in self._of(1 - side)
                if execution.call("pseudo_legal", side, rules().encode(self._take(orig, dest)))
            )

    def can_take(self, move: Any, side: int) -> bool:
        """Whether the side may legally play the move."""
        return rules().is_legal(self._position(side), self._take(move.orig, move.dest))

    @cached_property
    def is_lost(self) -> bool:
        """Whether the other side is checkmated."""
        return bool(self.checkers) and not rules().legal_moves(self._position(BLACK))

    def _take(self, orig: int, dest: int) -> Move:
        promotes = self.placement[orig] in "Pp" and dest // FILES in LAST_RANKS
        return Move(orig, dest, QUEEN if promotes else None)

    def _position(self, side: int) -> Position:
        return Position(self.placement, WHITE if side == WHITE else BLACK, 0, None)

    def between(self, one: int, other: int) -> list[int] | None:
        """The squares between two squares on a rank, a file or a diagonal; None if they are not on one."""
        files, ranks = other % FILES - one % FILES, other // FILES - one // FILES
        steps = max(abs(files), abs(ranks))
        if steps == 0 or {abs(files), abs(ranks)} - {0, steps}:
            return None
        step = ranks // steps * FILES + files // steps
        return list(range(one + step, other, step))

    def balance(self) -> float:
        """The material balance for the solver, in pawns."""
        return sum(
            self.worth[letter.upper()] * (1 if letter.isupper() else -1)
            for letter in self.placement
            if letter != EMPTY
        )

    def beside(self, square: int) -> Iterable[int]:
        """The neighbours of a square."""
        file, rank = square % FILES, square // FILES
        for other in range(RANKS * FILES):
            if other != square and max(abs(other % FILES - file), abs(other // FILES - rank)) == 1:
                yield other


def patterns(final: ChessView) -> list[str]:
    """The names of all mating patterns that a final position shows."""
    found = []
    king = final.general
    letters = {final.placement[at] for at in final.checkers}
    own = {at for at in final.beside(king) if final.placement[at].islower()}
    last_rank = king // FILES == RANKS - 1
    before = {at for at in final.beside(king) if at // FILES == RANKS - 2}
    along = any(at // FILES == RANKS - 1 and final.placement[at] in "QR" for at in final.checkers)
    if last_rank and along and before <= own:
        found.append("backRankMate")
    if letters == {"N"} and own == set(final.beside(king)):
        found.append("smotheredMate")
    if len(final.checkers) > 1:
        found.append("doubleCheckMate")
    return found
