"""Portable Game Notation: moves, variations in round brackets, comments.

The notations and tags of each game are in its ``RecordStyle``, the forms of movetext in ``movetext``.

The reader is tolerant: errors go to ``Game.errors``, with line and column, and everything before them is
kept.  A line of moves ends at the first move that cannot be read or played, because later moves depend on it.
The main line is what stands outside brackets, whatever the variations repeat of it.
The writer is strict, and the reader restores what PGN can hold; ``dumps`` says what that is not.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from cannonfish.errors import GameError, InvalidMoveError, InvalidRecordError, Remark, clip
from cannonfish.games.catalogue import GAMES
from cannonfish.games.record_style import ROSTER
from cannonfish.games.tolerant_fen import placements
from cannonfish.games.tolerant_fen import read as read_fen
from cannonfish.records.detection import (
    Way,
    game_of_record,
    is_move,
    language_ways,
    start_of,
    unsupported_variant,
    ways,
)
from cannonfish.records.heading import FIRST_LABEL, begins_with_move, moves_start, read_heading
from cannonfish.records.movetext import DIGIT, Kind, Token, first_moves, moves_end, prose_end, tokens
from cannonfish.records.pgn_writer import GAME_TAG, STRUCTURE
from cannonfish.records.pgn_writer import dump as dump
from cannonfish.records.pgn_writer import dumps as dumps
from cannonfish.records.results import parse_result
from cannonfish.records.source import MAX_ERRORS, Source, add_error
from cannonfish.records.tree import COMMAND, MAX_NODES, Game, Node, join_comments, join_repeated
from cannonfish.records.visitor import BaseVisitor, Result, visit

# --- finding the games of a text ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entry:
    """The place and headers of a game whose moves are not read yet.  ``text[start:end]`` can be loaded."""

    start: int
    end: int
    headers: dict[str, str]
    movetext: int
    """Where the moves begin, behind the tags."""


_LANDMARK: Final = re.compile(
    rf"""START [ \t]* \{{ | \{{ [^}}\n]* (?: \n (?! {GAME_TAG} ) [^}}\n]* )*+ \}}?
       | ; [^\n]*
       | ^ [ \t\ufeff\u3000]* (?: (?P<tags> \[ [ \t]* (?: [A-Za-z] | [\w-]+ [ \t]+ " ) [^\n]* )
                               | (?P<label> {FIRST_LABEL} )
                               | (?P<first> 1 [ \t]* [.．、] (?! [ \t]* [.．…] ) ) )
       | [*]{{2,}}
       | (?P<result> 1-0 | 0-1 | 1/2-1/2 | \* )""",
    re.MULTILINE | re.VERBOSE,
)
"""A comment, a line with tags or labels, the first number of a game without tags, or a result, which the
asterisks of bold Markdown are not."""
_LONGEST_MOVE: Final = 80
"""Characters that hold a move with what is glued to it."""
_AFTER_RESULT: Final = re.compile(
    r"""(?: [\s\ufeff] | [*]{2,} | \{ [^}]{0,1000} \} | ; [^\n]* )*+
        (?: (?P<first> 1 [ \t]* [.．、] (?! [ \t]* [.．…] ) ) | (?P<move> (?! \d ) [\w♔-♟] ) )""",
    re.VERBOSE,
)
_BETWEEN_TAGS: Final = re.compile(r"(?:[\s\ufeff]+|;[^\n]*|^%[^\n]*|\[/?(?i:pgn|code)\])*+", re.MULTILINE)
"""Space, comments to the end of a line, lines that PGN says to ignore, and marks of forums."""
_NEXT_TAG: Final = re.compile(_BETWEEN_TAGS.pattern + r"(?=\[(?!\d+\]|%))", re.MULTILINE)
_TAG: Final = re.compile(r'\[[ \t]*([\w-]+)[ \t]+"((?:[^"\\\n]|\\.)*)"[ \t]*\]')
_CARELESS_TAG: Final = re.compile(r"""\[[ \t]*([\w-]+)[ \t]*[:=：]?[ \t]*["“”„＂'‘’](.*)["“”＂'‘’][ \t]*\]""")
"""A tag with quotation marks inside its value, as in many Chinese records, or with others around it: the last
one of the line ends it."""
_BARE_TAG: Final = re.compile(r"\[[ \t]*([A-Za-z]+)[ \t]+([^\]\n\"]*)\]")
"""A tag without quotation marks; it must be a known one."""
_TAG_FORMS: Final = (_TAG, _CARELESS_TAG, _BARE_TAG)


_COMMON_TAGS: Final = (
    "Game Variant FEN SetUp Format Title Author Annotator Remark ECO NIC Opening Variation SubVariation "
    "PlyCount TimeControl Time UTCTime UTCDate Termination Mode Section Stage Board EventDate EventSponsor "
    "EventType EventCategory EventRounds EventCountry Source SourceDate"
)
_OF_A_PLAYER: Final = "Title Elo USCF NA Type Team FideId RatingDiff Rating Clock Time Country"
_TAG_NAMES: Final = {
    name.lower(): name
    for name in [
        *ROSTER,
        *(name for game in GAMES.values() for name in (*game.record.first_tags, *(game.record.tags or ()))),
        *_COMMON_TAGS.split(),
        *(side + what for side in ("White", "Black", "Red") for what in _OF_A_PLAYER.split()),
    ]
}
"""The usual spelling of tag names.  The standard distinguishes case (8.1), but programs write ``Fen`` and
``RESULT``."""


def entries(source: Source) -> Iterator[Entry]:
    """The games of a source with their headers, but not their moves: fast even for long texts.

    ``read`` reads one of the games.
    """
    for start, end in _spans(source):
        tags, movetext = _read_tags(source, start, end, [])
        heading = read_heading(source.text, movetext, end, None)
        yield Entry(start, end, heading.tags | tags, heading.moves)


def read(
    source: Source, entry: Entry, game: str | None = None, plies: int | None = None
) -> tuple[Game, bool]:
    """One game of a source, and whether it has tags; ``game`` as in ``loads``.  With ``plies``, no more moves
    of its main line, and what stands before the last of them."""
    end = entry.end if plies is None else moves_end(source.text, entry.movetext, entry.end, plies)
    reader = _Reader(source, entry.start, end, game)
    return reader.read(), reader.tagged


def read_moves(source: Source, start: int, end: int, board: Any) -> Game:
    """The game of movetext without tags, from a board."""
    return _Reader(source, start, end, board.game, board).read()


def _spans(source: Source) -> Iterator[tuple[int, int]]:
    """The start and end of each game.  A game starts with a block of tags, and behind another game with a
    heading, with its first move after the result, or with number 1 after an empty line.  A block ends at an
    empty line before another of its first tag."""
    text = source.text
    start = at = 0
    tags_end: int | None = None
    depth = 0
    moves: int | None = None
    """Where the moves of the game start, behind everything if it has none; None: not known yet."""
    first_tag = ""
    while (found := _LANDMARK.search(text, at)) is not None:
        before, at = at, found.end()
        depth += _open_brackets(text, before, found.start())
        movetext = start if tags_end is None else tags_end
        next_start: int | None = None
        if found["tags"]:
            tag = found["tags"].partition(" ")[0]
            if (
                tags_end is None
                or not _BETWEEN_TAGS.fullmatch(text, tags_end, found.start())
                or (tag == first_tag and text.count("\n", tags_end, found.start()) > 1)
            ):
                next_start, first_tag = found.start("tags"), tag
            at = tags_end = _end_of_tags(text, found.start("tags"), at)
        elif found["result"]:
            next_start = _start_after_result(text, at, depth > 0)
        elif found["first"] and depth <= 0 and _ends_game(text, movetext, found.start("first")):
            next_start = found.start("first")
        elif found["label"] and not begins_with_move(text, None, at, at + _LONGEST_MOVE):
            next_start = found.start("label")
        if next_start is None:
            continue
        if not found["tags"]:
            if moves is None:
                moves = moves_start(text, None, movetext)
                moves = len(text) if moves is None else moves
            if len(first_moves(text, moves, next_start, 2)) < (1 if found["result"] else 2):
                continue
            tags_end = None
        if text[start:next_start].strip():
            yield start, next_start
        start, at, depth, moves = next_start, max(at, next_start), 0, None
    if text[start:].strip():
        yield start, len(text)


def _open_brackets(text: str, start: int, end: int) -> int:
    return sum(text.count(bracket, start, end) for bracket in "(（") - sum(
        text.count(bracket, start, end) for bracket in ")）"
    )


def _start_after_result(text: str, at: int, in_variation: bool) -> int | None:
    """Where the next game starts, if it does so right behind a result: with number 1 or a move."""
    after = _AFTER_RESULT.match(text, at)
    if after is None:
        return None
    start = after.start(after.lastgroup or 0)
    if after["first"] and "\n" in text[at:start]:
        return start
    if in_variation or not (after["first"] or begins_with_move(text, None, start, start + _LONGEST_MOVE)):
        return None
    return start


def _ends_game(text: str, start: int, end: int) -> bool:
    """Whether ``text[start:end]`` ends with an empty line, or a result in words."""
    tail = text[max(start, end - _LONGEST_MOVE) : end]
    moves = tail.rstrip()
    words = moves.split()[-2:]
    if tail.count("\n", len(moves)) > 1:
        return bool(words)
    return any(
        parse_result(word) in ("1-0", "0-1", "1/2-1/2") for word in (*words[-1:], "".join(words)) if word
    )


def _end_of_tags(text: str, start: int, end: int) -> int:
    """Where the tags of a line end and moves may begin."""
    at = start
    while (tag := _TAG.match(text, at, end)) is not None:
        at = tag.end()
        while at < end and text[at] in " \t":
            at += 1
    return end if at == start or text[at : at + 1] == "[" else at


def _read_tags(
    source: Source, start: int, end: int, errors: list[InvalidRecordError]
) -> tuple[dict[str, str], int]:
    """The tags at the start of a game by their usual names, and where they end.  The first of two tags with
    the same name counts, whatever its case."""
    text = source.text
    tags: dict[str, str] = {}
    names: dict[str, str] = {}
    at = start
    while len(errors) < MAX_ERRORS and (between := _NEXT_TAG.match(text, at, end)) is not None:
        at = between.end()
        line_end = text.find("\n", at, end)
        if line_end < 0:
            line_end = end
        found = next((tag for tag in (form.match(text, at, line_end) for form in _TAG_FORMS) if tag), None)
        if found is None or (found.re is _BARE_TAG and found[1].lower() not in _TAG_NAMES):
            add_error(errors, source.error(at, "tag", 'a tag must look like [Red "name"]', text[at:line_end]))
            at = line_end
            continue
        written: str = found[1]
        name = names.setdefault(written.lower(), _TAG_NAMES.get(written.lower(), written))
        value = re.sub(r'\\(["\\])', r"\1", found[2])
        if tags.setdefault(name, value) != value:
            message = f"a second {name} with a different value"
            add_error(errors, source.error(at, "two_tags", message, found[0]))
        at = found.end()
    return tags, at


# --- reading ------------------------------------------------------------------------------------------------


def loads(text: str, game: str | None = None) -> list[Game]:
    """All games of a text.  InvalidRecordError if there is none, or the text is too long.

    Text with neither moves nor tags is skipped.  ``game`` is the game of records that do not name it
    themselves (``records.loads``).
    """
    return [*read_all(Source(text), game)]


def read_all(source: Source, game: str | None = None) -> Iterator[Game]:
    """As ``loads``, game by game."""
    return (read() for _, read in _unread(source, game))


def visit_all(
    source: Source, game: str | None, visitor: Callable[[], BaseVisitor[Result]]
) -> Iterator[Result]:
    """What a new visitor makes of each game; moves are read if it wants them."""
    return (visit(visitor(), headers, read) for headers, read in _unread(source, game))


def _unread(source: Source, game: str | None) -> Iterator[tuple[dict[str, str], Callable[[], Game]]]:
    """The headers of each game, and what reads its moves."""
    prose: Game | None = None
    empty = True
    for start, end in _spans(source):
        reader = _Reader(source, start, end, game)
        if reader.tagged:
            yield reader.tags, reader.read
        else:
            prose = reader.read()
            if not prose.variations:
                continue
            yield prose.headers, prose.game
        empty = False
    if empty:
        raise prose.errors[0] if prose and prose.errors else source.error(0, "empty", "the text has no game")


MAX_NAG: Final = 255
"""The greatest number of a glyph (PGN standard, 8.2.4)."""

_CLOCK: Final = re.compile(r"\[%clk\s+(\d{1,4}):([0-5]?\d):([0-5]?\d)(?:\.(\d{1,3})\d*)?\s*\]", re.ASCII)

_COMMANDS: Final = re.compile(rf"(?:{COMMAND.pattern}[ \t]*)+")
_NESTED: Final = re.compile(rf"(\[%?){_COMMANDS.pattern}")
"""Commands whose removal makes a new one of what is around them: ``[[%clk 0:01:00]%eval 0.2]``."""


def _clock(command: str) -> int | None:
    """The time of ``[%clk h:mm:ss]`` in milliseconds; None for other commands."""
    found = _CLOCK.fullmatch(command)
    if found is None:
        return None
    hours, minutes, seconds = map(int, found.groups()[:3])
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + int((found[4] or "").ljust(3, "0"))


_NUMBER: Final = re.compile(r"\d+")


def _numbered(token: Token) -> tuple[int, bool]:
    """The number of a token, and whether it has the points of Black's moves."""
    text = token.value
    if text[-1] == "." and text[:-1].isdecimal():  # as nearly always
        return int(text[:-1]), False
    digits = _NUMBER.match(text)
    assert digits is not None
    points = text[digits.end() :]
    return int(digits[0]), points.count(".") + 3 * points.count("…") > 2


_AHEAD: Final = 1000
"""Most tokens in which the game is looked for behind prose."""
_WORDS_BEFORE_MOVE: Final = re.compile(r"(?:[^\W\d_]{2,}[,:]?[ \t]+){1,5}(?P<number>\d{1,3})[ \t]*[.…]+")


def _key(board: Any) -> tuple[str, ...]:
    """The squares and the side to move."""
    return tuple(board.fen().split()[:2])


class _Stop(Exception):
    """The game cannot be read any further."""


@dataclass(slots=True)
class _Line:
    """A line of moves that is being read: the main line or a variation."""

    start: Node
    """The node before its first move."""
    node: Node
    """Its last node so far."""
    ply: int
    """Ply of the board at the start."""
    opened: int
    """Offset of its bracket."""
    offset: int | None
    """By how much its numbers differ from those of the board; None before the first number of a game from a
    position, which may count as it likes."""
    taken_back: bool = False
    """Whether the move of the last node is off the board, because variations of it were read."""
    broken: bool = False
    """Whether an error has ended it: the rest is skipped."""
    comment: str = ""
    """The comment before its first move."""
    nags: set[int] = field(default_factory=set)
    """The glyphs of a variation before its first move: ``($142 12. Nf3)``."""

    @property
    def moved(self) -> bool:
        """Whether it has a move already."""
        return self.node is not self.start


class _Reading:
    """The moves of a game, read in one way.  ``offset`` is that of its main line."""

    def __init__(self, source: Source, start: Any, way: Way, offset: int | None = None) -> None:
        self._source = source
        self._board: Any = start.copy()
        self.way = way
        self.game = Game(start)
        self.result = ""
        self.result_at = 0
        self.nodes = 0
        self.over: int | None = None
        """Where the game ended with its result, before the text did."""
        self._end = 0
        self._number: Token | None = None
        """The number before the next move."""
        self._position = ""
        """The last comment of the main line that may be a position."""
        self._nodes: dict[tuple[str, ...], Node] = {}
        """The nodes by their positions, once they are needed."""
        self._prose = 0
        """The end of the prose that was read last."""
        self._prose_in_lines = False
        """Whether moves have followed prose on the same line."""
        self.refused: Token | None = None
        """The first move that could not be read or played."""
        self._lines = [_Line(self.game, self.game, self._board.ply(), 0, offset)]

    def read(self, start: int, end: int) -> None:
        """Read ``text[start:end]``."""
        self._end = end
        try:
            for token in tokens(self._source.text, start, end):
                self._read(token)
        except _Stop:
            pass
        else:
            for line in self._lines[1:]:
                self._error(line.opened, "bracket", "the bracket is not closed", "(")
        join_repeated(self.game)

    def _read(self, token: Token) -> None:
        if token.start < self._prose:
            return
        line = self._lines[-1]
        match token.kind:
            case Kind.MOVE if not line.broken:
                self._move(line, token)
            case Kind.NUMBER:
                self._number = token
            case Kind.COMMENT | Kind.UNCLOSED_COMMENT:
                self._comment(line, token)
            case Kind.OPEN:
                self._open(line, token.start)
            case Kind.CLOSE:
                self._close(line, token.start)
            case Kind.NAG if not line.broken and token.value <= MAX_NAG:
                (line.node.nags if line.moved else line.nags).add(token.value)
            case Kind.NULL_MOVE if not line.broken:
                message = "a null move ends the line: what follows it is not read"
                self._error(token.start, "null_move", message, token.value)
                self._break(line)
            case Kind.RESULT if len(self._lines) == 1:
                self.result, self.result_at, self.over = token.value, token.start, token.end
                raise _Stop
            case Kind.RESULT if len(self._lines) == 2 and not line.moved and not line.broken:
                # "(红胜)" is the result, too, unless moves follow.
                if token.value != "*":
                    self.result, self.result_at = token.value, token.start

    def _move(self, line: _Line, token: Token) -> None:
        if self.nodes >= MAX_NODES:
            message = f"more than {MAX_NODES} moves in one game"
            self._error(token.start, "too_large", message, token.value)
            raise _Stop
        if line.taken_back:
            self._board.push(line.node.played)
            line.taken_back = False
        number, self._number = self._number, None
        if number is not None:
            self._check_number(line, number)
        try:
            move = self._board.parse(token.value, **self.way)
            self._board.push(move)
        except GameError as error:
            if self.result:
                self.over = token.start
                raise _Stop from None
            if isinstance(error, InvalidMoveError) and self._read_prose(line, token.start):
                self.refused = self.refused or token  # it may be a move in another notation
                return
            refused = self._source.refused(token.start, error, ply=self._board.ply())
            add_error(self.game.errors, refused)
            self.refused = self.refused or token
            self._break(line)
            return
        self.nodes += 1
        self.result = ""
        node = line.node.new_variation(move)
        if self._nodes:
            self._nodes.setdefault(_key(self._board), node)
        if line.comment:
            node.starting_comment, line.comment = line.comment, ""
        if len(self._lines) > 1 and not line.moved:
            node.nags |= line.nags
        line.node = node

    def _check_number(self, line: _Line, token: Token) -> None:
        """Go where a number leads that is not the one of the next move, or remark on it."""
        number, is_of_black = _numbered(token)
        board = self._board
        offset = number - board.fullmove_number
        if line.offset in (None, offset) and not (is_of_black and board.turn == 0):
            line.offset = offset
        elif not self._position or len(self._lines) > 1:
            due = f"{board.fullmove_number + (line.offset or 0)}{'.' if board.turn == 0 else '...'}"
            message = f"{token.value!r} stands where {due!r} is due"
            self.remark("numbers", token.start, message, token.value, due=due)
            line.offset = offset
        else:
            self._go_to_position(line, token)
        self._position = ""

    def _go_to_position(self, line: _Line, number: Token) -> None:
        """Go on from the node with the position that the last comment shows: what follows is a variation."""
        if not self._nodes:
            board = self.game.start.copy()
            self._nodes[_key(board)] = self.game
            for node in self.game.descendants():
                while board.ply() >= node.ply() + self.game.start.ply():
                    board.pop()
                board.push(node.played)
                self._nodes.setdefault(_key(board), node)
        found = next(placements(self._position, [GAMES[self.game.name]]), None)
        fen = "" if found is None else read_fen(self._position, found).fen
        there = self._nodes.get(tuple(fen.split()[:2]))
        if there is None:
            message = "the position before these moves does not occur in the game"
            self._error(number.start, "branch", message, number.value)
            self._break(line)
            return
        line.node.comment = line.node.comment.removesuffix(self._position.strip()).rstrip()
        line.node, self._board = there, there.board()

    def _read_prose(self, line: _Line, at: int) -> bool:
        """Take a sentence outside braces for a comment; False if there is none."""
        text = self._source.text
        end = self._words_end(line, at)
        if end is None:
            end = prose_end(text, at, self._end, self._prose, len(self._lines) > 1)
            if end is None:
                return False
            end = min(end, self._next_number(line, at, end) or end)
        self._prose = end
        self._add_comment(line, text[at:end])
        self._remark_on_prose(at, text[at:end])
        return True

    def _next_number(self, line: _Line, at: int, end: int) -> int | None:
        """Where the game goes on within prose: at the last number that is due and has a legal move.  In prose
        such a number may begin what was not played, so the first time three more numbers must follow."""
        number = self._board.fullmove_number + (line.offset or 0)
        if len(self._lines) > 1 or not re.search(rf"\b{number}[ \t]*[.…]", self._source.text[at:end]):
            return None
        due = (number, int(self._board.turn))
        found: Token | None = None
        follow: list[int] = []
        depth = 0
        for token in tokens(self._source.text, at, self._end, _AHEAD):
            depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
            if token.kind is Kind.NUMBER and depth <= 0:
                number, is_of_black = _numbered(token)
                if (number, int(is_of_black)) == due:
                    found, follow = token, []
                elif number == due[0] + 1 + len(follow) and not is_of_black:
                    follow.append(number)
        if found is None or (len(follow) < 3 and not self._prose_in_lines):
            return None
        if not self._is_legal(next(iter(first_moves(self._source.text, found.end, self._end, 1)), "")):
            return None
        self._prose_in_lines = True
        return found.start

    def _is_legal(self, text: str) -> bool:
        try:
            self._board.parse(text, **self.way)
        except GameError:
            return False
        return True

    def _words_end(self, line: _Line, at: int) -> int | None:
        """Where the words end that stand before the first move of a variation, ``(better is 8. Nf3)``; None
        if the move is illegal, as a threat is, or has another number."""
        if line.moved or len(self._lines) == 1:
            return None
        found = _WORDS_BEFORE_MOVE.match(self._source.text, at, self._end)
        if found is None or int(found["number"]) != self._board.fullmove_number + (line.offset or 0):
            return None
        move = next(iter(first_moves(self._source.text, found.end(), self._end, 1)), "")
        return found.start("number") if self._is_legal(move) else None

    def add_prose(self, at: int, prose: str) -> None:
        """Put the prose of the heading before the comment of the game."""
        self.game.comment = join_comments(self._take_commands(self.game, prose), self.game.comment)
        self._remark_on_prose(at, prose)

    def _remark_on_prose(self, at: int, prose: str) -> None:
        message = "a sentence outside braces was taken for a comment"
        self.remark("prose", at, message, " ".join(prose.split()))

    def result_on_board(self) -> str:
        """The result if the side to move has no legal move at the end; empty otherwise."""
        line = self._lines[0]
        if self.refused is not None or len(self._lines) > 1 or not line.moved:
            return ""
        if line.taken_back:
            self._board.push(line.node.played)
            line.taken_back = False
        if any(True for _ in self._board.legal_moves):
            return ""
        outcome = self._board.outcome()
        return "" if outcome is None else str(outcome.result())

    def remark(self, code: str, at: int, message: str, text: str, **details: str | int) -> None:
        """Add a remark, unless there is one with that code."""
        if all(remark.code != code for remark in self.game.remarks):
            where = self._source.position(at)[0]
            details = {"text": clip(text), "line": where, **details}
            self.game.remarks.append(Remark(code, f"line {where}: {message}", details))

    def _break(self, line: _Line) -> None:
        """End a line at something that cannot be read."""
        line.broken = True
        if len(self._lines) == 1:
            raise _Stop

    def _comment(self, line: _Line, token: Token) -> None:
        if token.kind is Kind.UNCLOSED_COMMENT:
            text = self._source.text[token.start : token.end]
            self._error(token.start, "comment", "the comment is not closed", text)
        if line.broken:
            return
        if len(self._lines) == 1 and token.value.count("/") >= 5:
            self._position = token.value
        self._add_comment(line, token.value)

    def _add_comment(self, line: _Line, text: str) -> None:
        text = self._take_commands(line.node, text)
        if line.moved or len(self._lines) == 1:
            line.node.add_comment(text)
        else:
            line.comment = join_comments(line.comment, text)

    def _take_commands(self, node: Node, text: str) -> str:
        """Add the commands of a comment to a node, and return the rest of the comment."""
        for command in COMMAND.findall(text):
            clock = None if node.parent is None else _clock(command)
            if node.clock is None:
                node.clock = clock
            if clock is None or clock != node.clock:
                node.add_commands(" ".join(command.split()))
        rest = _COMMANDS.sub("", _NESTED.sub(r"\1 ", re.sub(r"\r\n?", "\n", text)))
        return rest.strip()

    def _open(self, line: _Line, at: int) -> None:
        if not line.broken and not line.moved:
            self._error(at, "bracket", "a variation before any move", "(")
        if line.broken or not line.moved:
            self._lines.append(_Line(line.node, line.node, self._board.ply(), at, None, broken=True))
            return
        if not line.taken_back:
            self._board.pop()
            line.taken_back = True
        before = line.node.parent
        assert before is not None
        self._lines.append(_Line(before, before, self._board.ply(), at, line.offset))

    def _close(self, line: _Line, at: int) -> None:
        if len(self._lines) == 1:
            self._error(at, "bracket", "there is no open bracket to close", ")")
            return
        while self._board.ply() > line.ply:
            self._board.pop()
        self._lines.pop()
        if not line.moved:  # "(!)" is about the move before it
            before = self._lines[-1].node
            before.add_comment(line.comment)
            before.nags |= line.nags

    def _error(self, at: int, reason: str, message: str, text: str) -> None:
        if len(self.game.errors) < MAX_ERRORS:  # brackets alone can be a hundred thousand errors
            self.game.errors.append(self._source.error(at, reason, message, text))


_COORDINATES: Final = re.compile(r"[a-i](\d{1,2})", re.ASCII | re.IGNORECASE)
_SIGNED: Final = re.compile(r"[A-Za-z].*\W\d")


class _Reader:
    """Reads one game of a source: from ``board``, or else from the position of its tags."""

    def __init__(self, source: Source, start: int, end: int, game: str | None, board: Any = None) -> None:
        self._source = source
        self._start = start
        self._end = end
        self._errors: list[InvalidRecordError] = []
        tags, self._heading = _read_tags(source, start, end, self._errors)
        heading = read_heading(source.text, self._heading, end, game)
        labelled, self._prose, self._at, self._players = heading
        self.tags = labelled | tags
        self._moves = first_moves(source.text, self._at, end)
        self._rules = GAMES[board.game] if board else game_of_record(self.tags, self._moves, game)
        self._board = board
        self.tagged = bool(tags)

    def read(self) -> Game:
        remarks: tuple[Remark, ...] = ()
        board = self._board
        if board is None:
            try:
                board, remarks = start_of(self.tags, self._rules)
            except GameError as error:
                add_error(self._errors, self._source.refused(self._place("FEN"), error))
        reading = self._read_moves(board)
        if self._prose:
            reading.add_prose(self._heading, self._prose)
        if self._players:
            message = "a line with both players was taken for headers"
            reading.remark("players", self._heading, message, self._players)
        if reading.over is not None:
            self._check_rest(reading, reading.over)
        game = reading.game
        game.remarks[:0] = remarks
        game.headers |= {name: tag for name, tag in self.tags.items() if name not in STRUCTURE - {"Format"}}
        game.errors = [*self._errors, *game.errors][:MAX_ERRORS]
        variant = unsupported_variant(self.tags, remarks)
        if variant:
            message = f"{variant} is not supported: the game was read by the usual rules"
            game.remarks.append(Remark("variant", message, {"text": variant}))
            game.errors = [_of_variant(error, variant) for error in game.errors]
        self._settle_result(reading)
        return game

    def _read_moves(self, board: Any) -> _Reading:
        """The first reading in which every move is legal; if there is none, the best one.  Without a board,
        no move is read."""
        if board is None:
            return _Reading(self._source, self._rules.new_board(None), {})
        readings: list[_Reading] = []
        offset = None if self._board is not None or "FEN" in self.tags else 0
        for way in ways(self._rules, self.tags, self._moves):
            if readings and not self._differs(readings[0], way):
                continue
            reading = _Reading(self._source, board, way, offset)
            reading.read(self._at, self._end)
            if reading.refused is None:
                self._remark_on_custom(reading, board)
                return reading
            readings.append(reading)
        for way in language_ways(self._rules, self._moves):
            reading = _Reading(self._source, board, way, offset)
            reading.read(self._at, self._end)
            if reading.refused is None:
                language = way["language"]
                message = f"the pieces have letters of another language: {language}"
                reading.game.remarks.append(Remark("language", message, {"language": language}))
                return reading
        told = self._told_first_rank() if len(readings) > 1 else None
        best = max(readings, key=lambda reading: (reading.way.get("first_rank", -1) == told, reading.nodes))
        self._remark_on_custom(best, board)
        return best

    def _differs(self, reading: _Reading, way: Way) -> bool:
        """Whether a way can read more than the reading that was refused: another count of ranks only where
        there are coordinates, another custom only what has signs."""
        assert reading.refused is not None
        if way.get("first_rank") == reading.way.get("first_rank"):
            return _SIGNED.fullmatch(reading.refused.value) is not None
        return _COORDINATES.search(self._source.text, self._at, reading.refused.end) is not None

    def _remark_on_custom(self, reading: _Reading, board: Any) -> None:
        """Say so if no tag tells the custom and as many moves are legal in another one, as other moves."""
        style = self._rules.record
        if style.shared_text is None or "Format" in self.tags:
            return
        if not style.shared_text.search(self._source.text, self._at, self._end):
            return
        custom = reading.way["custom"]
        for other in {*style.customs.values()} - {custom}:
            second = _Reading(self._source, board, {**reading.way, "custom": other})
            second.read(self._at, self._end)
            if second.nodes == reading.nodes and _played(second) != _played(reading):
                message = (
                    f"the moves can be read in two notations, {custom} and {other}; {custom} was assumed"
                )
                reading.game.remarks.append(
                    Remark("two_notations", message, {"text": custom, "other": other})
                )
                return

    def _told_first_rank(self) -> int | None:
        """The number of the lowest rank, if a move has a rank that only one way of counting has."""
        for token in tokens(self._source.text, self._at, self._end):
            if token.kind is Kind.MOVE:
                for found in _COORDINATES.finditer(token.value):
                    if found[1] in ("0", "10"):
                        return int(found[1] == "10")
        return None

    def _check_rest(self, reading: _Reading, over: int) -> None:
        """Remark on moves behind the result."""
        for token in tokens(self._source.text, over, self._end):
            if token.kind is Kind.MOVE and DIGIT.search(token.value) and is_move(self._rules, token.value):
                message = "moves behind the result were left out"
                reading.remark("after_result", token.start, message, token.value)
                break

    def _settle_result(self, reading: _Reading) -> None:
        headers, written = reading.game.headers, reading.result
        tag = parse_result(headers["Result"])
        if tag is None:
            message = f"{headers['Result']!r} is not a result"
            error = self._source.error(self._place("Result"), "result", message, headers["Result"])
            add_error(reading.game.errors, error)
            tag = "*"
        on_board = reading.result_on_board()
        result = next((each for each in (on_board, written, tag) if each not in ("", "*")), written or tag)
        if tag not in ("*", result):
            message = f"the tag says {tag}, but the game ends {result}"
            reading.remark("result_tag", self._place("Result"), message, result, other=tag)
        if written not in ("", "*", result):
            message = f"the moves end with {written}, but the game is over on the board: {result}"
            reading.remark("result_moves", reading.result_at, message, result, other=written)
        headers["Result"] = result

    def _place(self, tag: str) -> int:
        """Where the tag is, or else the game."""
        found = re.compile(rf"\[[ \t]*{tag}\b", re.IGNORECASE).search(
            self._source.text, self._start, self._end
        )
        return self._start if found is None else found.start()


def _played(reading: _Reading) -> list[Any]:
    """All moves of a game in their order."""
    return [node.played for node in reading.game.descendants()]


def _of_variant(error: InvalidRecordError, variant: str) -> InvalidRecordError:
    """The error without a reason that is false, as the rules are those of another game."""
    if error.reason not in _BY_RULES:
        return error
    place = f"line {error.line}, column {error.column}"
    message = f"{place}: {error.text!r} cannot be played by the usual rules; {variant} is not supported"
    return InvalidRecordError("variant", message, error.text, **(error.details | {"variant": variant}))


_BY_RULES: Final = frozenset({"invalid_fen", "invalid_move", "illegal_move", "ambiguous_move"})
