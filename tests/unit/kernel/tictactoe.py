"""Tic-tac-toe in the dialect: the smallest game that fulfils the contract. docs/add-a-game.md explains it."""

from cannonfish.kernel.zobrist import random_words

# --- 1. The position ---

MAX_PLY, MOVES_PER_PLY = 16, 9  # no game is longer, no position has more moves
KEY, KEY2 = range(2)
MOVE_LIMIT = COUNTED_CHECKS = 100
PERPETUAL_CHECK_LOSES, PRUNE_LOSING_QUIETS = 0, 0
LINES = (((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)),)
HASH_KEY: list[int] = random_words(27, 1)  # by mark * 9 + square
HASH_KEY2: list[int] = random_words(27, 2)

board: list[int] = [0] * 9  # by square: 0 empty, else side + 1
position: list[int] = [0] * 2  # two hash keys
moves: list[int] = [0] * (MAX_PLY * MOVES_PER_PLY)  # the move stack


def flip_hashes(mark: int, square: int) -> None:
    """A mark appears on the square, or vanishes from it."""
    position[KEY] ^= HASH_KEY[9 * mark + square]
    position[KEY2] ^= HASH_KEY2[9 * mark + square]


def make(move: int) -> int:
    """Whose mark it is follows from how many there are."""
    marks = 0
    for square in range(9):
        marks += 1 if board[square] else 0
    board[move - 1] = 1 + marks % 2
    flip_hashes(board[move - 1], move - 1)
    return 0


def unmake(move: int, undo: int) -> None:
    flip_hashes(board[move - 1], move - 1)
    board[move - 1] = 0


def make_null() -> int:
    return 0


def unmake_null(undo: int) -> None:
    """Nobody passes."""


# --- 2. The moves ---


def has_line(side: int) -> int:
    for a, b, c in LINES[0]:
        if board[a] == board[b] == board[c] == side + 1:
            return 1
    return 0


def generate_captures(side: int, base: int) -> int:
    return base


def generate_quiets(side: int, base: int) -> int:
    n = base
    if has_line(1 - side) == 0:
        for square in range(9):
            if board[square] == 0:
                moves[n] = square + 1
                n += 1
    return n


def pseudo_legal(side: int, move: int) -> int:
    return 1 if 1 <= move <= 9 and has_line(1 - side) == 0 and board[move - 1] == 0 else 0


def is_capture(move: int) -> int:
    return 0


def irreversible(move: int) -> int:
    return 1


def null_move_ok(side: int) -> int:
    return 0


def in_check(side: int) -> int:
    return 0


def insufficient_material() -> int:
    return 0


def no_moves_result(side: int, checked: int) -> int:
    return -1 if has_line(1 - side) else 0


# --- 3. The evaluation, and the order of moves ---

HISTORY_SIZE, CAPTURE_SIZE = 10, 1


def evaluate(side: int) -> int:
    return -10000 if has_line(1 - side) else 0


def history_index(move: int) -> int:
    return move


def capture_index(move: int) -> int:
    return 0


def capture_score(side: int, move: int) -> int:
    return 0


def victim_value(move: int) -> int:
    return 0


def see_at_least(side: int, move: int, threshold: int) -> int:
    return 1


def is_attacked_after(side: int, move: int) -> int:
    return 0
