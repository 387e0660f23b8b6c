"""Game records: trees of moves with comments, and the formats that they are read from and written to.

``loads(text)``, ``load(bytes)`` and ``open(file)`` detect the format.  Each format is a module: ``pgn`` and
``dhtmlxq`` with ``loads`` and ``dumps``, ``xqf`` with ``load`` and ``dumps``, ``cbf`` with ``loads``,
``ccbridge`` (CBR and CBL) with ``load``, ``fen`` for positions.  PGN and FEN hold every game of the
catalogue, the other formats only Xiangqi.
"""

import re
from collections.abc import Callable, Iterator
from enum import StrEnum
from os import PathLike
from pathlib import Path
from typing import IO, Any, Final, overload

from cannonfish.errors import InvalidRecordError, clip
from cannonfish.records import cbf, ccbridge, dhtmlxq, fen, pgn, xqf
from cannonfish.records.blocks import read_blocks
from cannonfish.records.encoding import Decoded, Reading, decode, readings, remark_on_damage, remark_on_doubt
from cannonfish.records.heading import moves_start
from cannonfish.records.source import Source
from cannonfish.records.tree import Game, Node
from cannonfish.records.visitor import SKIP, BaseVisitor, Result, SkipType

__all__ = [
    "SKIP",
    "BaseVisitor",
    "Decoded",
    "Format",
    "Game",
    "InvalidRecordError",
    "Node",
    "Reading",
    "SkipType",
    "cbf",
    "ccbridge",
    "decode",
    "detect",
    "dhtmlxq",
    "load",
    "loads",
    "open",
    "pgn",
    "readings",
    "xqf",
]


class Format(StrEnum):
    """The formats of a text."""

    PGN = "pgn"
    DHTMLXQ = "dhtmlxq"
    CBF = "cbf"
    FEN = "fen"
    MOVES = "moves"
    """Nothing but moves, in any notation."""


_ANY_TAG: Final = re.compile(
    r"""(?i: (?P<dhtmlxq> \[D(?:HJ)?htmlXQ ) )
      | ^ [ \t\ufeff]* (?: \[pgn\] \s* )? \[ [ \t]* (?: [\w-]+ [ \t]* [:=：]? [ \t]* ["“”„＂'‘’]
          | (?: Event | Site | Date | White | Black | Red | Game | FEN | Variant ) [ \t]+ [^\]\n"]* \] )""",
    re.MULTILINE | re.VERBOSE,
)


@overload
def open(
    file: str | PathLike[str] | IO[Any], game: str | None = None, encoding: str | None = None
) -> Iterator[Game]: ...
@overload
def open(
    file: str | PathLike[str] | IO[Any],
    game: str | None = None,
    encoding: str | None = None,
    *,
    Visitor: Callable[[], BaseVisitor[Result]],
) -> Iterator[Result]: ...
def open(
    file: str | PathLike[str] | IO[Any],
    game: str | None = None,
    encoding: str | None = None,
    *,
    Visitor: Callable[[], BaseVisitor[Any]] | None = None,
) -> Iterator[Any]:
    """The games of a file of any format and length, one by one: those of PGN in constant memory.

    ``file`` is a path, or an open file of bytes or text.  ``game`` and ``encoding`` as in ``load``; without
    ``encoding`` each block of about a megabyte is judged by itself.  With ``Visitor`` the results of a new
    visitor for each game; its headers are then as they are in the file.  Raises what ``load`` raises, and
    InvalidRecordError for anything but PGN that is too long to be read whole; OSError at once if there is no
    such file.
    """
    if isinstance(file, (str, PathLike)):
        Path(file).stat()
        return _read_path(Path(file), game, encoding, Visitor)
    if not hasattr(file, "read"):
        raise TypeError(f"a path or an open file is expected, not {clip(repr(file))}")
    return _read(file, game, encoding, Visitor)


_Visitor = Callable[[], BaseVisitor[Any]] | None


def _read_path(path: Path, game: str | None, encoding: str | None, visitor: _Visitor) -> Iterator[Any]:
    with path.open("rb") as opened:
        yield from _read(opened, game, encoding, visitor)


