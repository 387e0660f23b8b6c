"""CBF, the XML files of CCBridge (象棋桥) and of programs that train networks: a head with texts and a FEN,
then a list of moves with comments.  Xiangqi only, read-only.

A point has two digits, 0-8 from Red's left and 0-9 from the *top*.  The first entry of the list, ``00-00``,
is the start position; ``end="1"`` marks the last move.

The text is searched for tags, so that a file that is not well-formed is read up to the place.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from cannonfish.errors import GameError
from cannonfish.games.tolerant_fen import board_of
from cannonfish.games.xiangqi import Move, Square, square
from cannonfish.games.xiangqi.game import XIANGQI
from cannonfish.records.binary import plain_text
from cannonfish.records.source import Source
from cannonfish.records.tree import MAX_NODES, Game, Node, pgn_date

ROOT: Final = "<ChineseChessRecord"
"""The beginning of the XML element that holds a game."""

_HEADERS: Final = {
    "Name": "Title",
    "From": "Source",
    "Contest": "Event",
    "Round": "Round",
    "Group": "Section",
    "Table": "Board",
    "Date": "Date",
    "Site": "Site",
    "TimeRule": "TimeControl",
    "Red": "Red",
    "RedTeam": "RedTeam",
    "RedTime": "RedTime",
    "RedRating": "RedElo",
    "Black": "Black",
    "BlackTeam": "BlackTeam",
    "BlackTime": "BlackTime",
    "BlackRating": "BlackElo",
    "Commentator": "Annotator",
    "Creator": "Author",
    "ECCO": "ECCO",
    "ResultType": "Termination",
}
_RESULTS: Final = {"1": "1-0", "2": "0-1", "3": "1/2-1/2"}


def loads(text: str) -> list[Game]:
    """The game of a text, in a list.

    InvalidRecordError if there is none, its FEN is wrong, or the text is too long.  Moves are read up to the
    first that is wrong: ``Game.errors`` says where.
    """
    return [read(Source(text))]


def read(source: Source) -> Game:
    """The game of a source.  InvalidRecordError as for ``loads``."""
    if ROOT not in source.text:
        raise source.unknown_format()
    headers = {"Result": "*"}
    fen: _Element | None = None
    moves = []
    for element in _elements(source):
        text = plain_text(element.text)
        if element.name == "Move":
            moves.append(element)
        elif element.name == "FEN":
            fen = element
        elif element.name == "RecordResult":
            headers["Result"] = _RESULTS.get(text, "*")
        elif element.name in _HEADERS and text:
            headers[_HEADERS[element.name]] = pgn_date(text) if element.name == "Date" else text
    game = Game(headers=headers)
    if fen is not None and fen.text.strip():
        try:
            game.start, remarks = board_of(fen.text, XIANGQI)
        except GameError as error:
            raise source.refused(fen.start, error) from None
        game.remarks.extend(remarks)
    _play(game, moves, source)
    return game


def _play(game: Game, elements: list["_Element"], source: Source) -> None:
    """Add the moves to the game, up to the first that is wrong."""
    board = game.start.copy()
    node: Node = game
    is_over = False
    for number, element in enumerate(elements):
        place = element.start
        found = _VALUE.search(element.attributes)
        if found is None:
            problem = source.error(
                place,
                "invalid_move",
                "a move without a value such as '77-47' or 'h2e2'",
                element.attributes.strip(),
            )
        elif is_over:
            problem = source.error(
                place, "variation", "moves after the end of the game; variations are not read"
            )
        elif number >= MAX_NODES:
            problem = source.error(place, "too_large", f"more than {MAX_NODES} moves in one game")
        elif number == 0 and found[1] and found[0].count("0") == 4:
            game.add_comment(plain_text(element.text))
            continue
        else:
            orig, dest = _points(found)
            try:
                board.push(Move(orig, dest))
            except GameError as error:
                problem = source.refused(place, error, ply=board.ply())
            else:
                node = node.add_variation(Move(orig, dest), plain_text(element.text))
                is_over = _END.search(element.attributes) is not None
                if element.is_whole:
                    continue
                problem = source.error(place, "tag", "the tag is not closed", "<Move>")
        game.errors.append(problem)
        break


def _points(value: re.Match[str]) -> tuple[Square, Square]:
    """The squares of a move."""
    if value[1]:
        points = [(int(value[file]), 9 - int(value[file + 1])) for file in (1, 3)]
    else:
        points = [("abcdefghi".index(value[file].lower()), int(value[file + 1])) for file in (5, 7)]
    return square(*points[0]), square(*points[1])


@dataclass(frozen=True, slots=True)
class _Element:
    """An XML element without others in it."""

    name: str
    attributes: str
    start: int
    text: str
    is_whole: bool
    """False if its end is missing."""


_TAG: Final = re.compile(r"<(?:(!\[CDATA\[)|(!--)|(/?)([A-Za-z]\w*)\b([^<>]*)>)", re.ASCII)


def _elements(source: Source) -> Iterator[_Element]:
    """The elements of the text that have no others in them, in order."""
    text = source.text
    at = max(text.find(ROOT), 0)
    opened: re.Match[str] | None = None
    parts: list[str] = []
    while (tag := _TAG.search(text, at)) is not None:
        if opened is not None:
            parts.append(_unescape(text[at : tag.start()]))
        at = tag.end()
        if tag[1] or tag[2]:
            mark = "]]>" if tag[1] else "-->"
            end = text.find(mark, at)
            end = len(text) if end < 0 else end
            if tag[1]:
                parts.append(text[at:end])
            at = end + len(mark)
        elif tag[3]:
            if opened is not None and opened[4] == tag[4]:
                yield _Element(tag[4], opened[5], opened.start(), "".join(parts), True)
            opened = None
        elif tag[5].endswith("/"):
            yield _Element(tag[4], tag[5], tag.start(), "", True)
        else:
            if opened is not None and opened[4] == "Move":
                break
            opened = tag
            parts = []
    if opened is not None and opened[4] == "Move":
        yield _Element("Move", opened[5], opened.start(), "".join(parts), False)


_ENTITY: Final = re.compile(r"&(?:#(\d{1,7})|#x([0-9A-Fa-f]{1,6})|(lt|gt|amp|quot|apos));")
_NAMED: Final = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}


def _unescape(text: str) -> str:
    return _ENTITY.sub(_character, text) if "&" in text else text


def _character(entity: re.Match[str]) -> str:
    if entity[3]:
        return _NAMED[entity[3]]
    code = int(entity[1]) if entity[1] else int(entity[2], 16)
    return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"


_VALUE: Final = re.compile(
    r"""\bvalue\s*=\s*["']\s* (?: ([0-8])([0-9])-([0-8])([0-9]) | ([a-i])([0-9])-?([a-i])([0-9]) ) \s*["']""",
    re.ASCII | re.IGNORECASE | re.VERBOSE,
)
"""Files as digits and ranks from the top, or as coordinates."""
_END: Final = re.compile(r"""\bend\s*=\s*["']1["']""")
