"""Move ordering: static exchange evaluation, capture scores, and indexes of the history tables.

Chessprogramming wiki, "Static Exchange Evaluation", "MVV-LVA".
"""

from cannonfish.kernel.chess.attacks import least_valuable_attacker
from cannonfish.kernel.chess.board import board, kind_of
from cannonfish.kernel.chess.moves import is_en_passant, victim_kind
from cannonfish.kernel.chess.tables import KING, KNIGHT, PAWN, QUEEN, SEE_VALUE

# The score of a capture: first by victim, then by attacker; far below if it loses the exchange.
VICTIM_WEIGHT = 32
ATTACKER_MAX = 1000  # the king counts as the most valuable attacker
GOOD_CAPTURE_BONUS = 2000
LOSING_CAPTURE_MALUS = 80000


def see_exchange(side: int, square: int, value: int, threshold: int) -> int:
    """1 if the side gains at least `threshold` (above 0) by taking on the square a piece worth `value`."""
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
    refuted = see_exchange(1 - side, square, cost, value - threshold + 1)
    board[orig] = piece
    return 0 if refuted else 1


def victim_value(move: int) -> int:
    """Value of the captured piece and of a promotion, in centipawns."""
    value = SEE_VALUE[victim_kind(move)]
    if move >> 12:
        value += SEE_VALUE[move >> 12] - SEE_VALUE[PAWN]
    return value


def see_at_least(side: int, move: int, threshold: int) -> int:
    """1 if the side gains at least `threshold` by the move and the best exchanges on its destination."""
    orig = move & 63
    dest = move >> 6 & 63
    piece = board[orig]
    balance = victim_value(move) - threshold
    if balance < 0:
        return 0
    kind = move >> 12 if move >> 12 else kind_of[piece]
    if kind == KING and abs(dest - orig) == 2:
        return 1  # castling; in_check() tests the square after the move
    if SEE_VALUE[kind] <= balance:
        return 1
    captured = board[dest]
    en_passant = is_en_passant(move)
    board[orig] = 0
    board[dest] = piece
    victim = 0
    if en_passant:
        victim = board[dest ^ 8]
        board[dest ^ 8] = 0
    refuted = see_exchange(1 - side, dest, SEE_VALUE[kind], balance + 1)
    board[orig] = piece
    board[dest] = captured
    if en_passant:
        board[dest ^ 8] = victim
    return 0 if refuted else 1


def is_attacked_after(side: int, move: int) -> int:
    """After the move was made: 1 if the other side attacks the piece that moved."""
    return 1 if least_valuable_attacker(1 - side, move >> 6 & 63) >= 0 else 0


def capture_score(side: int, move: int) -> int:
    """MVV-LVA: most valuable victim, then least valuable attacker; negative if the exchange loses material.

    Negative, too, for promotions to rook and bishop: only a stalemate makes them better than a queen.
    """
    promoted = move >> 12
    attacker = SEE_VALUE[kind_of[board[move & 63]]]
    victim = victim_value(move)
    score = victim * VICTIM_WEIGHT - min(attacker, ATTACKER_MAX)
    if KNIGHT < promoted < QUEEN:
        return score - LOSING_CAPTURE_MALUS
    # A promotion wins much, but what is lost on the square is the new piece.
    if (promoted == 0 and victim >= attacker) or see_at_least(side, move, 0):
        return score + GOOD_CAPTURE_BONUS
    return score - LOSING_CAPTURE_MALUS


def history_index(move: int) -> int:
    """By kind and colour of the moving piece, and destination."""
    piece = board[move & 63]
    return (6 * (piece >> 5) + kind_of[piece] - 1) << 6 | move >> 6 & 63


def capture_index(move: int) -> int:
    """By history_index() and the kind of the victim."""
    return history_index(move) << 3 | victim_kind(move)
