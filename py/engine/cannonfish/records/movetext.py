"""The movetext of PGN as tokens: moves, comments, brackets, glyphs and the result, however they are set.

Numbers are known in every style (``1.``, ``1、``, ``1)``, ``①``, ``Ⅰ``, ``第1回合``).  Signs become numeric
glyphs where PGN has one (``±``, ``+/=``, ``！``, ``N``); other signs are skipped.  What has a letter or a
digit and is none of these is taken for a move; where it is none, ``prose_end`` tells a sentence from a
misspelt move.
"""

import re
import unicodedata
from collections.abc import Iterator
from enum import Enum, auto
from functools import cache
from itertools import islice
from typing import Any, Final, NamedTuple

from cannonfish.games.tolerant_fen import unglued
from cannonfish.records.results import parse_result, simplified


class Kind(Enum):
    """The kinds of tokens."""

    MOVE = auto()
    NULL_MOVE = auto()
    """The side to move passes, as analysts write it: ``--``."""
    COMMENT = auto()
    UNCLOSED_COMMENT = auto()
    OPEN = auto()
    CLOSE = auto()
    NAG = auto()
    RESULT = auto()
    NUMBER = auto()
    """``1.`` or ``1...``; numbers in other styles are skipped."""


class Token(NamedTuple):
    """A token and its place.  ``value`` is the text of a move or a comment, the number of a glyph, or a
    result such as ``1-0``."""

    kind: Kind
    value: Any
    start: int
    end: int


# --- glyphs -------------------------------------------------------------------------------------------------

_GLYPHS: Final = {
    "!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "!!!": 3, "???": 4, "□": 7, "[]": 7,
    "=": 10, "==": 11, "∞": 13, "~": 13, "⩲": 14, "+=": 14, "+/=": 14, "⩱": 15, "=+": 15, "=/+": 15,
    "±": 16, "+/-": 16, "∓": 17, "-/+": 17, "+-": 18, "-+": 19, "+--": 20, "--+": 21,
    "⨀": 22, "⊙": 22, "○": 26, "◯": 26, "⟳": 32, "↻": 32, "↑↑": 32, "↑": 36, "→": 40, "->": 40, "+>": 40,
    "=∞": 44, "∞=": 44, "=/∞": 44, "∞/=": 44, "=/&": 44, "©": 44, "⇆": 132, "⇄": 132, "⊕": 138, "⨁": 138,
    "∆": 140, "△": 140, "/\\": 140, "∇": 141, "▽": 141, "⌓": 142, "<=": 143, "≤": 143,
    "⊥": 148, "┴": 148, "⟺": 149, "⇔": 149, "⇗": 150, "◫": 151,
}  # fmt: skip
"""Signs as lichess, SCID and ChessBase write them.  Where White and Black share a sign, the first of their
two numbers is meant, as in lichess and SCID."""

_DEGREES: Final = {14: "稍优 略优 稍好 略好", 16: "优 占优 较优", 18: "大优 胜势 胜定"}
_WORDS: Final = {
    "N": 146, "TN": 146, "RR": 145, "D": 220, "zz": 22, "ZZ": 22, "inf": 13, "Δ": 140,
    "均势": 10, "和势": 10, "互缠": 13,
    **{side + word: nag + black
       for black, sides in enumerate(["红 红方", "黑 黑方"]) for side in sides.split()
       for nag, words in _DEGREES.items() for word in words.split()},
}  # fmt: skip
"""Letters and words for a glyph."""
_PASSES: Final = frozenset({"停着", "停一着", "空着"})
_NO_MOVES: Final = frozenset({"ch", "ch.", "check", "mate", "ep", "ep.", "e.p", "e.p."})
"""Words about the move before them."""
_CHECK_SIGNS: Final = frozenset("+#†‡")

# --- tokens -------------------------------------------------------------------------------------------------

