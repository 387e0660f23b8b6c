# A leg, and the two points that it leads to: one straight step, then one diagonal step outwards.
JUMPS = {
    UP: (2 * UP + LEFT, 2 * UP + RIGHT),
    DOWN: (2 * DOWN + LEFT, 2 * DOWN + RIGHT),
    LEFT: (2 * LEFT + UP, 2 * LEFT + DOWN),
    RIGHT: (2 * RIGHT + UP, 2 * RIGHT + DOWN),
}


def horse(board, i, turn):
    """One straight, one diagonal. A piece on the straight step stops it."""
    found = []
    for leg, jumps in JUMPS.items():
        if board[i + leg] == ".":
            found.extend(i + jump for jump in jumps)
    return found


board, turn = read(START)
print("horse on b0:", [square(j) for j in horse(board, 11 * WIDTH + 3, "w") if board[j] == "."])
