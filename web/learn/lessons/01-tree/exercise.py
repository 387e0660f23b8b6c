def value(board):
    """1 if X wins with best play, -1 if O wins, 0 for a draw."""
    if winner(board):
        return 1 if winner(board) == "X" else -1
    nexts = moves(board)
    if not nexts:
        return 0
    values = [value(play(board, move)) for move in nexts]
    # X chooses what is best for X. And O?
    return max(values)


for move in moves("X.O.X...O"):
    print(move, value(play("X.O.X...O", move)))
