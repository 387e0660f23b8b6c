# A line of four points, o: the mover's stones, x: the opponent's -> which one is taken
TAKES = {"oox.": 2, ".oox": 3, "xoo.": 0, ".xoo": 1}
ROWS = [[4 * r + c for c in range(4)] for r in range(4)]
FILES = [[4 * r + c for r in range(4)] for c in range(4)]


def play(position, move):
    """The position after a legal move."""
    own = position[17].upper()
    orig, dest = index(move[:2]), index(move[2:])
    board = list(position[:16])
    board[orig], board[dest] = ".", own
    for line in (ROWS[dest // 4], FILES[dest % 4]):
        seen = "".join("." if board[i] == "." else "o" if board[i] == own else "x" for i in line)
        if seen in TAKES:
            board[line[TAKES[seen]]] = "."
    return "".join(board) + (" b" if own == "W" else " w")


position = "B..B....W.B.WW.W w"
show(position)
show(play(position, "b1b2"))
