"""Positions as text (FEN), read in two stages: is it well-formed, and can it be a position?

The one question of the second stage that needs to know how pieces move - may the side not to move be in
check? - is asked by ``Board``, which has the rules at hand.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from cannonfish.errors import InvalidFenError, clip
from cannonfish.games.chess.pieces import BISHOP, BLACK, KING, KNIGHT, PAWN, PIECES, QUEEN, ROOK, WHITE, Side
from cannonfish.games.chess.squares import FILES, RANKS, Square, parse_square, square_name, square_rank

STARTING_FEN: Final = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
MAX_LENGTH: Final = 20_000
"""Longest text looked at, in characters: about four thousand appended moves, more than most games have."""
MAX_COUNTER: Final = 9999
EMPTY: Final = "."

RIGHTS: Final = "KQkq"
"""The letters of castling rights, in the order of the kernel's bits."""


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
    CASTLING = "castling"
    EN_PASSANT = "en_passant"
    COUNTER = "counter"
    KING_MISSING = "king_missing"
    KING_DOUBLED = "king_doubled"
    TOO_MANY = "too_many"
    PAWN_RANK = "pawn_rank"
    CASTLING_RIGHTS = "castling_rights"
    EN_PASSANT_PAWN = "en_passant_pawn"
    OPPONENT_IN_CHECK = "opponent_in_check"


class Position(NamedTuple):
    """What makes two positions the same under the law of repetition."""

    placement: str
    """A FEN letter or ``.`` for every square from a1 to h8."""
    turn: Side
    rights: int
    """Castling rights that are left: bit 0 for K, 1 for Q, 2 for k, 3 for q."""
    passed: Square | None = None
    """The square that a pawn has just passed, if it can legally be taken there."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a FEN says, whether or not it makes sense.

    ``quiet`` counts plies since a capture or a pawn's move; ``moves`` are the texts of appended moves, not
    yet read.
    """

    position: Position
    quiet: int = 0
    fullmove: int = 1
    moves: tuple[str, ...] = ()


# --- first stage: text -> Setup -----------------------------------------------------------------------------


