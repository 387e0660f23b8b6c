def activation(value):
    """Squared clipped ReLU: nothing below 0, nothing more above 1, and squared. A full unit gives 255."""
    clipped = max(0, min(ONE, value))
    return clipped * clipped >> 7


def output(own, theirs):
    """The score for the side to move, in hundredths of a soldier."""
    total = own[-1] + net.output_bias << 8
    for unit, weight in zip(own[:-1] + theirs[:-1], net.output):
        total += activation(unit) * weight
    return total >> 12


def evaluate(board, turn):
    return output(fresh(board, turn), fresh(board, other(turn)))


def worth(fen):
    """Take each piece off in turn, and see how the score changes for its side."""
    board, turn = read(fen)
    score = evaluate(board, turn)
    print("score", score)
    for y in range(2, 12):
        line = []
        for i in range(y * WIDTH + 2, y * WIDTH + 11):
            piece, value = board[i], ""
            if piece in "abnrcpABNRCP":
                board[i] = "."
                difference = score - evaluate(board, turn)
                value = difference if piece.isupper() == (turn == "w") else -difference
                board[i] = piece
            line.append(f"{piece}{value:<5}")
        print(" ".join(line))


MIDDLE = "r1bakab1r/9/1cn1c1n2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w"
worth(MIDDLE)
