"""Standard algebraic notation (FIDE Laws, Appendix C; PGN standard, 8.2.3).

Written strictly; read with some tolerance: ``0-0``, ``e8Q``, more of the origin than needed, annotations such
as ``!?`` and ``e.p.``.  A promotion without its piece is ambiguous.
"""

import re
from collections.abc import Iterable
from typing import Final

from cannonfish.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError, clip
from cannonfish.games.chess.fen import EMPTY
from cannonfish.games.chess.move import Move
from cannonfish.games.chess.pieces import KING, PAWN, PIECES, PieceType
from cannonfish.games.chess.squares import GRID, parse_square, square_file, square_name, square_rank

_SAN: Final = re.compile(
    r"""(?: (?P<castling>[Oo0]-?[Oo0](?:-?[Oo0])?)
          | (?P<piece>[KQRBN])? (?P<file>[a-h])? (?P<rank>[1-8])? [-x:]? (?P<dest>[a-h][1-8])
            (?: =?\(?(?P<promotion>[QRBNqrbn])\)? )?
        )
        (?:\s*e\.?p\.?)? [+#]{0,2} [!?]*""",
    re.VERBOSE | re.ASCII,
)


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


def parse(text: str, placement: str, legal_moves: Iterable[Move]) -> Move:
    """The legal move that a text means.

    InvalidMoveError if it is not SAN, IllegalMoveError if no legal move fits, AmbiguousMoveError, with
    the candidates, if several do.
    """
    found = _SAN.fullmatch(text.strip())
    if found is None:
        raise InvalidMoveError("syntax", f"{clip(text)!r} is no move in algebraic notation", text)
    fitting = [move for move in legal_moves if _fits(found, placement, move)]
    if len(fitting) > 1:
        candidates = [move.uci() for move in fitting]
        raise AmbiguousMoveError(
            "ambiguous",
            f"{clip(text)!r} can mean {' or '.join(candidates)}",
            text,
            candidates=" ".join(candidates),
        )
    if not fitting:
        raise IllegalMoveError("not_legal", f"{clip(text)!r} cannot be played here", text)
    return fitting[0]


def _fits(found: re.Match[str], placement: str, move: Move) -> bool:
    """True if the legal move fits the match."""
    given = found.groupdict()
    if given["castling"]:
        is_short = sum(letter in "Oo0" for letter in given["castling"]) == 2
        return is_castling(placement, move) and (move.dest > move.orig) == is_short
    kind = _kind(placement, move)
    if kind is not (PieceType.from_letter(given["piece"]) if given["piece"] else PAWN):
        return False
    if parse_square(given["dest"]) != move.dest:
        return False
    promotion = PieceType.from_letter(given["promotion"]) if given["promotion"] else None
    name = square_name(move.orig)
    if promotion not in (None, move.promotion) or given["rank"] not in (None, name[1]):
        return False
    if given["file"] is None and kind is PAWN:
        return square_file(move.orig) == square_file(move.dest)  # a pawn's capture gives its file
    return given["file"] in (None, name[0]) and not (kind is KING and is_castling(placement, move))


def _kind(placement: str, move: Move) -> PieceType:
    letter = placement[move.orig]
    assert letter != EMPTY
    return PIECES[letter].piece_type
