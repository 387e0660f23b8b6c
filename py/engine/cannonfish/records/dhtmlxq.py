"""DhtmlXQ (东萍 UBB), the format of Chinese web pages: text in tags, with moves as digits.  Xiangqi only.

A point has two digits, 0-8 from Red's left and 0-9 from the *top*; a move has two points.  The main line is
``movelist``; ``move_a_b_c`` is branch c, whose first move replaces ply b of branch a (0 is the main line,
plies are counted from the start of the game).  ``comment12`` belongs to ply 12 of the main line,
``comment3_12`` to ply 12 of branch 3.  ``||`` is a line break.  Some pages have the branches inside
``movelist``, as ``[0_1_0]...[/0_1_0][0_4_1]...``.

01xq.com and the Guangdong site write ``[DHJHtmlXQ_34]``, numbers for names: the same but for ranks, which are
counted from Red's side, and the position, which is a list of 90 squares.
"""

import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from cannonfish.errors import GameError, InvalidRecordError
from cannonfish.games.tolerant_fen import board_of
from cannonfish.games.xiangqi import BLACK, Move, Square, square, square_file, square_rank
from cannonfish.games.xiangqi.game import XIANGQI
from cannonfish.records.piece_slots import (
    PIECE_SLOTS,
    START_PLACEMENT,
    placement_of,
    points_of,
    prune_illegal,
    start_board,
)
from cannonfish.records.results import parse_result
from cannonfish.records.source import Source, add_error
from cannonfish.records.tree import MAX_NODES, Game, Node, join_comments, join_repeated, pgn_date

_HEADERS: Final = {
    "title": "Title",
    "event": "Event",
    "date": "Date",
    "place": "Site",
    "round": "Round",
    "red": "Red",
    "redteam": "RedTeam",
    "black": "Black",
    "blackteam": "BlackTeam",
    "result": "Result",
    "open": "Opening",
    "ecco": "ECCO",
    "timerule": "TimeControl",
    "remark": "Annotator",
}
_TAGS: Final = {header: tag for tag, header in _HEADERS.items()}
_OTHER_TAG: Final = "DhtmlXQ_"
"""Prefix of the PGN header for a tag that PGN does not have."""
_OTHER_HEADER: Final = "pgn_"
"""Prefix of the tag for a PGN header that DhtmlXQ does not have."""
_NOT_KEPT: Final = frozenset({"ver", "init", "pver", "length", "binit", "fen", "turn", "movelist"})
"""Tags about the frame on the page, and tags that follow from the game."""
_MAX_COPIES: Final = 10_000_000
"""Most moves that all branches of a game together share with their parents."""
_RESULT_WORDS: Final = {"1-0": "红胜", "0-1": "黑胜", "1/2-1/2": "和局"}
_LETTERS: Final = {"W": "1-0", "D": "1/2-1/2", "L": "0-1"}
"""Red's result as the database of the World Xiangqi Federation writes it."""

# --- reading ------------------------------------------------------------------------------------------------


def loads(text: str) -> list[Game]:
    """All games of a text or page.  InvalidRecordError if there is none, or the text is too long."""
    source = Source(text)
    games = [read(source, entry) for entry in entries(source)]
    if not games:
        raise source.error(0, "empty", "the text has no DhtmlXQ game")
    return games


@dataclass(frozen=True, slots=True)
class Entry:
    """The place and headers of a game whose moves are not read yet."""

    start: int
    headers: dict[str, str]
    block: "_Block"


def entries(source: Source) -> Iterator[Entry]:
    """Find the games of a source; ``read`` reads one of the games."""
    for block in _blocks(source):
        yield Entry(block.start, _Reader(source, block).headers(), block)


def read(source: Source, entry: Entry) -> Game:
    """One game of a source."""
    return _Reader(source, entry.block).read()


@dataclass(frozen=True, slots=True)
class _Tag:
    name: str
    start: int
    """Offset of the value."""
    value: str


@dataclass(slots=True)
class _Block:
    """The tags of one game."""

    start: int
    tags: dict[str, _Tag] = field(default_factory=dict)
    errors: list[InvalidRecordError] = field(default_factory=list)


_MARK: Final = re.compile(
    r"""\[ (?P<closing> /? ) (?: D (?P<dhj> HJ )? htmlXQ (?: iFrame | _ (?P<name> [\w-]+ ) )?
                            | (?: game_ )? comment_0_ (?P<comment> \d{1,6} ) ) \]""",
    re.IGNORECASE | re.VERBOSE,
)
_DHJ_NAMES: Final = {
    "10": "title", "11": "event", "13": "date", "14": "place", "15": "round", "16": "table",
    "17": "red", "18": "redname", "20": "redrating", "21": "black", "22": "blackname", "24": "blackrating",
    "28": "result", "29": "redtime", "30": "blacktime", "31": "fen", "32": "turn", "33": "length",
    "34": "movelist", "36": "open", "37": "variation", "40": "remark", "41": "author", "42": "record",
}  # fmt: skip
"""The tags of DHJHtmlXQ."""


