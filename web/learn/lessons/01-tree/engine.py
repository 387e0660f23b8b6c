known = {}


def value_known(board):
    """The same as value(), but no position is looked at twice."""
    if board not in known:
        nexts = moves(board)
        if nexts:
            values = [value_known(play(board, move)) for move in nexts]
            known[board] = max(values) if turn(board) == "X" else min(values)
        else:
            known[board] = value(board)
    return known[board]


def choose(board):
    """The engine's move: the page asks for it when it is the engine's turn."""
    best = max if turn(board) == "X" else min
    return best(moves(board), key=lambda move: value_known(play(board, move)))


print("value of the empty board:", value_known("........."))
print("different positions:", len(known))
