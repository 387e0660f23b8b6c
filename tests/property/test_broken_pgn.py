"""PGN as programs and people write it, broken in every way: it is read, or refused with InvalidRecordError.

What was read is written, and read back as the same tree, without errors.
"""

import random
from collections.abc import Callable
from contextlib import suppress

import pytest
from cannonfish.records import Game, InvalidRecordError, detect, loads, pgn
from cannonfish.records.collection import Collection

from tests.property.test_wild_texts import told
from tests.unit.records.shapes import shape

RECORDS = [
    # lichess
    """[Event "Rated blitz game"]
[Site "https://lichess.org/abcdefgh"]
[UTCDate "2024.01.02"]
[White "a"]
[Black "b"]
[Result "1-0"]
[WhiteElo "1500"]
[Variant "Standard"]

1. e4 { [%eval 0.2] [%clk 0:03:00] } 1... c5 { [%clk 0:02:59] } 2. Nf3 d6?! { (0.11 → 0.83) Inaccuracy. }
(2... Nc6 3. Bb5 $14 (3. d4 cxd4 4. Nxd4) 3... g6) 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 1-0
""",
    # ChessBase and SCID: a variation that repeats the last move, glyphs, a null move, castling
    """[Event "?"]
[White "Müller, K"]
[Black "O'Neil \\"X\\""]
[Result "1/2-1/2"]
[ECO "C50"]
[PlyCount "9"]

1.e4 e5 2.Nf3 Nc6 {[#]} 3.Bc4 $146 Bc5 ( 3...Nf6 4.Ng5 $5 (4.-- Nxe4) d5 $44 ) ( {or} 3...Be7 +/= ) 4.O-O! Nf6
5.d3 d6 ⩲ N ( 5...d6 6.c3 a6 ± ; rest of line
7.Re1 ) 1/2-1/2
""",
    # a position, promotion, en passant
    """[SetUp "1"]
[FEN "4k3/P7/8/2pP4/8/8/7p/4K3 w - c6 0 40"]
[Result "*"]

40. dxc6 e.p. (40. a8=Q+ Kd7 41. Qb7+ +-) h1=Q+ 41. Kd2 Qh2+ 42. Kc3*
""",
    # XQBase
    """[Game "Chinese Chess"]
[Event "1982年全国赛"]
[Date "1982.12.11"]
[RedTeam "上海"]
[Red "胡荣华"]
[BlackTeam "黑龙江"]
[Black "赵国荣"]
[Result "1-0"]
[ECCO "C44"]
{　　评注：某某}

  1. 炮二平五 马８进７
  2. 马二进三 车９平８ (2. ... 卒７进１ {亦可})
  3. 车一平二 马２进３！
  4. 兵七进一 卒７进１ 1-0
======================
欢迎访问象棋百科全书网
""",
    # PyChess, XBoard, cutechess, pages
    """[Variant "xiangqi"]
[White "x"]
[Result "0-1"]

1. h3e3 {+0.10/7} h10g8 (1... h8e8 2. h1g3) 2. h1g3 i10h10 3. i1h1 {-0.1/8 1.2s} g7g6 0-1
""",
    """[Format "ICCS"]
[Fen "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r - - 0 1"]
[RESULT "和棋"]

1. H2-E2 H9-G7 2. H0-G2 (H0-G2 B9-C7) I9-H9 3. I0-H0 H7-H3 ½-½
""",
    """第1回合 炮二平五 马8进7
第2回合 马二进三 （2、兵七进一 卒7进1 红优） 车9平8！？
③ 车一平二 马2进3 4) 兵三进一±（红胜）
""",
    "1. C2=5 H8+7 2. H2+3 R9=8 3. R1=2 C8+4 (3... H2+3 4. P7+1 C2+4) 4. P3+1 C2=5*\n",
    "1. a2b2 a3b3 2. b2a2 (2. c1c2 {x}) d3c3 *\n",
]
BITS = [
    *"()[]{};%$!?*.,:/\\\"'-+=#_ \n\t\r0123456789abehNQORCx炮马进平退五，。、（）！？；｛｝［］＊",
    *("±", "⩲", "--", "Z0", "1-0", "1/2-1/2", "½-½", "红胜", "$14", "$999", "...", "1.", "1)", "(1)", "①"),
    *("[%clk 0:01:00]", "[Event", '[FEN "', '[Variant "Xiangqi"]\n', '[White "w"]\n', "\n\n", "e.p.", "O-O"),
    *("第1回合", "\0", "\ufeff", "\u200b", "\ud800", "\x1a", "🐟", "٣", "9" * 5000, "(" * 50, ")" * 50),
]  # fmt: skip
Spoil = Callable[[str, random.Random], str]


