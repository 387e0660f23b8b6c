"""The solved table of an ending."""

import json
import os
import zlib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from cannonfish.errors import GameError
from cannonfish.games.xiangqi.board import Board
from cannonfish.games.xiangqi.endings.material import Material, swap_colours
from cannonfish.games.xiangqi.fen import Position, Setup, format_fen
from cannonfish.games.xiangqi.pieces import RED, Side

SIGNATURE: Final = b"XQE1"
DRAW: Final = 0
WON_BY_LAW: Final = 253
LOST_BY_LAW: Final = 254
IMPOSSIBLE: Final = 255
"""Values of positions; any other is plies to the end + 1."""


class TableError(GameError):
    """The file is not the table of an ending, or it is damaged."""

    code = "invalid_table"


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a position with best play on both sides."""

    result: int
    """1, 0 or -1 for the side to move."""
    plies: int | None
    """Plies to mate or stalemate, 0 when it is on the board; None for a draw."""
    result_by_repetition_law: int
    """The result if perpetual check and chase are forbidden.  A side then cannot hold a draw only by checks,
    or only by new attacks on pieces, be it one piece or several in turn."""

    def __str__(self) -> str:
        """``wins in 23``, ``draws``, ``loses in 34``."""
        return "draws" if self.plies is None else f"{'wins' if self.result > 0 else 'loses'} in {self.plies}"


_DRAWS: Final = {DRAW: Value(0, None, 0), WON_BY_LAW: Value(0, None, 1), LOST_BY_LAW: Value(0, None, -1)}


@dataclass(frozen=True, slots=True)
class Results:
    """The numbers of positions that are won, drawn and lost for one side to move, mirror images included."""

    wins: int
    draws: int
    losses: int

    @property
    def positions(self) -> int:
        """All positions with this side to move."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True, slots=True)
class Statistics:
    """The contents of a table in numbers."""

    positions: int
    """Legal positions, either side to move, mirror images included."""
    red: Results
    """Red to move."""
    black: Results
    """Black to move."""
    longest: int | None
    """Plies of the longest win; None if neither side can win."""
    longest_fen: str | None
    """A position of the longest win, the winner to move."""
    by_law: int
    """Draws that are decided if perpetual check and chase are forbidden."""

    def __getitem__(self, turn: Side) -> Results:
        """The results with this side to move."""
        return self.red if turn is RED else self.black


class Table:
    """The value of every position of an ending, with either side to move.  Immutable.

    Repetitions count as draws; ``Value.result_by_repetition_law`` is the result if
    perpetual check and chase are forbidden.
    The move limit is not counted.
    """

    def __init__(self, material: Material, values: bytes, statistics: Statistics) -> None:
        self.material = material
        self.values = values
        self._statistics = statistics

    def __repr__(self) -> str:
        return f"<Table {self.material}: {len(self.values)} positions>"

    def __len__(self) -> int:
        return len(self.values)

    def probe(self, board: Board) -> Value | None:
        """The value of the position.  Earlier moves are ignored.

        The colours may be exchanged: ``KR-k`` answers for ``K-kr``, too.  None if the material differs, or a
        soldier stands on a point that no soldier reaches in a game."""
        placement, turn = board.position
        number = self.material.number(placement, turn)
        if number is None:
            number = self.material.number(swap_colours(placement), turn.other)
            if number is None:
                return None
        return value_of(self.values[number])

    def statistics(self) -> Statistics:
        """Positions, results by side to move, and the longest win."""
        return self._statistics

    # --- files ----------------------------------------------------------------------------------------------

    def dumps(self, level: int = 9) -> bytes:
        """The table as bytes, compressed at this level of zlib."""
        header = {"material": str(self.material), "statistics": asdict(self.statistics())}
        line = json.dumps(header, separators=(",", ":")).encode() + b"\n"
        return SIGNATURE + line + zlib.compress(self.values, level)

    @classmethod
    def loads(cls, content: bytes) -> "Table":
        """Read what ``dumps`` wrote.  TableError if it is anything else."""
        try:
            line, _, packed = content.partition(b"\n")
            if line[: len(SIGNATURE)] != SIGNATURE:
                raise ValueError("it does not begin like one")
            header: dict[str, Any] = json.loads(line[len(SIGNATURE) :])
            material = Material.parse(header["material"])
            told = header["statistics"]
            statistics = Statistics(**told | {side: Results(**told[side]) for side in ("red", "black")})
            unpacking = zlib.decompressobj()
            values = unpacking.decompress(packed, material.positions + 1)
            if len(values) != material.positions or not unpacking.eof:
                raise ValueError(f"it does not have exactly {material.positions} positions")
        except (
            ValueError,
            KeyError,
            TypeError,
            AttributeError,
            OverflowError,
            RecursionError,
            zlib.error,
        ) as error:
            raise TableError("damaged", f"this is not the table of an ending: {error}") from None
        return cls(material, values, statistics)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the table to a file.  An interrupted write leaves no incomplete file."""
        path = Path(path)
        part = path.with_name(f"{path.name}.{os.getpid()}.part")  # another process may write the same table
        part.write_bytes(self.dumps())
        part.replace(path)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "Table":
        """Read a file that ``save`` wrote.  OSError if it cannot be read, TableError if it is damaged."""
        return cls.loads(Path(path).read_bytes())


def fen_of(material: Material, number: int) -> str | None:
    """The FEN of a position's number; None if two pieces would share a point."""
    position = material.position(number)
    return None if position is None else format_fen(Setup(Position(*position), 0, 1, ()))


def value_of(number: int) -> Value:
    """The value of a byte of a table."""
    if number in _DRAWS:
        return _DRAWS[number]
    plies = number - 1
    result = 1 if plies % 2 else -1
    return Value(result, plies, result)
