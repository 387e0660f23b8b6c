"""The binary format of training positions: numpy arrays of 40-byte records, compressed.

A record is ten 32-bit words, little-endian:

    0-2   occupied points, 30 a word, the first in bit 0
    3-7   side << 3 | kind of the piece on each occupied point, in order, 4 bits each, 7 a word
    8     centipawns for the side to move: score of the search (low half), static evaluation (high half)
    9     bit 0 the side to move; bits 1-10 the ply; bits 11-12 the result for side 0 plus 1; from bit 13 the
          number of the game in its file

Points count from side 0's left corner, rank by rank; kinds are those of the game's kernel.
"""

import io
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from cannonfish.games.catalogue import GAMES
from numpy.typing import NDArray

from cannonfish_lab.errors import LabError

WORDS: Final = 10
GAME_SHIFT: Final = 13
PIECES_MAX: Final = 32
POINTS_PER_WORD: Final = 30
PIECES_PER_WORD: Final = 7

Words = NDArray[np.int32]


@dataclass(frozen=True)
class Records:
    """Positions, one row of ten words each."""

    words: Words

    def __len__(self) -> int:
        return len(self.words)

    @property
    def score(self) -> NDArray[np.int16]:
        """Centipawns for the side to move, by the search."""
        return self.words[:, 8].astype(np.int16)

    @property
    def static(self) -> NDArray[np.int16]:
        """Centipawns for the side to move, by the evaluation of the engine that played."""
        return (self.words[:, 8] >> 16).astype(np.int16)

    @property
    def turn(self) -> NDArray[np.int8]:
        """The side to move, 0 or 1."""
        return (self.words[:, 9] & 1).astype(np.int8)

    @property
    def ply(self) -> NDArray[np.int16]:
        """Plies since the start of the game."""
        return (self.words[:, 9] >> 1 & 1023).astype(np.int16)

    @property
    def result(self) -> NDArray[np.float32]:
        """The result of the game for side 0: 1, 0.5 or 0."""
        return (self.words[:, 9] >> 11 & 3).astype(np.float32) / np.float32(2)

    @property
    def game(self) -> Words:
        """The number of the game in its file."""
        return self.words[:, 9] >> GAME_SHIFT

    def pieces(self) -> tuple[NDArray[np.int16], NDArray[np.int8]]:
        """The point and the code (side << 3 | kind) of every piece: 32 columns, filled up with -1 and 0."""
        count = len(self)
        bits = self.words[:, :3, None] >> np.arange(POINTS_PER_WORD, dtype=np.int32) & 1
        occupied = bits.reshape(count, 3 * POINTS_PER_WORD).astype(bool)
        row, point = np.nonzero(occupied)
        number = np.arange(len(row)) - (np.cumsum(occupied.sum(axis=1)) - occupied.sum(axis=1))[row]
        codes = self.words[:, 3:8, None] >> 4 * np.arange(PIECES_PER_WORD, dtype=np.int32) & 15
        points = np.full((count, PIECES_MAX), -1, np.int16)
        points[row, number] = point
        codes = codes.reshape(count, 5 * PIECES_PER_WORD)[:, :PIECES_MAX].astype(np.int8)
        return points, codes

    def of_game(self, number: int) -> "Records":
        """The positions of one game of a file."""
        return Records(self.words[self.game == number])

    def fens(self, game: str) -> list[str]:
        """The positions; rights to castle and en passant are not recorded."""
        board = GAMES[game].new_board
        letters = {
            piece.side << 3 | piece.piece_type: letter for letter, piece in board.pieces_by_letter.items()
        }
        ranks, files = board.grid.ranks, board.grid.files
        found = []
        for points, codes, turn in zip(*self.pieces(), self.turn, strict=True):
            squares = ["1"] * (ranks * files)
            for point, code in zip(points[points >= 0], codes, strict=False):
                squares[point] = letters[int(code)]
            rows = ["".join(squares[rank * files : (rank + 1) * files]) for rank in reversed(range(ranks))]
            short = re.sub("1+", lambda empty: str(len(empty[0])), "/".join(rows))
            found.append(f"{short} {'wb'[turn]} - - 0 1")
        return found


def to_bytes(records: Words) -> bytes:
    """The contents of a file, reproducible byte for byte."""
    buffer = io.BytesIO()
    np.save(buffer, records.astype("<i4"))
    return zlib.compress(buffer.getvalue(), 6)


def read(files: Sequence[Path]) -> Records:
    """The positions of files, in order.  LabError if one cannot be read."""
    parts = []
    for file in files:
        try:
            words = np.load(io.BytesIO(zlib.decompress(file.read_bytes())), allow_pickle=False)
        except (OSError, ValueError, EOFError, zlib.error) as error:
            raise LabError(f"cannot read the positions of {file}: {error}") from None
        if words.dtype != np.dtype("<i4") or words.ndim != 2 or words.shape[1] != WORDS:
            raise LabError(f"{file} has no records of {WORDS} words")
        parts.append(words)
    return Records(np.concatenate(parts) if parts else np.zeros((0, WORDS), np.int32))
