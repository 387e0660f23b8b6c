def choose(position, seconds=0.5):
    """Goes deeper until the time is over; a depth that has begun is finished."""
    started, depth, best = time.perf_counter(), 0, None
    while time.perf_counter() - started < seconds / 4 and depth < 12:
        depth += 1
        value = search_table(position, depth, -INFINITE, INFINITE)
        best = table[position][3] or best or moves(position)[0]
        print("depth", depth, "value", value, best)
    return best


choose(START)
