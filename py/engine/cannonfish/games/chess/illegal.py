"""The rules of movement as reasons: what keeps a piece from making a move (FIDE Laws 3).

The kernel's generators say what is legal; this module only explains.  Checks, and castling under attack, are
explained by the boards.
"""

from typing import Final

from cannonfish.games.base.fen import EMPTY
from cannonfish.games.base.illegal import BrokenRule, Illegal, blockers
from cannonfish.games.chess.fen import RIGHTS, Position
from cannonfish.games.chess.move import Move
from cannonfish.games.chess.pieces import BISHOP, BLACK, KING, KNIGHT, PAWN, PIECES, QUEEN, ROOK
from cannonfish.games.chess.squares import GRID, RANKS, Square, square_file, square_name, square_rank

_SHAPE_RULES: Final = {
    KING: "the king moves one square in any direction",
    KNIGHT: "a knight moves two squares along a line and one to the side",
    BISHOP: "a bishop moves diagonally",
    ROOK: "a rook moves along a file or a rank",
    QUEEN: "a queen moves along a file, a rank or a diagonal",
    PAWN: "a pawn moves one square forward, or one diagonally forward to capture",
}
_STEPS: Final = {KNIGHT: ((1, 2), (2, 1)), KING: ((0, 1), (1, 0), (1, 1))}


def is_castling_attempt(placement: str, move: Move) -> bool:
    """True for a step of two files of a king on its first square."""
    king = PIECES[placement[move.orig]]
    first = square_file(move.orig) == 4 and square_rank(move.orig) == (RANKS - 1 if king.side is BLACK else 0)
    return king.piece_type is KING and first and abs(move.dest - move.orig) == 2


def broken_rule(position: Position, move: Move) -> BrokenRule | None:
    """The rule of movement that a move breaks; None if it is pseudo-legal, or castling into or through check.

    There must be a piece on the origin, and none of its side on the destination.
    """
    placement = position.placement
    kind = PIECES[placement[move.orig]].piece_type
    if kind is PAWN:
        return _pawn_rule(placement, move)
    if move.promotion is not None:
        return BrokenRule(Illegal.NO_PROMOTION, "only a pawn on the last rank is promoted")
    if is_castling_attempt(placement, move):
        return _castling_rule(position, move)
    files = abs(square_file(move.dest) - square_file(move.orig))
    ranks = abs(square_rank(move.dest) - square_rank(move.orig))
    if kind in _STEPS:
        in_shape = (files, ranks) in _STEPS[kind]
    else:
        in_shape = (kind is not BISHOP and not (files and ranks)) or (kind is not ROOK and files == ranks)
    if not in_shape:
        return BrokenRule(Illegal.SHAPE, _SHAPE_RULES[kind])
    if kind in _STEPS:
        return None
    found = blockers(GRID, placement, move.orig, move.dest)[:1]
    return _blocked(placement, found, Illegal.BLOCKED)


def _pawn_rule(placement: str, move: Move) -> BrokenRule | None:
    is_black = PIECES[placement[move.orig]].side is BLACK
    files = abs(square_file(move.dest) - square_file(move.orig))
    forward = (square_rank(move.dest) - square_rank(move.orig)) * (-1 if is_black else 1)
    if forward < 0:
        return BrokenRule(Illegal.BACKWARD, "a pawn does not move back")
    if files == 0 and forward in (1, 2):
        if forward == 2 and square_rank(move.orig) != (RANKS - 2 if is_black else 1):
            return BrokenRule(Illegal.PAWN_DOUBLE, "a pawn moves two squares from its first square only")
        passed = (move.orig + move.dest) // 2 if forward == 2 else move.dest
        found = [at for at in (passed, move.dest) if placement[at] != EMPTY][:1]
        if found:
            return _blocked(placement, found, Illegal.PAWN_BLOCKED)
    elif (files, forward) != (1, 1):
        return BrokenRule(Illegal.SHAPE, _SHAPE_RULES[PAWN])
    elif placement[move.dest] == EMPTY:
        return BrokenRule(Illegal.PAWN_CAPTURE, "a pawn moves diagonally only to capture")
    promotes = square_rank(move.dest) in (0, RANKS - 1)
    if promotes and move.promotion is None:
        return BrokenRule(
            Illegal.PROMOTION, "a pawn on the last rank becomes a queen, rook, bishop or knight"
        )
    if move.promotion is not None and not promotes:
        return BrokenRule(Illegal.NO_PROMOTION, "only a pawn on the last rank is promoted")
    return None


def _castling_rule(position: Position, move: Move) -> BrokenRule | None:
    short = move.dest > move.orig
    right = RIGHTS.index("K" if short else "Q") + 2 * (position.turn is BLACK)
    if not position.rights >> right & 1:
        return BrokenRule(
            Illegal.CASTLING_RIGHT, "the king or this rook has moved before, so it cannot castle"
        )
    rook = move.orig + (3 if short else -4)
    found = blockers(GRID, position.placement, move.orig, rook)[:1]
    return _blocked(position.placement, found, Illegal.CASTLING_BLOCKED)


def _blocked(placement: str, found: list[Square], reason: Illegal) -> BrokenRule | None:
    if not found:
        return None
    word = PIECES[placement[found[0]]].piece_type.word
    return BrokenRule(reason, f"the {word} on {square_name(found[0])} stands in the way", found)
