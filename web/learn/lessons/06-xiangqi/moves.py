MOVERS = {"k": general, "a": advisor, "b": elephant, "n": horse, "r": chariot, "c": cannon, "p": soldier}


def pseudo_moves(board, turn):
    """Moves as pairs of indices; the own general may be left in check."""
    return [
        (i, j)
        for i, piece in enumerate(board)
        if is_own(piece, turn)
        for j in MOVERS[piece.lower()](board, i, turn)
        if board[j] != "#" and not is_own(board[j], turn)
    ]


def make(board, move):
    """Play it on this board; returns what was taken, for unmake()."""
    i, j = move
    taken, board[j], board[i] = board[j], board[i], "."
    return taken


def unmake(board, move, taken):
    i, j = move
    board[i], board[j] = board[j], taken


def other(turn):
    return "b" if turn == "w" else "w"


def in_check(board, turn):
    """Is the general attacked, or does it face the other one?"""
    i = board.index("K" if turn == "w" else "k")
    enemies = str.lower if turn == "w" else str.upper
    if any(board[j] == enemies("r") for j in chariot(board, i, turn)):
        return True
    if any(board[j] == enemies("c") for j in cannon(board, i, turn) if j not in chariot(board, i, turn)):
        return True
    if any(board[j] == enemies("k") and abs(i - j) % WIDTH == 0 for j in chariot(board, i, turn)):
        return True
    forward = UP if turn == "w" else DOWN
    if any(board[i + step] == enemies("p") for step in (forward, LEFT, RIGHT)):
        return True
    # A horse comes over its own leg, diagonally beside the general.
    return any(
        board[i + d] == "." and board[i + d + s] == enemies("n")
        for d in DIAGONAL
        for s in (
            (UP, LEFT)
            if d == UP + LEFT
            else (UP, RIGHT)
            if d == UP + RIGHT
            else (DOWN, LEFT)
            if d == DOWN + LEFT
            else (DOWN, RIGHT)
        )
    )


def legal_moves(board, turn):
    found = []
    for move in pseudo_moves(board, turn):
        taken = make(board, move)
        if not in_check(board, turn):
            found.append(move)
        unmake(board, move, taken)
    return found


def perft(board, turn, depth):
    """The number of games of that length."""
    if depth == 0:
        return 1
    total = 0
    for move in legal_moves(board, turn):
        taken = make(board, move)
        total += perft(board, other(turn), depth - 1)
        unmake(board, move, taken)
    return total


board, turn = read(START)
for depth in (1, 2):
    print("depth", depth, "games", perft(board, turn, depth))
