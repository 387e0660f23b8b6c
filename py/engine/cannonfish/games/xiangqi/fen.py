"""Positions as text (FEN): the syntax, and positions that cannot be played or cannot arise."""

from collections import Counter
from collections.abc import Iterator
from enum import IntFlag
from typing import Final, NamedTuple, TypeAlias

from cannonfish.errors import InvalidFenError, clip
from cannonfish.games.base import fen
from cannonfish.games.base.fen import EMPTY as EMPTY
from cannonfish.games.base.fen import MAX_LENGTH as MAX_LENGTH
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
    Side,
)
from cannonfish.games.xiangqi.squares import (
    FILES,
    GRID,
    RANKS,
    SQUARES,
    Square,
    square,
    square_file,
    square_name,
    square_rank,
    squares,
)

OTHER_LETTERS: Final = {"h": "n", "H": "N", "e": "b", "E": "B"}
"""Letters of pieces by other letters in use for them: horse and elephant."""
STARTING_FEN: Final = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"


class Status(IntFlag):
    """What is odd about a position: first flags of playable positions, then those of others."""

    VALID = 0
    PAWN_UNREACHABLE = 1
    """A soldier on a point it can never reach: behind its start point, or, before it has crossed the river,
    on a file without a start point."""
    PAWNS_DOUBLED = 2
    """Two soldiers of a side on one file before the river, where no soldier leaves its file."""
    IMPOSSIBLE_CHECK = 4
    """A check that no last move can have given."""
    NO_RED_KING = 8
    NO_BLACK_KING = 16
    TOO_MANY_KINGS = 32
    TOO_MANY_RED_PIECES = 64
    TOO_MANY_BLACK_PIECES = 128
    """More pieces of a kind than a set has."""
    PIECE_UNREACHABLE = 256
    """A general, an advisor or an elephant on a point it can never reach."""
    KINGS_FACING = 512
    OPPOSITE_CHECK = 1024
    """The side that is not to move stands in check."""


class Position(NamedTuple):
    """The parts of a position that count for repetition."""

    placement: str
    """A FEN letter or ``.`` for every point from a0 to i9."""
    turn: Side


Setup: TypeAlias = fen.Setup[Position]


def parse_fen(text: str) -> Setup:
    """Read a FEN of two to six fields, with or without ``fen`` before it and ``moves ...`` after it.

    Accepts H for N, E for B and ``r`` for ``w``.  InvalidFenError if it is malformed; see ``faults``.
    """
    fields, moves = fen.split_fen(text)
    placement = fen.parse_rows(fields[0], GRID, PIECES, OTHER_LETTERS)
    _, side, *unused, halfmove_clock, fullmove = fen.six_fields(fields, text)
    turn = fen.parse_side(side, {"w": RED, "r": RED, "b": BLACK})
    for number, field in enumerate(unused, 3):
        if field != "-":
            raise InvalidFenError(
                "unused_field",
                f"field {number} of the FEN must be '-', not {clip(field)!r}",
                field,
                field=number,
            )
    return fen.Setup(
        Position(placement, turn),
        fen.parse_counter(halfmove_clock, 5),
        max(fen.parse_counter(fullmove, 6), 1),
        moves,
    )


def format_fen(setup: Setup) -> str:
    """The FEN of six fields, in the letters K A B N R C P.  Appended moves are not written."""
    placement, turn = setup.position
    return f"{fen.format_rows(placement, GRID)} {'wb'[turn]} - - {setup.halfmove_clock} {setup.fullmove}"


# --- other signs for the pieces -----------------------------------------------------------------------------

_TELLING: Final = {
    "K": "帅帥", "A": "仕", "B": "相", "N": "傌", "R": "俥", "P": "兵", "k": "将將", "b": "象", "p": "卒",
}  # fmt: skip
"""Characters by the piece that they always mean."""
_TELLING_BESIDE: Final = {
    "a": ("士", "仕"), "n": ("马馬", "傌"), "r": ("车車", "俥"), "C": ("炮", "砲包"), "c": ("砲包", "炮"),
}  # fmt: skip
"""Characters by the piece that they mean if one of the others is on the board, too."""
_KIND_OF: Final = {sign: kind.lower() for kind, (signs, _) in _TELLING_BESIDE.items() for sign in signs}
OTHER_SIGNS: Final = "GSgs" + "".join(_TELLING.values()) + "".join(_KIND_OF)
"""Signs that ``settle`` makes letters of."""


def settle(squares: str) -> tuple[str, str]:
    """The squares of a board, from the top, with letters for Chinese characters and for ``G`` and ``S``.

    G is a guard (advisor) beside generals, else the general; S a soldier unless there are others.  Which side
    a character such as 车 belongs to may be told by none of the others: then it is the one in whose half it
    stands.  These are returned, too, except advisors, which never leave it.
    """
    letters = {ord(sign): letter for letter, signs in _TELLING.items() for sign in signs}
    for letter, (signs, others) in _TELLING_BESIDE.items():
        if not set(others).isdisjoint(squares):
            letters |= dict.fromkeys(map(ord, signs), letter)
    squares = squares.translate(letters)
    squares = squares.translate(str.maketrans("Gg", "Aa" if {*"Kk"} <= {*squares} else "Kk"))
    if {*"Pp"}.isdisjoint(squares):
        squares = squares.translate(str.maketrans("Ss", "Pp"))
    half = len(squares) // 2
    red_is_below = squares.find("K") >= half or "K" not in squares
    settled = [
        (kind.upper() if (at >= half) is red_is_below else kind) if (kind := _KIND_OF.get(sign)) else sign
        for at, sign in enumerate(squares)
    ]
    assumed = dict.fromkeys(sign for sign in squares if _KIND_OF.get(sign, "a") != "a")
    return "".join(settled), "".join(assumed)