def _read(file: IO[Any], game: str | None, encoding: str | None, visitor: _Visitor) -> Iterator[Any]:
    lines = 0
    for block in read_blocks(file):
        if isinstance(block, str):
            yield from _loads(Source(block, lines), game, visitor)
            lines += block.count("\n")
        else:
            yield from _load(block, game, encoding, lines, visitor)
            lines += block.count(b"\n")


def load(data: bytes, game: str | None = None, encoding: str | None = None) -> list[Game]:
    """The games of a file: XQF, CBR, CBL, or text.

    ``game`` as in ``loads``.  ``encoding`` is any that Python knows; if it is None, it is judged by the text
    (``readings``, which lists others, too).  A game has a remark if the encoding is in doubt or its texts are
    damaged.  InvalidRecordError if the bytes are not text, the text is not a record, or the header of a
    binary file is broken; LookupError for an unknown encoding.
    """
    if not isinstance(data, (bytes, bytearray)):
        raise TypeError(f"bytes are expected, not {clip(repr(data))}; open() takes a path, loads() a text")
    return [*_load(data, game, encoding)]


def _load(
    data: bytes,
    game: str | None,
    encoding: str | None,
    lines_before: int = 0,
    visitor: _Visitor = None,
) -> Iterator[Any]:
    if xqf.is_xqf(data):
        yield from _visited([xqf.load(data, encoding)], visitor)
        return
    if ccbridge.is_ccbridge(data):
        yield from _visited(ccbridge.load(data), visitor)
        return
    found = readings(data) if encoding is None else []
    decoded = decode(data, found[0].encoding if found else encoding)
    for each in _loads(Source(decoded.text, lines_before), game, visitor):
        if visitor is None:
            remark_on_doubt(each, found)
            if decoded.damaged:
                remark_on_damage(each)
        yield each


def loads(text: str, game: str | None = None) -> list[Game]:
    """The games of a text: PGN, DhtmlXQ (also within a page), CBF, bare moves, or FEN with or without moves.

    ``game`` is the name of the game for records that do not give it.  If it is None, the game is guessed; the
    last resort is the first game of the catalogue.  Errors within a game are in its ``errors``, and the
    moves before them are kept.  InvalidRecordError if the text has no game at all.
    """
    if not isinstance(text, str):
        raise TypeError(f"a text is expected, not {clip(repr(text))}; load() takes bytes")
    return [*_loads(Source(text), game)]


def _loads(source: Source, game: str | None, visitor: _Visitor = None) -> Iterator[Any]:
    match detect(source.text, game):
        case Format.DHTMLXQ:
            return _visited(dhtmlxq.loads(source.text), visitor)
        case Format.CBF:
            return _visited(cbf.loads(source.text), visitor)
        case Format.FEN:
            return _visited(_positions(source, game), visitor)
        case Format.PGN | Format.MOVES:
            return pgn.read_all(source, game) if visitor is None else pgn.visit_all(source, game, visitor)
        case None:
            raise source.unknown_format()


def _visited(games: list[Game], visitor: _Visitor) -> Iterator[Any]:
    return iter(games) if visitor is None else (each.accept(visitor()) for each in games)


def detect(text: str, game: str | None = None) -> Format | None:
    """The format of a text, judged by its beginning; None if it has none of them."""
    if cbf.ROOT in text:
        return Format.CBF
    first_tag = _ANY_TAG.search(text)
    if first_tag is not None:
        return Format.DHTMLXQ if first_tag["dhtmlxq"] else Format.PGN
    if fen.begins(text):
        return Format.FEN
    moves = moves_start(text, game)
    if fen.contains(text if moves is None else text[:moves]):
        return Format.FEN
    return None if moves is None else Format.MOVES


def _positions(source: Source, game: str | None) -> list[Game]:
    """The games of positions; of several, one that is refused is a game with that error."""
    source = fen.decoded(source)
    entries = list(fen.entries(source))
    games = []
    for entry in entries:
        try:
            games.append(fen.read(source, entry, game))
        except InvalidRecordError as error:
            if len(entries) == 1:
                raise
            games.append(Game())
            games[-1].errors.append(error)
    return games
