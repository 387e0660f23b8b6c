"""XQF, the files of XQStudio: a header of 1024 bytes, then the tree of moves, text in GBK.  Read-only;
Xiangqi only.

Version 1.0 (10 in the file) is plain; its author published it in 2001.  Later versions add a key of 32 bytes,
repeated, to the bytes of the tree, and shift points and comment lengths by further keys.  All keys are
computed from numbers in the header.  Version 12 also rotates the list of piece slots.
"""

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from cannonfish.errors import GameError, InvalidRecordError
from cannonfish.games.xiangqi import Move, Side, Square, square
from cannonfish.games.xiangqi.board import Board
from cannonfish.games.xiangqi.fen import Position, Setup, format_fen
from cannonfish.records.piece_slots import PIECE_SLOTS, owner, placement_of, prune_illegal
from cannonfish.records.source import add_error
from cannonfish.records.tree import MAX_NODES, Game, Node

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


@dataclass(frozen=True, slots=True)
class _Record:
    """A move as stored in the file.  The first record is the root, without a move."""

    offset: int
    orig: int
    dest: int
    has_next: bool
    has_sibling: bool
    comment: str


def load(data: bytes) -> Game:
    """The game of a file.

    InvalidRecordError if it is not an XQF file, or its header is broken.  A tree that is cut off or has an
    illegal move is read as far as possible: ``Game.errors`` gives the byte.
    """
    if not data.startswith(MAGIC):
        raise _error(0, "magic", "an XQF file starts with the letters XQ")
    if len(data) < _TREE_START:
        raise _error(len(data), "truncated", f"the file ends inside its header of {_TREE_START} bytes")
    keys = _Keys.of(data)
    game = Game(headers=dict(_headers(data)))
    if data[2] > _PLAIN_VERSION and sum(data[12:16]) & 0xFF:
        add_error(game.errors, _error(12, "checksum", "the checksum of the keys is wrong"))
    placement = _placement(data, keys)
    offsets = _read_tree(game, data, keys)
    first = game.next()
    turn = owner(placement, first.move) if first is not None else Side(data[_TURN] == 1)
    try:
        game.start = Board(format_fen(Setup(Position(placement, turn))))
    except GameError as error:
        raise _error(_SLOTS_START, error.code, error.message, cause=error.reason) from None
    for node, illegal in prune_illegal(game):
        details: dict[str, str | int] = {"cause": illegal.reason, "ply": len(node.path()) - 1}
        add_error(game.errors, _error(offsets[node], illegal.code, illegal.message, **details))
    return game


def _headers(data: bytes) -> Iterator[tuple[str, str]]:
    for name, (start, size) in _TEXTS.items():
        length = min(data[start], size - 1)
        text = _text(data[start + 1 : start + 1 + length])
        if name == "Date":
            text = re.sub(r"^(\d{4})[-./年](\d{1,2})[-./月](\d{1,2})日?$", _pgn_date, text)
        if text:
            yield name, text
    yield "Result", _RESULTS.get(data[_RESULT], "*")


def _pgn_date(found: re.Match[str]) -> str:
    return f"{found[1]}.{int(found[2]):02}.{int(found[3]):02}"


def _text(data: bytes) -> str:
    text = data.decode("gb18030", "replace").rstrip("\0")
    return "\n".join(text.splitlines()).strip()


def _placement(data: bytes, keys: _Keys) -> str:
    points: list[Square | None] = [None] * len(PIECE_SLOTS)
    for number, value in enumerate(data[_SLOTS_START : _SLOTS_START + len(PIECE_SLOTS)]):
        rotated = (number + keys.points + 1) % len(PIECE_SLOTS) if data[2] >= _ROTATED_VERSION else number
        points[rotated] = _point(value - keys.points & 0xFF)
    try:
        return placement_of(points)
    except ValueError as error:
        raise _error(_SLOTS_START, "pieces", str(error)) from None


def _point(value: int) -> Square | None:
    """Ten times the file plus the rank, from Red's left corner; None for values beyond 89."""
    return square(value // 10, value % 10) if value < 90 else None


def _read_tree(game: Game, data: bytes, keys: _Keys) -> dict[Node, int]:
    """Add the moves to the game without playing them; returns the offset of each in the file."""
    offsets: dict[Node, int] = {}
    parents: list[Node] = []  # the parents of moves whose siblings are still to come
    parent: Node = game
    for number, record in enumerate(_records(game, data, keys)):
        if number == 0:
            game.add_comment(record.comment)
            if not record.has_next:
                break
            continue
        if number > MAX_NODES:
            add_error(game.errors, _error(record.offset, "too_large", f"more than {MAX_NODES} moves"))
            break
        orig, dest = _point(record.orig), _point(record.dest)
        if orig is None or dest is None:
            message = "a move from or to a point outside the board"
            add_error(game.errors, _error(record.offset, "invalid_move", message))
            break
        node = parent.add_variation(Move(orig, dest), record.comment)
        offsets.setdefault(node, record.offset)
        if record.has_sibling:
            parents.append(parent)
        if record.has_next:
            parent = node
        elif parents:
            parent = parents.pop()
        else:
            break
    return offsets


def _records(game: Game, data: bytes, keys: _Keys) -> Iterator[_Record]:
    """The moves in file order: after each move its continuation, then its siblings."""
    plain = data[2] <= _PLAIN_VERSION
    at = _TREE_START
    while True:
        offset = at
        head, at = _take(data, at, 4, keys), at + 4
        if head is None:
            break
        flags = head[2]
        length = 0
        if plain or flags & 0x20:
            size, at = _take(data, at, 4, keys), at + 4
            if size is None:
                break
            (length,) = struct.unpack("<i", size)
            length -= keys.comment
        comment = _take(data, at, length, keys) if length >= 0 else None
        if comment is None:
            break
        at += length
        yield _Record(
            offset,
            head[0] - 0x18 - keys.orig & 0xFF,
            head[1] - 0x20 - keys.dest & 0xFF,
            bool(flags & (0xF0 if plain else 0x80)),
            bool(flags & (0x0F if plain else 0x40)),
            _text(comment),
        )
    add_error(game.errors, _error(offset, "truncated", "the tree of moves is cut off"))


def _take(data: bytes, start: int, size: int, keys: _Keys) -> bytes | None:
    """Unscrambled bytes of the tree; None if the file is too short."""
    taken = data[start : start + size]
    if len(taken) < size:
        return None
    return bytes(byte - keys.stream[at % 32] & 0xFF for at, byte in enumerate(taken, start))


def _error(offset: int, reason: str, message: str, **details: str | int) -> InvalidRecordError:
    return InvalidRecordError(reason, f"byte {offset}: {message}", "", offset=offset, **details)
