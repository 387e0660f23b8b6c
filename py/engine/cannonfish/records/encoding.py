"""Which characters the bytes of a record mean.

A byte order mark, the zeros of UTF-16 or valid UTF-8 settle it.  Otherwise every encoding is tried on samples
of the file, and the one that makes the most probable text is taken: by how frequent its characters are in
some language, and by what stands side by side.  A wrong encoding makes rare characters in odd places: Chinese
among Latin letters, capitals within words, vowels in a row.  Mozilla's chardetng judges by the same signs.

Collections merged from several sources mix UTF-8 with an older encoding.  Such a mixture is named after both,
as in ``utf-8+cp1252``.
"""

import codecs
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import islice, pairwise
from typing import Final, NamedTuple

from cannonfish.errors import InvalidRecordError, Remark
from cannonfish.records.source import check_size
from cannonfish.records.tree import Game

REPLACEMENT: Final = "\ufffd"
"""What stands for bytes that are no character."""


class Decoded(NamedTuple):
    """The text of a file."""

    text: str
    encoding: str
    """The name of its codec, or those of a mixture."""
    damaged: int
    """How many REPLACEMENTs stand in the text for bytes that are no character."""


@dataclass(frozen=True, slots=True)
class Reading:
    """An encoding that a file may have."""

    encoding: str
    sample: str
    """The first words beyond ASCII, read in this encoding."""
    bits: float = field(default=0, compare=False)
    """How much less probable it is than the first one."""


def decode(data: bytes, encoding: str | None = None) -> Decoded:
    """The text of a file in that encoding: a codec of Python, a mixture, or else the most probable one.

    A byte order mark is dropped, and so is an incomplete last character.  InvalidRecordError, with the line
    and the byte in it, if the bytes are no text; LookupError for an unknown encoding.
    """
    check_size(data)
    if encoding is None:
        encoding = readings(data)[0].encoding
    text = _decode(data, encoding).removeprefix("\ufeff")
    if encoding.endswith("cp1258"):  # which has accents apart from the letters
        text = unicodedata.normalize("NFC", text)
    damaged = text.count(REPLACEMENT)
    if damaged and encoding.startswith("utf"):  # some may have been there before
        damaged -= data.count(REPLACEMENT.encode(encoding.partition("+")[0]))
    return Decoded(text, encoding, max(damaged, 0))


def readings(data: bytes, chinese: bool = False) -> list[Reading]:
    """The encodings that a file may have, the most probable one first; a single one if there is no doubt.

    Of several that make the same text, the most usual one is listed.  ``chinese``: whether Chinese is to be
    expected, as in formats from China; it is in text that says so.  InvalidRecordError as for ``decode``.
    """
    check_size(data)
    certain = _certain(data)
    if certain is not None:
        return [Reading(certain, "")]
    samples = _Samples(data)
    ranked = samples.ranked(chinese or _FROM_CHINA.search(data, 0, _BLOCK) is not None)
    first = next(iter(ranked))
    if first == "utf-8" and not samples.others:
        return [Reading("utf-8", "")]
    listed: dict[str, Reading] = {}
    for encoding in ranked:
        text = samples.text(encoding)
        damaged = sum(_bits(char) >= _NO_CHARACTER for char in text)
        if not listed or damaged * _LISTED_DAMAGE < len(text):
            words = " ".join(dict.fromkeys(_WORD.findall(text)))
            bits = ranked[encoding] - ranked[first]
            listed.setdefault(text, Reading(encoding, words[:_SHOWN].strip(), bits))
    return list(listed.values())


def remark_on_doubt(game: Game, found: list[Reading]) -> None:
    """Add a remark to a game with characters beyond ASCII if its encoding is in doubt."""
    doubtful = [each.encoding for each in found[1:4] if each.bits < _DOUBT]
    if doubtful and not all(text.isascii() for text in _texts(game)):
        encoding, others = found[0].encoding, " or ".join(doubtful)
        message = f"read as {encoding}, but few characters tell it from {others}"
        details = {"encoding": encoding, "others": " ".join(doubtful), "text": found[0].sample}
        game.remarks.append(Remark("encoding", message, details))


