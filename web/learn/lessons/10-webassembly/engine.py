DEPTH = 10


def choose(position):
    best, value = None, -100_000
    for move in moves(position):
        found = -look_fast(*masks(play(position, move)), DEPTH - 1, -100_000, -value)
        if found > value:
            best, value = move, found
    print("value", value)
    return best


print(choose(START))