# --- what cannot be played ----------------------------------------------------------------------------------

MOST: Final = {KING: 1, ADVISOR: 2, BISHOP: 2, KNIGHT: 2, ROOK: 2, CANNON: 2, PAWN: 5}
"""Pieces of a kind in a set."""

FAULT_FLAGS: Final = {
    "king_missing": (Status.NO_RED_KING, Status.NO_BLACK_KING),
    "king_doubled": (Status.TOO_MANY_KINGS, Status.TOO_MANY_KINGS),
    "too_many": (Status.TOO_MANY_RED_PIECES, Status.TOO_MANY_BLACK_PIECES),
    "unreachable": (Status.PIECE_UNREACHABLE, Status.PIECE_UNREACHABLE),
    "kings_facing": (Status.KINGS_FACING, Status.KINGS_FACING),
    "opponent_in_check": (Status.OPPOSITE_CHECK, Status.OPPOSITE_CHECK),
}
"""What ``Board.status`` says of the faults of Red and of Black."""

_WHOLE_BOARD: Final = frozenset(SQUARES)
_PAWNS_AT_HOME: Final = squares("a3 c3 e3 g3 i3 a4 c4 e4 g4 i4")
_RED_POINTS: Final = {
    KING: squares("d0 e0 f0 d1 e1 f1 d2 e2 f2"),
    ADVISOR: squares("d0 f0 e1 d2 f2"),
    BISHOP: squares("c0 g0 a2 e2 i2 c4 g4"),
    PAWN: _PAWNS_AT_HOME | {at for at in SQUARES if square_rank(at) >= 5},
}
"""The points that a Red piece can reach, where they are not the whole board."""


def points(piece: Piece) -> frozenset[Square]:
    """The points that the piece can reach in a game."""
    red = _RED_POINTS.get(piece.piece_type, _WHOLE_BOARD)
    return red if piece.side is RED else frozenset(map(_rotated, red))


def _rotated(at: Square) -> Square:
    """The point on the same file and, seen by the other side, on the same rank."""
    return square(square_file(at), RANKS - 1 - square_rank(at))


_POINTS: Final = {letter: points(piece) for letter, piece in PIECES.items()}


def faults(setup: Setup, text: str) -> Iterator[InvalidFenError]:
    """The reasons why the setup cannot be played, as errors that quote ``text``.

    Each side needs exactly one general.  Further faults are more pieces of a kind than a set has, a general,
    advisor or elephant on a point it can never reach, and generals that face each other.  Soldiers may stand
    anywhere: see ``status``.
    """
    placement = setup.position.placement
    for piece in PIECES.values():
        yield from _wrong_number(piece, placement.count(piece.symbol()), text)
    for at, letter in enumerate(placement):
        if letter != EMPTY and letter not in "Pp" and at not in _POINTS[letter]:
            yield InvalidFenError(
                "unreachable",
                f"{_name(PIECES[letter])} can never stand on {square_name(at)}",
                text,
                piece=letter,
                square=square_name(at),
            )
    if placement.count("K") == placement.count("k") == 1 and kings_face(placement):
        yield InvalidFenError("kings_facing", "the generals face each other on an open file", text)


def _wrong_number(piece: Piece, number: int, text: str) -> Iterator[InvalidFenError]:
    if piece.piece_type is KING:
        if number != 1:
            fault, word = ("king_doubled", f"{number} generals") if number else ("king_missing", "no general")
            yield InvalidFenError(
                fault, f"{piece.side.name.capitalize()} has {word}", text, piece=piece.symbol()
            )
    elif number > MOST[piece.piece_type]:
        yield InvalidFenError(
            "too_many",
            f"{number} {piece.piece_type.word}s for {piece.side.name.capitalize()}; "
            f"there are only {MOST[piece.piece_type]}",
            text,
            piece=piece.symbol(),
            number=number,
        )


def kings_face(placement: str) -> bool:
    """True if both generals stand on one file with nothing between them."""
    red, black = placement.index("K"), placement.index("k")
    return red % FILES == black % FILES and not placement[red + FILES : black : FILES].strip(EMPTY)


def _name(piece: Piece) -> str:
    return f"a {piece.side.name.capitalize()} {piece.piece_type.word}"


# --- what cannot arise --------------------------------------------------------------------------------------


def pawn_status(placement: str) -> Status:
    """The status flags for the soldiers in a placement without ``faults``.

    A soldier moves straight ahead until it has crossed the river.  So before the river, each soldier stands
    alone on a file with a start point.  Beyond it, soldiers can stand anywhere.
    """
    found = Status.VALID
    for letter in "Pp":
        pawns = {at for at, each in enumerate(placement) if each == letter}
        if not pawns <= _POINTS[letter]:
            found |= Status.PAWN_UNREACHABLE
        at_home = pawns if letter == "P" else set(map(_rotated, pawns))
        if any(number > 1 for number in Counter(map(square_file, at_home & _PAWNS_AT_HOME)).values()):
            found |= Status.PAWNS_DOUBLED
    return found