_DASHES: Final = "‐‑‒–—―−﹣－"
_PLAIN: Final = str.maketrans(
    {
        **dict.fromkeys(_DASHES, "-"),
        **dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", [*"KQRBN", ""] * 2, strict=True)),
        "×": "x", "О": "O", "о": "o", "＋": "+", "＝": "=", "＃": "#", "！": "!", "？": "?", "＊": "*",
        "‼": "!!", "⁇": "??", "⁈": "?!", "⁉": "!?", "\ufe0e": "", "\ufe0f": "",
    }
)  # fmt: skip
"""The usual characters for their doubles: dashes, figurines, the Cyrillic letter in castling, full-width
signs."""

_SPACE: Final = r"[\s\ufeff\u200b-\u200f\u202a-\u202e\u2060]"
_NUMERAL: Final = "[〇零一二三四五六七八九十百]{1,5}"
_ROMAN: Final = "[Ⅰ-ⅿ]{1,6}"
_ENCLOSED: Final = "[①-⒛⓪-⓿❶-➓㈠-㈩㉑-㉟㊀-㊉㊱-㊿]"
_HALF: Final = "(?:1[/⁄]2|½|0[.,]5)"
_TO: Final = rf"[ \t]?[-{_DASHES}:：][ \t]?"
_CHINESE_MOVE: Final = r"[^\W\d]? \w{1,2} [进退平進] [一二三四五六七八九1-9１-９]"

_BEFORE_MOVE: Final = rf"[;；] (?= [ \t]* (?: {_CHINESE_MOVE} | [A-Za-z+-]{{1,4}} \d | O-O ) )"
"""What makes a number of ``1;``: otherwise a comment begins there."""


def _marked(words: str) -> str:
    """A pattern for one of the Vietnamese words, with or without their marks, composed or not."""
    return f"(?:{'|'.join(''.join(map(_letter, word)) for word in words.split())})"


def _letter(letter: str) -> str:
    parts = unicodedata.normalize("NFD", letter)
    forms = [unicodedata.normalize("NFC", parts[:end]) for end in range(1, len(parts) + 1)]
    return letter if len(forms) == 1 else rf"[{''.join(forms)}][\u0300-\u036f]*"


_VIETNAMESE_PLACE: Final = _marked("trước sau tiền hậu giữa trung")
_VIETNAMESE_MOVE: Final = rf"""(?i:
    (?: {_VIETNAMESE_PLACE} [ \t]* )?
    {_marked("tướng tượng tương soái sĩ sỹ voi tịnh bồ mã xe xa pháo binh tốt chốt")}
    (?: [ \t]* {_VIETNAMESE_PLACE} ){{0,2}} (?: [ \t]* {_marked("lộ cột")} )? [ \t]* [1-9]? [ \t]*
    (?: {_marked("tấn tiến thoái lùi bình")} | [-{_DASHES}./] ) [ \t]* [1-9]
    | {_VIETNAMESE_PLACE} [ \t]* [stvmxpbc] [ \t]* [-{_DASHES}./] [ \t]* [1-9]
    | tg [ \t]* [-{_DASHES}./] [ \t]* [1-9] ) (?! \w )"""
"""Moves in Vietnamese that have spaces: ``Pháo 2 bình 5``, ``Xe trước tấn 1``, ``Hậu X.2``, ``Tg. 1``."""
_IN_MOVES: Final = rf"\w♔-♟\ufe0e\ufe0f+\-=/\#:.@×†‡＋＝＃．{_DASHES}"
_ENDS_CLAUSE: Final = (
    r"(?= [ \t]* [.!。！]* [ \t]* (?: [\r\n)）\]】}｝;；{｛<] | \Z | 1-0 | 0-1 | 1/2-1/2 | [*＊] ) )"
)
"""A result in words stands alone: "White wins" is one, but not "White wins a pawn"."""
_NOT_IN_SIGNS: Final = r"\w\s(){}（）｛｝;$!?！？‼⁇⁈⁉*＊,，。、；：|\"“”【】《》〔〕\[\].…．"


_USUAL_MOVE: Final = r"""(?<! \S ) (?: [KQRBN] [a-h]? x? [a-h][1-8] | (?: [a-h]x )? [a-h][1-8]
    | [KRCHNEBAP] (?: \d [+\-=] [1-9] | \d-[A-I]\d ) | [a-i]\d [a-i]\d
    | [\u4e00-\u9fff] \w{1,2} [进退平進] [一二三四五六七八九1-9] ) (?= \s )"""
