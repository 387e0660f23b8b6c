"""Positions as text (FEN): the syntax, and the faults of positions that cannot be played."""

from collections.abc import Iterator
from enum import IntFlag
from typing import Final, NamedTuple, TypeAlias

from cannonfish.errors import InvalidFenError, clip
from cannonfish.games.base import fen
from cannonfish.games.base.fen import EMPTY as EMPTY
from cannonfish.games.base.fen import MAX_LENGTH as MAX_LENGTH
from cannonfish.games.chess.pieces import BISHOP, BLACK, KING, KNIGHT, PAWN, PIECES, QUEEN, ROOK, WHITE, Side
from cannonfish.games.chess.squares import (
    FILES,
    GRID,
    RANKS,
    Square,
    parse_square,
    square_name,
    square_rank,
)

STARTING_FEN: Final = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

RIGHTS: Final = "KQkq"
"""The letters of castling rights, in the order of the kernel's bits."""


class Status(IntFlag):
    """What is odd about a position: first flags of playable positions, then those of others."""

    VALID = 0
    PAWNS_ON_BACKRANK = 1
    """A pawn on its own first rank, from where it has one step, or, in no playable position, on its last."""
    IMPOSSIBLE_CHECK = 2
    """More than two pieces give check, or two from opposite sides on one line: no last move does that."""
    NO_WHITE_KING = 4
    NO_BLACK_KING = 8
    TOO_MANY_KINGS = 16
    TOO_MANY_WHITE_PIECES = 32
    TOO_MANY_BLACK_PIECES = 64
    """More than eight pawns, or more pieces than promotions allow."""
    BAD_CASTLING_RIGHTS = 128
    INVALID_EP_SQUARE = 256
    OPPOSITE_CHECK = 512
    """The side that is not to move stands in check."""


class Position(NamedTuple):
    """The parts of a position that count for repetition (FIDE Laws 9.2.3)."""

    placement: str
    """A FEN letter or ``.`` for every square from a1 to h8."""
    turn: Side
    rights: int
    """Remaining castling rights: bit 0 for K, 1 for Q, 2 for k, 3 for q."""
    ep_square: Square | None = None
    """The square that a pawn has just passed, if it can legally be taken there."""


Setup: TypeAlias = fen.Setup[Position]


def parse_fen(text: str) -> Setup:
    """Read a FEN of two to six fields, with or without ``fen`` before it and ``moves ...`` after it.

    InvalidFenError if it is malformed; see ``faults``.
    """
    fields, moves = fen.split_fen(text)
    placement = fen.parse_rows(fields[0], GRID, PIECES)
    _, side, rights, ep_square, halfmove_clock, fullmove = fen.six_fields(fields, text)
    position = Position(
        placement,
        fen.parse_side(side, {"w": WHITE, "b": BLACK}),
        parse_rights(rights),
        _parse_ep_square(ep_square),
    )
    counters = fen.parse_counter(halfmove_clock, 5), max(fen.parse_counter(fullmove, 6), 1)
    return fen.Setup(position, *counters, moves)


def parse_rights(text: str) -> int:
    """The bits of castling rights, such as ``KQkq`` or ``-``.  InvalidFenError if they are malformed."""
    if text == "-":
        return 0
    if not set(text) <= set(RIGHTS) or len(set(text)) != len(text):
        raise InvalidFenError(
            "castling", f"castling rights are '-' or letters of {RIGHTS!r}, not {clip(text)!r}", text
        )
    return sum(1 << RIGHTS.index(letter) for letter in text)


def _parse_ep_square(text: str) -> Square | None:
    if text == "-":
        return None
    try:
        return parse_square(text)
    except ValueError:
        raise InvalidFenError(
            "en_passant", f"field 4 of the FEN must be '-' or a square, not {clip(text)!r}", text
        ) from None


def format_fen(setup: Setup) -> str:
    """The FEN of six fields.  Appended moves are not written."""
    placement, turn, rights, ep_square = setup.position
    passed = "-" if ep_square is None else square_name(ep_square)
    return (
        f"{fen.format_rows(placement, GRID)} {'wb'[turn]} {rights_text(rights) or '-'} {passed} "
        f"{setup.halfmove_clock} {setup.fullmove}"
    )


def rights_text(rights: int) -> str:
    """The letters of castling rights, such as ``KQkq``; empty if none is left."""
    return "".join(letter for bit, letter in enumerate(RIGHTS) if rights >> bit & 1)


# --- what cannot be played ----------------------------------------------------------------------------------

