"""Positions as text (FEN), read in two stages: is it well-formed, and can it be a position?

The one question of the second stage that needs to know how pieces move - may the side not to move be in
check? - is asked by ``Board``, which has the rules at hand.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from cannonfish.errors import InvalidFenError, clip
from cannonfish.games.xiangqi.pieces import (
    ADVISOR,
    BISHOP,
    BLACK,
    CANNON,
    KING,
    KNIGHT,
    PAWN,
    PIECES,
    RED,
    ROOK,
    Piece,
    PieceType,
    Side,
)
from cannonfish.games.xiangqi.squares import (
    FILES,
    RANKS,
    SQUARES,
    Square,
    square,
    square_file,
    square_name,
    square_rank,
    squares,
)

STARTING_FEN: Final = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
MAX_LENGTH: Final = 20_000
"""Longest text looked at, in characters: about four thousand appended moves, more than any game has."""
MAX_COUNTER: Final = 9999
EMPTY: Final = "."


class FenFault(StrEnum):
    """Everything a FEN is refused for: the ``reason`` of an InvalidFenError."""

    TOO_LONG = "too_long"
    EMPTY = "empty"
    FIELDS = "fields"
    ROWS = "rows"
    ROW_WIDTH = "row_width"
    LETTER = "letter"
    ADJACENT_DIGITS = "adjacent_digits"
    SIDE = "side"
    UNUSED_FIELD = "unused_field"
    COUNTER = "counter"
    KING_MISSING = "king_missing"
    KING_DOUBLED = "king_doubled"
    TOO_MANY = "too_many"
    UNREACHABLE = "unreachable"
    KINGS_FACING = "kings_facing"
    OPPONENT_IN_CHECK = "opponent_in_check"


@dataclass(frozen=True, slots=True)
class Setup:
    """What a FEN says, whether or not it makes sense.

    ``placement`` has a FEN letter or ``.`` for every point from a0 to i9; ``quiet`` counts plies since a
    capture; ``moves`` are the texts of appended moves, not yet read.
    """

    placement: str
    turn: Side
    quiet: int = 0
    fullmove: int = 1
    moves: tuple[str, ...] = ()


# --- first stage: text -> Setup -----------------------------------------------------------------------------


def parse_fen(text: str) -> Setup:
    """Read a FEN of two to six fields, with or without ``fen`` before it and ``moves ...`` behind it.

    Accepts H for N, E for B and ``r`` for ``w``.  InvalidFenError names what is malformed; whether the
    position makes sense is not asked.
    """
    if len(text) > MAX_LENGTH:
        raise InvalidFenError(
            FenFault.TOO_LONG, f"the FEN has {len(text)} characters; {MAX_LENGTH} are allowed", text
        )
    fields = text.split()
    if fields[:1] == ["fen"]:
        del fields[0]
    moves: tuple[str, ...] = ()
    if "moves" in fields:
        at = fields.index("moves")
        moves = tuple(fields[at + 1 :])
        del fields[at:]
    if not fields:
        raise InvalidFenError(FenFault.EMPTY, "the FEN is empty", text)
    if not 2 <= len(fields) <= 6:
        raise InvalidFenError(
            FenFault.FIELDS,
            f"the FEN has {_count(len(fields), 'field')}; two to six are allowed",
            text,
            fields=len(fields),
        )
    placement = _parse_placement(fields[0])
    turn = _parse_side(fields[1])
    for number, field in enumerate(fields[2:4], 3):
        if field != "-":
            raise InvalidFenError(
                FenFault.UNUSED_FIELD,
                f"field {number} of the FEN must be '-', not {clip(field)!r}",
                field,
                field=number,
            )
    quiet = _parse_counter(fields[4], 5) if len(fields) > 4 else 0
    fullmove = _parse_counter(fields[5], 6) if len(fields) > 5 else 1
    return Setup(placement, turn, quiet, max(fullmove, 1), moves)


def _parse_placement(text: str) -> str:
    rows = text.split("/")
    if len(rows) != RANKS:
        raise InvalidFenError(
            FenFault.ROWS,
            f"the board has {_count(len(rows), 'row')} instead of {RANKS}",
            text,
            rows=len(rows),
        )
    from_the_top = [_parse_row(row, rank) for rank, row in zip(reversed(range(RANKS)), rows, strict=True)]
    return "".join(reversed(from_the_top))


def _parse_row(text: str, rank: int) -> str:
    row = ""
    after_digit = False
    for letter in text:
        is_digit = letter in "123456789"
        if is_digit and after_digit:
            raise InvalidFenError(
                FenFault.ADJACENT_DIGITS,
                f"two digits in a row in {clip(text)!r} (rank {rank})",
                text,
                rank=rank,
            )
        after_digit = is_digit
        if is_digit:
            row += EMPTY * int(letter)
        else:
            row += _parse_letter(letter, text, rank)
        if len(row) > FILES:
            break
    if len(row) != FILES:
        extent = "more" if len(row) > FILES else "fewer"
        raise InvalidFenError(
            FenFault.ROW_WIDTH,
            f"{clip(text)!r} (rank {rank}) has {extent} than {FILES} points",
            text,
            rank=rank,
        )
    return row


def _parse_letter(letter: str, row: str, rank: int) -> str:
    usual = {"h": "n", "H": "N", "e": "b", "E": "B"}.get(letter, letter)
    if usual not in PIECES:
        raise InvalidFenError(
            FenFault.LETTER,
            f"{letter!r} in {clip(row)!r} (rank {rank}) is no piece",
            row,
            letter=letter,
            rank=rank,
        )
    return usual


def _parse_side(text: str) -> Side:
    try:
        return {"w": RED, "r": RED, "b": BLACK}[text]
    except KeyError:
        raise InvalidFenError(
            FenFault.SIDE, f"the side to move must be 'w' or 'b', not {clip(text)!r}", text
        ) from None


def _parse_counter(text: str, field: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(MAX_COUNTER))):
        raise InvalidFenError(
            FenFault.COUNTER,
            f"field {field} of the FEN must be a number from 0 to {MAX_COUNTER}, not {clip(text)!r}",
            text,
            field=field,
        )
    return int(text)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


# --- second stage: can it be a position? --------------------------------------------------------------------

_MOST: Final = {ADVISOR: 2, BISHOP: 2, KNIGHT: 2, ROOK: 2, CANNON: 2, PAWN: 5}
_WHOLE_BOARD: Final = frozenset(SQUARES)
_RED_POINTS: Final = {
    KING: squares("d0 e0 f0 d1 e1 f1 d2 e2 f2"),
    ADVISOR: squares("d0 f0 e1 d2 f2"),
    BISHOP: squares("c0 g0 a2 e2 i2 c4 g4"),
    PAWN: squares("a3 c3 e3 g3 i3 a4 c4 e4 g4 i4") | {at for at in SQUARES if square_rank(at) >= 5},
}
"""The points that a Red piece can ever stand on, where they are not the whole board."""


def points(piece: Piece) -> frozenset[Square]:
    """The points that the piece can ever stand on."""
    red = _RED_POINTS.get(piece.piece_type, _WHOLE_BOARD)
    if piece.side is RED:
        return red
    return frozenset(square(square_file(at), RANKS - 1 - square_rank(at)) for at in red)


_POINTS: Final = {letter: points(piece) for letter, piece in PIECES.items()}


def validate(setup: Setup, text: str) -> None:
    """InvalidFenError if no game can reach the setup by the number and places of its pieces, or if the
    generals face each other.  ``text`` is quoted in the error."""
    for piece in PIECES.values():
        _validate_number(piece, setup.placement.count(piece.symbol()), text)
    for at, letter in enumerate(setup.placement):
        if letter != EMPTY and at not in _POINTS[letter]:
            raise InvalidFenError(
                FenFault.UNREACHABLE,
                f"{_name(PIECES[letter])} can never stand on {square_name(at)}",
                text,
                piece=letter,
                square=square_name(at),
            )
    if kings_face(setup.placement):
        raise InvalidFenError(FenFault.KINGS_FACING, "the generals face each other on an open file", text)


def _validate_number(piece: Piece, number: int, text: str) -> None:
    if piece.piece_type is KING:
        if number != 1:
            fault, word = (
                (FenFault.KING_DOUBLED, f"{number} generals")
                if number
                else (FenFault.KING_MISSING, "no general")
            )
            raise InvalidFenError(fault, f"{_SIDE[piece.side]} has {word}", text, piece=piece.symbol())
    elif number > _MOST[piece.piece_type]:
        raise InvalidFenError(
            FenFault.TOO_MANY,
            f"{number} {_WORD[piece.piece_type]}s for {_SIDE[piece.side]}; "
            f"there are only {_MOST[piece.piece_type]}",
            text,
            piece=piece.symbol(),
            number=number,
        )


def kings_face(placement: str) -> bool:
    """True if both generals stand on one file with nothing between them."""
    red, black = placement.index("K"), placement.index("k")
    return red % FILES == black % FILES and not placement[red + FILES : black : FILES].strip(EMPTY)


_SIDE: Final = {RED: "Red", BLACK: "Black"}
_WORD: Final[dict[PieceType, str]] = {
    KING: "general",
    ADVISOR: "advisor",
    BISHOP: "elephant",
    KNIGHT: "horse",
    ROOK: "chariot",
    CANNON: "cannon",
    PAWN: "soldier",
}


def _name(piece: Piece) -> str:
    return f"a {_SIDE[piece.side]} {_WORD[piece.piece_type]}"


# --- and back -----------------------------------------------------------------------------------------------


def format_fen(setup: Setup) -> str:
    """The FEN of six fields, in the letters K A B N R C P.  Appended moves are not written."""
    rows = (setup.placement[rank * FILES : (rank + 1) * FILES] for rank in reversed(range(RANKS)))
    side = "w" if setup.turn is RED else "b"
    return f"{'/'.join(map(_format_row, rows))} {side} - - {setup.quiet} {setup.fullmove}"


def _format_row(row: str) -> str:
    for run in range(FILES, 0, -1):
        row = row.replace(EMPTY * run, str(run))
    return row
