NULL_MOVE = REDUCTIONS = True


def selective(board, turn, depth, alpha, beta, may_pass=True):
    """PVS with null move and late move reductions: its value is no longer exact."""
    if depth <= 0:
        return quiet(board, turn, alpha, beta)
    visit()
    key = "".join(board) + turn
    value, first = look_up(key, depth, alpha, beta)
    if value is not None:
        return value
    check = in_check(board, turn)

    # Null move: if even passing is good enough, a real move will be, too.
    if NULL_MOVE and may_pass and depth >= 2 and not check and evaluate(board, turn) >= beta:
        value = -selective(board, other(turn), depth - 3, -beta, -beta + 1, may_pass=False)
        if value >= beta:
            return value

    best, best_move = -INFINITE, None
    for count, move in enumerate(ordered(board, turn, first)):
        low = max(alpha, best)
        taken = make(board, move)
        if taken in "kK":
            value = MATE + depth
        elif best_move is None:
            value = -selective(board, other(turn), depth - 1, -beta, -low)
        else:
            # Late move reduction: a late quiet move gets one ply less at first.
            late = REDUCTIONS and count >= 4 and depth >= 3 and taken == "." and not check
            value = -selective(board, other(turn), depth - 1 - late, -low - 1, -low)
            if late and value > low:
                value = -selective(board, other(turn), depth - 1, -low - 1, -low)
            if low < value < beta:
                value = -selective(board, other(turn), depth - 1, -beta, -low)
        unmake(board, move, taken)
        if value > best:
            best, best_move = value, move
        if best >= beta:
            break
    remember(key, depth, alpha, beta, best, best_move)
    return best


for NULL_MOVE, REDUCTIONS in ((False, False), (True, False), (False, True), (True, True)):
    print("null move", NULL_MOVE, "- reductions", REDUCTIONS)
    deepen(selective, MIDDLE, 4)
