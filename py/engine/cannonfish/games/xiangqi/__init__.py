"""Xiangqi (象棋): boards, moves, positions as text, outcomes."""

from cannonfish.errors import AmbiguousMoveError, IllegalMoveError, InvalidFenError, InvalidMoveError
from cannonfish.games.base import LegalMoves
from cannonfish.games.outcome import Outcome, Termination
from cannonfish.games.xiangqi.board import MOVE_LIMIT, Board
from cannonfish.games.xiangqi.fen import STARTING_FEN, Position, Setup, Status
from cannonfish.games.xiangqi.judge import Explanation, Law, Verdict
from cannonfish.games.xiangqi.move import Move
from cannonfish.games.xiangqi.notation import Notation
from cannonfish.games.xiangqi.pieces import (
    ADVISOR,
    BISHOP,
    BLACK,
    CANNON,
    KING,
    KNIGHT,
    PAWN,
    RED,
    ROOK,
    Piece,
    PieceType,
    Side,
)
from cannonfish.games.xiangqi.squares import (
    SQUARES,
    Square,
    flip_horizontal,
    flip_vertical,
    parse_square,
    rotate,
    square,
    square_distance,
    square_file,
    square_manhattan_distance,
    square_name,
    square_rank,
)

__all__ = [
    "ADVISOR",
    "BISHOP",
    "BLACK",
    "CANNON",
    "KING",
    "KNIGHT",
    "MOVE_LIMIT",
    "PAWN",
    "RED",
    "ROOK",
    "SQUARES",
    "STARTING_FEN",
    "AmbiguousMoveError",
    "Board",
    "Explanation",
    "IllegalMoveError",
    "InvalidFenError",
    "InvalidMoveError",
    "Law",
    "LegalMoves",
    "Move",
    "Notation",
    "Outcome",
    "Piece",
    "PieceType",
    "Position",
    "Setup",
    "Side",
    "Square",
    "Status",
    "Termination",
    "Verdict",
    "flip_horizontal",
    "flip_vertical",
    "parse_square",
    "rotate",
    "square",
    "square_distance",
    "square_file",
    "square_manhattan_distance",
    "square_name",
    "square_rank",
]
