import random


def choose(position):
    """The move after which the opponent stands worst."""
    return min(moves(position), key=lambda move: evaluate(play(position, move)))


def game(white, black, most=60):
    """1 if White wins, 0 if Black does, a half if nobody has after 60 moves."""
    position = play(play(START, random.choice(moves(START))), "a3b3")
    for ply in range(most):
        if not moves(position):
            return 0 if position[17] == "w" else 1
        position = play(position, (white if position[17] == "w" else black)(position))
    return 0.5


def any_move(position):
    return random.choice(moves(position))


points = 0
for i in range(20):
    points += game(choose, any_move)
    print(i + 1, "games,", points, "points")
