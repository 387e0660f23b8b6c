"""Liuzichong (六子冲) in the dialect: what `cannonfish.kernel.game` asks of a game.

For the host:

    clear()                              an empty board
    put(side, point)                     place a stone on an empty point
    legal_moves(side, base) -> end       writes moves[base:end]
    pseudo_legal(side, move) -> 0 or 1   every pseudo-legal move is legal: there is no check
    taken(side, move) -> points          the stones that the move takes, a bit for each point
    make(move) -> points taken, unmake(move, points taken)
    perft(side, depth, 0)                move sequences of that length

    stones[side]                         the side's stones, a bit for each point

Sides are WHITE = 0 and BLACK = 1. A point is rank * 4 + file: a1 = 0, b1 = 1, ... d4 = 15. A move is
orig | dest << 4.
"""

# The files of this game, in link order; cannonfish.kernel has the shared ones that come after them.
RULES = ("liuzichong.tables", "liuzichong.board", "liuzichong.moves")
FILES = (*RULES, "liuzichong.evaluation")
# After RULES and the shared files: what the moves of a position lead to.
SUCCESSORS = "liuzichong.successors"
