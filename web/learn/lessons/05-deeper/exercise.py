EXACT, AT_LEAST, AT_MOST = "=", ">", "<"
table = {}  # position -> (depth, value, kind, best move)


def search_table(position, depth, alpha, beta):
    global nodes
    nodes += 1
    if depth == 0 or not moves(position):
        return evaluate(position)
    known = table.get(position)
    if known and known[0] == depth:
        pass  # What can be returned at once, and when?
    first = known[3] if known else None
    before, best_move = alpha, None
    for move in sorted(ordered(position), key=lambda move: move != first):
        value = -search_table(play(position, move), depth - 1, -beta, -alpha)
        if value > alpha:
            alpha, best_move = value, move
        if alpha >= beta:
            break
    kind = AT_LEAST if alpha >= beta else EXACT if alpha > before else AT_MOST
    table[position] = (depth, alpha, kind, best_move)
    return alpha


deepen(search_table, START, 6)