def remark_on_damage(game: Game) -> None:
    """Add a remark to a game if there are damaged characters in its texts."""
    damaged = sum(text.count(REPLACEMENT) for text in _texts(game))
    if damaged:
        message = f"damaged characters in its texts: {damaged}"
        game.remarks.append(Remark("damaged_text", message, {"count": damaged}))


def _texts(game: Game) -> Iterator[str]:
    yield from game.headers.values()
    for node in (game, *game.descendants()):
        yield node.comment
        yield node.starting_comment


_DOUBT: Final = 8
"""An encoding that is less probable by so many bits is not worth a word."""
_FROM_CHINA: Final = re.compile(rb"DhtmlXQ|Chinese Chess|ChineseChess")
_LISTED_DAMAGE: Final = 4
"""An encoding is listed if fewer than one character of its samples in this number is damaged."""
_WORD: Final = re.compile(r"[^\W_]*[^\x00-\x7f](?:\w|[^\x00-\x7f])*")
_SHOWN: Final = 40

# --- decoding -----------------------------------------------------------------------------------------------

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_HIGH: Final = re.compile(rb"[\x80-\xff]")
_THREE_BYTES: Final = re.compile(rb"[\xe0-\xef][\x80-\xbf]{2}")
"""A character of UTF-8 that hardly any other encoding has by chance."""
_FEW: Final = 12
"""So many bytes beyond ASCII may be UTF-8 by chance."""
CONTROLS: Final = bytes({*range(0x20), 0x7F} - {*b"\t\n\v\f\r\x1a"})
_TEXT_PER_CONTROL: Final = 50
"""A text has fewer control characters than one in this many bytes, apart from a few."""


def _certain(data: bytes) -> str | None:
    """The encoding if there is no doubt.  InvalidRecordError if the bytes are no text."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding
    if data.isascii() and b"\0" not in data:
        return "utf-8"
    if (wide := _wide(data)) is not None:
        return wide
    try:
        codecs.utf_8_decode(data, "strict", False)
    except UnicodeDecodeError:
        controls = len(data) - len(data.translate(None, CONTROLS))
        if controls > 2 + len(data) // _TEXT_PER_CONTROL:
            raise _no_text(data) from None
        return None
    is_short = sum(1 for _ in islice(_HIGH.finditer(data), _FEW + 1)) <= _FEW
    return None if is_short and not _THREE_BYTES.search(data) else "utf-8"


def _wide(data: bytes) -> str | None:
    """UTF-16, if that makes sense of the zeros."""
    head = data[:_SAMPLE]
    if head.count(0) * _LONGEST_WORD < len(head):
        return None
    costs = {name: _cost(_decode(head, name), name) / len(head) for name in ("utf-16-le", "utf-16-be")}
    best = min(costs, key=lambda name: costs[name])
    return best if costs[best] < _MOST_WIDE else None


_LONGEST_WORD: Final = 64
_MOST_WIDE: Final = 7.5
"""In bits a byte: what is rarer is no text."""


def _no_text(data: bytes) -> InvalidRecordError:
    found = re.search(b"[%b]" % re.escape(CONTROLS), data)
    at = 0 if found is None else found.start()
    line = data.count(b"\n", 0, at) + 1
    column = at - (data.rfind(b"\n", 0, at) + 1) + 1
    message = f"line {line}, byte {column}: the file is no text"
    return InvalidRecordError("encoding", message, line=line, column=column)


def _decode(data: bytes, encoding: str) -> str:
    first, _, second = encoding.partition("+")
    if not second:
        return codecs.getincrementaldecoder(first)("replace").decode(data)
    if second in _MULTIBYTE:
        return "".join(_decode_line(line, second) for line in data.splitlines(keepends=True))
    handler = f"cannonfish.{second}"
    codecs.register_error(handler, lambda error: _decode_rest(error, second))
    return codecs.utf_8_decode(data, handler, False)[0]


def _decode_rest(error: UnicodeError, encoding: str) -> tuple[str, int]:
    """The bytes of a mixture that are not UTF-8, and where they end."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode(encoding, "replace"), error.end


