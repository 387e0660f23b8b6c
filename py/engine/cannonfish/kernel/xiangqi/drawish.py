"""Material with which an advantage is worth little."""

from cannonfish.kernel.xiangqi.board import MATERIAL, position


def scale_factor(stronger: int) -> int:
    """The share of an advantage that counts, in eighths: little with fewer than three pieces that can cross
    the river (rooks count twice).
    """
    attackers = position[MATERIAL + stronger] & 15
    if attackers < 3:
        return 4 if attackers else 0
    return 8
