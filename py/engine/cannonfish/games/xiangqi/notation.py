"""WXF (``C2=5``), Chinese (``炮二平五``) and Vietnamese notation (``P2-5``) written, and every notation read.

The module works on placements: a FEN letter or ``.`` for each point from a0 to i9.  It knows the shapes of
steps, but no other rule: a text gives at most one destination for each piece it can mean, and the caller's
``is_legal`` decides which of these moves are legal.

These three give the *piece*, the *direction* and the *distance*, as the mover sees them:

- files count 1-9 from the mover's right; *front* is nearer the enemy;
- the piece is given by its file, or, where several of a kind share a file, by its place among them.
  Elephants and advisors never need a place: of two on one file, only one can go forward and only the other
  back;
- the distance is the number of steps if a straight mover goes forward or back; otherwise it is the target
  file.

WXF and Vietnamese notation have letters and signs in common that mean different things: ``C7.1`` is a
cannon that goes sideways, or a soldier (chốt) that goes forward.  Nobody mixes them: the caller's ``Custom``
decides.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cache, lru_cache
from typing import Final, TypeAlias

from cannonfish.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError, clip
from cannonfish.games.xiangqi import san
from cannonfish.games.xiangqi.move import Move, rank_number
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
    SQUARES,
    Square,
    square,
    square_file,
    square_name,
    square_rank,
)

MAX_TEXT: Final = 40
"""Longest text that is read as a move, in characters; no notation needs more."""


class Notation(StrEnum):
    """The ways to write a move.  The values are the words used in messages."""

    UCI = "uci"
    ICCS = "iccs"
    WXF = "wxf"
    SAN = "san"
    CHINESE = "chinese"
    TRADITIONAL = "traditional"
    VIETNAMESE = "vietnamese"
    VIETNAMESE_WORDS = "vietnamese_words"


class Custom(StrEnum):
    """The customs with letters and signs in common, in which a text can mean different moves."""

    WXF = "wxf"
    VIETNAMESE = "vietnamese"
    VIETNAMESE_PLUS = "vietnamese_plus"
    """Vietnamese letters with the signs of WXF: ``P2=5``."""


class Direction(Enum):
    """The direction of a move as the mover sees it."""

    FORWARD = "+"
    BACK = "-"
    SIDEWAYS = "="


class Place(Enum):
    """The place of a piece among equal ones on a file.  With more than three, numbers are used, or, in
    Vietnamese, the places before and behind the middle."""

    FRONT = "front"
    BEFORE_MIDDLE = "before middle"
    MIDDLE = "middle"
    BEHIND_MIDDLE = "behind middle"
    REAR = "rear"


FORWARD: Final = Direction.FORWARD
BACK: Final = Direction.BACK
SIDEWAYS: Final = Direction.SIDEWAYS
FRONT: Final = Place.FRONT
BEFORE_MIDDLE: Final = Place.BEFORE_MIDDLE
MIDDLE: Final = Place.MIDDLE
BEHIND_MIDDLE: Final = Place.BEHIND_MIDDLE
REAR: Final = Place.REAR

_LETTERS: Final = [{kind: Piece(kind, side).symbol() for kind in PieceType} for side in Side]
"""The letters of a placement, by side and kind."""
_BY_TARGET_FILE: Final = {ADVISOR: {1: 1}, BISHOP: {2: 2}, KNIGHT: {1: 2, 2: 1}}
"""Diagonal movers, always written with the target file: files moved -> ranks moved."""
_GIVEN_BY_FILE: Final = frozenset({KING, ADVISOR, BISHOP})
"""Kinds that are always given by their file."""


# --- the board as a side sees it -----------------------------------------------------------------------


_FILE_NUMBER: Final = (
    tuple(FILES - square_file(at) for at in SQUARES),
    tuple(square_file(at) + 1 for at in SQUARES),
)
"""1-9 from the right of a side, by side and point."""
_ADVANCE: Final = (
    tuple(square_rank(at) for at in SQUARES),
    tuple(RANKS - 1 - square_rank(at) for at in SQUARES),
)
"""Ranks from the back rank of a side, by side and point."""


def _point(file_number: int, advance: int, side: Side) -> Square | None:
    if not (1 <= file_number <= FILES and 0 <= advance < RANKS):
        return None
    if side is RED:
        return square(FILES - file_number, advance)
    return square(file_number - 1, RANKS - 1 - advance)


def _columns(placement: str, piece_type: PieceType, side: Side) -> dict[int, list[Square]]:
    """The points of a piece by file number, from the right; on each file from the front to the rear."""
    letter = _LETTERS[side][piece_type]
    numbers = _FILE_NUMBER[side]
    columns: dict[int, list[Square]] = {}
    at = placement.find(letter)
    while at >= 0:
        columns.setdefault(numbers[at], []).append(at)
        at = placement.find(letter, at + 1)
    if side is RED:  # whose front is at the higher ranks
        return {file: columns[file][::-1] for file in sorted(columns)}
    return {file: columns[file] for file in sorted(columns)}


# --- writing ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Description:
    """The content of a move, before letters and digits are chosen."""

    piece: Piece
    file: int
    ordinal: int
    """1 for the front-most of the equal pieces on this file."""
    column: int
    """The number of equal pieces on this file; 1 for kinds that are always given by their file."""
    columns: int
    """The number of files with two or more equal pieces."""
    direction: Direction
    value: int


def _describe(placement: str, move: Move) -> _Description:
    piece = PIECES.get(placement[move.orig])
    if piece is None:
        raise IllegalMoveError("no_piece", f"there is no piece on {square_name(move.orig)}", move.uci())
    side = piece.side
    file, target = _FILE_NUMBER[side][move.orig], _FILE_NUMBER[side][move.dest]
    steps = _ADVANCE[side][move.dest] - _ADVANCE[side][move.orig]
    if steps == 0:
        direction, value = SIDEWAYS, target
    else:
        direction = FORWARD if steps > 0 else BACK
        value = target if piece.piece_type in _BY_TARGET_FILE else abs(steps)
    if piece.piece_type in _GIVEN_BY_FILE:
        return _Description(piece, file, 1, 1, 0, direction, value)
    columns = _columns(placement, piece.piece_type, side)
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
    given = _describe(placement, move)
    letter = _WXF_LETTERS[given.piece.piece_type]
    if given.column == 1:
        who = f"{letter}{given.file}"
    elif given.column == 2 and given.columns == 1:
        who = letter + ("+" if given.ordinal == 1 else "-")
    else:
        who = f"{given.ordinal}{given.file}"
    return f"{who}{given.direction.value}{given.value}"


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
    given = _describe(placement, move)
    side = given.piece.side
    name = (_TRADITIONAL if traditional else _SIMPLIFIED)[side][given.piece.piece_type]
    file, value = (_CHINESE_DIGITS[n - 1] if side is RED else str(n) for n in (given.file, given.value))
    if given.column == 1:
        who = name + file
    elif given.columns > 1:
        who = _place_word(given) + file
    else:
        who = _place_word(given) + name
    text = who + _DIRECTION_WORDS[given.direction] + value
    return text.translate(_TO_TRADITIONAL) if traditional else text


def _place_word(given: _Description) -> str:
    if given.column > 3:
        return _CHINESE_DIGITS[given.ordinal - 1]
    if given.ordinal == given.column:
        return "后"
    return "前" if given.ordinal == 1 else "中"


_VIETNAMESE_LETTERS: Final = dict(zip(_IN_ORDER, ["Tg", "S", "T", "M", "X", "P", "B"], strict=True))
_VIETNAMESE_NAMES: Final = dict(
    zip(_IN_ORDER, ["Tướng", "Sĩ", "Tượng", "Mã", "Xe", "Pháo", "Tốt"], strict=True)
)
_VIETNAMESE_SIGNS: Final = {FORWARD: ".", BACK: "/", SIDEWAYS: "-"}
_VIETNAMESE_DIRECTIONS: Final = {FORWARD: "tấn", BACK: "thoái", SIDEWAYS: "bình"}
_VIETNAMESE_PLACES: Final = {
    FRONT: ("t", "trước"),
    BEFORE_MIDDLE: ("tg", "trước giữa"),
    MIDDLE: ("g", "giữa"),
    BEHIND_MIDDLE: ("sg", "sau giữa"),
    REAR: ("s", "sau"),
}
_PLACES_OF_COLUMN: Final = {
    2: (FRONT, REAR),
    3: (FRONT, MIDDLE, REAR),
    4: (FRONT, BEFORE_MIDDLE, BEHIND_MIDDLE, REAR),
    5: (FRONT, BEFORE_MIDDLE, MIDDLE, BEHIND_MIDDLE, REAR),
}
"""The places from the front by the number of equal pieces on the file."""


def vietnamese(placement: str, move: Move, in_words: bool = False) -> str:
    """``P2-5``, ``M8.7``, ``X1/1``; in words ``Pháo 2 bình 5``.

    Of two on a file ``Xt.1``, ``Xs.1`` (trước, sau); of three soldiers also ``Bg-6`` (giữa); of more ``Btg``
    and ``Bsg``.  Where soldiers are doubled on two files, the place and the file (``Bt7-6``).
    """
    given = _describe(placement, move)
    kind = given.piece.piece_type
    places = _PLACES_OF_COLUMN.get(given.column)
    letter, word = _VIETNAMESE_PLACES[places[given.ordinal - 1]] if places else ("", "")
    file = str(given.file) if not places or given.columns > 1 else ""
    if in_words:
        direction = _VIETNAMESE_DIRECTIONS[given.direction]
        of_file = f"lộ {file}" if word and file else file
        return " ".join(filter(None, (_VIETNAMESE_NAMES[kind], word, of_file, direction, str(given.value))))
    return f"{_VIETNAMESE_LETTERS[kind]}{letter}{file}{_VIETNAMESE_SIGNS[given.direction]}{given.value}"


# --- reading ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Request:
    """A move by piece, direction and distance as read; None where the text says nothing."""

    piece_types: tuple[PieceType, ...]
    file: int | None
    place: Place | int | None
    direction: Direction
    value: int
    custom: Custom | None
    """None if it is the same in all."""


Test: TypeAlias = Callable[[Move], bool]


def parse(
    text: str,
    placement: str,
    turn: Side,
    is_legal: Test,
    gives_check: Test,
    first_rank: int | None = None,
    custom: Custom | None = None,
) -> Move:
    """Read UCI, ICCS, WXF, algebraic, Vietnamese or Chinese notation, simplified or traditional, with or
    without spaces, and signs for check, mate and quality.

    ``first_rank`` is the lowest rank, 0 or 1, in the record that has the text; see ``san.readings``.  None if
    a person wrote it: ranks count from 0 in coordinates, from 1 in algebraic notation, or from 0 if only that
    makes sense.  A record keeps to its ``custom``; a person's custom comes before the others, and without one
    both meanings of a text count.  InvalidMoveError if the text is not a move in any notation (or that of its
    record), IllegalMoveError if no legal move fits, AmbiguousMoveError, with the candidates, if several do.
    """
    if len(text) > MAX_TEXT:
        raise InvalidMoveError("too_long", f"{clip(text)!r} is longer than any move", text)
    read = _read(text)
    if not read:
        raise InvalidMoveError("syntax", f"{clip(text)!r} is no move in any notation", text)
    if isinstance(read, tuple):
        if first_rank is None or custom is None:
            ranked = _ranked(read, custom)
        else:
            ranked = [[request for request in read if request.custom in (None, custom)]]
            if not ranked[0]:
                message = f"{clip(text)!r} is not in the notation of the other moves"
                raise InvalidMoveError("syntax", message, text)
        readings = _relative(ranked, placement, turn)
    else:
        readings = _absolute(read, text, placement, turn, first_rank)
    is_half = first_rank is None and isinstance(read, _Absolute) and read.is_half
    for groups in readings:
        moves = []
        for group in groups:
            for move in group:
                if is_legal(move) and (not is_half or gives_check(move)):
                    moves.append(move)
                    break
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


@lru_cache(4096)
def _read(text: str) -> "tuple[_Request, ...] | _Absolute":
    """What a text says, in each custom that has it; nothing if it is not a move."""
    signed = "".join(unicodedata.normalize("NFKC", text).split()).translate(_SAME_CHARACTERS)
    compact = signed.rstrip("+#!?")
    coordinates = _COORDINATES.fullmatch(compact)
    is_piece = coordinates is None or (compact[0].isupper() and not compact.isupper())
    forms = san.forms(compact) if is_piece else ()
    if coordinates or forms:
        return _Absolute(coordinates, forms, _HALF.fullmatch(signed) is not None)
    return tuple(_requests(compact))


_SAME_CHARACTERS: Final = str.maketrans(
    "進後帅帥将將仕士相象马馬傌车車俥炮砲包砲兵卒−–—‐‑﹣×",
    "进后KKKKAAEEHHHRRRCCCCPP------x",
)
"""Variants of characters; names of pieces become WXF letters.  Applied after NFKC, which converts full-width
digits and signs."""

_HALF: Final = re.compile(r"[a-i][1-9]\+")
"""A soldier that gives check, or half of ``c5+1``."""
_COORDINATES: Final = re.compile(
    rf"([{GRID.file_names}])([0-9]|10)[-x]?([{GRID.file_names}])([0-9]|10)", re.ASCII | re.IGNORECASE
)
"""UCI and ICCS."""


@dataclass(frozen=True, slots=True)
class _Absolute:
    """A text that names its destination as a point.

    A capital before small letters is a piece: ``E5e3`` is an elephant, ``e5e3`` and ``E5-E3`` are
    coordinates.  A person can have begun coordinates with a capital.
    """

    coordinates: re.Match[str] | None
    forms: tuple[san.Form, ...]
    is_half: bool


_Groups: TypeAlias = Iterable[Iterable[Move]]
"""The meanings of a text.  A group stands for its first legal move."""


def _absolute(
    read: _Absolute, text: str, placement: str, turn: Side, first_rank: int | None
) -> Iterator[_Groups]:
    """The readings of coordinates and of algebraic notation."""
    for moves in san.readings(read.forms, text, placement, turn, first_rank):
        yield ([move] for move in moves)
    if read.coordinates and (first_rank is None or not read.forms):
        yield [[_read_coordinates(read.coordinates, text, first_rank or 0)]]


def _read_coordinates(found: re.Match[str], text: str, first_rank: int) -> Move:
    orig, dest = (
        square(GRID.file_names.index(file.lower()), rank_number(int(rank), first_rank, text))
        for file, rank in (found.group(1, 2), found.group(3, 4))
    )
    if orig == dest:
        raise InvalidMoveError("same_square", f"{clip(text)!r} stays where it is", text)
    return _move(orig, dest)


_WXF: Final = re.compile(
    r"""(?: (?P<piece>[KAEBHNRCP]) (?: (?P<file>[1-9]) | (?P<place>[-+.]) | (?P<letter>[AB] | (?<=P)[C-E]) )
          | (?P<sign_first>[-+FR] | B (?=[HNRC])) (?P<piece_after>[KAEBHNRCP])
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
    "+": FRONT, ".": MIDDLE, "-": REAR, "F": FRONT, "R": REAR, "前": FRONT, "中": MIDDLE, "后": REAR,
    **{letter: number for number, letter in enumerate("ABCDE", 1)},
    **{digit: number for number, digit in enumerate(_CHINESE_DIGITS, 1)},
    **{str(number): number for number in range(1, FILES + 1)},
}  # fmt: skip
_NUMBERS: Final = {digit: number for number, digit in enumerate(_CHINESE_DIGITS, 1)} | {
    str(number): number for number in range(1, FILES + 1)
}


