"""CBR and CBL, the files of CCBridge (象棋桥): a game, and a library of games.  Xiangqi only, read-only.

A CBR file, the same as a record of a library, has a header of 2,214 bytes with texts in UTF-16, then the
tree of moves.  A library has a header, an index of so many places, and the records, which begin at multiples
of 4,096 bytes after the index; a long record takes several such blocks.  What lies between the fields is
whatever was in the memory of the program.

The layout follows the description at https://zhuanlan.zhihu.com/p/682174695 where real files agree with it:
the codes of the pieces and the size of the index differ, and the first record of a tree is no move.
"""

import itertools
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from cannonfish.errors import InvalidRecordError
from cannonfish.games.xiangqi import BLACK, RED, Square, square
from cannonfish.games.xiangqi.fen import EMPTY
from cannonfish.records.binary import Record, byte_error, plain_text, read_tree
from cannonfish.records.piece_slots import START_PLACEMENT
from cannonfish.records.source import add_error
from cannonfish.records.tree import Game, pgn_date

_MAGIC: Final = b"CCBridge"
_RECORD: Final = b"CCBridge Record\0"
_LIBRARY: Final = b"CCBridgeLibrary\0"


def is_ccbridge(data: bytes) -> bool:
    """True for a file of CCBridge, of any version."""
    return data.startswith(_MAGIC) and b"\0" in data[:16]


def is_library(data: bytes) -> bool:
    """True for a CBL file, of any version."""
    return is_ccbridge(data) and not data.startswith(_RECORD)


# A record

_VERSION: Final = 19
_VERSION_READ: Final = 2
_ID: Final = 20
_RESULT: Final = 2076
_RESULTS: Final = {1: "1-0", 2: "0-1", 3: "1/2-1/2"}
_TURN: Final = 2112
_BOARD: Final = 2120
_TREE: Final = 2214
_TEXTS: Final = {
    "Title": (180, 128),
    "Source": (564, 64),
    "Event": (692, 64),
    "Round": (756, 64),
    "Section": (820, 32),
    "Board": (852, 32),
    "Date": (884, 64),
    "Site": (948, 64),
    "TimeControl": (1012, 64),
    "Red": (1076, 64),
    "RedTeam": (1140, 64),
    "RedTime": (1204, 64),
    "RedElo": (1268, 32),
    "Black": (1300, 64),
    "BlackTeam": (1364, 64),
    "BlackTime": (1428, 64),
    "BlackElo": (1492, 32),
    "Annotator": (1652, 64),
    "Author": (1780, 64),
    "Termination": (2080, 32),
}
"""Offset and size in bytes of each text in the header."""
_PIECES: Final = {0: EMPTY} | {
    side | kind: letter
    for side, letters in ((0x10, "RNBAKCP"), (0x20, "rnbakcp"))
    for kind, letter in enumerate(letters, 1)
}
_NO_PIECES: Final = EMPTY * 90
"""The board of a chapter heading, which has nothing but texts."""
_LAST: Final = 1
"""Flag of a move that ends its line."""
_SIBLING: Final = 2
_COMMENT: Final = 4

# A library

_SLOTS: Final = 60
_INDEX: Final = 66624
_SLOT: Final = struct.Struct("<II12x76s")
"""A place of the index: state, number in the list, identity of the record as text."""
_SLOT_SIZE: Final = 276
_BLOCK: Final = 4096
_DELETED: Final = 5
"""The state of a game that was deleted, and stays in the file until the library is packed."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The place and headers of a game whose moves are not read yet."""

    start: int
    end: int
    headers: dict[str, str]


def load(data: bytes) -> list[Game]:
    """The games of a file, in the order of the library.

    InvalidRecordError if it is not a CBR or CBL file of a version that is read, or has no game.  A tree that
    is cut off or has an illegal move is read as far as possible, and a game of a library whose header is
    broken has no moves: ``Game.errors`` gives the byte.
    """
    games = []
    for entry in entries(data):
        try:
            games.append(read(data, entry))
        except InvalidRecordError as error:
            if entry.start == 0:
                raise
            games.append(Game(headers=entry.headers))
            games[-1].errors.append(error)
    return games


def entries(data: bytes) -> Iterator[Entry]:
    """Find the games of a file; ``read`` reads one of the games.

    InvalidRecordError as for ``load``.
    """
    if data.startswith(_RECORD):
        places = [(0, len(data))]
    elif data.startswith(_LIBRARY):
        places = _places(data)
    elif data.startswith(_MAGIC):
        raise byte_error(len(_MAGIC), "version", "a library of CCBridge before version 3")
    else:
        raise byte_error(0, "magic", "a file of CCBridge starts with its name")
    for start, end in places:
        yield Entry(start, end, _headers(data, start))


