"""A game of Liuzichong.

A side that cannot move has lost (困死).  The old rules have no draw.  Here the third occurrence of a position
and MOVE_LIMIT plies without a capture are draws.  Neither can spoil a win: the longest takes 70 plies.
"""

import re
from typing import Final

from cannonfish.errors import IllegalMoveError, InvalidMoveError, clip
from cannonfish.games import base
from cannonfish.games.base.illegal import BrokenRule, Illegal
from cannonfish.games.liuzichong.fen import (
    EMPTY,
    STARTING_FEN,
    Position,
    Status,
    faults,
    format_fen,
    parse_fen,
)
from cannonfish.games.liuzichong.move import Move
from cannonfish.games.liuzichong.rules import rules
from cannonfish.games.liuzichong.sides import Side
from cannonfish.games.liuzichong.squares import GRID, Square, parse_square, square_name
from cannonfish.games.outcome import Termination

MOVE_LIMIT: Final = 100
"""The game is drawn after this many consecutive plies without a capture."""

_DISPLAYED: Final = re.compile(r"([a-d][1-4])-?([a-d][1-4])((?:x?[a-d][1-4])*)", re.ASCII | re.IGNORECASE)
_EXCHANGED: Final = str.maketrans("WB", "BW")
_POINT: Final = re.compile(r"[a-d][1-4]", re.ASCII | re.IGNORECASE)


class Board(base.Board[Position, Move, Side, Side]):
    """A position of Liuzichong with the game that led to it.

    There is neither check nor insufficient material: even a single stone plays on.
    """

    game = "liuzichong"
    starting_fen = STARTING_FEN
    grid = GRID
    move_type = Move
    pieces_by_letter = {side.stone: side for side in Side}  # noqa: RUF012 - never changed
    move_limit = MOVE_LIMIT
    stalemate = Termination.NO_MOVES
    notation = "captures"
    fault_flags = {"too_many": (Status.TOO_MANY_WHITE_STONES, Status.TOO_MANY_BLACK_STONES)}  # noqa: RUF012

    _parse = staticmethod(parse_fen)
    _faults = staticmethod(faults)
    _format = staticmethod(format_fen)
    _rules = staticmethod(rules)

    def _exchanged(self, letter: str) -> str:
        return letter.translate(_EXCHANGED)

    def stones(self, side: Side) -> int:
        """The number of stones that the side has left."""
        return self.placement.count(self._side(side).stone)

    def can_win(self, side: Side) -> bool:
        """True with two stones or more: one alone can neither take a stone nor shut any in."""
        return self.stones(side) > 1

    def captures(self, move: Move) -> tuple[Square, ...]:
        """The points of the stones that the move takes: none, one or two.  IllegalMoveError if not legal."""
        self._require_legal(move)
        return rules().captures(self.position, move)

    def is_capture(self, move: Move) -> bool:
        """True if the move takes a stone.  IllegalMoveError if it is not legal."""
        return bool(self.captures(move))

    def _broken_rule(self, move: Move) -> BrokenRule:
        if self.placement[move.dest] != EMPTY:
            message = f"there is a stone on {square_name(move.dest)}"
            return BrokenRule(Illegal.OCCUPIED, message, [move.dest])
        return BrokenRule(Illegal.SHAPE, "a stone moves one step along a line")

    def text(self, move: Move, notation: str) -> str:
        """A legal move as ``captures`` or ``uci``.  ValueError for another notation."""
        return self.write(move) if notation == "captures" else super().text(move, notation)

    def write(self, move: Move) -> str:
        """The move with its captures: ``a2b2``, ``a2b2xc2``, ``b4b3xb1xc3``.

        IllegalMoveError if it is not legal.
        """
        return "x".join([move.uci(), *map(square_name, self.captures(move))])

    def parse(self, text: str) -> Move:
        """Read a legal move, with or without its captures: ``a2b2``, ``a2-b2``, ``a2b2xc2``.

        InvalidMoveError if the text is not a move; IllegalMoveError if the move is not legal, or if its
        captures are not those of the text.
        """
        found = _DISPLAYED.fullmatch("".join(text.split()))
        if found is None:
            raise InvalidMoveError(
                "syntax", f"{clip(text)!r} is not a move such as 'a2b2' or 'a2b2xc2'", text
            )
        orig, dest, takes = (group.lower() for group in found.groups())
        move = Move.from_uci(orig + dest)
        captured = self.captures(move)
        said = tuple(sorted(map(parse_square, _POINT.findall(takes))))
        if said and said != captured:
            taken = " and ".join(map(square_name, captured)) or "nothing"
            raise IllegalMoveError("other_capture", f"{move.uci()} takes {taken} here", text, fen=self.fen())
        return move
