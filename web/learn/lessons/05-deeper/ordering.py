def taken(position, move):
    """The number of stones that the move takes."""
    return play(position, move).count(".") - position.count(".")


def ordered(position):
    """Captures first."""
    return sorted(moves(position), key=lambda move: -taken(position, move))


def search_ordered(position, depth, alpha, beta):
    global nodes
    nodes += 1
    if depth == 0 or not moves(position):
        return evaluate(position)
    for move in ordered(position):
        alpha = max(alpha, -search_ordered(play(position, move), depth - 1, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


middle = ".B.BW..BB.WW.W.. b"
deepen(search, middle, 4)
print("captures first:")
deepen(search_ordered, middle, 4)
