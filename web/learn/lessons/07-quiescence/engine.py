DEPTH = 2


def choose(fen):
    board, turn = read(fen)
    best, value = None, -2 * MATE
    for move in by_victim(board, legal_moves(board, turn)):
        taken = make(board, move)
        found = -search(board, other(turn), DEPTH - 1, -2 * MATE, -value, quiesce)
        unmake(board, move, taken)
        if found > value:
            best, value = move, found
            print(square(best[0]) + square(best[1]), value)
    return square(best[0]) + square(best[1])


nodes = 0
choose(START)
print("nodes:", nodes)
