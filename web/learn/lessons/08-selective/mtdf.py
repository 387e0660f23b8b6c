def mtdf(board, turn, depth, guess):
    """The value by null windows alone; `guess` is where to begin."""
    lower, upper, passes = -INFINITE, INFINITE, 0
    while lower < upper:
        beta = max(guess, lower + 1)
        guess = alphabeta(board, turn, depth, beta - 1, beta)  # is it beta or more?
        if guess >= beta:
            lower = guess
        else:
            upper = guess
        passes += 1
    return guess, passes


board, turn = read(MIDDLE)
table.clear()
nodes = guess = 0
for depth in range(1, 5):
    guess, passes = mtdf(board, turn, depth, guess)
    print("depth", depth, "value", guess, "passes", passes, "nodes", nodes)
