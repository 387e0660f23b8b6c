import time

INFINITE = 3 * MATE
EXACT, AT_LEAST, AT_MOST = "=", ">", "<"
table = {}  # position -> (depth, value, kind, best move)
deadline = None


class TimeUp(Exception):
    pass


def visit():
    """Counts a node, with a dot for every thousand."""
    global nodes
    nodes += 1
    if nodes % 1000 == 0:
        print(".", end=" ")
    if deadline and time.perf_counter() > deadline:
        raise TimeUp


def quiet(board, turn, alpha, beta):
    """Quiescence, but it returns the best value that it has seen, even below alpha."""
    visit()
    best = evaluate(board, turn)
    for move in by_victim(board, pseudo_moves(board, turn)):
        if best >= beta or board[move[1]] == ".":
            break
        taken = make(board, move)
        value = MATE if taken in "kK" else -quiet(board, other(turn), -beta, -max(alpha, best))
        unmake(board, move, taken)
        best = max(best, value)
    return best


def look_up(key, depth, alpha, beta):
    """The value, if the table has one that helps, and the move to try first."""
    known = table.get(key)
    if not known:
        return None, None
    at, value, kind, move = known
    helps = kind == EXACT or (kind == AT_LEAST and value >= beta) or (kind == AT_MOST and value <= alpha)
    return (value if at == depth and helps else None), move


def remember(key, depth, alpha, beta, value, move):
    kind = AT_LEAST if value >= beta else EXACT if value > alpha else AT_MOST
    table[key] = (depth, value, kind, move)


def ordered(board, turn, first):
    """The move of the table, then captures, then the rest."""
    return sorted(by_victim(board, pseudo_moves(board, turn)), key=lambda move: move != first)


def alphabeta(board, turn, depth, alpha, beta):
    if depth == 0:
        return quiet(board, turn, alpha, beta)
    visit()
    key = "".join(board) + turn
    value, first = look_up(key, depth, alpha, beta)
    if value is not None:
        return value
    best, best_move = -INFINITE, None
    for move in ordered(board, turn, first):
        taken = make(board, move)
        if taken in "kK":
            value = MATE + depth
        else:
            value = -alphabeta(board, other(turn), depth - 1, -beta, -max(alpha, best))
        unmake(board, move, taken)
        if value > best:
            best, best_move = value, move
        if best >= beta:
            break
    remember(key, depth, alpha, beta, best, best_move)
    return best


def deepen(search, fen, most):
    """Depth 1, depth 2, ...; returns the nodes of all of them."""
    global nodes
    table.clear()
    nodes = 0
    board, turn = read(fen)
    for depth in range(1, most + 1):
        started = time.perf_counter()
        value = search(board, turn, depth, -INFINITE, INFINITE)
        ms = round((time.perf_counter() - started) * 1000)
        print("depth", depth, "value", value, "nodes", nodes, "ms", ms)
    return nodes


MIDDLE = "3akab2/9/4b1n2/p1p1p3p/5r3/2P3c2/P3P3P/2C1B1N2/3R5/3AKAB2 w"
deepen(alphabeta, MIDDLE, 4)
