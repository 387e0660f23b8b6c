"""Standard algebraic notation (FIDE Laws, Appendix C; PGN standard, 8.2.3).

Written strictly; read with some tolerance: ``0-0``, ``e8Q``, more of the origin than needed, annotations such
as ``!?`` and ``e.p.``.  A promotion without its piece is ambiguous.
"""

import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import Final, NamedTuple, TypeAlias

from cannonfish.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError, clip
from cannonfish.games.chess.fen import EMPTY
from cannonfish.games.chess.move import Move
from cannonfish.games.chess.pieces import (
    BISHOP,
    KING,
    KNIGHT,
    PAWN,
    PIECES,
    PROMOTIONS,
    ROOK,
    PieceType,
    Side,
)
from cannonfish.games.chess.squares import (
    FILES,
    GRID,
    RANKS,
    Square,
    parse_square,
    square_file,
    square_name,
    square_rank,
)

_SAN: Final = re.compile(
    r"""(?: (?P<castling>[Oo0]-?[Oo0](?:-?[Oo0])?)
          | (?P<piece>[KQRBN])? (?P<file>[a-h])? (?P<rank>[1-8])? [-x:]? (?P<dest>[a-h][1-8])
            (?: =?\(?(?P<promotion>[QRBNqrbn])\)? )?
        )
        (?:\s*e\.?p\.?)? [+#]{0,2} [!?]*""",
    re.VERBOSE | re.ASCII,
)


# --- letters of other languages -----------------------------------------------------------------------------

_LETTERS: Final = {
    "de": "K D T L S", "fr": "R D T F C", "es": "R D T A C", "nl": "K D T L P", "ru": "Кр Ф Л С К",
    "pt": "R D T B C", "pl": "K H W G S", "cs": "K D V S J", "hu": "K V B F H", "fi": "K D T L R",
    "ro": "R D T N C",
}  # fmt: skip
"""King, queen, rook, bishop and knight, by the code of the language.  Swedish, Danish and Norwegian have the
letters of German, Italian those of Spanish, Slovak those of Czech."""
_ENGLISH: Final = {
    language: dict(zip(letters.split(), "KQRBN", strict=True)) for language, letters in _LETTERS.items()
}
_LETTER: Final = re.compile("Кр|[A-NP-ZА-Я]")
"""Any capital that is not the O of castling."""


def languages(texts: Iterable[str]) -> list[str]:
    """The languages whose letters have all of those in the texts; none if these are letters of English."""
    found = {letter for text in texts for letter in _LETTER.findall(text)}
    if found <= {*"KQRBN"}:
        return []
    return [language for language, letters in _ENGLISH.items() if found <= letters.keys()]


def in_english(text: str, language: str) -> str:
    """A move with the letters of English; not a move if it has letters that the language has not."""
    letters = _ENGLISH[language]
    return _LETTER.sub(lambda found: letters.get(found[0], "?"), text).replace("х", "x")


def is_castling(placement: str, move: Move) -> bool:
    """True if the legal move castles."""
    return _kind(placement, move) is KING and abs(move.dest - move.orig) == 2


def write(placement: str, move: Move, legal_moves: Iterable[Move], is_capture: bool) -> str:
    """A legal move in SAN, without the sign for check or mate."""
    kind = _kind(placement, move)
    if is_castling(placement, move):
        return "O-O" if move.dest > move.orig else "O-O-O"
    takes = "x" if is_capture else ""
    promotion = f"={move.promotion.letter.upper()}" if move.promotion else ""
    if kind is PAWN:
        origin = GRID.file_names[square_file(move.orig)] if is_capture else ""
        return origin + takes + square_name(move.dest) + promotion
    others = [
        other.orig
        for other in legal_moves
        if other.dest == move.dest and other.orig != move.orig and _kind(placement, other) is kind
    ]
    origin = ""
    if others:
        # The file if that suffices, else the rank, else both (PGN standard, 8.2.3.4).
        file_suffices = all(square_file(other) != square_file(move.orig) for other in others)
        rank_suffices = all(square_rank(other) != square_rank(move.orig) for other in others)
        name = square_name(move.orig)
        origin = name[0] if file_suffices else name[1] if rank_suffices else name
    return kind.letter.upper() + origin + takes + square_name(move.dest)


