def choose(fen, seconds=1.2):
    """Goes deeper until the time is over; a depth that is not finished does not count."""
    global nodes, deadline
    table.clear()
    nodes, best, started = 0, None, time.perf_counter()
    for depth in range(1, 12):
        board, turn = read(fen)
        try:
            value = selective(board, turn, depth, -INFINITE, INFINITE)
        except TimeUp:
            break
        best = table["".join(board) + turn][3]
        deadline = started + seconds  # depth 1 has no limit: there must be a move
        print("depth", depth, "value", value, square(best[0]) + square(best[1]), "nodes", nodes)
    deadline = None
    return square(best[0]) + square(best[1])


choose(START)
