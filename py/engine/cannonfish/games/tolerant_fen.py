"""FEN as people paste it and as other programs write it.

``Board(fen)`` is strict.  This reader stands before it: it finds a position in a text, in the address of a
web page or in a line of EPD, and returns its FEN with a remark on everything that it assumed.  What it cannot
understand is refused with the error of the strict reader.  Where two readings are possible, the remark says
which one it took.
"""

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final, NamedTuple, TypeAlias
from urllib.parse import unquote

from cannonfish.errors import GameError, InvalidFenError, InvalidMoveError, Remark, clip
from cannonfish.games.base.fen import EMPTY, MAX_COUNTER, MAX_LENGTH
from cannonfish.games.catalogue import GAMES
from cannonfish.games.game import Board, Game
from cannonfish.games.record_style import FenStyle

# --- signs --------------------------------------------------------------------------------------------------

_PLAIN: Final = str.maketrans(
    {
        **{chr(full): chr(full - 0xFEE0) for full in range(0xFF01, 0xFF5F)},
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63", "-"),
        **dict.fromkeys("\u2044\u2215\u2571\u29f8", "/"),
        **dict.fromkeys("\u2216\u29f5\ufe68", "\\"),
        **dict.fromkeys("\u00b7\u2219\u22c5\u30fb", EMPTY),
        **dict.fromkeys("\u3000\u00a0\u200b\u200c\u200d\u200e\u200f\u2060\u00ad\ufeff", " "),
        **dict.fromkeys("\u3001\uff64", ","),
        "\u2026": EMPTY,
    }
)
"""Full-width and typographic signs as those of a FEN, one for one: offsets stay the same."""


def _plain(text: str) -> str:
    return text if text.isascii() else text.translate(_PLAIN)


_MOVES_OF_ADDRESS: Final = re.compile(
    r"((?<=[?&#])(?:moves|movelist|pgn)=[^\s&#]*+|/pgn/[^\s?#]*+|[_+]moves[_+][^\s&#?]*+)(?:[?#]\S*)?"
)
_ENCODED: Final = re.compile("%(?:25)?(?:20|2[Ff]|3[Aa]|5[Ff])")
_ENTITY: Final = re.compile(r"&#?\w{1,10};")


def decode(text: str) -> str:
    """The text without percent-encoding, with spaces between the moves of an address, and without HTML
    entities."""
    text = _ENTITY.sub(lambda entity: html.unescape(entity[0]), text)
    if "moves" in text or "movelist=" in text or "pgn" in text:
        text = _MOVES_OF_ADDRESS.sub(lambda moves: unquote(re.sub("[_+,|]", " ", moves[1])), text)
    for _ in range(2):  # an address within an address is encoded twice
        if _ENCODED.search(text):
            text = unquote(text)
    return text


# --- the ranks of a position --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Placement:
    """The ranks of a position in a text."""

    game: Game
    style: FenStyle
    start: int
    end: int
    rows: tuple[str, ...]
    """From the top, a letter or EMPTY for each square."""
    assumed: str = ""
    """Signs of pieces whose side was told by the half of the board that they stand in."""
    upside_down: bool = False
    """Whether the numbers beside the ranks rise from the top."""

    def turned(self) -> "Placement":
        """The board as the other side sees it."""
        return replace(self, rows=tuple(row[::-1] for row in self.rows[::-1]))


_OTHER_SIGNS: Final = "".join(
    sign
    for style in (game.record.fen for game in GAMES.values())
    if style
    for sign in (*style.letters, *style.doubtful)
    if not sign.isascii()
)
"""Characters and figurines of pieces."""
_CELL: Final = f"[A-Za-z0-9~.{_OTHER_SIGNS}]"
_SLASH: Final = r"\s*+(?:\\++/?|/)\s*+"
_SEPARATORS: Final = (
    *(_SLASH, r"\s++", "_", "-", r"\s*+[|]\s*+", r"\s*+,\s*+", r"\s*+;\s*+"),
    r"['\"]\s*+,\s*+['\"]",
)
"""What stands between two ranks, in the order in which they are tried."""
_SHORT: Final = 100_000
"""In texts with more characters, only slashes separate ranks: nobody pastes a book without them."""
_LONGEST_CHAIN: Final = 2000
"""Most characters with slashes between them: an address with a position."""

_Styles: TypeAlias = Sequence[tuple[Game, FenStyle]]
_Word: TypeAlias = tuple[int, str]
"""A word with its offset."""


