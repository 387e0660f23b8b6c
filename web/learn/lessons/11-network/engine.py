levels = []  # the accumulators of both sides, after each move of the line that is being searched


def make(board, move):
    """As in lesson 6; and the accumulators follow."""
    if levels:
        levels.append({side: moved(units, board, move, side) for side, units in levels[-1].items()})
    i, j = move
    taken, board[j], board[i] = board[j], board[i], "."
    return taken


def unmake(board, move, taken):
    if levels:
        levels.pop()
    i, j = move
    board[i], board[j] = board[j], taken


def evaluate(board, turn):
    units = levels[-1] if levels else {side: fresh(board, side) for side in "wb"}
    return output(units[turn], units[other(turn)])


def choose(fen, depth=2):
    board, turn = read(fen)
    best, value = None, -2 * MATE
    found = by_victim(board, legal_moves(board, turn))
    levels[:] = [{side: fresh(board, side) for side in "wb"}]
    for move in found:
        taken = make(board, move)
        score = -search(board, other(turn), depth - 1, -2 * MATE, -value, quiesce)
        unmake(board, move, taken)
        if score > value:
            best, value = move, score
            print(square(best[0]) + square(best[1]), value)
    levels.clear()
    return square(best[0]) + square(best[1])


nodes = 0
choose(START)
print("nodes:", nodes)
