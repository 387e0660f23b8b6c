"""Chess in the dialect: the contract of rules.py and game.py, and functions to set up a position.

    clear()                              an empty board
    put(side, kind, square) -> id        place a piece; 0 (and nothing placed) if the side has no room for it
    set_state(rights, ep_square)         castling rights and en passant square, after all pieces are placed

    board[square]                        piece id, 0 for an empty square
    square_of[id]                        square, -1 for a piece that is not on the board
    kind_of[id]                          kind of the piece; promotion changes it
    position[CASTLING]                   rights: 1 White's short castling, 2 long, 4 Black's short, 8 long
    position[EN_PASSANT]                 en passant square, if a legal en passant capture exists, else 0

Sides are WHITE = 0 and BLACK = 1. A square is rank * 8 + file: a1 = 0, b1 = 1, ... h8 = 63. Kinds are
PAWN KNIGHT BISHOP ROOK QUEEN KING = 1..6. A move is orig | dest << 6 | kind promoted to << 12; castling is
the king's move of two squares. Piece ids are 16-31 for White and 32-47 for Black, the kings 16 and 32.
"""

# The files of this game, in link order; cannonfish.kernel has the shared ones that come after them.
RULES = (
    "chess.weights",
    "chess.tables",
    "changes",
    "chess.board",
    "chess.attacks",
    "chess.play",
    "chess.moves",
)
_PLAY = (*RULES, "chess.ordering", "chess.drawish")
FILES = (*_PLAY, "chess.evaluation")
NETWORK_FILES = (*_PLAY, "chess.features", "network")