def parse_fen(text: str) -> Setup:
    """Read a FEN of two to six fields, with or without ``fen`` before it and ``moves ...`` behind it.

    InvalidFenError names what is malformed; whether the position makes sense is not asked.
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
    board, side, rights, passed, quiet, fullmove = [*fields, *["-", "-", "0", "1"][len(fields) - 2 :]]
    position = Position(
        _parse_placement(board), _parse_side(side), _parse_rights(rights), _parse_passed(passed)
    )
    return Setup(position, _parse_counter(quiet, 5), max(_parse_counter(fullmove, 6), 1), moves)


def _parse_placement(text: str) -> str:
    rows = text.split("/")
    if len(rows) != RANKS:
        raise InvalidFenError(
            FenFault.ROWS,
            f"the board has {_count(len(rows), 'row')} instead of {RANKS}",
            text,
            rows=len(rows),
        )
    from_the_top = [_parse_row(row, rank) for rank, row in zip(range(RANKS, 0, -1), rows, strict=True)]
    return "".join(reversed(from_the_top))


def _parse_row(text: str, rank: int) -> str:
    row = ""
    after_digit = False
    for letter in text:
        is_digit = letter in "12345678"
        if is_digit and after_digit:
            raise InvalidFenError(
                FenFault.ADJACENT_DIGITS,
                f"two digits in a row in {clip(text)!r} (rank {rank})",
                text,
                rank=rank,
            )
        after_digit = is_digit
        if not is_digit and letter not in PIECES:
            raise InvalidFenError(
                FenFault.LETTER,
                f"{letter!r} in {clip(text)!r} (rank {rank}) is no piece",
                text,
                letter=letter,
                rank=rank,
            )
        row += EMPTY * int(letter) if is_digit else letter
        if len(row) > FILES:
            break
    if len(row) != FILES:
        extent = "more" if len(row) > FILES else "fewer"
        raise InvalidFenError(
            FenFault.ROW_WIDTH,
            f"{clip(text)!r} (rank {rank}) has {extent} than {FILES} squares",
            text,
            rank=rank,
        )
    return row


def _parse_side(text: str) -> Side:
    try:
        return {"w": WHITE, "b": BLACK}[text]
    except KeyError:
        raise InvalidFenError(
            FenFault.SIDE, f"the side to move must be 'w' or 'b', not {clip(text)!r}", text
        ) from None


def _parse_rights(text: str) -> int:
    if text == "-":
        return 0
    if not set(text) <= set(RIGHTS) or len(set(text)) != len(text):
        raise InvalidFenError(
            FenFault.CASTLING, f"castling rights are '-' or letters of {RIGHTS!r}, not {clip(text)!r}", text
        )
    return sum(1 << RIGHTS.index(letter) for letter in text)


def _parse_passed(text: str) -> Square | None:
    if text == "-":
        return None
    try:
        return parse_square(text)
    except ValueError:
        raise InvalidFenError(
            FenFault.EN_PASSANT, f"field 4 of the FEN must be '-' or a square, not {clip(text)!r}", text
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

_AT_FIRST: Final = {PAWN: 8, KNIGHT: 2, BISHOP: 2, ROOK: 2, QUEEN: 1}
_SIDE: Final = {WHITE: "White", BLACK: "Black"}
_PAWNS: Final = {WHITE: "P", BLACK: "p"}
_HOME: Final = {"K": ("e1", "h1"), "Q": ("e1", "a1"), "k": ("e8", "h8"), "q": ("e8", "a8")}
"""Where king and rook stand who may castle."""


def validate(setup: Setup, text: str) -> None:
    """InvalidFenError if no game can reach the setup by the number and places of its pieces, its castling
    rights and its en passant square.  ``text`` is quoted in the error."""
    position = setup.position
    for side in Side:
        _validate_numbers(position.placement, side, text)
    for at, letter in enumerate(position.placement):
        if letter in "Pp" and square_rank(at) in (0, RANKS - 1):
            raise InvalidFenError(
                FenFault.PAWN_RANK,
                f"a pawn can never stand on {square_name(at)}",
                text,
                square=square_name(at),
            )
    _validate_rights(position, text)
    if position.passed is not None:
        _validate_passed(position, position.passed, text)


def _validate_numbers(placement: str, side: Side, text: str) -> None:
    """One king, at most eight pawns, and no more other pieces than pawns have gone."""
    numbers = {
        piece.piece_type: placement.count(letter) for letter, piece in PIECES.items() if piece.side is side
    }
    kings = numbers.pop(KING)
    if kings != 1:
        fault, word = (
            (FenFault.KING_DOUBLED, f"{kings} kings") if kings else (FenFault.KING_MISSING, "no king")
        )
        raise InvalidFenError(fault, f"{_SIDE[side]} has {word}", text, side="wb"[side])
    promoted = sum(max(number - _AT_FIRST[kind], 0) for kind, number in numbers.items() if kind is not PAWN)
    if numbers[PAWN] + promoted > _AT_FIRST[PAWN]:
        raise InvalidFenError(
            FenFault.TOO_MANY,
            f"{_SIDE[side]} has more pieces than pawns could become, or more than eight pawns",
            text,
            side="wb"[side],
        )


def _validate_rights(position: Position, text: str) -> None:
    for bit, letter in enumerate(RIGHTS):
        king, rook = _HOME[letter]
        men = position.placement[parse_square(king)] + position.placement[parse_square(rook)]
        if position.rights >> bit & 1 and men != ("KR" if letter.isupper() else "kr"):
            raise InvalidFenError(
                FenFault.CASTLING_RIGHTS,
                f"the castling right {letter!r} needs a king on {king} and a rook on {rook}",
                text,
                right=letter,
            )


def _validate_passed(position: Position, passed: Square, text: str) -> None:
    """The other side's pawn stands right beyond the square, which it has passed, coming from behind it."""
    mover = position.turn.other
    forward = FILES if mover is WHITE else -FILES
    expected = square_rank(passed) == (2 if mover is WHITE else RANKS - 3)
    if not (
        expected
        and position.placement[passed + forward] == _PAWNS[mover]
        and position.placement[passed] == EMPTY
        and position.placement[passed - forward] == EMPTY
    ):
        raise InvalidFenError(
            FenFault.EN_PASSANT_PAWN,
            f"no pawn can just have passed {square_name(passed)}",
            text,
            square=square_name(passed),
        )


# --- and back -----------------------------------------------------------------------------------------------


def format_fen(setup: Setup) -> str:
    """The FEN of six fields.  Appended moves are not written."""
    position = setup.position
    rows = (position.placement[rank * FILES : (rank + 1) * FILES] for rank in reversed(range(RANKS)))
    side = "w" if position.turn is WHITE else "b"
    rights = "".join(letter for bit, letter in enumerate(RIGHTS) if position.rights >> bit & 1) or "-"
    passed = "-" if position.passed is None else square_name(position.passed)
    return f"{'/'.join(map(_format_row, rows))} {side} {rights} {passed} {setup.quiet} {setup.fullmove}"


def _format_row(row: str) -> str:
    for run in range(FILES, 0, -1):
        row = row.replace(EMPTY * run, str(run))
    return row
