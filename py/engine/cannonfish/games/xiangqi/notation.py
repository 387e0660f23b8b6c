"""Moves as people write them: WXF (``C2=5``) and Chinese (``炮二平五``), both ways, and reading UCI and ICCS.

Everything here is text over a placement: a FEN letter or ``.`` for each point from a0 to i9, as in ``Setup``.
How pieces move is not known beyond the shape of a step: a text leads to at most one point for every piece it
can mean, and which of those moves can be played is asked of ``is_legal``.

Both notations say *which piece*, *which way* and *how far*, from where the mover sits:

- files count 1-9 from the mover's right, *front* is nearer the enemy;
- which piece: its file; or, where several stand on one file, its place among them.  Elephants and advisors
  never need that: of two on one file, only one can go forward and only the other back;
- how far: the number of steps for straight movers going forward or back, the target file otherwise.
"""

import itertools
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Final

from cannonfish.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError, clip
from cannonfish.games.xiangqi.fen import EMPTY
from cannonfish.games.xiangqi.move import Move
from cannonfish.games.xiangqi.pieces import (
    ADVISOR,
    BISHOP,
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
    GRID,
    RANKS,
    Square,
    square,
    square_file,
    square_name,
    square_rank,
)

MAX_TEXT: Final = 40
"""Longest text read as one move, in characters; more than any notation with any spacing needs."""


class Notation(StrEnum):
    """The ways to write a move.  The values are the words used in messages."""

    UCI = "uci"
    ICCS = "iccs"
    WXF = "wxf"
    CHINESE = "chinese"
    TRADITIONAL = "traditional"


class Direction(Enum):
    """Which way a move goes, seen by the mover."""

    FORWARD = "+"
    BACK = "-"
    SIDEWAYS = "="


class Place(Enum):
    """Which of several equal pieces on one file, by words; numbers are used where words do not suffice."""

    FRONT = "front"
    MIDDLE = "middle"
    REAR = "rear"


FORWARD: Final = Direction.FORWARD
BACK: Final = Direction.BACK
SIDEWAYS: Final = Direction.SIDEWAYS
FRONT: Final = Place.FRONT
MIDDLE: Final = Place.MIDDLE
REAR: Final = Place.REAR

_BY_TARGET_FILE: Final = {ADVISOR: {1: 1}, BISHOP: {2: 2}, KNIGHT: {1: 2, 2: 1}}
"""The slanting movers, whose value is always the target file: files crossed -> ranks crossed."""
_NEVER_TOLD_APART: Final = frozenset({KING, ADVISOR, BISHOP})
"""Kinds that are always named by their file."""


# --- the board from where a side sits -----------------------------------------------------------------------


def _file_number(at: Square, side: Side) -> int:
    """1-9 from the right of ``side``."""
    return FILES - square_file(at) if side is RED else square_file(at) + 1


def _advance(at: Square, side: Side) -> int:
    """Ranks from the back rank of ``side``."""
    return square_rank(at) if side is RED else RANKS - 1 - square_rank(at)


def _point(file_number: int, advance: int, side: Side) -> Square | None:
    if not (1 <= file_number <= FILES and 0 <= advance < RANKS):
        return None
    if side is RED:
        return square(FILES - file_number, advance)
    return square(file_number - 1, RANKS - 1 - advance)


def _columns(placement: str, piece: Piece) -> dict[int, list[Square]]:
    """Where the piece stands: file number, from the right -> its points from the front to the rear."""
    letter = piece.symbol()
    points = [at for at, standing in enumerate(placement) if standing == letter]
    points.sort(key=lambda at: (_file_number(at, piece.side), -_advance(at, piece.side)))
    columns: dict[int, list[Square]] = {}
    for at in points:
        columns.setdefault(_file_number(at, piece.side), []).append(at)
    return columns


def after(placement: str, move: Move) -> str:
    """The placement after the move."""
    points = list(placement)
    points[move.dest], points[move.orig] = points[move.orig], EMPTY
    return "".join(points)


# --- writing ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Description:
    """What every column notation says of a move, before any letter is chosen."""

    piece: Piece
    file: int
    ordinal: int
    """1 for the front-most of the equal pieces on this file."""
    column: int
    """How many equal pieces stand on this file; 1 where the kind is never told apart."""
    columns: int
    """On how many files two or more of them stand."""
    direction: Direction
    value: int