def _decode_line(line: bytes, encoding: str) -> str:
    """A line of a mixture: all of it is in one encoding, as the other one has characters of several bytes."""
    text = line.decode("utf-8", "replace")
    if text.isascii():
        return text
    three_bytes, damaged = len(_THREE_BYTES.findall(line)), text.count(REPLACEMENT)
    if three_bytes > damaged:
        return text
    other = line.decode(encoding, "replace")
    return other if damaged else min(text, other, key=lambda text: _cost(text, "utf-8"))


# --- samples ------------------------------------------------------------------------------------------------

_SAMPLE: Final = 4096
"""Enough bytes to judge by; more take longer."""
_SEGMENTS: Final = 32
_PLACES: Final = 64
_BLOCK: Final = 1 << 16
_LONGEST_RUN: Final = 1024
_RUN: Final = re.compile(rb"[\x30-\xff]{0,%d}" % _LONGEST_RUN)
"""In no encoding is a byte below 0x30 part of a longer character."""


class _Samples:
    """Runs of bytes beyond ASCII from all over a file, those that are UTF-8 apart from others."""

    def __init__(self, data: bytes) -> None:
        self.utf8: list[bytes] = []
        self.others: list[bytes] = []
        for start, end in sorted({*_spread(data), *_where_not_utf8(data)}):
            run = data[start:end]
            try:
                codecs.utf_8_decode(run, "strict", len(run) < _LONGEST_RUN)
                self.utf8.append(run)
            except UnicodeDecodeError:
                self.others.append(run)

    def ranked(self, chinese: bool) -> dict[str, float]:
        """The encodings, alone or mixed with UTF-8, the most probable one first, with their costs in bits.

        ``chinese`` as for ``readings``.
        """
        costs = {"utf-8": _cost(self.text("utf-8"), "utf-8") - _USUAL}
        for name in ENCODINGS:
            usual = _USUAL if chinese and name in _CHINESE_ENCODINGS else 0
            costs[name] = _cost(self.text(name), name) - usual
            if self.utf8 and self.others:
                mixture = f"utf-8+{name}"
                cost = _cost(self.text(mixture), name) - usual + _MIXED
                if cost < costs[name]:
                    costs[mixture] = cost
                    del costs[name]
        return dict(sorted(costs.items(), key=lambda item: item[1]))

    def text(self, encoding: str) -> str:
        """All samples as they are read in that encoding, those that are not UTF-8 first."""
        first, _, second = encoding.partition("+")
        return _decoded(self.others, second or first) + _decoded(self.utf8, first)


_USUAL: Final = 8
_MIXED: Final = 8
"""How much more UTF-8, and how much less a mixture is to be expected than others, in bits."""


def _decoded(runs: list[bytes], encoding: str) -> str:
    return _decode(b" ".join([b"", *runs, b""]), encoding)


def _run(data: bytes, at: int) -> tuple[int, int]:
    """Start and end of the run around a byte."""
    start = at - _length(data[max(at - _LONGEST_RUN, 0) : at][::-1], 0)
    return start, at + _length(data, at)


def _length(data: bytes, at: int) -> int:
    run = _RUN.match(data, at)
    return 0 if run is None else run.end() - at


