def is_own(piece, turn):
    return piece.isalpha() and piece.isupper() == (turn == "w")


def general(board, i, turn):
    return [i + step for step in STRAIGHT if i + step in PALACE[turn]]


def advisor(board, i, turn):
    return [i + step for step in DIAGONAL if i + step in PALACE[turn]]


def elephant(board, i, turn):
    """Two points diagonally, if the eye between is empty, and never over the river."""
    return [i + 2 * s for s in DIAGONAL if board[i + s] == "." and i + 2 * s in OWN_BANK[turn]]


def soldier(board, i, turn):
    forward = UP if turn == "w" else DOWN
    return [i + forward] + ([] if i in OWN_BANK[turn] else [i + LEFT, i + RIGHT])


def chariot(board, i, turn):
    """Along every line to the first piece, and onto it."""
    found = []
    for step in STRAIGHT:
        j = i + step
        while board[j] == ".":
            found.append(j)
            j += step
        found.append(j)
    return found


def cannon(board, i, turn):
    """Like a chariot, but it takes over a screen: the second piece on the line."""
    found = []
    for step in STRAIGHT:
        j = i + step
        while board[j] == ".":
            found.append(j)
            j += step
        j += step if board[j] != "#" else 0
        while board[j] == ".":
            j += step
        if board[j] != "#" and j != i + step:
            found.append(j)
    return found


board, turn = read(START)
a0, b2 = 11 * WIDTH + 2, 9 * WIDTH + 3
print("chariot on a0:", [square(j) for j in chariot(board, a0, "w") if board[j] == "."])
print("cannon on b2: ", [square(j) for j in cannon(board, b2, "w") if board[j] != "#"])