def placements(text: str, games: Sequence[Game] | None = None) -> Iterator[Placement]:
    """The positions in a decoded text, in order, with exactly the ranks and files of the board.

    ``games`` are the games to look for; None: all.
    """
    styles = [(game, style) for game in games or GAMES.values() if (style := game.record.fen)]
    plain = _plain(text)
    found = False
    for separator in _SEPARATORS if len(text) <= _SHORT else _SEPARATORS[:1]:
        for words in _chains(plain, separator):
            for placement in _runs(words, styles):
                found = True
                yield placement
        if found:
            return
    if len(text) <= _SHORT:
        yield from _drawn(text, styles) or _unseparated(plain, styles)


@cache
def _chain(separator: str) -> re.Pattern[str]:
    """Words with the separator between them.  Linear: no match begins within a word or in white space."""
    return re.compile(rf"(?<!{_CELL})(?={_CELL}|[/\\]){_CELL}*+(?:{separator}{_CELL}*+){{3,}}+")


@cache
def _between(separator: str) -> re.Pattern[str]:
    return re.compile(separator)


def _chains(text: str, separator: str) -> Iterator[list[_Word]]:
    for chain in _chain(separator).finditer(text):
        if separator == _SLASH and len(chain[0]) > _LONGEST_CHAIN:
            continue
        words: list[_Word] = []
        at = chain.start()
        for between in _between(separator).finditer(text, *chain.span()):
            words.append((at, text[at : between.start()]))
            at = between.end()
        yield [*words, (at, text[at : chain.end()])]


def _runs(words: list[_Word], styles: _Styles) -> Iterator[Placement]:
    """The runs of ranks among the words that are exactly as long as the board of a game is high.

    A longer run is none: which of its ranks are meant is unknown.
    """
    for game, style in styles:
        run: list[_Word] = []
        for at, word in [*words, (0, "?")]:
            if _row(game, style, word) is not None:
                run.append((at, word))
                continue
            # A point may end the last rank (`RNBAKABNR.png`), or stand before the first.
            head, tail = word.partition(EMPTY)[0], word.rpartition(EMPTY)[2]
            if head != word and head and _row(game, style, head) is not None:
                run.append((at, head))
            elif (end := _end_of_rank(game, style, word)) is not None:
                run.append((at, word[:end]))
            yield from _whole(run, game, style)
            fits = tail != word and tail and _row(game, style, tail) is not None
            run = [(at + len(word) - len(tail), tail)] if fits else []


def _end_of_rank(game: Game, style: FenStyle, word: str) -> int | None:
    """Where the side to move and perhaps castling rights follow a rank without a space (``4K4w``); None if
    they do not."""
    ends = (end for end, letter in enumerate(word) if letter in style.sides and _GLUED.fullmatch(word, end))
    return next((end for end in ends if _row(game, style, word[:end]) is not None), None)


def _whole(run: list[_Word], game: Game, style: FenStyle) -> Iterator[Placement]:
    while run and not run[-1][1]:
        run.pop()
    while run and not run[0][1]:
        run.pop(0)
    squares = "".join(_row(game, style, word) or "" for _, word in run)
    if _is_board(game, squares):
        at, last = run[-1]
        yield _placement(game, style, run[0][0], at + len(last), squares)


def _is_board(game: Game, squares: str) -> bool:
    grid = game.new_board.grid
    return len(squares) == grid.files * grid.ranks and squares.strip(EMPTY) != ""


def _placement(
    game: Game, style: FenStyle, start: int, end: int, squares: str, upside_down: bool = False
) -> Placement:
    squares, assumed = style.settle(squares)
    files = game.new_board.grid.files
    rows = tuple(squares[at : at + files] for at in range(0, len(squares), files))
    return Placement(game, style, start, end, rows, assumed, upside_down)


def _unseparated(text: str, styles: _Styles) -> list[Placement]:
    """Positions in one word without anything between the ranks."""
    found = []
    for word in re.finditer(rf"{_CELL}{{8,}}+", text):
        for game, style in styles:
            files, ranks = game.new_board.grid.files, game.new_board.grid.ranks
            squares = _squares(game, style, word[0][: files * ranks + 1], files)
            if squares is not None and _is_board(game, squares):
                found.append(_placement(game, style, *word.span(), squares))
    return found


def _row(game: Game, style: FenStyle, word: str) -> str | None:
    """The squares of a rank; None if the word is none.  Nothing at all is an empty rank."""
    files = game.new_board.grid.files
    if len(word) > 2 * files:
        return None
    squares = _squares(game, style, word, files) if word else EMPTY * files
    return squares if squares is not None and len(squares) == files else None


