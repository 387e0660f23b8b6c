"""Files of labelled positions: text with a line per position, plain or compressed by gzip.

    PLACEMENT TURN SCORE RESULT GAME

The fields are the placement of a FEN; ``w`` or ``b`` for the side to move; the score of the labelling search
in centipawns for that side; the result of the game for Red, ``1``, ``0`` or ``=``; the number of the game in
the file.  Lines that begin with ``#`` describe how the file was made.
"""

import gzip
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cannonfish_lab.errors import LabError

RESULTS: Final = {"1": 1.0, "=": 0.5, "0": 0.0}
GZIP: Final = b"\x1f\x8b"
"""The first bytes of a compressed file."""
_RESULT_OF: Final = {value: word for word, value in RESULTS.items()}


@dataclass(frozen=True, slots=True)
class Labelled:
    """A position with its labels."""

    placement: str
    """The first field of a FEN."""
    red_to_move: bool
    score: int
    """Centipawns for the side to move."""
    result: float
    """The result of the game for Red: 1, 0.5 or 0."""
    game: int
    """The number of the game, unique in the file."""

    def line(self) -> str:
        """The position as a line of a file."""
        turn = "w" if self.red_to_move else "b"
        return f"{self.placement} {turn} {self.score} {_RESULT_OF[self.result]} {self.game}"

    @classmethod
    def parse(cls, line: str) -> "Labelled":
        """Parse a line; ValueError if it is malformed."""
        placement, turn, score, result, game = line.split()
        if turn not in ("w", "b") or result not in RESULTS:
            raise ValueError(f"not a labelled position: {line!r}")
        return cls(placement, turn == "w", int(score), RESULTS[result], int(game))


def to_bytes(positions: Iterable[Labelled], comments: Iterable[str] = ()) -> bytes:
    """The contents of a compressed file, reproducible byte for byte."""
    lines = [f"# {comment}" for comment in comments] + [position.line() for position in positions]
    return gzip.compress("\n".join([*lines, ""]).encode(), mtime=0)


def read(path: Path) -> Iterator[Labelled]:
    """The positions of a file.  LabError if it cannot be read."""
    for line in _lines(path):
        if line and not line.startswith("#"):
            try:
                yield Labelled.parse(line)
            except ValueError as error:
                raise LabError(f"{path}: {error}") from None


def comments(path: Path) -> list[str]:
    """The comments of a file."""
    return [line.removeprefix("#").strip() for line in _lines(path) if line.startswith("#")]


def _lines(path: Path) -> list[str]:
    try:
        data = path.read_bytes()
        return (gzip.decompress(data) if data[:2] == GZIP else data).decode().splitlines()
    except (OSError, EOFError, ValueError) as error:
        raise LabError(f"cannot read the positions of {path}: {error}") from None
