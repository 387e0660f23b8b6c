"""Liuzichong (六子冲) in the dialect: the contract of rules.py and game.py, and functions for the host.

    clear()                              an empty board
    put(side, point)                     place a stone on an empty point
    captured_stones(side, move) -> points    the stones that the move takes, a bit for each point

    stones[side]                         the side's stones, a bit for each point

Sides are WHITE = 0 and BLACK = 1. A point is rank * 4 + file: a1 = 0, b1 = 1, ... d4 = 15. A move is
orig | dest << 4.
"""

# The files of this game, in link order; cannonfish.kernel has the shared ones that come after them.
RULES = ("liuzichong.tables", "liuzichong.board", "liuzichong.moves")
FILES = (*RULES, "liuzichong.evaluation")
# After RULES and the shared files: the positions after every legal move.
SUCCESSORS = "liuzichong.successors"
