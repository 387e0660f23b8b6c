"""Portable Game Notation: moves, variations in round brackets, comments.

The notations and tags of each game are in its ``RecordStyle``.

The reader is tolerant: errors go to ``Game.errors``, with line and column, and everything before them is
kept.  A line of moves ends at the first move that cannot be read or played, because later moves depend on it.
The writer is strict, and the reader restores everything that was written.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from cannonfish.errors import GameError, InvalidRecordError
from cannonfish.games.catalogue import GAMES
from cannonfish.records.detection import fit, game_of_record
from cannonfish.records.source import MAX_ERRORS, Source, add_error
from cannonfish.records.tree import MAX_NODES, Game, Node, join_comments, parse_result

# --- finding the games of a text ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entry:
    """The place and headers of a game whose moves are not read yet.  ``text[start:end]`` can be loaded."""

    start: int
    end: int
    headers: dict[str, str]


_GAME_TAG: Final = r'^\[(?:Game|Event)[ \t]+"[^\n]*"[ \t]*\][ \t]*\r?$'
_NEXT_GAME: Final = re.compile(_GAME_TAG, re.MULTILINE)
"""A tag that starts a game: if one is in a comment, the closing brace of the comment is missing."""
_COMMENT_OR_TAG_LINE: Final = re.compile(
    rf"""\{{ [^}}\n]* (?: \n (?! {_GAME_TAG} ) [^}}\n]* )*+ \}}?
       | ; [^\n]*
       | ^ [ \t]* (\[) [ \t]* (?: [A-Za-z] | [\w-]+ [ \t]+ " ) [^\n]*""",
    re.MULTILINE | re.VERBOSE,
)
_BETWEEN_TAGS: Final = re.compile(r"(?:\s+|;[^\n]*|^%[^\n]*)*+", re.MULTILINE)
"""Space, comments to the end of a line, and lines that PGN says to ignore."""
_NEXT_TAG: Final = re.compile(_BETWEEN_TAGS.pattern + r"(?=\[)", re.MULTILINE)
_TAG: Final = re.compile(r'\[[ \t]*([\w-]+)[ \t]+"((?:[^"\\\n]|\\.)*)"[ \t]*\]')
_CARELESS_TAG: Final = re.compile(r'\[[ \t]*([\w-]+)[ \t]+"(.*)"[ \t]*\]')
"""A tag with quotation marks inside its value, as in many Chinese records: the last one of the line ends
it."""


def entries(source: Source) -> Iterator[Entry]:
    """The games of a source with their headers, but not their moves: fast even for long texts.

    ``read`` reads one of the games.
    """
    for start, end in _spans(source):
        tags, _ = _read_tags(source, start, end, [])
        yield Entry(start, end, tags)


def read(source: Source, entry: Entry, game: str | None = None) -> tuple[Game, bool]:
    """One game of a source, and whether it has tags; ``game`` as in ``loads``."""
    reader = _Reader(source, entry.start, entry.end, game)
    return reader.read(), reader.tagged


def _spans(source: Source) -> Iterator[tuple[int, int]]:
    """The start and end of each game.  A game starts with a block of tags."""
    text = source.text
    start = at = 0
    tags_end: int | None = None
    while (found := _COMMENT_OR_TAG_LINE.search(text, at)) is not None:
        at = found.end()
        if found[1]:
            if tags_end is None or not _BETWEEN_TAGS.fullmatch(text, tags_end, found.start()):
                if text[start : found.start()].strip():
                    yield start, found.start()
                start = found.start(1)
            tags_end = at
    if text[start:].strip():
        yield start, len(text)


def _read_tags(
    source: Source, start: int, end: int, errors: list[InvalidRecordError]
) -> tuple[dict[str, str], int]:
    """The tags at the start of a game, and where they end.  The first of two tags with the same name
    counts."""
    text = source.text
    tags: dict[str, str] = {}
    at = start
    while len(errors) < MAX_ERRORS and (between := _NEXT_TAG.match(text, at, end)) is not None:
        at = between.end()
        line_end = text.find("\n", at, end)
        if line_end < 0:
            line_end = end
        found = _TAG.match(text, at, line_end) or _CARELESS_TAG.match(text, at, line_end)
        if found is None:
            add_error(errors, source.error(at, "tag", 'a tag must look like [Red "name"]', text[at:line_end]))
            at = line_end
            continue
        name, value = found[1], re.sub(r'\\(["\\])', r"\1", found[2])
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
    source = Source(text)
    prose: Game | None = None
    games: list[Game] = []
    for start, end in _spans(source):
        reader = _Reader(source, start, end, game)
        read = reader.read()
        if read.variations or reader.tagged:
            games.append(read)
        else:
            prose = read
    if not games:
        raise prose.errors[0] if prose and prose.errors else source.error(0, "empty", "the text has no game")
    return games


_TOKEN: Final = re.compile(
    r"""\s+ | [,，。；、|] | ^%[^\n]*
      | (?P<comment> \{ (?P<body> [^}]* ) (?P<close> \}? ) | ; (?P<rest> [^\n]* ) )
      | (?P<open> [(（] )
      | (?P<close_line> [)）] )
      | \$ (?P<nag> \d{1,3} )
      | (?P<glyph> [!?]{1,2} )
      | (?P<result> (?: 1-0 | 0-1 | 1/2-1/2 | \* ) (?! [^\s{;()（）] ) )
      | \d{1,4} [ \t]* [.．…]+ (?! [1-9] (?: [\s!?$;{()（）] | $ ) )
      | [.．…]{2,} | \d{1,4} (?= [\s\u4e00-\u9fff] )
      | e\.?p\. (?= [\s)] | $ )
      | (?P<move> [^\s\d!?${};()（）]? [^\s!?${};()（）]{1,2} [进退平進] [一二三四五六七八九1-9１-９] [+#]*
                | [^\s!?${};()（），。；、|]+ )
      | .""",
    re.VERBOSE | re.MULTILINE,
)
"""The text after the point distinguishes a move number from a WXF move such as ``15.6``.  A Chinese move ends
with its number, so moves without spaces between them can be read."""

_FIRST_TOKENS: Final = 1000
"""Most numbers and comments before the first move of bare movetext."""


def _first_move(text: str, start: int, end: int) -> str | None:
    """The first token that is neither a number nor a comment; None if there is none."""
    for _ in range(_FIRST_TOKENS):
        found = _TOKEN.match(text, start, end)
        if found is None:
            return None
        start = found.end()
        if found.lastgroup not in (None, "comment", "open"):
            return found[0].rstrip("+#")
    return None


def begins_with_move(text: str, game: str | None = None) -> bool:
    """True if the first token that is neither a number nor a comment is a move of the game (None: of any),
    legal or not."""
    move = _first_move(text, 0, len(text))
    games = GAMES.values() if game is None else [GAMES[game]]
    return move is not None and any(fit(each, move) for each in games)


MAX_NAG: Final = 255
"""The greatest number of a glyph (PGN standard, 8.2.4)."""
_GLYPHS: Final = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
_STRUCTURE: Final = frozenset({"Game", "Variant", "SetUp", "FEN", "Format"})
"""Tags that follow from the game and its notation."""


_CLOCK: Final = re.compile(
    r"\[%clk\s+(\d{1,4}):([0-5]?\d):([0-5]?\d)(?:\.(\d{1,3})\d*)?\s*\][ \t]*", re.ASCII
)


def _take_clock(comment: str) -> tuple[str, int | None]:
    """A comment without its ``[%clk h:mm:ss]``, and this time in milliseconds, or None."""
    found = _CLOCK.search(comment)
    if found is None:
        return comment, None
    hours, minutes, seconds = map(int, found.groups()[:3])
    clock = ((hours * 60 + minutes) * 60 + seconds) * 1000 + int((found[4] or "").ljust(3, "0"))
    return (comment[: found.start()] + comment[found.end() :]).strip(), clock


class _Stop(Exception):
    """The game cannot be read any further."""


@dataclass(slots=True)
class _Line:
    """A line of moves that is being read: the main line or a variation."""

    node: Node
    ply: int
    """Ply of the board at the start of the line."""
    opened: int
    """Offset of its bracket."""
    resume: Any = None
    """The move that the variation replaces."""
    broken: bool = False
    """Whether an error has ended it: the rest is skipped."""
    comment: str = ""
    """The comment before its first move."""


class _Reader:
    def __init__(self, source: Source, start: int, end: int, game: str | None) -> None:
        self._source = source
        self._start = start
        self._end = end
        errors: list[InvalidRecordError] = []
        tags, self._at = _read_tags(source, start, end, errors)
        self._rules = game_of_record(tags, _first_move(source.text, self._at, end), game)
        self._board: Any = self._rules.new_board(None)
        self._game = Game(self._board)
        self._game.errors = errors
        self.tagged = bool(tags)
        self._set_up(tags)
        self._lines = [_Line(self._game, self._board.ply(), start)]
        self._nodes = 0
        self._result = ""

    def _set_up(self, tags: dict[str, str]) -> None:
        variant = tags.get("Variant", "").lower()
        self._ranks_from_one = self._rules.record.variant_ranks_from_one and variant == self._rules.name
        self._game.headers |= {name: tag for name, tag in tags.items() if name not in _STRUCTURE - {"Format"}}
        try:
            self._board = self._rules.new_board(tags.get("FEN"))
        except GameError as error:
            self._fail(self._place("FEN"), error)
            self._at = self._end
        self._game.start = self._board.copy()

    def read(self) -> Game:
        try:
            self._read_movetext()
        except _Stop:
            pass
        else:
            for line in self._lines[1:]:
                self._error(line.opened, "bracket", "the bracket is not closed", "(")
        self._settle_result()
        return self._game

    def _read_movetext(self) -> None:
        while self._at < self._end:
            found = _TOKEN.match(self._source.text, self._at, self._end)
            if found is None:
                return
            start, self._at = self._at, found.end()
            kind = found.lastgroup
            match kind:
                case "comment":
                    self._comment(found, start)
                case "open":
                    self._open(start)
                case "close_line":
                    self._close(start)
                case "nag" | "glyph" if self._line.broken:
                    pass  # of a move that was skipped
                case "nag" if self._moved and int(found[kind]) <= MAX_NAG:
                    self._line.node.nags.add(int(found[kind]))
                case "glyph" if self._moved and found[kind] in _GLYPHS:
                    self._line.node.nags.add(_GLYPHS[found[kind]])
                case "result":
                    if len(self._lines) == 1:
                        self._result = found[kind]
                        return
                case "move" if not self._line.broken:
                    self._move(found[kind], start)

    @property
    def _line(self) -> _Line:
        return self._lines[-1]

    @property
    def _moved(self) -> bool:
        """Whether the current line has a move already."""
        return bool(self._board.ply() > self._line.ply)

    def _comment(self, found: re.Match[str], start: int) -> None:
        body = found["rest"] if found["body"] is None else found["body"]
        if found["body"] is not None and not found["close"]:
            self._error(start, "comment", "the comment is not closed", found[0])
        line, text = self._line, re.sub(r"\r\n?", "\n", body).strip()
        if line.broken:
            return
        if self._moved:
            text, clock = _take_clock(text)
            line.node.clock = line.node.clock if clock is None else clock
        if self._moved or len(self._lines) == 1:
            line.node.add_comment(text)
        else:
            line.comment = join_comments(line.comment, text)

    def _open(self, start: int) -> None:
        line = self._line
        if not line.broken and self._moved and line.node.parent is not None:
            resume = self._board.pop()
            self._lines.append(_Line(line.node.parent, self._board.ply(), start, resume))
            return
        if not line.broken:
            self._error(start, "bracket", "a variation before any move", "(")
        self._lines.append(_Line(line.node, self._board.ply(), start, broken=True))

    def _close(self, start: int) -> None:
        if len(self._lines) == 1:
            self._error(start, "bracket", "there is no open bracket to close", ")")
            return
        closed = self._lines.pop()
        while self._board.ply() > closed.ply:
            self._board.pop()
        if closed.resume is not None:
            self._board.push(closed.resume)

    def _move(self, text: str, start: int) -> None:
        line = self._line
        if self._nodes >= MAX_NODES:
            self._error(start, "too_large", f"more than {MAX_NODES} moves in one game", text)
            raise _Stop
        try:
            ranks = {"first_rank": 1} if self._ranks_from_one else {}
            move = self._board.parse(text.rstrip("+#"), **ranks)
            self._board.push(move)
        except GameError as error:
            self._fail(start, error)
            line.broken = True
            if len(self._lines) == 1:
                raise _Stop from None
            return
        self._nodes += 1
        line.node = line.node.add_variation(move)
        if line.node.is_main():
            line.node.add_comment(line.comment)  # the variation repeats the main line
        else:
            line.node.starting_comment = join_comments(line.node.starting_comment, line.comment)
        line.comment = ""

    def _settle_result(self) -> None:
        headers = self._game.headers
        tag = parse_result(headers["Result"])
        if tag is None:
            message = f"{headers['Result']!r} is not a result"
            self._error(self._place("Result"), "result", message, headers["Result"])
            tag = "*"
        if self._result and tag not in ("*", self._result):
            message = f"the moves end with {self._result}, but the tag says {tag}"
            self._error(self._at - len(self._result), "result", message, self._result)
        headers["Result"] = self._result if tag == "*" and self._result else tag

    def _place(self, tag: str) -> int:
        """Where the tag is, or else the game."""
        found = re.compile(rf"\[[ \t]*{tag}\b").search(self._source.text, self._start, self._end)
        return self._start if found is None else found.start()

    def _error(self, at: int, reason: str, message: str, text: str) -> None:
        add_error(self._game.errors, self._source.error(at, reason, message, text))

    def _fail(self, at: int, error: GameError) -> None:
        add_error(self._game.errors, self._source.refused(at, error, ply=self._board.ply()))


# --- writing ------------------------------------------------------------------------------------------------

LINE_LENGTH: Final = 80


def dumps(games: Game | Iterable[Game], notation: str | None = None) -> str:
    """Games as text.

    The default ``notation`` is that of the tag Format, or else the usual one of the game; it is ignored where
    a game has only one.  PGN cannot hold a line break in a tag or a closing brace in a comment: a space and
    ``｝`` are written.  A header whose name it cannot hold is left out.  ValueError if no PGN is written in
    the notation, IllegalMoveError if a move is illegal.
    """
    return "\n".join(_dump(game, notation) for game in ([games] if isinstance(games, Game) else games))


def _dump(game: Game, notation: str | None) -> str:
    rules = GAMES[game.name]
    style = rules.record
    default = next(iter(style.notations))
    if len(style.notations) == 1:
        notation = default
    elif notation is None:
        stated = game.headers.get("Format")
        notation = next((name for name, value in style.notations.items() if value == stated), default)
    if notation not in style.notations:
        raise ValueError(f"PGN is not written in {notation}")
    headers = game.headers | {"Result": parse_result(game.result) or "*"}
    names = [name for name in style.first_tags if name in headers]
    names += [name for name in headers if name not in style.first_tags and name not in _STRUCTURE]
    tags = {name: headers[name] for name in names if re.fullmatch(r"[\w-]+", name)}
    if game.start.fen() != rules.new_board(None).fen():
        tags |= {"SetUp": "1"} if style.set_up else {}
        tags["FEN"] = game.start.fen()
    value = style.notations[notation]
    if value and (value != style.notations[default] or "Format" in game.headers):
        tags["Format"] = value
    if not (style.tags_only_if_needed and _tells_game(tags, game, notation)):
        marks = {"Variant": game.name.title()} if style.tags is None else style.tags
        tags = {**marks, **tags}
    head = "".join(f'[{name} "{_tag_value(value)}"]\n' for name, value in tags.items())

    def write(board: Any, move: Any) -> str:
        return rules.texts(board, move)[notation]

    return f"{head}\n{_wrap([*_movetext(game, write), headers['Result']])}\n"


def _tells_game(tags: dict[str, str], game: Game, notation: str) -> bool:
    """Whether the tags and the first move tell the game, whatever the reader asks for."""
    rules, first = GAMES[game.name], game.next()
    move = None if first is None else rules.texts(game.start, first.played)[notation]
    return all(game_of_record(tags, move, asked) is rules for asked in (None, *GAMES))


def _tag_value(value: str) -> str:
    return " ".join(value.splitlines()).replace("\\", "\\\\").replace('"', '\\"')


_Write = Callable[[Any, Any], str]
_Texts = Iterator["str | _Texts"]
"""Texts in order; a variation is a nested iterator among them."""


def _movetext(game: Game, write: _Write) -> Iterator[str]:
    """The moves, numbers, comments and brackets, in order."""
    if game.comment:
        yield _comment_text(game.comment)
    board = game.start.copy()
    fullmove = getattr(board, "fullmove_number", 1)  # not every FEN counts moves
    lines = [_line(game.variations, board, 2 * fullmove - 2 + board.turn, write)]
    while lines:
        text = next(lines[-1], None)
        if text is None:
            lines.pop()
            if lines:
                yield ")"
        elif isinstance(text, str):
            yield text
        else:
            yield "("
            lines.append(text)


def _line(nodes: list[Node], board: Any, ply: int, write: _Write) -> _Texts:
    """The first of the nodes with its main line, and after each move its variations.

    The moves are played on the board while the iterator runs, and taken back at its end.
    """
    numbered = False  # whether the text before makes clear which move comes next
    start = board.ply()
    while nodes:
        main, *others = nodes
        if main.starting_comment:
            yield _comment_text(main.starting_comment)
            numbered = False
        if ply % 2 == 0:
            yield f"{ply // 2 + 1}."
        elif not numbered:
            yield f"{ply // 2 + 1}..."
        yield write(board, main.played)
        yield from (f"${nag}" for nag in sorted(main.nags))
        comment = _with_clock(main.comment, main.clock)
        if comment:
            yield _comment_text(comment)
        for other in others:
            yield _line([other], board, ply, write)
        numbered = not comment and not others
        board.push(main.played)
        nodes, ply = main.variations, ply + 1
    while board.ply() > start:
        board.pop()


def _with_clock(comment: str, clock: int | None) -> str:
    if clock is None:
        return comment
    seconds, milliseconds = divmod(clock, 1000)
    fraction = f".{milliseconds:03}".rstrip("0") if milliseconds else ""
    command = f"[%clk {seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}{fraction}]"
    return f"{command} {comment}" if comment else command


def _comment_text(comment: str) -> str:
    return f"{{{_NEXT_GAME.sub(lambda found: found[0].replace('[', '［', 1), comment).replace('}', '｝')}}}"


def _wrap(texts: Iterable[str]) -> str:
    """The texts with spaces between them, in lines of LINE_LENGTH unless a comment is longer."""
    lines: list[str] = []
    for text in texts:
        if lines and len(lines[-1].rpartition("\n")[2]) + len(text) < LINE_LENGTH:
            lines[-1] += f" {text}"
        else:
            lines.append(text)
    return "\n".join(lines)
