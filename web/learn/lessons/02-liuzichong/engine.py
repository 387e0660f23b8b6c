import random


def stones(position, side):
    return position[:16].count(side)


def choose(position):
    """Takes a stone if it can; anything else is chance."""
    other = "B" if position[17] == "w" else "W"
    best = min(stones(play(position, move), other) for move in moves(position))
    return random.choice([m for m in moves(position) if stones(play(position, m), other) == best])


position = START
for _ in range(6):
    move = choose(position)
    position = play(position, move)
    print(move, end=" ")
print()
show(position)
