import time


def legal_listed(position, move):
    """The slow way: list everything, and look whether the move is there."""
    return move in moves(position)


def legal(position, move):
    """The quick way: ask the move itself. It may be any two points, such as 'a1d4'."""
    orig, dest = index(move[:2]), index(move[2:])
    own = position[17].upper()
    return position[orig] == own and position[dest] == "." and dest in NEIGHBOURS[orig]


ALL = [name(i) + name(j) for i in range(16) for j in range(16)]
for judge in (legal_listed, legal):
    started = time.perf_counter()
    count = sum(judge(START, move) for _ in range(20) for move in ALL)
    print(judge.__name__, count // 20, "legal,", round((time.perf_counter() - started) * 1000), "ms")