"""Usual moves that nothing is glued to: first in the pattern, so that the rest need not be tried for them."""
MARKUP: Final = re.compile(r"</?[A-Za-z][^<>\n]{0,300}>|&(?:nbsp|ensp|emsp|quot|amp|lt|gt);|[*]{2,}")
"""Tags and entities of a page that moves were copied from, and the asterisks of bold Markdown."""


@cache
def _pattern(numbers: str = "(?!)") -> re.Pattern[str]:
    """The tokens of movetext, with ``numbers`` besides the usual styles.  What has no name is skipped."""
    return re.compile(
        rf"""{_SPACE}+ | (?P<plain> {_USUAL_MOVE} ) | ^%[^\n]* | {MARKUP.pattern}
          | START [ \t]* \{{ | \}} [ \t]* END \b | [A-Z]{{4,8}} (?=\{{)  # WXF: frame, names of comments
          | (?<= \S ) ; (?= [ \t]* (?: \d{{1,3}} [ \t]* [.．、] | {_CHINESE_MOVE} ) )  # not a comment
          | (?P<comment> \{{ [^}}]* \}}? | ｛ [^｝}}]* [｝}}]? | ; [^\n]* )
          | (?P<result> (?: [1１]{_TO}[0０] | [0０]{_TO}[1１] | {_HALF} (?: {_TO}{_HALF} )?
                          | 2{_TO}0 | 0{_TO}2 | 1{_TO}1 ) (?! [\w/{_DASHES}-] )
                      | [*＊]
                      | (?i: (?:white|red|black) [ \t]+ (?:wins|won|resigns|resigned)
                           | drawn? (?: [ \t]+ agreed )? | remis
                           | (?:đỏ|đen|trắng) [ \t]+ thắng | h(?:òa|oà) ) \b {_ENDS_CLAUSE} )
          | (?P<null_move> (?: [-‐‑–−]{{2}} | @@@@ | <> | (?i: Z0 | 0000 | null | pass ) \b ) (?! [+\->] ) )
          | {numbers} | (?P<closed_number> \d{{1,4}} [ \t]* [.．]? [ \t]* [)）] )
          | (?: (?: 第 {_SPACE}* )? (?: \d{{1,4}} | {_NUMERAL} ) {_SPACE}* 回合
              | 第 {_SPACE}* (?: \d{{1,4}} | {_NUMERAL} ) {_SPACE}* [回着著手步招轮輪合]?
              | 回合 {_SPACE}* \d{{1,4}} ) [.．、:：]?
          | {_ENCLOSED} [.．、]? | {_NUMERAL} [、．.：:] | {_ROMAN} [.．、：:]? | [\[【〔] \d{{1,4}} [\]】〕]
          | [(（\[【〔] (?: {_NUMERAL} | {_ROMAN} ) [)）\]】〕] | (?i: no ) \.? [ ]? \d{{1,4}} [.．、:：]?
          | (?P<number> \d{{1,4}} [ \t]* [.．…]+ (?! [1-9] (?![\w.]) ) (?: [ \t\u3000]* [.．…]{{2,}} )? )
          | \d{{1,4}} [ \t]* (?: [、。,，:：°º|>] (?!\d) | [/{_DASHES}-] (?=\s) | {_BEFORE_MOVE} )
          | \d{{1,4}} (?= [\s\u4e00-\u9fff] | $ )
          | [.．…]{{2,}}
          | (?: [红紅黑白][方先棋]? | [结結]果 | (?i: red | white | black | result
                     | {_marked("đỏ trắng đen")} | {_marked("kết")}[ ]{_marked("quả")} ) ) [ \t]* [:：]
          | [(（] \d{{1,2}} (?: :\d\d ){{1,2}} [)）]                        # a clock
          | [+\-] [\#M]? \d{{1,3}} (?: [.,]\d+ )? (?: /\d+ )? (?! \w )  # an engine's score
          | \[ /? (?i: pgn | code ) \] | (?P<command> \[% [^\]\n]* \] )
          | (?P<nag> \$ [ ]? \d+ )
          | (?P<suffix> [!?！？‼⁇⁈⁉]+ )
          | (?P<open> [(（] )
          | (?P<close> [)）] )
          | (?: e\.?[ ]?p\.? ) (?! [\w.] )
          | (?P<words> {_CHINESE_MOVE} | \b {_VIETNAMESE_MOVE} )
          | (?P<move> [+\-＋{_DASHES}]? [\w♔-♟@] [{_IN_MOVES}]*
                      (?: (?<= [=/] ) ∞ | (?<= [a-h][18] ) \([QRBNqrbn]\) [+\#]* )? )
          | (?P<sign> \[\] | [^{_NOT_IN_SIGNS}]+ )
          | .""",
        re.VERBOSE | re.MULTILINE,
    )


