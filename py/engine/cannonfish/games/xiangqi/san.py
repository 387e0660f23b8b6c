"""Algebraic notation: ``Che3``, ``Rxa10+``.

Written as Fairy-Stockfish and PyChess write it: a letter for every piece, soldiers included, ranks from 1 to
10, and as much of the origin as needed.  Read in the ways of other programs, too:

- XBoard and WinBoard count ranks from 0 to 9, and soldiers have no letter: ``c5`` straight on, ``cd6``
  sideways, ``cxd6``;
- elephantchess.io gives the file of the origin only and always where the piece leaves it: ``Nhg3``, but
  ``Re5`` along the e-file even if another chariot can go there;
- horses and elephants are H and E, or N and B; the records of ICCS have G for guards (advisors) and M for
  ministers (elephants), books also G for the general, M for mandarins (advisors) and S for soldiers;
- the whole origin (``Rh1-h5``), or small letters throughout.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeAlias

from cannonfish.games.xiangqi.fen import EMPTY
from cannonfish.games.xiangqi.move import Move, rank_number
from cannonfish.games.xiangqi.pieces import (
    ADVISOR,
    BISHOP,
    CANNON,
    KING,
    KNIGHT,
    PAWN,
    PIECES,
    ROOK,
    Piece,
    PieceType,
    Side,
)
from cannonfish.games.xiangqi.squares import GRID, RANKS, Square, square, square_file, square_rank

FIRST_RANK: Final = 1
"""The lowest rank in what is written."""

_LETTERS: Final = {KING: "K", ADVISOR: "A", BISHOP: "E", KNIGHT: "H", ROOK: "R", CANNON: "C", PAWN: "P"}
_KINDS: Final = {letter: (kind,) for kind, letter in _LETTERS.items()} | {
    "B": (BISHOP,),
    "N": (KNIGHT,),
    "S": (PAWN,),
    "G": (KING, ADVISOR),
    "M": (ADVISOR, BISHOP),
}

IsLegal: TypeAlias = Callable[[Move], bool]


def write(placement: str, move: Move, is_legal: IsLegal) -> str:
    """A legal move, without the sign for check or mate."""
    orig, dest = move.orig, move.dest
    letter = placement[orig]
    others = [at for at in _squares_of(letter, placement) if at != orig and is_legal(Move(at, dest))]
    file, rank = GRID.file_names[square_file(orig)], str(square_rank(orig) + FIRST_RANK)
    if not others:
        origin = ""
    elif all(square_file(at) != square_file(orig) for at in others):
        origin = file
    elif all(square_rank(at) != square_rank(orig) for at in others):
        origin = rank
    else:
        origin = file + rank
    takes = "" if placement[dest] == EMPTY else "x"
    target = f"{GRID.file_names[square_file(dest)]}{square_rank(dest) + FIRST_RANK}"
    return _LETTERS[PIECES[letter].piece_type] + origin + takes + target


def _squares_of(letter: str, placement: str) -> Iterator[Square]:
    at = placement.find(letter)
    while at >= 0:
        yield at
        at = placement.find(letter, at + 1)


# --- reading ------------------------------------------------------------------------------------------------

_MOVE: Final = re.compile(
    rf"""(?P<piece>[{"".join(_KINDS)}])? (?P<file>[{GRID.file_names}])? (?P<rank>10|[0-9])?
         (?P<sign>[-x:])? (?P<dest_file>[{GRID.file_names}]) (?P<dest_rank>10|[0-9])""",
    re.VERBOSE | re.ASCII,
)


class Form(NamedTuple):
    """What a text says; None where it says nothing.  Ranks are as written."""

    kinds: tuple[PieceType, ...]
    has_letter: bool
    file: int | None
    rank: int | None
    takes: bool
    dest_file: int
    dest_rank: int

    def is_odd(self) -> bool:
        """True for a soldier straight on with its file, which nobody needs: ``cc5`` is rather a cannon."""
        return not (self.has_letter or self.takes) and self.file == self.dest_file


def forms(text: str) -> tuple[Form, ...]:
    """A text without signs for check and mate as it stands, and with its first letter as that of a piece; the
    likelier one first.  Empty if it is not algebraic."""
    rest = text[1:].lower()
    matches = [_MOVE.fullmatch(first + rest) for first in dict.fromkeys((text[:1], text[:1].upper()))]
    found = [_form(match) for match in matches if match and (match["piece"] or not match["rank"])]
    return tuple(sorted(found, key=Form.is_odd))


def _form(found: re.Match[str]) -> Form:
    files = GRID.file_names
    return Form(
        _KINDS[found["piece"] or "P"],
        found["piece"] is not None,
        files.index(found["file"]) if found["file"] else None,
        int(found["rank"]) if found["rank"] else None,
        found["sign"] in ("x", ":"),
        files.index(found["dest_file"]),
        int(found["dest_rank"]),
    )


def readings(
    forms: tuple[Form, ...], text: str, placement: str, turn: Side, first_rank: int | None
) -> Iterator[list[Move]]:
    """The moves, legal or not, that a text can mean, in groups: the first with a legal move counts.

    ``first_rank`` is the lowest rank in the record that has the text: there, what programs write decides
    between its meanings.  None: a person wrote it.  InvalidMoveError for a rank that does not exist.
    """
    if first_rank is not None:
        for form in forms:
            moves = _moves(form, text, placement, turn, first_rank)
            if form.file is form.rank is None:
                yield _straight(moves)
            yield moves
        return
    firsts = _first_ranks(forms)
    if any(None not in (form.file, form.rank) for form in forms):  # both ways of counting are usual
        yield [
            move for first in firsts for form in forms for move in _moves(form, text, placement, turn, first)
        ]
        return
    for first in firsts:
        found = [
            (form, _moves(form, text, placement, turn, first))
            for form in forms
            if form.has_letter or first == firsts[0]
        ]
        yield [
            move
            for form, moves in found
            for move in (moves if form.has_letter or form.file is not None else _straight(moves))
        ]
        yield from (moves for _, moves in found)


def _first_ranks(forms: tuple[Form, ...]) -> list[int]:
    """The possible lowest ranks of a text, the usual one first."""
    ranks = {rank for form in forms for rank in (form.rank, form.dest_rank)}
    return [0] if 0 in ranks else [FIRST_RANK] if RANKS in ranks else [FIRST_RANK, 0]


def _moves(form: Form, text: str, placement: str, turn: Side, first_rank: int) -> list[Move]:
    """The moves of all pieces that fit."""
    rank = None if form.rank is None else rank_number(form.rank, first_rank, text)
    dest = square(form.dest_file, rank_number(form.dest_rank, first_rank, text))
    if form.takes and placement[dest] == EMPTY:
        return []
    moves = []
    for kind in form.kinds:
        for at in _squares_of(Piece(kind, turn).symbol(), placement):
            if at != dest and form.file in (None, square_file(at)) and rank in (None, square_rank(at)):
                moves.append(Move(at, dest))
    return moves


def _straight(moves: list[Move]) -> list[Move]:
    return [move for move in moves if square_file(move.orig) == square_file(move.dest)]