# --- Vietnamese ---

_MARKED: Final = {"tướng": "tg", "tượng": "voi", "tương": "voi"}
"""Words that differ in their marks only.  Without marks both pieces are possible."""
_VIETNAMESE_TYPES: Final[dict[str, tuple[PieceType, ...]]] = {
    "tuong": (KING, BISHOP),
    **{
        name: (kind,)
        for kind, names in zip(
            _IN_ORDER,
            ("tg soai", "s si sy", "t v voi tinh bo", "m ma", "x xe xa", "p phao", "b c binh tot chot"),
            strict=True,
        )
        for name in names.split()
    },
}
"""Names and letters without their marks; V is the elephant (voi) and C the soldier (chốt) of the south."""
_VIETNAMESE_PLACE_NAMES: Final = {
    name: place
    for place, names in {
        FRONT: "t truoc tien",
        BEFORE_MIDDLE: "tg truocgiua",
        MIDDLE: "g giua trung",
        BEHIND_MIDDLE: "sg saugiua",
        REAR: "s sau hau",
    }.items()
    for name in names.split()
}
_VIETNAMESE_DIRECTION_NAMES: Final = {
    ".": FORWARD, "tan": FORWARD, "tien": FORWARD,
    "/": BACK, "thoai": BACK, "lui": BACK,
    "-": SIDEWAYS, "binh": SIDEWAYS,
}  # fmt: skip
_PLUS_SIGNS: Final = {"+": FORWARD, "-": BACK, "=": SIDEWAYS}


