"""Chess in the dialect: what `cannonfish.kernel.game` asks of a game.

For the host:

    clear()                              an empty board
    put(side, kind, square) -> id        place a piece; 0 (and nothing placed) if the side has no room for it
    set_state(rights, passed)            castling rights and en passant square, after all pieces are placed
    legal_moves(side, base) -> end       writes moves[base:end]
    pseudo_legal(side, move) -> 0 or 1
    make(move) -> undo, unmake(move, undo)
    in_check(side) -> 0 or 1
    drawn() -> 0 or 1                    neither side can ever give mate
    perft(side, depth, 0)                legal move sequences of that length

    board[square]                        piece id, 0 for an empty square
    square_of[id]                        square, -1 for a piece that is not on the board
    kind_of[id]                          what the piece is, which changes when a pawn is promoted
    position[CASTLING]                   rights: 1 White's short castling, 2 long, 4 Black's short, 8 long
    position[EN_PASSANT]                 the square behind a pawn that can legally be taken in passing, else 0

Sides are WHITE = 0 and BLACK = 1. A square is rank * 8 + file: a1 = 0, b1 = 1, ... h8 = 63. Kinds are
PAWN KNIGHT BISHOP ROOK QUEEN KING = 1..6. A move is orig | dest << 6 | kind promoted to << 12; castling is
the king's move of two squares. Piece ids are 16-31 for White and 32-47 for Black, the kings 16 and 32.
"""

# The files of this game, in link order; cannonfish.kernel has the shared ones that come after them.
RULES = ("chess.weights", "chess.tables", "chess.board", "chess.attacks", "chess.play", "chess.moves")
FILES = (*RULES, "chess.ordering", "chess.evaluation")