def _describe(placement: str, move: Move) -> _Description:
    piece = PIECES.get(placement[move.orig])
    if piece is None:
        raise IllegalMoveError("no_piece", f"there is no piece on {square_name(move.orig)}", move.uci())
    side = piece.side
    file, target = _file_number(move.orig, side), _file_number(move.dest, side)
    steps = _advance(move.dest, side) - _advance(move.orig, side)
    if steps == 0:
        direction, value = SIDEWAYS, target
    else:
        direction = FORWARD if steps > 0 else BACK
        value = target if piece.piece_type in _BY_TARGET_FILE else abs(steps)
    if piece.piece_type in _NEVER_TOLD_APART:
        return _Description(piece, file, 1, 1, 0, direction, value)
    columns = _columns(placement, piece)
    column = columns[file]
    return _Description(
        piece,
        file,
        column.index(move.orig) + 1,
        len(column),
        sum(len(points) > 1 for points in columns.values()),
        direction,
        value,
    )


_IN_ORDER: Final = (KING, ADVISOR, BISHOP, KNIGHT, ROOK, CANNON, PAWN)
_WXF_LETTERS: Final = dict(zip(_IN_ORDER, "KAEHRCP", strict=True))


def wxf(placement: str, move: Move) -> str:
    """``C2=5``; ``R+-1`` for the front one of two; ``15=6``, ordinal and file, for a soldier among three or
    more on its file, or where soldiers are doubled on two files."""
    told = _describe(placement, move)
    letter = _WXF_LETTERS[told.piece.piece_type]
    if told.column == 1:
        who = f"{letter}{told.file}"
    elif told.column == 2 and told.columns == 1:
        who = letter + ("+" if told.ordinal == 1 else "-")
    else:
        who = f"{told.ordinal}{told.file}"
    return f"{who}{told.direction.value}{told.value}"


_CHINESE_DIGITS: Final = "一二三四五六七八九"
_SIMPLIFIED: Final = [
    dict(zip(_IN_ORDER, names, strict=True)) for names in ("帅仕相马车炮兵", "将士象马车炮卒")
]
_TRADITIONAL: Final = [
    dict(zip(_IN_ORDER, names, strict=True)) for names in ("帥仕相馬車炮兵", "將士象馬車炮卒")
]
"""Names of the pieces, of Red and of Black."""
_DIRECTION_WORDS: Final = {FORWARD: "进", BACK: "退", SIDEWAYS: "平"}
_TO_TRADITIONAL: Final = str.maketrans("进后", "進後")


def chinese(placement: str, move: Move, traditional: bool = False) -> str:
    """``炮二平五`` for Red, ``炮2平5`` for Black.

    Of two on a file ``前炮``, ``后炮``; of three soldiers also ``中兵``; of more ``一兵`` to ``五兵``.
    Where soldiers are doubled on two files, the place and the file (``后3平2``).
    """
    told = _describe(placement, move)
    side = told.piece.side
    name = (_TRADITIONAL if traditional else _SIMPLIFIED)[side][told.piece.piece_type]
    file, value = (_CHINESE_DIGITS[n - 1] if side is RED else str(n) for n in (told.file, told.value))
    if told.column == 1:
        who = name + file
    elif told.columns > 1:
        who = _place_word(told) + file
    else:
        who = _place_word(told) + name
    text = who + _DIRECTION_WORDS[told.direction] + value
    return text.translate(_TO_TRADITIONAL) if traditional else text


def _place_word(told: _Description) -> str:
    if told.column > 3:
        return _CHINESE_DIGITS[told.ordinal - 1]
    if told.ordinal == told.column:
        return "后"
    return "前" if told.ordinal == 1 else "中"


def write(placement: str, move: Move, notation: Notation) -> str:
    """The move in any notation."""
    match notation:
        case Notation.UCI:
            return move.uci()
        case Notation.ICCS:
            return move.iccs()
        case Notation.WXF:
            return wxf(placement, move)
        case Notation.CHINESE | Notation.TRADITIONAL:
            return chinese(placement, move, notation is Notation.TRADITIONAL)


# --- reading ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Request:
    """A column notation as read: what is left out is None."""

    piece_type: PieceType
    file: int | None
    place: Place | int | None
    direction: Direction
    value: int


IsLegal = Callable[[Move], bool]