def _any_of(names: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(names, key=len, reverse=True)))


_VIETNAMESE: Final = re.compile(
    rf"""(?P<place_first> tien|truoc|hau|sau|trung|giua )? (?P<piece> {_any_of(_VIETNAMESE_TYPES)} )
         (?P<place> {_any_of(_VIETNAMESE_PLACE_NAMES)} )? (?:lo|cot)? (?P<file>[1-9])?
         (?P<place_last> tg|sg|[tgs] )?
         (?P<direction> {_any_of(_VIETNAMESE_DIRECTION_NAMES)}|[+=] ) (?P<value>[1-9])""",
    re.VERBOSE | re.ASCII,
)


def _without_marks(text: str) -> str:
    """Small letters without the marks of Vietnamese."""
    text = text.lower()
    if text.isascii():
        return text
    for word, plain in _MARKED.items():
        text = text.replace(word, plain)
    return "".join(each for each in unicodedata.normalize("NFD", text) if not unicodedata.combining(each))


def _vietnamese_requests(compact: str) -> Iterator[_Request]:
    found = _VIETNAMESE.fullmatch(_without_marks(compact))
    if found is None:
        return
    places = [found[name] for name in ("place_first", "place", "place_last") if found[name]]
    kinds = _VIETNAMESE_TYPES[found["piece"]]
    if len(places) > 1 or not (places or found["file"] or KING in kinds):
        return
    place = _VIETNAMESE_PLACE_NAMES[places[0]] if places else None
    file = int(found["file"]) if found["file"] else None
    for custom, directions in (
        (Custom.VIETNAMESE, _VIETNAMESE_DIRECTION_NAMES),
        (Custom.VIETNAMESE_PLUS, _PLUS_SIGNS),
    ):
        if found["direction"] in directions:
            yield _Request(kinds, file, place, directions[found["direction"]], int(found["value"]), custom)