def _name(mark: re.Match[str]) -> str | None:
    """The name of the tag in DhtmlXQ; None for the mark of a game."""
    if mark["comment"]:
        return f"comment{mark['comment']}"
    name = mark["name"]
    return _DHJ_NAMES.get(name, name) if mark["dhj"] and name is not None else name


def _from_dhj(name: str, value: str) -> str:
    """The value of a tag of DHJHtmlXQ as DhtmlXQ has it."""
    if name == "movelist":
        return re.sub(r"([0-8]\s*)([0-9])", lambda point: f"{point[1]}{9 - int(point[2])}", value)
    if name == "fen":
        squares = "".join(value.split())
        ranks = (squares[at : at + 9] for at in range(0, len(squares), 9))
        return re.sub("[0*]+", lambda run: str(len(run[0])), "/".join(ranks))
    return value


def _blocks(source: Source) -> Iterator[_Block]:
    """The games of the text.  A value ends at the next tag, closed or not."""
    text = source.text
    block = _Block(0)
    opened: re.Match[str] | None = None
    for mark in [*_MARK.finditer(text), None]:
        if opened is not None:
            end = mark.start() if mark is not None else len(text)
            name = _name(opened) or ""
            value = text[opened.end() : end]
            tag = _Tag(name, opened.end(), _from_dhj(name, value) if opened["dhj"] else value)
            key = tag.name if tag.name.startswith(_OTHER_HEADER) else tag.name.lower()
            differs = block.tags.get(key, tag).value.strip() not in ("", tag.value.strip())
            if differs and "movelist" in block.tags and not _is_of_moves(key):
                yield block  # a page without a mark between its games
                block = _Block(opened.start())
            if mark is None or not mark["closing"] or (_name(mark) or "").lower() != name.lower():
                error = source.error(opened.start(), "tag", "the tag is not closed", opened[0])
                add_error(block.errors, error)
            if key not in block.tags or not block.tags[key].value.strip():
                block.tags[key] = tag
            opened = None
        if mark is not None and _name(mark) is None and block.tags:
            yield block
            block = _Block(mark.end())
        elif mark is not None and not mark["closing"] and _name(mark) is not None:
            opened = mark
    if block.tags:
        yield block


_ESCAPED: Final = re.compile(r"\|\||<br\s*/?>|\\u([0-9a-f]{4})", re.IGNORECASE)


def _unescape(value: str) -> str:
    plain = _ESCAPED.sub(lambda found: chr(int(found[1], 16)) if found[1] else "\n", value)
    return plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace").strip()


@dataclass(frozen=True, slots=True)
class _Branch:
    parent: int
    first_ply: int
    digits: str
    start: int
    """Offset of the digits in the text."""


_SEGMENT: Final = re.compile(r"\[(\d{1,6})_(\d{1,6})_(\d{1,6})\]([^\[]*)(?:\[/[\d_]*\])?")
_BRANCH_TAG: Final = re.compile(r"move_(\d{1,6})_(\d{1,6})_(\d{1,6})")
_COMMENT_TAG: Final = re.compile(r"comment(?:(\d{1,6})_)?(\d{1,6})")
_MOVE: Final = re.compile(r"\s*([0-8])\s*([0-9])\s*([0-8])\s*([0-9])")


def _is_of_moves(key: str) -> bool:
    """Whether the tag is a branch or a comment."""
    return bool(_BRANCH_TAG.fullmatch(key) or _COMMENT_TAG.fullmatch(key))