class _Request(NamedTuple):
    """A move as a text gives it; None where the text says nothing."""

    kind: PieceType
    dest: Square = 0
    file: int | None = None
    rank: int | None = None
    promotion: PieceType | None = None
    castling: int = 0
    """The king's step along the rank; 0 for other moves, which have ``dest``."""


IsLegal: TypeAlias = Callable[[Move], bool]

_move: Final = cache(Move)
"""Moves are made once, because testing their squares takes time."""


def parse(text: str, placement: str, turn: Side, is_legal: IsLegal) -> Move:
    """The legal move that a text means.

    InvalidMoveError if it is not SAN, IllegalMoveError if no legal move fits, AmbiguousMoveError, with
    the candidates, if several do.
    """
    request = _read(text)
    candidates = _candidates(request, placement, turn)
    if len(candidates) > 1:
        candidates = [move for move in candidates if _has_shape(request.kind, move)] or candidates
    fitting = [move for move in candidates if is_legal(move)]
    if len(fitting) > 1:
        names = [move.uci() for move in fitting]
        raise AmbiguousMoveError(
            "ambiguous", f"{clip(text)!r} can mean {' or '.join(names)}", text, candidates=" ".join(names)
        )
    if not fitting:
        raise IllegalMoveError("not_legal", f"{clip(text)!r} cannot be played here", text)
    return fitting[0]


@lru_cache(4096)
def _read(text: str) -> _Request:
    """What a text says.  InvalidMoveError if it is not SAN."""
    found = _SAN.fullmatch(text.strip())
    if found is None:
        raise InvalidMoveError("syntax", f"{clip(text)!r} is no move in algebraic notation", text)
    castling, piece, file, rank, dest, promotion = found.groups()
    if castling:
        return _Request(KING, castling=2 if sum(letter in "Oo0" for letter in castling) == 2 else -2)
    return _Request(
        PieceType.from_letter(piece) if piece else PAWN,
        parse_square(dest),
        GRID.file_names.index(file) if file else None,
        GRID.rank_names.index(rank) if rank else None,
        PieceType.from_letter(promotion) if promotion else None,
    )


def _candidates(request: _Request, placement: str, turn: Side) -> list[Move]:
    """The moves that a text can mean, legal or not."""
    kind, dest, file, rank, promotion, castling = request
    letter = kind.letter.upper() if turn else kind.letter
    if castling:
        king = placement.index(letter)
        return [_move(king, king + castling)]
    promotions: tuple[PieceType | None, ...] = (promotion,)
    if kind is PAWN:
        if file is None:
            file = dest % FILES  # a pawn's capture gives its file
        if promotion is None and dest // FILES in (0, RANKS - 1):
            promotions = PROMOTIONS
    moves = []
    orig = placement.find(letter)
    while orig >= 0:
        if (
            file in (None, orig % FILES)
            and rank in (None, orig // FILES)
            and not (kind is KING and abs(dest - orig) == 2)
        ):
            moves += [_move(orig, dest, each) for each in promotions]
        orig = placement.find(letter, orig + 1)
    return moves


def _has_shape(kind: PieceType, move: Move) -> bool:
    """Whether a piece of that kind moves like this on an empty board; true of all kings and pawns."""
    files = abs(move.dest % FILES - move.orig % FILES)
    ranks = abs(move.dest // FILES - move.orig // FILES)
    if kind is KNIGHT:
        return files * ranks == 2
    if kind is ROOK:
        return files * ranks == 0
    return files == ranks or kind is not BISHOP


def _kind(placement: str, move: Move) -> PieceType:
    letter = placement[move.orig]
    assert letter != EMPTY
    return PIECES[letter].piece_type
