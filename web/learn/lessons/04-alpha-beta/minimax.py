import time

nodes = 0


def minimax(position, depth):
    """The value for the side to move, looking `depth` moves ahead."""
    global nodes
    nodes += 1
    if depth == 0 or not moves(position):
        return evaluate(position)
    # What is good for the opponent is bad for us: hence the minus.
    return max(-minimax(play(position, move), depth - 1) for move in moves(position))


for depth in range(1, 6):
    nodes, started = 0, time.perf_counter()
    value = minimax(START, depth)
    ms = round((time.perf_counter() - started) * 1000)
    print("depth", depth, "value", value, "nodes", nodes, "ms", ms)
