VALUES = {"k": 0, "a": 200, "b": 200, "n": 400, "r": 900, "c": 450, "p": 100}


def bonus(kind, file, rank):
    """What a place is worth to a piece; ranks from its own side, 0 to 9."""
    middle = 4 - abs(file - 4)  # 0 at the edge, 4 in the middle
    if kind == "p":
        return 0 if rank < 5 else 40 + 10 * middle if rank < 9 else 10
    if kind == "n":
        return 8 * middle + 10 * min(rank, 7) - (30 if rank == 0 else 0)
    if kind == "r":
        return 20 if rank > 0 else 0
    if kind == "c":
        return 5 * middle
    return 0


TABLE = {}  # piece -> its value on every index of the mailbox
for kind in VALUES:
    red, black = [0] * (WIDTH * 14), [0] * (WIDTH * 14)
    for file in range(9):
        for rank in range(10):
            i = (11 - rank) * WIDTH + file + 2
            red[i] = VALUES[kind] + bonus(kind, file, rank)
            black[i] = VALUES[kind] + bonus(kind, file, 9 - rank)
    TABLE[kind.upper()], TABLE[kind] = red, black


def evaluate(board, turn):
    """For the side to move, in hundredths of a soldier."""
    total = 0
    for i, piece in enumerate(board):
        if piece.isalpha():
            total += TABLE[piece][i] if piece.isupper() else -TABLE[piece][i]
    return total if turn == "w" else -total


for rank in range(9, -1, -1):
    print(rank, " ".join(f"{TABLE['N'][(11 - rank) * WIDTH + file + 2]:4}" for file in range(9)))
