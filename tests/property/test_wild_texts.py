"""Whatever text or file is brought in, it is read, or refused with one of the documented errors."""

import contextlib
import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, quote

import pytest
from cannonfish import chess, liuzichong, xiangqi
from cannonfish.errors import (
    AmbiguousMoveError,
    GameError,
    IllegalMoveError,
    InvalidFenError,
    InvalidMoveError,
    InvalidRecordError,
)
from cannonfish.games.catalogue import GAMES as CATALOGUE
from cannonfish.games.tolerant_fen import board_of
from cannonfish.protocol.page.messages import RequestError, parse_request
from cannonfish.protocol.page.worker import WorkerSession
from cannonfish.records import detect, dhtmlxq, load, loads, pgn, xqf
from cannonfish.records.source import Source
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.unit.records.xqf_writer import Xqf

GAMES = {"xiangqi": xiangqi, "chess": chess, "liuzichong": liuzichong}
FENS = [
    xiangqi.Board().fen(),
    "3k5/4R4/9/9/9/9/9/9/9/R3K4 w - - 0 1",
    chess.Board().fen(),
    "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 3 9",
    liuzichong.Board().fen(),
]
PASTED = [
    f"https://lichess.org/analysis/{FENS[3].replace(' ', '_')}?color=white",
    f'FEN: "{FENS[1]}" 1. a0a9 (1. R9+8) *',
    f'{FENS[3]} bm e5d6; id "x"; hmvc 3;\n{FENS[2]}',
    FENS[0].replace("/", "%2F").replace(" ", "+"),
]
RECORD = (
    '[Game "Xiangqi"]\n[Red "甲"]\n[FEN "3k5/4R4/9/9/9/9/9/9/9/R3K4 w"]\n\n'
    "1. 车九进九 (1. R9+8 {好} 将4进1) *\n"
)
PAGE = (
    "[DhtmlXQ]\n[DhtmlXQ_title]x||y[/DhtmlXQ_title]\n[DhtmlXQ_binit]"
    "8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]\n"
    "[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n[DhtmlXQ_move_0_2_1]1022[/DhtmlXQ_move_0_2_1]\n"
    "[DhtmlXQ_comment1_2]z[/DhtmlXQ_comment1_2]\n[/DhtmlXQ]"
)


def words(text: str) -> list[str]:
    """What stands between spaces."""
    return text.split()


BITS = st.sampled_from(
    [
        *words(
            '/ 9 0 -1 10 w b r - _ . W B k K x ( ) [ ] { } ; " \\ % $1 $999 ! ?? 1. 12... 1-0 1/2-1/2 * + #'
        ),
        *words("h2e2 H2-E2 C2=5 炮二平五 前车进１ 马8进7 傌 e4 O-O exd8=Q a4-b4x e8e9 i9i10"),
        *words(
            "position startpos fen moves [DhtmlXQ] [/DhtmlXQ] [DhtmlXQ_movelist] [/DhtmlXQ_binit] 9999 77"
        ),
        *words("[DhtmlXQ_move_0_1_1] [DhtmlXQ_fen] [DhtmlXQ_comment0_1]"),
        *(
            '[FEN "',
            '[Event "x"]',
            '[Game "Chess"]',
            '[Variant "Xiangqi"]',
            '[Result "x"]',
            '[Format "ICCS"]',
        ),
        *("\0", "\ufeff", "\u202e", "\ud800", "🐟", "\n", "\r", "\t", "　", "٣", "９"),
    ]
)
PLAIN = st.one_of(
    st.text(max_size=60), st.lists(BITS, max_size=20).map(" ".join), st.lists(BITS, max_size=20).map("".join)
)