_BRACKETED: Final = r"[(（] [ \t]* \d{1,4} [ \t]* [.．]? [ \t]* [)）]"
_FIRST_NUMBER: Final = re.compile(
    rf"""(?: {_SPACE}+ | \{{[^}}]*\}} | ;[^\n]* )*+
         (?P<bracket> [(（] )? [ \t]* \d{{1,4}} [ \t]* [.．]? [ \t]* [)）]""",
    re.VERBOSE,
)
_GLUED_RESULT: Final = re.compile(
    rf"""(?<= [\w)+\#†‡] ) (?<! \A [A-Za-z] ) (?<! \A [A-Za-z]{{2}} )
         (?: 1{_TO}0 | 0{_TO}1 | {_HALF} (?: {_TO}{_HALF} )? ) \Z""",
    re.VERBOSE,
)
"""``Qd71/2-1/2``; but ``M1/2`` is a horse that goes back."""
_GLUED_LETTER: Final = re.compile(
    r"""(?: [KQRBN] [a-h1-8x]* [1-8] | [a-h1-8x]* [2-7] | O-O(?:-O)?
          | [KRCHNEBAP] [a-i\dx]* [a-i]\d | [A-Za-z+\-] [\da-z+\-] [+\-=.] [1-9]
          | (?! [a-h]7-?[a-h]8 | [a-h]2-?[a-h]1 ) [a-iA-I]\d -? [a-iA-I]\d ) [ND]""",
    re.VERBOSE,
)
"""``Qd7N``, ``C2=5N``, ``h9g7N``; but in ``e8N`` and ``e7e8N``, the letter is a piece."""
_GLUED_NUMBER: Final = re.compile(
    r"""(?P<move> (?: (?: [KQRBN] [a-h1-8]{0,2} x? | [a-h]x )? [a-h][1-8] (?: =? [QRBN] )? | O-O (?: -O )?
                    | [a-i]\d -? [a-i]\d | [A-Za-z+\-] [\da-z+\-] [+\-=] [1-9] ) [+\#]? )
        (?P<number> [1-9]\d{0,2} \.+ ) (?P<rest> .* )""",
    re.VERBOSE,
)
"""``d62.`` and ``d62.Nf3``: a line end was lost."""
_PLAIN_MOVE: Final = re.compile(
    r"[A-Za-z] (?: [A-Za-z\d]{,5}\d | \d [+\-=] [1-9] | \d-[A-Za-z]\d )", re.ASCII | re.VERBOSE
)
"""A move that no sign, letter, result or other move can be glued to: most moves."""
_FIRST_TOKENS: Final = 1000
"""Most tokens in which the first moves are looked for."""
_FIRST_MOVES: Final = 16


