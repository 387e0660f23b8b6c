MATE = 10_000
nodes = 0


def search(board, turn, depth, alpha, beta, rest):
    """Alpha-beta; `rest` gives the value where the depth ends. Whoever loses the general has lost."""
    global nodes
    nodes += 1
    if depth == 0:
        return rest(board, turn, alpha, beta)
    for move in by_victim(board, pseudo_moves(board, turn)):
        taken = make(board, move)
        if taken in "kK":
            value = MATE + depth
        else:
            value = -search(board, other(turn), depth - 1, -beta, -alpha, rest)
        unmake(board, move, taken)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return alpha


def by_victim(board, found):
    """The most valuable captures first."""
    return sorted(found, key=lambda move: -VALUES.get(board[move[1]].lower(), -1))


def static(board, turn, alpha, beta):
    return evaluate(board, turn)


HUNGRY = "3k5/9/4p4/4p4/9/9/9/9/4R4/5K3 w"  # the chariot may take a soldier, which another one protects
board, turn = read(HUNGRY)
show(board)
for depth in (1, 2, 3):
    print("depth", depth, "value", search(board, turn, depth, -MATE, MATE, static))
