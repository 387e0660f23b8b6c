"""XQF, the files of XQStudio: a header of 1024 bytes, then the tree of moves, text mostly in GBK.  Xiangqi
only.

Version 1.0 (10 in the file) is plain; its author published it in 2001.  Later versions add a key of 32 bytes,
repeated, to the bytes of the tree, and shift points and comment lengths by further keys.  All keys are
computed from numbers in the header.  Version 12 also rotates the list of piece slots.

Files are written in version 1.0, which every program reads.
"""

import itertools
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from cannonfish.errors import InvalidRecordError
from cannonfish.games.xiangqi import BLACK, Side, Square, square, square_file, square_rank
from cannonfish.games.xiangqi.board import Board
from cannonfish.records.binary import Record, byte_error, plain_text, read_tree
from cannonfish.records.encoding import CONTROLS, Reading, decode, readings, remark_on_damage
from cannonfish.records.piece_slots import PIECE_SLOTS, START_PLACEMENT, placement_of, points_of
from cannonfish.records.source import add_error
from cannonfish.records.tree import Game, Node, join_comments, pgn_date

MAGIC: Final = b"XQ"


def is_xqf(data: bytes) -> bool:
    """True if the bytes look like an XQF file; unlike text, its header has zeros."""
    return data.startswith(MAGIC) and b"\0" in data[:64]


_TREE_START: Final = 0x400
_PLAIN_VERSION: Final = 10
_ROTATED_VERSION: Final = 12
_KEY_TEXT: Final = b"[(C) Copyright Mr. Dong Shiwei.]"
_SLOTS_START: Final = 0x10
_TURN: Final = 0x32
_RESULT: Final = 0x33
_RESULTS: Final = {1: "1-0", 2: "0-1", 3: "1/2-1/2"}
_TYPE: Final = 0x40
_ENDGAME: Final = 3
"""The type of a game that does not begin at the start position."""
_ORIG_ADDED: Final = 0x18
_DEST_ADDED: Final = 0x20
_NO_POINT: Final = 0xFF
_ENCODING: Final = "gb18030"
_TEXTS: Final = {
    "Title": (0x50, 64),
    "Event": (0xD0, 64),
    "Date": (0x110, 16),
    "Site": (0x120, 16),
    "Red": (0x130, 16),
    "Black": (0x140, 16),
    "TimeControl": (0x150, 64),
    "RedTime": (0x190, 16),
    "BlackTime": (0x1A0, 16),
    "Annotator": (0x1D0, 16),
    "Author": (0x1E0, 16),
}
"""Offset and size in bytes of each text in the header.  Its first byte is its length."""
_WESTERN_NAMES: Final = {"Red": "White", "RedTime": "WhiteTime"}
_NEXT: Final = 0xF0
_SIBLING: Final = 0x0F
"""Flags of the plain version."""


@dataclass(frozen=True, slots=True)
class _Keys:
    """The numbers that the scrambled versions add; all zero in the plain version."""

    points: int = 0
    """For the points of the slots; also the rotation of their list."""
    orig: int = 0
    dest: int = 0
    comment: int = 0
    """For the length of a comment."""
    stream: bytes = bytes(32)
    """For the bytes of the tree."""

    @classmethod
    def of(cls, header: bytes) -> "_Keys":
        if header[2] <= _PLAIN_VERSION:
            return cls()
        mask, last, numbers = header[3], header[8:12], header[12:16]
        points = _mixed(numbers[1], numbers[1])
        orig = _mixed(numbers[2], points)
        dest = _mixed(numbers[3], orig)
        comment = (numbers[0] * 256 + numbers[1]) % 32000 + 767
        cycle = [(number & mask) | bits for number, bits in zip(numbers, last, strict=True)]
        stream = bytes(letter & cycle[at % 4] for at, letter in enumerate(_KEY_TEXT))
        return cls(points, orig, dest, comment, stream)


def _mixed(number: int, factor: int) -> int:
    return (number * number * 54 + 221) * factor & 0xFF


def load(data: bytes, encoding: str | None = None) -> Game:
    """The game of a file.  ``encoding`` as in ``records.load``: some files from Taiwan are in Big5.

    InvalidRecordError if it is not an XQF file, or its header is broken.  A tree that is cut off or has an
    illegal move is read as far as possible: ``Game.errors`` gives the byte.  LookupError for an unknown
    encoding.
    """
    if not data.startswith(MAGIC):
        raise byte_error(0, "magic", "an XQF file starts with the letters XQ")
    if len(data) < _TREE_START:
        raise byte_error(len(data), "truncated", f"the file ends inside its header of {_TREE_START} bytes")
    keys = _Keys.of(data)
    name = encoding or encodings(data)[0].encoding

    def text(raw: bytes) -> str:
        return plain_text(decode(raw, name).text.rstrip("\0"))

    game = Game(headers=dict(_headers(data, text)))
    if data[2] > _PLAIN_VERSION and sum(data[12:16]) & 0xFF:
        add_error(game.errors, byte_error(12, "checksum", "the checksum of the keys is wrong"))
    turn = Side(data[_TURN] == 1)
    read_tree(game, _records(game, data, keys, text), _placement(data, keys), turn, _SLOTS_START)
    remark_on_damage(game)
    return game


def encodings(data: bytes) -> list[Reading]:
    """The encodings that the texts of a file may have, as ``records.readings``."""
    texts: list[bytes] = []

    def note(raw: bytes) -> str:
        texts.append(raw.translate(None, CONTROLS))
        return ""

    if len(data) >= _TREE_START:
        records = _records(Game(), data, _Keys.of(data), note)
        for _ in itertools.chain(_headers(data, note), itertools.islice(records, _JUDGED)):
            pass
    return readings(b"\n".join(texts), chinese=True)