def tokens(text: str, start: int, end: int, limit: int | None = None) -> Iterator[Token]:
    """The tokens of ``text[start:end]``; with ``limit``, those of so many pieces, skipped ones included."""
    # "(1)" and "1)" could be a variation and its end: they are numbers if the first number is in this style,
    # and "1)" also outside variations.
    first = _FIRST_NUMBER.match(text, start, end)
    pattern = _pattern(_BRACKETED) if first is not None and first["bracket"] else _pattern()
    depth = 0
    for found in islice(pattern.finditer(text, start, end), limit):
        name = found.lastgroup
        if name is None:
            continue
        at, after = found.span()
        piece = found[0]
        if name in ("plain", "words") or (name == "move" and _PLAIN_MOVE.fullmatch(piece)):
            yield Token(Kind.MOVE, piece, at, after)
            continue
        if name == "number":
            yield Token(Kind.NUMBER, piece, at, after)
            continue
        if name == "command":
            yield Token(Kind.COMMENT, piece, at, after)
            continue
        if name == "comment":
            closed = piece[0] == ";" or piece[-1] in "}｝"
            body = piece[1:-1] if closed and piece[0] != ";" else piece[1:]
            yield Token(Kind.COMMENT if closed else Kind.UNCLOSED_COMMENT, body, at, after)
            continue
        if not piece.isascii():
            piece = piece.translate(_PLAIN)
        match name:
            case "move" if piece:
                yield from _move(piece, at, after)
            case "open":
                depth += 1
                yield Token(Kind.OPEN, piece, at, after)
            case "close":
                depth -= depth > 0
                yield Token(Kind.CLOSE, piece, at, after)
            case "closed_number" if depth and first is None:
                depth -= 1
                yield Token(Kind.CLOSE, piece[-1], after - 1, after)
            case "nag":
                yield Token(Kind.NAG, int(piece[1:10]), at, after)
            case "suffix":
                yield Token(Kind.NAG, _GLYPHS.get(piece) or _GLYPHS[piece[:2]], at, after)
            case "sign":
                known = [piece] if piece in _GLYPHS else [each for each in piece if not each.isascii()]
                yield from (Token(Kind.NAG, _GLYPHS[each], at, after) for each in known if each in _GLYPHS)
            case "result" if (result := parse_result(piece)) is not None:
                yield Token(Kind.RESULT, result, at, after)
            case "null_move":
                yield Token(Kind.NULL_MOVE, piece, at, after)


def _move(text: str, start: int, end: int) -> Iterator[Token]:
    """A move and what is glued to it: glyphs, the result, the next number; or the word that it is."""
    number = _GLUED_NUMBER.fullmatch(text) if "." in text else None
    if number is not None:
        middle, rest = start + number.start("number"), start + number.start("rest")
        yield from _move(number["move"], start, middle)
        yield Token(Kind.NUMBER, number["number"], middle, rest)
        if number["rest"]:
            yield from _move(number["rest"], rest, end)
        return
    word = text if text.isascii() else simplified(text)
    nag = _WORDS.get(word)
    result = None if word.isascii() else parse_result(word)
    if nag is not None:
        yield Token(Kind.NAG, nag, start, end)
    elif result is not None:
        yield Token(Kind.RESULT, result, start, end)
    elif word in _PASSES:
        yield Token(Kind.NULL_MOVE, text, start, end)
    elif len(moves := unglued(text)) > 1:
        for move in moves:
            yield Token(Kind.MOVE, move, start, start := start + len(move))
    elif text not in _NO_MOVES:
        glued = _GLUED_RESULT.search(text)
        core, nag = _without_signs(text if glued is None else text[: glued.start()])
        yield Token(Kind.MOVE, core, start, end)
        if nag is not None:
            yield Token(Kind.NAG, nag, start, end)
        if glued is not None:
            yield Token(Kind.RESULT, parse_result(glued[0]), end - len(glued[0]), end)


def _without_signs(text: str) -> tuple[str, int | None]:
    """A move without the signs after it for check, and the glyph among them."""
    if text[-1].isalnum():
        glued = _GLUED_LETTER.fullmatch(text)
        return (text, None) if glued is None else (text[:-1], _WORDS[text[-1]])
    core = text.rstrip("+-=/#:.@†‡∞")
    signs = text[len(core) :]
    for checks in range(3):
        glyph = signs[checks:]
        if _CHECK_SIGNS.issuperset(signs[:checks]) and (glyph in _GLYPHS or glyph in ("", "-", ".", ":")):
            return core, _GLYPHS.get(glyph)
    return text, None