def _squares(game: Game, style: FenStyle, word: str, files: int) -> str | None:
    """The squares that letters, digits and points stand for; None for other signs, and for a number that
    passes the end of a rank."""
    squares = ""
    letters = _letters(game.name)
    for sign in word:
        cells = letters.get(sign)
        if cells is None or len(squares) % files + len(cells) > files:
            return None
        squares += cells
    return squares


@cache
def _letters(name: str) -> Mapping[str, str]:
    game = GAMES[name]
    style = game.record.fen
    files = game.new_board.grid.files
    return {
        **{letter: letter for letter in game.new_board.pieces_by_letter},
        **(style.letters if style else {}),
        **({sign: sign for sign in style.doubtful} if style else {}),
        **{str(number): EMPTY * number for number in range(1, files + 1)},
        EMPTY: EMPTY,
        "0": EMPTY,
        "~": "",  # marks a promoted piece
    }


# --- boards that are drawn ----------------------------------------------------------------------------------

# A line for each rank, with spaces or bars between the squares, perhaps within a frame and with the number of
# the rank at an end.

_BARS: Final = re.compile("[|│┃║]")
_FRAME: Final = re.compile(r"[\W_]*(?:[A-Ia-i\d](?:[\W_]+[A-Ia-i\d])+[\W_]*)?|\W*楚\W*河.*")
"""A line without a rank: a part of the frame, the names of the files, or the river."""
_NOTHING: Final = frozenset("-_+*0〇○口十\u3000")
"""Signs for an empty square, besides EMPTY."""


def _drawn(text: str, styles: _Styles) -> list[Placement]:
    found = []
    lines = [*re.finditer(r"[^\n]+", text)]
    for game, style in styles:
        start, squares, numbers = 0, "", list[int]()
        for number, line in enumerate([*lines, None]):
            rank = _drawn_rank(game, line[0]) if line else None
            if rank:
                squares += rank[0]
                numbers.append(rank[1])
            elif line is None or not _FRAME.fullmatch(line[0]):
                if _is_board(game, squares):
                    upside_down = numbers[0] < numbers[-1]
                    end = lines[number - 1].end()
                    found.append(_placement(game, style, start, end, squares, upside_down))
                squares, numbers = "", []
                start = len(text) if line is None else line.end()
    return found


def _drawn_rank(game: Game, line: str) -> tuple[str, int] | None:
    """The squares of the rank that a line draws, and its number, or 0; None if it draws none."""
    files = game.new_board.grid.files
    if "\u3000" in line and len(line.rstrip("\r")) <= files:  # spaces as wide as the characters
        cells = [*line.rstrip("\r").ljust(files, "\u3000")]
    else:
        cells = [cell.strip() for cell in _BARS.split(_plain(line).strip())]
        if len(cells) not in (files, files + 2):
            cells = _BARS.sub(" ", _plain(line)).split()
        if len(cells) == 1 and not _FRAME.fullmatch(line):
            cells = [*cells[0]]
    number = 0
    for end in (0, -1):
        if len(cells) > files and (not cells[end] or cells[end].isdecimal()):
            number = int(cells.pop(end) or number)
    letters = _letters(game.name)
    squares = [EMPTY if not cell or cell in _NOTHING else letters.get(cell) for cell in cells]
    if len(squares) != files or not all(squares) or any(cell.isdecimal() and cell != "0" for cell in cells):
        return None
    return "".join(map(str, squares)), number


# --- the other fields ---------------------------------------------------------------------------------------


class Reading(NamedTuple):
    """A position that was found in a text."""

    game: Game
    fen: str
    remarks: tuple[Remark, ...]
    end: int
    """Where the text goes on, with moves or comments."""
    stop: int
    """Where these end."""
    operations: str = ""
    """The operations of EPD, such as ``bm Nf3; id "1";``."""

    def board(self) -> Board:
        """The board of the position.  InvalidFenError if it cannot be played."""
        return self.game.new_board(self.fen)


_DEFAULTS: Final = ("0", "1")
"""The counters of a FEN that has none."""
_RIGHTS: Final = "KQkq"
_BY_FILE: Final = {"H": "K", "A": "Q", "h": "k", "a": "q"}
"""Castling rights by the files of the rooks, as in Chess960."""
_COLOURS: Final = {"红": "red", "紅": "red", "白": "white", "黑": "black"}
"""Chinese words for a side begin with its colour: 红方, 黑先."""

