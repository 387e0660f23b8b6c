"""The rules of movement as reasons: what keeps a piece from making a move.

The kernel's generators say what is legal; this module only explains.  Checks are explained by the base.
"""

from typing import Final

from cannonfish.games.base.fen import EMPTY
from cannonfish.games.base.illegal import BrokenRule, Illegal, blockers
from cannonfish.games.xiangqi.fen import points
from cannonfish.games.xiangqi.move import Move
from cannonfish.games.xiangqi.pieces import (
    ADVISOR,
    BISHOP,
    CANNON,
    KING,
    KNIGHT,
    PAWN,
    PIECES,
    RED,
    ROOK,
)
from cannonfish.games.xiangqi.squares import GRID, RANKS, Square, square_file, square_name, square_rank

_SHAPES: Final = {
    KING: ((0, 1), (1, 0)),
    ADVISOR: ((1, 1),),
    BISHOP: ((2, 2),),
    KNIGHT: ((1, 2), (2, 1)),
    PAWN: ((0, 1), (1, 0)),
}
"""Files and ranks of a step, whatever its direction.  Chariots and cannons go along a line."""
_SHAPE_RULES: Final = {
    KING: "the general moves one step along a line",
    ADVISOR: "an advisor moves one step diagonally",
    BISHOP: "an elephant moves exactly two steps diagonally",
    KNIGHT: "a horse moves one step along a line, then one step diagonally outward",
    ROOK: "a chariot moves along a line",
    CANNON: "a cannon moves along a line",
    PAWN: "a soldier moves a single step along a line",
}


def broken_rule(placement: str, move: Move) -> BrokenRule | None:
    """The rule of movement that a move breaks; None if it is pseudo-legal.

    There must be a piece on the origin, and none of its side on the destination.
    """
    orig, dest = move.orig, move.dest
    piece = PIECES[placement[orig]]
    kind = piece.piece_type
    files = square_file(dest) - square_file(orig)
    ranks = square_rank(dest) - square_rank(orig)
    shapes = _SHAPES.get(kind)
    in_shape = (abs(files), abs(ranks)) in shapes if shapes else files == 0 or ranks == 0
    if not in_shape:
        return BrokenRule(Illegal.SHAPE, _SHAPE_RULES[kind])
    if kind in (KING, ADVISOR) and dest not in points(piece):
        who = "the general" if kind is KING else "an advisor"
        return BrokenRule(Illegal.PALACE, f"{who} does not leave the palace")
    if kind is PAWN:
        if (ranks if piece.side is RED else -ranks) < 0:
            return BrokenRule(Illegal.BACKWARD, "a soldier does not move back")
        if files and not _has_crossed(orig, piece.side is RED):
            return BrokenRule(Illegal.SIDEWAYS, "a soldier moves sideways only beyond the river")
    if kind is BISHOP:
        if _has_crossed(dest, piece.side is RED):
            return BrokenRule(Illegal.RIVER, "an elephant does not cross the river")
        return _stands_in(placement, (orig + dest) // 2, Illegal.EYE, "elephant's eye")
    if kind is KNIGHT:
        leg = orig + (files // 2 if abs(files) == 2 else ranks // 2 * GRID.files)
        return _stands_in(placement, leg, Illegal.LEG, "horse's leg")
    if kind in (ROOK, CANNON):
        return _along_a_line(placement, move, kind is CANNON)
    return None


def _has_crossed(at: Square, red: bool) -> bool:
    """True on the other side's half of the board."""
    return (square_rank(at) >= RANKS // 2) is red


def _stands_in(placement: str, at: Square, reason: Illegal, what: str) -> BrokenRule | None:
    if placement[at] == EMPTY:
        return None
    return BrokenRule(reason, f"the {_on(placement, at)} blocks the {what}", [at])


def _along_a_line(placement: str, move: Move, is_cannon: bool) -> BrokenRule | None:
    """What keeps a chariot or a cannon from a move along a line."""
    found = blockers(GRID, placement, move.orig, move.dest)
    names = " and ".join(_on(placement, at) for at in found)
    if not is_cannon:
        message = f"the {names} stands in the way" if len(found) == 1 else f"the {names} stand in the way"
        return BrokenRule(Illegal.BLOCKED, message, found) if found else None
    if placement[move.dest] == EMPTY:
        message = "a cannon jumps over a piece only to capture"
        return BrokenRule(Illegal.CANNON_JUMP, message, found) if found else None
    if not found:
        return BrokenRule(Illegal.NO_SCREEN, "a cannon captures only over another piece, and none is between")
    if len(found) > 1:
        message = f"a cannon captures over exactly one piece, but {len(found)} are between: the {names}"
        return BrokenRule(Illegal.SCREENS, message, found)
    return None


def _on(placement: str, at: Square) -> str:
    """``horse on c2``."""
    return f"{PIECES[placement[at]].piece_type.word} on {square_name(at)}"
