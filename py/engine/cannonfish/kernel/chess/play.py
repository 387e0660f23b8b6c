"""make() and unmake(), with castling, en passant and promotion."""

from cannonfish.kernel.changes import RECORD_CHANGES, pop_change, push_change
from cannonfish.kernel.chess.attacks import in_check
from cannonfish.kernel.chess.board import (
    CASTLING,
    EN_PASSANT,
    KEY,
    KEY2,
    board,
    drop,
    kind_of,
    lift,
    position,
    slide,
)
from cannonfish.kernel.chess.tables import (
    EP_KEY,
    EP_KEY2,
    KING,
    PAWN,
    PAWN_TO,
    RIGHTS_KEPT,
    RIGHTS_KEY,
    RIGHTS_KEY2,
    ROOK,
)

# make() returns: id of the captured piece | previous castling rights << 6 | previous en passant square << 10.


def set_state(rights: int, ep_square: int) -> None:
    """Set castling rights and the en passant square (0 for none), after all pieces are placed.

    The square is dropped if no en passant capture is legal.
    """
    set_rights(rights)
    set_en_passant(0)
    if ep_square:
        allow_en_passant(ep_square)


def set_rights(rights: int) -> None:
    """Change the castling rights."""
    before = position[CASTLING]
    position[CASTLING] = rights
    position[KEY] ^= RIGHTS_KEY[before] ^ RIGHTS_KEY[rights]
    position[KEY2] ^= RIGHTS_KEY2[before] ^ RIGHTS_KEY2[rights]


def set_en_passant(square: int) -> None:
    """Change the en passant square; 0 for none."""
    before = position[EN_PASSANT]
    if before:
        position[KEY] ^= EP_KEY[before & 7]
        position[KEY2] ^= EP_KEY2[before & 7]
    position[EN_PASSANT] = square
    if square:
        position[KEY] ^= EP_KEY[square & 7]
        position[KEY2] ^= EP_KEY2[square & 7]


def allow_en_passant(square: int) -> None:
    """Set the en passant square that a pawn has passed, if a legal en passant capture exists.

    Otherwise positions with the same legal moves would differ, against the rule of repetition (FIDE 9.2.3).
    """
    taker_side = 1 if square >> 3 == 2 else 0
    victim = board[square ^ 8]
    side_mask = 16 << taker_side
    legal = 0
    for orig in PAWN_TO[(1 - taker_side) << 6 | square]:
        piece = board[orig]
        if piece & side_mask and kind_of[piece] == PAWN:
            board[orig] = 0
            board[square ^ 8] = 0
            board[square] = piece
            if in_check(taker_side) == 0:
                legal = 1
            board[orig] = piece
            board[square ^ 8] = victim
            board[square] = 0
    if legal:
        set_en_passant(square)


def make(move: int) -> int:
    """Play a pseudo-legal move; the result is for unmake()."""
    orig = move & 63
    dest = move >> 6 & 63
    promoted = move >> 12
    piece = board[orig]
    captured = board[dest]
    ep_square = position[EN_PASSANT]
    rights = position[CASTLING]
    if ep_square:
        set_en_passant(0)
    if captured:
        lift(captured)
    if kind_of[piece] == PAWN:
        if promoted:
            lift(piece)
            kind_of[piece] = promoted
            drop(piece, dest)
        elif dest == ep_square and ep_square:
            captured = board[dest ^ 8]
            lift(captured)
            slide(piece, orig, dest)
        else:
            slide(piece, orig, dest)
            if abs(dest - orig) == 16:
                allow_en_passant(orig + dest >> 1)
    else:
        slide(piece, orig, dest)
        if kind_of[piece] == KING and abs(dest - orig) == 2:
            # The rook moves from h to f, or from a to d.
            if dest > orig:
                slide(board[dest + 1], dest + 1, dest - 1)
            else:
                slide(board[dest - 2], dest - 2, dest + 1)
    if rights:
        kept = rights & RIGHTS_KEPT[orig] & RIGHTS_KEPT[dest]
        if kept != rights:
            set_rights(kept)
    if RECORD_CHANGES:
        record(move, piece, captured, ep_square)
    return captured | rights << 6 | ep_square << 10


def record(move: int, piece: int, victim: int, ep_square: int) -> None:
    """Record the changes of a move that was made; castling is two levels: the rook's move, the king's."""
    orig = move & 63
    dest = move >> 6 & 63
    side = piece >> 5 << 9
    kind = kind_of[piece]
    captured_index = 0
    if victim:
        square = dest ^ 8 if dest == ep_square and ep_square and kind == PAWN else dest
        captured_index = 512 - side | kind_of[victim] << 6 | square
    elif kind == KING and abs(dest - orig) == 2:
        rook = side | ROOK << 6
        if dest > orig:
            push_change(rook | dest - 1, rook | dest + 1, 0)
        else:
            push_change(rook | dest + 1, rook | dest - 2, 0)
    old_kind = PAWN if move >> 12 else kind
    push_change(side | kind << 6 | dest, side | old_kind << 6 | orig, captured_index)


def unmake(move: int, undo: int) -> None:
    """Take a move back; `undo` is what make() returned."""
    orig = move & 63
    dest = move >> 6 & 63
    piece = board[dest]
    captured = undo & 63
    ep_square = undo >> 10
    if move >> 12:
        lift(piece)
        kind_of[piece] = PAWN
        drop(piece, orig)
    else:
        slide(piece, dest, orig)
    if captured:
        drop(captured, dest ^ 8 if dest == ep_square and ep_square and kind_of[piece] == PAWN else dest)
    elif kind_of[piece] == KING and abs(dest - orig) == 2:
        if dest > orig:
            slide(board[dest - 1], dest - 1, dest + 1)
        else:
            slide(board[dest + 1], dest + 1, dest - 2)
    if position[CASTLING] != undo >> 6 & 15:
        set_rights(undo >> 6 & 15)
    if position[EN_PASSANT] != ep_square:
        set_en_passant(ep_square)
    if RECORD_CHANGES:
        pop_change()
        if captured == 0 and kind_of[piece] == KING and abs(dest - orig) == 2:
            pop_change()


def make_null() -> int:
    """Pass the turn, which clears the en passant square; return it for unmake_null()."""
    ep_square = position[EN_PASSANT]
    if ep_square:
        set_en_passant(0)
    return ep_square


def unmake_null(undo: int) -> None:
    """Take a null move back."""
    if undo:
        set_en_passant(undo)
