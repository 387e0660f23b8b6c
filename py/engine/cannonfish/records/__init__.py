"""Games as people keep them: a tree of moves with comments, and the formats it is read from and written to.

``loads(text)`` and ``load(bytes)`` find out what they were given.  Each format is a module of its own:
``pgn`` and ``dhtmlxq`` with ``loads`` and ``dumps``, ``xqf`` with ``load``.
"""

import re
from enum import StrEnum
from typing import Final

from cannonfish.errors import GameError, InvalidFenError, InvalidRecordError
from cannonfish.records import dhtmlxq, pgn, xqf
from cannonfish.records.source import Source, decode
from cannonfish.records.styles import CHESS, LIUZICHONG, STYLES, XIANGQI, Style
from cannonfish.records.tree import Game, Node

__all__ = [
    "Format",
    "Game",
    "InvalidRecordError",
    "Node",
    "detect",
    "dhtmlxq",
    "load",
    "loads",
    "pgn",
    "xqf",
]


class Format(StrEnum):
    """What a text can be."""

    PGN = "pgn"
    DHTMLXQ = "dhtmlxq"
    FEN = "fen"
    MOVES = "moves"
    """Moves without anything else, in any notation."""


_ANY_TAG: Final = re.compile(r'(?i:(?P<dhtmlxq>\[DhtmlXQ))|^[ \t]*\[[ \t]*[\w-]+[ \t]+"', re.MULTILINE)
_POSITION: Final = re.compile(
    r"""\s* (?:position\s+)?
        (?: startpos
          | (?:fen\s+)?
            (?P<fen> (?: [A-Za-z1-9]{1,40} (?:/[A-Za-z1-9]{1,40}){3,40} | [WB.]{16} )
                     (?: \s+ (?!moves\b) \S+ ){0,9} )
        )
        (?: \s+moves\b (?P<moves>.*) )? \s*""",
    re.VERBOSE | re.ASCII | re.DOTALL,
)
"""A position as UCI and UCCI send it, or a mere FEN, right or wrong."""


def load(data: bytes, game: str = XIANGQI.game) -> list[Game]:
    """The games of a file: XQF, or text in UTF-8, UTF-16 with its mark, GBK or GB18030.

    InvalidRecordError if the bytes are no text, the text no record, or the XQF file is broken.
    """
    if xqf.is_xqf(data):
        return [xqf.load(data)]
    return loads(decode(data), game)


def loads(text: str, game: str = XIANGQI.game) -> list[Game]:
    """The games of a text: PGN, DhtmlXQ (also within a page), bare moves, or FEN with or without moves.

    ``game`` is what is played where the text does not say: ``xiangqi``, ``chess`` or ``liuzichong``.  What is
    wrong within a game is in its ``errors``; what came before it is kept.  InvalidRecordError if there is no
    game in the text at all.
    """
    source = Source(text)
    match detect(source.text, game):
        case Format.DHTMLXQ:
            return dhtmlxq.loads(source.text)
        case Format.FEN:
            return [read_position(source, game)]
        case Format.PGN | Format.MOVES:
            return pgn.loads(source.text, game)
        case None:
            raise source.error(0, "unknown_format", "this is no record of a game", source.text.strip())


def detect(text: str, game: str = XIANGQI.game) -> Format | None:
    """What the text seems to be; None if it is nothing that can be read."""
    first_tag = _ANY_TAG.search(text)
    if first_tag is not None:
        return Format.DHTMLXQ if first_tag["dhtmlxq"] else Format.PGN
    if _POSITION.match(text):
        return Format.FEN
    return Format.MOVES if pgn.begins_with_move(text, game) else None


def read_position(source: Source, game: str = XIANGQI.game) -> Game:
    """The game of a FEN with or without moves.  InvalidRecordError if it is no position."""
    style: Style = STYLES[game]
    found = _POSITION.fullmatch(source.text)
    if found is None:
        raise source.error(0, InvalidFenError.code, "this is no FEN", source.text.strip())
    fen = found["fen"]
    if fen is not None:
        style = {0: LIUZICHONG, 7: CHESS}.get(fen.count("/"), XIANGQI)
    try:
        board = style.board(fen)
    except GameError as error:
        known = {**error.details, "cause": error.reason}
        raise source.error(
            max(found.start("fen"), 0), error.code, error.message, error.text, **known
        ) from None
    read = Game(board)
    node: Node = read
    for word in re.finditer(r"\S+", found["moves"] or ""):
        try:
            move = style.parse(board, word[0], 0)
            board.push(move)
        except GameError as error:
            offset = found.start("moves") + word.start()
            details: dict[str, str | int] = {"cause": error.reason, "ply": board.ply()}
            read.errors.append(source.error(offset, error.code, error.message, error.text, **details))
            break
        node = node.add_variation(move)
    return read