_GAP: Final = r"""[\s_,|/+"'`\u201c\u201d\u2018\u2019\xab\xbb)\]>&]*+"""
_END: Final = r"(?![^\W_])"
_WORD_ENDS: Final = re.compile(_END)
_WORD: Final = re.compile(rf"{_GAP}(?:-(?=[wbr]\b))?(?P<word>[^\W\d_]+){_END}")
_TOKEN: Final = re.compile(
    rf"""{_GAP}(?: (?P<dash> -(?!\d) )
      | (?P<number> -?\d+(?:\.\d+)? ){_END}(?!\s*[.)\u3001:]+\s*\S)
      | (?P<word> [A-Za-z]+[1-9]? ){_END} )""",
    re.VERBOSE,
)
_CASTLING: Final = re.compile(rf"[KQkq]{{1,4}}{_END}|[A-Ha-hKQkq]{{1,4}}[\s_,]+(?:-|[a-h][36]){_END}")
"""Castling rights; those by files only if the next field follows."""
_GLUED: Final = re.compile(
    r"(?P<side>[wbr])(?:(?P<castling>-|[KQkq]{1,4})(?:(?P<passed>-|[a-h][36])(?:0(?P<fullmove>\d{1,3}))?)?)?"
)
"""The fields with nothing between them: ``w``, ``wKQkq-01``."""
_PASSED: Final = re.compile(rf"[a-iA-I](?:[36]{_END}|[1-9][\s_,]*(?:[-\d]|\Z))")
"""An en passant square; one where no pawn can have passed only before a counter, for it may be a move."""
_CLOCK: Final = re.compile(rf"[\s_]+(?P<clock>\d+\+\d+)(?=[\s_]+\d+[\s_]+\d+{_END})")
"""A time control of FICS, or the checks of Three-check, before the counters."""
_NO_SIDE: Final = re.compile(rf"{_GAP}-(?=[\s_]+-[\s_]+-[\s_]+\d)")
"""A dash in place of the side: there are two more before the counters."""
_TO_MOVE: Final = re.compile(r"[\s_]*(?:to[\s_]+(?:move|play)|moves?[\s_]+first)\b", re.IGNORECASE)
_HOLDINGS: Final = re.compile(r"\[([^\]\n]*)\]")

_LABEL: Final = re.compile(
    r"""[\W_]*+ (?:\d{1,5}[.)\u3001:]*+\s++[\W_]*+)?
        (?:[\w.]{0,20}(?:fen|epd|position|局面)\w{0,2}[\W_]*+){0,2}""",
    re.IGNORECASE | re.VERBOSE,
)
"""What may stand before a position without a remark: ``1. FEN: "``, ``position fen``."""
_IN_ADDRESS: Final = re.compile(r"://|www\.|[?&#]|(?:[\w-]++\.)+[\w-]++(?::\d+)?/|\w=\Z")
_HOST: Final = re.compile(r"(?:[\w-]+\.)+[A-Za-z]{2,}|localhost")
_PARAMETER: Final = re.compile(r"[&#?](?:moves|movelist|pgn)=(?P<value>[^&#]*)")
_EXTENSION: Final = re.compile(r"\.[a-z]{2,5}(?=\s|\Z)")
"""Of a picture whose name is a position."""
_MOVES: Final = re.compile(rf"{_GAP}moves{_END}[\s:,_]*", re.IGNORECASE)
_OPERATIONS: Final = re.compile(
    r"""[\s;,]*+((?: acd|acn|acs|am|bm|c\d|ce|dm|eco|fmvn|hmvc|id|nic|noop|pm|pv|rc|resign|sm|tcgs|tcri|tcsi
        | v\d|draw_\w+|D\d )\b[^\n]*)""",
    re.VERBOSE,
)
_COUNTER_OPERATION: Final = re.compile(r"\b(hmvc|fmvn)\s+(\d{1,4})\b")
_SIGNS: Final = re.compile(r"[\W_]*")
_CLOSING: Final = re.compile(r"""[\s"'`\u201c\u201d\u2018\u2019\xab\xbb)\]}>.,]*+""")
_FIRST_MOVE: Final = re.compile(
    r"""[\s"')\]}>,.]*+(?P<number>\d{1,4}\s*+(?P<points>[.)\u3001:]*)\s*+)?(?P<word>[^\s{}()\[\]"';,]*)"""
)


@dataclass(slots=True)
class _Fields:
    """The fields after the ranks, as far as they are given."""

    side: str | None = None
    castling: str | None = None
    en_passant: str = "-"
    counters: list[str] = field(default_factory=list)
    dashes: int = 0


class _Remarks(list[Remark]):
    def add(self, code: str, message: str, **details: str | int) -> None:
        self.append(Remark(code, message, details))


