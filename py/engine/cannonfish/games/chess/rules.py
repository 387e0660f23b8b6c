"""How pieces move and give check, and the encoding for the kernel (``cannonfish.kernel.chess``)."""

from functools import cache
from typing import Final

from cannonfish.compiler import Execution
from cannonfish.games import base
from cannonfish.games.base.move import after
from cannonfish.games.chess.fen import EMPTY, Position, Status
from cannonfish.games.chess.move import Move
from cannonfish.games.chess.pieces import KING, PIECES, PROMOTIONS, Piece, Side
from cannonfish.games.chess.squares import FILES, SQUARES, Square, square_file, square_rank
from cannonfish.kernel import COMMON, chess
from cannonfish.kernel.chess.tables import RIGHTS_KEPT

_PROMOTIONS: Final = {0: None, **{int(kind): kind for kind in PROMOTIONS}}
_LETTER: Final = {(int(piece.side), int(piece.piece_type)): letter for letter, piece in PIECES.items()}
_NO_SQUARE: Final = 0
"""The kernel's value for no en passant square; a1 is never one."""


class Rules(base.Rules[Position, Move]):
    """Answers about positions of chess."""

    files = (*chess.RULES, *COMMON)
    square_numbers = SQUARES

    def __init__(self) -> None:
        super().__init__()
        constants = self._execution.program.constants
        self._rights = constants["CASTLING"]
        self._ep_square = constants["EN_PASSANT"]

    @staticmethod
    def encode(move: Move) -> int:
        """The kernel's number of a move."""
        return move.orig | move.dest << 6 | (move.promotion or 0) << 12

    @staticmethod
    @cache
    def decode(number: int) -> Move | None:
        """The move that the kernel encodes as this number, or None."""
        orig, dest, promotion = number & 63, number >> 6 & 63, number >> 12
        if promotion not in _PROMOTIONS or orig == dest:
            return None
        return Move(orig, dest, _PROMOTIONS[promotion])

    @staticmethod
    def set_position(execution: Execution, position: Position) -> None:
        """Set up a position on the kernel's board.

        The kernel drops an en passant square where nobody can legally take.
        """
        execution.call("clear")
        put = execution.function("put")
        for at, letter in enumerate(position.placement):
            if letter != EMPTY:
                piece = PIECES[letter]
                put(piece.side, piece.piece_type, at)
        execution.call("set_state", position.rights, position.ep_square or _NO_SQUARE)

    def _played(self, position: Position, move: Move) -> Position:
        placement, turn, rights, passed = position
        orig, dest = move.orig, move.dest
        letter = placement[orig]
        if letter in "Pp":
            if dest == passed or move.promotion is not None:
                return self._position(turn.other)
        elif letter in "Kk" and abs(dest - orig) == 2:  # castling
            return self._position(turn.other)
        placement = after(placement, move)
        if letter in "Pp" and abs(dest - orig) == 2 * FILES:  # only such a pawn can be passed
            return self._with_rights(placement, turn.other)
        return Position(placement, turn.other, rights & RIGHTS_KEPT[orig] & RIGHTS_KEPT[dest])

    def _position(self, turn: Side) -> Position:
        """The position on the kernel's board."""
        kernel = self._execution
        letters = [
            _LETTER.get((piece >> 5, kind), EMPTY) for piece, kind in enumerate(kernel.array("kind_of"))
        ]
        return self._with_rights("".join(map(letters.__getitem__, kernel.array("board"))), turn)

    def _with_rights(self, placement: str, turn: Side) -> Position:
        """The placement with the rights on the kernel's board."""
        rights, ep_square = self._execution.slice("position", self._rights, self._ep_square + 1)
        return Position(placement, turn, rights, ep_square or None)

    def normalized(self, position: Position) -> Position:
        """The position without an en passant square where nobody can legally take."""
        with self.on_board(position):
            return self._position(position.turn)

    def is_capture(self, position: Position, move: Move) -> bool:
        """True if the legal move takes a piece, en passant included."""
        return bool(self._ask(position, "victim_kind", self.encode(move)))

    def status(self, position: Position) -> Status:
        """The status flags of a playable position."""
        found = Status.VALID
        if "P" in position.placement[:FILES] or "p" in position.placement[-FILES:]:
            found |= Status.PAWNS_ON_BACKRANK
        king = position.placement.index(Piece(KING, position.turn).symbol())
        checkers = self.attackers(position, position.turn.other, king)
        if len(checkers) > 2 or (len(checkers) == 2 and _between(checkers[0], checkers[1], king)):
            found |= Status.IMPOSSIBLE_CHECK
        return found


def _between(first: Square, second: Square, middle: Square) -> bool:
    """True if ``middle`` lies between the other squares on a rank, a file or a diagonal."""
    direction = _direction(first, middle)
    return direction is not None and direction == _direction(middle, second)


def _direction(orig: Square, dest: Square) -> tuple[int, int] | None:
    """A queen's step, in files and ranks, from one square towards the other; None if there is none."""
    files, ranks = square_file(dest) - square_file(orig), square_rank(dest) - square_rank(orig)
    steps = max(abs(files), abs(ranks))
    if files % steps or ranks % steps:
        return None
    return files // steps, ranks // steps


rules = Rules.shared