def _spread(data: bytes) -> Iterator[tuple[int, int]]:
    """Runs from every part of a file, all of those of a short one."""
    most = _SAMPLE // _SEGMENTS
    step = max(-(-len(data) // _SEGMENTS), most)
    for segment in range(0, len(data), step):
        at, left = segment, most
        while left > 0 and (found := _HIGH.search(data, at, segment + step)) is not None:
            start, at = _run(data, found.start())
            left -= at - start
            yield start, at


def _where_not_utf8(data: bytes) -> Iterator[tuple[int, int]]:
    """The first runs that are not UTF-8: they may be few in a long file."""
    at = found = 0
    while at < len(data) and found < _PLACES:
        is_last = at + _BLOCK >= len(data)
        try:
            at += codecs.utf_8_decode(data[at : at + _BLOCK], "strict", is_last)[1]
        except UnicodeDecodeError as error:
            start, end = _run(data, at + error.start)
            yield start, end
            found += 1
            at = max(at + error.end, end)


# --- languages ----------------------------------------------------------------------------------------------

_CHINESE_ENCODINGS: Final = ("gb18030", "big5hkscs")
_MULTIBYTE: Final = (*_CHINESE_ENCODINGS, "cp932", "cp949")
_WESTERN: Final = ("cp1252", "mac_roman", "cp437")
_CENTRAL: Final = ("cp1250", "iso8859_2", "cp852")
_CYRILLIC: Final = ("cp1251", "koi8_r", "cp866", "iso8859_5")
ENCODINGS: Final[dict[str, float]] = {
    "gb18030": 0,
    "big5hkscs": 3,
    "cp932": 3,
    "cp949": 6,
    "cp1252": 0,
    "mac_roman": 6,
    "cp437": 5,
    "cp1250": 0,
    "iso8859_2": 2,
    "cp852": 5,
    "cp1254": 0,
    "cp1257": 0,
    "cp1258": 0,
    "cp1251": 0,
    "koi8_r": 3,
    "cp866": 4,
    "iso8859_5": 6,
    "cp1253": 0,
}
"""The encodings that are tried besides Unicode, and how much less usual each is for its languages, in
bits."""

_CHINESE: Final = (
    "进车马炮平红的黑一方退五三七兵四胜六二卒八走着局有是不势如优中了象和对则士攻相将以九双先子棋下可手之大路后此为这改"
    "在法时第变力得好出战成制无占击于多动上用应杀但而前能再要兑形回正步失地然我右左利取易化过打定来已反至捉防弃人说也全"
    "被边入必作强虽合到意赛负稳两开阵发仍其主难若行国因心位明同点起现均又吃伏帅仕底会个分就去从看见当年与赢者天新"
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭郑梁谢宋许韩邓冯曹曾蔡蒋程吕丁任卢钟谭汪陆金石陶柳洪唐孟万庄银川华荣伟军建志文"
    "海俊永德光铁波辉北京南东江广河湖山西港台州市省杯届锦标冠队名联体育决屏风抽残困毙花巡顺列宫卫首评注他你们家学里小鑫"
)
"""The most frequent characters of comments on games, and of the names of players and events."""
_TRADITIONAL: Final = _CHINESE.translate(
    str.maketrans(
        "进车马红胜势优对则将双后为这时变战无击应杀兑过来弃说边强虽赛负稳两开阵发难国现帅会个从见当与赢张刘陈杨赵黄吴孙郑"
        "谢许韩邓冯蒋吕卢钟谭陆万庄银华荣伟军铁辉东广湾届锦标队联体决风残毙顺宫卫评们学里着",
        "進車馬紅勝勢優對則將雙後為這時變戰無擊應殺兌過來棄說邊強雖賽負穩兩開陣發難國現帥會個從見當與贏張劉陳楊趙黃吳孫鄭"
        "謝許韓鄧馮蔣呂盧鐘譚陸萬莊銀華榮偉軍鐵輝東廣灣屆錦標隊聯體決風殘斃順宮衛評們學裡著",
    )
)
_JAPANESE: Final = (
    "のいるにはたてとしをがンなーかれスりもこらトクルイすさアっよドリラタジつおシうけめきあま"
    "フくコロレそみちマ"
)


@dataclass(frozen=True, slots=True)
class _Language:
    """A language, or several alike, as far as it goes beyond ASCII."""

    rarity: float
    """How much less than others it is to be expected in records, in bits."""
    letters: str
    """Lower case, the most frequent first."""
    encodings: tuple[str, ...]
    """Those that it is usually written in."""


_LANGUAGES: Final = (
    _Language(0, _CHINESE, ("gb18030",)),
    _Language(0, _TRADITIONAL, _CHINESE_ENCODINGS),
    _Language(2, _JAPANESE + _TRADITIONAL, ("cp932",)),
    _Language(2, "", ("cp949",)),  # Korean: see _hangul_bits
    _Language(1, "éöüäáóíèñçåßøàãêæôúâïëîûðœìòùþý", _WESTERN),  # names from everywhere
    _Language(0, "üöäßé", _WESTERN),  # German
    _Language(0, "éèàêçôîâûùëïœ", _WESTERN),  # French
    _Language(0, "óáíéñúü¡¿ºª", _WESTERN),  # Spanish
    _Language(1, "øåæöäéü", _WESTERN),  # Danish, Norwegian
    _Language(1, "äöå", _WESTERN),  # Swedish, Finnish
    _Language(2, "ëéïüèö", _WESTERN),  # Dutch
    _Language(1, "ãçáéíóêõâàúôº", _WESTERN),  # Portuguese
    _Language(1, "àèùòìéó", _WESTERN),  # Italian
    _Language(1, "èàéóíçòúïü", _WESTERN),  # Catalan
    _Language(2, "íáðóéúþæöý", _WESTERN),  # Icelandic
    _Language(3, "áčéšíćžóýłřěőńśąęäöüűđşň", _CENTRAL),  # names from everywhere
    _Language(2, "łąęóśżćńź", _CENTRAL),  # Polish
    _Language(2, "íáéěýřčšžůúťóďň", _CENTRAL),  # Czech
    _Language(3, "áéíčúžýšóľťôäňďĺŕ", _CENTRAL),  # Slovak
    _Language(2, "áéöóőíüúű", _CENTRAL),  # Hungarian
    _Language(2, "ćčšžđ", _CENTRAL),  # Croatian, Serbian, Slovene
    _Language(3, "ăîâşţ", _CENTRAL),  # Romanian
    _Language(3, "ıüşçöğâİîûĞ", ("cp1254",)),  # Turkish; no word begins with Ğ
    _Language(3, "āēīšņļūčķģžĢŗ", ("cp1257",)),  # Latvian
    _Language(3, "šėžųįąūčę", ("cp1257",)),  # Lithuanian
    _Language(5, "äõüöšž", ("cp1257",)),  # Estonian
    _Language(8, "\u0323\u0301\u0300đươêáôâà\u0309ăíóéìãùúòýõè\u0303", ("cp1258",)),  # Vietnamese
    _Language(2, "оеаинтсрвлкмдпуыйзбгяьчхжшюцщэфъё", _CYRILLIC),  # Russian, Bulgarian
    _Language(4, "оаиніервтлкмудпзсяьбгйчхжїцєшюєщґф", _CYRILLIC),  # Ukrainian
    _Language(4, "аоиенрсјтувкмлдпзбгчшцхњжљћфђџ", ("cp1251", "iso8859_5")),  # Serbian
    _Language(5, "αοιετσνηυρπκμλςωόίάήέδγχθφβύξζώψϊϋΐΰ", ("cp1253",)),  # Greek
)
_UNUSUAL: Final = 8
"""How much less usual it is to write a language in an encoding of others, in bits."""


def _cost(text: str, encoding: str) -> float:
    """How improbable a text is in that encoding, in bits."""
    counts = Counter(text)
    pairs = Counter(pairwise(text.translate(_KINDS)))
    cost = ENCODINGS.get(encoding, 0)
    cost += sum(count * _bits(char) for char, count in counts.items())
    cost += sum(count * _pair_bits(*pair) for pair, count in pairs.items())
    return cost + min(
        language.rarity
        + (0 if encoding in language.encodings or encoding.startswith("utf") else _UNUSUAL)
        - sum(counts[char] * gains[char] for char in counts.keys() & gains.keys())
        for language, gains in _gains().items()
    )


@cache
def _gains() -> dict[_Language, dict[str, float]]:
    """How much more frequent the letters of a language are in it than in others."""
    return {
        language: {char: _bits(char) - bits for char, bits in _letter_bits(language).items()}
        for language in _LANGUAGES
    }


@cache
def _letter_bits(language: _Language) -> dict[str, float]:
    """How rare the letters of a language are in it."""
    bits: dict[str, float] = {}
    for rank, char in enumerate(dict.fromkeys(language.letters)):
        bits[char] = {"w": 4.5, "d": 4.5, "m": 3.0}.get(_KINDS[ord(char)], 4) + math.log2(1 + rank / 4)
    for char in language.letters:
        capital = char.upper()
        if len(capital) == 1 and not capital.isascii():  # unlike those of ß and ı
            bits.setdefault(capital, bits[char])
    return bits


@cache
def _foreign_bits() -> dict[str, float]:
    """How rare the letters of any language are in another."""
    rarest: dict[str, float] = {}
    for language in _LANGUAGES:
        for char, bits in _letter_bits(language).items():
            foreign = {"h": 1, "w": 3, "d": 3}.get(_KINDS[ord(char)].lower(), 8)
            rarest[char] = min(language.rarity + bits + foreign, rarest.get(char, math.inf))
    return rarest


# --- characters ---------------------------------------------------------------------------------------------

_NO_CHARACTER: Final = 24
"""The bits of a place where bytes are no character; control and private characters have as many."""
_USUAL_MARKS: Final = "“”‘«»–—…，。、！？：；（）《》·"
_SCRIPTS: Final = {
    "CJK": "h", "HANGUL": "o", "HIRAGANA": "k", "KATAKANA": "k", "KATAKANA-HIRAGANA": "k", "HALFWIDTH": "k",
    "CYRILLIC": "r", "GREEK": "g",
}  # fmt: skip
_PLACES_OF: Final = {"Pi": "(", "Ps": "(", "Pf": ")", "Pe": ")", "Mn": "m"}


class _Kinds(dict[int, str]):
    """The kind of each character, by its number: what decides where it stands.

    v, c: a vowel, a consonant; w, d: one beyond ASCII; r: Cyrillic; g: Greek; capitals alike.  h: Chinese;
    k: kana; o: Hangul; m: an accent over the letter before; 0: a digit; ( and ): a mark before or after a
    word; ?: any other symbol; a space: what may stand anywhere.
    """

    def __missing__(self, number: int) -> str:
        self[number] = kind = self._kind(chr(number))
        return kind

    @staticmethod
    def _kind(char: str) -> str:
        category = unicodedata.category(char)
        if char == "’" or (char.isascii() and not char.isalpha()):
            return "0" if char.isdigit() else " "
        if not char.isalpha():
            return _PLACES_OF.get(category, "(" if char in "¿¡" else " " if char in _USUAL_MARKS else "?")
        script, *name = unicodedata.name(char, "?").split()
        if script != "LATIN":
            kind = _SCRIPTS.get(script, "?")
        else:
            letter = name[2] if len(name) > 2 else "?"
            is_vowel = letter == "DOTLESS" or (letter[0] in "AEIOUY" and letter != "ETH")
            kind = ("v" if is_vowel else "c") if char.isascii() else ("w" if is_vowel else "d")
        return kind.upper() if category == "Lu" else kind


_KINDS: Final = _Kinds()


@cache
def _pair_bits(first: str, second: str) -> float:
    """How much rarer it is than otherwise that these two kinds stand side by side."""
    if second == "m":
        return 0 if first in "vwVW" else 10
    for script in ("vcwd", "r", "g"):
        inside = (first.lower() in script) + (second.lower() in script)
        if inside == 2 and not (first + second).strip("vcVC"):
            return 0
        if inside == 2:
            capital = (1 if first.isupper() else 10) if second.isupper() else 0
            row = {"vw": 3, "wv": 2, "cd": 2.5, "dc": 2, "ww": 5, "dd": 5, "wd": 4, "dw": 4}
            return capital + row.get((first + second).lower(), 0)
        if inside == 1:
            other = second if first.lower() in script else first
            if first + second in ("0v", "0c", "0V", "0C", "v0", "c0", "V0", "C0"):
                return 0
            if other in "hko":
                return 6
            if other.isalpha():
                return 12
            odd = other == "?" or (second == "(" or first == ")")
            return 6 if odd else 4 if other == "0" else 0
    return 3 if first + second in ("ho", "oh", "??") else 0


@cache
def _bits(char: str) -> float:
    """How rare a character is in a language that does not use it."""
    foreign = _foreign_bits().get(char)
    if foreign is not None:
        return foreign
    if char.isascii():
        return 4.5 if char.isalpha() else 4 if char.isprintable() or char in "\t\r\n" else _NO_CHARACTER
    if char == REPLACEMENT:
        return _NO_CHARACTER
    if char in _USUAL_MARKS:
        return 5.5
    match _KINDS[ord(char)].lower():
        case "h":
            return _han_bits(char)
        case "o":
            return _hangul_bits(char)
        case "k":
            return 15 if unicodedata.name(char).startswith("HALF") else 13
        case "w" | "d":
            return 10
        case "r" | "g":
            return 12
    rare = {**dict.fromkeys(("Cc", "Co", "Cn"), _NO_CHARACTER), "No": 11, "So": 12, "Po": 11, "Mn": 15}
    return 3 if char == "’" else rare.get(unicodedata.category(char), 13)


_HAN_LEVELS: Final = (
    ("gb18030", 0xB0A1, 0xD7F9, 12),
    ("big5hkscs", 0xA440, 0xC67E, 12.5),
    ("cp932", 0x889F, 0x9872, 13.5),
    ("gb18030", 0xD8A1, 0xF7FE, 16),
)
"""The characters that the standards of the countries have as their usual ones come first in them."""


def _han_bits(char: str) -> float:
    for encoding, first, last, bits in _HAN_LEVELS:
        code = char.encode(encoding, "replace")
        if (
            len(code) == 2
            and first <= int.from_bytes(code) <= last
            and (code[1] > 0xA0 or encoding != "gb18030")
        ):
            return bits
    return 19 if char <= "\uffff" else 22


_JAMO: Final = (
    (588, 2.2, (11, 0, 9, 12, 2, 3, 5, 18, 7, 6, 14, 16, 15, 17, 1, 4, 10, 8, 13)),
    (28, 1.8, (0, 20, 8, 4, 18, 13, 1, 6, 5, 9, 11, 12, 17, 16, 14, 2, 19, 15, 7, 10, 3)),
    (1, 0.8, (0, 4, 21, 8, 1, 16, 17, 20, 19, 7)),
)
"""The three letters of a syllable: the unit of each in its number, how rare the most frequent one is, and
their order."""


def _hangul_bits(char: str) -> float:
    bits, rest = 0.0, ord(char) - 0xAC00
    if not 0 <= rest < 19 * 588:
        return 15
    for unit, start, order in _JAMO:
        letter, rest = divmod(rest, unit)
        rank = order.index(letter) if letter in order else len(order) + 2
        bits += start + math.log2(1 + rank / (2 if unit > 1 else 1))
    return bits