@st.composite
def spoilt(draw: st.DrawFn, texts: list[str]) -> str:
    """A text that was right, with some of it taken out, doubled, or replaced."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = start + draw(st.integers(0, 12))
        text = text[:start] + draw(st.one_of(BITS, st.just(text[start:end] * 2), PLAIN)) + text[end:]
    return text


def example_file() -> bytes:
    """An XQF file as XQStudio writes it."""
    (game,) = loads(RECORD.replace("车九进九", "R9+9"))
    return Xqf(game, 18, bytes([0x11, 0x22, 0x33, 0x9A]), 0x5A, b"\1\2\3\4").data()


Check = Callable[[Any], None]


def read_fen(text: str) -> None:
    """A board, or an error in the FEN or in a move after it; what was read is written and read alike."""
    for game in GAMES.values():
        try:
            board = game.Board(text)
        except InvalidFenError as error:
            told(error)
            continue
        except (InvalidMoveError, IllegalMoveError) as error:
            assert "moves" in text
            told(error)
            continue
        assert game.Board(board.fen()) == board
        board.outcome()


def read_pasted(text: str) -> None:
    """What the strict reader takes is read alike; else a board with remarks, or an error of FENs or moves."""
    for name, game in GAMES.items():
        try:
            board, remarks = board_of(text, CATALOGUE[name])
        except (InvalidFenError, InvalidMoveError, IllegalMoveError, AmbiguousMoveError) as error:
            told(error)
            continue
        assert game.Board(board.fen()) == board
        for remark in remarks:
            assert remark.code
            assert remark.message
            assert all(isinstance(value, str | int) for value in remark.details.values())


def read_move(text: str) -> None:
    """A move, or one of the errors of moves."""
    for game in GAMES.values():
        for read in (game.Board().parse, game.Board().push_uci, game.Move.from_uci):
            try:
                read(text)
            except GameError as error:
                told(error)


def read_record(text: str) -> None:
    """Games with their errors, or InvalidRecordError; what was read can be written."""
    for name in GAMES:
        detect(text, name)
        try:
            games = loads(text, name)
        except InvalidRecordError as error:
            told(error)
            continue
        for game in games:
            list(map(told, game.errors))
            assert loads(pgn.dumps(game))
            if game.name == "xiangqi":
                assert dhtmlxq.loads(dhtmlxq.dumps(game))
    list(pgn.entries(Source(text)))


def read_file(data: bytes) -> None:
    """Games, or InvalidRecordError, of any bytes."""
    for read in (load, xqf.load):
        try:
            read(data)
        except InvalidRecordError as error:
            told(error)


def read_address(address: str) -> None:
    """What a page makes of an address reaches the worker as JSON, and is answered whatever it is."""
    asked = {name: values[0] for name, values in parse_qs(address, errors="surrogatepass").items()}
    for kind in ("view", "notate", "parse", "read"):
        answered({"id": 1, "type": kind, **asked})
        answered({"id": 1, "type": kind, **asked, "moves": re.split(r"[\s,_]+", asked.get("moves", ""))})


def answered(message: object) -> None:
    """The session answers with one message that is JSON."""
    heard: list[Any] = []
    session = WorkerSession(heard.append, "interpreted")
    with contextlib.suppress(RequestError):
        parse_request(message)
    session.receive(message)
    assert all(isinstance(json.dumps(each), str) for each in heard)


def told(error: GameError) -> None:
    """An error says what it is to a person and to a program, and never more than a line of the text."""
    assert error.message
    assert error.code
    assert error.reason
    assert len(error.text) <= 80
    assert all(isinstance(value, str | int) for value in error.details.values())


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), PLAIN),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)
MESSAGES = st.one_of(
    JSON,
    st.dictionaries(
        st.sampled_from(
            [
                "id",
                "type",
                "game",
                "fen",
                "moves",
                "move",
                "text",
                "limits",
                "record",
                "format",
                "notation",
                "ply",
                "index",
            ]
        ),
        st.one_of(
            JSON,
            st.sampled_from(["view", "play", "judge", "notate", "parse", "read", "write", "xiangqi", *FENS]),
        ),
    ),
)
ADDRESSES = st.dictionaries(
    st.sampled_from(
        [
            "game",
            "fen",
            "moves",
            "level",
            "side",
            "lang",
            "theme",
            "text",
            "pgn",
            "ply",
            "puzzle",
            "color",
            "mode",
            "id",
            "origin",
        ]
    ),
    st.one_of(
        PLAIN, spoilt(FENS), st.sampled_from(["xiangqi", "chess", "liuzichong", "h2e2,h9g7", "h2e2_e9e8"])
    ),
).map(
    lambda asked: "&".join(f"{name}={quote(value, errors='surrogatepass')}" for name, value in asked.items())
)
FILES = st.one_of(
    st.binary(max_size=200),
    st.tuples(st.integers(0, 1400), st.binary(max_size=8)).map(
        lambda spoil: example_file()[: spoil[0]] + spoil[1] + example_file()[spoil[0] + len(spoil[1]) :]
    ),
    st.integers(0, 1400).map(lambda end: example_file()[:end]),
    st.one_of(PLAIN, spoilt([RECORD, PAGE])).map(lambda text: text.encode("utf-16", "surrogatepass")),
)
WAYS: list[tuple[str, Check, st.SearchStrategy[Any]]] = [
    ("fen", read_fen, st.one_of(PLAIN, spoilt(FENS))),
    ("pasted", read_pasted, st.one_of(PLAIN, spoilt([*FENS, *PASTED]))),
    ("move", read_move, PLAIN),
    ("record", read_record, st.one_of(PLAIN, spoilt([RECORD, PAGE, *FENS]))),
    ("file", read_file, FILES),
    ("address", read_address, ADDRESSES),
    ("message", answered, MESSAGES),
]
each_way = pytest.mark.parametrize(
    ("check", "given_values"), [way[1:] for way in WAYS], ids=[way[0] for way in WAYS]
)


def throw(check: Check, values: st.SearchStrategy[Any], examples: int) -> None:
    """So many examples, the same in every run."""

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        database=None,
    )
    @given(values)
    def every(value: Any) -> None:
        check(value)

    every()


@each_way
def test_a_hundred_wild_things_are_read_or_refused(
    check: Check, given_values: st.SearchStrategy[Any]
) -> None:
    throw(check, given_values, 100)


@pytest.mark.slow
@each_way
def test_ten_thousand_wild_things_are_read_or_refused(
    check: Check, given_values: st.SearchStrategy[Any]
) -> None:
    throw(check, given_values, 10_000)
