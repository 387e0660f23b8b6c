"""CBR, CBL and CBF files made for tests, written here from the description of the formats.

As in the files of CCBridge, the gaps between the fields hold rubbish.
"""

import random
import struct
import uuid
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

from cannonfish.games.xiangqi import BLACK
from cannonfish.games.xiangqi.squares import square, square_file, square_rank
from cannonfish.records import Game, Node

PIECES = {letter: code for side, codes in (("RNBAKCP", 0x11), ("rnbakcp", 0x21)) for code, letter in
          enumerate(side, codes)}  # fmt: skip
RESULTS = {"1-0": 1, "0-1": 2, "1/2-1/2": 3}
BLOCK = 4096


@dataclass
class Cbr:
    """What a record shall say."""

    game: Game
    texts: dict[int, str] = field(default_factory=dict)
    """Header texts by their offset."""
    version: int = 2
    seed: int = 1

    def identity(self) -> uuid.UUID:
        return uuid.UUID(int=random.Random(self.seed).getrandbits(128))

    def data(self) -> bytes:
        header = bytearray(random.Random(self.seed).randbytes(2214))
        header[:20] = b"CCBridge Record\0\0\0\0" + bytes([self.version])
        header[20:36] = self.identity().bytes_le
        for offset in (
            180,
            564,
            692,
            756,
            820,
            852,
            884,
            948,
            1012,
            1076,
            1140,
            1204,
            1268,
            1300,
            1364,
            1428,
        ):
            header[offset : offset + 2] = bytes(2)
        for offset in (1492, 1652, 1780, 2080):
            header[offset : offset + 2] = bytes(2)
        for offset, text in self.texts.items():
            encoded = (text + "\0").encode("utf-16-le")
            header[offset : offset + len(encoded)] = encoded
        header[2076] = RESULTS.get(self.game.result, 0)
        header[2112] = 2 if self.game.start.turn is BLACK else 1
        placement = self.game.start.placement
        header[2120:2210] = bytes(PIECES.get(placement[at], 0) for at in map(point, range(90)))
        header[2210:2214] = b"\xff" * 4
        return bytes(header) + b"".join(map(self.record, (self.game, *self.game.descendants())))

    def record(self, node: Node) -> bytes:
        flags = 0 if node.variations else 1
        if node.parent is not None and node.parent.variations[-1] is not node:
            flags |= 2
        orig, dest = (0, 0) if node.move is None else (index(node.played.orig), index(node.played.dest))
        comment = node.comment.replace("\n", "\r\n").encode("utf-16-le")
        size = struct.pack("<I", len(comment)) if comment else b""
        return bytes([flags | 4 * bool(comment), 0, orig, dest]) + size + comment


def point(at: int) -> int:
    return square(at % 9, 9 - at // 9)


def index(at: int) -> int:
    return (9 - square_rank(at)) * 9 + square_file(at)


def library(
    records: list[Cbr], places: int = 128, deleted: tuple[int, ...] = (), reverse: bool = False
) -> bytes:
    """A library of the records; ``deleted`` are still in the file, ``reverse`` lists the last one first."""
    header = bytearray(b"CCBridgeLibrary\0" + bytes(66624 - 16))
    header[16:20], header[56] = b"\3\0\0\0", bool(deleted)
    struct.pack_into("<I", header, 60, places)
    header[64:72] = "棋谱".encode("utf-16-le") + bytes(4)
    slots = bytearray(places * 276)
    blocks = []
    for number, record in enumerate(records):
        data = record.data()
        size = -(-len(data) // BLOCK)
        order = len(records) - 1 - number if reverse else number
        struct.pack_into("<5I", slots, number * 276, 5 if number in deleted else 7, order, size, len(data), 0)
        identity = f"{{{record.identity()}}}".upper().encode("utf-16-le")
        slots[number * 276 + 20 : number * 276 + 20 + len(identity)] = identity
        blocks.append(data.ljust(size * BLOCK, b"\0"))
    return bytes(header + slots) + b"".join(blocks)


def cbf(game: Game, **head: str) -> str:
    """The main line of a game as CBF."""
    lines = [f"  <{name}>{escape(text)}</{name}>" if text else f"  <{name} />" for name, text in head.items()]
    moves = [f'  <Move value="00-00">{cdata(game.comment)}</Move>']
    for node in game.mainline():
        value = "-".join(
            f"{square_file(at)}{9 - square_rank(at)}" for at in (node.played.orig, node.played.dest)
        )
        end = "" if node.variations else ' end="1"'
        moves.append(f"  <Move value={quoteattr(value)}{end}>{cdata(node.comment)}</Move>")
    return "\n".join(
        [
            '\ufeff<?xml version="1.0" encoding="UTF-8"?>',
            '<ChineseChessRecord Version="1.0">',
            " <Head>",
            *lines,
            f"  <RecordResult>{RESULTS.get(game.result, 0)}</RecordResult>",
            f"  <FEN>{game.start.fen()}</FEN>",
            " </Head>",
            " <MoveList>",
            *moves,
            " </MoveList>",
            "</ChineseChessRecord>",
        ]
    )


def cdata(text: str) -> str:
    return f"<![CDATA[{text}]]>" if text and "]]>" not in text else escape(text)
