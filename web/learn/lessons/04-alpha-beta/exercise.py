def alphabeta(position, depth, alpha=-100_000, beta=100_000):
    """The same value as minimax(), if it lies between alpha and beta."""
    global nodes
    nodes += 1
    if depth == 0 or not moves(position):
        return evaluate(position)
    for move in moves(position):
        value = -alphabeta(play(position, move), depth - 1, -beta, -alpha)
        alpha = max(alpha, value)
        # When may we stop here?
    return alpha


for depth in range(1, 6):
    counts = []
    print("depth", depth, "nodes", end=" ")
    for search in (minimax, alphabeta):
        nodes = 0
        search(START, depth)
        counts.append(nodes)
        print(nodes, end=" ")
    print("saved", round(100 - 100 * counts[1] / counts[0]), "%")
