DEPTH = 3
evaluation = weighing(MOBILITY)


def search(position, depth, alpha, beta):
    """Alpha-beta, as in lesson 4, with the evaluation that you have measured."""
    if depth == 0 or not moves(position):
        return evaluation(position)
    for move in moves(position):
        alpha = max(alpha, -search(play(position, move), depth - 1, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


def choose(position, depth=DEPTH):
    best, value = None, -100_000
    for move in moves(position):
        found = -search(play(position, move), depth - 1, -100_000, -value)
        if found > value:
            best, value = move, found
    return best


print("a weight of 60 against MOBILITY:")
scores = []
for _ in range(4):
    scores += pairs(player(weighing(60)), new, 10)
    report(scores)
print("two moves ahead against one:")
scores = []
for _ in range(5):
    scores += pairs(lambda position: choose(position, 2), lambda position: choose(position, 1), 3)
    report(scores)
