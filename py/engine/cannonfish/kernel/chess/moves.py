"""The rules: pseudo-legal moves, and the end of the game.

The generators write pseudo-legal moves: after make(), in_check() tells whether the mover's king is attacked.
Castling is fully tested here, except that the king's destination may be attacked.
"""

from cannonfish.kernel.chess.attacks import attacks, is_attacked
from cannonfish.kernel.chess.board import CASTLING, EN_PASSANT, MATERIAL, board, kind_of, position, square_of
from cannonfish.kernel.chess.tables import (
    BISHOP,
    BISHOP_RAYS,
    DARK_BISHOPS,
    FORWARD,
    KING,
    KING_TO,
    KNIGHT,
    KNIGHT_TO,
    KNIGHTS,
    LAST_RANK,
    LIGHT_BISHOPS,
    LINE,
    LONG,
    MATERS,
    MAX_PLY,
    MOVES_PER_PLY,
    PAWN,
    PAWN_RANK,
    PAWN_TO,
    QUEEN,
    ROOK,
    ROOK_RAYS,
    SHORT,
)

moves: list[int] = [0] * (MAX_PLY * MOVES_PER_PLY)


def add_promotions(n: int, move: int) -> int:
    """Write a pawn's move to the last rank once for each promotion; return the new end."""
    for kind in range(QUEEN, PAWN, -1):
        moves[n] = move | kind << 12
        n += 1
    return n


def generate_captures(side: int, base: int) -> int:
    """Write the pseudo-legal captures and promotions to moves[base:]; return the end index."""
    n = base
    own = 16 << side
    enemy = 48 - own
    ep_square = position[EN_PASSANT]
    forward = FORWARD[side]
    last_rank = LAST_RANK[side]
    for piece in range(own, own + 16):
        orig = square_of[piece]
        if orig < 0:
            continue
        kind = kind_of[piece]
        if kind == PAWN:
            if orig + forward >> 3 == last_rank:
                for dest in PAWN_TO[side << 6 | orig]:
                    if board[dest] & enemy:
                        n = add_promotions(n, orig | dest << 6)
                if board[orig + forward] == 0:
                    n = add_promotions(n, orig | orig + forward << 6)
            else:
                for dest in PAWN_TO[side << 6 | orig]:
                    if board[dest] & enemy or (
                        ep_square and dest == ep_square and is_en_passant_square(side, dest)
                    ):
                        moves[n] = orig | dest << 6
                        n += 1
        elif kind == KNIGHT:
            for dest in KNIGHT_TO[orig]:
                if board[dest] & enemy:
                    moves[n] = orig | dest << 6
                    n += 1
        elif kind == KING:
            for dest in KING_TO[orig]:
                if board[dest] & enemy:
                    moves[n] = orig | dest << 6
                    n += 1
        else:
            if kind != ROOK:
                for ray in range(orig * 4, orig * 4 + 4):
                    for dest in BISHOP_RAYS[ray]:
                        if board[dest]:
                            if board[dest] & enemy:
                                moves[n] = orig | dest << 6
                                n += 1
                            break
            if kind != BISHOP:
                for ray in range(orig * 4, orig * 4 + 4):
                    for dest in ROOK_RAYS[ray]:
                        if board[dest]:
                            if board[dest] & enemy:
                                moves[n] = orig | dest << 6
                                n += 1
                            break
    return n


def generate_quiets(side: int, base: int) -> int:
    """Write all other pseudo-legal moves to moves[base:]; return the end index."""
    n = base
    own = 16 << side
    forward = FORWARD[side]
    last_rank = LAST_RANK[side]
    for piece in range(own, own + 16):
        orig = square_of[piece]
        if orig < 0:
            continue
        kind = kind_of[piece]
        if kind == PAWN:
            dest = orig + forward
            if board[dest] == 0 and dest >> 3 != last_rank:
                moves[n] = orig | dest << 6
                n += 1
                if orig >> 3 == PAWN_RANK[side] and board[dest + forward] == 0:
                    moves[n] = orig | dest + forward << 6
                    n += 1
        elif kind == KNIGHT:
            for dest in KNIGHT_TO[orig]:
                if board[dest] == 0:
                    moves[n] = orig | dest << 6
                    n += 1
        elif kind == KING:
            for dest in KING_TO[orig]:
                if board[dest] == 0:
                    moves[n] = orig | dest << 6
                    n += 1
            if position[CASTLING] >> 2 * side & 3:
                if can_castle(side, orig + 2):
                    moves[n] = orig | orig + 2 << 6
                    n += 1
                if can_castle(side, orig - 2):
                    moves[n] = orig | orig - 2 << 6
                    n += 1
        else:
            if kind != ROOK:
                for ray in range(orig * 4, orig * 4 + 4):
                    for dest in BISHOP_RAYS[ray]:
                        if board[dest]:
                            break
                        moves[n] = orig | dest << 6
                        n += 1
            if kind != BISHOP:
                for ray in range(orig * 4, orig * 4 + 4):
                    for dest in ROOK_RAYS[ray]:
                        if board[dest]:
                            break
                        moves[n] = orig | dest << 6
                        n += 1
    return n


