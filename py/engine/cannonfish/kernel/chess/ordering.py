"""What the ordering of moves asks of the game: exchanges, values, and small numbers for moves."""

from cannonfish.kernel.chess.attacks import least_valuable_attacker
from cannonfish.kernel.chess.board import board, kind_of
from cannonfish.kernel.chess.moves import is_en_passant, victim_kind
from cannonfish.kernel.chess.tables import KING, PAWN, QUEEN, SEE_VALUE


def see_exchange(side: int, square: int, value: int, threshold: int) -> int:
    """1 if the side can gain at least `bar` (above 0) by taking the piece of that value on the square."""
    if value < threshold:
        return 0
    orig = least_valuable_attacker(side, square)
    if orig < 0:
        return 0
    piece = board[orig]
    cost = SEE_VALUE[kind_of[piece]]
    if value - cost >= threshold:
        return 1
    board[orig] = 0
    lost = see_exchange(1 - side, square, cost, value - threshold + 1)
    board[orig] = piece
    return 0 if lost else 1


def victim_value(move: int) -> int:
    """What the move takes, and what a promotion adds."""
    value = SEE_VALUE[victim_kind(move)]
    if move >> 12:
        value += SEE_VALUE[move >> 12] - SEE_VALUE[PAWN]
    return value


def see_at_least(side: int, move: int, threshold: int) -> int:
    """1 if the move leaves the side at least `bar` better after the best exchanges on its destination."""
    orig = move & 63
    dest = move >> 6 & 63
    piece = board[orig]
    spare = victim_value(move) - threshold
    if spare < 0:
        return 0
    kind = move >> 12 if move >> 12 else kind_of[piece]
    if kind == KING and abs(dest - orig) == 2:
        return 1  # castled, on a square that is tested for check after the move
    if SEE_VALUE[kind] <= spare:
        return 1
    captured = board[dest]
    ep_square = is_en_passant(move)
    board[orig] = 0
    board[dest] = piece
    victim = 0
    if ep_square:
        victim = board[dest ^ 8]
        board[dest ^ 8] = 0
    lost = see_exchange(1 - side, dest, SEE_VALUE[kind], spare + 1)
    board[orig] = piece
    board[dest] = captured
    if ep_square:
        board[dest ^ 8] = victim
    return 0 if lost else 1


def is_attacked_after(side: int, move: int) -> int:
    """After the move was made: 1 if the other side has a piece that could take the one that moved."""
    return 1 if least_valuable_attacker(1 - side, move >> 6 & 63) >= 0 else 0


def capture_score(side: int, move: int) -> int:
    """Most valuable victim first, then least valuable attacker; below 0 if the exchange loses material.

    So are promotions to rook and bishop, which a queen makes superfluous but for stalemates.
    """
    promoted = move >> 12
    attacker = SEE_VALUE[kind_of[board[move & 63]]]
    victim = victim_value(move)
    worth = victim * 32 - min(attacker, 1000)
    if promoted > 2 and promoted < QUEEN:
        return worth - 80000
    if victim >= attacker or see_at_least(side, move, 0):
        return worth + 2000
    return worth - 80000


def history_index(move: int) -> int:
    """Kind and colour of the moving piece, and its destination."""
    piece = board[move & 63]
    return (6 * (piece >> 5) + kind_of[piece] - 1) << 6 | move >> 6 & 63


def capture_index(move: int) -> int:
    """The same, and the kind of the victim."""
    return history_index(move) << 3 | victim_kind(move)