_JUDGED: Final = 2000
"""The encoding is judged by the comments of the first records, so many."""


def _headers(data: bytes, text: Callable[[bytes], str]) -> Iterator[tuple[str, str]]:
    for name, (start, size) in _TEXTS.items():
        length = min(data[start], size - 1)
        header = text(data[start + 1 : start + 1 + length])
        if header:
            yield name, pgn_date(header) if name == "Date" else header
    yield "Result", _RESULTS.get(data[_RESULT], "*")


def _placement(data: bytes, keys: _Keys) -> str:
    points: list[Square | None] = [None] * len(PIECE_SLOTS)
    for number, value in enumerate(data[_SLOTS_START : _SLOTS_START + len(PIECE_SLOTS)]):
        rotated = (number + keys.points + 1) % len(PIECE_SLOTS) if data[2] >= _ROTATED_VERSION else number
        points[rotated] = _point(value - keys.points & 0xFF)
    try:
        return placement_of(points)
    except ValueError as error:
        raise byte_error(_SLOTS_START, "pieces", str(error)) from None


def _point(value: int) -> Square | None:
    """Ten times the file plus the rank, from Red's left corner; None for values beyond 89."""
    return square(value // 10, value % 10) if value < 90 else None


def _records(game: Game, data: bytes, keys: _Keys, text: Callable[[bytes], str]) -> Iterator[Record]:
    """The moves in file order: after each move its continuation, then its siblings."""
    is_plain = data[2] <= _PLAIN_VERSION
    next_flags, sibling_flags = (_NEXT, _SIBLING) if is_plain else (0x80, 0x40)
    data = _unscrambled(data, keys.stream)
    at = _TREE_START
    while True:
        offset = at
        if len(data) - at < 4:
            break
        orig, dest, flags, _ = data[at : at + 4]
        at += 4
        length = 0
        if is_plain or flags & 0x20:
            if len(data) - at < 4:
                break
            length = struct.unpack_from("<i", data, at)[0] - keys.comment
            at += 4
        if not 0 <= length <= len(data) - at:
            break
        comment = text(data[at : at + length]) if length else ""
        at += length
        yield Record(
            offset,
            _point(orig - _ORIG_ADDED - keys.orig & 0xFF),
            _point(dest - _DEST_ADDED - keys.dest & 0xFF),
            bool(flags & next_flags),
            bool(flags & sibling_flags),
            comment,
        )
    add_error(game.errors, byte_error(offset, "truncated", "the tree of moves is cut off"))


def _unscrambled(data: bytes, stream: bytes) -> bytes:
    """The bytes less those of the stream, which is repeated from the beginning of the file."""
    plain = bytearray(data)
    for at, key in enumerate(stream):
        shifted = bytes(byte - key & 0xFF for byte in range(256))
        plain[at :: len(stream)] = plain[at :: len(stream)].translate(shifted)
    return bytes(plain)


# --- writing ------------------------------------------------------------------------------------------------


def dumps(game: Game) -> bytes:
    """A game as a file.  InvalidRecordError for a game other than Xiangqi.

    Kept are the start position, the side to move, all moves with their comments, the result, and the headers
    that the format has, cut to its lengths: names have 15 bytes, seven Chinese characters.  XQF has no
    glyphs such as ``!``, no clocks, no counters, and no comments before a move: they are put after it.
    """
    if game.name != Board.game:
        raise InvalidRecordError("format", f"XQF cannot hold a game of {game.name}", "xqf")
    header = bytearray(_TREE_START)
    header[:3] = MAGIC + bytes([_PLAIN_VERSION])
    points = [_NO_POINT if at is None else _value(at) for at in points_of(game.start.placement)]
    header[_SLOTS_START : _SLOTS_START + len(points)] = bytes(points)
    header[_TURN] = game.start.turn is BLACK
    header[_RESULT] = next((code for code, result in _RESULTS.items() if result == game.result), 0)
    header[_TYPE] = 0 if game.start.placement == START_PLACEMENT else _ENDGAME
    for name, (start, size) in _TEXTS.items():
        text = game.headers.get(name, game.headers.get(_WESTERN_NAMES.get(name, name), ""))
        encoded = _cut(text, size - 1)
        header[start : start + 1 + len(encoded)] = bytes([len(encoded)]) + encoded
    return bytes(header) + b"".join(map(_dump, (game, *game.descendants())))


def _cut(text: str, size: int) -> bytes:
    """The beginning of the text that fits into so many bytes."""
    text = plain_text(text[: size + 1])
    while len(encoded := text.encode(_ENCODING, "replace")) > size:
        text = text[:-1].rstrip()
    return encoded


def _dump(node: Node) -> bytes:
    """The record of a move, or of the root."""
    orig, dest = (0, 0) if node.move is None else (_value(node.played.orig), _value(node.played.dest))
    flags = _NEXT if node.variations else 0
    if node.parent is not None and node.parent.variations[-1] is not node:
        flags |= _SIBLING
    text = plain_text(join_comments(node.starting_comment, node.comment)).replace("\n", "\r\n")
    comment = text.encode(_ENCODING, "replace")
    head = (orig + _ORIG_ADDED, dest + _DEST_ADDED, flags, 0, len(comment))
    return struct.pack("<4BI", *head) + comment


def _value(at: Square) -> int:
    return square_file(at) * 10 + square_rank(at)