def read(text: str, placement: Placement, begin: int = 0, stop: int | None = None) -> Reading:
    """The position with that placement in the part of a decoded text from ``begin`` to ``stop``.

    InvalidFenError if a field cannot be understood.  Whether the position can be played is not checked.
    """
    plain = _plain(text)[:stop]
    around = _Remarks()
    in_address = _remark_prefix(plain[begin : placement.start], around)
    fields, remarks = _Fields(), _Remarks()
    at = _pass_holdings(plain, placement)
    at = _read_side(plain, at, placement, fields, remarks)
    at = _read_fields(plain, at, placement, fields, remarks)
    fen = _strict_fen(placement.game, text[placement.start : at])
    at, end, operations = _read_rest(plain, at, placement.game, in_address, around)
    for name, number in _COUNTER_OPERATION.findall(operations):
        fields.counters = [*fields.counters, *_DEFAULTS[len(fields.counters) :]]
        fields.counters[name == "fmvn"] = number
        fen = None
    if fen is None:
        if placement.assumed:
            signs = " ".join(placement.assumed)
            message = f"{signs}: each was taken as a piece of the side in whose half it stands"
            remarks.add("side_by_half", message, text=signs)
        fen = _fen(placement, fields, _first_move(plain, at), remarks)
        if not (remarks or operations or in_address):
            remarks.add("spelling", f"the position was read as {fen}", fen=fen)
        around += remarks
    return Reading(placement.game, fen, tuple(around), at, end, operations)


def _strict_fen(game: Game, text: str) -> str | None:
    """The FEN if the strict reader takes it; else None."""
    try:
        inspection = game.new_board.inspect(text)
    except GameError:
        return None
    return None if inspection.faults else inspection.fen


def _split_prefix(prefix: str) -> tuple[str, str]:
    """What stands before a position, and the beginning of the address to which it belongs, if any."""
    words = prefix.rsplit(maxsplit=1)
    last = words[-1] if words and not prefix[-1].isspace() else ""
    return (prefix[: -len(last)], last) if last and _IN_ADDRESS.search(last) else (prefix, "")


def is_label(prefix: str) -> bool:
    """Whether a text before a position only announces it: a word, a number, quotes, an address."""
    return _LABEL.fullmatch(_split_prefix(prefix)[0]) is not None


def _remark_prefix(prefix: str, remarks: _Remarks) -> bool:
    """Remark on what stands before a position; returns whether it belongs to an address."""
    words, address = _split_prefix(prefix)
    if _LABEL.fullmatch(words) is None:
        _leave_out(words, remarks)
    if address:
        host = _HOST.search(address)
        remarks.add("address", "the position was taken from an address", host=host[0] if host else "")
    return bool(address)


def _leave_out(text: str, remarks: _Remarks) -> None:
    if _SIGNS.fullmatch(text) is None:
        words = clip(" ".join(text.split()))
        remarks.add("around", f"{words!r} was left out", text=words)


def _pass_holdings(text: str, placement: Placement) -> int:
    """The end of the first field.  InvalidFenError if there are pieces in hand, as in Crazyhouse."""
    holdings = _HOLDINGS.match(text, placement.end)
    if holdings is None:
        return placement.end
    if holdings[1].strip("- "):
        message = f"pieces in hand, {clip(holdings[0])!r}, are those of Crazyhouse, which is not supported"
        raise InvalidFenError("variant", message, holdings[0], letter="[", variant="Crazyhouse")
    return holdings.end()


def _read_side(text: str, at: int, placement: Placement, fields: _Fields, remarks: _Remarks) -> int:
    glued = _GLUED.match(text, at)
    if glued and _WORD_ENDS.match(text, glued.end()) and glued["side"] in placement.style.sides:
        return _take_glued(glued, placement, fields)
    found = _WORD.match(text, at)
    if found is None:
        dash = _NO_SIDE.match(text, at)
        return dash.end() if dash else at
    word = found["word"]
    side = placement.style.sides.get(_COLOURS.get(word[0], word.lower()))
    if side is None:
        same_line = "\n" not in text[at : found.start("word")]
        if same_line and len(word) < 3 and not _CASTLING.match(word):
            placement.game.new_board(f"{_slashed(placement)} {word}")
        return at
    fields.side = side
    if word not in placement.style.sides.values():
        message = f"{word!r} was read as {_side_name(placement, side)} to move"
        remarks.add("side_word", message, text=clip(word, 20), side=side)
    to_move = _TO_MOVE.match(text, found.end())
    return to_move.end() if to_move else found.end()