def _requests(compact: str) -> Iterator[_Request]:
    upper = compact.upper()
    for pattern, custom in ((_WXF, Custom.WXF), (_CHINESE, None)):
        found = pattern.fullmatch(upper)
        if found is not None:
            given = {name: group for name, group in found.groupdict().items() if group is not None}
            piece = given.get("piece") or given.get("piece_after") or given.get("placed") or "P"
            file = _first(given, "file", "ordinal_file", "pawn_file", "placed_file")
            place = _first(given, "place", "letter", "sign_first", "ordinal", "pawn_place")
            yield _Request(
                (_TYPES[piece],),
                _NUMBERS[file] if file else None,
                _PLACES[place] if place else None,
                _DIRECTIONS[given["direction"]],
                _NUMBERS[given["value"]],
                custom,
            )
            break
    yield from _vietnamese_requests(compact)


def _ranked(requests: tuple[_Request, ...], custom: Custom | None) -> list[list[_Request]]:
    """The meanings of what a person wrote in that custom, the likelier ones first.

    Foreign signs come last, and ``-`` is not one of them: it would mean two things."""
    own = [each for each in requests if each.custom is not Custom.VIETNAMESE_PLUS]
    foreign = [
        each for each in requests if each.custom is Custom.VIETNAMESE_PLUS and each.direction is not BACK
    ]
    match custom:
        case None:
            return [own, foreign]
        case Custom.WXF:
            return [[each] for each in own + foreign]
        case _:
            return [[each] for each in foreign + own[::-1]]