def _places(data: bytes) -> list[tuple[int, int]]:
    """Start and end of the records of a library, without those that were deleted."""
    if len(data) < _INDEX:
        raise byte_error(len(data), "truncated", f"the file ends inside its header of {_INDEX} bytes")
    (slots,) = struct.unpack_from("<I", data, _SLOTS)
    first = _INDEX + slots * _SLOT_SIZE
    if not data.startswith(_RECORD, first):
        first = data.find(_RECORD, _INDEX)
    starts = (
        [at for at in range(first, len(data), _BLOCK) if data.startswith(_RECORD, at)] if first > 0 else []
    )
    listed = {}
    for at in range(_INDEX, first - _SLOT_SIZE + 1, _SLOT_SIZE):
        state, number, identity = _SLOT.unpack_from(data, at)
        listed[identity] = (number, state != _DELETED)
    numbered = []
    for start, end in itertools.pairwise([*starts, len(data)]):
        number, is_kept = listed.get(_identity(data[start + _ID : start + _ID + 16]), (len(starts), True))
        if is_kept:
            numbered.append((number, start, end))
    if not numbered:
        raise byte_error(_INDEX, "empty", "the library has no game")
    return [(start, end) for _, start, end in sorted(numbered)]


def _identity(number: bytes) -> bytes:
    """The identity of a record (a GUID) as the index writes it."""
    first, second, third = struct.unpack("<IHH", number[:8].ljust(8, b"\0"))
    rest = number[8:].hex().upper()
    return f"{{{first:08X}-{second:04X}-{third:04X}-{rest[:4]}-{rest[4:]}}}".encode("utf-16-le")


def _headers(data: bytes, start: int) -> dict[str, str]:
    headers = {"Result": "*"}
    if data[start + _VERSION : start + _VERSION + 1] != bytes([_VERSION_READ]):
        return headers
    for name, (offset, size) in _TEXTS.items():
        text = _text(data[start + offset : start + offset + size])
        if text:
            headers[name] = pgn_date(text) if name == "Date" else text
    for result in data[start + _RESULT : start + _RESULT + 1]:
        headers["Result"] = _RESULTS.get(result, "*")
    return headers


def _text(data: bytes) -> str:
    return plain_text(data.decode("utf-16-le", "replace").partition("\0")[0])


def read(data: bytes, entry: Entry) -> Game:
    """One game of a file.

    InvalidRecordError if the header is broken or of another version; else as for ``load``.
    """
    start, end = entry.start, entry.end
    if end - start < _TREE:
        raise byte_error(end, "truncated", f"the game ends inside its header of {_TREE} bytes")
    version = data[start + _VERSION]
    if version != _VERSION_READ:
        raise byte_error(start + _VERSION, "version", f"version {version} of CBR is not read")
    game = Game(headers=entry.headers)
    turn = BLACK if data[start + _TURN] == 2 else RED
    records = _records(game, data, start + _TREE, end)
    read_tree(game, records, _placement(data, start + _BOARD), turn, start + _BOARD)
    return game


def _placement(data: bytes, start: int) -> str:
    letters = list(_NO_PIECES)
    for index, code in enumerate(data[start : start + 90]):
        at = _point(index)
        if code not in _PIECES or at is None:
            raise byte_error(start + index, "pieces", f"{code} is not a piece")
        letters[at] = _PIECES[code]
    placement = "".join(letters)
    return START_PLACEMENT if placement == _NO_PIECES else placement


def _point(index: int) -> Square | None:
    """The points are numbered along the ranks, from a9; None for values beyond 89."""
    return square(index % 9, 9 - index // 9) if index < 90 else None


def _records(game: Game, data: bytes, at: int, end: int) -> Iterator[Record]:
    """The moves in file order: after each move its continuation, then its siblings."""
    while True:
        offset = at
        if end - at < 4:
            break
        flags, _, orig, dest = data[at : at + 4]
        at += 4
        length = 0
        if flags & _COMMENT:
            if end - at < 4:
                break
            (length,) = struct.unpack_from("<I", data, at)
            at += 4
        if end - at < length:
            break
        comment = _text(data[at : at + length])
        at += length
        yield Record(offset, _point(orig), _point(dest), not flags & _LAST, bool(flags & _SIBLING), comment)
    add_error(game.errors, byte_error(offset, "truncated", "the tree of moves is cut off"))
