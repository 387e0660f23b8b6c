START = "BBBBB..BW..WWWWW w"  # four rows from the top, and whose turn it is


def index(point):
    """a4 is 0, d1 is 15."""
    return "abcd".index(point[0]) + 4 * (4 - int(point[1]))


def name(i):
    return "abcd"[i % 4] + str(4 - i // 4)


NEIGHBOURS = [[j for j in range(16) if abs(i % 4 - j % 4) + abs(i // 4 - j // 4) == 1] for i in range(16)]


def show(position):
    for row in range(4):
        print(4 - row, " ".join(position[4 * row : 4 * row + 4]))
    print("  a b c d ", position[17], "to move")


def moves(position):
    """All legal moves, such as 'a2b2'."""
    own = position[17].upper()
    return [
        name(i) + name(j)
        for i in range(16)
        if position[i] == own
        for j in NEIGHBOURS[i]
        if position[j] == "."
    ]


show(START)
print(moves(START))