def parse(text: str, placement: str, turn: Side, is_legal: IsLegal, first_rank: int = 0) -> Move:
    """Read UCI, ICCS, WXF or Chinese, simplified or traditional, with or without spaces.

    ``first_rank`` is 1 for documents that count ranks from 1 to 10; it only matters to coordinates.  Raises
    InvalidMoveError if the text is no move in any notation, IllegalMoveError if it is one that cannot be
    played here, and AmbiguousMoveError, with the candidates, if it can mean several.
    """
    if len(text) > MAX_TEXT:
        raise InvalidMoveError("too_long", f"{clip(text)!r} is longer than any move", text)
    compact = "".join(unicodedata.normalize("NFKC", text).split()).translate(_SAME_CHARACTERS)
    found = _COORDINATES.fullmatch(compact)
    if found is not None:
        move = _read_coordinates(found, text, first_rank)
        named = found["piece"]
        if not is_legal(move) or (named and _TYPES[named.upper()] != PIECES[placement[move.orig]].piece_type):
            raise IllegalMoveError("not_legal", f"{clip(text)!r} cannot be played here", text)
        return move
    request = _parse_request(compact)
    if request is None:
        raise InvalidMoveError("syntax", f"{clip(text)!r} is no move in any notation", text)
    return _find(request, text, placement, turn, is_legal)


_SAME_CHARACTERS: Final = str.maketrans(
    "進後帅帥将將仕士相象马馬傌车車俥炮砲包砲兵卒−–—‐‑﹣",
    "进后KKKKAAEEHHHRRRCCCCPP------",
)
"""Characters that mean the same; names of pieces become WXF letters.  Applied after NFKC, which has already
made full-width digits and signs ordinary."""

_COORDINATES: Final = re.compile(
    rf"(?P<piece>[KAEBHNRCP])?([{GRID.file_names}])([0-9]|10)[-x]?([{GRID.file_names}])([0-9]|10)",
    re.ASCII | re.IGNORECASE,
)
"""UCI and ICCS, and the long algebraic ``Ch2-e2``."""


def _read_coordinates(found: re.Match[str], text: str, first_rank: int) -> Move:
    points = []
    for file, rank in (found.group(2, 3), found.group(4, 5)):
        number = int(rank) - first_rank
        if not 0 <= number < RANKS:
            last_rank = first_rank + RANKS - 1
            raise InvalidMoveError(
                "rank", f"{clip(text)!r}: ranks run from {first_rank} to {last_rank}", text
            )
        points.append(square(GRID.file_names.index(file.lower()), number))
    orig, dest = points
    if orig == dest:
        raise InvalidMoveError("same_square", f"{clip(text)!r} stays where it is", text)
    return Move(orig, dest)


_WXF: Final = re.compile(
    r"""(?: (?P<piece>[KAEBHNRCP]) (?: (?P<file>[1-9]) | (?P<place>[-+.]) | (?P<letter>[A-E]) )
          | (?P<sign_first>[-+]) (?P<piece_after>[KAEBHNRCP])
          | (?P<ordinal>[1-5]) (?P<ordinal_file>[1-9])
          | (?P<pawn_file>[1-9]) (?P<pawn_place>[-+])
        ) (?P<direction>[-+=.]) (?P<value>[1-9])""",
    re.VERBOSE | re.ASCII,
)
_CHINESE: Final = re.compile(
    r"""(?: (?P<piece>[KAEHRCP]) (?P<file>[一二三四五六七八九1-9])
          | (?P<place>[前中后一二三四五1-5]) (?P<placed>[KAEHRCP]) (?P<placed_file>[一二三四五六七八九1-9])?
          | (?P<pawn_place>[前中后一二三四五]) (?P<pawn_file>[一二三四五六七八九1-9])
        ) (?P<direction>[进退平]) (?P<value>[一二三四五六七八九1-9])""",
    re.VERBOSE,
)
_TYPES: Final = {letter: kind for kind, letter in _WXF_LETTERS.items()} | {"B": BISHOP, "N": KNIGHT}
_DIRECTIONS: Final = {
    "+": FORWARD,
    "-": BACK,
    "=": SIDEWAYS,
    ".": SIDEWAYS,
    "进": FORWARD,
    "退": BACK,
    "平": SIDEWAYS,
}
_PLACES: Final[dict[str, Place | int]] = {
    "+": FRONT, ".": MIDDLE, "-": REAR, "前": FRONT, "中": MIDDLE, "后": REAR,
    **{letter: number for number, letter in enumerate("ABCDE", 1)},
    **{digit: number for number, digit in enumerate(_CHINESE_DIGITS, 1)},
    **{str(number): number for number in range(1, FILES + 1)},
}  # fmt: skip
_NUMBERS: Final = {digit: number for number, digit in enumerate(_CHINESE_DIGITS, 1)} | {
    str(number): number for number in range(1, FILES + 1)
}


