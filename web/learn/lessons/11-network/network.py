from cannonfish.kernel.network_file import read_network

KINDS = "kabnrcp"
HALF = len(KINDS) * 90
ONE = 181  # 1 in an accumulator

net = read_network("xiangqi", 2 * HALF)


def feature(piece, i, side):
    """The number of a piece on a point, as a side sees it: its own pieces first, its own half below."""
    file, rank = i % WIDTH - 2, 11 - i // WIDTH
    if side == "b":
        rank = 9 - rank
    enemy = piece.isupper() != (side == "w")
    return enemy * HALF + KINDS.index(piece.lower()) * 90 + rank * 9 + file


def row(number):
    """What a feature adds to the units; the last entry is its plain piece-square value."""
    own = number % HALF
    mirrored = own - own % 90 + (9 - own % 90 // 9) * 9 + own % 9
    square = net.squares[own] if number < HALF else -net.squares[mirrored]
    return [*net.rows[number * net.width : (number + 1) * net.width], square]


ROWS = [row(number) for number in range(2 * HALF)]


def fresh(board, side):
    """The accumulator: the bias, and the rows of all pieces on the board."""
    units = [*net.bias, 0]
    for i, piece in enumerate(board):
        if piece.isalpha():
            units = [a + b for a, b in zip(units, ROWS[feature(piece, i, side)])]
    return units


board, turn = read(START)
print(f"{2 * HALF} features, {net.width} units")
print("for Red, in 181sts:", fresh(board, "w")[:-1])