def can_castle(side: int, dest: int) -> int:
    """1 if the side may castle with this king's move; the destination itself may be attacked.

    FIDE 3.8.2. A castling right implies that king and rook are on their first squares.
    """
    rights = position[CASTLING] >> 2 * side & 3
    king = 4 + 56 * side
    if dest == king + 2:
        if rights & SHORT == 0 or board[king + 1] or board[king + 2]:
            return 0
        return 1 if is_attacked(king, 1 - side) == 0 and is_attacked(king + 1, 1 - side) == 0 else 0
    if dest == king - 2:
        if rights & LONG == 0 or board[king - 1] or board[king - 2] or board[king - 3]:
            return 0
        return 1 if is_attacked(king, 1 - side) == 0 and is_attacked(king - 1, 1 - side) == 0 else 0
    return 0


def pseudo_legal(side: int, move: int) -> int:
    """1 if the generators would list the move; `move` may be any int."""
    orig = move & 63
    dest = move >> 6 & 63
    promoted = move >> 12
    own = 16 << side
    piece = board[orig]
    if piece & own == 0 or board[dest] & own:
        return 0
    kind = kind_of[piece]
    if kind == PAWN:
        if dest >> 3 == LAST_RANK[side]:
            if promoted < KNIGHT or promoted > QUEEN:
                return 0
        elif promoted:
            return 0
        step = dest - orig
        forward = FORWARD[side]
        if step == forward:
            return 1 if board[dest] == 0 else 0
        if step == 2 * forward:
            return (
                1 if orig >> 3 == PAWN_RANK[side] and board[dest] == 0 and board[orig + forward] == 0 else 0
            )
        if attacks(orig, dest):
            return 1 if board[dest] or is_en_passant_square(side, dest) else 0
        return 0
    if promoted:
        return 0
    if attacks(orig, dest):
        return 1
    return 1 if kind == KING and orig == 4 + 56 * side and can_castle(side, dest) else 0


def is_en_passant_square(side: int, dest: int) -> int:
    """1 if a pawn of the side that steps diagonally to `dest` takes en passant."""
    ep_square = position[EN_PASSANT]
    return 1 if ep_square and dest == ep_square and ep_square >> 3 == 5 - 3 * side else 0


def victim_kind(move: int) -> int:
    """The kind of the captured piece, 0 for none."""
    captured = board[move >> 6 & 63]
    if captured:
        return kind_of[captured]
    return PAWN if is_en_passant(move) else 0


def is_en_passant(move: int) -> int:
    """1 if a pawn steps diagonally to an empty square."""
    orig = move & 63
    dest = move >> 6 & 63
    return 1 if kind_of[board[orig]] == PAWN and (orig ^ dest) & 7 and board[dest] == 0 else 0


def can_expose_king(side: int, move: int) -> int:
    """1 for moves of the king, of a piece that alone shields it, and en passant, which clears two squares."""
    king = square_of[16 << side]
    orig = move & 63
    if orig == king:
        return 1
    shields = 0
    for square in LINE[king << 6 | orig]:
        piece = board[square]
        if square == orig:
            shields = 1
        elif piece:
            if shields and piece & 16 << 1 - side and kind_of[piece] > KNIGHT:
                return 1
            break
    return is_en_passant(move)


def is_capture(move: int) -> int:
    """1 for captures and promotions."""
    return 1 if move >> 12 or victim_kind(move) else 0


def irreversible(move: int) -> int:
    """1 for captures and pawn moves (FIDE 9.3)."""
    return 1 if board[move >> 6 & 63] or kind_of[board[move & 63]] == PAWN else 0


def null_move_ok(side: int) -> int:
    """1 with a piece besides king and pawns: zugzwang is rare then."""
    return 1 if position[MATERIAL + side] >> 24 else 0


def insufficient_material() -> int:
    """1 if no sequence of moves mates (FIDE 5.2.2): one knight, or bishops of one shade only."""
    white = position[MATERIAL]
    black = position[MATERIAL + 1]
    if (white | black) & MATERS:
        return 0
    knights = (white & KNIGHTS) + (black & KNIGHTS) >> 4
    dark = (white | black) & DARK_BISHOPS
    light = (white | black) & LIGHT_BISHOPS
    if knights:
        return 1 if knights == 1 and dark == 0 and light == 0 else 0
    return 1 if dark == 0 or light == 0 else 0


def material_key() -> int:
    """The counts of both sides, mixed."""
    return position[MATERIAL] ^ (position[MATERIAL + 1] & 0xFFFFFF) << 6


def no_moves_result(side: int, checked: int) -> int:
    """Checkmate is a loss, stalemate a draw (FIDE 5.1.1, 5.2.1)."""
    return -1 if checked else 0


def chased(side: int, victims: int, base: int) -> int:
    """None: chess has no rule about chases."""
    return 0
