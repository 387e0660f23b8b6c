def pvs(board, turn, depth, alpha, beta):
    """The same value as alphabeta(), if it lies between alpha and beta."""
    if depth == 0:
        return quiet(board, turn, alpha, beta)
    visit()
    key = "".join(board) + turn
    value, first = look_up(key, depth, alpha, beta)
    if value is not None:
        return value
    best, best_move = -INFINITE, None
    for move in ordered(board, turn, first):
        low = max(alpha, best)
        taken = make(board, move)
        if taken in "kK":
            value = MATE + depth
        elif best_move is None:  # the first move: the whole window
            value = -pvs(board, other(turn), depth - 1, -beta, -low)
        else:  # the others: only the question whether they are better
            value = -pvs(board, other(turn), depth - 1, -low - 1, -low)
            # The answer is yes or no. When do we need the value itself?
        unmake(board, move, taken)
        if value > best:
            best, best_move = value, move
        if best >= beta:
            break
    remember(key, depth, alpha, beta, best, best_move)
    return best


deepen(pvs, MIDDLE, 4)
