"""The parts that every game shares: the board, the rules, the grid, FEN rows, pieces and moves.

A game subclasses them, as the variants of python-chess do, and contains only what differs.
"""

from cannonfish.games.base.base_board import BaseBoard, Status
from cannonfish.games.base.board import Board, LegalMoves
from cannonfish.games.base.fen import EMPTY, Position, Setup
from cannonfish.games.base.grid import Grid, Square
from cannonfish.games.base.move import Move
from cannonfish.games.base.pieces import Piece, PieceType, Side
from cannonfish.games.base.rules import Rules

__all__ = [
    "EMPTY",
    "BaseBoard",
    "Board",
    "Grid",
    "LegalMoves",
    "Move",
    "Piece",
    "PieceType",
    "Position",
    "Rules",
    "Setup",
    "Side",
    "Square",
    "Status",
]
