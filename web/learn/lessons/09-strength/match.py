import random

MOBILITY = 20


def weighing(weight):
    """An evaluation: 100 for each stone more, `weight` for each move more."""

    def evaluation(position):
        if not moves(position):
            return -10_000
        mobility = len(moves(position)) - len(moves(passed(position)))
        return 100 * material(position) + weight * mobility

    return evaluation


def player(evaluate):
    """An engine that looks one move ahead with this evaluation."""

    def choose(position):
        return min(moves(position), key=lambda move: evaluate(play(position, move)))

    return choose


def opening():
    """Four random moves."""
    position = START
    for _ in range(4):
        position = play(position, random.choice(moves(position)))
    return position if moves(position) else opening()


def game(position, white, black):
    """1 if White wins, 0 if Black does, a half if nobody has after 60 moves."""
    for _ in range(60):
        if not moves(position):
            return 0 if position[17] == "w" else 1
        position = play(position, (white if position[17] == "w" else black)(position))
    return 0.5


def pairs(first, second, count):
    """Scores of the first player, 0 to 1, in pairs of games with the same opening."""
    for _ in range(count):
        position = opening()
        yield (game(position, first, second) + 1 - game(position, second, first)) / 2


new, old = player(weighing(MOBILITY)), player(weighing(0))
for i in range(5):
    scores = list(pairs(new, old, 5))
    print("match", i + 1, "- 10 games,", 2 * sum(scores), "points")