def _parse_request(compact: str) -> _Request | None:
    for pattern in (_WXF, _CHINESE):
        found = pattern.fullmatch(compact.upper())
        if found is not None:
            told = {name: group for name, group in found.groupdict().items() if group is not None}
            piece = told.get("piece") or told.get("piece_after") or told.get("placed") or "P"
            file = _first(told, "file", "ordinal_file", "pawn_file", "placed_file")
            place = _first(told, "place", "letter", "sign_first", "ordinal", "pawn_place")
            return _Request(
                _TYPES[piece],
                _NUMBERS[file] if file else None,
                _PLACES[place] if place else None,
                _DIRECTIONS[told["direction"]],
                _NUMBERS[told["value"]],
            )
    return None


def _first(told: dict[str, str], *names: str) -> str | None:
    return next((told[name] for name in names if name in told), None)


def _find(request: _Request, text: str, placement: str, turn: Side, is_legal: IsLegal) -> Move:
    """The one legal move that the text means, by the first reading under which there is any."""
    columns = _columns(placement, Piece(request.piece_type, turn))
    for reading in (_exact, _lenient):
        moves: list[Move] = []
        for group in reading(request, columns):
            playable = (
                Move(orig, dest)
                for orig in group
                if (dest := _dest(request, orig, turn)) is not None and is_legal(Move(orig, dest))
            )
            moves += itertools.islice(playable, 1)
        if len(moves) == 1:
            return moves[0]
        if moves:
            raise AmbiguousMoveError(
                "ambiguous",
                f"{clip(text)!r} can mean {' or '.join(move.uci() for move in moves)}",
                text,
                candidates=" ".join(move.uci() for move in moves),
            )
    raise IllegalMoveError("not_legal", f"{clip(text)!r} cannot be played here", text)


def _dest(request: _Request, orig: Square, side: Side) -> Square | None:
    """Where the piece on ``orig`` would go; None if no piece of its kind goes that way from there."""
    file, advance = _file_number(orig, side), _advance(orig, side)
    sign = 1 if request.direction is FORWARD else -1
    shape = _BY_TARGET_FILE.get(request.piece_type)
    if shape is not None:
        ranks = shape.get(abs(request.value - file))
        if ranks is None or request.direction is SIDEWAYS:
            return None
        return _point(request.value, advance + sign * ranks, side)
    if request.direction is SIDEWAYS:
        return _point(request.value, advance, side) if request.value != file else None
    return _point(file, advance + sign * request.value, side)


# A reading yields groups of points; of each group the first piece that can go there is meant.


def _exact(request: _Request, columns: dict[int, list[Square]]) -> Iterator[list[Square]]:
    """What the text says.  By file: every piece on it, so that a careless ``H7+6`` is read where only one of
    two horses can go there.  By place: the one piece of that place on each crowded file.  A number without a
    file: the soldiers of all crowded files counted from the right, on each file from the front.
    """
    crowded = {file: points for file, points in columns.items() if len(points) > 1}
    if request.place is None:
        yield from ([at] for at in columns.get(request.file or 0, []))
    elif isinstance(request.place, int) and request.file is None:
        in_order = [at for points in crowded.values() for at in points]
        yield in_order[request.place - 1 : request.place]
    else:
        for file, points in crowded.items():
            if request.file in (None, file):
                yield _at_place(points, request.place)


def _at_place(points: list[Square], place: Place | int) -> list[Square]:
    match place:
        case Place.FRONT:
            return points[:1]
        case Place.REAR:
            return points[-1:]
        case Place.MIDDLE:
            return [points[len(points) // 2]] if len(points) % 2 else []
        case _:
            return points[place - 1 : place]


def _lenient(request: _Request, columns: dict[int, list[Square]]) -> Iterator[list[Square]]:
    """Looser customs, tried when no legal move fits the exact reading: front (rear) for any but the last
    (first) of a file, the first of them that can go there; and numbers that start again on every file."""
    for file, points in columns.items():
        if len(points) > 1 and request.file in (None, file):
            match request.place:
                case Place.FRONT:
                    yield points[:-1]
                case Place.REAR:
                    yield points[:0:-1]
                case int(number):
                    yield points[number - 1 : number]
