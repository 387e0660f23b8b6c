"""XQF files made for tests: any version, any keys, variations and comments.

Scrambling is the inverse of what the reader undoes, written here a second time from the format's description.
"""

import struct
from dataclasses import dataclass, field

from cannonfish.games.xiangqi import STARTING_FEN, Board
from cannonfish.games.xiangqi.squares import square_file, square_rank
from cannonfish.records import Game, Node

PIECE_SLOTS = "RNBAKABNRCCPPPPPrnbakabnrccppppp"
KEY_TEXT = b"[(C) Copyright Mr. Dong Shiwei.]"


@dataclass
class Xqf:
    """What a file shall say."""

    game: Game
    version: int = 10
    numbers: bytes = bytes(4)
    """The four key numbers of the header; they must add up to a multiple of 256."""
    mask: int = 0
    last: bytes = bytes(4)
    texts: dict[int, str] = field(default_factory=dict)
    """Header texts by their offset."""
    result: int = 0

    def encode(self, text: str) -> bytes:
        return text.encode("gb18030")

    def data(self) -> bytes:
        header = bytearray(0x400)
        header[:4] = b"XQ" + bytes([self.version, self.mask])
        header[8:12], header[12:16] = self.last, self.numbers
        header[0x10:0x30] = self.slots()
        header[0x33] = self.result
        for offset, text in self.texts.items():
            encoded = self.encode(text)
            header[offset : offset + 1 + len(encoded)] = bytes([len(encoded)]) + encoded
        stream = self.stream()
        tree = b"".join(self.tree())
        return bytes(header) + bytes(byte + stream[at % 32] & 0xFF for at, byte in enumerate(tree))

    @property
    def scrambled(self) -> bool:
        return self.version > 10

    def keys(self) -> tuple[int, int, int, int]:
        if not self.scrambled:
            return 0, 0, 0, 0
        total, xy, orig, dest = self.numbers
        key_xy = (54 * xy * xy + 221) * xy & 0xFF
        key_orig = (54 * orig * orig + 221) * key_xy & 0xFF
        key_dest = (54 * dest * dest + 221) * key_orig & 0xFF
        return key_xy, key_orig, key_dest, (total * 256 + xy) % 32000 + 767

    def stream(self) -> bytes:
        if not self.scrambled:
            return bytes(32)
        return bytes(
            KEY_TEXT[at] & (self.numbers[at % 4] & self.mask | self.last[at % 4]) for at in range(32)
        )

    def slots(self) -> bytes:
        key = self.keys()[0]
        placement = list(self.game.start.placement)
        points = []
        for letter in PIECE_SLOTS:
            at = placement.index(letter) if letter in placement else None
            points.append((0xFF if at is None else point(at)) + key & 0xFF)
            if at is not None:
                placement[at] = "."
        if self.version < 12:
            return bytes(points)
        return bytes(points[(at + key + 1) % 32] for at in range(32))

    def tree(self) -> list[bytes]:
        records: list[bytes] = []
        self.record(records, self.game, 0, 0, bool(self.game.variations), False)
        self.line(records, self.game)
        return records

    def line(self, records: list[bytes], parent: Node) -> None:
        """The children of a node: each is followed by its own line, then by its siblings."""
        for number, node in enumerate(parent.variations):
            sibling = number + 1 < len(parent.variations)
            orig, dest = point(node.played.orig), point(node.played.dest)
            self.record(records, node, orig, dest, bool(node.variations), sibling)
            self.line(records, node)

    def record(
        self, records: list[bytes], node: Node, orig: int, dest: int, more: bool, sibling: bool
    ) -> None:
        _, key_orig, key_dest, key_comment = self.keys()
        comment = self.encode(node.comment.replace("\n", "\r\n"))
        if self.scrambled:
            flags = 0x80 * more | 0x40 * sibling | 0x20 * bool(comment)
        else:
            flags = 0xF0 * more | 0x0F * sibling
        head = bytes([orig + 0x18 + key_orig & 0xFF, dest + 0x20 + key_dest & 0xFF, flags, 0])
        size = struct.pack("<I", len(comment) + key_comment) if comment or not self.scrambled else b""
        records.append(head + size + comment)


def point(at: int) -> int:
    return square_file(at) * 10 + square_rank(at)


def annotated_game(fen: str = STARTING_FEN) -> Game:
    """A game with variations within variations and comments."""
    game = Game(Board(fen))
    game.add_comment("开局\n研究")
    board = game.start.copy()
    node: Node = game
    for number in range(6):
        moves = sorted(board.legal_moves, key=lambda move: (move.dest, move.orig))
        first, second = moves[0], moves[-1]
        other = node.add_variation(second, f"变着{number}")
        board.push(second)
        for move in list(board.legal_moves)[:2]:
            other.add_variation(move, "深")
        board.pop()
        node = node.add_variation(first, "注" if number % 2 else "")
        node.promote_to_main()
        board.push(first)
    return game
