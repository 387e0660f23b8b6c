"""Several tables together, as the engine probes them during a game."""

import os
from collections.abc import Iterator, Mapping, MutableMapping
from pathlib import Path
from typing import Final

from cannonfish.games.base.move import after
from cannonfish.games.xiangqi.board import Board
from cannonfish.games.xiangqi.endings.material import Material, swap_colours
from cannonfish.games.xiangqi.endings.table import Table, Value, value_of
from cannonfish.games.xiangqi.fen import Position
from cannonfish.games.xiangqi.move import Move

SUFFIX: Final = ".xqe"
MAX_READ_BYTES: Final = 256 << 20
"""The most bytes of a folder's tables that stay in memory, 1 byte a position.  A search may probe all smaller
endings of a position in turn.  The tables read first are dropped first."""


class Folder(MutableMapping[str, Table]):
    """The tables in a folder, by name.  Each is read when it is asked for."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(parents=True, exist_ok=True)

    def file(self, name: object) -> Path:
        """The path of the table of this name, which need not exist."""
        return self.path / f"{name}{SUFFIX}"

    def __contains__(self, name: object) -> bool:
        return self.file(name).exists()

    def __getitem__(self, name: str) -> Table:
        if name not in self:
            raise KeyError(name)
        return Table.load(self.file(name))

    def __setitem__(self, name: str, table: Table) -> None:
        table.save(self.file(name))

    def __delitem__(self, name: str) -> None:
        self.file(name).unlink()

    def __iter__(self) -> Iterator[str]:
        return (file.stem for file in sorted(self.path.glob(f"*{SUFFIX}")))

    def __len__(self) -> int:
        return sum(1 for _ in self)


class Tablebase:
    """Tables of endings, found by the material on a board, either colour attacking.

    ``tables`` maps names to tables: a ``Folder``, or the store of ``solve``, which may grow meanwhile.  A
    probe that needs a damaged or unreadable file raises TableError or OSError.
    """

    def __init__(self, tables: Mapping[str, Table]) -> None:
        self._tables = tables
        self._read: dict[str, Table] = {}

    def __len__(self) -> int:
        return len(self._tables)

    def probe(self, board: Board) -> Value | None:
        """The value of the position for the side to move; None if there is no table of it."""
        return self.value(board.position)

    def values(self, board: Board) -> dict[Move, Value] | None:
        """The value of every legal move for the side that makes it: ``plies`` counts that move, too.

        None unless all of them are known.  Earlier moves are ignored.
        """
        placement, turn = board.position
        if self.value(board.position) is None:
            return None
        values = {}
        for move in board.legal_moves:
            value = self.value(Position(after(placement, move), turn.other))
            if value is None:
                return None
            plies = None if value.plies is None else value.plies + 1
            values[move] = Value(-value.result, plies, -value.result_by_repetition_law)
        return values

    def value(self, position: Position) -> Value | None:
        """The value of a position for the side to move; None if there is no table of it."""
        placement, turn = position
        material = Material.of(placement)
        table = self._table(str(material))
        if table is None:
            table = self._table(str(material.swapped))
            placement, turn = swap_colours(placement), turn.other
        number = None if table is None else table.material.number(placement, turn)
        return None if table is None or number is None else value_of(table.values[number])

    def _table(self, name: str) -> Table | None:
        if name in self._read:
            return self._read[name]
        if name not in self._tables:
            return None
        table = self._tables[name]
        if isinstance(self._tables, Folder):
            self._read[name] = table
            while len(self._read) > 1 and sum(map(len, self._read.values())) > MAX_READ_BYTES:
                del self._read[next(iter(self._read))]
        return table


def open_tablebase(path: str | os.PathLike[str]) -> Tablebase:
    """The tables in a folder.  OSError if there is no such folder."""
    path = Path(path)
    if not path.is_dir():
        raise NotADirectoryError(f"there is no folder {str(path)!r}")
    return Tablebase(Folder(path))
