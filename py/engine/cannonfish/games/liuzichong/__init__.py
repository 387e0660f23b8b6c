"""Liuzichong (六子冲): boards, moves, positions as text, outcomes, and the solution of the game."""

from cannonfish.errors import AmbiguousMoveError, IllegalMoveError, InvalidFenError, InvalidMoveError
from cannonfish.games.base import LegalMoves
from cannonfish.games.liuzichong.board import MOVE_LIMIT, Board
from cannonfish.games.liuzichong.fen import STARTING_FEN, Position, Setup, Status
from cannonfish.games.liuzichong.move import Move
from cannonfish.games.liuzichong.sides import BLACK, WHITE, Side
from cannonfish.games.liuzichong.solution import Result, Solution, SolutionError, Value
from cannonfish.games.liuzichong.squares import (
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
    "BLACK",
    "MOVE_LIMIT",
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
    "Position",
    "Result",
    "Setup",
    "Side",
    "Solution",
    "SolutionError",
    "Square",
    "Status",
    "Termination",
    "Value",
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