def _first(given: dict[str, str], *names: str) -> str | None:
    return next((given[name] for name in names if name in given), None)


def _relative(ranked: list[list[_Request]], placement: str, turn: Side) -> Iterator[_Groups]:
    """The readings of notations that give piece, direction and distance."""
    for requests in ranked:
        pieces = [
            (request, kind, _columns(placement, kind, turn))
            for request in requests
            for kind in request.piece_types
        ]
        for reading in (_exact, _lenient):
            yield [
                [
                    _move(orig, dest)
                    for orig in group
                    if (dest := _dest(request, kind, orig, turn)) is not None
                ]
                for request, kind, columns in pieces
                for group in reading(request, columns)
            ]


_move: Final = cache(Move)
"""Moves are made once, because testing their squares takes time: an eighth of that of reading a move."""


def _dest(request: _Request, kind: PieceType, orig: Square, side: Side) -> Square | None:
    """The destination of the piece of that kind on ``orig``; None if it has no such move."""
    file, advance = _FILE_NUMBER[side][orig], _ADVANCE[side][orig]
    sign = 1 if request.direction is FORWARD else -1
    shape = _BY_TARGET_FILE.get(kind)
    if shape is not None:
        ranks = shape.get(abs(request.value - file))
        if ranks is None or request.direction is SIDEWAYS:
            return None
        return _point(request.value, advance + sign * ranks, side)
    if request.direction is SIDEWAYS:
        return _point(request.value, advance, side) if request.value != file else None
    return _point(file, advance + sign * request.value, side)