def _take_glued(glued: re.Match[str], placement: Placement, fields: _Fields) -> int:
    """Take the fields that follow the ranks without a space; returns their end."""
    fields.side = placement.style.sides[glued["side"]]
    if glued["castling"]:
        fields.castling = glued["castling"].strip("-")
        fields.en_passant = glued["passed"] or "-"
        fields.dashes += 1
    if glued["fullmove"]:
        fields.counters = ["0", glued["fullmove"]]
    return glued.end()


def _read_fields(text: str, at: int, placement: Placement, fields: _Fields, remarks: _Remarks) -> int:
    """Read the two fields before the counters, or what stands in their place, and the counters."""
    given = 0 if fields.castling is None else 1
    before = at
    while len(fields.counters) < 2 and (found := _TOKEN.match(text, at)) is not None:
        if clock := _CLOCK.match(text, at):
            _leave_out(clock["clock"], remarks)
            at = clock.end()
            continue
        word, number = found["word"], found["number"]
        if number is not None:
            fields.counters.append(number)
            given = 2
        elif word is None:
            fields.dashes += 1
            if given == 2:
                fields.counters.append(_DEFAULTS[len(fields.counters)])
            elif given == 0:
                fields.castling = ""
        elif given == 0 and _CASTLING.match(text, found.start("word")):
            fields.castling = word
        elif given == 1 and _PASSED.match(text, found.start("word")):
            fields.en_passant = word.lower()
        else:
            break
        given = min(given + 1, 2)
        before, at = at, found.end()
    if len(fields.counters) == 1:
        (number,) = fields.counters
        may_count_moves = not fields.dashes or "\n" in text[before:at]
        if may_count_moves and _is_move(placement.game, _first_move(text, at)["word"]):
            fields.counters.clear()
            return before
        if number != "0" and not fields.dashes:
            message = f"the only number, {number}, was read as the half-move clock"
            remarks.add("counter_alone", message, text=number)
    return at


def _read_rest(text: str, at: int, game: Game, in_address: bool, remarks: _Remarks) -> tuple[int, int, str]:
    """The span of moves or comments after the fields, and the operations of EPD before them."""
    end = len(text)
    if in_address:
        line_end = _end_of_line(text, at)
        parameter = _PARAMETER.search(text, at, line_end)
        if parameter is not None:
            return *parameter.span("value"), ""
        query = re.compile("[?#&]").search(text, at, line_end)
        path_end = query.start() if query else line_end
        if moves := _MOVES.match(text, at, path_end):
            return moves.end(), path_end, ""
        if _begins_moves(text[:path_end], at, game):
            return at, path_end, ""
        at = line_end
    elif extension := _EXTENSION.match(text, at):
        at = extension.end()
    moves = _MOVES.match(text, at)
    if moves is not None:
        return moves.end(), end, ""
    operations = _OPERATIONS.match(text, at)
    if operations is not None:
        return operations.end(), end, operations[1].strip()
    closing = _CLOSING.match(text, at)
    start = at = closing.end() if closing else at
    while start < end and not _begins_moves(text, start, game):
        start = _end_of_line(text, start) + 1
    _leave_out(text[at:start], remarks)
    return min(start, end), end, ""


