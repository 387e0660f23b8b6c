"""Files of every format with bytes changed, lost, doubled or moved are read, or refused with an error."""

import random
from functools import cache

import pytest
from cannonfish.errors import InvalidRecordError
from cannonfish.games.xiangqi import Board
from cannonfish.records import dhtmlxq, load, pgn, xqf

from tests.property.test_wild_texts import told
from tests.unit.records import ccbridge_writer
from tests.unit.records.ccbridge_writer import Cbr, library
from tests.unit.records.xqf_writer import Xqf, annotated_game

EXTREMES = (0, 1, 0x20, 0x7F, 0x80, 0xFE, 0xFF)


def files() -> dict[str, list[bytes]]:
    """Examples of each format."""
    game, other = annotated_game(), annotated_game("4k4/9/9/9/2b3r2/9/9/9/9/3KN4 b - - 0 1")
    game.headers |= {"Red": "胡荣华", "Result": "1-0"}
    records = [Cbr(game, {180: "一"}), Cbr(other, {180: "二", 1076: "X"}, seed=2)]
    return {
        "xqf": [xqf.dumps(game), Xqf(other, 18, bytes([0x11, 0x22, 0x33, 0x9A]), 0x5A, b"\1\2\3\4").data()],
        "cbr": [record.data() for record in records],
        "cbl": [library(records, places=2), library(records, places=3, deleted=(0,), reverse=True)],
        "cbf": [ccbridge_writer.cbf(each, Name="一", Date="1983年").encode() for each in (game, other)],
        "dhtmlxq": [dhtmlxq.dumps(each).encode() for each in (game, other)],
        "pgn": [pgn.dumps(each).encode("gb18030") for each in (game, other)],
    }


FILES = files()


@cache
def filled(data: bytes) -> list[int]:
    """The places that are not zero: a header is mostly empty."""
    return [at for at, byte in enumerate(data) if byte]


def mutated(data: bytes, rng: random.Random) -> bytes:
    """The file with one to four changes, most of them where it has content."""
    changed = bytearray(data)
    for _ in range(rng.randrange(1, 5)):
        at = min(
            rng.choice(filled(data)) + rng.randrange(4) if rng.random() < 0.8 else rng.randrange(len(data)),
            len(changed),
        )
        size = rng.choice((1, 1, 2, 4, 16, 200))
        match rng.randrange(7):
            case 0:
                changed[at : at + 1] = bytes([rng.randrange(256)])
            case 1:
                changed[at : at + 1] = bytes([rng.choice(EXTREMES)])
            case 2:
                changed[at : at + size] = rng.randbytes(size)
            case 3:
                del changed[at : at + size]
            case 4:
                changed[at:at] = changed[at : at + size] * rng.randrange(1, 4)
            case 5:
                other = rng.randrange(len(data))
                changed[at : at + size] = data[other : other + size]
            case 6 if rng.random() < 0.3:
                del changed[at:]
    return bytes(changed)


def read(data: bytes) -> None:
    """Games whose moves can be played and whose errors say something, or an error that does."""
    try:
        games = load(data)
    except InvalidRecordError as error:
        told(error)
        return
    assert games
    for game in games:
        list(map(told, game.errors))
        if isinstance(game.start, Board):
            game.end().board()


def mutate(format: str, count: int) -> None:
    rng = random.Random(f"{format} {count}")
    for _ in range(count):
        read(mutated(rng.choice(FILES[format]), rng))


@pytest.mark.parametrize("format", FILES)
def test_two_hundred_mutations_are_read_or_refused(format: str) -> None:
    mutate(format, 200)


@pytest.mark.slow
@pytest.mark.parametrize("format", FILES)
def test_a_hundred_thousand_mutations_are_read_or_refused(format: str) -> None:
    mutate(format, 100_000)