class _Reader:
    def __init__(self, source: Source, block: _Block) -> None:
        self._source = source
        self._block = block
        self._game = Game()
        self._game.errors = block.errors
        self._offsets: dict[Node, int] = {}
        self._lines: dict[int, list[Node]] = {}
        """The nodes of each branch by ply, starting with the root."""

    def headers(self) -> dict[str, str]:
        self._read_headers()
        return self._game.headers

    def read(self) -> Game:
        self._read_headers()
        self._read_branches(self._branches())
        self._read_comments()
        join_repeated(self._game)
        if self._set_up():
            for node, error in prune_illegal(self._game):
                refused = self._source.refused(self._offsets[node], error, ply=node.ply() - 1)
                add_error(self._game.errors, refused)
        else:
            self._game.variations.clear()
        return self._game

    def _read_headers(self) -> None:
        headers = self._game.headers
        for key, tag in self._block.tags.items():
            value = _unescape(tag.value)
            if key in _NOT_KEPT or not value or _is_of_moves(key):
                continue
            if key == "result":
                result = _LETTERS.get(value) or parse_result(value)
                headers["Result"] = result or "*"
                if result is None:
                    headers[_OTHER_TAG + key] = value
            elif key == "date":
                headers["Date"] = pgn_date(value)
            elif key.startswith(_OTHER_HEADER):
                headers[key.removeprefix(_OTHER_HEADER)] = value
            else:
                headers[_HEADERS.get(key, _OTHER_TAG + key)] = value
        for colour in ("red", "black"):
            name = headers.get(f"{_OTHER_TAG}{colour}name")
            if name is not None and colour.title() not in headers:
                headers[colour.title()] = headers.pop(f"{_OTHER_TAG}{colour}name")

    def _branches(self) -> dict[int, _Branch]:
        """The branches by number; 0 is the main line."""
        branches: dict[int, _Branch] = {}
        for key, tag in self._block.tags.items():
            found = _BRANCH_TAG.fullmatch(key)
            if found is not None:
                parent, first_ply, number = map(int, found.groups())
                branches[number] = _Branch(parent, first_ply, tag.value, tag.start)
        main = self._block.tags.get("movelist")
        if main is None:
            return branches
        segments = list(_SEGMENT.finditer(main.value))
        for segment in segments:
            parent, first_ply, number = map(int, segment.group(1, 2, 3))
            branches[number] = _Branch(parent, first_ply, segment[4], main.start + segment.start(4))
        if not segments:
            branches[0] = _Branch(0, 1, main.value, main.start)
        return branches

    def _read_branches(self, branches: dict[int, _Branch]) -> None:
        """Add the branches to the tree as they are, each after its parent.  No move is played yet."""
        self._lines[0] = [self._game]
        if 0 in branches:
            self._read_line(self._lines[0], branches.pop(0))
        starting_from: dict[int, list[int]] = {}
        for number, branch in sorted(branches.items()):
            starting_from.setdefault(branch.parent, []).append(number)
        ready = starting_from.pop(0, [])
        copies = 0
        for number in ready:  # a queue that grows during the loop
            branch = branches[number]
            line = self._lines[branch.parent][: branch.first_ply]
            self._lines[number] = line or [self._game]
            copies += len(line)
            if copies > _MAX_COPIES:
                message = f"the branches repeat more than {_MAX_COPIES} moves"
                self._error(branch.start, "too_large", message, "")
                return
            if not line or len(line) < branch.first_ply:
                message = f"branch {number} starts at a ply that branch {branch.parent} does not have"
                self._error(branch.start, "branch", message, "")
            else:
                self._read_line(line, branch)
            ready += starting_from.pop(number, [])
        for number in sorted(itertools.chain.from_iterable(starting_from.values())):
            branch = branches[number]
            message = f"branch {number} starts from branch {branch.parent}, which does not exist"
            self._error(branch.start, "branch", message, "")

    def _read_line(self, line: list[Node], branch: _Branch) -> None:
        at = 0
        while (found := _MOVE.match(branch.digits, at)) is not None:
            if len(self._offsets) >= MAX_NODES:
                self._error(branch.start + at, "too_large", f"more than {MAX_NODES} moves in one game", "")
                return
            orig, dest = (_point(*found.group(first, first + 1)) for first in (1, 3))
            node = line[-1].new_variation(Move(orig, dest))
            self._offsets[node] = branch.start + found.start(1)
            line.append(node)
            at = found.end()
        rest = branch.digits[at:].strip()
        if rest:
            start = branch.start + branch.digits.index(rest, at)
            self._error(start, "invalid_move", f"{rest[:4]!r} is not a move such as '7747'", rest[:4])

    def _set_up(self) -> bool:
        """Set up the start position; False if it is not valid."""
        tags = self._block.tags
        fen, binit = (tags.get(key) for key in ("fen", "binit"))
        first = self._game.next()
        try:
            placement = _read_binit(binit.value) if binit is not None else START_PLACEMENT
            if fen is not None and fen.value.strip():
                side = " b" if "turn" in tags and tags["turn"].value.strip() == "1" else ""
                self._game.start, remarks = board_of(_unescape(fen.value) + side, XIANGQI)
                self._game.remarks.extend(remarks)
                if binit is not None and binit.value.strip() and self._game.start.placement != placement:
                    self._error(
                        binit.start, "two_tags", "binit and fen show different positions", binit.value
                    )
            else:
                self._game.start = start_board(placement, first.move if first is not None else None)
        except GameError as error:
            at = next((tag.start for tag in (fen, binit) if tag is not None), self._block.start)
            add_error(self._game.errors, self._source.refused(at, error))
            return False
        return True

    def _read_comments(self) -> None:
        for key, tag in self._block.tags.items():
            found = _COMMENT_TAG.fullmatch(key)
            text = _unescape(tag.value)
            if found is None or not text:
                continue
            line = self._lines.get(int(found[1] or 0))
            if line is None:
                self._error(
                    tag.start, "comment", f"a comment on line {found[1]}, which does not exist", tag.value
                )
                continue
            ply = int(found[2])
            if ply >= len(line):
                self._error(tag.start, "comment", f"a comment on ply {ply}, which does not exist", tag.value)
            line[min(ply, len(line) - 1)].add_comment(text)

    def _error(self, at: int, reason: str, message: str, text: str) -> None:
        add_error(self._game.errors, self._source.error(at, reason, message, text))


