"""Portable Game Notation: moves, variations in round brackets, comments.

Xiangqi's are in Chinese, WXF or ICCS; chess and Liuzichong have their own notation (``styles``).

Reading is forgiving: what is wrong is put down in ``Game.errors``, with its line and column, and what came
before it is kept.  A line of moves ends where a move cannot be read or played, for nothing after that could
be understood.  Writing is strict, and what was written is read back as it was.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from cannonfish.errors import GameError, InvalidMoveError, InvalidRecordError
from cannonfish.games.xiangqi.notation import Notation
from cannonfish.records.source import MAX_ERRORS, Source, put_down
from cannonfish.records.styles import STYLES, XIANGQI, Style, style_of
from cannonfish.records.tree import MAX_NODES, Game, Node, join_comments, parse_result

Progress = Callable[[int, int], None]
"""Called after every game with the characters read so far and the characters of the whole text."""

# --- finding the games of a text ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entry:
    """One game of a text, not yet read: what a list of games shows.  ``text[start:end]`` can be loaded."""

    start: int
    end: int
    headers: dict[str, str]


_COMMENT_OR_TAG_LINE: Final = re.compile(r"\{[^}]*\}?|;[^\n]*|^[ \t]*(\[)[ \t]*[A-Za-z][^\n]*", re.MULTILINE)
_NEXT_GAME: Final = re.compile(r'^\[(?:Game|Event)[ \t]+"[^\n]*"[ \t]*\][ \t]*\r?$', re.MULTILINE)
"""What can stand in a comment only if its closing brace is missing."""
_TAG: Final = re.compile(r'\[[ \t]*([\w-]+)[ \t]+"((?:[^"\\\n]|\\.)*)"[ \t]*\]')
_CARELESS_TAG: Final = re.compile(r'\[[ \t]*([\w-]+)[ \t]+"(.*)"[ \t]*\]')
"""With quotation marks inside the value, as many Chinese records have them: the last of the line ends it."""


def index(text: str) -> Iterator[Entry]:
    """Find the games of a text and read their headers, but no moves: quick even where the text is long."""
    return entries(Source(text))


def entries(source: Source) -> Iterator[Entry]:
    """The same of a source; ``read`` reads one of them."""
    for start, end in _spans(source):
        tags, _ = _read_tags(source, start, end, [])
        yield Entry(start, end, tags)


def read(source: Source, entry: Entry, game: str = XIANGQI.game) -> tuple[Game, bool]:
    """One game of a source, and whether it has tags; ``game`` as in ``loads``."""
    reader = _Reader(source, entry.start, entry.end, STYLES[game])
    return reader.read(), reader.tagged


def _spans(source: Source) -> Iterator[tuple[int, int]]:
    """Where each game starts and ends.  A game starts with a tag that no other tag stands before."""
    text = source.text
    start = at = 0
    tags_end: int | None = None
    while (found := _COMMENT_OR_TAG_LINE.search(text, at)) is not None:
        at = found.end()
        if found[1]:
            if tags_end is None or text[tags_end : found.start()].strip():
                if text[start : found.start()].strip():
                    yield start, found.start()
                start = found.start(1)
            tags_end = at
        elif found[0].startswith("{") and (cut := _NEXT_GAME.search(text, found.start(), at)) is not None:
            at = cut.start()
    if text[start:].strip():
        yield start, len(text)


def _read_tags(
    source: Source, start: int, end: int, errors: list[InvalidRecordError]
) -> tuple[dict[str, str], int]:
    """The tags at the start of a game, and where they end.  The first of two equal tags counts."""
    text = source.text
    tags: dict[str, str] = {}
    at = start
    while True:
        while at < end and text[at].isspace():
            at += 1
        if text[at : at + 1] != "[" or at >= end or len(errors) >= MAX_ERRORS:
            return tags, at
        line_end = text.find("\n", at, end)
        if line_end < 0:
            line_end = end
        found = _TAG.match(text, at, line_end) or _CARELESS_TAG.match(text, at, line_end)
        if found is None:
            put_down(
                errors, source.error(at, "tag", 'this is no tag such as [Red "name"]', text[at:line_end])
            )
            at = line_end
            continue
        name, value = found[1], re.sub(r'\\(["\\])', r"\1", found[2])
        if tags.setdefault(name, value) != value:
            message = f"a second {name}, which says otherwise"
            put_down(errors, source.error(at, "two_tags", message, found[0]))
        at = found.end()


# --- reading ------------------------------------------------------------------------------------------------


def loads(text: str, game: str = XIANGQI.game) -> list[Game]:
    """All games of a text.  InvalidRecordError if there is none, or the text is too long.

    ``game`` is what it is taken for where the tags do not say.
    """
    return list(iterate(text, game=game))


def iterate(text: str, progress: Progress | None = None, game: str = XIANGQI.game) -> Iterator[Game]:
    """The games of a text one after the other; reading can be given up between any two.

    What has neither moves nor tags is passed over.  InvalidRecordError if there is no game.  ``game`` is what
    a game is taken for whose tags do not say.
    """
    style = STYLES[game]
    source = Source(text)
    prose: Game | None = None
    found = False
    for start, end in _spans(source):
        reader = _Reader(source, start, end, style)
        read = reader.read()
        if read.variations or reader.tagged:
            found = True
            yield read
        else:
            prose = read
        if progress is not None:
            progress(end, len(source.text))
    if not found:
        raise prose.errors[0] if prose and prose.errors else source.error(0, "empty", "there is no game here")


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
      | (?P<move> [^\s\d!?${};()（）]? [^\s!?${};()（）]{1,2} [进退平進] [一二三四五六七八九1-9１-９] [+#]*
                | [^\s!?${};()（），。；、|]+ )
      | .""",
    re.VERBOSE | re.MULTILINE,
)
"""A move number is told from a WXF move such as ``15.6`` by what follows its point.  A Chinese move ends with
its number, so that moves without spaces between them are read too."""


