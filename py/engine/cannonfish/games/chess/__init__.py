"""Chess: boards, moves, positions as text, algebraic notation, outcomes."""

from cannonfish.errors import AmbiguousMoveError, IllegalMoveError, InvalidFenError, InvalidMoveError
from cannonfish.games.base import LegalMoves
from cannonfish.games.chess.board import MOVE_LIMIT, Board
from cannonfish.games.chess.fen import STARTING_FEN, Position, Setup, Status
from cannonfish.games.chess.move import Move
from cannonfish.games.chess.pieces import (
    BISHOP,
    BLACK,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    WHITE,
    Piece,
    PieceType,
    Side,
)
from cannonfish.games.chess.squares import (
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
from cannonfish.games.outcome import Outcome, Termination

__all__ = [
    "BISHOP",
    "BLACK",
    "KING",
    "KNIGHT",
    "MOVE_LIMIT",
    "PAWN",
    "QUEEN",
    "ROOK",
    "SQUARES",
    "STARTING_FEN",
    "WHITE",
    "AmbiguousMoveError",
    "Board",
    "IllegalMoveError",
    "InvalidFenError",
    "InvalidMoveError",
    "LegalMoves",
    "Move",
    "Outcome",
    "Piece",
    "PieceType",
    "Position",
    "Setup",
    "Side",
    "Square",
    "Status",
    "Termination",
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