def _cut(text: str, rng: random.Random) -> tuple[int, int]:
    start = rng.randrange(len(text) + 1)
    return start, min(len(text), start + rng.choice([1, 1, 2, 5, 20, 100]))


def removed(text: str, rng: random.Random) -> str:
    start, end = _cut(text, rng)
    return text[:start] + text[end:]


def inserted(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    bit: str = rng.choice(BITS)
    return text[:at] + bit + text[at:]


def doubled(text: str, rng: random.Random) -> str:
    start, end = _cut(text, rng)
    return text[:end] + text[start:end] * rng.randrange(1, 4) + text[end:]


def moved(text: str, rng: random.Random) -> str:
    start, end = _cut(text, rng)
    rest = text[:start] + text[end:]
    at = rng.randrange(len(rest) + 1)
    return rest[:at] + text[start:end] + rest[at:]


def cased(text: str, rng: random.Random) -> str:
    start, end = _cut(text, rng)
    return text[:start] + text[start:end].swapcase() + text[end:]


def truncated(text: str, rng: random.Random) -> str:
    return (
        text[: rng.randrange(len(text) + 1)] if rng.random() < 0.5 else text[rng.randrange(len(text) + 1) :]
    )


def without_a_mark(text: str, rng: random.Random) -> str:
    """One bracket, brace or quotation mark less."""
    places = [at for at, letter in enumerate(text) if letter in '()[]{}"（）\n']
    at = rng.choice(places or [0])
    return text[:at] + text[at + 1 :]


def with_another(text: str, rng: random.Random) -> str:
    """Two records, one put into the other."""
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(RECORDS) + text[at:]


SPOILS: list[Spoil] = [removed, inserted, doubled, moved, cased, truncated, without_a_mark, with_another]


def spoilt(rng: random.Random) -> str:
    text = rng.choice(RECORDS)
    for _ in range(rng.choice([1, 1, 2, 3, 6])):
        text = rng.choice(SPOILS)(text, rng)
    return text


def check(text: str, asked: str | None) -> list[Game]:
    """The games of the text; none if it is refused."""
    try:
        detect(text, asked)
        games = loads(text, asked)
    except InvalidRecordError as error:
        told(error)
        return []
    for game in games:
        for problem in game.errors:
            told(problem)
            assert problem.line
        written = pgn.dumps(game)
        (back,) = pgn.loads(written)
        assert back.errors == []
        assert moves(back) == moves(game)
        assert back.result == game.result
    collection = Collection(text, asked)
    list(collection.find())
    assert len(collection) >= 1
    for number in {0, len(collection) - 1}:
        with suppress(InvalidRecordError):  # one of several may be unreadable
            collection.read(number)
    return games


def moves(game: Game) -> str:
    """Start and moves with their notes, with the characters that PGN cannot hold as they are written."""
    found = shape(game)
    return repr([found["start"], found["comment"], found["moves"]]).replace("}", "｝").replace("［", "[")


def check_many(seed: int, count: int) -> None:
    rng = random.Random(seed)
    read = 0
    for _ in range(count):
        text = spoilt(rng)
        try:
            read += len(check(text, rng.choice([None, None, "xiangqi", "chess", "liuzichong"])))
        except Exception as error:
            error.add_note(f"while reading {text!r}")
            raise
    assert read > count // 2


def test_records_are_read_without_errors_while_they_are_whole() -> None:
    for text in RECORDS:
        for game in check(text, None):
            assert [error.reason for error in game.errors] in ([], ["null_move"]), text
            assert len(list(game.descendants())) >= 5


def test_three_hundred_broken_records_are_read_or_refused() -> None:
    check_many(1, 300)


@pytest.mark.slow
def test_a_hundred_thousand_broken_records_are_read_or_refused() -> None:
    check_many(2, 100_000)