_FIRST_TOKENS: Final = 1000
"""So many numbers and comments may stand before the first move of bare movetext."""


def begins_with_move(text: str, game: str = XIANGQI.game) -> bool:
    """True if the first thing in the text that is no number or comment is a move of the game."""
    at = 0
    for _ in range(_FIRST_TOKENS):
        found = _TOKEN.match(text, at)
        if found is None:
            return False
        at = found.end()
        if found.lastgroup not in (None, "comment", "open"):
            try:
                STYLES[game].parse(STYLES[game].board(None), found[0].rstrip("+#"), 0)
            except InvalidMoveError:
                return False
            except GameError:
                return True  # a move all the same
            return True
    return False


_GLYPHS: Final = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
_RANKS_FROM_ONE: Final = ("Variant", "xiangqi")
"""The tag by which PyChess and Fairy-Stockfish mark their records, whose ranks run from 1 to 10."""
_STRUCTURE: Final = frozenset({"Game", "Variant", "SetUp", "FEN", "Format"})
"""Tags that follow from the game and the way it is written."""


class _Stop(Exception):
    """The game cannot be read any further."""


@dataclass(slots=True)
class _Line:
    """The line of moves being read: the main line or a variation."""

    node: Node
    ply: int
    """The moves on the board where the line started."""
    opened: int
    """Where its bracket stands."""
    resume: Any = None
    """The move that was taken back for it."""
    broken: bool = False
    """Nothing more of it can be understood."""
    comment: str = ""
    """Comment before its first move."""


class _Reader:
    def __init__(self, source: Source, start: int, end: int, style: Style) -> None:
        self._source = source
        self._end = end
        errors: list[InvalidRecordError] = []
        tags, self._at = _read_tags(source, start, end, errors)
        self._style = style_of(tags) or style
        self._board = self._style.board(None)
        self._game = Game(self._board)
        self._game.errors = errors
        self.tagged = bool(tags)
        self._set_up(tags, start)
        self._lines = [_Line(self._game, self._board.ply(), start)]
        self._nodes = 0
        self._result = ""

    def _set_up(self, tags: dict[str, str], start: int) -> None:
        name, value = _RANKS_FROM_ONE
        self._first_rank = 1 if tags.get(name, "").lower() == value else 0
        self._game.headers |= {name: tag for name, tag in tags.items() if name not in _STRUCTURE - {"Format"}}
        try:
            self._board = self._style.board(tags.get("FEN"))
        except GameError as error:
            at = max(self._source.text.find("[FEN", start, self._end), start)
            self._fail(at, error)
            self._at = self._end
        self._game.start = self._board.copy()

    def read(self) -> Game:
        try:
            self._read_movetext()
        except _Stop:
            pass
        else:
            for line in self._lines[1:]:
                self._error(line.opened, "bracket", "the bracket is never closed", "(")
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
                case "nag" if self._moved:
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
        """True if the present line has a move yet."""
        return bool(self._board.ply() > self._line.ply)

    def _comment(self, found: re.Match[str], start: int) -> None:
        body = found["rest"] if found["body"] is None else found["body"]
        if found["body"] is not None and not found["close"]:
            self._error(start, "comment", "the comment is never closed", found[0])
        line, text = self._line, re.sub(r"\r\n?", "\n", body).strip()
        if line.broken:
            return
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
            self._error(start, "bracket", "a bracket is closed that was never opened", ")")
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
            move = self._style.parse(self._board, text.rstrip("+#"), self._first_rank)
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
            line.node.add_comment(line.comment)  # a variation that says what the main line says
        else:
            line.node.starting_comment = join_comments(line.node.starting_comment, line.comment)
        line.comment = ""

    def _settle_result(self) -> None:
        headers = self._game.headers
        told = parse_result(headers["Result"])
        if told is None:
            at = self._source.text.find("[Result", 0, self._end)
            self._error(at, "result", f"{headers['Result']!r} is no result", headers["Result"])
            told = "*"
        if self._result and told not in ("*", self._result):
            message = f"the moves end with {self._result}, the tag says {told}"
            self._error(self._at - len(self._result), "result", message, self._result)
        headers["Result"] = self._result if told == "*" and self._result else told

    def _error(self, at: int, reason: str, message: str, text: str, **details: str | int) -> None:
        put_down(self._game.errors, self._source.error(at, reason, message, text, **details))

    def _fail(self, at: int, error: GameError) -> None:
        """Put down what the board said: its code is the reason, its own reason the ``cause``."""
        ply = self._board.ply()
        details: dict[str, str | int] = {**error.details, "cause": error.reason, "ply": ply}
        self._error(at, error.code, error.message, error.text, **details)