# A reading yields groups of points, the pieces in them that the text can mean.


def _exact(request: _Request, columns: dict[int, list[Square]]) -> Iterator[list[Square]]:
    """The usual meaning of the text.

    A file means every piece on it, so a careless ``H7+6`` is understood if only one of two horses can make
    the move.  A place means the piece in this place on every file with several.  A number without a file
    counts the soldiers of all such files from the right, on each file from the front.
    """
    if request.place is None:
        yield from ([at] for file, points in columns.items() if request.file in (None, file) for at in points)
        return
    crowded = {file: points for file, points in columns.items() if len(points) > 1}
    if isinstance(request.place, int) and request.file is None:
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
        case Place.BEFORE_MIDDLE:
            return points[1:2] if len(points) > 3 else []
        case Place.BEHIND_MIDDLE:
            return points[-2:-1] if len(points) > 3 else []
        case _:
            return points[place - 1 : place]


def _lenient(request: _Request, columns: dict[int, list[Square]]) -> Iterator[list[Square]]:
    """Looser customs, for texts without an exact meaning.

    Front (rear) means the first piece, from the front (rear), that has such a move, but never the piece at
    the other end of its file.  Numbers start again on every file."""
    for file, points in columns.items():
        if len(points) > 1 and request.file in (None, file):
            match request.place:
                case Place.FRONT:
                    yield points[:-1]
                case Place.REAR:
                    yield points[:0:-1]
                case int(number):
                    yield points[number - 1 : number]