def _end_of_line(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _begins_moves(text: str, at: int, game: Game) -> bool:
    """Whether a line begins with a move, a number and a point, or a comment."""
    first = _first_move(text, at)
    if not first["word"]:
        return first["number"] is None and text[first.end() : first.end() + 1] in ("{", ";")
    return bool(first["points"]) or _is_move(game, first["word"])


def _first_move(text: str, at: int) -> re.Match[str]:
    found = _FIRST_MOVE.match(text, at)
    assert found is not None  # it matches nothing, too
    return found


def _is_move(game: Game, word: str) -> bool:
    """Whether the word is a move of the game, legal or not."""
    try:
        game.new_board(None).parse(_plain_move(word))
    except InvalidMoveError:
        return False
    except GameError:
        pass
    return True


def _plain_move(word: str) -> str:
    """The first move of a word, without signs after it."""
    return unglued(word.rstrip("!?+#."))[0]


_COORDINATES: Final = r"[a-i](?:10|\d)[a-i](?:10|\d)[qrbn]?"
_GLUED_MOVES: Final = re.compile(f"(?:{_COORDINATES}){{2,}}")


def unglued(text: str) -> list[str]:
    """The moves of a word that has nothing but coordinates, or else the word."""
    return re.findall(rf"{_COORDINATES}(?!\d)", text) if _GLUED_MOVES.fullmatch(text) else [text]


# --- the position -------------------------------------------------------------------------------------------


class _Draft(NamedTuple):
    """A FEN that is well-formed, and what was left out of it."""

    fen: str
    faults: tuple[InvalidFenError, ...]
    remarks: _Remarks


def _fen(placement: Placement, fields: _Fields, first: re.Match[str], remarks: _Remarks) -> str:
    """The FEN of the fields: what is missing is assumed, what cannot be is left out."""
    placement = _as_first_player_sees_it(placement, fields, remarks)
    counters = [_counter(fields, number, remarks) for number in (0, 1)]
    castling = _castling(placement, fields, remarks)
    drafts = {
        side: _draft(placement, side, castling, fields.en_passant, counters)
        for side in _sides(placement, fields)
    }
    side, *others = drafts
    if others:
        checked = {fault.reason for fault in drafts[side].faults} == {"opponent_in_check"}
        if checked and not drafts[others[0]].faults:
            code, reason, side = "side_in_check", "it is in check", others[0]
        elif _is_move_of(drafts, others[0], first, placement.game):
            code, reason, side = "side_by_move", "the first move is its own", others[0]
        else:
            code, reason = "side_missing", "no side to move is given"
        message = f"{_side_name(placement, side)} was taken as the side to move: {reason}"
        remarks.add(code, message, side=side)
    remarks.extend(drafts[side].remarks)
    return drafts[side].fen


def _sides(placement: Placement, fields: _Fields) -> list[str]:
    """The sides that may be to move, the likelier first."""
    return [fields.side] if fields.side else [*dict.fromkeys(placement.style.sides.values())]


def _as_first_player_sees_it(placement: Placement, fields: _Fields, remarks: _Remarks) -> Placement:
    """The board, turned if its numbers say so, or if pieces stand where only the other side's can."""

    def faults(placement: Placement) -> list[set[str]]:
        drafts = (_draft(placement, side, "", "-", _DEFAULTS) for side in _sides(placement, fields))
        return [{fault.reason for fault in draft.faults} for draft in drafts]

    turned = placement.turned()
    is_odd = placement.upside_down or "unreachable" in faults(placement)[0]
    if not is_odd or all(faults(turned)):
        return placement
    remarks.add("turned", "the board was turned: Black is at the bottom")
    return turned


def _is_move_of(drafts: Mapping[str, _Draft], side: str, first: re.Match[str], game: Game) -> bool:
    """Whether the first move that follows is of that side rather than the other."""
    legal = {
        name
        for name, draft in drafts.items()
        if not draft.faults and _is_legal(game.new_board(draft.fen), first["word"])
    }
    return legal == {side} or (len(legal) == 2 and len(first["points"] or "") > 1)


def _is_legal(board: Board, text: str) -> bool:
    try:
        board.parse(_plain_move(text))
    except GameError:
        return False
    return True


def _counter(fields: _Fields, number: int, remarks: _Remarks) -> str:
    text = [*fields.counters, *_DEFAULTS[len(fields.counters) :]][number]
    if text.isdecimal() and len(text.lstrip("0")) <= len(str(MAX_COUNTER)):
        return str(int(text))
    value = _DEFAULTS[number]
    message = f"{clip(text, 20)!r} is no number from 0 to {MAX_COUNTER}: {value} was taken"
    remarks.add("counter", message, text=clip(text, 20), value=value)
    return value


def _castling(placement: Placement, fields: _Fields, remarks: _Remarks) -> str:
    """The castling rights in order; those by files as far as they are the usual ones."""
    if "{castling}" not in placement.style.form:
        given = (fields.castling or "", fields.en_passant.strip("-"))
        if unused := " ".join(filter(None, given)):
            remarks.add("unused", f"{unused!r} has no meaning in this game", text=unused)
        return ""
    if fields.castling is None:
        ends = (placement.rows[0].lower(), placement.rows[-1].lower())
        if any(row[4] == "k" and "r" in (row[0], row[-1]) for row in ends):
            remarks.add("castling_missing", "no castling rights are given: none were taken")
        return ""
    rights = {_BY_FILE.get(letter, letter) for letter in fields.castling}
    if not rights <= set(_RIGHTS):
        message = f"castling rights {fields.castling!r} are those of Chess960, which is not supported"
        remarks.add("castling", message, text=fields.castling)
    return "".join(right for right in _RIGHTS if right in rights)


def _draft(
    placement: Placement, side: str, castling: str, en_passant: str, counters: Sequence[str]
) -> _Draft:
    """The FEN with that side to move, without castling rights and an en passant square that cannot be."""
    remarks = _Remarks()
    while True:
        fen = placement.style.form.format(
            slashed=_slashed(placement),
            squares="".join(placement.rows),
            side=side,
            castling=castling or "-",
            en_passant=en_passant,
            halfmove=counters[0],
            fullmove=counters[1],
        )
        inspection = placement.game.new_board.inspect(fen)
        faults = {fault.reason: fault for fault in inspection.faults}
        if "castling_rights" in faults:
            right = str(faults["castling_rights"].details["right"])
            castling = castling.replace(right, "")
            message = f"the castling right {right} was left out: its king or rook is not at home"
            remarks.add("castling_right", message, text=right)
        elif "en_passant_pawn" in faults:
            message = f"the en passant square {en_passant} was left out: no pawn can just have passed it"
            remarks.add("en_passant", message, text=en_passant)
            en_passant = "-"
        else:
            return _Draft(inspection.fen, inspection.faults, remarks)


def _slashed(placement: Placement) -> str:
    ranks = "/".join(placement.rows)
    return re.sub(re.escape(EMPTY) + "+", lambda run: str(len(run[0])), ranks)


def _side_name(placement: Placement, side: str) -> str:
    """``Red``, ``White`` or ``Black``."""
    words = (word for word, letter in placement.style.sides.items() if letter == side and len(word) > 1)
    return next(words).title()


# --- whole texts ------------------------------------------------------------------------------------------


STARTPOS: Final = re.compile(r"[\s\"']*(?:position\s+)?startpos\b(?:\s+moves\b)?", re.IGNORECASE)
"""The start position as UCI names it."""


def moves_of(text: str) -> list[str]:
    """The texts of the moves in what follows a position."""
    words = re.findall(r"[\s,]*(?:\d+\s*\.+\s*)?([^\s,]+)", text)
    return [move for word in words for move in unglued(word)]


def fen_of(text: str, game: Game) -> tuple[str, tuple[Remark, ...], list[str]]:
    """The FEN in a text that has one of the game, what was assumed, and the texts of the moves after it.

    The FEN is well-formed; whether it can be played is not checked.  InvalidFenError if there is no position,
    or more than one, or a field cannot be understood.
    """
    decoded = decode(text)
    found = list(placements(decoded, [game])) if len(text) <= MAX_LENGTH else []
    if len(found) > 1:
        raise InvalidFenError("positions", f"the text has {len(found)} positions", text, number=len(found))
    if not found:
        start = STARTPOS.match(decoded)
        if start is not None:
            return game.new_board(None).fen(), (), moves_of(decoded[start.end() :])
        return game.new_board(text).fen(), (), []
    reading = read(decoded, found[0])
    remarks = reading.remarks
    if reading.operations:
        operations = clip(reading.operations)
        remarks = (*remarks, Remark("operations", f"{operations!r} was left out", {"text": operations}))
    return reading.fen, remarks, moves_of(decoded[reading.end : reading.stop])


def board_of(text: str, game: Game) -> tuple[Board, tuple[Remark, ...]]:
    """The board of a text that the strict or the tolerant reader takes, with the moves after it played, and
    what was assumed.

    Raises what ``Board`` raises; AmbiguousMoveError for a move that could be several.
    """
    try:
        return game.new_board(text), ()
    except InvalidFenError:
        fen, remarks, moves = fen_of(text, game)
    board = game.new_board(fen)
    for number, move in enumerate(moves, 1):
        try:
            board.push(board.parse(move))
        except GameError as error:
            raise error.numbered(number) from None
    return board, remarks


_LIKE_FEN: Final = re.compile(
    rf"""{_LABEL.pattern}
        (?P<fen>[A-Za-z0-9]{{1,40}}(?:/[A-Za-z0-9]{{1,40}}){{3,40}}(?:[ \t]+(?!moves\b)\S+){{0,9}})""",
    re.IGNORECASE | re.VERBOSE,
)


def failed_attempt(text: str) -> re.Match[str] | None:
    """The beginning of a text that looks like a FEN, though it has too few or too many ranks or squares: its
    group ``fen``."""
    return _LIKE_FEN.match(text)


def game_of(text: str) -> Game | None:
    """The game of the first position in a text, or of a failed attempt at one, by the number of its ranks;
    None if there is neither."""
    decoded = decode(text)
    found = next(placements(decoded), None)
    if found is not None:
        return found.game
    attempt = failed_attempt(decoded)
    ranks = attempt["fen"].split()[0].count("/") + 1 if attempt else 0
    games = (game for game in GAMES.values() if game.record.fen)
    return next((game for game in games if game.new_board.grid.ranks == ranks), None)