# --- writing ------------------------------------------------------------------------------------------------

LINE_LENGTH: Final = 80

_FORMATS: Final = {
    Notation.CHINESE: "Chinese",
    Notation.TRADITIONAL: "Chinese",
    Notation.WXF: "WXF",
    Notation.ICCS: "ICCS",
}


def dumps(games: Game | Iterable[Game], notation: Notation | None = None) -> str:
    """Games as text.

    Without a ``notation`` a game of Xiangqi is written as its Format tag says, which is Chinese where there
    is none; the other games have only one.  ValueError for UCI, in which no PGN is written.  PGN cannot hold
    a line break in a tag, nor a closing brace in a comment: a space and ``｝`` are written.
    """
    return "\n".join(_dump(game, notation) for game in ([games] if isinstance(games, Game) else games))


def _dump(game: Game, notation: Notation | None) -> str:
    told = game.headers.get("Format", "Chinese")
    if notation is None:
        notation = next((each for each, name in _FORMATS.items() if name == told), Notation.CHINESE)
    if notation not in _FORMATS:
        raise ValueError(f"PGN is not written in {notation}")
    style = STYLES[game.name]
    names: list[str] = [name for name in style.first_tags if name in game.headers]
    names += [name for name in game.headers if name not in style.first_tags and name not in _STRUCTURE]
    tags = {**style.marks, **{name: game.headers[name] for name in names}}
    if game.start.fen() != style.board(None).fen():
        tags |= {**style.set_up, "FEN": game.start.fen()}
    if style is XIANGQI and (_FORMATS[notation] != "Chinese" or "Format" in game.headers):
        tags["Format"] = _FORMATS[notation]
    head = "".join(f'[{name} "{_tag_value(value)}"]\n' for name, value in tags.items())
    return f"{head}\n{_wrap([*_movetext(game, style, notation), game.result])}\n"


def _tag_value(value: str) -> str:
    return " ".join(value.splitlines()).replace("\\", "\\\\").replace('"', '\\"')


_Texts = Iterator["str | _Texts"]
"""Texts in order; a variation stands among them as texts of its own."""


def _movetext(game: Game, style: Style, notation: Notation) -> Iterator[str]:
    """The moves, numbers, comments and brackets, in order."""
    if game.comment:
        yield _comment_text(game.comment)
    first_ply = 2 * style.fullmove(game.start) - 2 + game.start.turn
    lines = [_line(game.variations, style.state(game.start), first_ply, style, notation)]
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


def _line(nodes: list[Node], state: Any, ply: int, style: Style, notation: Notation) -> _Texts:
    """The first of the nodes with its main line, and after each move the variations to it."""
    numbered = False  # does the text before make clear which move comes next?
    while nodes:
        main, *others = nodes
        move = main.played
        if main.starting_comment:
            yield _comment_text(main.starting_comment)
            numbered = False
        if ply % 2 == 0:
            yield f"{ply // 2 + 1}."
        elif not numbered:
            yield f"{ply // 2 + 1}..."
        yield style.write(state, move, notation)
        yield from (f"${nag}" for nag in sorted(main.nags))
        if main.comment:
            yield _comment_text(main.comment)
        for other in others:
            yield _line([other], state, ply, style, notation)
        numbered = not main.comment and not others
        nodes, state, ply = main.variations, style.after(state, move), ply + 1


def _comment_text(comment: str) -> str:
    return f"{{{_NEXT_GAME.sub(lambda found: found[0].replace('[', '［', 1), comment).replace('}', '｝')}}}"


def _wrap(texts: Iterable[str]) -> str:
    """The texts with spaces between them, in lines of LINE_LENGTH where the comments allow."""
    lines: list[str] = []
    for text in texts:
        if lines and len(lines[-1].rpartition("\n")[2]) + len(text) < LINE_LENGTH:
            lines[-1] += f" {text}"
        else:
            lines.append(text)
    return "\n".join(lines)
