ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8)]
COLUMNS = [(0, 3, 6), (1, 4, 7), (2, 5, 8)]
LINES = [*ROWS, *COLUMNS, (0, 4, 8), (2, 4, 6)]


def show(board):
    for row in (board[0:3], board[3:6], board[6:9]):
        print(" ".join(row))
    print()


def turn(board):
    return "X" if board.count("X") == board.count("O") else "O"


def winner(board):
    for a, b, c in LINES:
        if board[a] != "." and board[a] == board[b] == board[c]:
            return board[a]
    return None


def moves(board):
    if winner(board):
        return []
    return [i for i in range(9) if board[i] == "."]


def play(board, move):
    return board[:move] + turn(board) + board[move + 1 :]


board = "X.O.X...O"
show(board)
print("to move:", turn(board), "moves:", moves(board))
show(play(board, 5))
