"""How pieces move and give check, and the encoding for the kernel (``cannonfish.kernel.xiangqi``)."""

from functools import cache
from itertools import product
from typing import Final

from cannonfish.compiler import Execution
from cannonfish.games import base
from cannonfish.games.base.move import after
from cannonfish.games.xiangqi.fen import EMPTY, MOST, Position, Status, pawn_status, points
from cannonfish.games.xiangqi.move import Move
from cannonfish.games.xiangqi.pieces import PIECES, Piece, Side
from cannonfish.games.xiangqi.squares import SQUARES, Square, square_file, square_rank
from cannonfish.kernel import COMMON, xiangqi
from cannonfish.kernel.xiangqi.tables import KIND

KERNEL_SQUARE: Final = tuple((square_rank(at) + 3) * 16 + square_file(at) + 3 for at in SQUARES)
"""The kernel's square of each point."""
FROM_KERNEL: Final = {square: at for at, square in enumerate(KERNEL_SQUARE)}

_FIRST_PIECE: Final = 16
_LETTERS: Final = "".join(
    next(letter for letter, piece in PIECES.items() if (piece.side, piece.piece_type) == (side, kind))
    for side in Side
    for kind in KIND[16:32]
)
"""The letters of the kernel's pieces."""


class Rules(base.Rules[Position, Move]):
    """Answers about positions of Xiangqi."""

    files = (*xiangqi.LAW, *COMMON)
    square_numbers = KERNEL_SQUARE

    @staticmethod
    def encode(move: Move) -> int:
        """The kernel's number of a move."""
        return KERNEL_SQUARE[move.orig] | KERNEL_SQUARE[move.dest] << 8

    @staticmethod
    @cache
    def decode(number: int) -> Move | None:
        """The move that the kernel encodes as this number, or None."""
        orig, dest = FROM_KERNEL.get(number & 255), FROM_KERNEL.get(number >> 8)
        return None if orig is None or dest is None else Move(orig, dest)

    @staticmethod
    def set_position(execution: Execution, position: Position) -> None:
        """Set up a position on the kernel's board."""
        execution.call("clear")
        put = execution.function("put")
        for at, letter in enumerate(position.placement):
            if letter != EMPTY:
                piece = PIECES[letter]
                put(piece.side, piece.piece_type, KERNEL_SQUARE[at])

    @staticmethod
    def position_on(execution: Execution, turn: int) -> Position:
        """The position on the board of a program, with the side to move."""
        letters = [EMPTY] * len(SQUARES)
        squares = execution.slice("square_of", _FIRST_PIECE, _FIRST_PIECE + len(_LETTERS))
        for letter, at in zip(_LETTERS, squares, strict=True):
            if at:
                letters[FROM_KERNEL[at]] = letter
        return Position("".join(letters), Side(turn))

    def _played(self, position: Position, move: Move) -> Position:
        return Position(after(position.placement, move), position.turn.other)

    def status(self, position: Position) -> Status:
        """The status flags of a playable position."""
        found = pawn_status(position.placement)
        if self.in_check(position) and not self._has_last_move(position, found):
            found |= Status.IMPOSSIBLE_CHECK
        return found

    def _has_last_move(self, position: Position, oddities: Status) -> bool:
        """True if a move of the opponent can have led to the position; ``oddities`` are its soldiers' flags.

        Takes back every move of the opponent's pieces, with and without a capture.  In the position before,
        the side that is now to move must not be in check, and the soldiers must have no further flags.
        """
        placement, side = position
        empty = [at for at, letter in enumerate(placement) if letter == EMPTY]
        with self.on_board(position) as kernel:
            for dest, letter in enumerate(placement):
                if letter == EMPTY or PIECES[letter].side is side:
                    continue
                # The kind of the victim changes neither the legality of its capture nor a check.
                for orig, victim in product(empty, [None, *_victims(position, dest, oddities)[:1]]):
                    move = KERNEL_SQUARE[orig] | KERNEL_SQUARE[dest] << 8
                    kernel.call("unmake", move, 0)
                    if victim is not None:
                        kernel.call("put", side, victim.piece_type, KERNEL_SQUARE[dest])
                    if (
                        kernel.call("pseudo_legal", side.other, move)
                        and not kernel.call("in_check", side)
                        and not pawn_status(after(placement, Move(dest, orig))) & ~oddities
                    ):
                        return True
                    kernel.call("make", move)
        return False


def _victims(position: Position, dest: Square, oddities: Status) -> list[Piece]:
    """The pieces of the side to move, by kind, that can have been captured on a point."""
    placement, side = position
    return [
        piece
        for letter, piece in PIECES.items()
        if piece.side is side
        and placement.count(letter) < MOST[piece.piece_type]
        and dest in points(piece)
        and not pawn_status(placement[:dest] + letter + placement[dest + 1 :]) & ~oddities
    ]


rules = Rules.shared
