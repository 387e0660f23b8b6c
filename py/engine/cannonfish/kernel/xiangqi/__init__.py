"""Xiangqi in the dialect: the contract of rules.py and game.py, and functions to set up a position.

    clear()                              an empty board
    put(side, kind, square) -> id        place a piece; 0 (and nothing placed) if the side has no more of them
    in_check(side) -> 0 or 1             also 1 when the generals face each other

    board[square]                        piece id, 0 for an empty point
    square_of[id]                        square, 0 for a piece that is not on the board
    position[KEY], position[KEY2]        two hash keys of the placement, without the side to move

Sides are RED = 0 and BLACK = 1. A square is (rank + 3) * 16 + file + 3, ranks 0-9 from Red's side, files
0-8 for a-i. A move is orig | dest << 8. Kinds are KING ADVISOR BISHOP KNIGHT ROOK CANNON PAWN = 1..7.
Piece ids are 16-31 for Red and 32-47 for Black; KIND[id] is the kind.
"""

# The files of this game, in link order; cannonfish.kernel has the shared ones that come after them.
RULES = ("xiangqi.weights", "xiangqi.tables", "changes", "xiangqi.board", "xiangqi.moves")
# The rules, and the threats that the repetition rules need.
LAW = (*RULES, "xiangqi.chase")
_PLAY = (*LAW, "xiangqi.ordering", "xiangqi.drawish")
FILES = (*_PLAY, "xiangqi.evaluation")
NETWORK_FILES = (*_PLAY, "xiangqi.features", "network")
# The same as LAW, and the solver of endings.
ENDINGS = (*LAW, "xiangqi.ending_points", "xiangqi.endings")
