START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
WIDTH = 13  # nine files, and two columns of wall at either side


def read(fen):
    """A mailbox of 14 rows: '#' is wall, '.' is empty. And whose turn it is."""
    rows, turn = fen.split()[:2]
    board = ["#"] * (WIDTH * 14)
    for y, row in enumerate(rows.split("/")):
        x = 0
        for letter in row:
            for cell in "." * int(letter) if letter.isdigit() else letter:
                board[(y + 2) * WIDTH + x + 2] = cell
                x += 1
    return board, turn


def square(i):
    """h2 and the like; Red's back rank is 0."""
    return "abcdefghi"[i % WIDTH - 2] + str(11 - i // WIDTH)


def show(board):
    for y in range(2, 12):
        print(11 - y, " ".join(board[y * WIDTH + 2 : y * WIDTH + 11]))
    print("  a b c d e f g h i")


UP, DOWN, LEFT, RIGHT = -WIDTH, WIDTH, -1, 1
STRAIGHT = (UP, DOWN, LEFT, RIGHT)
DIAGONAL = (UP + LEFT, UP + RIGHT, DOWN + LEFT, DOWN + RIGHT)
PALACE = {
    "w": {y * WIDTH + x for y in (9, 10, 11) for x in (5, 6, 7)},
    "b": {y * WIDTH + x for y in (2, 3, 4) for x in (5, 6, 7)},
}
OWN_BANK = {"w": range(7 * WIDTH, 14 * WIDTH), "b": range(7 * WIDTH)}

board, turn = read(START)
show(board)
