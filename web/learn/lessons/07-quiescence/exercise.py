def quiesce(board, turn, alpha, beta):
    """The value when everything that is worth taking has been taken."""
    global nodes
    nodes += 1
    # Nobody has to take. What is the least that the mover gets by keeping still?
    for move in by_victim(board, pseudo_moves(board, turn)):
        if board[move[1]] == ".":
            break  # captures come first; the rest is quiet
        taken = make(board, move)
        value = MATE if taken in "kK" else -quiesce(board, other(turn), -beta, -alpha)
        unmake(board, move, taken)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return alpha


for depth in (1, 2, 3):
    print("depth", depth, "value", search(board, turn, depth, -MATE, MATE, quiesce))