def _point(x: str, y: str) -> Square:
    return square(int(x), 9 - int(y))


def _read_binit(value: str) -> str:
    """The placement; InvalidRecordError if the digits are not a list of points."""
    digits = "".join(value.split())
    if not digits:
        return START_PLACEMENT
    if not re.fullmatch(r"(?:[0-8][0-9]|99){32}", digits, re.ASCII):
        raise InvalidRecordError(
            "binit", f"binit must list {len(PIECE_SLOTS)} points of two digits each", digits
        )
    pairs = (digits[at : at + 2] for at in range(0, len(digits), 2))
    try:
        return placement_of([None if pair == "99" else _point(*pair) for pair in pairs])
    except ValueError as error:
        raise InvalidRecordError("binit", str(error), digits) from None


# --- writing ------------------------------------------------------------------------------------------------


def dumps(games: Game | Iterable[Game]) -> str:
    """Games as text.  InvalidRecordError for a game other than Xiangqi.

    DhtmlXQ has no glyphs such as ``!``, and no comments before a move: they are put after it.
    """
    return "\n".join(map(_dump, [games] if isinstance(games, Game) else games))


def _dump(game: Game) -> str:
    if game.name != XIANGQI.name:
        raise InvalidRecordError("format", f"DhtmlXQ cannot hold a game of {game.name}", "dhtmlxq")
    tags = {"ver": "www_dpxq_com", "init": "500,350", **_header_tags(game)}
    tags["binit"] = "".join(_digits(at) for at in points_of(game.start.placement))
    if game.start.turn is BLACK or game.start.halfmove_clock or game.start.fullmove_number != 1:
        tags["fen"] = game.start.fen()
    tags |= _move_tags(game)
    lines = (f"[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]" for name, value in tags.items())
    return "\n".join(("[DhtmlXQ]", *lines, "[/DhtmlXQ]")) + "\n"


def _header_tags(game: Game) -> dict[str, str]:
    tags = {}
    for header, value in game.headers.items():
        if header == "Result":
            if value in _RESULT_WORDS:
                tags["result"] = _RESULT_WORDS[value]
        elif header == "Date" and pgn_date(date := value.replace(".", "-").replace("?", "0")) == value:
            tags["date"] = _escape(date)
        elif header in _TAGS:
            tags[_TAGS[header]] = _escape(value)
        elif header.startswith(_OTHER_TAG):
            tags.setdefault(header.removeprefix(_OTHER_TAG), _escape(value))
        else:
            tags[_OTHER_HEADER + header] = _escape(value)
    return tags


def _move_tags(game: Game) -> dict[str, str]:
    moves: dict[str, str] = {"movelist": ""}
    comments = {"comment0": _escape(game.comment)} if game.comment else {}
    waiting: list[tuple[int, int, Node]] = []
    first = game.next()
    if first is not None:
        waiting.append((0, 1, first))
    for number, (parent, first_ply, node) in enumerate(waiting):  # a queue that grows during the loop
        digits = []
        for ply, at in enumerate((node, *node.mainline()), first_ply):
            digits.append(_digits(at.played.orig) + _digits(at.played.dest))
            comment = join_comments(at.starting_comment, at.comment)
            if comment:
                comments[f"comment{number}_{ply}" if number else f"comment{ply}"] = _escape(comment)
            if at.parent is not None and (at is not node or number == 0):
                waiting.extend((number, ply, other) for other in at.parent.variations[1:])
        moves[f"move_{parent}_{first_ply}_{number}" if number else "movelist"] = "".join(digits)
    return moves | comments


def _digits(at: Square | None) -> str:
    return "99" if at is None else f"{square_file(at)}{9 - square_rank(at)}"


_TO_ESCAPE: Final = re.compile(
    r"\\(?=u)|\|(?=[|\n])|(?<=[|\n])\||\[(?=/?DhtmlXQ)|<(?=br\s*/?>)", re.IGNORECASE
)


def _escape(text: str) -> str:
    """The text with escapes for everything that has a meaning in DhtmlXQ."""
    plain = "\n".join(text.splitlines())
    return _TO_ESCAPE.sub(lambda found: f"\\u{ord(found[0]):04x}", plain).replace("\n", "||")