FAULT_FLAGS: Final = {
    "king_missing": (Status.NO_WHITE_KING, Status.NO_BLACK_KING),
    "king_doubled": (Status.TOO_MANY_KINGS, Status.TOO_MANY_KINGS),
    "too_many": (Status.TOO_MANY_WHITE_PIECES, Status.TOO_MANY_BLACK_PIECES),
    "pawn_rank": (Status.PAWNS_ON_BACKRANK, Status.PAWNS_ON_BACKRANK),
    "castling_rights": (Status.BAD_CASTLING_RIGHTS, Status.BAD_CASTLING_RIGHTS),
    "en_passant_pawn": (Status.INVALID_EP_SQUARE, Status.INVALID_EP_SQUARE),
    "opponent_in_check": (Status.OPPOSITE_CHECK, Status.OPPOSITE_CHECK),
}
"""What ``Board.status`` says of the faults of White and of Black."""

_AT_FIRST: Final = {PAWN: 8, KNIGHT: 2, BISHOP: 2, ROOK: 2, QUEEN: 1}
_PAWNS: Final = {WHITE: "P", BLACK: "p"}
_HOME: Final = {"K": ("e1", "h1"), "Q": ("e1", "a1"), "k": ("e8", "h8"), "q": ("e8", "a8")}
"""The squares of king and rook by castling right."""


def faults(setup: Setup, text: str) -> Iterator[InvalidFenError]:
    """The reasons why the setup cannot be played, as errors that quote ``text``.

    Each side needs exactly one king.  Further faults are more pieces than promotions allow, pawns on their
    last rank, and castling rights or an en passant square without the pieces for them.
    """
    position = setup.position
    for side in Side:
        yield from _wrong_numbers(position.placement, side, text)
    for at, letter in enumerate(position.placement):
        if letter in "Pp" and square_rank(at) == (RANKS - 1 if letter == "P" else 0):
            yield InvalidFenError(
                "pawn_rank",
                f"a pawn can never stand on {square_name(at)}, its last rank",
                text,
                square=square_name(at),
            )
    yield from _wrong_rights(position, text)
    passed = position.ep_square
    if passed is not None and passed not in passed_squares(position):
        name = square_name(passed)
        yield InvalidFenError("en_passant_pawn", f"no pawn can just have passed {name}", text, square=name)


def _wrong_numbers(placement: str, side: Side, text: str) -> Iterator[InvalidFenError]:
    """Faults unless there are one king, at most eight pawns, and no more promotions than missing pawns."""
    numbers = {
        piece.piece_type: placement.count(letter) for letter, piece in PIECES.items() if piece.side is side
    }
    kings = numbers.pop(KING)
    if kings != 1:
        fault, word = ("king_doubled", f"{kings} kings") if kings else ("king_missing", "no king")
        yield InvalidFenError(fault, f"{side.name.capitalize()} has {word}", text, side="wb"[side])
    promoted = sum(max(number - _AT_FIRST[kind], 0) for kind, number in numbers.items() if kind is not PAWN)
    if numbers[PAWN] + promoted > _AT_FIRST[PAWN]:
        yield InvalidFenError(
            "too_many",
            f"{side.name.capitalize()} has more pieces than pawns could become, or more than eight pawns",
            text,
            side="wb"[side],
        )


def _wrong_rights(position: Position, text: str) -> Iterator[InvalidFenError]:
    for bit, letter in enumerate(RIGHTS):
        if position.rights >> bit & 1 and not _can_have_right(position.placement, letter):
            king, rook = _HOME[letter]
            yield InvalidFenError(
                "castling_rights",
                f"the castling right {letter!r} needs a king on {king} and a rook on {rook}",
                text,
                right=letter,
            )


def _can_have_right(placement: str, letter: str) -> bool:
    """True if king and rook stand on the squares of a castling right."""
    king, rook = map(parse_square, _HOME[letter])
    return placement[king] + placement[rook] == ("KR" if letter.isupper() else "kr")


def cleaned(position: Position) -> Position:
    """The position without rights for which a piece is missing."""
    rights = sum(1 << bit for bit, letter in enumerate(RIGHTS) if _can_have_right(position.placement, letter))
    kings = {*"Kk"} <= {*position.placement}
    passed = position.ep_square if kings and position.ep_square in passed_squares(position) else None
    return position._replace(rights=position.rights & rights, ep_square=passed)


def passed_squares(position: Position) -> list[Square]:
    """The squares that a pawn of the side not to move can just have passed.

    The pawn stands one step beyond such a square.  The square itself and the one before it are empty."""
    mover = position.turn.other
    forward = FILES if mover is WHITE else -FILES
    first = FILES * (2 if mover is WHITE else RANKS - 3)
    placement = position.placement
    return [
        at
        for at in range(first, first + FILES)
        if placement[at + forward] == _PAWNS[mover]
        and placement[at] == EMPTY
        and placement[at - forward] == EMPTY
    ]
