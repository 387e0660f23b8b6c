def passed(position):
    """The same stones, with the other side to move."""
    return position[:17] + ("b" if position[17] == "w" else "w")


def evaluate(position):
    """Who stands better? 100 for each stone more, 20 for each move more."""
    if not moves(position):
        return -10_000  # no move is a loss
    return 100 * material(position)


for position in ("B.BBB.......W.WW w", "B..BBB......WWW. w"):
    show(position)
    print("value:", evaluate(position))
