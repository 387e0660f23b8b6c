import time

INFINITE = 100_000
nodes = 0


def search(position, depth, alpha, beta):
    """Alpha-beta, as in lesson 4."""
    global nodes
    nodes += 1
    if depth == 0 or not moves(position):
        return evaluate(position)
    for move in moves(position):
        alpha = max(alpha, -search(play(position, move), depth - 1, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


def deepen(search, position, most):
    """Depth 1, depth 2, ...; the nodes of each."""
    global nodes
    for depth in range(1, most + 1):
        nodes, started = 0, time.perf_counter()
        value = search(position, depth, -INFINITE, INFINITE)
        ms = round((time.perf_counter() - started) * 1000)
        print("depth", depth, "value", value, "nodes", nodes, "ms", ms)


deepen(search, START, 5)
