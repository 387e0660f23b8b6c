"""Material with which an advantage is worth little."""

from cannonfish.kernel.chess.board import MATERIAL, position
from cannonfish.kernel.chess.tables import DARK_BISHOPS, KNIGHTS, LIGHT_BISHOPS, PAWNS


def scale_factor(stronger: int) -> int:
    """The share of an advantage that counts, in eighths: little without pawns and at most a minor ahead."""
    mine = position[MATERIAL + stronger]
    theirs = position[MATERIAL + 1 - stronger]
    if mine & PAWNS == 0 and (mine >> 24) - (theirs >> 24) < 2:
        return 1
    if mine >> 24 == 1 and theirs >> 24 == 1:
        # Bishops of opposite shades, and nothing else but pawns.
        bishops = mine | theirs
        if bishops & KNIGHTS == 0 and bishops & DARK_BISHOPS and bishops & LIGHT_BISHOPS:
            return 4
    return 8