def first_moves(text: str, start: int, end: int, limit: int = _FIRST_MOVES) -> list[str]:
    """The first moves of the main line, legal or not."""
    return [token.value for token in islice(_main_line(text, start, end, _FIRST_TOKENS), limit)]


def moves_end(text: str, start: int, end: int, count: int) -> int:
    """Where the first ``count`` moves of the main line end."""
    last = next(islice(_main_line(text, start, end), count - 1, None), None)
    return end if last is None else last.end


def _main_line(text: str, start: int, end: int, limit: int | None = None) -> Iterator[Token]:
    depth = 0
    for token in tokens(text, start, end, limit):
        match token.kind:
            case Kind.OPEN:
                depth += 1
            case Kind.CLOSE:
                depth -= 1
            case Kind.RESULT if depth <= 0:
                return
            case Kind.MOVE if depth <= 0:
                yield token


# --- prose --------------------------------------------------------------------------------------------------

_HAN: Final = "\u2e80-\u9fff"
_DIGITS: Final = r"\d〇零一二三四五六七八九十百"
DIGIT: Final = re.compile(f"[{_DIGITS}]")
"""What all moves have but castling."""
_WORD: Final = rf"[^\W\d_{_HAN}]{{2,}}"
_SENTENCE: Final = re.compile(
    rf"""(?! [a-hxO]{{2,4}} \b ) {_WORD} [^\w\s()]* [ \t]+ [^\w\s()]? {_WORD} (?! [\w=+-] )
         | (?: (?! [{_DIGITS}进退平進] ) [{_HAN}] ){{4}}""",
    re.VERBOSE,
)
"""Two words, or four characters, such as no move has."""
_NO_MOVES_LINE: Final = re.compile(
    rf"(?= [^{_DIGITS}]* \Z ) .*? (?: [{_HAN}]{{2}} | [^\W_]{{4}} )", re.VERBOSE | re.DOTALL
)
_WITHOUT_DIGITS: Final = re.compile(rf"[^\s{_DIGITS}]+ (?! \S )", re.VERBOSE)
_REST_OF_LINE: Final = re.compile(r"(?: [^\n{｛<] | < (?! /?[A-Za-z] ) )*+", re.VERBOSE)
_RESULT_AT_END: Final = re.compile(r"(?<= [\s.!] ) (?: 1-0 | 0-1 | 1/2-1/2 | ½-½ | \* ) \s* \Z", re.VERBOSE)
_INDENT: Final = 40
"""Most characters before prose that begins a line."""


def prose_end(text: str, start: int, end: int, last: int, nested: bool) -> int | None:
    """Where the prose ends that begins at ``start`` with a word that is no move; None if it is no prose, but
    a misspelt move.

    Prose fills a line, or the rest of one, up to a comment, the result, or the bracket of the variation if it
    is ``nested`` in one.  ``last`` is the end of the prose before it.
    """
    rest = _REST_OF_LINE.match(text, start, end)
    assert rest is not None  # it matches nothing, too
    stop = rest.end()
    before = MARKUP.sub("\n", text[max(start - _INDENT, last) : start])
    begins_line = ("\n" in before or start < _INDENT) and not _has_words(before.rpartition("\n")[2])
    goes_on = 0 < last > start - _INDENT and not _has_words(before)
    if not (
        (_SENTENCE.search if begins_line else _SENTENCE.match)(text, start, stop)
        or (begins_line and _NO_MOVES_LINE.match(text, start, stop))
        or (goes_on and _WITHOUT_DIGITS.match(text, start, stop))
    ):
        return None
    if nested:
        depth = 0
        for bracket in re.compile("[()（）]").finditer(text, start, stop):
            depth += 1 if bracket[0] in "(（" else -1
            if depth < 0:
                stop = bracket.start()
                break
    result = _RESULT_AT_END.search(text, start, stop)
    return stop if result is None else result.start()


def _has_words(text: str) -> bool:
    return any(map(str.isalnum, text))
