import random

VALUES = {"k": 0, "a": 2, "b": 2, "n": 4, "r": 9, "c": 5, "p": 1, ".": 0}


def choose(fen):
    """Takes the most valuable piece that it can; among equals, chance."""
    board, turn = read(fen)
    found = legal_moves(board, turn)
    best = max(VALUES[board[j].lower()] for i, j in found)
    i, j = random.choice([(i, j) for i, j in found if VALUES[board[j].lower()] == best])
    return square(i) + square(j)


print(choose(START))
